package conversation

import (
	"cmp"
	"slices"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/exercise"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// answers are the meanings that are no commands: what is answered to each.
var answers = map[string]func(*Conversation, *request.Request, string) (*request.Result, error){
	"thanks": note("welcome"), "praised": note("good-game"), "bye": note("goodbye"), "never": note("left-alone"),
	"sorry": note("no-harm"), "stays": note("stays"), "no-level-lower": note("no-level-lower"),
	"no-level-higher": note("no-level-higher"), "way": (*Conversation).goesWhere, "resume": (*Conversation).resume,
	"talk": (*Conversation).talk, "differ": differ,
	"unplayed": func(_ *Conversation, req *request.Request, _ string) (*request.Result, error) {
		return request.Say(req.Guide.Reading().Unplayed(req.Alone())), nil
	},
	"priced": func(_ *Conversation, req *request.Request, _ string) (*request.Result, error) {
		return exercise.Price(req), nil
	},
	"level-next": func(_ *Conversation, req *request.Request, rest string) (*request.Result, error) {
		says := strings.TrimPrefix(req.Guide.Voice.Typed("play")+" "+typed(req.Guide, "play", rest), "/")
		return nil, req.Note("level-next", speech.Text("Command", strings.ReplaceAll(says, "=", " ")))
	},
}

// note answers with a sentence.
func note(key string) func(*Conversation, *request.Request, string) (*request.Result, error) {
	return func(_ *Conversation, req *request.Request, _ string) (*request.Result, error) {
		return nil, req.Note(key)
	}
}

// resume goes on with what stands still for the author: a match in a pause, whose end it proposes, or all, if the
// author is away; where nothing does it shows the board, of several matches the list.
func (c *Conversation) resume(req *request.Request, _ string) (*request.Result, error) {
	mine, err := c.Moves.Find.Mine(req)
	gone, failed := c.Archive.Absences(req.Ctx, req.Author.ID)
	paused := slices.IndexFunc(mine, func(m *match.Match) bool { return m.Clock.Until.After(c.Now()) })
	switch {
	case err != nil || failed != nil:
		return nil, cmp.Or(err, failed)
	case paused >= 0:
		return c.Commands["pause"](req, "#"+mine[paused].ID+" 0")
	case gone.Now(c.Now()):
		return c.Commands["away"](req, "0")
	case len(mine) > 1:
		return c.Commands["games"](req, "")
	}
	return c.Commands["board"](req, "")
}

// stuck is the command that helps somebody who does not know how to go on: a hint for the puzzle or the lesson that was
// shown last, behind what it costs, or one in a match where there are some; else what there is to be known.
func (c *Conversation) stuck(req *request.Request) string {
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

// differ tells how some games go, one after the other.
func differ(_ *Conversation, req *request.Request, games string) (*request.Result, error) {
	all := chat.Message{Private: true}
	for game := range strings.FieldsSeq(games) {
		if all.Text != nil {
			all.Text = append(all.Text, chat.Span{Text: "\n\n"})
		}
		all.Text = append(all.Text, req.Guide.Reading().Gist(req.Guide.Game(game)).Text...)
	}
	return request.Say(all), nil
}

// talk answers what people say and ask beside the games.
func (c *Conversation) talk(req *request.Request, about string) (*request.Result, error) {
	v, example := req.Guide.Voice, ""
	on, level := c.againstBot(req)
	switch {
	case about == "level" && (on == nil || on.Status.Ended()):
		return c.Commands["play"](req, "level=?")
	case about == "why" && (on == nil || on.Status.Ended()): // where all moves can be looked at
		return c.Commands["analyse"](req, "")
	case req.Guide.Caps.Together:
		example = speech.Example(req.Author.Handle)
	}
	says := req.Privately("talk-"+about, speech.Text("Time", c.Players.Local(req).Format("15:04")),
		speech.Text("Zone", req.ZoneName(c.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID)))),
		speech.Text("N", engine.LevelName(level)), speech.Text("Level", v.LevelName(max(level, 1))),
		speech.Person("Player", tell.User(req.Author)), speech.Text("Example", example), req.Typed("Dice", "dice"))
	if about == "proxy" {
		req.Guide.Offer(&says, v.Text("more.hint"), v.Typed("hint"))
	}
	return request.Say(says), nil
}
