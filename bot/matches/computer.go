package matches

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/notify"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Computer plays for the computer: it looks at matches that wait for it, thinks in the queue, and brings about what it has
// decided like the decision of anybody else. Nothing of it is kept: after a restart the store tells which matches wait,
// and the same thought comes to the same move.
type Computer struct {
	matches  *change.Matches
	notifier *notify.Notifier
	draws    change.Randomizer
	queue    *computer.Queue
	wait     time.Duration // how long the message about somebody's move waits for the answer of the computer

	life context.Context // ends with Run
	end  context.CancelFunc
	busy archive.Locks[string] // by match
	all  sync.WaitGroup
}

// NewComputer makes a computer that does not think yet, and that gives way to all other threads of the system when it does,
// if it is to.
func NewComputer(m *change.Matches, notifier *notify.Notifier, draws change.Randomizer, wait time.Duration, yields bool) *Computer {
	h := &Computer{matches: m, notifier: notifier, draws: draws, wait: wait}
	h.life, h.end = context.WithCancel(context.Background())
	h.queue = computer.NewQueue(h.life, computer.Places(), yields)
	return h
}

// Reply has the computer do what it has to do in a match, if anything. It waits a moment, so that one message can tell of
// both moves; what takes longer is said when it is there. For whom a match is thought about is known by the id of the
// person.
func (h *Computer) Reply(id, person string) {
	select {
	case <-h.Submit(id, person, h.wait):
	case <-time.After(h.wait):
	}
}

// Submit sets the computer to a match, and announces what comes of it later than the caller waits to do so. The channel
// is closed when nothing is due there any more.
func (h *Computer) Submit(id, person string, wait time.Duration) <-chan struct{} {
	done, begun := make(chan struct{}), time.Now()
	if m, _, err := h.matches.Archive.Load(h.life, id); err == nil && !computer.Due(m) {
		close(done)
		return done
	}
	h.all.Go(func() {
		leave := h.busy.Enter(id)
		says := h.answer(id, person) && time.Since(begun) >= wait
		leave()
		close(done)
		if says && h.life.Err() == nil { // otherwise the next process will
			h.notifier.Notify(h.life, id, notify.Origin{})
		}
	})
	return done
}

// answer does what is due in a match until nothing is, and reports whether it did anything.
func (h *Computer) answer(id, person string) (acted bool) {
	for {
		m, _, err := h.matches.Archive.Load(h.life, id)
		if err == nil && !computer.Due(m) {
			return acted
		}
		if err == nil {
			err = h.act(m, person)
		}
		if err != nil && !h.retries("the computer does not answer", id, err) {
			return false
		}
		acted = acted || err == nil
	}
}

// An engineError is an error in what the computer thinks, or makes of that. Thought again it comes to the same, while what
// cannot be found or stored now can be later.
type engineError struct{ error }

// survive has a panic of the function that defers it be its engineError.
func survive(err *error, where string) {
	if p := recover(); p != nil {
		*err = engineError{fmt.Errorf("panic in %s: %v", where, p)}
	}
}

// act does the next thing in a match. Where the computer fails it does something plain: no match waits for it for ever.
func (h *Computer) act(m *match.Match, person string) error {
	events, err := h.think(h.life, m, person)
	if err == nil {
		err = h.store(h.life, m, events)
	}
	if m.Status == match.Playing && errors.As(err, new(engineError)) {
		h.matches.Archive.Log.Error("the computer failed; playing a fallback move", "match", m.ID, "error", err)
		for _, e := range computer.FallbackMove(m) {
			if err = h.store(h.life, m, []match.Event{e}); !errors.As(err, new(engineError)) {
				break
			}
		}
	}
	return err
}

// think is what the computer does next in a match.
func (h *Computer) think(ctx context.Context, m *match.Match, person string) (events []match.Event, err error) {
	if m.Status == match.Open {
		return []match.Event{computer.Accept(m, h.draws.Side(m.Setup.Side))}, nil
	}
	brief := h.queue.Crowded()
	waited := h.queue.Do(ctx, computer.Job{Person: person, Match: m.ID, Think: func(ctx context.Context) {
		defer survive(&err, "a thought")
		if events, err = computer.Decide(ctx, m, brief); err != nil && ctx.Err() == nil {
			err = engineError{err}
		}
	}})
	return events, errors.Join(waited, err)
}

// store brings events about, unless the match has changed since the computer looked at it: then it looks again.
func (h *Computer) store(ctx context.Context, seen *match.Match, events []match.Event) error {
	_, err := h.matches.Change(ctx, seen.ID, "", func(s change.State) (change.State, error) {
		if s.Match.N != seen.N {
			return s, nil
		}
		return taking(s, events)
	})
	return err
}

// taking is a match after events of the computer and what follows from each by itself. The events behind the first go by
// what the computer saw: where that has ended the game on the board, or they do not fit any more, they are left out.
func taking(s change.State, events []match.Event) (_ change.State, err error) {
	defer survive(&err, "what follows")
	score, games := engine.StandingOf(s.Match.Line.Position()).Score, len(s.Match.Games)
	for i, e := range events {
		if engine.StandingOf(s.Match.Line.Position()).Score != score || len(s.Match.Games) != games {
			break
		}
		next, err := s.Then(e)
		if i > 0 && errors.As(err, new(*match.Refusal)) {
			continue
		}
		if err != nil {
			return s, engineError{err}
		}
		s = next
	}
	return s, nil
}

// Start has the computer think in the matches that wait since before, and until ctx ends. The function returned waits
// for that end.
func (h *Computer) Start(ctx context.Context) (wait func()) {
	context.AfterFunc(ctx, h.end)
	h.all.Go(func() {
		for again := true; again; {
			again = h.retries("the matches of the computer cannot be listed", "", h.resume(ctx))
		}
	})
	return h.all.Wait
}

// Do has a job done in its turn.
func (h *Computer) Do(ctx context.Context, j computer.Job) error { return h.queue.Do(ctx, j) }

// RunInBackground does something for as long as the computer thinks at all: the context ends with it.
func (h *Computer) RunInBackground(do func(ctx context.Context)) { h.all.Go(func() { do(h.life) }) }

// retryInterval is how long the computer waits before it tries again what could not be done.
const retryInterval = 2 * time.Second

// retries logs that something could not be done, and reports after a while whether it is to be tried again.
func (h *Computer) retries(what, id string, err error) bool {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, storage.ErrNotFound) {
		return false
	}
	h.matches.Archive.Log.Error(what, "match", id, "error", err)
	select {
	case <-h.life.Done():
	case <-time.After(retryInterval):
	}
	return h.life.Err() == nil
}

// resume sets the computer to the matches that wait for it.
func (h *Computer) resume(ctx context.Context) (err error) {
	for _, id := range computer.IDs() {
		heads, failed := h.matches.Archive.Find(ctx, storage.Query{Player: id, Live: true})
		err = errors.Join(err, failed)
		for _, head := range heads {
			h.Submit(head.ID, head.ID, 0)
		}
	}
	return err
}
