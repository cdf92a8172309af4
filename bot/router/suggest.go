package router

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
)

// Suggest completes what is being typed: a command, the last of its arguments or, without a command, a move of the
// author.
func (c *Router) Suggest(ctx context.Context, e chat.Event) []string {
	req := c.newRequest(ctx, e)
	g := req.Guide
	text := strings.TrimLeft(e.Text, " ")
	word, rest, argued := strings.Cut(text, " ")
	name := ""
	if strings.HasPrefix(word, "/") {
		name = c.Languages.Book.Command(strings.TrimPrefix(word, "/"))
	}
	switch {
	case !argued && strings.HasPrefix(text, "/"):
		var all []string
		for _, c := range command.Public() {
			all = append(all, g.Voice.Typed(c.Name))
		}
		return fitting("", text, all)
	case name == "":
		return fitting("", text, c.suggestMoves(req, text))
	case name == "move", name == "moves":
		return fitting(word+" ", rest, c.suggestMoves(req, rest))
	}
	if lines, typed, line := c.lines(g, name, rest); lines != nil {
		return fitting(word+" "+typed, line, lines)
	}
	at := strings.LastIndexByte(rest, ' ') + 1
	typed, last := rest[:at], rest[at:]
	if strings.HasPrefix(last, "@") {
		return fitting(word+" "+typed, last, c.handles(req))
	}
	of := command.Named(name)
	return fitting(word+" "+typed, last, c.arguments(req, of, strings.Fields(g.JoinNames(typed)), last))
}

// lines returns suggestions of several words: titles of sections of the manual or of a game's rules, and settings with
// their values. typed is the part of rest that is complete, and line the part that the suggestions complete.
func (c *Router) lines(g guide.Guide, name, rest string) (lines []string, typed, line string) {
	switch name {
	case "manual":
		return g.Reading().Titles(nil), "", rest
	case "rules":
		named, title, begun := strings.Cut(rest, " ")
		if game := g.Game(named); begun && game != nil {
			return g.Reading().Titles(game), named + " ", title
		}
	case "settings":
		whose := guide.OfGroup
		if g.Event.Private {
			whose = guide.Own
		}
		if me, own, begun := strings.Cut(rest, " "); begun && c.Languages.Book.Means("me", me) {
			return settingLines(g, guide.Own, own), me + " ", own
		}
		return append(settingLines(g, whose, rest), g.Voice.Typed("me")), "", rest
	}
	return nil, "", ""
}

// settingLines returns the names of settings, and the values of the one that a line begins with.
func settingLines(g guide.Guide, whose guide.SettingsOwner, line string) (lines []string) {
	for i, r := range line {
		if r != ' ' && r != '=' {
			continue
		}
		if c, rest, known := g.Settings().ChoiceIn(line[:i]); known && rest == "" {
			for _, value := range g.Settings().TypedValues(c, line[i+1:]) {
				lines = append(lines, line[:i+1]+value)
			}
		}
	}
	return append(lines, g.Settings().TypedSettings(whose, line)...)
}

// suggestMoves completes moves in the matches where the author is on turn or, if there are none, in the lesson or
// puzzle that is open in the room.
func (c *Router) suggestMoves(req *request.Request, begin string) []string {
	if list := c.Moves.Suggest(req.Ctx, req.Event, begin); list != nil {
		return list
	}
	return c.Exercises.Suggest(req.Ctx, req.Event.Room, req.Author.ID, begin)
}

// typedArguments returns the games, unless one is named, and the words that a command takes, except those typed before.
func typedArguments(g guide.Guide, of command.Command, game *engine.Game, before []string) (all []string) {
	for _, a := range of.Args {
		if slices.Contains(a.Values, command.Games) && game == nil {
			for _, one := range guide.Offered(g.Games, g.Voice, false) {
				all = append(all, g.TypedGame(one))
			}
		}
		for _, word := range a.Words() {
			if typed := g.Voice.Typed(word); !slices.Contains(before, typed) {
				all = append(all, typed)
			}
		}
	}
	return all
}

// arguments returns the words that may follow a command and the complete words before; last is the word being typed.
func (c *Router) arguments(req *request.Request, of command.Command, before []string, last string) (all []string) {
	var game *engine.Game
	g := req.Guide
	for _, w := range before {
		game = cmp.Or(g.Game(w), game)
	}
	all = typedArguments(g, of, game, before)
	switch of.Name {
	case "play":
		if game != nil {
			all = append(append(all, g.Asking().TypedOptions(game, last)...), g.Asking().Wishes(game)...)
		}
	case "puzzle":
		all = append(all, c.Exercises.Suggest(req.Ctx, req.Event.Room, "", "")...)
	case "help":
		for _, c := range command.Public() {
			all = append(all, strings.TrimPrefix(g.Voice.Typed(c.Name), "/"))
		}
	case "language":
		all = speech.Spoken
	case "theme", "confirm":
		all = g.Settings().TypedValues(view.ChoiceNamed(of.Name), last)
	}
	takesPerson := func(a command.Arg) bool { return a.Kind == command.Person }
	if slices.ContainsFunc(of.Args, takesPerson) && (game != nil || len(before) == 0 && !of.Takes(command.Games)) {
		all = append(all, c.handles(req)...)
	}
	return all
}

// handles returns the handles of people whom the author has played with.
func (c *Router) handles(req *request.Request) (all []string) {
	for _, u := range c.Players.Opponents(req) {
		if u.Handle != "" {
			all = append(all, "@"+u.Handle)
		}
	}
	return all
}

// fitting returns the options that continue the typed text, each after head; of options that differ only in accents it
// keeps the first. If there are too many, all values of an option are replaced by its name, after which they are
// suggested.
func fitting(head, typed string, options []string) (found []string) {
	known := map[string]bool{}
	for _, o := range options {
		if known[speech.Fold(o)] {
			continue
		}
		known[speech.Fold(o)] = true
		// a move after the id of a match fits already
		if strings.HasPrefix(speech.Fold(o), speech.Fold(typed)) || strings.HasPrefix(o, "#") {
			found = append(found, o)
		}
	}
	if len(found) > request.Suggestions && !strings.Contains(typed, "=") {
		var names []string
		for _, o := range found {
			name, _, valued := strings.Cut(o, "=")
			if valued {
				name += "="
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		found = names
	}
	found = found[:min(len(found), request.Suggestions)]
	for i := range found {
		found[i] = head + found[i]
	}
	return found
}
