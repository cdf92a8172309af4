package people

import (
	"cmp"
	"hash/maphash"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/cache"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Limits bound what one person may ask for. Zero means the default.
type Limits struct {
	Challenges int // of the person's own that wait for an answer: 5
	Matches    int // being played, with those challenges: 50
	Imports    int // games read from files within a day: 20
	// a minute, and that many at once: 60. A move that is played does not count: the next one has to wait for the other
	// player anyway
	Commands int
}

// Complete fills in the defaults.
func (l Limits) Complete() Limits {
	return Limits{cmp.Or(l.Challenges, 5), cmp.Or(l.Matches, 50), cmp.Or(l.Imports, 20), cmp.Or(l.Commands, 60)}
}

// silence is how long a person who asked for too much gets no answer.
const silence = 30 * time.Second

// pacing bounds the people whose pace is known. A pace is back to full after a minute, in which hardly more people than
// that can be answered: Telegram takes 30 messages a second.
const pacing = 2000

// Limiter bounds how fast people may ask for something. It keeps a hash of each id, which does not reveal who that was.
type Limiter struct {
	seed  maphash.Seed
	most  int // commands a minute
	known *cache.LRU[uint64, *pace]
}

// pace is what a person may still ask for.
type pace struct {
	mu    sync.Mutex
	left  *rate.Limiter
	last  *rate.Reservation // what was paid last
	at    time.Time         // when
	quiet time.Time         // nothing is answered before that
}

// NewLimiter allows everybody that many commands a minute, and as many at once.
func NewLimiter(most int) *Limiter {
	return &Limiter{seed: maphash.MakeSeed(), most: most, known: cache.New[uint64, *pace](pacing, 2*time.Minute)}
}

func (p *Limiter) of(id string) *pace {
	key := maphash.String(p.seed, id)
	is, _ := p.known.PutNew(key, &pace{left: rate.NewLimiter(rate.Limit(float64(p.most)/60), p.most)})
	p.known.Put(key, is) // it is known for as long after this
	return is
}

// spend counts a command of a person. ok is false for one too many, and tell is true if the person is to be told.
func (p *Limiter) spend(id string, now time.Time) (ok, tell bool) {
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

// Refund takes back the author's last command.
func (p *Limiter) Refund(req *request.Request) {
	is := p.of(req.LimitKey())
	is.mu.Lock()
	defer is.mu.Unlock()
	if is.last != nil {
		is.last.CancelAt(is.at)
		is.last = nil
	}
}

// Allow counts an event. Its error refuses the first one too many, and says nothing about more until the silence is
// over.
func (p *Limiter) Allow(req *request.Request, now time.Time) error {
	if req.Guide.Caps.Unpaced {
		return nil
	}
	ok, tell := p.spend(req.LimitKey(), now)
	switch {
	case ok:
		return nil
	case tell:
		return req.Refuse("limit-commands", speech.Count(p.most), speech.Text("Seconds", strconv.Itoa(int(silence.Seconds()))))
	}
	return request.ErrNothing
}

// Quotas decide what a person may begin.
type Quotas struct {
	Archive  *archive.Archive
	Services *services.Services
	Blocks   *Blocklists
	Limits   Limits
	Now      func() time.Time

	beginnings archive.Locks[string] // by the id of a person: held while a match of the person begins
	Rematches  archive.Locks[string] // by the id of a match: held while another one like it is asked for
	leaving    sync.Map              // the ids of people who are being forgotten or joined with others
}

// MayBegin refuses an author who may not begin matches here.
func (o *Quotas) MayBegin(req *request.Request) error {
	if req.Event.Private || req.Room.Preferences.Of("start") == "everybody" || o.Services.Administers(req) {
		return nil
	}
	return req.Refuse("admins-begin")
}

// MayChallenge refuses an author who may not challenge an opponent, or nobody in particular.
func (o *Quotas) MayChallenge(req *request.Request, opponent match.Player) error {
	if err := o.MayBegin(req); err != nil {
		return err
	}
	switch {
	case opponent.Is(req.Author):
		return req.Refuse("refusal." + string(match.OwnChallenge))
	case Gone(opponent):
		return req.Refuse("challenge-gone")
	}
	return o.Blocks.bothWilling(req, opponent, "blocked-challenge")
}

// MayAccept refuses an author who may not accept a challenge.
func (o *Quotas) MayAccept(req *request.Request, m *match.Match) error {
	head, err := o.Archive.Head(req.Ctx, m.ID)
	if err != nil {
		return err
	}
	if !m.Opponent.Anyone() && !m.Opponent.Is(req.MeAt(head)) {
		return request.Replace(req.Audience(m).Refusal(m, match.NotChallenged))
	}
	return o.Blocks.bothWilling(req, m.Challenger, "blocked-accept")
}

// mayBe refuses an event of a kind that would give the author one match too many.
func (o *Quotas) mayBe(req *request.Request, kind match.Kind) error {
	tooMany := func(key string, n int) error {
		return req.Refuse(key, speech.Count(n), req.Typed("Games", "games"), req.Typed("Cancel", "cancel"))
	}
	switch _, leaving := o.leaving.Load(req.Author.ID); {
	case leaving:
		return req.Refuse("forget-busy")
	case kind == match.Imported:
		n, err := o.imported(req)
		if err == nil && n >= o.Limits.Imports {
			err = tooMany("limit-imports", n)
		}
		return err
	}
	playing, asking, err := o.engaged(req)
	switch {
	case err != nil:
		return err
	case kind == match.Challenged && asking >= o.Limits.Challenges:
		return tooMany("limit-challenges", asking)
	case playing+asking >= o.Limits.Matches:
		return tooMany("limit-matches", playing+asking)
	}
	return nil
}

// WhileBeginning begins a match of the author by do, unless an event of that kind would be one too many. Nothing else
// that the author begins is stored meanwhile; do may hold matches but sends nothing, and no match may be held around
// it. In a trial nothing begins.
func (o *Quotas) WhileBeginning(req *request.Request, kind match.Kind, do func() error) error {
	defer o.beginnings.Enter(req.Author.ID)()
	switch err := o.mayBe(req, kind); {
	case err != nil:
		return err
	case req.Trial:
		return request.ErrNothing
	}
	return do()
}

// StartLeaving keeps a person from beginning matches until the returned function is called.
func (o *Quotas) StartLeaving(id string) (end func()) {
	o.leaving.Store(id, struct{}{})
	o.beginnings.Enter(id)() // what was allowed before is stored now
	return func() { o.leaving.Delete(id) }
}

// engaged counts the matches that the author is playing, and the author's challenges that wait for an answer.
func (o *Quotas) engaged(req *request.Request) (playing, asking int, err error) {
	heads, err := o.Archive.Find(req.Ctx, storage.Query{Player: req.Author.ID, Live: true})
	if err != nil {
		return 0, 0, err
	}
	for _, h := range heads {
		switch {
		case h.Status == match.Playing:
			playing++
		case h.Players[0] == req.Author.ID: // who challenges is the first of them
			asking++
		}
	}
	return playing, asking, nil
}

// imported counts the games that the author has read from files within a day.
func (o *Quotas) imported(req *request.Request) (n int, err error) {
	heads, err := o.Archive.Find(req.Ctx, storage.Query{Player: req.Author.ID, Ended: true,
		Limit: 2 * (o.Limits.Imports + o.Limits.Matches)})
	since := o.Now().Add(-24 * time.Hour)
	for _, h := range heads {
		if !h.Began.After(since) {
			break
		}
		if m, err := o.Archive.Replay(req.Ctx, h); err == nil && m.Reader.ID == req.Author.ID {
			n++
		}
	}
	return n, err
}
