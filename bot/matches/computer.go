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

// Computer plays the side of the bot: it thinks in a queue, and stores its decisions like those of a person. It keeps
// no state: after a restart the store tells which matches await it, and the same search finds the same move.
type Computer struct {
	matches  *change.Matches
	notifier *notify.Notifier
	draws    change.Randomizer
	*computer.Queue
	wait time.Duration // how long the announcement of a player's move waits for the computer's reply

	life context.Context // ends with Run
	end  context.CancelFunc
	busy archive.Locks[string] // by match
	all  sync.WaitGroup
}

// NewComputer makes a Computer; Start makes it play in the stored matches that await it. If yields is set, it thinks on
// threads of the lowest priority.
func NewComputer(m *change.Matches, notifier *notify.Notifier, draws change.Randomizer, wait time.Duration, yields bool) *Computer {
	h := &Computer{matches: m, notifier: notifier, draws: draws, wait: wait}
	h.life, h.end = context.WithCancel(context.Background())
	h.Queue = computer.NewQueue(h.life, computer.Places(), yields)
	return h
}

// Reply makes the computer do what is due in a match on behalf of a person, and waits a moment, so that one message can
// announce both moves. A slower reply is announced when it is done.
func (h *Computer) Reply(id, person string) {
	select {
	case <-h.Submit(id, person, h.wait):
	case <-time.After(h.wait):
	}
}

// Submit makes the computer do what is due in a match, and announces that if it takes longer than the caller waits. The
// channel is closed when nothing is due any more.
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

// answer acts in a match until nothing is due, and reports whether it did anything.
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

// engineError is an error of the computer's search, or of applying its result. It recurs with the same match, while an
// error of the store may not.
type engineError struct{ error }

// survive turns a panic of the function that defers it into an engineError.
func survive(err *error, where string) {
	if p := recover(); p != nil {
		*err = engineError{fmt.Errorf("panic in %s: %v", where, p)}
	}
}

// act does the next thing in a match. If the search fails, it plays a fallback move, so that no match waits forever.
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

// think returns the events that the computer decides on next in a match.
func (h *Computer) think(ctx context.Context, m *match.Match, person string) (events []match.Event, err error) {
	if m.Status == match.Open {
		return []match.Event{computer.Accept(m, h.draws.Side(m.Setup.Side))}, nil
	}
	brief := h.Crowded()
	err = h.Do(ctx, computer.Job{Person: person, Match: m.ID, Think: func(ctx context.Context) (err error) {
		defer survive(&err, "a thought")
		if events, err = computer.Decide(ctx, m, brief); err != nil && ctx.Err() == nil {
			err = engineError{err}
		}
		return err
	}})
	return events, err
}

// store stores events, unless the match has changed since the computer looked at it; then it does nothing, and answer
// looks again.
func (h *Computer) store(ctx context.Context, seen *match.Match, events []match.Event) error {
	_, err := h.matches.Change(ctx, seen.ID, "", func(s change.State) (change.State, error) {
		if s.Match.N != seen.N {
			return s, nil
		}
		return taking(s, events)
	})
	return err
}

// taking applies events of the computer with their automatic consequences. Later events depend on what the computer
// saw, so they are skipped if the game on the board has ended or they no longer fit.
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

// Start makes the computer play in the matches that await it, until ctx ends. The returned function waits until all its
// work has ended.
func (h *Computer) Start(ctx context.Context) (wait func()) {
	context.AfterFunc(ctx, h.end)
	h.all.Go(func() {
		for again := true; again; {
			again = h.retries("the matches of the computer cannot be listed", "", h.resume(ctx))
		}
	})
	return h.all.Wait
}

// RunInBackground runs a function in a goroutine whose context ends with the computer's; the function of Start waits
// for it, too.
func (h *Computer) RunInBackground(do func(ctx context.Context)) { h.all.Go(func() { do(h.life) }) }

// retryInterval is the pause before the computer tries again.
const retryInterval = 2 * time.Second

// retries logs an error, waits, and reports whether to try again.
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

// resume submits the matches that await the computer.
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
