// Package mat reads and writes the files of matches that programs for backgammon know.
package mat

import (
	"cmp"
	"fmt"
	"slices"
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
//	; [Options "points=1 jacoby=off ..."]
//	; [Jacoby "On"]           where it is, as eXtreme Gammon writes it
//	; [Crawford "Off"]        the same
//	; [Result "first 2"]      of a match that was broken off
var Format = engine.Format{Name: "mat", Ext: ".mat", Write: writeMat, Read: readMat, Knows: matMark.MatchString}

// game is one of the games of a match.
type game struct {
	head  rules.Position // before its opening
	cells []cell
	dice  string          // thrown, and not yet played
	stuck bool            // it has no play, so that all is done with it, whether the side has passed or not
	end   *rules.Position // nil: it is not over
}

// cell is what a side did, step by step, as every reader knows it: a word about the stake, or what it threw and did
// with it.
type cell struct {
	side int
	text string
	open bool // what was thrown is not played
}

// gamesOf are the games of a record, at least one, and the position in which it begins; an error if files of other
// programs cannot hold them. A game that is over without a throw is none for them.
func gamesOf(r engine.Record) (rules.Position, []game, error) {
	start, ok := r.Line.At(0).(rules.Position)
	if !ok || !fits(start) {
		return start, nil, engine.ErrCannotHold
	}
	list := []game{{head: start}}
	for n := range r.Line.Len() {
		before, _ := r.Line.At(n).(rules.Position)
		after, _ := r.Line.At(n + 1).(rules.Position)
		g := &list[len(list)-1]
		if g.end != nil {
			list = append(list, game{head: before})
			g = &list[len(list)-1]
		}
		g.move(before, after, r.Line.Move(n))
		if after.Phase == rules.Ended {
			g.end = &after
		}
		if g.dice != "" && (g.end != nil || n+1 == r.Line.Len()) {
			g.cells = append(g.cells, cell{after.Mover, g.dice, !g.stuck})
		}
	}
	if slices.ContainsFunc(list, func(g game) bool { return g.cells == nil && g.end != nil }) {
		return start, nil, engine.ErrCannotHold
	}
	if n := len(list) - 1; n > 0 && list[n].cells == nil {
		list = list[:n]
	}
	return start, list, nil
}

// move adds what a side did; a throw is kept until it is played.
func (g *game) move(before, after rules.Position, m engine.Move) {
	side := sideIndex(before)
	add := func(text string) { g.cells = append(g.cells, cell{side, text, false}) }
	switch {
	case before.Turn() == engine.Chance && after.Phase == rules.Playing:
		g.dice, g.stuck = string(rules.Throw(after.Dice[0], after.Dice[1]))+":", len(after.Plays()) == 0
	case m == rules.Double:
		add(fmt.Sprintf(" Doubles => %d", 2*before.Stake()))
	case m == rules.Take:
		add(" Takes")
	case m == rules.Drop:
		add(" Drops")
	case before.Phase == rules.Playing && after.End != id.Resigned:
		for _, hop := range before.Trace(m).Hops {
			g.dice += fmt.Sprintf(" %d/%d", rules.OnBoard(side, hop.From), rules.OnBoard(side, hop.To))
			if hop.Hit {
				g.dice += "*"
			}
		}
		add(g.dice)
		g.dice = ""
	}
}

func writeMat(r engine.Record) (string, error) {
	start, games, err := gamesOf(r)
	if err != nil {
		return "", fmt.Errorf("write .mat: %w", err)
	}
	var s strings.Builder
	tag := func(name, value string) { // a comment with something in it
		if value != "" {
			fmt.Fprintf(&s, "; [%s \"%s\"]\n", name, strings.ReplaceAll(value, `"`, "'"))
		}
	}
	if name := start.Rules.Game(); name != rules.Name {
		tag(matVariation, name)
	}
	tag("Options", r.Options.String())
	if start.Jacoby {
		tag("Jacoby", "On")
	}
	if !start.Rules.Crawford && start.Length > 1 {
		tag("Crawford", "Off")
	}
	tag("Site", engine.Tidy(r.Site))
	tag("Event", engine.Tidy(r.Event))
	if engine.IsDate(r.Date) {
		tag("EventDate", r.Date)
	}
	if o := r.Outcome(); o.Decided() && !r.Line.Outcome().Decided() {
		tag("Result", o.Result())
	}
	fmt.Fprintf(&s, " %d point match\n", length(start))
	for n, g := range games {
		left := fmt.Sprintf(" %s : %d", matName(r.Names[0]), g.head.Score[0])
		fmt.Fprintf(&s, "\n Game %d\n%-*s  %s : %d\n", n+1, matColumn+1, left, matName(r.Names[1]), g.head.Score[1])
		g.rows(&s)
	}
	return s.String(), nil
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

const matVariation = "Variation"

// matColumn is the width of the left column, the two spaces included that separate it from the right one at least.
const matColumn = 28

// sideIndex is the index of the side that moves; any for Chance.
func sideIndex(p rules.Position) int {
	if p.Phase == rules.Doubled {
		return 1 - p.Mover
	}
	return p.Mover
}

// matName is a name without what the format uses.
func matName(name string) string {
	return cmp.Or(engine.Tidy(strings.ReplaceAll(name, ":", " ")), "?")
}

// rows writes what the sides did, two cells in a row, and who won: Red beside what Black did last, so that GNU
// Backgammon takes it for the end of a double that was dropped; otherwise in a row of its own.
func (g game) rows(s *strings.Builder) {
	row, left := 0, "" // a left cell waits for that beside it
	flush := func(right string) {
		if left == "" && right == "" {
			return
		}
		row++
		s.WriteString(strings.TrimRight(fmt.Sprintf("%3d) %-*s  %s", row, matColumn-2, left, right), " ") + "\n")
		left = ""
	}
	for _, c := range g.cells {
		if c.side == 1 {
			flush(c.text)
			continue
		}
		flush("")
		left = c.text
	}
	if g.end == nil {
		flush("")
		return
	}
	o := g.end.GameOutcome()
	wins := fmt.Sprintf(" Wins %d points", o.Points)
	if o.Points == 1 {
		wins = " Wins 1 point"
	}
	if length(*g.end) > 0 && !g.end.HasNextGame() {
		wins += " and the match"
	}
	if left != "" && g.end.Winner == 1 {
		flush(wins)
		return
	}
	flush("")
	fmt.Fprintf(s, "%*s%s\n", 5+matColumn*g.end.Winner, "", wins)
}
