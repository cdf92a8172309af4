package match_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// clockwork is a model of the clock, advanced minute by minute.
type clockwork struct {
	control match.Control
	left    [2]time.Duration
	decides int // 0, 1
	pause   time.Time
	away    [2]time.Time
}

func (c *clockwork) minute(now time.Time) {
	if !now.Before(c.pause) && !now.Before(c.away[c.decides]) {
		c.left[c.decides] -= time.Minute
	}
}

func (c *clockwork) moved() {
	if c.control.Clock > 0 {
		c.left[c.decides] = max(0, c.left[c.decides]) + c.control.Gain
	}
	c.decides = 1 - c.decides
	if c.control.Move > 0 {
		c.left[c.decides] = c.control.Move
	}
}

// The clock agrees with one that counts minute by minute, whatever happens when.
func TestClockwork(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		control := rapid.SampledFrom([]string{"2d", "1h", "26h+30m", "3h+5m"}).Draw(r, "control")
		p := newTimed(t, control)
		p.plays("0 rui accepted")
		c := &clockwork{control: p.m.Setup.Time, left: p.m.Clock.Left}
		now := noon
		for range rapid.IntRange(1, 12).Draw(r, "events") {
			for range rapid.IntRange(0, 900).Draw(r, "minutes") {
				c.minute(now)
				now = now.Add(time.Minute)
			}
			on := rapid.IntRange(0, 1).Draw(r, "who")
			e := match.Event{At: now, By: []string{ana.ID, rui.ID}[on]}
			until := now.Add(time.Duration(rapid.IntRange(1, 3000).Draw(r, "until")) * time.Minute)
			var then func()
			switch rapid.SampledFrom([]match.Kind{match.Moved, match.Offered, match.Away, match.Gave, match.Reminded}).Draw(r,
				"kind") {
			case match.Moved:
				for e.Move = range p.m.Line.Position().Moves() {
					break
				}
				e.Kind, e.By, then = match.Moved, []string{ana.ID, rui.ID}[c.decides], c.moved
			case match.Offered:
				offer := match.Event{Kind: match.Offered, Offer: match.Pause, Until: until, At: now, By: ana.ID}
				next, err := p.m.Apply(offer, games)
				if err != nil {
					r.Fatal(err)
				}
				p.m = next
				e.Kind, e.By, then = match.Agreed, rui.ID, func() { c.pause = until }
			case match.Away:
				e.Kind, e.Until, then = match.Away, until, func() { c.away[on] = until }
			case match.Gave:
				e.Kind, e.Span, e.By = match.Gave, match.Span(5*time.Hour), ""
				then = func() { c.left[c.decides] = max(0, c.left[c.decides]) + 5*time.Hour }
			case match.Reminded:
				call := p.m.Overdue(now)
				if call == "" || call == match.End {
					continue
				}
				e.Kind, e.Reminder, e.By, then = match.Reminded, call, "", func() {}
			}
			late := c.left[c.decides] <= 0
			next, err := p.m.Apply(e, games)
			var refusal *match.Refusal
			if errors.As(err, &refusal) && refusal.Code == match.TimeGone && late {
				continue
			}
			if err != nil {
				r.Fatalf("%+v: %v", e, err)
			}
			p.m = next
			then()
			for i, s := range []engine.Side{engine.First, engine.Second} {
				if got := p.m.TimeOf(s, now); got != c.left[i] && (control != "2d" && control != "1h" || i == c.decides) {
					r.Fatalf("after %v of %s at %v: %v has %v, want %v", e.Kind, e.By, now.Sub(noon), s, got, c.left[i])
				}
			}
			// The deadline is when counting on brings it to zero.
			if deadline := p.m.Deadline(); c.left[c.decides] > 0 {
				later, left := now, *c
				for left.left[left.decides] > 0 {
					left.minute(later)
					later = later.Add(time.Minute)
				}
				if !deadline.Equal(later) {
					r.Fatalf("after %v the deadline is %v, want %v", e.Kind, deadline.Sub(noon), later.Sub(noon))
				}
			}
			// Reminders come in order, and none is missing.
			if call, at := p.m.Next(); call == "" || at.Before(p.m.Clock.Since) && call != match.Quarter && call != match.Soon &&
				!late {
				r.Fatalf("next is %q at %v", call, at.Sub(noon))
			}
		}
	})
}
