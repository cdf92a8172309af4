package bot

import (
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
	theme   string      // one of render.Themes
	size    int         // width of pictures in pixels
	show    string      // "picture", "text" or "both"
	hints   bool        // duties are pointed out
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

// sizes are the widths of pictures in pixels, by the values of the choice.
var sizes = map[string]int{"phone": render.DefaultSize, "desktop": 1080}

// look is how the boards of a match look to those with a taste. own is the side of the only one who looks, Nobody for all.
func (s taste) look(m *match.Match, own engine.Side) look {
	l := look{bottom: own, theme: s.of("theme"), size: sizes[s.of("size")], show: s.of("show"), hints: s.of("hints") == "on"}
	switch s.of("side") {
	case "first":
		l.bottom = engine.First
	case "second":
		l.bottom = engine.Second
	case "turn":
		l.bottom = m.Turn()
	}
	return l
}

// seat is the look of a board here: from the author's own side where nobody else looks on.
func (t *talk) seat(m *match.Match) look {
	own := engine.Nobody
	if t.event.Private {
		own = m.Side(t.me.ID)
	}
	return t.taste.look(m, own)
}

// drawn is a view of a match.
func (b *Bot) drawn(m *match.Match, view engine.View, v voice, c chat.Caps, l look) *chat.Board {
	var cells []int
	if l.hints {
		cells = duties(m)
	}
	return b.drawnMarked(m, view, v, c, l, cells)
}

// drawnMarked is a view of a match with some cells marked.
func (b *Bot) drawnMarked(m *match.Match, view engine.View, v voice, c chat.Caps, l look, cells []int) *chat.Board {
	style := render.Style{Flip: l.bottom == engine.Second, Unicode: l.symbols, Letters: v.letters()}
	board := &chat.Board{Text: render.Text(view, style), Alt: describe(view, m.Game.Colours, v)}
	if n := countMoves(m); n > 0 {
		board.Alt += " " + v.Text("describe.moves", speech.Count(n))
	}
	if !c.Pictures || l.show == "text" {
		return board
	}
	style = b.style(m, l, v)
	style.Marked = cells
	png, err := render.Picture(view, style)
	if err != nil {
		b.Log.Error("draw a board", "match", m.ID, "error", err)
		return board // the text of the board is still there
	}
	board.PNG = png
	return board
}

// style is how pictures of a match are drawn.
func (b *Bot) style(m *match.Match, l look, v voice) render.Style {
	return render.Style{
		Flip: l.bottom == engine.Second, Theme: l.theme, Size: l.size, Letters: v.letters(),
		First: user(m.Player(engine.First)).Name, Second: user(m.Player(engine.Second)).Name,
		Title: v.Text("game."+m.Game.Name) + chosen(m) + " #" + m.ID,
	}
}

// countMoves is how many moves the side on turn has, 0 if nobody is or there are too many to count.
func countMoves(m *match.Match) int {
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
	a, ok := p.(engine.Arbiter)
	if !ok {
		return nil
	}
	if a.Duty() != nil {
		cells = movable(m, "")
	}
	for _, r := range a.Rights() {
		if trace := p.Trace(r); len(trace.Path) == 0 {
			cells = append(cells, trace.Taken...)
		}
	}
	return cells
}

// movable are the cells where the moves begin whose text begins with something.
func movable(m *match.Match, begin string) []int {
	var cells []int
	p := m.Line.Position()
	seen := 0
	for move := range p.Moves() {
		if seen++; seen > enough {
			break
		}
		if !begins(m, move, begin) {
			continue
		}
		if path := p.Trace(move).Path; len(path) > 0 && !slices.Contains(cells, path[0]) {
			cells = append(cells, path[0])
		}
	}
	return cells
}

// theme chooses the look of boards, or their size.
func (t *talk) theme(text string) error {
	if v, ok := t.valueIn(choiceNamed("size"), speech.Fold(strings.TrimSpace(text))); ok && v.Value != "" {
		return t.shortcut("size", text)
	}
	return t.shortcut("theme", text)
}
