package conversation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/house"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// rulesAbout is what is typed for the section of the rules on what is asked, of the game that is named, or played or
// learned here; for how it goes in a few sentences, where neither a section nor the rules are asked for.
func (c *Conversation) rulesAbout(req *request.Request, words []string) (name, rest string) {
	reading := req.Guide.Reading()
	about, has, typed := topic(req, words)
	game, section := c.here(req, has), ""
	if game != nil && slices.Contains(bare, typed) && (about != "" || typed != "english") { // "how do checkers move"
		typed = ""
	}
	if typed != "" {
		game = req.Guide.Game(typed)
	}
	if about != "" {
		game = c.having(req, game, typed, has)
		if game != nil {
			section = reading.About(game, about)
		}
	} else if game != nil && c.says(req, "rules") {
		section = sectionNamed(reading, game, req.Event.Text)
	}
	switch {
	case game == nil:
		return "rules", typed
	case section == "" && !c.says(req, "rules"):
		return "help", game.Name
	case typed == "" && section != "":
		typed = game.Name
	}
	return "rules", strings.TrimSpace(typed + " " + section)
}

// topic is what rules are asked about, the section that a game with it has, and the game that is named.
func topic(req *request.Request, words []string) (about, has, game string) {
	for _, word := range words {
		if req.Guide.Game(word) == nil {
			about = word
		} else {
			game = word
		}
	}
	switch {
	case about == "gammon":
		return "end", "bearing", game
	case about == "" && strings.Contains(req.Event.Text, "*"):
		about = "notation"
	}
	return about, about, game
}

// sectionNamed is the section of the rules of a game that a text ends with, by its number or its title; "" if it does
// with none.
func sectionNamed(reading guide.Reading, game *engine.Game, text string) string {
	text = speech.Fold(strings.TrimRight(text, "?! "))
	for i, title := range reading.Sections(game) {
		if n := strconv.Itoa(i + 1); strings.HasSuffix(text, " "+n) || strings.HasSuffix(text, " "+speech.Fold(title)) {
			return n
		}
	}
	return ""
}

// here is the game that is learned here, or that the author plays, rather one whose rules have a section about
// something; nil if there is none.
func (c *Conversation) here(req *request.Request, about string) *engine.Game {
	if taught := c.Lessons.Taught(req); taught != nil {
		return taught
	}
	mine, err := c.Moves.Find.Mine(req)
	if err != nil || len(mine) == 0 {
		return nil
	}
	has := func(m *match.Match) bool { return req.Guide.Reading().About(m.Game, about) != "" }
	return mine[max(0, slices.IndexFunc(mine, has))].Game
}

// having is the game whose rules have a section about something: the one that is meant or, where none is named, the first
// that has one of those with kings, the cube and huffing; else the one that is meant.
func (c *Conversation) having(req *request.Request, meant *engine.Game, named, about string) *engine.Game {
	has := func(g *engine.Game) bool { return g != nil && req.Guide.Reading().About(g, about) != "" }
	if named != "" || has(meant) {
		return meant
	}
	for _, name := range []string{"damas", "backgammon", "chilean"} {
		if g := req.Guide.Game(name); has(g) {
			return g
		}
	}
	return meant
}

// played are the matches here in which the author plays, of a game if one is named, those first that wait for the
// author.
func played(c *Conversation, req *request.Request, game string) []*match.Match {
	mine, err := c.Moves.Find.Mine(req)
	if err != nil {
		return nil
	}
	mine = request.Filter(mine, func(m *match.Match) bool {
		return m.Status == match.Playing && (game == "" || m.Game == req.Guide.Game(game))
	})
	slices.SortStableFunc(mine, func(a, b *match.Match) int {
		on := func(m *match.Match) int {
			if request.Can(m, req.Author, match.Moved) {
				return 0
			}
			return 1
		}
		return on(a) - on(b)
	})
	return mine
}

// goesWhere tells how the game goes that the author plays here, and which way the author's pieces do;
// the rules, where it is none.
func goesWhere(c *Conversation, req *request.Request, game string) (*request.Result, error) {
	mine := played(c, req, game)
	if len(mine) == 0 {
		return c.Commands["rules"](req, game)
	}
	answer := req.Guide.Reading().Gist(mine[0].Game)
	answer.Buttons = answer.Buttons[:0] // it is being played
	answer.Text = append(answer.Text, tell.Line(req.For(mine[0]).Way(mine[0], mine[0].Side(req.Author.ID)))...)
	return request.Say(answer), nil
}

// says reports whether a text has one of the words for a command in it.
func (c *Conversation) says(req *request.Request, command string) bool {
	return slices.ContainsFunc(strings.Fields(req.Event.Text), func(word string) bool {
		return req.Guide.Languages.Book.Command(strings.Trim(word, ".,;:!?¿¡/")) == command
	})
}

// mostCompared is the number of games that are told of at once.
const mostCompared = 3

// bare are the games that a word may name that is one for a piece, too.
var bare = []string{"damas", "draughts", "english"}

// talk answers what people say and ask beside the games.
func talk(c *Conversation, req *request.Request, about string) (*request.Result, error) {
	switch about {
	case "hour":
		now := c.Players.Local(req)
		mine := c.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))
		return nil, req.Note("talk-hour", speech.Text("Time", now.Format("15:04")), speech.Text("Zone", req.ZoneName(mine)))
	case "level":
		if on := inHand(c.Moves.Find, req); on.match != nil {
			return nil, req.Note("talk-level", speech.Text("N", engine.LevelName(on.level)),
				speech.Text("Level", req.Guide.Voice.LevelName(on.level)))
		}
		return c.Commands["play"](req, "level=?")
	case "me":
		return nil, req.Note("talk-me", speech.Person("Player", tell.User(req.Author)),
			speech.Text("Example", example(req, "")))
	case "why":
		m := inHand(c.Moves.Find, req).match
		if m == nil { // of one that has ended all moves can be looked at
			return c.Commands["analyse"](req, "")
		}
		about = chosenBy(m)
	case "dice":
		m := req.Privately("talk-dice", req.Typed("Dice", "dice"))
		if on := playing(c.Moves.Find, req); on != nil && on.Dice.Seal != "" {
			m.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("more.dice"),
				Says: req.Guide.Voice.Typed("dice") + " #" + on.ID}}}
		}
		return request.Say(m), nil
	case "proxy":
		m := req.Privately("talk-proxy")
		m.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("more.hint"), Says: req.Guide.Voice.Typed("hint")}}}
		return request.Say(m), nil
	}
	return nil, req.Note(map[string]string{"self": "talk-self", "own": "talk-own", "free": "talk-free",
		"fine":   "talk-fine",
		"chosen": "talk-why", "forced": "talk-forced"}[about])
}

// chosenBy reports whether the bot made its last move of a match because there was no other, "forced", or else
// "chosen".
func chosenBy(m *match.Match) string {
	side, _ := house.Side(m)
	for i := m.Line.Len() - 1; i >= 0; i-- {
		at, moves := m.Line.At(i), 0
		if at.Turn() != side {
			continue
		}
		for range at.Moves() {
			if moves++; moves > 1 {
				return "chosen"
			}
		}
		return "forced"
	}
	return "chosen"
}

// gamesIn are the games that a text names; with a single one, the one that is played here, too.
func gamesIn(c *Conversation, req *request.Request, text string) []string {
	names := c.Reader.Games(text)
	if mine := played(c, req, ""); len(names) == 1 && len(mine) > 0 && req.Guide.Game(names[0]) != mine[0].Game {
		names = append(names, mine[0].Game.Name)
	}
	return names[:min(len(names), mostCompared)]
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

// example is whom an example names of those who share the keyboard with the author: somebody who is called by a name,
// if one is known, else a name that the author does not have. It is "" where nobody shares one.
func example(req *request.Request, called string) string {
	if !req.Guide.Caps.Together {
		return ""
	}
	return cmp.Or(called, speech.Example(req.Author.Handle))
}
