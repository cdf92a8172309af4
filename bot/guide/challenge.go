package guide

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
)

// Challenge is what the words of a challenge ask for; it may be incomplete.
type Challenge struct {
	Game     *engine.Game   // nil if none is named
	Draughts []*engine.Game // the kinds of draughts that the author may mean
	Terms    engine.Options // values of Terms, "" for the usual ones
	Options  engine.Options
	Opponent chat.User // zero if none is named
	Level    int       // of the computer as the opponent; 0 for another opponent
	Unmet    string    // name of an opponent who is unknown here, "" if none
	Asks     string    // question to ask: AskOptions, perhaps with an option's name, AskWhom, or ""
}

// Terms are the options of a match of any game, by the keys of their words. Values are the suggested ones; an option
// without any is a yes or no, with no as the default.
var Terms = []engine.Option{
	{Name: "colour", Values: []string{"first", "second", "lot", "theirs"}}, // or the word for a side as it was typed
	{Name: "thread"},  // play in a thread
	{Name: "default"}, // make the game the author's usual draughts
	{Name: "rated", Values: []string{"no"}},
	{Name: "hints", Values: []string{"yes"}}, // for both players
	{Name: "lesson"},                         // comment on the first moves against the computer
	{Name: "touch"},                          // touch-move rule
	{Name: "arbiter"},                        // a person
	{Name: "time", Values: view.ChoiceNamed("time").Values}, // or any other time control
	{Name: "from"}, // the text of the position to begin with
}

// Words in buttons that ask a question; people need not type them.
const (
	AskOptions = "?"
	AskFurther = "?+" // for games that are not offered first
	AskWhom    = "??"
)

// Short returns a name of a game for a button, independent of the language.
func Short(game *engine.Game) string {
	names := append(slices.Clone(game.Aliases), game.Name)
	return names[slices.IndexFunc(names, func(name string) bool { return !IsAnyDraughts(name) })]
}

// text returns a challenge as the arguments of the command, in English words.
func (w Challenge) text() string {
	var words []string
	if w.Game != nil {
		words = append(words, Short(w.Game))
	}
	for _, t := range Terms {
		value := w.Terms[t.Name]
		if t.Name == "from" && value != "" {
			value = `"` + value + `"`
		}
		if value != "" {
			words = append(words, t.Name+"="+value)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(w.Options)) {
		words = append(words, k+"="+w.Options[k])
	}
	switch {
	case w.Level > 0:
		words = append(words, "@house:"+engine.LevelName(w.Level))
	case w.Opponent != (chat.User{}):
		words = append(words, "@"+cmp.Or(w.Opponent.Handle, w.Opponent.ID))
	}
	if w.Asks == AskWhom {
		w.Asks += w.Unmet
	}
	return strings.TrimSpace(strings.Join(append(words, w.Asks), " "))
}

// asking returns a challenge that asks a question: see Challenge.Asks.
func (w Challenge) asking(what string) Challenge {
	w.Asks = what
	return w
}

// with returns a challenge with a value for an option.
func (w Challenge) with(o engine.Option, value string) Challenge {
	w.Options = maps.Clone(w.Options)
	if w.Options[o.Name] = value; value == o.Default {
		delete(w.Options, o.Name)
	}
	return w
}

// term returns a challenge with a value for one of Terms.
func (w Challenge) term(name, value string) Challenge {
	terms := engine.Options{}
	maps.Copy(terms, w.Terms)
	terms[name] = value
	w.Terms = terms
	return w
}

// Play returns a challenge as a command for buttons. It names the opponent by id if that fits, as not every service can
// notify a person by handle.
func (g Asking) Play(w Challenge) string {
	says := g.Voice.Typed("play") + " "
	by := w
	by.Opponent.Handle = ""
	if w.Opponent.ID != "" && len(says+by.text()) <= g.Caps.Says {
		w = by
	}
	return says + w.text()
}

// InWords translates the arguments of a command to the language of the reader.
func (g Guide) InWords(text string) string {
	words := strings.Fields(text)
	var game *engine.Game
	for i, word := range words {
		game = cmp.Or(g.Game(word), game)
		words[i] = g.inWords(game, word)
	}
	return strings.Join(words, " ")
}

// inWords translates an argument after the name of a game, nil if there is none.
func (g Guide) inWords(game *engine.Game, word string) string {
	name, value, valued := strings.Cut(word, "=")
	level, robot := strings.CutPrefix(word, "@house:")
	side := slices.Index([]string{"first", "second"}, word)
	switch {
	case robot:
		return g.Voice.Typed("house") + " " + g.inWords(nil, "level="+level)
	case valued && game != nil && slices.ContainsFunc(game.Options, func(o engine.Option) bool { return o.Name == name }):
		return typedOption(g.Voice.OptionName(name)) + "=" + typedOption(g.Voice.OptionValue(name, value))
	case valued && g.Voice.Has("word."+name):
		return g.Voice.Typed(name) + "=" + g.inWords(game, value)
	case g.Game(word) != nil:
		return g.TypedGame(g.Game(word))
	case side >= 0 && game != nil:
		return g.Voice.Typed(game.Colours[side])
	case g.Voice.Has("word." + word), g.Voice.Has("command." + word):
		return strings.TrimPrefix(g.Voice.Typed(word), "/")
	}
	return word
}

// Wishes returns the words that may follow any game, in the language of the reader.
func (g Asking) Wishes(game *engine.Game) []string {
	text := Short(game)
	for _, t := range Terms {
		for _, value := range t.Values {
			text += " " + t.Name + "=" + value
		}
	}
	text += " house"
	for level := 1; level <= engine.Max; level++ {
		text += " level=" + engine.LevelName(level)
	}
	return strings.Fields(g.InWords(text + " from="))[1:]
}

// TypedOptions returns the options of a game with each of their values, as synonyms.
func (g Asking) TypedOptions(game *engine.Game) (all []string) {
	for _, o := range game.Options {
		for _, v := range o.Values {
			typed := typedOption(g.Voice.OptionName(o.Name)) + "=" + typedOption(g.Voice.OptionValue(o.Name, v))
			all = append(all, synonyms(typed, o.Name+"="+v))
		}
	}
	return all
}

// typedOption writes a name or a value with hyphens for spaces, which would end it.
func typedOption(text string) string { return strings.ReplaceAll(strings.ToLower(text), " ", "-") }

// Side returns the side that a word for a colour means in a game, which may be nil, and Nobody for a random one; false
// if it means none.
func (g Asking) Side(word string, game *engine.Game) (engine.Side, bool) {
	if game != nil {
		for i, colour := range game.Colours {
			if g.means(colour, word) {
				return engine.First + engine.Side(i), true
			}
		}
	}
	for side, what := range []string{"lot", "first", "second"} {
		if g.means(what, word) && (game == nil || !g.colour(word)) {
			return engine.Side(side), true
		}
	}
	return engine.Nobody, false
}

// colour reports whether a word names the colour of pieces in any game.
func (g Asking) colour(word string) bool {
	return slices.ContainsFunc(g.Games, func(game *engine.Game) bool {
		return g.means(game.Colours[0], word) || g.means(game.Colours[1], word)
	})
}

// OptionList lists the options of a game with their values as they are typed; it is empty for a game without options.
func (g Asking) OptionList(game *engine.Game) string {
	var list []string
	for _, o := range game.Options {
		list = append(list, typedOption(g.Voice.OptionName(o.Name))+"="+strings.ReplaceAll(g.Values(o), ", ", "|"))
	}
	return strings.Join(list, ", ")
}

// mostValues is the maximum number of listed values of an option: of a long row of numbers the first and the last one
// suffice.
const mostValues = 8

// Values lists the values of an option as they are typed.
func (g Asking) Values(o engine.Option) string {
	var list []string
	for _, value := range o.Values {
		list = append(list, strings.ReplaceAll(g.Voice.OptionValue(o.Name, value), " ", "-"))
	}
	if last := len(list) - 1; last >= mostValues {
		list = append(append(list[:mostValues-2:mostValues-2], "…"), list[last])
	}
	return strings.Join(list, ", ")
}
