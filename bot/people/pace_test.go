package people

import (
	"fmt"
	"testing"
	"time"

	"tabuleiro/bot/request"
	"tabuleiro/engine/match"

	"pgregory.net/rapid"
)

// In any minute no more is answered than the burst and a minute's rate, and nobody is warned twice within the silence.
// A person below the rate is always answered.
func TestPace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 20).Draw(t, "commands a minute")
		p := NewLimiter(most)
		now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
		var asked, answered []time.Time
		var told time.Time
		within := func(list []time.Time) (n int) {
			for _, at := range list {
				if now.Sub(at) < time.Minute {
					n++
				}
			}
			return n
		}
		excess := false
		for range rapid.IntRange(1, 200).Draw(t, "commands") {
			now = now.Add(time.Duration(rapid.IntRange(0, 10000).Draw(t, "pause")) * time.Millisecond)
			asked = append(asked, now)
			excess = excess || within(asked) > most
			ok, tell := p.spend("ana", now)
			switch {
			case ok && tell:
				t.Fatal("answered and told that it is not")
			case !ok && !excess:
				t.Fatalf("not answered after %d commands in a minute, of %d", within(asked), most)
			case tell && !told.IsZero() && now.Sub(told) < silence:
				t.Fatalf("told again after %s", now.Sub(told))
			case tell:
				told = now
			case ok:
				answered = append(answered, now)
			}
			if n := within(answered); n > 2*most {
				t.Fatalf("%d were answered in a minute, of %d", n, most)
			}
			if ok, _ := p.spend(fmt.Sprint("somebody else ", len(asked)), now); !ok {
				t.Fatal("somebody else has to wait")
			}
		}
	})
}

// Of any number of people only some are remembered; the least recently active are forgotten first.
func TestPace_Bounded(t *testing.T) {
	p := NewLimiter(1)
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for i := range pacing {
		p.spend(fmt.Sprint("early ", i), now)
	}
	now = now.Add(time.Minute)
	p.spend("ana", now)
	for i := range pacing - 1 {
		p.spend(fmt.Sprint("late ", i), now)
	}
	if ok, _ := p.spend("ana", now); ok {
		t.Error("who asked lately was not remembered")
	}
	for i := range 2 * pacing {
		p.spend(fmt.Sprint("more ", i), now)
	}
	if p.known.Len() > pacing {
		t.Errorf("%d are remembered, more than %d", p.known.Len(), pacing)
	}
}

// A returned token can be used again, once, and a person who asked for too much is ignored until the silence is over.
func TestPace_Silence(t *testing.T) {
	p := NewLimiter(2)
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	ana := &request.Request{Author: match.Player{ID: "ana"}}
	spend := func(want, wantTold bool) {
		t.Helper()
		if ok, told := p.spend("ana", now); ok != want || told != wantTold {
			t.Errorf("answered: %v, told: %v", ok, told)
		}
	}
	p.Refund(ana) // nothing was asked for yet
	spend(true, false)
	spend(true, false)
	p.Refund(ana)
	p.Refund(ana)
	spend(true, false)
	spend(false, true)
	spend(false, false)
	now = now.Add(silence - time.Millisecond)
	spend(false, false)
	now = now.Add(time.Millisecond)
	spend(true, false)
	spend(false, true)
	now = now.Add(silence)
	spend(true, false)
}
