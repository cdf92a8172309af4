package view

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// Enough is the maximum number of moves of a position that are examined: there may be millions.
const Enough = 2000

// Board returns a view of a match with some cells marked, nil for none, as a picture, text or words.
func (a Audience) Board(m *match.Match, view engine.View, cells []int) *chat.Board {
	scene := a.scene(m, view)
	words := scene.Words()
	if a.Look.Show == InWords {
		return spokenBoard(words)
	}
	if end := a.Result(m); end != nil {
		words = slices.Insert(words, 0, chat.PlainText(end))
	}
	if n := countMoves(m); n > 0 {
		words = append(words, a.Voice.Text(a.Voice.Of(m.Game, "words.moves"), speech.Count(n)))
	}
	if m.Setup.Several() {
		words = append(words, a.Voice.Text("words.score", scene.side("First", engine.First),
			scene.side("Second", engine.Second), speech.Text("A", points(m, engine.First)),
			speech.Text("B", points(m, engine.Second)), speech.Text("Length", "")))
	}
	style := a.Style(m)
	board := &chat.Board{Text: render.Text(view, style), Alt: strings.Join(words, " ")}
	if stake := a.Voice.stake(view); stake != nil {
		board.Text += "\n" + chat.PlainText(stake)
	}
	if a.pictured() && a.Draw != nil {
		style.Marked, style.Banner = cells, a.banner(m)
		if shade := a.Voice.Of(m.Game, "shade"); a.isFirst(m) && a.Voice.Has(shade) {
			style.Shade = a.Voice.Text(shade)
		}
		board.PNG = a.Draw(view, style)
	}
	return board
}

// isFirst reports whether the board of a match is its first, on which shaded squares are explained.
func (a Audience) isFirst(m *match.Match) bool {
	return m.Line.Len() == 0 && m.Status != match.Over && !a.puzzle
}

// drawn returns a picture of the board without its last move, with cells framed and arrows; nil where no pictures are
// shown, or nothing is marked. alt describes the picture.
func (a Audience) drawn(m *match.Match, alt string, cells []int, arrows ...render.Arrow) *chat.Board {
	if !a.pictured() || a.Draw == nil || cells == nil && arrows == nil {
		return nil
	}
	view := m.Line.View()
	view.Last = engine.Trace{}
	style := a.Style(m)
	style.Marked, style.Arrows = cells, arrows
	if png := a.Draw(view, style); png != nil {
		return &chat.Board{PNG: png, Alt: alt}
	}
	return nil
}

// spokenBoard returns a board in words, one sentence per line.
func spokenBoard(words []string) *chat.Board {
	return &chat.Board{Text: strings.Join(words, "\n"), Told: true}
}

// present returns the current board of a match, with the obligations of the side on turn marked. In words it omits the
// turn and the obligations, as the message says them above; in a puzzle it keeps the turn.
func (a Audience) present(m *match.Match) *chat.Board {
	switch {
	case a.Look.Show != InWords:
		return a.Board(m, LastView(m), duties(m))
	case a.puzzle:
		return spokenBoard(append(a.scene(m, LastView(m)).turn(), a.Standing(m)...))
	}
	return spokenBoard(a.Standing(m))
}

// Standing describes the current board of a match in words, without the turn and the obligations.
func (a Audience) Standing(m *match.Match) []string {
	return a.scene(m, LastView(m)).standing()
}

// banner returns the line on a picture that says how a match ended, "" before its end.
func (a Audience) banner(m *match.Match) string {
	return chat.PlainText(a.ended(m, m.Outcome, func(p match.Player) chat.User { return chat.User{Name: caption(p)} }))
}

// Style returns how the boards of a match are drawn and written.
func (a Audience) Style(m *match.Match) render.Style {
	return render.Style{
		Flip: a.Look.Bottom == engine.Second, Theme: a.Look.Theme, Size: a.Look.Size,
		Letters: a.Voice.letters(), Count: a.count(m), Words: a.Voice.BoardWords(),
		First:  pointed(m, engine.First, caption(m.Player(engine.First))),
		Second: pointed(m, engine.Second, caption(m.Player(engine.Second))),
	}
}

// count returns the side from whose point of view points are numbered, Nobody for the side to move. In a puzzle it is
// the solving side, to the end.
func (a Audience) count(m *match.Match) engine.Side {
	if a.puzzle {
		return cmp.Or(a.Voice.count(), m.Line.At(0).Turn())
	}
	return a.Voice.count()
}

// pictured reports whether boards are shown as pictures.
func (a Audience) pictured() bool { return a.Caps.Pictures && Pictured(a.Look.Show) }

// theme returns the theme of the pictures, "" if none are shown.
func (a Audience) theme() string {
	if !a.pictured() {
		return ""
	}
	return a.Look.Theme
}

// caption returns the name of a player on a picture; it is the handle if the typeface cannot write the name.
func caption(p match.Player) string {
	u := User(p)
	return cmp.Or(render.Readable(u.Name), render.Readable(u.Handle), u.Name)
}

// BoardWords returns the words beside the numbers on a backgammon board.
func (v Voice) BoardWords() render.Words {
	return render.Words{
		Pips: v.Text("board.pips"), Bar: v.Text("board.bar"), Off: v.Text("board.off"),
		Cube: v.Text("board.cube"), Score: v.Text("board.score"),
	}
}

// stake says the stake if the rules want it shown at all times; else it is nil.
func (v Voice) stake(view engine.View) []chat.Span {
	if view.Points == nil || !view.Points.Absolute {
		return nil
	}
	return v.Say("stake-shown", speech.Number("Stake", view.Points.Cube))
}

// Legend returns what the signs of a text board mean, one per line.
func (a Audience) Legend(m *match.Match, view engine.View) string {
	var lines []string
	for _, sign := range render.Legend(view, a.Style(m)) {
		lines = append(lines, sign.Text+"  "+a.Voice.Text(a.Voice.Of(m.Game, "legend."+string(sign.Means)),
			speech.Text("First", a.colourName(m, engine.First)), speech.Text("Second", a.colourName(m, engine.Second))))
	}
	return strings.Join(lines, "\n")
}

// LastView returns the view of a match with its last visible move, even if dice were rolled after it. After the end of
// the match no side is on turn in it.
func LastView(m *match.Match) engine.View {
	v := m.Line.View()
	if m.Status == match.Over {
		v.Turn = engine.Nobody
	}
	for n := m.Line.Len() - 1; n > 0; n-- {
		blank := m.Line.Move(n) == engine.Pass || m.Dice.Seal != "" && len(v.Last.Hops) == 0 // an invisible move
		if !blank || engine.StandingOf(m.Line.At(n)).Ended.Decided() {
			break // the move before is of another game
		}
		v.Last = m.Line.Trace(n - 1)
	}
	return v
}

// countMoves counts the legal moves that move pieces; it is 0 if no player is on turn, or there are more than Enough.
func countMoves(m *match.Match) int {
	if m.Turn() != engine.First && m.Turn() != engine.Second {
		return 0
	}
	n, p := 0, m.Line.Position()
	for move := range p.Moves() {
		if word, _ := engine.WordOf(p, move); word == "" { // not rolling or huffing
			n++
		}
		if n > Enough {
			return 0
		}
	}
	return n
}

// duties returns the cells of pieces that must capture, or that the side on turn may remove.
func duties(m *match.Match) []int {
	p := m.Line.Position()
	a, ok := p.(engine.Obligations)
	if !ok || m.Turn() == engine.Nobody {
		return nil
	}
	var cells []int
	if a.Duty() != nil {
		cells = origins(p, upTo(Enough, m.Legal()))
	}
	for _, r := range a.Rights() {
		if trace := p.Trace(r); len(trace.Path) == 0 {
			cells = append(cells, trace.Taken...)
		}
	}
	return cells
}

// origins returns the cells where moves begin, each once.
func origins(p engine.Position, moves iter.Seq[engine.Move]) (cells []int) {
	for move := range moves {
		if path := p.Trace(move).Path; len(path) > 0 && !slices.Contains(cells, path[0]) {
			cells = append(cells, path[0])
		}
	}
	return cells
}
