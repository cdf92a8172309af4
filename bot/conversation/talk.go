package conversation

import (
	"slices"
	"strings"
	"unicode"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// wordless are the meanings that are no commands: only a sentence that is understood as a whole comes to one.
var wordless = []string{"thanks", "praised", "bye", "unplayed", "timed", "resume", "no-level", "stays", "way", "talk",
	"differ"}

// wordlessly answers what is no command.
func wordlessly(c *Conversation, req *request.Request, name, rest string) (*request.Result, error) {
	switch name {
	case "thanks":
		return nil, req.Note("welcome")
	case "praised":
		return nil, req.Note("good-game")
	case "bye":
		return nil, req.Note("goodbye")
	case "timed":
		return nil, matches.Timed(req, c.Players.Times(req))
	case "resume":
		return c.resume(req)
	case "way":
		return goesWhere(c, req, rest)
	case "differ":
		return differ(c, req, strings.Fields(rest))
	case "unplayed":
		return request.Say(req.Guide.Reading().Unplayed(req.Alone())), nil
	case "talk":
		return talk(c, req, rest)
	}
	return nil, req.Note(name)
}

// talk answers what people say and ask beside the games.
func talk(c *Conversation, req *request.Request, about string) (*request.Result, error) {
	switch about {
	case "hour":
		now := c.Players.Local(req)
		mine := c.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))
		return nil, req.Note("talk-hour", speech.Text("Time", now.Format("15:04")), speech.Text("Zone", req.ZoneName(mine)))
	case "level":
		if m, level := inHand(c.Moves.Find, req); m != nil {
			return nil, req.Note("talk-level", speech.Text("N", engine.LevelName(level)),
				speech.Text("Level", req.Guide.Voice.LevelName(level)))
		}
		return c.Commands["play"](req, "level=?")
	case "self":
		return nil, req.Note("talk-self")
	case "free":
		return nil, req.Note("talk-free")
	case "fine":
		return nil, req.Note("talk-fine")
	case "proxy":
		m := req.Privately("talk-proxy")
		m.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("more.hint"), Says: req.Guide.Voice.Typed("hint")}}}
		return request.Say(m), nil
	}
	return nil, req.Note("talk-sorry")
}

// gamesIn are the games that a text names; with a single one, the one that is played here, too.
func gamesIn(c *Conversation, req *request.Request, text string) (names []string) {
	var any *engine.Game
	add := func(g *engine.Game) {
		if g != nil && !slices.Contains(names, g.Name) && len(names) < mostGuesses {
			names = append(names, g.Name)
		}
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		switch plain := c.Grammar.Named(word); {
		case plain == "":
		case slices.Contains(bare, speech.Fold(word)): // "damas chilenas" are one kind of them
			any = req.Guide.Game(plain)
		default:
			add(req.Guide.Game(plain))
		}
	}
	if len(names) == 1 && any != nil && any.Name != names[0] {
		return []string{any.Name, names[0]}
	}
	if mine := played(c, req, ""); len(names) == 1 && len(mine) > 0 {
		add(mine[0].Game)
	}
	return names
}

// differ tells how some games go, one after the other.
func differ(c *Conversation, req *request.Request, names []string) (*request.Result, error) {
	if len(names) < 2 {
		return c.Commands["rules"](req, strings.Join(names, " "))
	}
	all := chat.Message{Private: true}
	for i, name := range names {
		gist := req.Guide.Reading().Gist(req.Guide.Game(name))
		if i > 0 {
			all.Text = append(all.Text, chat.Span{Text: "\n\n"})
		}
		all.Text = append(all.Text, gist.Text...)
		rules := gist.Buttons[0][1]
		rules.Label += ": " + gist.Text[0].Text
		all.Buttons = append(all.Buttons, []chat.Button{rules})
	}
	return request.Say(all), nil
}
