// Package mat reads and writes the files of matches that programs for backgammon know.
package mat

import (
	"cmp"
	"fmt"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
)

// Format is the .mat files of Jellyfish, which programs for backgammon read. They are there for games by standard rules from the
// start, and keep neither throws of an opening that were thrown again nor decisions to roll. The rest stands in
// comments, which we read and others pass over; some of them are as other programs write them, too:
//
//	; [Variation "nackgammon"] of the other games of the family
//	; [Options "points=1 jacoby=off double=before cube-max=none crawford=on"]
//	; [Jacoby "On"]           where it is, as eXtreme Gammon writes it
//	; [Crawford "Off"]        the same
//	; [Result "first 2"]      of a match that was broken off
//	; [Given "first 1"]       a game that was given up before the first throw, instead of the game
var Format = engine.Format{Name: "mat", Ext: ".mat", Write: writeMat, Knows: matMark.MatchString, Read: readMat}

func writeMat(r engine.Record) (string, error) {
	start, ok := r.Line.At(0).(rules.Position)
	if !ok || !fits(start) {
		return "", fmt.Errorf("write .mat: %w", engine.ErrCannotHold)
	}
	w := matWriter{names: r.Names}
	if name := start.Rules.Game(); name != rules.Name {
		w.tag(matVariation, name)
	}
	w.tag("Options", optionsOf(start))
	if start.Jacoby {
		w.tag("Jacoby", "On")
	}
	if !start.Rules.Crawford && start.Length > 1 {
		w.tag("Crawford", "Off")
	}
	w.tag("Site", engine.Tidy(r.Site))
	w.tag("Event", engine.Tidy(r.Event))
	if engine.IsDate(r.Date) {
		w.tag("EventDate", r.Date)
	}
	if o := r.Outcome(); o.Decided() && !r.Line.Outcome().Decided() {
		w.tag("Result", o.Result())
	}
	fmt.Fprintf(&w.text, " %d point match\n", length(start))
	for n := range r.Line.Len() {
		before, _ := r.Line.At(n).(rules.Position)
		after, _ := r.Line.At(n + 1).(rules.Position)
		w.move(before, after, r.Line.Move(n))
	}
	if last, ok := r.Line.Position().(rules.Position); ok && last.Phase == rules.Playing && w.dice != "" {
		w.cell(last.Mover, w.dice)
	}
	if w.games == 0 {
		w.next = &start
		w.begin()
	}
	w.flush()
	return w.text.String(), nil
}

// fits reports whether p is the start of games that a .mat file can hold.
func fits(p rules.Position) bool {
	r := p.Rules
	fresh := p.Phase == rules.Opening && p.Sides == r.Begin().Sides && p.Cube == 0 && p.Score == [2]int{} && p.Dice[0] == 0
	return fresh && !r.Self && r.Law == board.Law{} && r.Opening == rules.Each && r.Double != rules.Turn &&
		(r.Gammons || length(p) == 1)
}

// length is the number of points a match goes to: a single game without a cube and gammons is one to one point.
func length(p rules.Position) int {
	if p.Length == 0 && p.Rules.Points == 1 && p.Rules.Double == rules.Never && !p.Rules.Gammons {
		return 1
	}
	return p.Length
}

// optionsOf are the options that the format cannot say.
func optionsOf(p rules.Position) string {
	jacoby := rules.Never
	if p.Jacoby {
		jacoby = rules.On
	}
	most := rules.None
	if p.Rules.CubeMost < id.CubeBits {
		most = fmt.Sprint(1 << p.Rules.CubeMost)
	}
	crawford := rules.Never
	if p.Rules.Crawford {
		crawford = rules.On
	}
	return fmt.Sprintf(matOptionsForm, p.Rules.Points, jacoby, p.Rules.Double, most, crawford)
}

const (
	matOptionsForm = "points=%d jacoby=%s double=%s cube-max=%s crawford=%s"
	matGiven       = "Given"
	matVariation   = "Variation"
)

const (
	matColumn = 28 // width of the left one
	matGap    = 2  // spaces that separate the columns at least
)

// matWriter collects rows of two cells.
type matWriter struct {
	text  strings.Builder
	names [2]string
	games int
	row   int
	left  string
	open  bool // the left cell is taken
	dice  string
	next  *rules.Position // before the opening of a game of which nothing is written yet
}

func (w *matWriter) move(before, after rules.Position, m engine.Move) {
	if before.Phase == rules.Opening || before.Phase == rules.Ended {
		switch after.Phase {
		case rules.Opening:
			return
		case rules.Ended:
			w.flush()
			w.text.WriteByte('\n')
			o := after.GameOutcome()
			w.tag(matGiven, engine.Outcome{Winner: o.Winner, Reason: engine.Recorded, Points: o.Points}.Result())
			return
		}
		w.next = &before
	}
	side := sideIndex(before)
	switch {
	case before.Turn() == engine.Chance && after.Phase == rules.Playing:
		w.dice = fmt.Sprintf("%d%d:", after.Dice[0], after.Dice[1])
	case m == rules.Double:
		w.cell(side, fmt.Sprintf(" Doubles => %d", 2*before.Stake()))
	case m == rules.Take:
		w.cell(side, " Takes")
	case m == rules.Drop:
		w.cell(side, " Drops")
	case before.Phase == rules.Playing && after.End != id.Resigned:
		play := strings.NewReplacer("bar", "25", "off", "0").Replace(w.play(before, m))
		w.cell(side, strings.TrimSpace(w.dice+" "+play))
		w.dice = ""
	}
	if after.Phase == rules.Ended {
		if w.dice != "" {
			w.cell(before.Mover, w.dice)
		}
		w.end(after)
	}
}

// sideIndex is the index of the side that moves; any for Chance.
func sideIndex(p rules.Position) int {
	if p.Phase == rules.Doubled {
		return 1 - p.Mover
	}
	return p.Mover
}

// play is a play step by step, as every reader knows it.
func (w *matWriter) play(before rules.Position, m engine.Move) string {
	var steps []string
	for _, hop := range before.Trace(m).Hops {
		from, to, star := rules.OnBoard(before.Mover, hop.From), rules.OnBoard(before.Mover, hop.To), ""
		if hop.Hit {
			star = "*"
		}
		steps = append(steps, board.PlaceName(from)+"/"+board.PlaceName(to)+star)
	}
	return strings.Join(steps, " ")
}

// begin writes the head of a game before the first that is written of it.
func (w *matWriter) begin() {
	before := w.next
	if before == nil {
		return
	}
	w.next = nil
	w.games++
	w.row = 0
	left := fmt.Sprintf(" %s : %d", matName(w.names[0]), before.Score[0])
	fmt.Fprintf(&w.text, "\n Game %d\n%s%s%s : %d\n", w.games, left, pad(left, matColumn+3), matName(w.names[1]),
		before.Score[1])
}

// tag writes a comment with something in it.
func (w *matWriter) tag(name, value string) {
	if value != "" {
		fmt.Fprintf(&w.text, "; [%s \"%s\"]\n", name, strings.ReplaceAll(value, `"`, "'"))
	}
}

// matName is a name without what the format uses.
func matName(name string) string {
	return cmp.Or(engine.Tidy(strings.ReplaceAll(name, ":", " ")), "?")
}

// pad fills a cell up to a width.
func pad(cell string, width int) string {
	n := width - len([]rune(cell))
	return strings.Repeat(" ", max(n, matGap))
}

// cell writes what a side did. Sides take turns.
func (w *matWriter) cell(side int, text string) {
	w.begin()
	if side == 0 {
		w.flush()
		w.left, w.open = text, true
		return
	}
	w.row++
	fmt.Fprintf(&w.text, "%3d) %s%s%s\n", w.row, w.left, pad(w.left, matColumn), text)
	w.left, w.open = "", false
}

// flush ends a row of which only the left cell is taken.
func (w *matWriter) flush() {
	if w.open {
		w.row++
		fmt.Fprintf(&w.text, "%3d) %s\n", w.row, w.left)
		w.left, w.open = "", false
	}
}

// end writes who won a game: Red beside what Black did last, so that GNU Backgammon takes it for the end of a double
// that was dropped; otherwise in a row of its own.
func (w *matWriter) end(after rules.Position) {
	w.begin()
	o := after.GameOutcome()
	wins := fmt.Sprintf(" Wins %d points", o.Points)
	if o.Points == 1 {
		wins = " Wins 1 point"
	}
	if length(after) > 0 && !after.More() {
		wins += " and the match"
	}
	w.dice = ""
	if w.open && after.Winner == 1 {
		w.cell(1, wins)
		return
	}
	w.flush()
	fmt.Fprintf(&w.text, "%*s%s\n", 5+matColumn*after.Winner, "", wins)
}
