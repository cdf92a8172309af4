package bot

import (
	"maps"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// askFor asks for what a wish lacks: the game, then its options, then the colour and whom to challenge. Every button says
// the wish with one thing more.
func (t *talk) askFor(w wish) {
	switch {
	case w.game == nil:
		w.asks = askOptions
		t.askGame(func(g *engine.Game) string {
			w.game = g
			return t.play(w)
		})
	case w.asks == askWhom || len(w.game.Options) == 0:
		t.askWhom(w)
	default:
		name := strings.TrimPrefix(w.asks, askOptions)
		w.asks = askOptions
		i := slices.IndexFunc(w.game.Options, func(o engine.Option) bool { return o.Name == name })
		if i >= 0 {
			t.askValue(w, w.game.Options[i])
			return
		}
		t.askOptions(w)
	}
}

// play is a wish as a command.
func (t *talk) play(w wish) string { return "/" + t.voice.Words("play")[0] + " " + w.text() }

// askGame offers the games.
func (t *talk) askGame(says func(*engine.Game) string) {
	m := chat.Message{Text: t.voice.Say("which-game"), Private: true, Instead: true}
	for _, g := range t.Games {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: t.voice.Text("game." + g.Name), Says: says(g)}})
	}
	t.send(m)
}

// fewValues may be gone through by pressing one button.
const fewValues = 3

// with is a wish with a value for an option.
func (w wish) with(o engine.Option, value string) wish {
	w.options = maps.Clone(w.options)
	if w.options[o.Name] = value; value == o.Default {
		delete(w.options, o.Name)
	}
	return w
}

// askValue offers the values of an option.
func (t *talk) askValue(w wish, o engine.Option) {
	m := chat.Message{Text: t.voice.Say("which-value", speech.Text("Option", o.Name)), Private: true, Instead: true}
	var row []chat.Button
	for _, value := range o.Values {
		row = append(row, chat.Button{Label: value, Says: t.play(w.with(o, value))})
	}
	m.Buttons = [][]chat.Button{row}
	t.send(m)
}

// askOptions shows what is chosen for a game. Pressing an option gives it its next value, or shows all if there are many.
func (t *talk) askOptions(w wish) {
	setup, ok := t.setup(w)
	if !ok {
		return
	}
	next := w
	next.asks = askWhom
	m := chat.Message{Text: t.voice.Say("which-options", speech.Text("Game", t.voice.Text("game."+w.game.Name))), Private: true, Instead: true, Told: true}
	var row []chat.Button
	for _, o := range w.game.Options {
		value := setup.Options[o.Name]
		changed := w.with(o, o.Values[(slices.Index(o.Values, value)+1)%len(o.Values)])
		if len(o.Values) > fewValues {
			changed = w
			changed.asks = askOptions + o.Name
		}
		if row = append(row, chat.Button{Label: o.Name + ": " + value, Says: t.play(changed)}); len(row) == 2 {
			m.Buttons, row = append(m.Buttons, row), nil
		}
	}
	if row != nil {
		m.Buttons = append(m.Buttons, row)
	}
	m.Buttons = append(m.Buttons, []chat.Button{{Label: t.voice.Text("button.go-on"), Says: t.play(next)}})
	if t.caps().Rows == 0 {
		m.Text = append(m.Text, line(t.voice.Say("which-options-how", speech.Text("Options", optionList(w.game)), speech.Text("Next", t.play(next))))...)
	}
	t.send(m)
}

// askWhom offers the colours, and the people whom the author has played lately.
func (t *talk) askWhom(w wish) {
	setup, ok := t.setup(w)
	if !ok {
		return
	}
	w.asks = askWhom
	m := chat.Message{Private: true, Instead: true, Text: t.voice.Say("which-opponent",
		speech.Text("Game", t.voice.Text("game."+w.game.Name)), speech.Text("Play", "/"+t.voice.Words("play")[0]+" "+short(w.game)))}
	var row []chat.Button
	for _, c := range []struct {
		word string
		on   bool
	}{
		{"lot", setup.Side == engine.Nobody && !setup.Theirs}, {"first", setup.Side == engine.First},
		{"second", setup.Side == engine.Second}, {"theirs", setup.Theirs},
	} {
		label := t.voice.Text("button.colour-" + c.word)
		if c.on {
			label = "✓ " + label
		}
		changed := w
		changed.colour = c.word
		row = append(row, chat.Button{Label: label, Says: t.play(changed)})
	}
	m.Buttons = append(m.Buttons, row)
	w.asks = ""
	if w.opponent != (chat.User{}) {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: t.voice.Text("button.challenge", speech.Person("Player", cleanUser(w.opponent))), Says: t.play(w)}})
	} else {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: t.voice.Text("button.anyone"), Says: t.play(w)}})
	}
	row = nil
	var people []chat.User
	if w.opponent == (chat.User{}) {
		people = t.opponents()
	}
	for _, u := range people {
		w.opponent = u
		if row = append(row, chat.Button{Label: u.Name, Says: t.play(w)}); len(row) == 3 {
			m.Buttons, row = append(m.Buttons, row), nil
		}
	}
	if row != nil {
		m.Buttons = append(m.Buttons, row)
	}
	t.send(m)
}

// How many opponents are offered, and in how many of the last matches they are looked for.
const (
	fewOpponents = 6
	lately       = 30
)

// opponents are those whom the author has met lately here.
func (t *talk) opponents() (people []chat.User) {
	q := storage.Query{Player: t.me.ID, Limit: lately}
	if !t.event.Private {
		q.Room = string(t.event.Room)
	}
	found, err := t.matches(q)
	if err != nil {
		t.Log.Warn("look for opponents", "error", err)
	}
	for _, m := range found {
		for _, p := range []match.Player{m.Challenger, m.Opponent} {
			known := func(u chat.User) bool { return player(u).Is(p) }
			if p.ID == "" || user(p).ID == "" || p.Is(t.me) || slices.ContainsFunc(people, known) || len(people) == fewOpponents {
				continue
			}
			people = append(people, user(p))
		}
	}
	t.meet(people...)
	return people
}
