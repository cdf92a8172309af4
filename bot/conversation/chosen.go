package conversation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/bot/house"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// chosen is what the button says that the author's words name, of those under a question with several: the first,
// number two, and of matches the checkers one, the one with Rui. Where they fit several it is the question once more;
// "" if they answer nothing.
func (s Questions) chosen(req *request.Request, q *request.Question) string {
	book := req.Guide.Languages.Book
	words := strings.FieldsFunc(speech.Fold(req.Event.Text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	})
	switch {
	// a question chooses nothing: "last move?" is none of the matches
	case len(words) == 0 || strings.HasPrefix(req.Event.Text, "/") || q.Listed && speech.HasQuestion(req.Event.Text),
		!q.Listed && book.Wonders(req.Event.Text):
		return ""
	case !q.Listed:
		return onlyWay(book, q.Ways, words)
	}
	var found []*match.Match // behind each of the ways, nil if it names none
	for says := q.Ways["1"]; says != ""; says = q.Ways[strconv.Itoa(len(found)+1)] {
		id, _ := request.Named(says)
		m, err := s.Find.ByID(req, id, "")
		if err != nil {
			m = nil
		}
		found = append(found, m)
	}
	points, place, answers := make([]int, len(found)), 0, false
	for at0, w := range words {
		at, number := position(book, w, len(found)), inDigits(book, w)
		counts := measure(book, words, at0)
		if counts != "" {
			at = 0
		}
		named := at > 0
		for i, m := range found {
			n := naming(req, m, w)
			if m != nil && (w == strings.ToLower(m.ID) || counts == "level" && levelOf(m) == number || counts == "points" &&
				m.Setup.Options["points"] == number) {
				n = 3
			}
			points[i], named = points[i]+n, named || n > 0
		}
		if !named && counts == "" && !book.Means("level", w) && !book.Meaning("intent-filler", w) &&
			!book.Meaning("intent-answer", w) {
			return ""
		}
		place, answers = max(place, at), answers || named
	}
	best := slices.Max(points)
	var fit []string
	for i, n := range points {
		if n == best {
			fit = append(fit, q.Ways[strconv.Itoa(i+1)])
		}
	}
	switch {
	case !answers:
		return ""
	case len(fit) == 1 && place <= 1:
		return fit[0]
	case place > 0 && place <= len(fit):
		return fit[place-1]
	}
	return q.Yes
}

// onlyWay is what is said by the only one of some ways that words name, alone or together, among others that say
// little; "" if they name none, or several. A word that says little elsewhere counts where no other does.
func onlyWay(book *speech.Book, ways map[string]string, words []string) string {
	var said []string
	named, faintly, numbered := "", "", 0
	for ways[strconv.Itoa(numbered+1)] != "" {
		numbered++
	}
	for _, w := range words {
		way := cmp.Or(ways[inDigits(book, w)], ways[strconv.Itoa(position(book, w, numbered))])
		little := book.Meaning("intent-filler", w) || book.Meaning("intent-answer", w)
		switch {
		case little:
			faintly = cmp.Or(faintly, way)
			continue
		case way == "" || named != "" && named != way:
			named = ways[strings.Join(append(said, w), " ")]
		default:
			named = way
		}
		if said = append(said, w); named == "" {
			return ""
		}
	}
	return cmp.Or(named, faintly)
}

// inDigits is a number in words as it is typed; any other word is itself.
func inDigits(book *speech.Book, word string) string {
	if n, is := book.Number(word); is {
		return strconv.Itoa(n)
	}
	return word
}

// measure is what a number among words counts, "level" or "points"; "" if it is none, or has nothing beside it.
func measure(book *speech.Book, words []string, i int) string {
	if _, is := book.Number(words[i]); !is {
		return ""
	}
	before, after := words[max(i-1, 0)], words[min(i+1, len(words)-1)]
	switch {
	case i > 0 && book.Means("level", before):
		return "level"
	case i > 0 && book.Meaning("intent-up-to", before), i+1 < len(words) && book.Meaning("intent-points", after):
		return "points"
	}
	return ""
}

// levelOf is the level of the bot in a match, "" where it does not play.
func levelOf(m *match.Match) string {
	side, level := house.Side(m)
	if side == engine.Nobody {
		return ""
	}
	return engine.LevelName(level)
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
// 0 if it does not.
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
