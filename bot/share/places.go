package share

import (
	"maps"
	"slices"
	"sync"
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

// Places are the processes and their weights, as one of them knows them.
type Places struct {
	name        string
	beat, lease time.Duration // as in Times

	mu     sync.Mutex
	waits  []func() int // how much waits here now, of each service
	others int          // processes that were working when that was seen last
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
func (p *Places) fresh() time.Duration   { return p.beat * 3 / 2 }
func (p *Places) settled() time.Duration { return 2 * p.fresh() }

// Divides has a part grow with how much waits for it at one more service, which waits tells: it takes no time and asks
// nothing of Places.
func (p *Places) Divides(waits func() int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waits = append(p.waits, waits)
}

// Part is this process's part of what all may do together: so many of so many, 0 while the others may have all.
func (p *Places) Part() (own, all int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	switch {
	case now.Before(p.from):
		return 0, 1
	case !p.sees(now):
		return 1, 1 + mostWeight*p.others // one more may have come
	}
	own = mostWeight
	for i, w := range p.told {
		if i == len(p.told)-1 || now.Sub(p.told[i+1].at) < p.settled() {
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
func (p *Places) sees(now time.Time) bool {
	return len(p.seen) > 0 && now.Sub(p.seen[len(p.seen)-1].at) <= p.fresh()
}

// tell is the weight to be told. A smaller one than before is gone by from now on.
func (p *Places) tell(now time.Time) int {
	p.mu.Lock()
	all := slices.Clone(p.waits)
	p.mu.Unlock()
	waiting := 0
	for _, waits := range all {
		waiting += waits()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waited = append(p.waited, weight{now, 1 + min(mostWeight-1, (waiting+2)/3)})
	p.waited = slices.DeleteFunc(p.waited, func(w weight) bool { return now.Sub(w.at) > p.settled() })
	most := 0
	for _, w := range p.waited {
		most = max(most, w.is)
	}
	if !p.sees(now) {
		p.told = []weight{{now, 1}}
	} else if most < p.told[len(p.told)-1].is {
		p.told = append(p.told, weight{now, most})
	}
	return most
}

// saw takes note of what the others have told, in an answer of the store that was asked at a time, of how many are
// working, and that they know what this process has, if they have seen that it is present.
func (p *Places) saw(all []storage.Lease, asked time.Time, working, told int, present bool) {
	left, of := map[string]time.Duration{}, map[string]int{}
	for _, l := range all {
		if l.Holder == "" || l.Holder == p.name || l.Left == 0 {
			continue
		}
		if before, known := left[l.Holder]; !known || l.Left < before { // one that was taken since lasts for longer
			left[l.Holder] = l.Left
		}
		of[l.Holder] = max(of[l.Holder], min(l.Asks, mostWeight), 1)
	}
	maps.DeleteFunc(left, func(_ string, d time.Duration) bool { return p.lease-d <= p.fresh()+counted })
	for process := range left {
		of[process] = 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.others = working
	if !present { // nobody else has seen it, or will any more
		told = 1
		if len(of) > 0 {
			p.from = now.Add(p.fresh() + counted)
		}
	}
	p.told = append(p.told, weight{now, told})
	for len(p.told) > 1 && now.Sub(p.told[1].at) >= p.settled() {
		p.told = p.told[1:]
	}
	p.seen = append(p.seen, sight{asked, of})
	p.seen = slices.DeleteFunc(p.seen, func(g sight) bool { return now.Sub(g.at) > p.settled() && g.at != asked })
}
