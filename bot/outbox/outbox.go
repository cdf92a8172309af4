// Package outbox knows what has been said, and what may have been.
//
// Before a service is asked to take a message a receipt is stored that it may have it, and when it has answered, that
// it has. The receipts of all rooms that wait are stored at once. So the next process says nothing again that a killed
// one has said, and says again in short, marked as that, what it may have said, unless the service knows again what it
// has taken. A process that lives on knows what it has said whether its store does or not.
//
// A receipt goes when the match has noted it, and that of an answer after a while: no event is heard again then.
package outbox

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/recent"
)

// Store keeps the receipts. storage.Store is one.
type Store interface {
	notebook.Store
	PutAll(ctx context.Context, values map[string]string) error
}

// Receipt is what is known of a message.
type Receipt struct {
	N     int       `json:"n,omitzero"`     // of a match: events that the room was told by it
	Of    time.Time `json:"of,omitzero"`    // of the last of these: a database from before may have another one there
	Quiet bool      `json:"quiet,omitzero"` // the place is told the end only
	Asked time.Time `json:"asked"`          // when the service was asked to take it
	Taken bool      `json:"taken,omitzero"` // it has; else it may have
	Ref   chat.Ref  `json:"ref,omitzero"`
}

// same tells whether two are about the same message, which have the same name.
func (r Receipt) same(as Receipt) bool {
	return r.N == as.N && r.Of.Equal(as.Of) && r.Quiet == as.Quiet
}

// notes has the receipts, by room and name.
var notes = notebook.New[Receipt](notebook.Kind{
	Name: "outbox/", Of: notebook.Room, Bound: "one a match and room while it is told there, one an answer of the last ten minutes",
})

// The number of receipts at hand, and the life of those that are not taken out before. Events that are heard again are
// heard sooner.
const (
	most = 4096
	keep = 10 * time.Minute
)

// patience is how long a message waits for its receipt to be stored: without one it may be said twice, unmarked.
const patience = 2 * time.Second

// Outbox says messages. Many may use it at once; one at a time says a message of one name.
type Outbox struct {
	store Store
	log   *slog.Logger
	now   func() time.Time

	mu      sync.Mutex
	known   *simplelru.LRU[string, Receipt] // by key: of this run, and those of others that were looked at
	left    map[string]bool                 // keys of other runs and processes
	look    bool                            // they are to be looked for
	dirty   map[string]string               // to be stored, by key
	waiting []chan error                    // for that
	busy    bool                            // something is being stored
	closed  bool
	answers *recent.List[string, int]       // how many were given to an event
	silent  *recent.List[string, time.Time] // rooms that were forgotten, and when
	working sync.WaitGroup
}

// New makes an outbox over a store.
func New(store Store, log *slog.Logger, now func() time.Time) *Outbox {
	known, err := simplelru.NewLRU[string, Receipt](most+1, nil)
	if err != nil {
		panic(err) // the size is no number above 0
	}
	return &Outbox{
		store: store, log: log, now: now, known: known, left: map[string]bool{}, look: true, dirty: map[string]string{},
		answers: recent.New[string, int](most, keep), silent: recent.New[string, time.Time](most, keep),
	}
}

// Answer names the next answer to an event, which has the same name when the event is heard again by the next process;
// "" to one without an id.
func (o *Outbox) Answer(event string) string {
	if event == "" {
		return ""
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	n, _ := o.answers.Get(event)
	o.answers.Put(event, n+1)
	sum := sha256.Sum256([]byte(event)) // which may tell more than its number
	return fmt.Sprintf("%x %d", sum[:8], n)
}

func key(room chat.Room, name string) string { return string(room) + "/" + name }

// Of is the receipt of the message with a name in a room; zero if none is known.
func (o *Outbox) Of(ctx context.Context, room chat.Room, name string) Receipt {
	at := key(room, name)
	o.mu.Lock()
	is, known := o.known.Peek(at)
	look := o.look
	o.mu.Unlock()
	if known {
		return is
	}
	if look && !o.lookFor(ctx) {
		return Receipt{}
	}
	o.mu.Lock()
	left := o.left[at]
	o.mu.Unlock()
	if !left {
		return Receipt{}
	}
	is, _, err := notes.Get(ctx, o.store, at)
	if err != nil {
		o.log.Warn("what was said before is not known", "room", room, "error", err)
		return Receipt{}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.keep(at, is)
	delete(o.left, at)
	return is
}

// lookFor looks for the receipts of others.
func (o *Outbox) lookFor(ctx context.Context) bool {
	names, err := notes.Names(ctx, o.store, "")
	if err != nil {
		o.log.Warn("what was said before is not known", "error", err)
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, at := range names {
		if _, unstored := o.dirty[notes.Name+at]; !unstored { // else it is this process that knows more
			o.known.Remove(at)
			o.left[at] = true
		}
	}
	if o.look = false; len(names) > 0 {
		time.AfterFunc(keep, func() { o.drop(names) })
	}
	return true
}

// drop takes out receipts of others that nobody has asked for.
func (o *Outbox) drop(names []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, at := range names {
		if o.left[at] {
			delete(o.left, at)
			o.change(at, "", nil)
		}
	}
}

// keep keeps a receipt at hand, and those no more that are old or too many. The caller holds mu.
func (o *Outbox) keep(at string, is Receipt) {
	o.known.Add(at, is)
	for {
		oldest, is, _ := o.known.GetOldest()
		if o.known.Len() <= most && o.now().Sub(is.Asked) < keep || oldest == at {
			return
		}
		if is.N == 0 {
			o.takeOut(oldest)
			continue
		}
		o.known.Remove(oldest) // the match does not know it yet
		o.left[oldest] = true
	}
}

// change has a receipt stored, as text, "" for none; done is told how that went, if it is not nil. The caller holds mu.
func (o *Outbox) change(at, text string, done chan error) {
	if o.closed {
		if done != nil {
			done <- errClosed
		}
		return
	}
	o.dirty[notes.Name+at] = text
	if done != nil {
		o.waiting = append(o.waiting, done)
	}
	if !o.busy {
		o.busy = true
		o.working.Go(o.work)
	}
}

// work stores what is to be stored, all of it at once, until nothing is.
func (o *Outbox) work() {
	for {
		o.mu.Lock()
		all, waiting := o.dirty, o.waiting
		if len(all) == 0 {
			o.busy = false
			o.mu.Unlock()
			return
		}
		o.dirty, o.waiting = map[string]string{}, nil
		o.mu.Unlock()
		err := o.store.PutAll(context.Background(), all)
		for _, done := range waiting {
			done <- err
		}
		if err == nil {
			continue
		}
		o.log.Warn("that something is said is not stored", "receipts", len(all), "error", err)
		o.mu.Lock()
		if len(o.dirty) == 0 { // else they go with those that come after them
			o.busy = false
		}
		for at, text := range all {
			if _, later := o.dirty[at]; !later && len(o.dirty) < most {
				o.dirty[at] = text
			}
		}
		busy := o.busy
		o.mu.Unlock()
		if !busy {
			return // with the next one
		}
	}
}

// put keeps a receipt, and has it stored.
func (o *Outbox) put(room chat.Room, at string, is Receipt, done chan error) {
	text, err := json.Marshal(is)
	if err != nil {
		o.log.Error("a receipt cannot be written", "error", err) // it is numbers and texts
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.keep(at, is)
	if since, silent := o.silent.Get(string(room)); silent && o.now().Sub(since) < keep {
		if done != nil {
			done <- nil
		}
		return
	}
	o.change(at, string(text), done)
}

// Noted takes a receipt out: the match has noted it.
func (o *Outbox) Noted(room chat.Room, name string, n int) {
	at := key(room, name)
	o.mu.Lock()
	defer o.mu.Unlock()
	if is, ok := o.known.Peek(at); ok && is.N <= n || o.left[at] {
		o.takeOut(at)
	}
}

// takeOut takes a receipt out. The caller holds mu.
func (o *Outbox) takeOut(at string) {
	o.known.Remove(at)
	delete(o.left, at)
	o.change(at, "", nil)
}

// Saying is something to be said: its name in the room, and what it is known again by.
type Saying struct {
	Room chat.Room
	Name string // "" for what is not to be known again
	Receipt
	Mark func() []chat.Span // begins it where it may have been said before
}

// Say has a message sent, unless it is known that the service has it. send is given the message as it is to be sent.
func (o *Outbox) Say(ctx context.Context, caps chat.Caps, s Saying, m chat.Message,
	send func(chat.Message) (chat.Ref, error)) (chat.Ref, error) {
	m.Mark = s.Mark
	if s.Name == "" {
		return send(m)
	}
	is, at := s.Receipt, key(s.Room, s.Name)
	before := o.Of(ctx, s.Room, s.Name)
	switch {
	case before.Asked.IsZero() || !before.same(is):
	case before.Taken:
		o.log.Info("it has been said before", "room", s.Room, "name", s.Name)
		return before.Ref, nil
	case o.now().Sub(before.Asked) >= caps.Recalls:
		m = m.Again()
		o.log.Info("it may have been said before", "room", s.Room, "name", s.Name)
	}
	is.Asked = o.now()
	stored := make(chan error, 1)
	o.put(s.Room, at, is, stored)
	select {
	case <-stored: // a failure is logged, and the message is said
	case <-time.After(patience):
	case <-ctx.Done():
	}
	taken := sync.OnceFunc(func() { o.put(s.Room, at, is, nil) })
	m.Taken = func(ref chat.Ref) {
		if !is.Taken {
			is.Taken, is.Ref = true, ref
		}
		taken()
	}
	ref, err := send(m)
	switch {
	case err == nil:
		m.Taken(ref)
	// all is as it was
	case !errors.Is(err, chat.ErrUnsure) && !(errors.Is(err, chat.ErrAway) && caps.Recalls > 0) && !is.Taken:
		if !before.Asked.IsZero() {
			o.put(s.Room, at, before, nil)
			break
		}
		o.mu.Lock()
		defer o.mu.Unlock()
		o.takeOut(at)
	}
	return ref, err
}

// Forget deletes the receipts of rooms, and stores none there for a while: that of a private talk may tell who talks
// there.
func (o *Outbox) Forget(ctx context.Context, rooms []string) error {
	for _, room := range rooms {
		names, err := notes.Names(ctx, o.store, room+"/")
		if err != nil {
			return fmt.Errorf("forget what was said: %w", err)
		}
		if err := o.forget(room, names); err != nil {
			return fmt.Errorf("forget what was said: %w", err)
		}
	}
	return nil
}

func (o *Outbox) forget(room string, names []string) error {
	done := make(chan error, 1)
	o.mu.Lock()
	o.silent.Put(room, o.now())
	for _, at := range append(names, o.known.Keys()...) {
		if strings.HasPrefix(at, room+"/") {
			o.known.Remove(at)
			delete(o.left, at)
			o.change(at, "", nil)
		}
	}
	o.change(room+"/", "", done) // of no name: changes before it are stored with it
	o.mu.Unlock()
	return <-done
}

// Wait waits until all that is known is stored, as far as the store takes it.
func (o *Outbox) Wait() { o.working.Wait() }

// Close is Wait for the last time.
func (o *Outbox) Close() {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.Wait()
}

var errClosed = errors.New("the outbox is closed")
