package conversation

import (
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/puzzles"
	"tabuleiro/bot/request"
	"tabuleiro/bot/show"
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

// hinted reports whether a hint was the last thing in the author's match.
func (c *Conversation) hinted(req *request.Request) bool {
	_, is := c.Hinted(req)
	return is
}

// aboutLast is what a bare word comes to that is about what came last here: "again" or "play that" after a hint, "I give
// up" under a puzzle. Any other command is as it was.
func aboutLast(c *Conversation, req *request.Request, name, rest string) (*request.Request, string, string) {
	switch {
	case rest != "" || req.Event.Tap || !req.Meant && strings.HasPrefix(req.Event.Text, "/"):
	case name == "rematch" || name == "play":
		move, hinted := c.Hinted(req)
		switch {
		case hinted && name == "play" && move != "":
			return saying(req, "move", move), "move", move
		case hinted:
			return saying(req, "hint", ""), "hint", ""
		}
	case name == "resign" && c.Lessons.GivesUp(req, req.Event.Text):
		return saying(req, "puzzle", "solution"), "puzzle", "solution"
	}
	return req, name, rest
}

// wordless are the meanings that are no commands: only a sentence that is understood as a whole comes to one.
var wordless = []string{"thanks", "praised", "bye", "unplayed", "timed", "resume", "no-level-lower", "no-level-higher", "stays", "way", "not-on",
	"never",
	"sorry", "priced", "talk", "differ", "invite", "how",
	"known"}

// only answers what is no command, one of wordless.
func only(c *Conversation, req *request.Request, name, rest string) (*request.Result, error) {
	switch name {
	case "thanks":
		name = "welcome"
	case "praised":
		name = "good-game"
	case "bye":
		name = "goodbye"
	case "timed":
		return nil, matches.Timed(req, c.Players.Times(req))
	case "resume":
		return c.resume(req)
	case "way":
		return goesWhere(c, req, rest)
	case "not-on":
		mine, _ := c.Moves.Find.Mine(req)
		return nil, request.NoMatch(req, mine, "board", "")
	case "unplayed":
		return request.Say(req.Guide.Reading().Unplayed(req.Alone())), nil
	case "differ":
		return differ(c, req, strings.Fields(rest))
	case "talk":
		return talk(c, req, rest)
	case "invite":
		return invite(c, req, rest)
	case "known":
		return known(req, rest), nil
	case "how":
		return how(c, req, rest)
	case "priced":
		return puzzles.Price(req), nil
	case "never", "sorry":
		return nil, offers(c, req, name)
	}
	return nil, req.Note(name)
}

// stuck is what helps somebody who does not know how to go on: a hint for the puzzle or the lesson that was shown last,
// behind what it costs, or one in a match where there are some; else what there is to be known. An author who asks
// about the cube where there is no doubling is told so.
func stuck(c *Conversation, req *request.Request, about string) (name, rest string) {
	mine, err := c.Moves.Find.Mine(req)
	mine = request.Filter(mine, func(m *match.Match) bool { return m.Status == match.Playing })
	any := func(is func(*match.Match) bool) bool { return err == nil && slices.ContainsFunc(mine, is) }
	helps := func(m *match.Match) bool { return request.Helps(m) && request.Can(m, req.Author, match.Moved) }
	switch {
	case about == "double" && len(mine) > 0 && !any(func(m *match.Match) bool { return show.Doubles(req, m) }):
		return "board", "doubling"
	case c.Lessons.GivesUp(req, req.Event.Text) && c.Lessons.Charges(req):
		return "priced", ""
	case about == "double", c.Lessons.Taught(req) != nil, c.Lessons.GivesUp(req, req.Event.Text), any(helps):
		return "hint", ""
	}
	return "help", ""
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

// rather is the challenge of the author that waits here while something else is asked for in its place, "I'd rather
// play backgammon"; nil if there is none. At a shared keyboard it may be that of whoever has just spoken.
func rather(c *Conversation, req *request.Request, name string) *match.Match {
	words := speech.Words(req.Event.Text)
	if name != "play" || !slices.ContainsFunc(words,
		func(w string) bool { return req.Guide.Languages.Book.Meaning("intent-instead", w) }) {
		return nil
	}
	mine, err := c.Moves.Find.Mine(req)
	i := slices.IndexFunc(mine, func(m *match.Match) bool {
		return m.Status == match.Open && (m.Challenger.Is(req.Author) || req.Event.Supposed)
	})
	if err != nil || i < 0 {
		return nil
	}
	return mine[i]
}

// stillWaits says beside an answer that a challenge of before still waits, and offers to take it back.
func stillWaits(req *request.Request, m *match.Match, answer *request.Result) *request.Result {
	says := req.Guide.Voice.Typed("cancel") + " #" + m.ID
	if !m.Challenger.Is(req.Author) {
		says = m.Challenger.Handle + ": " + says
	}
	told := req.Privately("still-waits", speech.Text("ID", m.ID),
		speech.Text("Game", req.Guide.Voice.Text("game."+m.Game.Name)))
	told.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("button.cancel"), Says: says}}}
	if answer == nil {
		answer = &request.Result{}
	}
	answer.Messages = append(answer.Messages, told)
	return answer
}

// compares is the way in which words want another puzzle to be, "harder" or "easier"; "" if they do not say.
func compares(req *request.Request) (way string) {
	book, too := req.Guide.Languages.Book, false
	for _, w := range speech.Words(req.Event.Text) {
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

// against is how to name the person whom a text names, if the author has played here against that one, and plays no
// match now; "" if it names none.
func against(c *Conversation, req *request.Request) string {
	person := c.Grammar.Match(req.Event.Text, req.Guide.Voice.Language).Person
	if person == "" {
		return ""
	}
	named := func(m *match.Match) bool { return request.Naming(req, m, person) > 0 }
	if !slices.ContainsFunc(lately(c.Moves.Find, req), named) || c.Moves.Find.AnyMine(req, named) {
		return ""
	}
	return c.Players.Called(req, person)
}
