package bot

import (
	"maps"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// wish is what the words of a challenge ask for, as far as they do: a game, a person after @ and options k=v, in any order.
type wish struct {
	game     *engine.Game // nil if none is named
	options  engine.Options
	opponent chat.User // zero: none is named
	colour   string    // a word for a side, "" if none is chosen
	word     string    // for the dice, "" for any
	apart    bool      // in a thread of its own
	asks     string    // what is to be asked with buttons: askOptions, alone or with the name of one behind, askWhom, or ""
}

// Words that ask for buttons. People have no need to type them.
const (
	askOptions = "?"
	askWhom    = "??"
)

// wish reads the words of a challenge; false if the author was told what is wrong with them.
func (t *talk) wish(text, diceWord string) (wish, bool) {
	w := wish{opponent: t.event.Answered, options: engine.Options{}, word: diceWord}
	for _, u := range t.event.Mentions { // a person without a handle is named by the service alone
		if u.Handle == "" && u.ID != "" {
			w.opponent = u
			break
		}
	}
	for _, word := range strings.Fields(text) {
		handle, isHandle := strings.CutPrefix(word, "@")
		key, value, isOption := strings.Cut(strings.ToLower(word), "=")
		switch g := t.gameCalled(word); {
		case strings.HasPrefix(word, askOptions):
			w.asks = word
		case t.book.Means("thread", word):
			w.apart = true
		case isHandle && handle != "":
			w.opponent = t.known(handle)
		case isOption && t.book.Means("colour", key):
			if _, ok := t.side(value, nil); !ok && !t.book.Means("theirs", value) {
				t.note("play-colour")
				return w, false
			}
			w.colour = value
		case isOption:
			w.options[key] = value
		case g != nil:
			w.game = g
		default:
			t.note("play-what", speech.Text("Word", word), speech.Text("Games", t.gameNames()), speech.Text("Play", "/"+t.voice.Words("play")[0]))
			return w, false
		}
	}
	if w.game == nil && len(t.Games) == 1 {
		w.game = t.Games[0]
	}
	return w, true
}

// setup is what a wish for a game comes to; false if the author was told what is wrong with its options.
func (t *talk) setup(w wish) (match.Setup, bool) {
	full, err := w.game.Complete(w.options)
	if err == nil {
		_, err = w.game.New(full)
	}
	if err != nil {
		t.note("play-option", speech.Text("Game", t.voice.Text("game."+w.game.Name)), speech.Text("Options", optionList(w.game)))
		return match.Setup{}, false
	}
	if len(full) == 0 {
		full = nil
	}
	s := match.Setup{Game: w.game.Name, Version: w.game.Version, Options: full, Opponent: player(w.opponent), Theirs: t.book.Means("theirs", w.colour)}
	s.Side, _ = t.side(w.colour, w.game)
	return s, true
}

// text says a wish again, as one types it.
func (w wish) text() string {
	var words []string
	if w.game != nil {
		words = append(words, short(w.game))
	}
	if w.colour != "" {
		words = append(words, "colour="+w.colour)
	}
	if w.word != "" {
		words = append(words, "word="+w.word)
	}
	if w.apart {
		words = append(words, "thread")
	}
	for _, k := range slices.Sorted(maps.Keys(w.options)) {
		words = append(words, k+"="+w.options[k])
	}
	switch {
	case w.opponent.Handle != "":
		words = append(words, "@"+w.opponent.Handle)
	case w.opponent.ID != "":
		words = append(words, "@"+w.opponent.ID)
	}
	if w.asks != "" {
		words = append(words, w.asks)
	}
	return strings.Join(words, " ")
}

// side is the side that a word for a colour stands for in a game, nil if it is not known yet; Nobody for a lot.
func (t *talk) side(word string, g *engine.Game) (engine.Side, bool) {
	if g != nil {
		for i, colour := range g.Colours {
			if t.book.Means(colour, word) {
				return engine.First + engine.Side(i), true
			}
		}
	}
	for side, what := range []string{"lot", "first", "second"} {
		if t.book.Means(what, word) {
			return engine.Side(side), true
		}
	}
	return engine.Nobody, false
}

func optionList(g *engine.Game) string {
	var list []string
	for _, o := range g.Options {
		list = append(list, o.Name+"="+strings.Join(o.Values, "|"))
	}
	return strings.Join(list, ", ")
}
