package share

import (
	"context"
	"errors"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"time"

	"tabuleiro/storage"
)

// duty is a lease that this process would take.
type duty struct {
	name     string
	held     *held
	given    chan *held // of Hold; nil: whoever enters does the work
	unwanted bool       // nothing waits for it any more
}

// held is a lease that this process has. The Share's mu guards it.
type held struct {
	share   *Share
	lease   storage.Lease
	taken   time.Time          // when it became this process's
	until   time.Time          // by this process's clock, after which it may be another's
	late    *time.Timer        // ends it then
	inside  int                // how much is being done under it
	leaving bool               // it is to be given up when nothing is
	since   time.Time          // since when
	called  context.Context    // ends when it is to be given up
	call    context.CancelFunc // ends that
	life    context.Context    // ends when it is lost, or given up for good
	end     context.CancelFunc // ends that
}

type heldKey struct{}

// within is a context for what is done under a lease.
func (h *held) within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithValue(storage.Under(ctx, h.lease), heldKey{}, h))
	stop := context.AfterFunc(h.life, cancel)
	return ctx, func() { stop(); cancel() }
}

// valid tells whether no other process can have the lease. The caller holds mu.
func (h *held) valid() bool { return h.life.Err() == nil && time.Now().Before(h.until) }

// Held tells whether what is done in a context is still this process's to do, to be asked just before something is
// said.
func Held(ctx context.Context) bool {
	h, ok := ctx.Value(heldKey{}).(*held)
	if !ok {
		return true
	}
	h.share.mu.Lock()
	defer h.share.mu.Unlock()
	return h.valid()
}

// Run takes part until ctx ends, and then gives everything up: each lease when nothing is being done under it.
func (s *Share) Run(ctx context.Context) {
	if s == nil {
		return
	}
	collecting := make(chan struct{})
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		defer close(collecting)
		s.collect(life)
	}()
	beat := time.NewTicker(s.Times.Beat)
	defer beat.Stop()
	for ctx.Err() == nil {
		s.tick(ctx)
		select {
		case <-ctx.Done():
		case <-s.changed:
		case <-beat.C:
		}
	}
	s.drain(context.WithoutCancel(ctx), beat.C)
	end()
	<-collecting
}

// drain gives everything up, the sign of life first, so that the others take what becomes free.
func (s *Share) drain(ctx context.Context, beat <-chan time.Time) {
	s.mu.Lock()
	s.drained = true
	for _, d := range s.wanted {
		s.call(d)
	}
	s.mu.Unlock()
	for s.giveUp(ctx) > 0 {
		select {
		case <-s.changed:
		case <-beat:
			s.renew(ctx)
		}
	}
}

// call has a lease given up when nothing is done under it any more. The caller holds mu.
func (s *Share) call(d *duty) {
	if h := d.held; h != nil && !h.leaving {
		h.leaving = true
		h.since = time.Now()
		h.call()
	}
}

// tick renews what this process has, gives up what is too much and takes what it lacks.
func (s *Share) tick(ctx context.Context) {
	s.giveUp(ctx)
	all, ok := s.renew(ctx)
	if !ok {
		return
	}
	if time.Since(s.swept) > remembered {
		s.swept = time.Now()
		s.fails(s.Store.Forget(ctx, present, remembered))
	}
	if free := s.divide(all); len(free) > 0 {
		s.take(ctx, free)
	}
	s.giveUp(ctx)
}

// remembered is for how long at least the store remembers that a process was there, and how often that is looked at.
const remembered = time.Hour

// renew prolongs what this process has. It returns all leases.
func (s *Share) renew(ctx context.Context) ([]storage.Lease, bool) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, s.Times.Lease/2)
	defer cancel()
	told := s.Places.tell(began)
	all, err := s.Store.Renew(ctx, s.Name, s.Times.Lease, told)
	if s.fails(err) {
		return nil, false
	}
	own := map[string]storage.Lease{}
	for _, l := range all {
		if l.Holder == s.Name {
			own[l.Name] = l
		}
	}
	if dead := s.bury(all); len(dead) > 0 {
		s.Log.Info("a process of this machine has ended: its leases are free", "leases", len(dead))
		if s.fails(s.Store.Release(ctx, dead...)) {
			return nil, false
		}
	}
	s.count(all)
	seen := slices.ContainsFunc(all, func(l storage.Lease) bool { return l.Name == s.presence() && l.Holder == s.Name })
	s.mu.Lock()
	working, present := s.working, seen && s.wanted[s.presence()].held != nil
	s.mu.Unlock()
	s.Places.saw(all, began, working, told, present)
	s.compare(own, began)
	// it does not know of them: it had stopped in time, or the answer to taking or giving them up was lost
	if len(own) > 0 {
		s.fails(s.Store.Release(ctx, slices.Collect(maps.Values(own))...))
	}
	return all, true
}

// count takes note of the processes that there are.
func (s *Share) count(all []storage.Lease) {
	live, beside := 0, 0
	working, parts := map[string]bool{}, map[string]uint64{}
	for _, l := range all {
		if l.Holder == "" || l.Left == 0 {
			continue
		}
		working[l.Holder] = true
		switch {
		case strings.HasPrefix(l.Name, partitions):
			parts[l.Holder]++
		case strings.HasPrefix(l.Name, present):
			live++
			if l.Holder != s.Name && machine(l.Holder) == machine(s.Name) {
				beside++
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live, s.working, s.beside, s.parts = max(1, live), max(1, len(working)), beside, parts
}

// compare takes note of the leases that the store says this process has, from when it was asked. Those that it does
// know of it takes out of own.
func (s *Share) compare(own map[string]storage.Lease, asked time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name := range s.alone {
		delete(own, name)
	}
	for _, d := range s.wanted {
		if h := d.held; h != nil && own[d.name].Fence == h.lease.Fence {
			s.prolong(h, asked)
			delete(own, d.name)
		} else if h != nil {
			s.Log.Warn("a lease is another's now", "lease", d.name)
			s.lose(d)
		}
	}
}

// prolong has a lease last on, from when it was asked for. The caller holds mu.
func (s *Share) prolong(h *held, from time.Time) {
	h.until = from.Add(s.Times.Lease - s.Times.Lease/5)
	h.late.Reset(time.Until(h.until))
}

// lose ends what is done under a lease. The caller holds mu.
func (s *Share) lose(d *duty) {
	h := d.held
	d.held = nil
	h.leaving = true
	h.late.Stop()
	h.call()
	h.end()
}

// divide calls back what this process has beyond its part, and returns what it may take.
func (s *Share) divide(all []storage.Lease) (free []string) {
	busy := map[string]bool{}
	for _, l := range all {
		busy[l.Name] = l.Holder != "" && l.Left > 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, group := range s.groups() {
		part := (len(group) + s.live - 1) / s.live
		if group[0].name == s.presence() {
			part = 1
		}
		have, lacking := 0, []string(nil)
		for _, d := range group {
			switch {
			case d.held != nil && !d.held.leaving:
				if have++; have > part || d.unwanted {
					s.call(d)
				}
			case d.held == nil && !d.unwanted && !busy[d.name]:
				lacking = append(lacking, d.name)
			}
		}
		free = append(free, lacking[:min(len(lacking), max(0, part-have))]...)
	}
	return free
}

// groups are the duties by what kind of work they are. Each process has them in another order, so that few want the
// same. The caller holds mu.
func (s *Share) groups() [][]*duty {
	by := map[string][]*duty{}
	for _, d := range s.wanted {
		kind := d.name[:max(0, strings.LastIndexByte(d.name, '/'))]
		by[kind] = append(by[kind], d)
	}
	var all [][]*duty
	for _, group := range by {
		slices.SortFunc(group, func(a, b *duty) int { return int(s.rank(a.name)) - int(s.rank(b.name)) })
		all = append(all, group)
	}
	return all
}

func (s *Share) rank(name string) uint16 {
	h := fnv.New32a()
	h.Write([]byte(s.Name + " " + name))
	return uint16(h.Sum32())
}

// take acquires leases.
func (s *Share) take(ctx context.Context, names []string) {
	began := time.Now()
	got, err := s.Store.Acquire(ctx, s.Name, s.Times.Lease, names...)
	if s.fails(err) {
		return
	}
	rooms := 0
	s.mu.Lock()
	for _, l := range got {
		d := s.wanted[l.Name]
		h := &held{share: s, lease: l, taken: began}
		h.life, h.end = context.WithCancel(context.Background())
		h.called, h.call = context.WithCancel(h.life)
		h.late = time.AfterFunc(time.Hour, func() { s.expire(d, h) })
		s.prolong(h, began)
		d.held = h
		if d.given != nil {
			h.inside++
			d.given <- h
		} else if l.Name != s.presence() {
			rooms++
		}
	}
	s.mu.Unlock()
	if rooms == 0 {
		return
	}
	s.Log.Info("rooms are this process's now", "partitions", rooms, "processes", s.Figures().Processes)
	s.letters.kick()
	if s.gained != nil {
		s.gained()
	}
}

// expire ends a lease that could not be renewed in time.
func (s *Share) expire(d *duty, h *held) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.held != h || time.Now().Before(h.until) {
		return
	}
	if d.name == s.presence() { // which stands for all
		s.Log.Error("the leases are over: they could not be renewed in time")
	}
	s.lose(d)
}

// giveUp releases what is to be given up and under which nothing is done, or not for long any more. It returns how many
// are still to be given up.
func (s *Share) giveUp(ctx context.Context) (left int) {
	var idle []storage.Lease
	s.mu.Lock()
	for name, d := range s.wanted {
		h := d.held
		if h == nil {
			if d.unwanted {
				delete(s.wanted, name)
			}
			continue
		}
		if !h.leaving {
			continue
		}
		if h.inside > 0 && time.Since(h.since) < s.Times.Grace {
			left++
			continue
		}
		s.lose(d)
		idle = append(idle, h.lease)
	}
	s.mu.Unlock()
	if len(idle) == 0 {
		return left
	}
	ctx, cancel := context.WithTimeout(ctx, s.Times.Lease/2)
	defer cancel()
	s.fails(s.Store.Release(ctx, idle...)) // what is not released is when it is found, or is over soon
	return left
}

// fails tells whether a call of the store has failed, and logs when that begins and ends.
func (s *Share) fails(err error) bool {
	if errors.Is(err, context.Canceled) {
		return true // it is the end
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if is := err != nil; is != s.failing {
		s.failing = is
		if is {
			s.Log.Warn("the store that is shared does not answer", "error", err)
		} else {
			s.Log.Info("the store that is shared answers again")
		}
	}
	return err != nil
}
