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
	text := strings.TrimLeft(e.Text, " ")
	done, options := c.options(c.newRequest(ctx, e), text)
	return fitting(text[:done], text[done:], options)
}

// options returns what may continue a text, each with its synonyms between "|", and the length of the part of the text
// that is complete.
func (c *Router) options(req *request.Request, text string) (done int, all []string) {
	g := req.Guide
	word, rest, argued := strings.Cut(text, " ")
	name, behind := "", len(word)+1
	if strings.HasPrefix(word, "/") {
		name = c.Languages.Book.Command(strings.TrimPrefix(word, "/"))
	}
	game, title, titled := strings.Cut(rest, " ")
	switch {
	case !argued && strings.HasPrefix(text, "/"):
		for _, c := range command.Public() {
			all = append(all, g.Voice.Typed(c.Name))
		}
		return 0, all
	case name == "":
		return 0, c.suggestMoves(req, text)
	case name == "move", name == "moves":
		return behind, c.suggestMoves(req, rest)
	case name == "manual":
		return behind, g.Reading().Titles(nil)
	case name == "rules" && titled && g.Game(game) != nil:
		return len(text) - len(title), g.Reading().Titles(g.Game(game))
	case name == "settings":
		n, all := settingOptions(g, rest)
		return behind + n, all
	}
	done = strings.LastIndexByte(text, ' ') + 1
	if strings.HasPrefix(text[done:], "@") {
		return done, c.handles(req)
	}
	return done, c.arguments(req, command.Named(name), strings.Fields(g.JoinNames(text[behind:done])))
}

// settingOptions returns the names of settings and the word for one's own, behind names also the values of these, and
// the length of the part of the text before them.
func settingOptions(g guide.Guide, text string) (done int, all []string) {
	whose, last := guide.OfGroup, []string{g.Voice.Typed("me")}
	if g.Event.Private {
		whose = guide.Own
	}
	if me, own, begun := strings.Cut(text, " "); begun && g.Languages.Book.Means("me", me) {
		whose, last, done = guide.Own, nil, len(text)-len(own)
	}
	own := text[done:]
	for i, r := range own {
		if r != ' ' && r != '=' {
			continue
		}
		if c, rest, known := g.Settings().ChoiceIn(own[:i]); known && rest == "" {
			for _, value := range g.Settings().TypedValues(c) {
				all = append(all, own[:i+1]+strings.ReplaceAll(value, "|", "|"+own[:i+1]))
			}
		}
	}
	return done, slices.Concat(all, g.Settings().TypedSettings(whose), last)
}

// suggestMoves completes moves in the matches where the author is on turn or, if there are none, in the lesson or
// puzzle that is open in the room.
func (c *Router) suggestMoves(req *request.Request, begin string) []string {
	if list := c.Moves.Suggest(req, begin); list != nil {
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

// arguments returns the words that may follow a command and the complete words before.
func (c *Router) arguments(req *request.Request, of command.Command, before []string) (all []string) {
	var game *engine.Game
	g := req.Guide
	for _, w := range before {
		game = cmp.Or(g.Game(w), game)
	}
	all = typedArguments(g, of, game, before)
	switch of.Name {
	case "play":
		if game != nil {
			all = append(append(all, g.Asking().TypedOptions(game)...), g.Asking().Wishes(game)...)
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
		all = g.Settings().TypedValues(view.ChoiceNamed(of.Name))
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

// fitting returns the options that continue the typed text, each after head: of synonyms between "|" the first that
// does, and of options that differ only in accents the first. If there are too many, all values of an option are
// replaced by its name, after which they are suggested.
func fitting(head, typed string, options []string) (found []string) {
	alike := func(word string) func(string) bool {
		return func(other string) bool { return speech.Fold(other) == speech.Fold(word) }
	}
	for _, o := range options {
		words := strings.Split(o, "|")
		i := slices.IndexFunc(words, func(w string) bool {
			// a move after the id of a match fits already
			return strings.HasPrefix(speech.Fold(w), speech.Fold(typed)) || strings.HasPrefix(w, "#")
		})
		if i >= 0 && !slices.ContainsFunc(found, alike(words[i])) {
			found = append(found, words[i])
		}
	}
	if len(found) > request.Suggestions && !strings.Contains(typed, "=") {
		for i, o := range found {
			if name, _, valued := strings.Cut(o, "="); valued {
				found[i] = name + "="
			}
		}
		found = slices.Compact(found)
	}
	found = found[:min(len(found), request.Suggestions)]
	for i := range found {
		found[i] = head + found[i]
	}
	return found
}
