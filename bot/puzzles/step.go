package puzzles

import (
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
	book := req.Guide.Languages.Book
	words := speech.Words(req.Event.Text)
	number, lesson, step, game := 0, false, false, ""
	for _, w := range words {
		switch n := book.Place(w); {
		case book.Command(w) == "learn", book.Meaning("intent-lesson", w):
			lesson = true
		case book.Meaning("intent-step", w):
			step = true
		case n > 0 && number > 0:
			return ""
		case n > 0:
			number = n
		case book.Meaning("intent-filler", w), book.Meaning("intent-numbers", w):
		case req.Guide.Game(w) != nil:
			game = req.Guide.Game(w).Name + " "
		default:
			return ""
		}
	}
	if number == 0 || !lesson && !step || len(words) > mostNaming || !req.Direct() || req.Event.Tap ||
		strings.HasPrefix(req.Event.Text, "/") {
		return ""
	}
	now, there, err := places.Get(req.Ctx, s.Puzzles.Archive, req.Author.ID)
	if _, _, last, failed := s.last(req); err != nil || failed != nil || !there || !lesson && !last || game == "" &&
		now.Game == "" {
		return ""
	}
	return game + strconv.Itoa(number)
}
