package think

import (
	"testing"

	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
)

// A position is dead exactly where the tables have one king each and a draw, with either side on turn; in games with
// own rules for that none is.
func TestDead(t *testing.T) {
	for _, c := range []struct {
		v    *rules.Variant
		dead bool
	}{{rules.Classic, true}, {rules.ChileanBy(rules.Flying, rules.HuffingOff), false}} {
		tables, counts := RulesetOf(c.v).Tables(), map[bool]int{}
		for own := 1; own <= c.v.Count; own++ {
			for opp := 1; opp <= c.v.Count; opp++ {
				if own == opp {
					continue
				}
				for mover := range 2 {
					p := c.v.Start()
					p.Own, p.Opp, p.Kings = c.v.Bit[own], c.v.Bit[opp], c.v.Bit[own]|c.v.Bit[opp]
					p.Near *= 1 - 2*mover
					value, ok := tables.Value(p.Board)
					if want := c.dead && ok && value == endings.Draw; !ok || p.IsDeadPosition() != want {
						t.Errorf("%s: it is dead: %t, and the tables have %d, %t", p, p.IsDeadPosition(), value, ok)
					}
					counts[p.IsDeadPosition()]++
					p.Kings = p.Own
					if p.IsDeadPosition() {
						t.Errorf("%s: a man is left", p)
					}
				}
			}
		}
		if c.dead && (counts[true] == 0 || counts[false] == 0) {
			t.Errorf("dead or not: %v", counts)
		}
	}
}
