package pace

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram/wire"
)

// queue is a gate before which calls wait; they leave one after the other.
type queue struct {
	t    *testing.T
	gate *gate
	all  sync.WaitGroup
	mu   sync.Mutex
	left []string
}

// newQueue makes one whose only place is taken for as long as the caller wants.
func newQueue(t *testing.T) (q *queue, open func()) {
	q = &queue{t: t, gate: newGate(Quota{1, time.Second})}
	release, err := q.gate.pass(t.Context(), q.gate.wait(urgency{class: Boards}))
	if err != nil {
		t.Fatal(err)
	}
	return q, func() {
		release()
		q.all.Wait()
	}
}

func (q *queue) join(name string, u urgency) {
	w := q.gate.wait(u)
	q.all.Go(func() {
		release, err := q.gate.pass(q.t.Context(), w)
		if err != nil {
			q.t.Error(err)
			return
		}
		q.mu.Lock()
		q.left = append(q.left, name)
		q.mu.Unlock()
		release()
	})
}

// place is how many leave before one with a name.
func (q *queue) place(name string) int { return slices.Index(q.left, name) }

// A more urgent call leaves first, whatever came before; among the like that for the chat that was written to longest
// ago. Still one in four is the one that has waited longest, so that the least urgent leaves, too, however much comes.
func TestClasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, open := newQueue(t)
		began := time.Now()
		for i := range 20 {
			q.join(fmt.Sprint("film ", i), urgency{class: Files})
		}
		for i := range 40 {
			q.join(fmt.Sprint("hint ", i), urgency{class: Help, last: began.Add(time.Duration(40-i) * time.Second)})
		}
		for class := range classes {
			q.join(class.String(), urgency{class: class})
		}
		open()
		for name, most := range map[string]int{"boards": 1, "taps": 2, "words": 3, "help": 5} {
			if got := q.place(name); got > most {
				t.Errorf("%s: %d leave before, want at most %d: %q", name, got, most, q.left[:8])
			}
		}
		if q.place("hint 39") > q.place("hint 20") {
			t.Error("a chat that was written to lately goes before one that has waited for longer")
		}
		for i := range 20 {
			if got, most := q.place(fmt.Sprint("film ", i)), between*(i+1); got >= most {
				t.Errorf("film %d: %d leave before, want less than %d", i, got, most)
			}
		}
	})
}

// The least urgent call leaves within so many calls as the gate says, though more urgent ones come without an end.
func TestNothingStarves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Quota{30, time.Second})
		ctx, end := context.WithCancel(t.Context())
		var others sync.WaitGroup
		for i := range 300 { // each comes again as soon as it has left
			u := urgency{class: Class(i) % Files, playing: i%2 == 0}
			others.Go(func() {
				for {
					arrived, err := g.pass(ctx, g.wait(u))
					if err != nil {
						return
					}
					arrived()
				}
			})
		}
		synctest.Wait()
		before, began := len(g.waiting), time.Now()
		arrived, err := g.pass(ctx, g.wait(urgency{class: Files}))
		if err != nil {
			t.Fatal(err)
		}
		arrived()
		if took, most := time.Since(began), time.Duration(between*(before+1))*time.Second/20; took > most {
			t.Errorf("a film has waited %v behind %d calls, want at most %v", took, before, most)
		}
		end()
		others.Wait()
	})
}

// One chat keeps its order, but for files, which let others go first; and what waits behind them is not later for it at
// the gate.
func TestFilesInALane(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLanes(Rates{All: Quota{30, time.Second}, Person: Rate{time.Second, 1}, Group: Rate{time.Second, 1}})
		var mu sync.Mutex
		var left []string
		var all sync.WaitGroup
		enter := func(chat int64, name string, c Call) {
			all.Go(func() {
				place, err := l.Enter(t.Context(), chat, c)
				if err != nil {
					t.Error(err)
					return
				}
				defer place.Leave()
				mu.Lock()
				defer mu.Unlock()
				left = append(left, name)
			})
			synctest.Wait()
		}
		post := wire.Ref{Chat: 5, Message: 1}
		enter(5, "first", Call{Class: Words})
		enter(5, "film", Call{Class: Files})
		enter(5, "line", Call{Class: Words})
		enter(5, "board", Call{Class: Boards})
		enter(5, "edit", Call{Of: post, Class: Boards})
		enter(5, "page", Call{Class: Help})
		all.Wait()
		if want := []string{"first", "line", "board", "edit", "page", "film"}; !slices.Equal(left, want) {
			t.Errorf("left: %q, want %q", left, want)
		}
		if n := l.Waits()["files"]; n.Count != 1 || n.Within[5] != 1 || n.Within[2] != 0 || n.Seconds != 5 {
			t.Errorf("the wait of the film: %+v", n)
		}
		time.Sleep(time.Minute)
		for chat := range int64(60) { // two thirds of the places of three seconds
			enter(100+chat, "crowd", Call{Class: Help})
		}
		enter(5, "film", Call{Class: Files})
		enter(5, "late board", Call{Class: Boards, Playing: true})
		all.Wait()
		// the first two have waited for 5 s
		if n := l.Waits()["boards"]; n.Count != 3 || n.Within[5]-n.Within[2] != 1 || n.Seconds > 6.5 {
			t.Errorf("a board has waited behind a film of its chat: %+v", n)
		}
	})
}
