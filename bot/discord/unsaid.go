package discord

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/discord/answer"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
	"tabuleiro/bot/notebook"
)

// An answer for one person alone is never said where others read it. If Discord takes it no more, because the
// acknowledgement or the answer itself came too late, it is kept in the store for the next command or button of this
// person, and told then.

// The bounds of the answers kept: a film is made again sooner than it is waited for.
const (
	unsaidEach    = 3
	unsaidLargest = 100 << 10
	unsaidLife    = 24 * time.Hour
)

// unsaidNotes has what people have not been told, by their ids.
var unsaidNotes = notebook.New[[]unsaidAnswer](notebook.Kind{
	Name: "unsaid/", Of: notebook.Person, Bound: "three answers a person, of 100 kB each, for a day",
})

// unsaidAnswer is one answer that did not reach its author.
type unsaidAnswer struct {
	To    string        `json:"to"` // what was asked
	At    time.Time     `json:"at"`
	Parts []styled.Part `json:"parts"`
}

func (x unsaidAnswer) old() bool { return time.Since(x.At) >= unsaidLife }

// unsaid is what people have not been told.
type unsaid struct {
	store notebook.Store
	log   *slog.Logger
	mu    sync.Mutex // held while a note changes
}

// of is what is kept for somebody and not old. The caller holds mu.
func (u *unsaid) of(ctx context.Context, person string) (kept []unsaidAnswer, there bool) {
	kept, there, err := unsaidNotes.Get(ctx, u.store, person)
	if err != nil {
		u.log.Warn("what somebody has not been told is not known", "error", err)
	}
	return slices.DeleteFunc(kept, unsaidAnswer.old), there
}

// put keeps so much for somebody. The caller holds mu.
func (u *unsaid) put(ctx context.Context, person string, kept []unsaidAnswer) {
	put := func() error { return unsaidNotes.Put(ctx, u.store, person, kept) }
	if len(kept) == 0 {
		put = func() error { return unsaidNotes.Delete(ctx, u.store, person) }
	}
	if err := put(); err != nil {
		u.log.Warn("what somebody has not been told is not kept", "error", err)
	}
}

// keep keeps the answer to what the author of an event has asked; an answer that is too large is forgotten.
func (u *unsaid) keep(ctx context.Context, h *hearing, asked string, parts []styled.Part) {
	for _, p := range parts {
		if p.File != nil && len(p.File.Data) > unsaidLargest {
			return
		}
	}
	ctx = context.WithoutCancel(ctx)
	u.mu.Lock()
	defer u.mu.Unlock()
	before, _ := u.of(ctx, h.event.From.ID)
	before = slices.DeleteFunc(before, func(x unsaidAnswer) bool { return x.To == asked })
	u.put(ctx, h.event.From.ID, append(before[max(len(before)-unsaidEach+1, 0):], unsaidAnswer{asked, time.Now(), parts}))
}

// take returns what was kept for somebody, and keeps it no more.
func (u *unsaid) take(ctx context.Context, person string) []unsaidAnswer {
	u.mu.Lock()
	defer u.mu.Unlock()
	kept, there := u.of(ctx, person)
	if there {
		u.put(ctx, person, nil)
	}
	return kept
}

// sweep keeps no more what is old.
func (u *unsaid) sweep(ctx context.Context) {
	people, err := unsaidNotes.Names(ctx, u.store, "")
	if err != nil {
		u.log.Warn("what is old of what people have not been told stays", "error", err)
	}
	for _, person := range people {
		u.mu.Lock()
		if kept, there := u.of(ctx, person); there && len(kept) == 0 {
			u.put(ctx, person, nil)
		}
		u.mu.Unlock()
	}
}

// tell tells the author of a command or a button the answers kept, after the one asked for now; those like it have been
// told by that.
func (u *unsaid) tell(ctx context.Context, h *hearing, kept []unsaidAnswer, say sentence) {
	head := styled.Escape(say(h.event.Locale, UnsaidKey, nil)) + "\n"
	for _, x := range kept {
		if x.To == h.event.Text {
			continue
		}
		parts := slices.Clone(x.Parts)
		if with := head + parts[0].Content; wire.Length(with) <= styled.LongestText {
			parts[0].Content, head = with, ""
		}
		for _, p := range parts {
			_, err := h.answer.Say(ctx, p, h.answer.Flags(), false)
			if answer.Expired(err) {
				u.keep(ctx, h, x.To, x.Parts)
			}
			if err != nil {
				h.answer.Log.Info("an answer that did not reach its author is not told now either", "event", h.event.ID, "error",
					err)
				break
			}
		}
	}
}
