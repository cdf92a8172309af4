package guide

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
)

// Wish is what the words of a challenge ask for, as far as they do.
type Wish struct {
	Game     *engine.Game   // nil if none is named
	Draughts []*engine.Game // of which the author may have each in mind
	Options  engine.Options
	Opponent chat.User // zero: none is named
	From     string    // the text of the position to begin with, "" for the usual one
	Level    int       // of the house, which is the opponent then; 0: it is not
	Colour   string    // a word for a side, "" if none is chosen
	Apart    bool      // in a thread of its own
	Unrated  bool      // it is played for no rating
	Hints    bool      // both players may ask for hints
	Lesson   bool      // the first moves against the house are accompanied
	Touch    bool      // a piece that was named has to move
	Time     string    // a time control, "none" included; "": as usual here
	Unmet    string    // the name of somebody who is meant and not known here, "" if nobody is
	Usual    bool      // the game is what a bare "damas" of the author stands for from now on
	Asks     string    // what is asked with buttons: AskOptions, alone or with the name of one behind, AskWhom, or ""
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
	return names[slices.IndexFunc(names, func(name string) bool { return !Bare(name) })]
}

// text says a wish again, with each word for something as word has it.
func (w Wish) text(word func(what string) string) string {
	var words []string
	add := func(said bool, parts ...string) {
		if said {
			words = append(words, strings.Join(parts, "="))
		}
	}
	if w.Game != nil {
		add(true, word(Short(w.Game)))
	}
	add(w.Colour != "", word("colour"), word(w.Colour))
	add(w.Apart, word("thread"))
	add(w.Usual, word("default"))
	add(w.Unrated, word("rated"), word("no"))
	add(w.Hints, word("hints"), word("yes"))
	add(w.Lesson, word("lesson"), word("yes"))
	add(w.Touch, word("touch"), word("yes"))
	add(w.Time != "", word("time"), word(w.Time))
	add(w.From != "", word("from"), `"`+w.From+`"`)
	for _, k := range slices.Sorted(maps.Keys(w.Options)) {
		add(true, k, w.Options[k])
	}
	add(w.Level > 0, word("@house:"+engine.LevelName(w.Level)))
	add(w.Level == 0 && w.Opponent != (chat.User{}), "@"+cmp.Or(w.Opponent.Handle, w.Opponent.ID))
	asks := word(w.Asks)
	if asks == AskWhom {
		asks += w.Unmet
	}
	add(asks != "", asks)
	return strings.Join(words, " ")
}

// asking is a wish that asks for something with buttons.
func (w Wish) asking(what string) Wish {
	w.Asks = what
	return w
}

// with is a wish with a value for an option.
func (w Wish) with(o engine.Option, value string) Wish {
	w.Options = maps.Clone(w.Options)
	if w.Options[o.Name] = value; value == o.Default {
		delete(w.Options, o.Name)
	}
	return w
}

// Play is a wish as a command: for buttons, whose text has to be short and is read by nobody, or in words of the
// language where it is to be typed. A button names the opponent by the id if that fits: a handle alone does not let
// every service call the person.
func (g Asking) Play(w Wish) string {
	word := func(what string) string { return what }
	if g.Caps.Rows == 0 {
		word = func(what string) string { return g.wordFor(what, w) }
		w.Options = g.optionsInWords(w)
	}
	says := g.Voice.Typed("play") + " "
	if g.Caps.Rows > 0 && w.Opponent.ID != "" {
		by := w
		by.Opponent.Handle = ""
		if text := by.text(word); len(says+text) <= g.Caps.Says {
			return says + text
		}
	}
	return says + w.text(word)
}

// wordFor is how one types something that a wish says.
func (g Asking) wordFor(what string, w Wish) string {
	if strings.HasPrefix(what, "@") { // the house
		return g.Voice.Typed("house") + " " + g.Voice.Typed("level") + "=" + g.level(w.Level)
	}
	words := map[string]string{AskWhom: "whom", AskOptions: "choose", AskFurther: "more"}
	if w.Game != nil {
		if what == Short(w.Game) {
			return g.TypedGame(w.Game)
		}
		words["first"], words["second"] = w.Game.Colours[0], w.Game.Colours[1]
	}
	what = cmp.Or(words[what], what)
	if !g.Voice.Has("word." + what) {
		return what
	}
	return g.Voice.Typed(what)
}

// Wishes are what may be typed behind any game, as words of the language.
func (g Asking) Wishes(game *engine.Game) (all []string) {
	w := Wish{Game: game}
	for _, what := range []string{"first", "second", "lot", "theirs"} {
		all = append(all, g.Voice.Typed("colour")+"="+g.wordFor(what, w))
	}
	for _, value := range tell.ChoiceNamed("time").Values {
		all = append(all, g.Voice.Typed("time")+"="+g.wordFor(value, w))
	}
	all = append(all, g.Voice.Typed("house"))
	for level := 1; level <= engine.Levels; level++ {
		all = append(all, g.Voice.Typed("level")+"="+g.level(level))
	}
	return append(all, g.Voice.Typed("level")+"="+g.level(engine.Max), g.Voice.Typed("rated")+"="+g.Voice.Typed("no"),
		g.Voice.Typed("hints")+"="+g.Voice.Typed("yes"),
		g.Voice.Typed("from")+"=")
}

// optionsInWords are the options of a wish as one types them.
func (g Asking) optionsInWords(w Wish) engine.Options {
	said := engine.Options{}
	for name, value := range w.Options {
		said[typedOption(g.Voice.OptionName(name))] = typedOption(g.Voice.OptionValue(name, value))
	}
	return said
}

// TypedOptions are the options of a game with each of their values that begin with a text, as one types them, or with
// the names that the rules have if that does not fit.
func (g Asking) TypedOptions(game *engine.Game, begin string) (all []string) {
	for _, o := range game.Options {
		for _, v := range o.Values {
			typed := typedOption(g.Voice.OptionName(o.Name)) + "=" + typedOption(g.Voice.OptionValue(o.Name, v))
			all = append(all, beginning(begin, typed, o.Name+"="+v)...)
		}
	}
	return all
}

// typedOption is a name or a value without spaces, in which it could not be told where it ends.
func typedOption(text string) string { return strings.ReplaceAll(strings.ToLower(text), " ", "-") }

// Side is the side that a word for a colour stands for in a game, nil if it is not known yet; Nobody for a lot.
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

// OptionNames lists the options of a game in words, as they can be typed; "" if it has none.
func (g Asking) OptionNames(game *engine.Game) string {
	var list []string
	for _, o := range game.Options {
		list = append(list, typedOption(g.Voice.OptionName(o.Name)))
	}
	return strings.Join(list, ", ")
}

// optionList lists the options of a group with their values, as they can be typed; "" are all of them.
func (g Asking) optionList(game *engine.Game, group string) string {
	var list []string
	for _, o := range game.Options {
		if group == "" || o.Group == group {
			list = append(list, g.typedValues(o))
		}
	}
	return strings.Join(list, ", ")
}

// typedValues are an option and its values, as they can be typed.
func (g Asking) typedValues(o engine.Option) string {
	return typedOption(g.Voice.OptionName(o.Name)) + "=" + strings.ReplaceAll(g.Values(o), ", ", "|")
}

// mostValues are listed of an option: of a long row of numbers the first ones and the last one say enough.
const mostValues = 8

// Values lists the values of an option, as they can be typed.
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
