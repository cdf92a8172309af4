// Package share tells a process which part of the work is its own, where several have one database.
//
// All processes are alike. Rooms hash into partitions, and each partition is a lease in the store: its holder hears and
// speaks for its rooms, nobody else. Work for one process at a time, as asking Telegram for news or keeping a shard of
// Discord connected, is a lease, too (Hold). Every process has one that says that it is alive, so that each knows how
// many there are, takes no more than its part of what is free, and gives up what it has beyond that. A process that
// dies is replaced when its leases are over, or within two beats by one of the same machine, which sees that it has
// ended; one that stops gives each lease up as soon as nothing is being done under it.
//
// Work is done between Enter and the function that it returns. The context in between carries the fence, which the
// store looks at in every write: what a process stores that was paused for too long, or cut off from the store, is
// refused. It also tells by this process's clock whether the lease may be another's by now (Held); adapters ask that
// just before they say anything.
//
// Events go through the inbox of the store (File): a process that hears one files it, and only then says that it has
// arrived. The holder of the partition takes it out, deals with it in the order of the room, and throws it away when
// that is done; while the store is away it waits for it. Events left when a process ends are dealt with by the next
// one, which may do for a second time what was just done.
//
// All else that a process knows is with the owner of the partition and cheap to lose:
//
//   - drafts and moves to be confirmed: a button that goes on with one says all of it; a typed one is typed again,
//   - paces and what a chat may still be told, of what all may be told each process taking a part (Places): begun anew, so that
//     at a change of hands a little more goes through to a chat, which the services answer by having it wait,
//   - tries of what could not be said: counted anew, so that it is tried for longer,
//   - who looks after a group, who has which name, whom the bot may write to: asked anew, or learnt from the first refusal,
//   - matches at hand: read anew, and in any case compared with the head in the store,
//   - what the house thinks: the same position, level and seed come to the same move. The owner of the match's room thinks, and
//     nobody else; the processes of one machine share its cores (Seat).
//
// Work on people wherever they are, as making one person of two, is done by one process at a time (Alone).
//
// Choices of a person, made in rooms of two partitions in the same moment, may overwrite each other; so may limits on
// how many matches a person begins be passed by one. Matches cannot: an append that does not continue what is stored is
// decided anew.
//
// A nil *Share is that of a process that has its store to itself: it does everything, nothing is asked and nothing
// fenced. No caller asks whether it is nil, but for those that deal with what they hear by themselves then, each in one
// place: Telegram (keeping), Discord (inbox.file) and the bot (Run, takePart). bbolt has no inbox: to file each event
// there and throw it away would be two more writes to the disk, and cost a third of the moves a second.
package share

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"maps"
	"os"
	"strings"
	"sync"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

// Partitions is how many parts the rooms are divided into: far more than processes, so that each has about as many. All
// processes have to agree on it, of all versions that run at once.
const Partitions = 64

// Config has the parts of a Share. Store and Log are needed.
type Config struct {
	Store storage.Shared
	Log   *slog.Logger
	Name  string // of this process, unlike that of any other; "": drawn
	Times Times
}

// Times are how long things may take. Zero means a default.
type Times struct {
	Lease time.Duration // after which a silent process is replaced (7 s); it stops by itself a fifth earlier
	Beat  time.Duration // between two looks at the leases (0.75 s)
	Look  time.Duration // between two looks into the inbox, if nothing tells that there is something (100 ms)
	Grace time.Duration // for finishing what is being done under a lease that is given up (5 s)
}

func (t Times) complete() Times {
	return Times{
		Lease: cmp.Or(t.Lease, 7*time.Second),
		Beat:  cmp.Or(t.Beat, 750*time.Millisecond),
		Look:  cmp.Or(t.Look, 100*time.Millisecond),
		Grace: cmp.Or(t.Grace, 5*time.Second),
	}
}

// Share is the part of one process.
type Share struct {
	Config
	Places  *Places       // its part of what a service takes from all together
	once    chan struct{} // held while Once does something
	changed chan struct{} // a lease is free to be given up, or something is wanted

	mu      sync.Mutex
	wanted  map[string]*duty  // by the name of the lease; those of partitions, and of Hold
	alone   map[string]int    // how many want or have the leases of Alone
	live    int               // processes, as last seen
	working int               // those, and processes that stop and have not given everything up
	beside  int               // other processes of this machine
	parts   map[string]uint64 // partitions of each process, as last seen
	failing bool              // the store did not answer last
	drained bool              // nothing is wanted any more
	swept   time.Time         // when the store forgot those last that are gone; Run alone uses it
	gained  func()

	letters letters
}

// New makes the share of a process. Run has it take part.
func New(c Config) *Share {
	c.Times = c.Times.complete()
	if c.Name == "" {
		host, _ := os.Hostname()
		c.Name = fmt.Sprintf("%s/%d/%s/%s", host, os.Getpid(), kernel(), rand.Text()[:6])
	}
	s := &Share{
		Config: c, Places: &Places{name: c.Name, beat: c.Times.Beat, lease: c.Times.Lease, others: 1},
		once: make(chan struct{}, 1), changed: make(chan struct{}, 1),
		wanted: map[string]*duty{}, alone: map[string]int{}, live: 1, working: 1,
	}
	s.letters.init()
	for n := range Partitions {
		name := partitionName(n)
		s.wanted[name] = &duty{name: name}
	}
	s.wanted[s.presence()] = &duty{name: s.presence()}
	return s
}

// Beginnings of the names of leases: of those that say that a process is alive, and of the partitions.
const (
	present    = "process/"
	partitions = "room/"
)

// presence is the lease that says that this process is alive.
func (s *Share) presence() string { return present + s.Name }

func partitionName(n int) string { return fmt.Sprintf("%s%02d", partitions, n) }

// partition is the name of the lease of a room. Parts of a room are with the whole: a service counts what is said there
// as one.
func partition(room chat.Room) string {
	whole := string(room)
	if service := len(room.Service()) + 1; service < len(whole) {
		if i := strings.IndexByte(whole[service:], ':'); i > 0 {
			whole = whole[:service+i]
		}
	}
	h := fnv.New32a()
	h.Write([]byte(whole))
	return partitionName(int(h.Sum32() % Partitions))
}

// Enter begins something that is done for a room. The caller calls leave when it is done, and works in the context
// inside, which ends when the lease is lost. It is false if the room is another's.
func (s *Share) Enter(ctx context.Context, room chat.Room) (inside context.Context, leave func(), ok bool) {
	if s == nil {
		return ctx, func() {}, true
	}
	return s.enter(ctx, partition(room), 0)
}

// Owns tells whether a room is this process's to hear and to speak to.
func (s *Share) Owns(room chat.Room) bool {
	if s == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.wanted[partition(room)].held
	return h != nil && !h.leaving && h.valid()
}

// enter enters a lease; with a fence other than 0 only while it has that.
func (s *Share) enter(ctx context.Context, name string, fence int64) (context.Context, func(), bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.wanted[name]
	if d == nil || d.held == nil || d.held.leaving || !d.held.valid() || fence != 0 && d.held.lease.Fence != fence {
		return nil, nil, false
	}
	h := d.held
	h.inside++
	inside, end := h.within(ctx)
	var once sync.Once
	return inside, func() { once.Do(func() { end(); s.leave(h) }) }, true
}

// leave is the end of what enter began.
func (s *Share) leave(h *held) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h.inside--; h.inside == 0 && h.leaving {
		s.ring()
	}
}

// ring has the leases looked at.
func (s *Share) ring() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// Gained has something done, which takes no time, whenever this process has got partitions. It is for before Run.
func (s *Share) Gained(do func()) { s.gained = do }

// Figures are how a process takes part.
type Figures struct {
	Processes  int // that share the work, as last seen
	Partitions int // of Partitions, that are this process's
	Letters    int // of the inbox, that it has taken out and not dealt with

	Each map[string]uint64 // partitions of all processes, by name, as last seen
}

// Figures are those of now; zero for one alone.
func (s *Share) Figures() Figures {
	if s == nil {
		return Figures{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := Figures{Processes: s.live, Letters: len(s.letters.known), Each: maps.Clone(s.parts)}
	for n := range Partitions {
		if h := s.wanted[partitionName(n)].held; h != nil && !h.leaving && h.valid() {
			f.Partitions++
		}
	}
	return f
}

// Ready tells why this process takes no part in the work: it stops, or the store did not renew its leases. It is nil if
// all is well, and for one alone.
func (s *Share) Ready() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch d := s.wanted[s.presence()]; {
	case s.drained:
		return errors.New("it is stopping, and other processes take its rooms over")
	case d.held == nil || !d.held.valid():
		return errors.New("it has no part in the work: the store has not given it any, or does not answer")
	}
	return nil
}

// Hold does something that only one process may do at a time, whenever it falls to this one; name is that of the lease,
// in which the part before the last slash says what kind of work it is, of which each process has its part. The context
// of do ends when the work is to be given up, and do returns soon after. Hold returns when ctx ends, or with an error
// of do.
func (s *Share) Hold(ctx context.Context, name string, do func(context.Context) error) error {
	if s == nil {
		return do(ctx)
	}
	s.mu.Lock()
	d := s.wanted[name]
	if d == nil {
		d = &duty{name: name, given: make(chan *held, 1)}
		s.wanted[name] = d
	}
	d.unwanted = false
	s.mu.Unlock()
	defer s.unwant(d)
	s.ring()
	for {
		select {
		case <-ctx.Done():
			return nil
		case h := <-d.given:
			running, end := h.within(ctx)
			stop := context.AfterFunc(h.called, end)
			err := do(running)
			failed := err != nil && (running.Err() == nil || errors.Is(err, errDone))
			stop()
			end()
			s.mu.Lock()
			h.leaving = true
			s.mu.Unlock()
			s.leave(h)
			if failed || ctx.Err() != nil {
				return err
			}
		}
	}
}

// errDone ends a Hold.
var errDone = errors.New("it is done")

// Once does something one time, while no other process does it, and this one does nothing else in that way. It returns
// the error.
func (s *Share) Once(ctx context.Context, name string, do func(context.Context) error) error {
	if s == nil {
		return do(ctx)
	}
	select {
	case s.once <- struct{}{}:
		defer func() { <-s.once }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var result error
	err := s.Hold(ctx, name, func(ctx context.Context) error {
		if result = do(ctx); result != nil && ctx.Err() != nil {
			return nil // it was to be given up before the end, and is done anew
		}
		return errDone
	})
	if err == nil {
		return ctx.Err()
	}
	return result
}

// unwant ends a duty, which is given up if it is held.
func (s *Share) unwant(d *duty) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d.unwanted = true
	select {
	case h := <-d.given:
		h.leaving = true
		h.inside--
	default:
	}
	s.ring()
}
