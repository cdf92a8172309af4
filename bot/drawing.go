package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// look is how boards look in a room.
type look struct {
	bottom  engine.Side // who sits at the bottom; Nobody: First
	theme   string      // one of render.Themes, "" for the usual one
	size    int         // width of pictures in pixels, 0 for the usual one
	symbols bool        // text boards are of symbols, not of letters
}

// turned is the look from the other side, if it is to be turned.
func (l look) turned(turn bool) look {
	switch {
	case turn && l.bottom == engine.Second:
		l.bottom = engine.First
	case turn:
		l.bottom = engine.Second
	}
	return l
}

// sizes are the widths of pictures that a room can choose, in pixels, by the names that the message files know.
var sizes = map[string]int{"phone": render.DefaultSize, "desktop": 1080}

func themeKey(room chat.Room) string { return "theme/" + string(room) }
func sizeKey(room chat.Room) string  { return "size/" + string(room) }

// look is that of a room, for a side.
func (b *Bot) look(ctx context.Context, room chat.Room, bottom engine.Side) look {
	theme, err1 := b.Store.Get(ctx, themeKey(room))
	size, err2 := b.Store.Get(ctx, sizeKey(room))
	if err := errors.Join(err1, err2); err != nil {
		b.Log.Warn("look of a room", "room", room, "error", err)
	}
	if !slices.Contains(render.Themes, theme) { // of another version, perhaps
		theme = ""
	}
	return look{bottom: bottom, theme: theme, size: sizes[size]}
}

// seat is the look of a board here: from the author's own side where nobody else looks on.
func (t *talk) seat(m *match.Match) look {
	bottom := engine.First
	if t.event.Private {
		bottom = m.Side(t.me.ID)
	}
	return t.look(t.ctx, t.event.Room, bottom)
}

// drawn is a view of a match.
func (b *Bot) drawn(m *match.Match, view engine.View, v speech.Voice, c chat.Caps, l look) *chat.Board {
	return b.drawnMarked(m, view, v, c, l, duties(m))
}

// drawnMarked is a view of a match with some cells marked.
func (b *Bot) drawnMarked(m *match.Match, view engine.View, v speech.Voice, c chat.Caps, l look, cells []int) *chat.Board {
	style := render.Style{Flip: l.bottom == engine.Second, Unicode: l.symbols}
	board := &chat.Board{Text: render.Text(view, style), Alt: describe(view, v)}
	if n := choices(m); n > 0 {
		board.Alt += " " + v.Text("describe.moves", speech.Count(n))
	}
	if !c.Pictures {
		return board
	}
	style.Theme, style.Size = l.theme, l.size
	style.First, style.Second = user(m.Player(engine.First)).Name, user(m.Player(engine.Second)).Name
	style.Title = v.Text("game."+m.Game.Name) + chosen(m) + " #" + m.ID
	style.Marked = cells
	png, err := render.Picture(view, style)
	if err != nil {
		b.Log.Error("draw a board", "match", m.ID, "error", err)
		return board // the text of the board is still there
	}
	board.PNG = png
	return board
}

// choices is how many moves the side on turn has, 0 if nobody is or there are too many to count.
func choices(m *match.Match) int {
	if m.Turn() != engine.First && m.Turn() != engine.Second {
		return 0
	}
	n := 0
	for range m.Line.Position().Moves() {
		if n++; n > enough {
			return 0
		}
	}
	return n
}

// duties are the cells that the side on turn has to think of: pieces that must capture, or that it may take away.
func duties(m *match.Match) []int {
	if m.Turn() == engine.Nobody {
		return nil
	}
	var cells []int
	p := m.Line.Position()
	if d, ok := p.(engine.Dutiful); ok && d.Duty() != nil {
		cells = movable(m, "")
	}
	if e, ok := p.(engine.Entitled); ok {
		for _, r := range e.Rights() {
			if trace := p.Trace(r); len(trace.Path) == 0 {
				cells = append(cells, trace.Taken...)
			}
		}
	}
	return cells
}

// movable are the cells where the moves begin whose text begins with something.
func movable(m *match.Match, begin string) []int {
	var cells []int
	p := m.Line.Position()
	from := map[string]bool{} // moves that begin with the same square are of the same piece
	seen := 0
	for move := range p.Moves() {
		if seen++; seen > enough {
			break
		}
		text := string(move)
		square := text[:len(text)-len(strings.TrimLeft(text, "abcdefghij0123456789"))]
		if from[square] || !strings.HasPrefix(text, begin) {
			continue
		}
		from[square] = true
		if path := p.Trace(move).Path; len(path) > 0 && !slices.Contains(cells, path[0]) {
			cells = append(cells, path[0])
		}
	}
	return cells
}

// theme chooses the look of boards in the room, or their size, by a name in any of the languages.
func (t *talk) theme(text string) error {
	type choice struct{ key, setting, value string }
	var choices []choice
	for _, theme := range render.Themes {
		choices = append(choices, choice{"theme." + theme, themeKey(t.event.Room), theme})
	}
	for _, size := range slices.Sorted(maps.Keys(sizes)) {
		choices = append(choices, choice{"size." + size, sizeKey(t.event.Room), size})
	}
	word := speech.Fold(strings.TrimSpace(text))
	name := func(c choice) string { return strings.Fields(t.voice.Text(c.key))[0] }
	for _, c := range choices {
		if word != c.value && !t.book.Meaning(c.key, word) {
			continue
		}
		if err := t.Store.Put(t.ctx, c.setting, c.value); err != nil {
			return err
		}
		t.say("theme-set", speech.Text("Theme", name(c)))
		return nil
	}
	m := chat.Message{Text: t.voice.Say("which-theme"), Private: true}
	if word != "" {
		m.Text = t.voice.Say("no-such-theme", speech.Text("Word", word))
	}
	rows := make([][]chat.Button, 2)
	for i, c := range choices {
		row := 0
		if i >= len(render.Themes) {
			row = 1
		}
		rows[row] = append(rows[row], chat.Button{Label: name(c), Says: "/theme " + c.value})
	}
	m.Buttons = rows
	t.send(m)
	return nil
}
