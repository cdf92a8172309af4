package analysis

import "tabuleiro/engine"

// kings counts the kings of a side.
func kings(v engine.View, side engine.Side) int {
	_, kings := v.Count(side)
	return kings
}

// atOnce bounds the moves expected that are looked at for kings: what comes later may come otherwise.
const atOnce = 5

// hasKings reports whether a board is played on with kings: where the squares of one colour alone are.
func hasKings(v engine.View) bool {
	return v.Files > 0 && v.Files == v.Ranks && v.Cells[0].Dark != v.Cells[v.Files-1].Dark
}

// crowns is by how many kings more than before each side has, the one that moves first, where nothing is taken next for
// the last time in the first so many moves that are expected, and those that are taken with them. Nothing is known of
// moves that break off early, and of a board without kings.
func (c change) crowns(first int) (own, others int) {
	if !hasKings(c.before) {
		return 0, 0
	}
	line := c.line
	for i, m := range c.moves {
		next, err := line.Play(m)
		if err != nil {
			break
		}
		line = next
		quiet := c.isQuiet(line, i)
		if quiet {
			v := line.Position().View()
			own = kings(v, c.side) - kings(c.before, c.side)
			others = kings(v, c.side.Other()) - kings(c.before, c.side.Other())
		}
		if i+1 >= first && quiet {
			break
		}
	}
	if len(c.moves) < enough && line.Turn() != engine.Nobody {
		return 0, 0
	}
	return own, others
}

// wins reports whether the moves that are expected end the game, and the side wins it.
func (c change) wins() bool { return c.end().Outcome().Winner == c.side }

// loses reports whether they do, and the other side wins it.
func (c change) loses() bool { return c.end().Outcome().Winner == c.side.Other() }

// end is the line after the moves that are expected, as far as they can be played.
func (c change) end() engine.Line {
	line := c.line
	for _, m := range c.moves {
		next, err := line.Play(m)
		if err != nil {
			break
		}
		line = next
	}
	return line
}
