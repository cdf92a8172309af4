// Package mat reads and writes the match files of other backgammon programs.
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

// Format is the .mat format of Jellyfish, which backgammon programs read: for games by standard rules from the start,
// without tied opening rolls and decisions to roll. The rest is in comments, of which some are those of other
// programs:
//
//	; [Variation "nackgammon"] of the other games of the family
//	; [Options "points=1 jacoby=off ..."]
//	; [Jacoby "On"]           if it applies, as eXtreme Gammon writes it
//	; [Crawford "Off"]        the same
//	; [Result "first 2"]      of an unfinished match
var Format = engine.Format{Name: "mat", Ext: ".mat", Write: writeMat, Read: readMat, Knows: matMark.MatchString}

// game is a game of a match.
type game struct {
	head  rules.Position // before its opening
	cells []cell
	dice  string          // rolled and not yet played
	stuck bool            // it cannot be played, so it is finished even before the side passes
	end   *rules.Position // nil: it is not over
}

// cell is an action of a side in the form common to all readers: a cube action, or a roll with its play.
type cell struct {
	side int
	text string
	open bool // the roll has not been played
}

// gamesOf returns the games of a record, at least one, and the start position; an error if the formats of other
// programs cannot hold them. These cannot hold a game that ended without a roll.
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

// move adds an action of a side; a roll is held back until it is played.
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
	tag := func(name, value string) { // a comment with a tag
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

// length returns the length of the match in points: 1 for a single game without a cube and gammons.
func length(p rules.Position) int {
	if p.Length == 0 && p.Rules.Points == 1 && p.Rules.Double == rules.Never && !p.Rules.Gammons {
		return 1
	}
	return p.Length
}

const matVariation = "Variation"

// matColumn is the width of the left column, including at least two spaces before the right one.
const matColumn = 28

// sideIndex returns the index of the side that moves, and any index for Chance.
func sideIndex(p rules.Position) int {
	if p.Phase == rules.Doubled {
		return 1 - p.Mover
	}
	return p.Mover
}

// matName returns a name without the characters that the format uses.
func matName(name string) string {
	return cmp.Or(engine.Tidy(strings.ReplaceAll(name, ":", " ")), "?")
}

// rows writes the actions, two cells per row, and who won. A win of Red beside Black's last action is written there,
// so that GNU Backgammon reads it as the end of a dropped double; otherwise it has a row of its own.
func (g game) rows(s *strings.Builder) {
	row, left := 0, "" // a left cell waiting for its right neighbour
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
