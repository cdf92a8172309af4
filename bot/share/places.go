package share

import (
	"maps"
	"slices"
	"time"

	"tabuleiro/storage"
)

// Of what a service takes from all processes together each has a part by its weight: more for one in which more waits.
// With each beat a process tells the others its weight, in its leases, and sees theirs. As they see it one after the
// other, each goes by the least that it has told in the last three beats, and by the most that it has seen of the
// others; and what it tells is the most in as long. So all parts together are at no time more than the whole: whatever
// one went by a beat and a half ago, each of the others has seen since then, or has seen nothing for so long and takes
// the least that there may be for it.
//
// One that was not heard of for that long, and for as long again as a call is counted, takes the least, too: it has
// died, or knows itself that it was not heard.

// mostWeight is that of a process in which much waits, against 1 of one in which nothing does.
const mostWeight = 6

// counted is for how long a service counts a call.
const counted = time.Second

// places is what a process knows of the weights. The Share's mu guards it.
type places struct {
	waits  func() int // how much waits here now; nil: nothing ever does
	waited []weight
	told   []weight // each holds until the next
	seen   []sight
	from   time.Time // before that the others may not know of this process, and have all
}

type weight struct {
	at time.Time
	is int
}

// sight is what the other processes had told, by name; 0: it was not heard of for too long.
type sight struct {
	at time.Time
	of map[string]int
}

// fresh is for how long what was seen is gone by, settled when all have seen what is told.
func (s *Share) fresh() time.Duration   { return s.Times.Beat * 3 / 2 }
func (s *Share) settled() time.Duration { return 2 * s.fresh() }

// Divides has a part grow with how much waits for it, which waits tells: it takes no time and asks nothing of the Share.
func (s *Share) Divides(waits func() int) {
	if s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.places.waits = waits
	}
}

// Part is this process's part of what all may do together: so many of so many, 0 while the others may have all.
func (s *Share) Part() (own, all int) {
	if s == nil {
		return 1, 1
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, now := &s.places, time.Now()
	switch {
	case now.Before(p.from):
		return 0, 1
	case !s.sees(now):
		return 1, 1 + mostWeight*s.working // one more may have come
	}
	own = mostWeight
	for i, w := range p.told {
		if i == len(p.told)-1 || now.Sub(p.told[i+1].at) < s.settled() {
			own = min(own, w.is)
		}
	}
	all = own
	for process, is := range p.seen[len(p.seen)-1].of {
		for _, before := range p.seen {
			if is > 0 {
				is = max(is, before.of[process])
			}
		}
		all += max(is, 1)
	}
	return own, all
}

// sees tells whether what was seen last is fresh. The caller holds mu.
func (s *Share) sees(now time.Time) bool {
	seen := s.places.seen
	return len(seen) > 0 && now.Sub(seen[len(seen)-1].at) <= s.fresh()
}

// tell is the weight to be told. A smaller one than before is gone by from now on.
func (s *Share) tell(now time.Time) int {
	s.mu.Lock()
	waits := s.places.waits
	s.mu.Unlock()
	waiting := 0
	if waits != nil {
		waiting = waits()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &s.places
	p.waited = append(p.waited, weight{now, 1 + min(mostWeight-1, (waiting+2)/3)})
	p.waited = slices.DeleteFunc(p.waited, func(w weight) bool { return now.Sub(w.at) > s.settled() })
	most := 0
	for _, w := range p.waited {
		most = max(most, w.is)
	}
	if !s.sees(now) {
		p.told = []weight{{now, 1}}
	} else if most < p.told[len(p.told)-1].is {
		p.told = append(p.told, weight{now, most})
	}
	return most
}

// saw takes note of what the others have told, in an answer of the store that was asked at a time, and that they know
// what this process has.
func (s *Share) saw(all []storage.Lease, asked time.Time, told int) {
	left, of := map[string]time.Duration{}, map[string]int{}
	seen := slices.ContainsFunc(all, func(l storage.Lease) bool { return l.Name == s.presence() && l.Holder == s.Name })
	for _, l := range all {
		if l.Holder == "" || l.Holder == s.Name || l.Left == 0 {
			continue
		}
		if before, known := left[l.Holder]; !known || l.Left < before { // one that was taken since lasts for longer
			left[l.Holder] = l.Left
		}
		of[l.Holder] = max(of[l.Holder], min(l.Asks, mostWeight), 1)
	}
	maps.DeleteFunc(left, func(_ string, d time.Duration) bool { return s.Times.Lease-d <= s.fresh()+counted })
	for process := range left {
		of[process] = 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, now := &s.places, time.Now()
	if !seen || s.wanted[s.presence()].held == nil { // nobody else has seen it, or will any more
		told = 1
		if len(of) > 0 {
			p.from = now.Add(s.fresh() + counted)
		}
	}
	p.told = append(p.told, weight{now, told})
	for len(p.told) > 1 && now.Sub(p.told[1].at) >= s.settled() {
		p.told = p.told[1:]
	}
	p.seen = append(p.seen, sight{asked, of})
	p.seen = slices.DeleteFunc(p.seen, func(g sight) bool { return now.Sub(g.at) > s.settled() && g.at != asked })
}
