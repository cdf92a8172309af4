package bot

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// A draft is what a player has typed of a move. It stands until the match goes on. It is cheap to lose: a button that goes on
// with it says all of it.
type draft struct {
	n       int // events of the match when it was typed
	since   moment
	text    string
	choices []string    // whole texts with which it can go on
	whole   engine.Move // a whole move that is to be confirmed; "": it is a part
}

type draftKey struct{ user, match string }

// drafts are the moves that everybody has begun and not done.
type drafts struct{ kept *lru.Cache[draftKey, draft] }

// drafting bounds their number: a draft is typed within a minute or given up.
const drafting = 2000

func newDrafts() *drafts { return &drafts{newCache[draftKey, draft](drafting)} }

// newCache keeps what was used last.
func newCache[K comparable, V any](size int) *lru.Cache[K, V] {
	cache, err := lru.New[K, V](size)
	if err != nil {
		panic(err) // sizes are constants
	}
	return cache
}

// of is the draft of an author in a match; zero if there is none.
func (d *drafts) of(t *talk, m *match.Match) draft {
	if is, ok := d.kept.Get(draftKey{t.me.ID, m.ID}); ok && is.n == m.N && !t.unaware(is.since) {
		return is
	}
	return draft{}
}

func (d *drafts) keep(t *talk, m *match.Match, is draft) {
	is.n, is.since = m.N, t.moment(t.Now)
	d.kept.Add(draftKey{t.me.ID, m.ID}, is)
}

// undo drops a draft if an undo takes it back: one that has to be confirmed, and any in a game where a play is long enough for
// that. It tells whether there was one.
func (d *drafts) undo(t *talk, m *match.Match) bool {
	is := d.of(t, m)
	_, long := m.Line.Position().(engine.Previewer)
	if is.text == "" || is.whole == "" && !long {
		return false
	}
	d.kept.Remove(draftKey{t.me.ID, m.ID})
	return true
}

// forget drops all of a person.
func (d *drafts) forget(id string) {
	for _, key := range d.kept.Keys() {
		if key.user == id {
			d.kept.Remove(key)
		}
	}
}
