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

// Challenge is what the words of a challenge ask for, which need not be everything.
type Challenge struct {
	Game     *engine.Game   // nil if none is named
	Draughts []*engine.Game // of which the author may have each in mind
	Terms    engine.Options // values of Terms, "" for the usual ones
	Options  engine.Options
	Opponent chat.User // zero: none is named
	Level    int       // of the computer, which is the opponent then; 0: it is not
	Unmet    string    // the name of somebody who is meant and not known here, "" if nobody is
	Asks     string    // what is asked with buttons: AskOptions, alone or with the name of one behind, AskWhom, or ""
}

// Terms are what can be chosen for a match of any game, by the keys of their words. Values are those that are
// suggested, of a yes or no the one that is not the default, a yes where there is none.
var Terms = []engine.Option{
	{Name: "colour", Values: []string{"first", "second", "lot", "theirs"}}, // or the word for a side as it was typed
	{Name: "thread"},  // in one of its own
	{Name: "default"}, // the game is what a bare "damas" of the author stands for from now on
	{Name: "rated", Values: []string{"no"}},
	{Name: "hints", Values: []string{"yes"}}, // for both players
	{Name: "lesson"},                         // the first moves against the computer are accompanied
	{Name: "touch"},                          // a piece that was named has to move
	{Name: "arbiter"},                        // a person
	{Name: "time", Values: view.ChoiceNamed("time").Values}, // or any other time control
	{Name: "from"}, // the text of the position to begin with
}

// Words that ask for buttons. People have no need to type them.
const (
	AskOptions = "?"
	AskFurther = "?+" // for games that are not offered first
	AskWhom    = "??"
)

// Short is a name of a game for a button, which means the same wherever it is pressed.
func Short(game *engine.Game) string {
	names := append(slices.Clone(game.Aliases), game.Name)
	return names[slices.IndexFunc(names, func(name string) bool { return !IsAnyDraughts(name) })]
}

// text writes a challenge as a command takes it, in the words of English.
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

// asking is a challenge that asks for something with buttons.
func (w Challenge) asking(what string) Challenge {
	w.Asks = what
	return w
}

// with is a challenge with a value for an option.
func (w Challenge) with(o engine.Option, value string) Challenge {
	w.Options = maps.Clone(w.Options)
	if w.Options[o.Name] = value; value == o.Default {
		delete(w.Options, o.Name)
	}
	return w
}

// term is a challenge with a value for one of Terms.
func (w Challenge) term(name, value string) Challenge {
	terms := engine.Options{}
	maps.Copy(terms, w.Terms)
	terms[name] = value
	w.Terms = terms
	return w
}

// Play writes a challenge as a command for buttons. It names the opponent by the id if that fits, as not every service
// can call a person by a handle alone.
func (g Asking) Play(w Challenge) string {
	says := g.Voice.Typed("play") + " "
	by := w
	by.Opponent.Handle = ""
	if w.Opponent.ID != "" && len(says+by.text()) <= g.Caps.Says {
		w = by
	}
	return says + w.text()
}

// InWords writes the words behind a command as they are typed in the language of the reader.
func (g Guide) InWords(text string) string {
	words := strings.Fields(text)
	var game *engine.Game
	for i, word := range words {
		game = cmp.Or(g.Game(word), game)
		words[i] = g.inWords(game, word)
	}
	return strings.Join(words, " ")
}

// inWords writes a word behind the name of a game, nil if there is none, as it is typed.
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

// Wishes are what may be typed behind any game, in the words of the language.
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

// TypedOptions are the options of a game with each of their values that begin with a text, as they are typed, or by the
// names in the rules if these do not fit.
func (g Asking) TypedOptions(game *engine.Game, begin string) (all []string) {
	for _, o := range game.Options {
		for _, v := range o.Values {
			typed := typedOption(g.Voice.OptionName(o.Name)) + "=" + typedOption(g.Voice.OptionValue(o.Name, v))
			all = append(all, beginning(begin, typed, o.Name+"="+v)...)
		}
	}
	return all
}

// typedOption writes a name or a value without spaces, which would end it.
func typedOption(text string) string { return strings.ReplaceAll(strings.ToLower(text), " ", "-") }

// Side is the side for which a word for a colour stands in a game, Nobody for a lot; false if it stands for none. The
// game may be nil.
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

// colour reports whether a word is that for the colour of pieces in any game.
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

// mostValues bounds the values listed of an option: of a long row of numbers the first ones and the last one say
// enough.
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
