package bot

import (
	"context"
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
	bottom engine.Side // who sits at the bottom; Nobody: First
	theme  string      // one of render.Themes, "" for the usual one
}

func themeKey(room chat.Room) string { return "theme/" + string(room) }

// look is that of a room, for a side.
func (b *Bot) look(ctx context.Context, room chat.Room, bottom engine.Side) look {
	theme, err := b.Store.Get(ctx, themeKey(room))
	if err != nil {
		b.Log.Warn("theme of a room", "room", room, "error", err)
	}
	if !slices.Contains(render.Themes, theme) { // of another version, perhaps
		theme = ""
	}
	return look{bottom, theme}
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
	style := render.Style{Flip: l.bottom == engine.Second}
	board := &chat.Board{Text: render.Text(view, style), Alt: describe(view, v)}
	if n := choices(m); n > 0 {
		board.Alt += " " + v.Text("describe.moves", speech.Count(n))
	}
	if !c.Pictures {
		return board
	}
	style.Theme = l.theme
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

// theme chooses the look of boards in the room, by a name in any of the languages.
func (t *talk) theme(text string) error {
	word := speech.Fold(strings.TrimSpace(text))
	if word == "" {
		var row []chat.Button
		for _, theme := range render.Themes {
			row = append(row, chat.Button{Label: strings.Fields(t.voice.Text("theme." + theme))[0], Says: "/theme " + theme})
		}
		t.send(chat.Message{Text: t.voice.Say("which-theme"), Buttons: [][]chat.Button{row}, Private: true})
		return nil
	}
	for _, theme := range render.Themes {
		if word != theme && !t.book.Meaning("theme."+theme, word) {
			continue
		}
		if err := t.Store.Put(t.ctx, themeKey(t.event.Room), theme); err != nil {
			return err
		}
		t.say("theme-set", speech.Text("Theme", strings.Fields(t.voice.Text("theme." + theme))[0]))
		return nil
	}
	t.note("no-such-theme", speech.Text("Word", word), speech.Text("Themes", strings.Join(render.Themes, ", ")))
	return nil
}
