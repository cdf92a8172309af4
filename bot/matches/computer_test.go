package matches_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/kv"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// sleeper is a brain that thinks until it is stopped, and counts how often that happened.
type sleeper struct {
	asked chan struct{}
}

func (s sleeper) Think(ctx context.Context, _ engine.Line, _ engine.Limits) (engine.SearchResult, error) {
	s.asked <- struct{}{}
	<-ctx.Done()
	return engine.SearchResult{}, ctx.Err()
}

// brisk is a brain that looks at few positions, whatever the level.
type brisk struct{ engine.Brain }

func (b brisk) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	t.Nodes = 1000
	return b.Brain.Think(ctx, l, t)
}

// The actions of people are announced while the computer still thinks. If the program restarts meanwhile, the next
// process finishes the thought, moves once and announces it.
func TestComputer_RestartWhileThinking(t *testing.T) {
	for level, name := range map[string]string{"1": "Bot, level 1", "8": "Bot, level 8", "max": "Bot, max"} {
		Subtest(t, name, func(t *testing.T) {
			store, asleep := memorytest.New(), sleeper{make(chan struct{}, 10)}
			first := AtTable(t, store, asleep, "1", false, "ana: /play damas house:"+level+" colour=white", "ana: 11-15")
			if strings.Contains(first, "Bot: ") || len(asleep.asked) == 0 {
				t.Fatalf("the house moves without a thought:\n%s", first)
			}
			second := AtTable(t, store, brisk{draughts.Portuguese.Brain}, "2", false)
			if n := strings.Count(second, "Bot: "); n != 1 || !strings.Contains(second, name) || strings.Contains(second, "ana: 11-15") {
				t.Errorf("the house is told %d times:\n%s", n, second)
			}
			heads, err := store.Find(t.Context(), storage.Query{})
			if err != nil || len(heads) != 1 || heads[0].N != 4 || heads[0].Undelivered() {
				t.Errorf("%+v, %v", heads, err)
			}
		})
	}
}

// Only the computer answers offers made to it: nobody else is shown how.
func TestComputer_Asked(t *testing.T) {
	InTime(t, func(t *testing.T) {
		asleep := sleeper{make(chan struct{}, 10)}
		said := AtTable(t, memorytest.New(), asleep, "1", false, "ana: /play damas house colour=white", "ana: /draw")
		_, said, _ = strings.Cut(said, "I play at level ")
		if !strings.Contains(said, "ana offers a draw") || strings.Contains(said, "do you agree") ||
			strings.Contains(said, "/accept") {
			t.Error(said)
		}
	})
}

// clueless is a brain that fails.
type clueless struct{}

func (clueless) Think(context.Context, engine.Line, engine.Limits) (engine.SearchResult, error) {
	return engine.SearchResult{}, errors.New("no idea")
}

// While the computer cannot think, people can go on.
func TestComputer_Fails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		said := AtTable(t, memorytest.New(), clueless{}, "1", false, "ana: /play damas house colour=white", "ana: 11-15",
			"ana: /resign yes")
		if !strings.Contains(said, "ana resigns") {
			t.Error(said)
		}
	})
}

// careful is a brain that thinks for a while.
type careful struct{ First }

func (b careful) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	time.Sleep(7 * time.Second)
	return b.First.Think(ctx, l, t)
}

// An offer made while the computer thinks is answered before it moves, and everything is announced once.
func TestComputer_OfferMeanwhile(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		said := AtTable(t, store, careful{}, "1", false, "ana: /play damas house colour=white", "ana: 11-15", "ana: /draw", "", "",
			"", "")
		var kinds []match.Kind
		for _, e := range EventsOf(t, store)[2:] {
			kinds = append(kinds, e.Kind)
		}
		if want := []match.Kind{match.Moved, match.Offered, match.Refused, match.Moved}; !slices.Equal(kinds, want) ||
			strings.Count(said, "Bot: 21-17") != 1 || strings.Count(said, "Bot declines the draw.") != 1 {
			t.Errorf("%q:\n%s", kinds, said)
		}
	})
}

// panicking is a brain that panics.
type panicking struct{}

func (panicking) Think(context.Context, engine.Line, engine.Limits) (engine.SearchResult, error) {
	panic("no idea")
}

// lawless is a brain that returns an illegal move.
type lawless struct{}

func (lawless) Think(context.Context, engine.Line, engine.Limits) (engine.SearchResult, error) {
	return engine.SearchResult{Moves: []engine.ScoredMove{{Move: "1-32", Win: engine.ProbScale}}}, nil
}

// rotten is a position in which a move of the second player panics.
type rotten struct{ engine.Position }

func (p rotten) Play(m engine.Move) (engine.Position, error) {
	if p.Turn() == engine.Second {
		panic("no such square")
	}
	next, err := p.Position.Play(m)
	return rotten{next}, err
}

// A match does not wait for a computer that fails: it plays the first legal move and declines offers or, if even that
// fails, resigns. Each failure is logged once.
func TestComputer_FallsBack(t *testing.T) {
	for name, c := range map[string]struct {
		brain  engine.Brain
		rotten bool
		lines  []string
		want   string // the last events
	}{
		"it has no idea":     {clueless{}, false, []string{"ana: 11-15"}, "moved 21-17"},
		"it panics":          {panicking{}, false, []string{"ana: 11-15"}, "moved 21-17"},
		"its move is none":   {lawless{}, false, []string{"ana: 11-15"}, "moved 21-17"},
		"it answers nothing": {clueless{}, false, []string{"ana: 11-15", "ana: /draw"}, "refused"},
		"no move can follow": {First{}, true, []string{"ana: 11-15"}, "resigned"},
	} {
		Subtest(t, name, func(t *testing.T) {
			var log bytes.Buffer
			store := memorytest.New()
			game := *draughts.Portuguese
			game.Brain = c.brain
			if c.rotten {
				game.New = func(o engine.Options) (engine.Position, error) {
					p, err := draughts.Portuguese.New(o)
					return rotten{p}, err
				}
			}
			said := AtTableOf(t, store, &game, slog.NewTextHandler(&log, nil), "1", false,
				append([]string{"ana: /play damas house colour=white"}, c.lines...)...)
			_, events := OnlyStored(t, store, storage.Query{})
			last := events[len(events)-1]
			if got := strings.TrimSpace(fmt.Sprint(last.Kind, " ", last.Move)); got != c.want || last.By == "terminal:ana" {
				t.Errorf("%s by %s, want %s:\n%s", got, last.By, c.want, said)
			}
			if n := strings.Count(log.String(), "playing a fallback move"); n != len(c.lines) {
				t.Errorf("logged %d times: %s", n, log.String())
			}
		})
	}
}

// sluggish is a store that fails the first time that it is asked for matches of the computer.
type sluggish struct {
	storage.Store
	failed bool
}

func (s *sluggish) Find(ctx context.Context, q storage.Query) ([]storage.Head, error) {
	if strings.HasPrefix(q.Player, "house:") && !s.failed {
		s.failed = true
		return nil, errors.New("the disk is slow")
	}
	return s.Store.Find(ctx, q)
}

// If the store fails to list the waiting matches at the start, the computer tries again.
func TestComputer_LooksAgain(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := &sluggish{memorytest.New(), true}
		AtTable(t, store, sleeper{make(chan struct{}, 10)}, "1", false, "ana: /play damas house colour=white", "ana: 11-15")
		store.failed = false
		said := AtTable(t, store, First{}, "2", false)
		if n := strings.Count(said, "Bot: 21-17"); n != 1 || !store.failed {
			t.Errorf("the house is told %d times, and something failed: %v:\n%s", n, store.failed, said)
		}
	})
}

// The computer does not forget a move that the store did not take, or a match that it could not read: it moves once the
// store works again, without any action of a person.
func TestComputer_TriesAgain(t *testing.T) {
	for name, method := range map[string]string{"the move is not stored": "Append", "the match is not found": "Head"} {
		Subtest(t, name, func(t *testing.T) {
			store := faultytest.New(memorytest.New())
			failed := false
			wreck := func() {
				store.Plan(func(c faultytest.Call) (f faultytest.Fault) {
					if c.Method == method && (method != "Append" || c.Events > 0) && !failed {
						failed, f.Err = true, errors.New("the disk is broken")
					}
					return f
				})
			}
			brain := Saboteur{Brain: First{}, Once: new(sync.Once), Wreck: wreck}
			said := AtTable(t, store, brain, "1", false, "ana: /play damas house colour=white", "ana: 11-15")
			if n := strings.Count(said, "Bot: "); n != 1 || !failed {
				t.Errorf("the house is told %d times, and something failed: %v:\n%s", n, failed, said)
			}
		})
	}
}

// toReport has the lines of a short game after which a report is asked for.
var toReport = []string{"ana: /play damas @rui colour=white", "rui: /accept", "ana: 11-15", "rui: 22-18", "ana: 15x22",
	"rui: /analyse", "rui: /resign yes", "rui: /analyse"}

// A report is promised, sent when it is ready, and stored, and it says at the board what was better.
func TestAnalysis(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		said := AtTable(t, store, brisk{draughts.Portuguese.Brain}, "1", false, toReport...)
		for _, want := range []string{"I am going through #", "ana: accuracy", "rui: accuracy",
			"have not finished a match here"} {
			if !strings.Contains(said, want) {
				t.Errorf("%q is missing:\n%s", want, said)
			}
		}
		keys, err := store.Keys(t.Context(), "house/report/")
		if err != nil || len(keys) != 1 {
			t.Fatal(keys, err)
		}
		text, err := store.Get(t.Context(), keys[0])
		if err != nil || kv.Verify(keys[0], text) != nil {
			t.Errorf("what is kept: %v, %v", err, kv.Verify(keys[0], text))
		}
		again := AtTable(t, store, clueless{}, "2", false, "ana: /analyse")
		if strings.Contains(again, "I am going through") || !strings.Contains(again, "ana: accuracy") {
			t.Errorf("the report is made again:\n%s", again)
		}
	})
}

// A report that was promised is made and shown by the next run of the program if this one ends before; the program
// waits a minute for it unless it is interrupted.
func TestAnalysis_OutlivesTheProgram(t *testing.T) {
	for _, interrupted := range []bool{false, true} {
		Subtest(t, fmt.Sprint("interrupted: ", interrupted), func(t *testing.T) {
			store, began := memorytest.New(), time.Now()
			AtTable(t, store, sleeper{make(chan struct{}, 1)}, "1", interrupted, toReport...)
			if waited := time.Since(began) - 90*time.Second; (waited < time.Minute) != interrupted || waited > 2*time.Minute {
				t.Errorf("after the end of the input it goes on for %v", waited)
			}
			promised, err := store.Keys(t.Context(), "promise/")
			if err != nil || len(promised) != 1 {
				t.Fatal(promised, err)
			}
			if text, err := store.Get(t.Context(), promised[0]); err != nil || kv.Verify(promised[0], text) != nil {
				t.Errorf("what is kept: %v, %v", err, kv.Verify(promised[0], text))
			}
			if said := AtTable(t, store, First{}, "2", false); !strings.Contains(said, "ana: accuracy") {
				t.Errorf("the next run says\n%s", said)
			}
			if promised, err = store.Keys(t.Context(), "promise/"); len(promised) > 0 || err != nil {
				t.Error("it would be shown again:", promised, err)
			}
		})
	}
}
