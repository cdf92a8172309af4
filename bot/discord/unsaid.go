package discord

import (
	"context"
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/adapter"
)

// What is for one person alone is never said where others read it. If Discord takes it no more, because the acknowledgement came too
// late or the answer after a quarter of an hour, it is kept for the next command or button of this person, and told then. It is kept
// here only: after a restart, or at another process, it is not told at all. The person has seen that there was no answer.

// How much is kept, and for how long: a film is made again sooner than it is waited for.
const (
	unsaidPeople  = 200
	unsaidEach    = 3
	unsaidLargest = 100 << 10
	unsaidLife    = 24 * time.Hour
)

// unsaid is what people have not been told.
type unsaid struct {
	mu   sync.Mutex
	kept *adapter.Beliefs[string, []unsaidAnswer] // by the ids of people
}

// unsaidAnswer is one answer.
type unsaidAnswer struct {
	to    string // what was asked
	parts []part
}

func newUnsaid() *unsaid {
	return &unsaid{kept: adapter.NewBeliefs[string, []unsaidAnswer](unsaidPeople, unsaidLife)}
}

// keep keeps the answer to what the author of an event has asked; what is too large is forgotten.
func (u *unsaid) keep(h *hearing, asked string, parts []part) {
	for _, p := range parts {
		if p.file != nil && len(p.file.data) > unsaidLargest {
			return
		}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	before, _ := u.kept.Get(h.event.From.ID)
	before = slices.DeleteFunc(slices.Clone(before), func(x unsaidAnswer) bool { return x.to == asked })
	u.kept.Put(h.event.From.ID, append(before[max(len(before)-unsaidEach+1, 0):], unsaidAnswer{asked, parts}))
}

// take returns what was kept for somebody, and keeps it no more.
func (u *unsaid) take(person string) []unsaidAnswer {
	u.mu.Lock()
	defer u.mu.Unlock()
	kept, _ := u.kept.Take(person)
	return kept
}

// tell tells the author of a command or a button what was kept, after what was asked for now; what is the same has been told by that.
func (u *unsaid) tell(ctx context.Context, h *hearing, kept []unsaidAnswer) {
	head := escape(h.answer.Say(h.event.Locale, UnsaidKey, nil)) + "\n"
	for _, x := range kept {
		if x.to == h.event.Text {
			continue
		}
		parts := slices.Clone(x.parts)
		if with := head + parts[0].content; length(with) <= longestText {
			parts[0].content, head = with, ""
		}
		for _, p := range parts {
			_, err := h.answer.say(ctx, p, h.answer.flags(), false)
			if expired(err) {
				u.keep(h, x.to, x.parts)
			}
			if err != nil {
				h.answer.Log.Info("an answer that did not reach its author is not told now either", "event", h.event.ID, "error", err)
				break
			}
		}
	}
}
