package conversation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/house"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// chosen is what the button says that the author's words name, of those under a question with several: by what it is
// called, by its place, and of matches by the game or the opponent. Where they fit several matches it is the question
// once more; "" if they answer nothing.
func (s Questions) chosen(req *request.Request, q *request.Question) string {
	book, words := req.Guide.Languages.Book, speech.Words(req.Event.Text)
	if len(q.Ways) == 0 || strings.HasPrefix(req.Event.Text, "/") || book.Wonders(req.Event.Text) ||
		q.Listed && slices.ContainsFunc(words, func(w string) bool { return measures(book, w) }) {
		return ""
	}
	found := s.behind(req, q)
	c := choice{Question: q, points: make([]int, len(found))}
	for _, w := range words {
		c.add(req, found, w)
	}
	switch way := q.Ways[strings.Join(c.said, " ")]; {
	case len(c.said) == 0:
		return c.faint
	case way != "" || c.other:
		return way
	}
	return c.best()
}

// choice is what words say of the buttons of a question.
type choice struct {
	*request.Question
	said   []string // the words that tell something
	points []int    // how well they name what each numbered button is about
	place  int      // in the list, 0 if they name none
	faint  string   // what a button says that words name which else say little
	other  bool     // some name nothing
}

// add takes in a word, of a question about some matches.
func (c *choice) add(req *request.Request, found []*match.Match, word string) {
	book := req.Guide.Languages.Book
	at, names := position(book, word, len(found)), false
	for i, m := range found {
		n := naming(req, m, word)
		c.points[i], names = c.points[i]+n, names || n > 0
	}
	little := book.Meaning("intent-filler", word) || book.Meaning("intent-answer", word)
	if little && !names && (!c.Listed || at == 0) {
		c.faint = cmp.Or(c.faint, c.Ways[inDigits(book, word)], c.Ways[strconv.Itoa(at)])
		return
	}
	c.said = append(c.said, inDigits(book, word))
	c.place, c.other = max(c.place, at), c.other || at == 0 && !names
}

// best is the button that the words name best, or whose place among these they name; else the question once more.
func (c *choice) best() string {
	var fit []string
	for i, n := range c.points {
		if n == slices.Max(c.points) {
			fit = append(fit, c.Ways[strconv.Itoa(i+1)])
		}
	}
	switch {
	case len(fit) == 1 && c.place <= 1:
		return fit[0]
	case c.place > 0 && c.place <= len(fit):
		return fit[c.place-1]
	}
	return c.Yes
}

// behind are the matches that the numbered ways of a question name, nil for one that names none.
func (s Questions) behind(req *request.Request, q *request.Question) (found []*match.Match) {
	for says := q.Ways["1"]; says != ""; says = q.Ways[strconv.Itoa(len(found)+1)] {
		id, _ := request.Named(says)
		m, err := s.Find.ByID(req, id, "")
		if err != nil {
			m = nil
		}
		found = append(found, m)
	}
	return found
}

// measures reports whether a word is beside a number that is no place in a list: "level 3", "to 5 points".
func measures(book *speech.Book, word string) bool {
	return book.Means("level", word) || book.Meaning("intent-points", word)
}

// inDigits is a number in words as it is typed; any other word is itself.
func inDigits(book *speech.Book, word string) string {
	if n, is := book.Number(word); is {
		return strconv.Itoa(n)
	}
	return word
}

// position is the place among n that a word names, "second" or "2"; 0 if it names none.
func position(book *speech.Book, word string, n int) int {
	switch at := book.Place(word); {
	case at == speech.Last:
		return n
	case at > n:
		return 0
	default:
		return at
	}
}

// naming tells how well a word names a match, by its game, by those whom the author plays or as one against the house:
// 0 if it does not, or there is none.
func naming(req *request.Request, m *match.Match, word string) int {
	if m == nil {
		return 0
	}
	book := req.Guide.Languages.Book
	side, _ := house.Side(m)
	if side != engine.Nobody && (book.Means("house", word) || book.Meaning("intent-house", word)) {
		return 2
	}
	return request.Naming(req, m, word)
}
