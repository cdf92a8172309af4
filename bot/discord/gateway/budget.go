package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"time"
)

// How far apart a bot identifies itself: later when few times are left of a day's, which a process that ends again and
// again must not spend, so that the one who starts it in good order finds some.
const (
	apart    = 5*time.Second + 250*time.Millisecond
	reserve  = 50
	farApart = 10 * time.Minute
)

// budgetKey is under what the budget is noted.
const budgetKey = "discord/gateway"

// budget is how often the bot may identify itself, across restarts: what is counted is noted before it is done.
type budget struct {
	Remaining int       `json:"remaining"`
	Reset     time.Time `json:"reset"` // when Remaining is Discord's total again
	Last      time.Time `json:"last"`  // time of the latest IDENTIFY
}

// readBudget takes over what Discord says. If this side has counted more, that counts.
func (g *gateway) readBudget(ctx context.Context, s Starts) {
	text, err := g.Notes.Get(context.Background(), budgetKey)
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &g.budget)
	}
	if err != nil {
		g.Log.Warn("how often the bot has connected is not known", "error", err)
	}
	now := time.Now()
	if now.Before(g.budget.Reset) {
		s.Remaining = min(s.Remaining, g.budget.Remaining)
	}
	day := cmp.Or(time.Duration(s.ResetAfter)*time.Millisecond, 24*time.Hour)
	g.total, g.budget.Remaining, g.budget.Reset = s.Total, s.Remaining, now.Add(day)
	g.save(ctx, budgetKey, g.budget)
}

// awaitTurn returns when the bot may identify itself.
func (g *gateway) awaitTurn(ctx context.Context) error {
	for {
		left := time.Until(g.turn())
		if left <= 0 {
			return ctx.Err()
		}
		if err := sleep(ctx, left); err != nil {
			return err
		}
	}
}

// turn is when the bot may identify itself.
func (g *gateway) turn() time.Time {
	now, b := time.Now(), &g.budget
	if !now.Before(b.Reset) {
		b.Remaining, b.Reset = g.total, now.Add(24*time.Hour)
	}
	switch {
	case b.Remaining <= 0:
		g.Log.Error("Discord takes no more connections of this bot today: it connects again later", "at", b.Reset)
		return b.Reset
	case b.Last.After(now): // the clock was set back
		return now
	case b.Remaining <= min(reserve, g.total/20):
		return b.Last.Add(farApart)
	}
	return b.Last.Add(apart)
}

// save notes a value, also at the end of ctx.
func (g *gateway) save(ctx context.Context, key string, value any) {
	text, err := json.Marshal(value)
	if err == nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), savingTimeout)
		defer cancel()
		err = g.Notes.Put(ctx, key, string(text))
	}
	if err != nil {
		g.Log.Warn("what the next process needs is not noted", "key", key, "error", err)
	}
}

// savingTimeout is how long a note may take.
const savingTimeout = 2 * time.Second
