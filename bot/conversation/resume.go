package conversation

import (
	"strings"

	"tabuleiro/bot/exercise"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
)

// resume goes on with what stands still for the author: a match in a pause, whose end it proposes, or all, if the
// author is away; where nothing does it shows the board, of several matches the
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

// wordless are the meanings that are no commands, but are answered with a sentence.
var wordless = []string{"thanks", "praised", "bye", "unplayed", "resume", "no-level-lower", "no-level-higher",
	"level-next", "stays",
	"way", "never", "sorry", "priced", "talk", "differ"}

// only answers what is no command, one of wordless.
func only(c *Conversation, req *request.Request, name, rest string) (*request.Result, error) {
	switch name {
	case "thanks":
		name = "welcome"
	case "praised":
		name = "good-game"
	case "bye":
		name = "goodbye"
	case "resume":
		return c.resume(req)
	case "way":
		return goesWhere(c, req, rest)
	case "unplayed":
		return request.Say(req.Guide.Reading().Unplayed(req.Alone())), nil
	case "level-next":
		says := strings.TrimPrefix(req.Guide.Voice.Typed("play")+" "+typed(req.Guide, "play", rest), "/")
		return nil, req.Note(name, speech.Text("Command", strings.ReplaceAll(says, "=", " ")))
	case "differ":
		return differ(c, req, strings.Fields(rest))
	case "talk":
		return talk(c, req, rest)
	case "priced":
		return exercise.Price(req), nil
	case "never", "sorry":
		return nil, offers(c, req, name)
	}
	return nil, req.Note(name)
}

// stuck is the command that helps somebody who does not know how to go on: a hint for the puzzle or the lesson that was
// shown last, behind what it costs, or one in a match where there are some; else what there is to be known.
func stuck(c *Conversation, req *request.Request) string {
	switch given := c.Lessons.GivesUp(req, req.Event.Text); {
	case given && c.Lessons.Charges(req):
		return "priced"
	case given, c.Lessons.Taught(req) != nil, c.Moves.Find.AnyMine(req, func(m *match.Match) bool {
		return m.Status == match.Playing && request.Helps(m) && request.Can(m, req.Author, match.Moved)
	}):
		return "hint"
	}
	return "help"
}

// offers says that nothing happens where somebody says "never mind" or "oops", and offers what may have been meant: to
// take a challenge back that waits, or a move.
func offers(c *Conversation, req *request.Request, said string) error {
	mine, err := c.Moves.Find.Mine(req)
	if err != nil {
		return err
	}
	name, kind, answer := "cancel", match.Withdrawn, "left-alone"
	if said == "sorry" {
		name, kind, answer = "undo", match.Offered, "no-harm"
	}
	fit := request.Filter(mine, func(m *match.Match) bool {
		waits := name == "cancel" && m.Status == match.Open
		moved := name == "undo" && m.Status == match.Playing && m.Moves() > 0
		return (waits || moved) && request.Can(m, req.Author, kind)
	})
	if len(fit) == 0 {
		return req.Note(answer)
	}
	says := req.Guide.Voice.Typed(name)
	if name == "cancel" {
		says += " #" + fit[0].ID
	}
	return request.Refused{Result: request.DidYouMean(req, []string{says}, nil)}
}
