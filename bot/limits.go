package bot

import (
	"cmp"
	"hash/maphash"
	"strconv"
	"sync"
	"time"

	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Limits are how much one person may ask for. What is zero has its usual value.
type Limits struct {
	Challenges int // of the person's own that wait for an answer: 5
	Matches    int // being played, with those challenges: 50
	Commands   int // a minute, and that many at once: 60. A move that is played does not count: the next one has to wait for the other player anyway
}

func (l Limits) complete() Limits {
	return Limits{cmp.Or(l.Challenges, 5), cmp.Or(l.Matches, 50), cmp.Or(l.Commands, 60)}
}

// silence is for how long nobody hears anything who asked for too much.
const silence = 30 * time.Second

// pacing bounds the number of people whose pace is known.
const pacing = 10000

// paces are how fast people ask for something. They are kept by a hash of the id, and so tell nobody who that was.
type paces struct {
	seed  maphash.Seed
	most  int // commands a minute
	mu    sync.Mutex
	known map[uint64]pace
	swept time.Time // when those were forgotten who had rested
}

// pace is what somebody may still ask for.
type pace struct {
	left  float64   // commands at once
	at    time.Time // when that was so
	quiet time.Time // nothing is answered before that
}

func newPaces(most int) *paces {
	return &paces{seed: maphash.MakeSeed(), most: most, known: map[uint64]pace{}}
}

// spend counts a command of somebody. ok is false if it is one too many, and tell true if that is to be said.
func (p *paces) spend(id string, now time.Time) (ok, tell bool) {
	key := maphash.String(p.seed, id)
	p.mu.Lock()
	defer p.mu.Unlock()
	is, found := p.known[key]
	if !found {
		p.makeRoom(now)
		is = pace{left: float64(p.most), at: now}
	}
	is = p.rested(is, now)
	switch {
	case now.Before(is.quiet):
	case is.left < 1:
		is.quiet, tell = now.Add(silence), true
	default:
		is.left, ok = is.left-1, true
	}
	p.known[key] = is
	return ok, tell
}

// refund takes back that a command was counted.
func (p *paces) refund(id string) {
	key := maphash.String(p.seed, id)
	p.mu.Lock()
	defer p.mu.Unlock()
	if is, found := p.known[key]; found {
		is.left = min(is.left+1, float64(p.most))
		p.known[key] = is
	}
}

// rested is a pace with what has been gained since.
func (p *paces) rested(is pace, now time.Time) pace {
	if since := now.Sub(is.at); since > 0 {
		is.left, is.at = min(is.left+since.Minutes()*float64(p.most), float64(p.most)), now
	}
	return is
}

// makeRoom forgets those who have rested for long and, if there are none, anybody.
func (p *paces) makeRoom(now time.Time) {
	if len(p.known) < pacing {
		return
	}
	if now.Sub(p.swept) >= time.Second { // a crowd is not looked through for each one who joins
		p.swept = now
		for key, is := range p.known {
			if now.Sub(is.at) >= time.Minute && !now.Before(is.quiet) {
				delete(p.known, key)
			}
		}
	}
	for key := range p.known {
		if len(p.known) < pacing {
			break
		}
		delete(p.known, key)
	}
}

// hurried counts what was heard, and tells whether the author asks for too much. That is said once, and then nothing until
// it is over.
func (t *talk) hurried() bool {
	ok, tell := t.paces.spend(t.payer(), t.Now())
	if tell {
		t.note("limit-commands", speech.Count(t.Limits.Commands), speech.Text("Seconds", strconv.Itoa(int(silence.Seconds()))))
	}
	return !ok
}

// payer is whose pace counts: those in a room who hide their names have one together.
func (t *talk) payer() string { return cmp.Or(t.me.ID, string(t.event.Room)) }

// mayChallenge tells whether the author may challenge somebody, who may be anyone; if not, the author was told.
func (t *talk) mayChallenge(opponent match.Player) (bool, error) {
	switch {
	case t.isBot(opponent):
		t.note("challenge-bot", speech.Text("Play", t.voice.Typed("play")))
		return false, nil
	case opponent.Is(t.me):
		t.note("refusal." + string(match.OwnChallenge))
		return false, nil
	case gone(opponent):
		t.note("challenge-gone")
		return false, nil
	}
	if ok, err := t.bothWilling(opponent, "blocked-challenge"); !ok || err != nil {
		return false, err
	}
	return t.mayBe(match.Challenged)
}

// mayAccept is mayChallenge for a challenge that waits for an answer. Where the match itself has something against it, it
// is left to the match to say so. Until decide the author accepts and challenges nowhere else.
func (t *talk) mayAccept(m *match.Match) (bool, error) {
	if !can(m, t.me, []match.Kind{match.Accepted}) {
		return true, nil
	}
	if ok, err := t.bothWilling(m.Challenger, "blocked-accept"); !ok || err != nil {
		return false, err
	}
	t.alone()
	return t.mayBe(match.Accepted)
}

// mayBe tells whether one more match of the author may begin by an event of a kind; if not, the author was told.
func (t *talk) mayBe(kind match.Kind) (bool, error) {
	key, n, err := t.hindrance(kind)
	if key == "" || err != nil {
		return err == nil, err
	}
	t.decide()
	t.note(key, speech.Count(n), speech.Text("Games", t.voice.Typed("games")), speech.Text("Cancel", t.voice.Typed("cancel")))
	return false, nil
}

// hindrance is the sentence for what stands in the way of one more match, "" if nothing does, and how many there are.
func (t *talk) hindrance(kind match.Kind) (key string, n int, err error) {
	if t.isLeaving(t.me.ID) {
		return "forget-busy", 0, nil
	}
	if kind == match.Imported {
		return "", 0, nil
	}
	playing, asking, err := t.engaged()
	switch {
	case err != nil:
		return "", 0, err
	case kind == match.Challenged && asking >= t.Limits.Challenges:
		return "limit-challenges", asking, nil
	case playing+asking >= t.Limits.Matches:
		return "limit-matches", playing + asking, nil
	}
	return "", 0, nil
}

// alone makes the author wait until nothing else that the author begins is about to be stored, and holds up what comes after
// until decide. A match is entered before, never after.
func (t *talk) alone() {
	if t.decided == nil {
		t.decided = t.enter(beginnings(t.me.ID))
	}
}

// decide ends what alone began, if it did.
func (t *talk) decide() {
	if t.decided != nil {
		t.decided()
		t.decided = nil
	}
}

// beginnings is what is entered to begin a match for a person.
func beginnings(id string) string { return "beginnings/" + id }

// engaged is how many matches the author plays, and how many challenges of the author wait for an answer.
func (t *talk) engaged() (playing, asking int, err error) {
	heads, err := t.Store.Find(t.ctx, storage.Query{Player: t.me.ID, Live: true})
	if err != nil {
		return 0, 0, err
	}
	for _, h := range heads {
		if h.Status == match.Playing {
			playing++
			continue
		}
		m, err := t.replay(t.ctx, h)
		if err != nil {
			t.Log.Error("match cannot be read", "match", h.ID, "error", err)
			continue
		}
		if m.Challenger.ID == t.me.ID {
			asking++
		}
	}
	return playing, asking, nil
}
