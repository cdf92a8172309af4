package share

import (
	"context"
	"math/rand/v2"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

// InHand is how many letters a process deals with at once, those included that wait for their turn in a room.
const InHand = 500

// letters are what this process has taken out of the inbox.
type letters struct {
	kicked chan struct{}
	deal   map[string]func(*Letter)   // by service
	known  map[storage.Letter]*Letter // as the inbox names them
	done   []*Letter                  // to be thrown away
}

func (l *letters) init() {
	l.kicked = make(chan struct{}, 1)
	l.deal, l.known = map[string]func(*Letter){}, map[storage.Letter]*Letter{}
}

// kick has the inbox looked into.
func (l *letters) kick() {
	select {
	case l.kicked <- struct{}{}:
	default:
	}
}

// Letter is something heard that this process is to deal with. A nil *Letter is what was heard by a process that is
// alone: it is always its own to deal with, and lies in no inbox.
type Letter struct {
	Number int64
	Body   string
	Since  time.Time // from when on its room is this process's: one that had it before may have dealt with what is older

	share *Share
	kept  storage.Letter
	leave func()
}

// News is something heard in a room.
type News struct {
	Room    chat.Room
	Service string // who deals with it: a name given to Open
	Number  int64  // in its order among all of the service
	Body    string
}

// File keeps news in the inbox. When it returns nil they are safe.
func (s *Share) File(ctx context.Context, news ...News) error {
	var all []storage.Letter
	for _, n := range news {
		all = append(all, storage.Letter{Box: partition(n.Room), Service: n.Service, Number: n.Number, Body: n.Body})
	}
	err := s.Store.File(ctx, all...)
	s.letters.kick()
	return err
}

// Matches is the service of letters that name a match which has gone on.
const Matches = "match"

// Tournaments is the service of letters to the process that has the room of a tournament in which something has
// changed.
const Tournaments = "tournament"

// Pass tells the process whose a room is that a match which is played there has gone on.
func (s *Share) Pass(ctx context.Context, room chat.Room, match string) error {
	if s == nil {
		return nil
	}
	return s.File(ctx, News{Room: room, Service: Matches, Number: rand.Int64(), Body: match})
}

// Open has the letters of a service dealt with, in the order of their numbers. deal must not wait: it has the work done
// in the turn of the room, between Begin and Done. It tells whether there is an inbox.
func (s *Share) Open(service string, deal func(*Letter)) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.letters.deal[service] = deal
	s.letters.kick()
	return true
}

// Close has the letters of a service left in the inbox.
func (s *Share) Close(service string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.letters.deal, service)
}

// Begin begins to deal with a letter. It is false if it is another's to deal with by now; then there is nothing to do.
func (l *Letter) Begin(ctx context.Context) (inside context.Context, ok bool) {
	if l == nil {
		return ctx, true
	}
	inside, leave, ok := l.share.enter(ctx, l.kept.Box, l.kept.Fence)
	if !ok {
		l.forget()
		return nil, false
	}
	l.leave = leave
	return inside, true
}

// Done is the end: the letter is thrown away.
func (l *Letter) Done() {
	if l == nil {
		return
	}
	s := l.share
	s.mu.Lock()
	s.letters.done = append(s.letters.done, l)
	s.mu.Unlock()
	s.letters.kick()
}

// Drop leaves it in the inbox: it was not dealt with to the end.
func (l *Letter) Drop() {
	if l == nil {
		return
	}
	l.forget()
	if l.leave != nil {
		l.leave()
	}
}

// forget lets the letter be taken out again, if it is there.
func (l *Letter) forget() {
	l.share.mu.Lock()
	defer l.share.mu.Unlock()
	if l.share.letters.known[named(l.kept)] == l {
		delete(l.share.letters.known, named(l.kept))
	}
}

// collect takes letters out of the inbox, and throws away those that are done, until ctx ends.
func (s *Share) collect(ctx context.Context) {
	tick := time.NewTicker(s.Times.Look)
	defer tick.Stop()
	for ctx.Err() == nil {
		s.tidy(ctx)
		for s.takeLetters(ctx) {
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		case <-s.letters.kicked:
		}
	}
}

// tidy throws away what is done. Where that fails it is done later, or by the next owner once more.
func (s *Share) tidy(ctx context.Context) {
	s.mu.Lock()
	done := s.letters.done
	s.letters.done = nil
	s.mu.Unlock()
	if len(done) == 0 {
		return
	}
	var all []storage.Letter
	for _, l := range done {
		all = append(all, l.kept)
	}
	ctx, cancel := context.WithTimeout(ctx, s.Times.Lease/2)
	defer cancel()
	if err := s.Store.Done(ctx, all...); s.fails(err) {
		s.keepTrying(done)
		return
	}
	for _, l := range done {
		l.Drop()
	}
}

// keepTrying has letters thrown away later, as long as they are this process's.
func (s *Share) keepTrying(done []*Letter) {
	var lost []*Letter
	s.mu.Lock()
	for _, l := range done {
		if d := s.wanted[l.kept.Box]; d != nil && d.held != nil && d.held.lease.Fence == l.kept.Fence {
			s.letters.done = append(s.letters.done, l)
		} else {
			lost = append(lost, l)
		}
	}
	s.mu.Unlock()
	for _, l := range lost {
		l.Drop()
	}
}

// takeLetters takes letters out and hands them on. It tells whether there may be more.
func (s *Share) takeLetters(ctx context.Context) bool {
	var boxes []string
	holds := map[string]*held{}
	s.mu.Lock()
	for name, d := range s.wanted {
		if d.given == nil && d.held != nil && !d.held.leaving && d.held.valid() {
			boxes = append(boxes, name)
			holds[name] = d.held
		}
	}
	known := make([]int64, 0, len(s.letters.known))
	for name := range s.letters.known {
		known = append(known, name.Number)
	}
	idle := len(s.letters.deal) == 0
	s.mu.Unlock()
	most := InHand - len(known)
	if most <= 0 || len(boxes) == 0 || idle {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, s.Times.Lease/2)
	defer cancel()
	found, err := s.Store.Letters(ctx, boxes, known, most)
	if s.fails(err) {
		return false
	}
	any := false
	for _, kept := range found {
		kept.Fence = holds[kept.Box].lease.Fence
		any = s.hand(kept, holds[kept.Box].taken) || any
	}
	return any && len(found) == most
}

// hand gives a letter to who deals with those of its service. It is false if nothing does.
func (s *Share) hand(kept storage.Letter, since time.Time) bool {
	l := &Letter{Number: kept.Number, Body: kept.Body, Since: since, share: s, kept: kept}
	s.mu.Lock()
	deal := s.letters.deal[kept.Service]
	if deal != nil {
		s.letters.known[named(kept)] = l
	}
	s.mu.Unlock()
	if deal != nil {
		deal(l)
	}
	return deal != nil
}

// named is what of a letter is its name.
func named(l storage.Letter) storage.Letter {
	return storage.Letter{Box: l.Box, Service: l.Service, Number: l.Number}
}
