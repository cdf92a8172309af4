// Package backgammon trains the nets of backgammon.
package backgammon

import (
	"context"
	"fmt"
	"math"
	"sync"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think"
	"tabuleiro/engine/backgammon/think/net"
)

// roll throws the dice.
func roll(r *think.Random) (high, low int) {
	a, b := r.Below(6)+1, r.Below(6)+1
	return max(a, b), min(a, b)
}

// The full length of a training.
const (
	fullGames  = 150_000 // of self-play
	fullRounds = 72      // of the supervised phase
	fullScenes = 80_000  // of a round
	fullTrace  = 0.8     // see label
)

// falling is a rate that falls from one value to another, by the same factor in equal parts of the way.
func falling(from, to, done float64) float64 { return from * math.Pow(to/from, done) }

// pace is the rate in the supervised phase, done from 0 to 1: it falls slowly, and fast in the end.
func pace(done float64) float64 {
	const first, middle, last, slow = 0.002, 0.001, 0.00005, 0.6
	if done < slow {
		return falling(first, middle, done/slow)
	}
	return falling(middle, last, (done-slow)/(1-slow))
}

// Train is the train.Trainer of backgammon: both phases, each from its own numbers. A shorter training has
// fewer games, and both fewer and shorter rounds.
func Train(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
	s := newSchool(seed, progress)
	slower := func(done float64) float32 { return float32(falling(0.06, 0.003, done)) }
	if err := s.selfPlay(ctx, max(int(fullGames*scale), 1), slower); err != nil {
		return nil, err
	}
	s.Random = think.Random(seed + 1)
	part := math.Sqrt(scale)
	rounds := max(int(fullRounds*part), 1)
	err := s.study(ctx, rounds, max(int(fullScenes*part), batch), func(round int) float64 {
		return pace(float64(round) / float64(max(rounds-1, 1)))
	})
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for k, n := range s.nets {
		files[think.FileNames[k]] = n.bytes()
	}
	return files, nil
}

// computedBearoff is the table of standard rules without rounding.
var computedBearoff = sync.OnceValue(func() *think.Bearoff { return think.NewBearoff(board.Law{}) })

// school is a training under way.
type school struct {
	think.Random
	think.Evaluator
	nets     [think.Kinds]network
	crashes  []board.Board // some that came up
	progress func(string)
}

func newSchool(seed uint64, progress func(string)) *school {
	s := &school{Random: think.Random(seed), progress: progress}
	for k := range s.nets {
		s.nets[k] = newNetwork(think.Shapes[k], func() float32 { return float32(int64(s.Next())>>40) / (1 << 23) })
	}
	s.Bearoff = computedBearoff
	s.settle()
	return s
}

// settle makes the tables for play from the nets as they are.
func (s *school) settle() {
	for k, n := range s.nets {
		s.Tables[k] = n.Table()
	}
}

// shares are odds as the nets learn them.
func shares(o think.Odds) (t [net.Outputs]float32) {
	for i, x := range o {
		t[i] = float32(x) / net.One
	}
	return t
}

// selfPlay plays games, and after each move takes what is thought of the next position for the target of this one: the
// method TD(0) of Sutton (1988), as TD-Gammon used it.
func (s *school) selfPlay(ctx context.Context, games int, rate func(done float64) float32) error {
	var plays []board.Play
	for g := range games {
		if g%100 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			s.settle()
		}
		r := rate(float64(g) / float64(games))
		for b := (board.Board{Own: board.SetUp, Opp: board.SetUp}); !think.IsKnown(b); {
			high, low := roll(&s.Random)
			next, o, more := s.Chosen(b, high, low, plays)
			plays = more
			var d net.Description
			k := think.KindOf(b)
			think.Describe(b, k, &d)
			s.nets[k].step(&d, shares(o), r)
			b = next
		}
		if (g+1)%(max(games/20, 1)) == 0 {
			s.progress(fmt.Sprintf("Played %d of %d games against itself.", g+1, games))
		}
	}
	s.settle()
	return nil
}
