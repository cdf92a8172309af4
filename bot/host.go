package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/house"
	"tabuleiro/bot/share"
	"tabuleiro/bot/speak"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// host plays for the house: it looks at matches that wait for it, thinks in the queue, and brings about what it has decided
// like the decision of anybody else. Nothing of it is kept: after a restart the store tells which matches wait, and the same
// thought comes to the same move.
type host struct {
	decider
	lots  lots
	queue *house.Queue
	share *share.Share  // the house plays where the room of the match is
	wait  time.Duration // how long the message about somebody's move waits for the answer of the house
	log   *slog.Logger

	life context.Context // ends with Run
	end  context.CancelFunc
	mu   sync.Mutex
	busy map[string]*thinking // by match
	all  sync.WaitGroup

	again chan struct{} // something could not be done
}

func newHost(act decider, lots lots, share *share.Share, wait time.Duration, log *slog.Logger) *host {
	h := &host{decider: act, lots: lots, queue: house.NewQueue(), share: share, wait: wait, log: log, busy: map[string]*thinking{}, again: make(chan struct{}, 1)}
	h.queue.Seat = func(ctx context.Context) (func(), error) { return share.Seat(ctx, house.Workers()) }
	h.life, h.end = context.WithCancel(context.Background())
	return h
}

// thinking is a match that the house is at.
type thinking struct {
	done    chan struct{}
	waiting int  // those who will say what comes of it
	again   bool // the match has gone on since the house looked at it last
}

// crowded is how many moves may wait for their turn before the house thinks with less than its full strength.
const crowded = 10

// reply has the house do what it has to do in a match, if anything. It waits a moment, so that one message can tell of both
// moves; what takes longer is said when it is there. For whom a match is thought about is known by the id of the person.
func (h *host) reply(id, person string) {
	t := h.begin(id, person, 1, h.pass)
	if t == nil {
		return
	}
	patience := time.NewTimer(h.wait)
	defer patience.Stop()
	select {
	case <-t.done:
		return
	case <-patience.C:
	}
	h.mu.Lock()
	t.waiting--
	h.mu.Unlock()
}

// pass has the process play whose match it is.
func (h *host) pass(room chat.Room, id string) {
	if err := h.share.Pass(h.life, room, id); err != nil {
		h.log.Error("the house is not told that a match waits for it", "match", id, "error", err)
	}
}

// leaveIt does nothing: the process whose match it is knows.
func leaveIt(chat.Room, string) {}

// begin sets the house to a match, nil if nothing is due; so many more will say what comes of it. Work for another process is
// passed on.
func (h *host) begin(id, person string, waiting int, pass func(chat.Room, string)) *thinking {
	m, head, err := h.archive.Load(h.life, id)
	if err != nil {
		h.failed("the house cannot look at a match", id, err)
		return nil
	}
	if !house.Due(m) {
		return nil
	}
	home := archive.Home(head)
	if !h.share.Owns(home) {
		pass(home, id)
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.busy[id]; t != nil {
		t.waiting += waiting
		t.again = true
		return t
	}
	t := &thinking{done: make(chan struct{}), waiting: waiting}
	h.busy[id] = t
	h.all.Go(func() { h.work(id, person, home, t) })
	return t
}

// work answers in a match, and says what came of it if nobody waits for that.
func (h *host) work(id, person string, home chat.Room, t *thinking) {
	for more := true; more; {
		if err := h.answer(id, person, home); err != nil {
			h.failed("the house does not answer", id, err)
		}
		h.mu.Lock()
		if more = t.again; more {
			t.again = false
		} else {
			delete(h.busy, id)
		}
		h.mu.Unlock()
	}
	h.mu.Lock()
	say := t.waiting == 0
	h.mu.Unlock()
	close(t.done)
	if say && h.life.Err() == nil { // otherwise the next process will
		h.speaker.Say(h.life, id, speak.Cause{})
	}
}

// answer does what is due in a match until nothing is, or until it is another process's to do.
func (h *host) answer(id, person string, home chat.Room) error {
	ctx, leave, ours := h.share.Enter(h.life, home)
	if !ours {
		return nil
	}
	defer leave()
	for {
		m, _, err := h.archive.Load(ctx, id)
		if err != nil || !house.Due(m) {
			return err
		}
		events, err := h.think(ctx, m, person)
		if err != nil {
			return err
		}
		if err := h.store(ctx, m, events); err != nil {
			return err
		}
	}
}

// think is what the house does next in a match.
func (h *host) think(ctx context.Context, m *match.Match, person string) (events []match.Event, err error) {
	if m.Status == match.Open {
		return h.accept(m)
	}
	brief := h.queue.Waiting() > crowded
	waited := h.queue.Do(ctx, house.Job{Person: person, Match: m.ID, Think: func(ctx context.Context) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic while thinking: %v", p)
			}
		}()
		events, err = house.Decide(ctx, m, brief)
	}})
	return events, errors.Join(waited, err)
}

// accept is how the house takes a challenge.
func (h *host) accept(m *match.Match) ([]match.Event, error) {
	who := m.Opponent
	e := match.Event{Kind: match.Accepted, By: who.ID, Who: &who, First: who.ID}
	if m.Dice.Seal != "" {
		e.Word = "house"
	}
	first, err := h.lots.side(m.Setup.Side)
	if first == engine.First {
		e.First = m.Challenger.ID
	}
	return []match.Event{e}, err
}

// store brings events about, unless the match has changed since the house looked at it: then it looks again.
func (h *host) store(ctx context.Context, seen *match.Match, events []match.Event) error {
	defer h.archive.Matches.Enter(seen.ID)()
	m, head, err := h.archive.Load(ctx, seen.ID)
	if err != nil || m.N != seen.N {
		return err
	}
	var all []match.Event
	for _, e := range events {
		e.At = h.now()
		next, more, err := h.follow(m, e)
		if err != nil {
			return err
		}
		m, all = next, append(all, more...)
	}
	err = h.archive.Append(ctx, archive.HeadOf(m, head.Places, match.Event{}), all...)
	if archive.IsConflict(err) {
		return nil
	}
	if err == nil {
		h.archive.Keep(m, all)
	}
	return err
}

// start lets the house think until ctx ends, first in the matches that wait since before. The function returned waits for
// that end.
func (h *host) start(ctx context.Context) (wait func()) {
	context.AfterFunc(ctx, h.end)
	h.all.Go(func() { h.queue.Run(ctx, house.Workers()) })
	h.resume(ctx)
	h.all.Go(func() { h.repeat(ctx) })
	return h.all.Wait
}

// failed logs that something could not be done, and has it tried again.
func (h *host) failed(what, id string, err error) {
	if errors.Is(err, context.Canceled) || errors.Is(err, house.ErrEnded) || errors.Is(err, storage.ErrNotFound) {
		return
	}
	h.log.Error(what, "match", id, "error", err)
	select {
	case h.again <- struct{}{}:
	default:
	}
}

// The house tries again after a second, then after twice as long each time, up to a minute.
const (
	soon  = time.Second
	later = time.Minute
)

// repeat looks for what waits for the house after something could not be done, later and later, until ctx ends.
func (h *host) repeat(ctx context.Context) {
	wait, last := soon, time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.again:
		}
		if wait = min(2*wait, later); time.Since(last) > 2*later { // all was well for a while
			wait = soon
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		h.resume(ctx)
		last = time.Now()
	}
}

// resume sets the house to the matches that wait for it.
func (h *host) resume(ctx context.Context) {
	for level := 1; level <= engine.Max; level++ {
		heads, err := h.archive.Find(ctx, storage.Query{Player: house.Player(level, "").ID, Live: true})
		if err != nil {
			h.failed("the house cannot look for its matches", "", err)
		}
		for _, head := range heads {
			h.begin(head.ID, head.ID, 0, leaveIt)
		}
	}
}
