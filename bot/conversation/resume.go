package conversation

import (
	"strings"
	"unicode"

	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
)

// resume goes on with what stands still for the author: a match in a pause, whose end it proposes, or all, if the author
// is away; where nothing does it shows the board, of several matches the
// list.
func (c *Conversation) resume(req *request.Request) (*request.Result, error) {
	mine, err := c.Moves.Find.Mine(req)
	if err != nil {
		return nil, err
	}
	for _, m := range mine {
		if m.Clock.Until.After(c.Now()) {
			return c.Commands["pause"](req, "#"+m.ID+" 0")
		}
	}
	gone, err := c.Archive.Absences(req.Ctx, req.Author.ID)
	switch {
	case err != nil:
		return nil, err
	case gone.Now(c.Now()):
		return c.Commands["away"](req, "0")
	}
	if len(mine) > 1 {
		return c.Commands["games"](req, "")
	}
	return c.Commands["board"](req, "")
}

// aboutLast is what a bare word comes to that is about what came last here: "again" after a hint, "I give up" under a
// puzzle. Any other command is as it was.
func aboutLast(c *Conversation, req *request.Request, name, rest string) (*request.Request, string, string) {
	switch {
	case rest != "" || req.Event.Tap || !req.Meant && strings.HasPrefix(req.Event.Text, "/"):
	case (name == "rematch" || name == "play") && c.Hinted(req): // "again", "play it"
		return saying(req, "hint", ""), "hint", ""
	case name == "resign" && c.Lessons.GivesUp(req, req.Event.Text):
		return saying(req, "puzzle", "solution"), "puzzle", "solution"
	}
	return req, name, rest
}

// compares is the way in which words want another puzzle to be, "harder" or "easier"; "" if they do not say.
func compares(req *request.Request) (way string) {
	book, too := req.Guide.Languages.Book, false
	for _, w := range strings.FieldsFunc(speech.Fold(req.Event.Text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch {
		case book.Meaning("intent-too", w):
			too = true
		case book.Means("harder", w):
			way = "harder"
		case book.Means("easier", w):
			way = "easier"
		}
	}
	switch {
	case too && way == "harder":
		return "easier"
	case too && way == "easier":
		return "harder"
	}
	return way
}
