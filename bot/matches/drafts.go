package matches

import (
	"context"
	"time"

	"tabuleiro/bot/recent"
	"tabuleiro/bot/request"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// A draft is what a player has typed of a move. It stands until the match goes on; a beginning that was only overheard,
// which may be talk, for a minute, and for the next line of its author. It is cheap to lose: a button that goes on with
// it says all of it.
type draft struct {
	n       int // events of the match when it was typed
	since   request.Moment
	text    string
	choices []string    // whole texts with which it can go on
	whole   engine.Move // a whole move that is to be confirmed; "": it is a part
	line    int         // of its author, by drafts.lines, if it was overheard; 0: it was said to the bot
	refused string      // the last text that was no legal move; a draft may be nothing but that
}

// overhears is how long an overheard beginning stands.
const overhears = time.Minute

type draftKey struct{ user, match string }

// drafts are the moves that everybody has begun and not done.
type drafts struct {
	kept  *recent.List[draftKey, draft]
	lines *recent.List[string, int] // said by those whose beginning was overheard, by id, from 1 with that
}

// Drafting bounds their number: most drafts are gone within a minute.
const Drafting = 2000

// NewDrafts has no drafts yet.
func NewDrafts() *drafts {
	return &drafts{recent.New[draftKey, draft](Drafting, 0), recent.New[string, int](Drafting, 0)}
}

// of is the draft of an author in a match; zero if there is none.
func (d *drafts) of(req *request.Request, m *match.Match) draft {
	is, ok := d.kept.Get(draftKey{req.Author.ID, m.ID})
	if !ok || is.n != m.N || req.Unaware(is.since) || is.line > 0 &&
		(d.line(req.Author.ID) != is.line+1 || req.Guide.Now.Sub(is.since.At) > overhears) {
		return draft{}
	}
	return is
}

// line is the number of the last line of an author; 0 if it is not counted.
func (d *drafts) line(id string) int {
	n, _ := d.lines.Get(id)
	return n
}

// Hear counts a line of an author whose beginning was overheard.
func (d *drafts) Hear(id string) {
	if n := d.line(id); n > 0 {
		d.lines.Put(id, n+1)
	}
}

// keep keeps what an author has typed of a move, which was overheard or said to the bot. A text that was no legal move
// stands beside what has been typed of one.
func (d *drafts) keep(req *request.Request, m *match.Match, is draft, overheard bool) {
	before := d.of(req, m)
	switch {
	case is.text == "" && is.refused == "":
		return
	case is.text == "" && before.text != "":
		before.refused = is.refused
		is = before
	default:
		is.n, is.since = m.N, req.Moment(req.Guide.Now)
	}
	if overheard && is.refused == "" && is.whole == "" {
		is.line = max(d.line(req.Author.ID), 1)
		d.lines.Put(req.Author.ID, is.line)
	}
	d.kept.Put(draftKey{req.Author.ID, m.ID}, is)
}

// Refused is the last text of an author that was no legal move in a match as it stands; "" if there is none.
func (d *drafts) Refused(req *request.Request, m *match.Match) string { return d.of(req, m).refused }

// undo drops a draft if an undo takes it back: one that has to be confirmed, and any in a game where a play is long
// enough for that. It reports whether there was one.
func (d *drafts) undo(req *request.Request, m *match.Match) bool {
	is := d.of(req, m)
	_, long := m.Line.Position().(engine.Roller)
	if is.text == "" || is.whole == "" && !long {
		return false
	}
	d.kept.Remove(draftKey{req.Author.ID, m.ID})
	return true
}

// Forget drops all of a person.
func (d *drafts) Forget(_ context.Context, id string) error {
	d.lines.Remove(id)
	d.kept.RemoveIf(func(key draftKey, _ draft) bool { return key.user == id })
	return nil
}
