package conversation

import (
	"slices"
	"strings"

	"tabuleiro/bot/matches"
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
	if yes || no || q.Text == "" {
		return yes, no
	}
	return beginsWith(req, q)
}

// beginsWith reports whether a text answers an open question with a yes or a no that it begins with.
func beginsWith(req *request.Request, q *request.Question) (yes, no bool) {
	book, text := req.Guide.Languages.Book, req.Event.Text
	words := speech.Words(text)
	if len(words) < 2 || len(words) > mostAnswering || strings.ContainsAny(text, "/?0123456789") {
		return false, false
	}
	first, _, more := strings.Cut(text, ",")
	no = book.Means("no", words[0]) && (len(words) == 2 || more && book.Means("no", first) && req.Direct())
	yes = req.Direct() && book.Means("yes", words[0]) && q.Yes != "" &&
		!slices.ContainsFunc(words[1:], func(w string) bool { return !isAbout(book, q, w) || book.Meaning("intent-not", w) })
	return yes, no
}

// isAbout reports whether a word behind a yes says nothing but what a question asks: the name of the command, a word of
// the question in any form, or one that says little.
func isAbout(book *speech.Book, q *request.Question, word string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(q.Yes, "/"), " ")
	const stem = 4
	return book.Meaning("intent-filler", word) || book.Means("yes", word) || book.Names(book.Command(name), word) ||
		len(word) >= stem && slices.ContainsFunc(speech.Words(q.Text+" "+q.Yes), func(asked string) bool {
			return strings.HasPrefix(asked, word[:stem])
		})
}

// doubled reports whether a double waits for the author.
func doubled(c *Conversation, req *request.Request) bool {
	return c.Moves.Find.AnyMine(req, func(m *match.Match) bool {
		if m.Status != match.Playing || !request.Can(m, req.Author, match.Moved) {
			return false
		}
		points := m.Line.View().Points
		return points != nil && points.Doubled
	})
}

// bare deals with a yes or no that answers no question of the bot's: it answers what waits for the author in a match,
// an offer, a double or a challenge.
func (c *Conversation) bare(req *request.Request) (*request.Result, error) {
	here, err := c.Moves.Find.Live(req)
	if err != nil {
		return nil, err
	}
	waits := func(m *match.Match) bool {
		return request.Can(m, req.Author, match.Accepted, match.Declined, match.Agreed, match.Refused,
			match.Retracted)
	}
	if !slices.ContainsFunc(here, waits) && !doubled(c, req) {
		return nil, req.Note("nothing-asked")
	}
	name := "accept"
	if _, no := matches.DoubleConsent(req); no || req.Guide.Languages.Book.Declines(req.Event.Text) {
		name = "decline"
	}
	return c.command(saying(req, name, ""), name, "")
}

// goesAhead is the challenge that a text accepts by saying that it goes on, "" if it is said to nobody or names
// anything.
func (c *Conversation) goesAhead(req *request.Request, slash bool) string {
	if slash || !c.plain(req, req.Event.Text) {
		return ""
	}
	return c.Players.GoesAhead(req)
}
