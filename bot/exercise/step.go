package exercise

import (
	"cmp"
	"strconv"
	"strings"

	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
)

// mostNaming is the number of words that name the step of a lesson.
const mostNaming = 6

// stepNamed is what is typed behind the command for lessons to go to the step that a text names, "lesson 5", "go to the
// fifth step of cage", if the author has learned something; "" if it names none. Steps are those of a lesson alone
// while it came last.
func (s Lessons) stepNamed(req *request.Request) string {
	words := speech.Words(req.Event.Text)
	if len(words) > mostNaming || !req.Direct() || req.Event.Tap || strings.HasPrefix(req.Event.Text, "/") {
		return ""
	}
	n := naming{}
	if !n.read(req, words) {
		return ""
	}
	l, err := s.load(req.Ctx, req.Author.ID)
	_, last, failed := s.last(req)
	if cmp.Or(err, failed) != nil || l.place.Steps == nil || !n.lesson && !last || n.game == "" && l.Game == nil {
		return ""
	}
	return n.game + strconv.Itoa(n.number)
}

// naming is what names a step.
type naming struct {
	number int
	lesson bool   // it is called one of a lesson, not only a step
	game   string // and a blank behind; "": none
}

// read reads words, and reports whether they name a step and nothing else.
func (n *naming) read(req *request.Request, words []string) bool {
	book, step := req.Guide.Languages.Book, false
	for _, w := range words {
		game, place := req.Guide.Game(w), book.Place(w)
		switch {
		case book.Command(w) == "learn", book.Meaning("intent-lesson", w):
			n.lesson = true
		case book.Meaning("intent-step", w):
			step = true
		case place > 0 && n.number > 0:
			return false
		case place > 0:
			n.number = place
		case book.Meaning("intent-filler", w), book.Meaning("intent-numbers", w):
		case game != nil:
			n.game = game.Name + " "
		default:
			return false
		}
	}
	return n.number > 0 && (n.lesson || step)
}
