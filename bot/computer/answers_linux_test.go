package computer_test

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"tabuleiro/bot/computer"
	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/match"
	"tabuleiro/engine/search"
)

// BenchmarkAnswers measures the computer's time to answer at each level, and its CPU time per answer, with twenty
// matches of five games always waiting, each of another person.
func BenchmarkAnswers(b *testing.B) {
	const waiting = 20
	for level := 1; level <= engine.Max; level++ {
		b.Run("level="+engine.LevelName(level), func(b *testing.B) {
			ctx, stop := context.WithCancel(b.Context())
			q := computer.NewQueue(ctx, computer.Places(), false)
			var all sync.WaitGroup
			took := make(chan time.Duration, 1<<16) // so that all of them wait for the computer, and not for who counts
			var matches [waiting][]*match.Match
			for n := range matches {
				matches[n] = middles(b, n, level)
			}
			for n, matches := range matches {
				all.Go(func() {
					for k := 0; ctx.Err() == nil; k++ {
						m, brief, before := matches[k%len(matches)], q.Crowded(), time.Now()
						_ = q.Do(ctx, computer.Job{Person: strconv.Itoa(n), Match: m.ID, Think: func(ctx context.Context) error {
							_, err := computer.Decide(ctx, m, brief)
							return err
						}})
						select {
						case took <- time.Since(before):
						case <-ctx.Done():
						}
					}
				})
			}
			for range 3 * waiting { // until so many wait that the computer is brief, and what it began before is done
				<-took
			}
			used := -processor()
			var list []time.Duration
			for b.Loop() {
				list = append(list, <-took)
			}
			used += processor()
			stop()
			all.Wait()
			slices.Sort(list)
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			b.ReportMetric(ms(list[len(list)/2]), "p50-ms")
			b.ReportMetric(ms(list[len(list)*99/100]), "p99-ms")
			b.ReportMetric(ms(used)/float64(len(list)), "core-ms/answer")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// processor returns the CPU time of the program.
func processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// middles returns positions of one of five games as matches against the computer; number selects the game and the games
// against itself that they come from.
func middles(b *testing.B, number, level int) (list []*match.Match) {
	g := []*engine.Game{draughts.Portuguese, draughts.Chilean, eximo.Eximo, cage.Cage, backgammon.Backgammon}[number%5]
	options, err := g.Complete(nil)
	if err != nil {
		b.Fatal(err)
	}
	start, err := g.New(options)
	if err != nil {
		b.Fatal(err)
	}
	line, random := g.NewLine(start), search.NewRandom(uint64(number))
	for line.Turn() != engine.Nobody && len(list) < 10 {
		var move engine.Move
		if line.Turn() == engine.Chance {
			move, err = line.Position().(engine.DicePosition).Roll(1+random.Intn(6), 1+random.Intn(6))
		} else {
			thought, thinking := g.Brain.Think(b.Context(), line, engine.Limits{Level: 3, Seed: random.Uint64()})
			if err = thinking; err == nil {
				move = thought.Moves[0].Move
			}
			if line.Len() >= 10 && line.Len()%4 < 2 {
				ana := match.Player{ID: "terminal:ana", Name: "Ana"}
				m := &match.Match{ID: strconv.Itoa(number), Game: g, Line: line, Status: match.Playing, Challenger: ana,
					Opponent: computer.Player(level, "House"), First: ana}
				if line.Turn() == engine.First {
					m.First = m.Opponent
				}
				list = append(list, m)
			}
		}
		if err == nil {
			line, err = line.Play(move)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return list
}
