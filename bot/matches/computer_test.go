package matches_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// sleeper is a brain that thinks until it is told to stop, and counts how often that was.
type sleeper struct {
	asked chan struct{}
}

func (s sleeper) Think(ctx context.Context, _ engine.Line, _ engine.Limits) (engine.SearchResult, error) {
	s.asked <- struct{}{}
	<-ctx.Done()
	return engine.SearchResult{}, ctx.Err()
}

// brisk is a brain that looks at little, whatever the level.
type brisk struct{ engine.Brain }

func (b brisk) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	t.Nodes = 1000
	return b.Brain.Think(ctx, l, t)
}

// The doings of people are told while the house still thinks. A restart in the middle of its thought loses nothing and
// doubles nothing: the next process thinks it to the end, moves once and says so.
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

// Only the house answers what the house is asked: nobody else is shown how.
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

// While the house cannot think people go on.
func TestComputer_Fails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		said := AtTable(t, memorytest.New(), clueless{}, "1", false, "ana: /play damas house colour=white", "ana: 11-15",
			"ana: /resign yes")
		if !strings.Contains(said, "ana resigns") {
			t.Error(said)
		}
	})
}

// The house does not forget a move that the store did not take, or a match that it could not look at: it moves when the
// store is well again, without anybody doing anything.
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

// toReport are the lines of a short game after which a report is asked for.
var toReport = []string{"ana: /play damas @rui colour=white", "rui: /accept", "ana: 11-15", "rui: 22-18", "ana: 15x22",
	"rui: /analyse", "rui: /resign yes", "rui: /analyse"}

// A report is promised, comes when it is ready, is kept, and says at the board what was better.
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
		if err != nil || bot.VerifySetting(keys[0], text) != nil {
			t.Errorf("what is kept: %v, %v", err, bot.VerifySetting(keys[0], text))
		}
		again := AtTable(t, store, clueless{}, "2", false, "ana: /analyse")
		if strings.Contains(again, "I am going through") || !strings.Contains(again, "ana: accuracy") {
			t.Errorf("the report is made again:\n%s", again)
		}
	})
}

// A report that was promised is made and shown by the next run of the program, if this one ends before it is ready,
// which it waits for a minute unless it is interrupted.
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
			if text, err := store.Get(t.Context(), promised[0]); err != nil || bot.VerifySetting(promised[0], text) != nil {
				t.Errorf("what is kept: %v, %v", err, bot.VerifySetting(promised[0], text))
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
