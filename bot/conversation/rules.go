package conversation

import (
	"cmp"
	"slices"
	"strings"

	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// rulesAbout completes what is asked about the rules with the section on that, of the game that is named, or played or
// learned here; how it goes is told in a few sentences, where neither a section nor the rules are asked for.
func (c *Conversation) rulesAbout(w *wish) {
	about, named := "", ""
	for word := range strings.FieldsSeq(w.rest) {
		if w.req.Guide.Game(word) == nil {
			about = word
		} else {
			named = word
		}
	}
	said := strings.FieldsFunc(w.req.Event.Text, func(r rune) bool { return strings.ContainsRune(" .,;:!?¿¡/", r) })
	asked := slices.ContainsFunc(said, func(word string) bool {
		return w.req.Guide.Languages.Book.Command(word) == "rules"
	})
	game, section := c.section(w.req, about, named)
	if last := append(said, "")[max(0, len(said)-1)]; asked && section == "" && strings.Trim(last, "0123456789") == "" {
		section = last
	}
	switch {
	case game == nil:
		w.name, w.rest = "rules", ""
	case section == "" && !asked:
		w.name, w.rest = "help", game.Name
	default:
		w.name, w.rest = "rules", strings.TrimSpace(game.Name+" "+section)
	}
}

// section is the section of the rules on something, "" if there is none, and the game: the one that is named, which may
// be no more than a piece, "how do kings move in checkers", or else goes on here or, where none does, has a section.
func (c *Conversation) section(req *request.Request, about, named string) (*engine.Game, string) {
	game, has := req.Guide.Game(named), about
	switch {
	case about == "gammon":
		about, has = "end", "bearing"
	case about == "" && strings.Contains(req.Event.Text, "*"):
		about, has = "notation", "notation"
	}
	if game == nil || guide.Bare(named) || named == "english" && about != "" {
		game = cmp.Or(c.here(req), game)
	}
	some := []*engine.Game{game}
	if named == "" {
		some = append(some, req.Guide.Games...)
	}
	for _, g := range some {
		if g != nil && has != "" && req.Guide.Reading().About(g, has) != "" {
			return g, req.Guide.Reading().About(g, about)
		}
	}
	return game, ""
}

// here is the game that is learned here, or that the author plays; nil if there is none.
func (c *Conversation) here(req *request.Request) *engine.Game {
	if taught := c.Lessons.Taught(req); taught != nil {
		return taught
	}
	if m := c.played(req, ""); m != nil {
		return m.Game
	}
	return nil
}

// played is the match here in which the author plays, of a game if one is named, rather one that waits for the author;
// nil if there is none.
func (c *Conversation) played(req *request.Request, game string) (of *match.Match) {
	mine, err := c.Moves.Find.Mine(req)
	for _, m := range mine {
		fits := err == nil && m.Status == match.Playing && (game == "" || m.Game == req.Guide.Game(game))
		if fits && (of == nil || !request.Can(of, req.Author, match.Moved) && request.Can(m, req.Author, match.Moved)) {
			of = m
		}
	}
	return of
}

// goesWhere tells how the game goes that the author plays here, and which way the author's pieces do;
// the rules, where it is none.
func (c *Conversation) goesWhere(req *request.Request, game string) (*request.Result, error) {
	m := c.played(req, game)
	if m == nil {
		return c.Commands["rules"](req, game)
	}
	answer := req.Guide.Reading().Gist(m.Game)
	answer.Buttons = answer.Buttons[:0] // it is being played
	answer.Text = append(answer.Text, tell.Line(req.For(m).Way(m, m.Side(req.Author.ID)))...)
	return request.Say(answer), nil
}
