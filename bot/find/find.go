// Package find finds the match that a text is about.
package find

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/recent"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// lost answers what was said to the bot and is no move in any match of the author here: with the last one, which tells
// that it is over, with the challenge that waits for the author, if there is one, else with how to begin a match.
func (f Finder) lost(req *request.Request, text string) (*match.Match, error) {
	last, err := f.lately(req, func(*match.Match) bool { return true })
	here, failed := f.Live(req)
	switch {
	case err != nil || failed != nil:
		return nil, cmp.Or(err, failed)
	case len(last) > 0 && last[0].Status != match.Open && req.Shaped(last[0], text):
		return last[0], nil
	}
	for _, m := range here {
		if !m.Opponent.Anyone() && request.Can(m, req.Author, match.Accepted) {
			why := req.Guide.Voice.Say("not-understood")
			if req.Shaped(m, req.Event.Text) {
				why = req.For(m).Refusal(m, match.NotStarted).Text
			}
			return nil, request.Instead(req.Waiting(m, why))
		}
	}
	if slices.ContainsFunc(here, func(m *match.Match) bool { return req.Shaped(m, req.Event.Text) }) || len(here) == 0 &&
		request.LooksLikeMove(req.Guide.Games, req.Event.Text) {
		return nil, req.NoMatch(nil, "", "")
	}
	return nil, req.Note("lost", req.Typed("Play", "play"), req.Typed("Help", "help"))
}

// Finder finds the match that a text is about.
type Finder struct {
	Archive *archive.Archive
	Opened  *recent.List[chat.Room, string] // the match that was opened last in a private talk by its link
}

// New makes a finder in an archive.
func New(a *archive.Archive) Finder {
	return Finder{a, recent.New[chat.Room, string](1000, 24*time.Hour)}
}

// KeepLanguage gives a room that has not chosen a language that of the person who begins something in it: of what
// follows the bot may speak there when nobody has said anything.
func (f Finder) KeepLanguage(req *request.Request) error {
	if req.Event.Locale == "" || req.Preferences["language"].Value != "" {
		return nil
	}
	return f.Archive.Choose(req.Ctx, req.Owner(), "language", tell.Chosen{Value: req.Room.Tag()})
}

// query is what a text asks of a match.
type query struct {
	command string
	kinds   []match.Kind // of which the author may do one; nil: it is looked at
	fits    func(*match.Match) bool
	worth   func(*match.Match) bool // reports whether there is something to look at; nil: there always is
}

// Find is the match that a text is about, of those in which its author may do one of the kinds: the one named in the
// text, the one whose board was answered, the only one there is; else the author is asked, and the answer is the
// command once more. It returns the text without the name. The error tells the author what is missing.
func (f Finder) Find(req *request.Request, text, command string, kinds ...match.Kind) (*match.Match, string, error) {
	return f.FindWhere(req, text, command, kinds, func(m *match.Match) bool { return request.Can(m, req.Author, kinds...) })
}

// FindWhere is Find where more than the kinds tells in which match a text makes sense.
func (f Finder) FindWhere(req *request.Request, text, command string, kinds []match.Kind,
	fits func(*match.Match) bool) (*match.Match, string, error) {
	return f.find(req, text, query{command, kinds, fits, nil})
}

// Begun reports whether a match has begun.
func Begun(m *match.Match) bool { return m.First.ID != "" }

// HasMoves reports whether anybody has moved in a match: a throw of the dice is no move.
func HasMoves(m *match.Match) bool {
	for n := range m.Line.Len() {
		if m.Line.At(n).Turn() != engine.Chance {
			return true
		}
	}
	return false
}

// FindWorth is Find for matches with something to look at, if any match has that; a game of a series may be named.
func (f Finder) FindWorth(req *request.Request, text, command string,
	worth func(*match.Match) bool) (*match.Match, string, error) {
	m, rest, err := f.find(req, text, query{command, nil, func(m *match.Match) bool {
		return tell.Plays(m, req.Author) && Begun(m)
	}, worth})
	if err == nil && !Begun(m) {
		err = req.Note("not-begun", speech.Text("ID", m.ID))
	}
	if n := request.GameOf(text); err == nil && n > 0 && n <= len(m.Games) {
		one := m.SingleGame(n)
		one.ID += "/" + strconv.Itoa(n)
		m = one
	}
	return m, rest, err
}

// find finds the match of a number or a board, else the only one that fits, else asks.
func (f Finder) find(req *request.Request, text string, q query) (m *match.Match, rest string, err error) {
	defer func() { f.look(req, m) }()
	id, secret, rest := request.NamedByLink(text)
	if id = cmp.Or(id, req.Board); id != "" {
		m, err := f.ByID(req, id, secret)
		return m, rest, err
	}
	here, err := f.Live(req)
	if err != nil {
		return nil, rest, err
	}
	word, tail, _ := strings.Cut(rest, " ") // the number without its sign
	if i := slices.IndexFunc(here, func(m *match.Match) bool { return strings.EqualFold(word, m.ID) }); i >= 0 {
		return here[i], tail, nil
	}
	own := request.Filter(here, func(m *match.Match) bool { return tell.Plays(m, req.Author) })
	if named, behind := req.NamedIn(own, rest); len(named) == 1 && len(own) > 1 {
		return named[0], behind, nil
	}
	fit, err := f.candidates(req, here, own, q)
	if err != nil {
		return nil, rest, err
	}
	fit, rest = req.NamedIn(fit, rest)
	fit = likely(req, fit, rest, q.kinds)
	if slices.Contains(shown, q.command) && len(own) > 0 {
		fit = justGone(req, fit)
	}
	onlooker := q.kinds == nil && len(own) == 0
	switch {
	case len(fit) == 1:
		return fit[0], rest, nil
	case onlooker && q.command == "why":
		fit = nil
	case !onlooker && len(fit) > 0:
		return nil, rest, req.Which(fit, q.command, rest)
	}
	return nil, rest, req.NoMatch(fit, q.command, rest)
}

// look keeps a match that was read from a file for longer, now that it is looked at.
func (f Finder) look(req *request.Request, m *match.Match) {
	if m != nil && m.Reader.ID != "" {
		f.Archive.Look(req.Ctx, m.ID, req.Guide.Now)
	}
}

// shown are the commands that only show something of a match, so that the one just played in is likely meant.
var shown = strings.Fields("board moves text words why")

// justNow is for how long a match has just gone on.
const justNow = 10 * time.Minute

// justGone is the latest of some matches alone, if it has just gone on; else all.
func justGone(req *request.Request, some []*match.Match) []*match.Match {
	if just := latest(some); len(just) > 0 && req.Guide.Now.Sub(just[0].Latest) < justNow {
		return just
	}
	return some
}

// candidates are the matches that a query may be about: those here that fit, what is said apart from where it is played,
// else what tells why not.
func (f Finder) candidates(req *request.Request, here, own []*match.Match, q query) (fit []*match.Match, err error) {
	some := here
	if q.worth != nil {
		some = request.Filter(here, q.worth)
	}
	fit = request.Filter(some, q.fits)
	switch {
	case len(fit) > 0:
	case q.worth != nil && !slices.ContainsFunc(own, q.worth):
		fit, err = f.lately(req, func(m *match.Match) bool { return q.worth(m) && m.Status != match.Void })
	case req.Event.Private && slices.ContainsFunc(q.kinds, isApart):
		fit, err = f.elsewhere(req, q)
	}
	switch {
	case len(fit) > 0 || err != nil:
		return fit, err
	case q.kinds != nil:
		return f.refusing(req, here, q.kinds)
	case len(some) > 0:
		return some, nil
	case len(here) > 0:
		return here, nil
	}
	return f.lately(req, func(m *match.Match) bool { return m.Status != match.Void }) // which is in nobody's way
}

// isApart reports whether a kind of event may be brought about in a private talk, of a match that is played elsewhere.
func isApart(k match.Kind) bool {
	return k == match.Accepted || k == match.Declined || k == match.Planned
}

// elsewhere are the author's matches anywhere that fit a query, and the one that was opened last here.
func (f Finder) elsewhere(req *request.Request, q query) ([]*match.Match, error) {
	found, err := f.Archive.Search(req.Ctx, storage.Query{Player: req.Author.ID, Live: true, Limit: MaxLive})
	found = request.Filter(found, q.fits)
	if id, ok := f.Opened.Get(req.Event.Room); ok && err == nil {
		if m, _, failed := f.Archive.Load(req.Ctx, id); failed == nil && request.Can(m, req.Author, match.Accepted) {
			found = append(found, m)
		}
	}
	return found, err
}

// refusing is the match that tells why the author may do none of the kinds in any match here, be it the last one that
// ended.
func (f Finder) refusing(req *request.Request, here []*match.Match, kinds []match.Kind) ([]*match.Match, error) {
	accepts := slices.Contains(kinds, match.Accepted)
	answers := accepts || slices.Contains(kinds, match.Declined)
	own := func(m *match.Match) bool { return tell.Plays(m, req.Author) }
	for _, is := range []func(*match.Match) bool{
		func(m *match.Match) bool { return own(m) && (answers || m.Status == match.Playing) },
		own,
		func(m *match.Match) bool { return accepts && m.Status == match.Open },
	} {
		if i := slices.IndexFunc(here, is); i >= 0 {
			return here[i : i+1], nil
		}
	}
	return f.lately(req, func(*match.Match) bool { return true })
}

// lately is the last match here of the author of which something is true, alone; none, if there is none.
func (f Finder) lately(req *request.Request, is func(*match.Match) bool) ([]*match.Match, error) {
	last, err := f.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: Lately})
	return latest(request.Filter(last, is)), err
}

// likely are the matches that are rather meant than the others: for a move those that take the text best, to look at
// those that are going on.
func likely(req *request.Request, fit []*match.Match, text string, kinds []match.Kind) []*match.Match {
	some := fit
	switch {
	case kinds == nil:
		some = request.Filter(fit, func(m *match.Match) bool { return m.Status == match.Playing })
	case slices.Contains(kinds, match.Moved) && text != "":
		some = takers(req, fit, text)
	}
	if len(some) > 0 {
		return some
	}
	return fit
}

// ByID is a match that is played in this room, or by the author in another one, or to which the author has a link, or a
// challenge to anyone that was opened last here. To all others its number alone shows nothing: numbers are short and
// can be tried out.
func (f Finder) ByID(req *request.Request, id, secret string) (*match.Match, error) {
	m, head, err := f.Archive.Load(req.Ctx, id)
	opened := func() bool {
		last, _ := f.Opened.Get(req.Event.Room)
		return req.Event.Private && last == id
	}
	switch {
	case err == nil && secret != "" && (secret == m.Secret || secret == m.Code):
		if req.Event.Private && m.Opponent.Anyone() {
			f.Opened.Put(req.Event.Room, id)
		}
		return m, nil
	case err == nil && (archive.IsAt(head, req.Event.Room) || tell.Plays(m, req.MeAt(head)) ||
		m.Setup.Arbiter.Is(req.Author) || opened()):
		return m, nil
	case err == nil || errors.Is(err, storage.ErrNotFound):
		return nil, req.NoSuchMatch(id)
	}
	return nil, err
}

// MaxLive is the number of live matches of a room that are looked through.
const MaxLive = 200

// Live are the matches of this room that have not ended, newest first.
func (f Finder) Live(req *request.Request) ([]*match.Match, error) {
	return f.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Live: true, Limit: MaxLive})
}

// Mine are those of them in which the author plays.
func (f Finder) Mine(req *request.Request) ([]*match.Match, error) {
	return f.PlayedBy(req.Ctx, req.Event.Room, req.Author.ID)
}

// AnyMine reports whether something is true of a match of this room in which the author plays.
func (f Finder) AnyMine(req *request.Request, fits func(*match.Match) bool) bool {
	if req.Author.ID == "" {
		return false
	}
	found, err := f.Mine(req)
	return err == nil && slices.ContainsFunc(found, fits)
}

// PlayedBy are the live matches of a room in which a person plays, newest first, at most MaxLive.
func (f Finder) PlayedBy(ctx context.Context, room chat.Room, id string) ([]*match.Match, error) {
	return f.Archive.Search(ctx, storage.Query{Room: string(room), Player: id, Live: true, Limit: MaxLive})
}

// Lately is in how many of the last matches people and moves are looked for.
const Lately = 30
