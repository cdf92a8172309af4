package bot

import (
	"cmp"
	"hash/maphash"
	"strconv"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Limits are how much one person may ask for. Zero means the usual value.
type Limits struct {
	Challenges int // of the person's own that wait for an answer: 5
	Matches    int // being played, with those challenges: 50
	Imports    int // games read from files within a day: 20
	Commands   int // a minute, and that many at once: 60. A move that is played does not count: the next one has to wait for the other player anyway
}

func (l Limits) complete() Limits {
	return Limits{cmp.Or(l.Challenges, 5), cmp.Or(l.Matches, 50), cmp.Or(l.Imports, 20), cmp.Or(l.Commands, 60)}
}

// silence is for how long nobody hears anything who asked for too much.
const silence = 30 * time.Second

// pacing bounds the number of people whose pace is known. After a minute of silence a pace is like a new one, and in a minute not
// many more people than that can be answered: Telegram takes 30 messages a second.
const pacing = 2000

// paces are how fast people ask for something. They are kept by a hash of the id, and so tell nobody who that was.
type paces struct {
	seed  maphash.Seed
	most  int // commands a minute
	known *lru.Cache[uint64, *pace]
}

// pace is what somebody may still ask for.
type pace struct {
	mu    sync.Mutex
	left  *rate.Limiter
	last  *rate.Reservation // what was paid last
	at    time.Time         // when
	quiet time.Time         // nothing is answered before that
}

func newPaces(most int) *paces {
	return &paces{seed: maphash.MakeSeed(), most: most, known: newCache[uint64, *pace](pacing)}
}

func (p *paces) of(id string) *pace {
	key := maphash.String(p.seed, id)
	if is, ok := p.known.Get(key); ok {
		return is
	}
	fresh := &pace{left: rate.NewLimiter(rate.Limit(float64(p.most)/60), p.most)}
	if is, ok, _ := p.known.PeekOrAdd(key, fresh); ok {
		return is
	}
	return fresh
}

// spend counts a command of somebody. ok is false if it is one too many, and tell true if that is to be said.
func (p *paces) spend(id string, now time.Time) (ok, tell bool) {
	is := p.of(id)
	is.mu.Lock()
	defer is.mu.Unlock()
	if now.Before(is.quiet) {
		return false, false
	}
	r := is.left.ReserveN(now, 1)
	if !r.OK() || r.DelayFrom(now) > time.Millisecond {
		r.CancelAt(now)
		is.quiet = now.Add(silence)
		return false, true
	}
	is.last, is.at = r, now
	return true, false
}

// refund takes back that the last command of the author was counted.
func (p *paces) refund(t *talk) { p.giveBack(t.payer()) }

func (p *paces) giveBack(id string) {
	is := p.of(id)
	is.mu.Lock()
	defer is.mu.Unlock()
	if is.last != nil {
		is.last.CancelAt(is.at)
		is.last = nil
	}
}

// pay counts what was heard. The error says, once, that the author asks for too much, and then nothing until that is over.
func (p *paces) pay(t *talk, now time.Time) error {
	if t.Caps.Unpaced || t.paid {
		return nil
	}
	ok, tell := p.spend(t.payer(), now)
	switch {
	case ok:
		t.paid = true
		return nil
	case tell:
		return t.note("limit-commands", speech.Count(p.most), speech.Text("Seconds", strconv.Itoa(int(silence.Seconds()))))
	}
	return errNothing
}

// order says what somebody may begin.
type order struct {
	archive  *archive.Archive
	services *services
	blocks   *blocks
	limits   Limits
	now      func() time.Time

	beginnings archive.Locks[string] // by the id of a person: held while a match of the person begins
	rematches  archive.Locks[string] // by the id of a match: held while another one like it is asked for
	mu         sync.Mutex
	leaving    map[string]int // people who are being forgotten, by id
}

// mayBegin refuses those who may not begin matches here.
func (o *order) mayBegin(t *talk) error {
	if t.event.Private || t.preferences.Of("start") == "everybody" || o.services.administers(t) {
		return nil
	}
	return t.note("admins-begin")
}

// mayChallenge refuses those who may not challenge somebody, who may be anyone.
func (o *order) mayChallenge(t *talk, opponent match.Player) error {
	switch {
	case opponent.Is(t.me):
		return t.note("refusal." + string(match.OwnChallenge))
	case gone(opponent):
		return t.note("challenge-gone")
	}
	if err := o.blocks.bothWilling(t, opponent, "blocked-challenge"); err != nil {
		return err
	}
	return o.mayBe(t, match.Challenged)
}

// mayAccept is mayChallenge for a challenge that waits for an answer.
func (o *order) mayAccept(t *talk, m *match.Match) error {
	head, err := o.archive.Head(t.ctx, m.ID)
	if err != nil {
		return err
	}
	if !m.Opponent.Anyone() && !m.Opponent.Is(t.meAt(head)) {
		return instead(t.to(m).Refusal(m, match.NotChallenged))
	}
	return o.blocks.bothWilling(t, m.Challenger, "blocked-accept")
}

// mayBe refuses one match too many of the author by an event of a kind.
func (o *order) mayBe(t *talk, kind match.Kind) error {
	key, n, err := o.limit(t, kind)
	if key == "" || err != nil {
		return err
	}
	return t.note(key, speech.Count(n), t.typed("Games", "games"), t.typed("Cancel", "cancel"))
}

// limit is the key of the sentence about what stands in the way of one more match, "" if nothing does, and how many there
// are.
func (o *order) limit(t *talk, kind match.Kind) (key string, n int, err error) {
	if o.isLeaving(t.me.ID) {
		return "forget-busy", 0, nil
	}
	if kind == match.Imported {
		n, err := o.imported(t)
		if n >= o.limits.Imports {
			return "limit-imports", n, err
		}
		return "", 0, err
	}
	playing, asking, err := o.engaged(t)
	switch {
	case err != nil:
		return "", 0, err
	case kind == match.Challenged && asking >= o.limits.Challenges:
		return "limit-challenges", asking, nil
	case playing+asking >= o.limits.Matches:
		return "limit-matches", playing + asking, nil
	}
	return "", 0, nil
}

// whileBeginning does something while nothing else that a person begins is stored. Matches are held inside, never around it,
// and nothing is said.
func (o *order) whileBeginning(id string, do func() error) error {
	defer o.beginnings.Enter(id)()
	return do()
}

// startLeaving keeps a person from beginning any match until the function returned is called.
func (o *order) startLeaving(id string) (end func()) {
	o.mu.Lock()
	if o.leaving == nil {
		o.leaving = map[string]int{}
	}
	o.leaving[id]++
	o.mu.Unlock()
	o.beginnings.Enter(id)() // what was allowed before is stored now
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.leaving[id]--; o.leaving[id] == 0 {
			delete(o.leaving, id)
		}
	}
}

func (o *order) isLeaving(id string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.leaving[id] > 0
}

// engaged is how many matches the author plays, and how many challenges of the author wait for an answer.
func (o *order) engaged(t *talk) (playing, asking int, err error) {
	heads, err := o.archive.Find(t.ctx, storage.Query{Player: t.me.ID, Live: true})
	if err != nil {
		return 0, 0, err
	}
	for _, h := range heads {
		if h.Status == match.Playing {
			playing++
			continue
		}
		m, err := o.archive.Replay(t.ctx, h)
		if err != nil {
			o.archive.Log.Error("match cannot be read", "match", h.ID, "error", err)
			continue
		}
		if m.Challenger.ID == t.me.ID {
			asking++
		}
	}
	return playing, asking, nil
}

// imported is how many games the author has read from files within a day.
func (o *order) imported(t *talk) (n int, err error) {
	heads, err := o.archive.Find(t.ctx, storage.Query{Player: t.me.ID, Ended: true, Limit: 2 * (o.limits.Imports + o.limits.Matches)})
	since := o.now().Add(-24 * time.Hour)
	for _, h := range heads {
		if !h.Began.After(since) {
			break
		}
		if m, err := o.archive.Replay(t.ctx, h); err == nil && m.Reader.ID == t.me.ID {
			n++
		}
	}
	return n, err
}
