package computer_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/computer"
	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
)

// scene is a queue of one place, which is taken until released, so that further jobs wait.
type scene struct {
	*computer.Queue
	t     *testing.T
	mu    sync.Mutex
	order []string
	all   sync.WaitGroup
	begin chan struct{}
}

func newScene(t *testing.T) *scene {
	ctx, stop := context.WithCancel(context.Background())
	s := &scene{Queue: computer.NewQueue(ctx, 1, false), t: t, begin: make(chan struct{})}
	t.Cleanup(func() {
		stop()
		s.all.Wait()
	})
	s.all.Go(func() {
		_ = s.Do(ctx, computer.Job{Person: "nobody", Match: "none", Think: func(context.Context) error {
			<-s.begin
			return nil
		}})
	})
	synctest.Wait()
	return s
}

// ask enqueues a job.
func (s *scene) ask(ctx context.Context, rank computer.Rank, person, match string) {
	s.all.Go(func() {
		_ = s.Do(ctx, computer.Job{Rank: rank, Person: person, Match: match, Think: func(context.Context) error {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.order = append(s.order, person+" "+match)
			return nil
		}})
	})
	synctest.Wait()
}

func (s *scene) want(order ...string) {
	s.t.Helper()
	close(s.begin)
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if diff := cmp.Diff(order, s.order); diff != "" {
		s.t.Error(diff)
	}
}

// A person with many matches does not keep others waiting, and analyses wait for everything else.
func TestTurns_GoRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t)
		ctx := t.Context()
		s.ask(ctx, computer.Analysis, "eva", "e1")
		for n := range 3 {
			s.ask(ctx, computer.Move, "ana", fmt.Sprint("a", n))
		}
		s.ask(ctx, computer.Move, "rui", "r1")
		s.ask(ctx, computer.Move, "ana", "a0")
		s.ask(ctx, computer.Move, "rui", "r2")
		s.want("ana a0", "rui r1", "ana a1", "rui r2", "ana a2", "ana a0", "eva e1")
	})
}

func TestJob_CancelledBeforeItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t)
		ctx, cancel := context.WithCancel(t.Context())
		s.ask(ctx, computer.Move, "ana", "a")
		s.ask(t.Context(), computer.Move, "rui", "r")
		cancel()
		synctest.Wait()
		s.want("rui r")
	})
}

// A job ends with its context, or with the queue, and Do waits for that.
func TestJob_CancelledMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running, stop := context.WithCancel(t.Context())
		q := computer.NewQueue(running, 2, false)
		until := func(ended *atomic.Bool) func(context.Context) error {
			return func(ctx context.Context) error {
				<-ctx.Done()
				ended.Store(true)
				return nil
			}
		}
		var first, second atomic.Bool
		asked, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			if err := q.Do(asked, computer.Job{Person: "ana", Think: until(&first)}); err != nil || !first.Load() {
				t.Errorf("Do returns %v before the end", err)
			}
		})
		all.Go(func() {
			if err := q.Do(t.Context(), computer.Job{Person: "rui", Think: until(&second)}); err != nil || !second.Load() {
				t.Errorf("Do returns %v before the end", err)
			}
		})
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !first.Load() || second.Load() {
			t.Errorf("ended: %v, %v", first.Load(), second.Load())
		}
		stop()
		all.Wait()
		if second.Store(false); q.Do(t.Context(), computer.Job{Think: until(&second)}) == nil && !second.Load() {
			t.Error("after the end a thought goes on")
		}
	})
}

// Of two people already served, the one served less recently comes first, no matter who asked first.
func TestTurns_ServedLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t)
		for _, person := range []string{"ana", "rui", "rui", "ana"} {
			s.ask(t.Context(), computer.Move, person, person)
		}
		s.want("ana ana", "rui rui", "ana ana", "rui rui")
	})
}

// Each search of a brain in the queue waits for its turn, and its error is returned.
func TestQueued(t *testing.T) {
	q := computer.NewQueue(t.Context(), 1, false)
	var asked []string
	do := func(ctx context.Context, j computer.Job) error {
		asked = append(asked, j.Person+" "+j.Match)
		return q.Do(ctx, j)
	}
	r, err := backgammon.Backgammon.NewRecord(nil, "4HPwATDgc/ABMA:cAkAAAAAAAAE")
	if err != nil {
		t.Fatal(err)
	}
	at := r.Line
	own, job := backgammon.Backgammon.Brain.(engine.CubeEvaluator), computer.Job{Person: "ana", Match: "a"}
	b, l := computer.Queued(own, job, do), engine.Limits{Level: 1}
	for _, ask := range []func(b engine.CubeEvaluator, ctx context.Context) (any, error){
		func(b engine.CubeEvaluator, ctx context.Context) (any, error) { return b.Think(ctx, at, l) },
		func(b engine.CubeEvaluator, ctx context.Context) (any, error) { return b.Cube(ctx, at, l) },
	} {
		want, err := ask(own, t.Context())
		if got, wrong := ask(b, t.Context()); err != nil || wrong != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%v, %v: %s", err, wrong, cmp.Diff(want, got))
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if got, err := ask(b, ended); err == nil {
			t.Errorf("after the end: %v", got)
		}
	}
	if got := b.Worth(at.Position(), engine.First, 1); got != own.Worth(at.Position(), engine.First, 1) {
		t.Errorf("one stake is worth %d", got)
	}
	if diff := cmp.Diff([]string{"ana a", "ana a", "ana a", "ana a"}, asked); diff != "" {
		t.Error(diff)
	}
}
