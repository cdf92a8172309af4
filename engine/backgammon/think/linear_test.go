package think

import (
	"math"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think/net"
)

// linear is an opponent as Tesauro's Pubeval is one: a sum of weights, for races and for the rest, of how many checkers
// stand on each place. Its weights are learned here, from what the nets prefer in their games.
type linear [2][2][board.Bar + 1][4]float64

// of adds up, or with a step learns: each side's places have a weight for one, two, three and each further checker.
func (l *linear) of(b board.Board, step float64) (sum float64) {
	w := &l[0]
	if kindOf(b) == race {
		w = &l[1]
	}
	for side, c := range [2]board.Counts{b.Own, b.Opp} {
		for place := range board.Bar + 1 {
			for i, n := 0, c.At(place); i < 3 && i < n; i++ {
				sum += w[side][place][i]
				w[side][place][i] += step
			}
			if more := float64(c.At(place) - 3); more > 0 {
				sum += more * w[side][place][3]
				w[side][place][3] += step * more
			}
		}
	}
	return sum
}

// learn plays games as the nets do, and of each roll learns to prefer what the nets prefer: it is taken to choose a
// play by chances that grow with the exponential of its sum, and each sum is moved so that it then chooses better in
// the mean.
func (l *linear) learn(m *mind, r *random, games int) {
	var plays []board.Play
	for g := range games {
		rate := 2 * (1 - float64(g)/float64(games))
		for b := (board.Board{Own: board.SetUp, Opp: board.SetUp}); !isKnown(b); {
			high, low := r.roll()
			if plays = m.Plays(b, high, low, plays[:0]); len(plays) == 0 {
				b = b.Turned()
				continue
			}
			next, worth, share := make([]board.Board, len(plays)), make([]float64, len(plays)), make([]float64, len(plays))
			best, all, mean := 0, 0.0, 0.0
			for i, p := range plays {
				next[i] = b.After(p).Turned()
				worth[i] = float64(m.estimate(next[i]).turned().equity()) / net.One
				share[i] = math.Exp(l.of(next[i], 0))
				all, mean = all+share[i], mean+share[i]*worth[i]
				if worth[i] > worth[best] {
					best = i
				}
			}
			for i := range plays {
				l.of(next[i], rate*share[i]/all*(worth[i]-mean/all))
			}
			b = next[best]
		}
	}
}

// play is what it makes of a roll.
func (l *linear) play(p rules.Position) board.Play {
	plays := p.Plays()
	best, most := board.Play{Own: p.Sides[p.Mover]}, math.Inf(-1)
	for _, m := range plays {
		if v := l.of(p.Board().After(m).Turned(), 0); v > most {
			best, most = m, v
		}
	}
	return best
}
