package backgammon

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think"
	"tabuleiro/engine/backgammon/think/net"
)

// Of the supervised phase.
const (
	batch  = 256 // lessons for one step
	window = 6   // rounds whose lessons are learned together
)

// scene is a board that came up in a game, or was only thought of.
type scene struct {
	board.Board
	next int // the scene after its best play, as it was thrown; 0: none
}

// collect plays games and gives about n scenes that nets have to know.
func (s *school) collect(n int) []scene {
	var list []scene
	var plays []board.Play
	for len(list) < n {
		noise := [...]int{0, 0, net.One / 25, net.One / 8}[s.Below(4)]
		last := 0 // where the last scene is whose best play was made
		for b := s.start(); !think.IsKnown(b); {
			s.remember(b)
			if last > 0 {
				list[last].next = len(list)
			}
			last = len(list)
			list = append(list, scene{Board: b})
			high, low := roll(&s.Random)
			plays = s.Plays(b, high, low, plays[:0])
			if len(plays) == 0 {
				b = b.Turned()
				continue
			}
			best, most := 0, int32(0) // the one made
			top, limit := 0, int32(0) // the best one
			other := s.Below(4 * len(plays))
			for i, p := range plays {
				next := b.After(p).Turned()
				e := s.Estimate(next).Turned().Equity()
				if i == 0 || e > limit {
					top, limit = i, e
				}
				if noise > 0 {
					e += int32(s.Below(noise) + s.Below(noise))
				}
				if i == 0 || e > most {
					best, most = i, e
				}
				if i == other && !think.IsKnown(next) {
					list = append(list, scene{Board: next})
				}
			}
			if best != top {
				last = 0
			}
			b = b.After(plays[best]).Turned()
		}
	}
	return list
}

// A part of the games does not begin at the beginning, but where sides have crashed: that is rarely seen, and errors
// there are dear.
const (
	crashes     = 1024 // boards that are remembered to begin with
	fromCrashes = 2    // games of five that begin with one
)

// start is the board with which a game begins.
func (s *school) start() board.Board {
	if len(s.crashes) == crashes && s.Below(5) < fromCrashes {
		return s.crashes[s.Below(crashes)]
	}
	return board.Board{Own: board.SetUp, Opp: board.SetUp}
}

// remember keeps one of eight boards where a side has crashed.
func (s *school) remember(b board.Board) {
	switch {
	case think.KindOf(b) != think.Crashed || s.Below(8) > 0:
	case len(s.crashes) < crashes:
		s.crashes = append(s.crashes, b)
	default:
		s.crashes[s.Below(crashes)] = b
	}
}

// label gives each scene a lesson. It starts from the mean of the best plays of all rolls. To that comes what was
// learned in the same way, beyond what was thought before, about the scenes that followed, each trace times the one
// before: a rollout with luck taken out. The first part depends on each scene alone, so that it does not matter how
// many share the work.
func (s *school) label(ctx context.Context, scenes []scene, trace float32) ([]lesson, error) {
	lessons := make([]lesson, len(scenes))
	thought := make([][net.Outputs]float32, len(scenes))
	workers := runtime.GOMAXPROCS(0)
	var done sync.WaitGroup
	for w := range workers {
		done.Go(func() {
			m := s.Evaluator
			for i := w; i < len(scenes) && ctx.Err() == nil; i += workers {
				b := scenes[i].Board
				think.Describe(b, think.KindOf(b), &lessons[i].Description)
				thought[i] = shares(m.Estimate(b))
				lessons[i].Target = shares(m.Rollahead(ctx, b, 1))
			}
		})
	}
	done.Wait()
	for i := len(scenes) - 1; i >= 0; i-- {
		n := scenes[i].next
		if n == 0 {
			continue
		}
		t := &lessons[i].Target
		for k, sign := range [net.Outputs]float32{-1, 1, 1, 1, 1} {
			from := [net.Outputs]int{think.Winning, think.LosingGammon, think.LosingBackgammon, think.WinningGammon, think.WinningBackgammon}[k]
			more := float32(trace * (lessons[n].Target[from] - thought[n][from]))
			t[k] = min(max(t[k]+float32(sign*more), 0), 1)
		}
	}
	return lessons, ctx.Err()
}

// study is the supervised phase: again and again the nets learn what they think themselves when they look further.
func (s *school) study(ctx context.Context, rounds, size int, rate func(round int) float64) error {
	var pool [think.Kinds][window][]lesson
	var teachers [think.Kinds]*teacher
	for k, n := range s.nets {
		teachers[k] = newTeacher(n)
	}
	for round := range rounds {
		scenes := s.collect(size)
		lessons, err := s.label(ctx, scenes, fullTrace)
		if err != nil {
			return err
		}
		for k := range pool {
			pool[k][round%window] = nil
		}
		for i, l := range lessons {
			at := &pool[think.KindOf(scenes[i].Board)][round%window]
			*at = append(*at, l)
		}
		told := ""
		for k, r := 0, rate(round); k < int(think.Kinds); k++ {
			var all []lesson
			for _, l := range pool[k] {
				all = append(all, l...)
			}
			for i := len(all) - 1; i > 0; i-- {
				j := s.Below(i + 1)
				all[i], all[j] = all[j], all[i]
			}
			wrong := 0.0
			for at := 0; at+batch <= len(all); at += batch {
				wrong += teachers[k].teach(all[at:at+batch], r)
			}
			told += fmt.Sprintf(" %d %.6f", len(pool[k][round%window]), wrong/float64(max(len(all)/batch, 1)))
		}
		s.settle()
		s.progress(fmt.Sprintf("Round %d of %d: lessons and mean square error of contact, crashed, race:%s.", round+1, rounds,
			told))
	}
	return nil
}
