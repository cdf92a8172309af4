package conversation

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
)

// mostAnswering is the number of words an answer has that begins with a yes or no.
const mostAnswering = 6

// yesOrNo reports whether a text answers an open question with a yes or a no: by that word, a letter for it, or more
// words behind it, "no, I'd rather go on". Behind a yes there is only what the question is about, or what says little.
func yesOrNo(req *request.Request, q *request.Question) (yes, no bool) {
	book, text := req.Guide.Languages.Book, req.Event.Text
	yes, no = book.Means("yes", text) || book.Meaning("intent-yes", text), book.Declines(text) ||
		book.Meaning("intent-no", text)
	words := speech.Words(text)
	if yes || no || q.Text == "" || len(words) < 2 || len(words) > mostAnswering || strings.ContainsAny(text, "/?0123456789") {
		return yes, no
	}
	first, _, more := strings.Cut(text, ",")
	no = book.Means("no", words[0]) && (len(words) == 2 || more && book.Means("no", first) && req.Direct())
	return req.Direct() && book.Means("yes", words[0]) && isAbout(book, q, words[1:]), no
}

// isAbout reports whether the words behind a yes say nothing but what a question asks: the name of the command, a word of
// the question in any form, or one that says little.
func isAbout(book *speech.Book, q *request.Question, words []string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(q.Yes, "/"), " ")
	return q.Yes != "" && !slices.ContainsFunc(words, func(word string) bool {
		const stem = 4
		asked := func(w string) bool { return len(word) >= stem && strings.HasPrefix(w, word[:stem]) }
		return book.Meaning("intent-not", word) || !book.Meaning("intent-filler", word) && !book.Means("yes", word) &&
			!book.Names(book.Command(name), word) && !slices.ContainsFunc(speech.Words(q.Text+" "+q.Yes), asked)
	})
}

// chosen is what the button says that the author's words name, of those under a question with several: by what it is
// called, by its place, and of matches by the game or the opponent. Where they fit several matches it is the question
// once more; "" if they answer nothing.
func (c *Conversation) chosen(req *request.Request, q *request.Question) string {
	book := req.Guide.Languages.Book
	if len(q.Ways) == 0 || strings.HasPrefix(req.Event.Text, "/") || book.Wonders(req.Event.Text) {
		return ""
	}
	found := c.behind(req, q)
	said, names, place := naming(req, q, found)
	switch {
	case said != "":
		return q.Ways[said]
	case names == "":
		return q.Ways[strconv.Itoa(place)]
	}
	fit, _ := req.NamedIn(request.Filter(found, func(m *match.Match) bool { return m != nil }), names)
	if n := max(place, 1); n <= len(fit) && (place > 0 || len(fit) == 1) {
		return q.Ways[strconv.Itoa(slices.Index(found, fit[n-1])+1)]
	}
	return q.Yes
}

// naming are the words of a text that say something, those that name matches, and the place in the list, 0 if it names
// none.
func naming(req *request.Request, q *request.Question, found []*match.Match) (said, names string, place int) {
	book := req.Guide.Languages.Book
	for _, w := range speech.Words(req.Event.Text) {
		at := book.Place(w)
		if n, is := book.Number(w); is && !q.Listed {
			at = n
		}
		if book.Meaning("intent-house", w) {
			w = "house"
		}
		switch {
		case slices.ContainsFunc(found, func(m *match.Match) bool { return m != nil && req.Naming(m, w) > 0 }):
			names = strings.TrimSpace(names + " " + w)
		case at == speech.Last:
			place = len(found)
		case at > 0 && place == 0:
			place = at
		// which counts no matches: "to 3 points"
		case q.Listed && book.Meaning("intent-points", w), !book.Meaning("intent-filler", w) && !book.Meaning("intent-answer", w):
			said = strings.TrimSpace(said + " " + w)
		}
	}
	return said, names, place
}

// behind are the matches that the numbered ways of a question name, nil for one that names none.
func (c *Conversation) behind(req *request.Request, q *request.Question) (found []*match.Match) {
	for says := q.Ways["1"]; says != ""; says = q.Ways[strconv.Itoa(len(found)+1)] {
		id, _ := request.Named(says)
		m, _ := c.Moves.Find.ByID(req, id, "") // nil, with an error
		found = append(found, m)
	}
	return found
}
