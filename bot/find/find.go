// Package find finds the match that a text is about.
package find

import (
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

// lost answers what was said to the bot and is no move in any match of the author here: with the challenge that waits
// for the author, if there is one, else with how to begin a match.
func (f Finder) lost(req *request.Request) error {
	here, err := f.Live(req)
	if err != nil {
		return err
	}
	for _, m := range here {
		if !m.Opponent.Anyone() && request.Can(m, req.Author, match.Accepted) {
			why := req.Guide.Voice.Say("not-understood")
			if req.Shaped(m, req.Event.Text) {
				why = req.For(m).Refusal(m, match.NotStarted).Text
			}
			return request.Instead(req.Waiting(m, why))
		}
	}
	if slices.ContainsFunc(here, func(m *match.Match) bool { return req.Shaped(m, req.Event.Text) }) || len(here) == 0 &&
		movelike(req) {
		return request.NoMatch(req, nil, "", "")
	}
	return req.Note("lost", req.Typed("Play", "play"), req.Typed("Help", "help"))
}

// movelike reports whether a text looks like a move of a game as it begins, be it legal or not.
func movelike(req *request.Request) bool {
	return slices.ContainsFunc(req.Guide.Games, func(g *engine.Game) bool {
		options, err := g.Complete(nil)
		if err != nil {
			return false
		}
		start, err := g.New(options)
		if err != nil {
			return false
		}
		_, err = start.Read(req.Event.Text)
		var wrong *engine.MoveError
		return err == nil || errors.As(err, &wrong) && wrong.Kind == engine.Illegal
	})
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

// Find is the match that a text is about, of those in which its author may do one of the kinds: the one named in the
// text, the one whose board was answered, the only one there is; else the author is asked, and the answer is the
// command once more. It returns the text without the name. The error tells the author what is missing.
func (f Finder) Find(req *request.Request, text, command string, kinds ...match.Kind) (*match.Match, string, error) {
	return f.FindWhere(req, text, command, kinds, nil,
		func(m *match.Match) bool { return request.Can(m, req.Author, kinds...) })
}

// FindBegun is find for matches in which there is something to look at: those that have begun, if any match has.
func (f Finder) FindBegun(req *request.Request, text, command string) (*match.Match, string, error) {
	return f.findLookedAt(req, text, command, func(m *match.Match) bool { return m.First.ID != "" })
}

// FindMoves is findBegun for matches in which there is something to go through: moves, if any match has some.
func (f Finder) FindMoves(req *request.Request, text, command string) (*match.Match, string, error) {
	return f.findLookedAt(req, text, command, moved)
}

// moved reports whether anybody has moved in a match: a throw of the dice is no move.
func moved(m *match.Match) bool {
	for n := range m.Line.Len() {
		if m.Line.At(n).Turn() != engine.Chance {
			return true
		}
	}
	return false
}

func (f Finder) findLookedAt(req *request.Request, text, command string,
	worth func(*match.Match) bool) (*match.Match, string, error) {
	m, rest, err := f.FindWhere(req, text, command, nil, worth,
		func(m *match.Match) bool { return tell.Plays(m, req.Author) && m.First.ID != "" })
	if err == nil && m.First.ID == "" {
		err = req.Note("not-begun", speech.Text("ID", m.ID))
	}
	if n := request.GameOf(text); err == nil && n > 0 && n <= len(m.Games) {
		one := m.SingleGame(n)
		one.ID += "/" + strconv.Itoa(n)
		m = one
	}
	return m, rest, err
}

// FindWhere is find where more than the kinds tells in which match a text makes sense. Matches without worth are only
// meant where there are no others; nil: all have it.
func (f Finder) FindWhere(req *request.Request, text, command string, kinds []match.Kind, worth,
	fits func(*match.Match) bool) (*match.Match, string, error) {
	m, rest, err := f.pick(req, text, command, kinds, worth, fits)
	if err == nil && m != nil && m.Reader.ID != "" {
		f.Archive.Look(req.Ctx, m.ID, req.Guide.Now)
	}
	return m, rest, err
}

func (f Finder) pick(req *request.Request, text, command string, kinds []match.Kind, worth,
	fits func(*match.Match) bool) (*match.Match, string, error) {
	id, secret, rest := request.NamedByLink(text)
	if id == "" {
		id = req.Board
	}
	if id != "" {
		m, err := f.ByID(req, id, secret)
		return m, rest, err
	}
	here, err := f.Live(req)
	if err != nil {
		return nil, rest, err
	}
	// a bare id, for those who leave out the #
	for _, m := range here {
		if word, tail, _ := strings.Cut(rest, " "); strings.EqualFold(word, m.ID) {
			return m, tail, nil
		}
	}
	if worth != nil {
		if here, err = f.worthwhile(req, here, worth); err != nil {
			return nil, rest, err
		}
	}
	fit := request.Filter(here, fits)
	own := request.Filter(here, func(m *match.Match) bool { return tell.Plays(m, req.Author) })
	if named, behind := req.NamedIn(own, rest); len(named) == 1 && len(own) > 1 {
		return named[0], behind, nil
	}
	if len(fit) == 0 && req.Event.Private &&
		(slices.Contains(kinds, match.Accepted) || slices.Contains(kinds, match.Declined)) {
		if fit, err = f.asked(req); err != nil {
			return nil, rest, err
		}
	}
	// which is said apart from where it is played
	if len(fit) == 0 && req.Event.Private && slices.Contains(kinds, match.Planned) {
		found, err := f.Archive.Search(req.Ctx, storage.Query{Player: req.Author.ID, Live: true, Limit: MaxLive})
		if fit = request.Filter(found, fits); err != nil {
			return nil, rest, err
		}
	}
	if len(fit) == 0 {
		if fit, err = f.next(req, here, kinds); err != nil {
			return nil, rest, err
		}
	}
	fit, rest = req.NamedIn(fit, rest)
	fit = likely(req, fit, rest, kinds)
	switch len(fit) {
	case 0:
		return nil, rest, request.NoMatch(req, nil, "", "")
	case 1:
		return fit[0], rest, nil
	}
	if m := f.justPlayed(req, fit); m != nil && slices.Contains(shown, command) {
		return m, rest, nil
	}
	if kinds == nil && !slices.ContainsFunc(here, func(m *match.Match) bool { return tell.Plays(m, req.Author) }) {
		if command == "why" {
			fit = nil
		}
		return nil, rest, request.NoMatch(req, fit, command, rest)
	}
	return nil, rest, req.Which(fit, command, rest)
}

// shown are the commands that only show something of a match, so that the one just played in is likely meant.
var shown = strings.Fields("board moves text words why")

// justNow is for how long a match has just been played in.
const justNow = 10 * time.Minute

// justPlayed is the match of some in which the author has just made the latest move, or throw; nil if there is none.
func (f Finder) justPlayed(req *request.Request, some []*match.Match) (just *match.Match) {
	latest := req.Guide.Now.Add(-justNow)
	for _, m := range some {
		events, err := f.Archive.Events(req.Ctx, m.ID)
		if err != nil {
			return nil
		}
		for _, e := range events {
			if e.Kind == match.Moved && e.By == req.Author.ID && e.At.After(latest) {
				just, latest = m, e.At
			}
		}
	}
	return just
}

// asked are the challenges of somebody who asked the author anywhere, and the one that the author opened last.
func (f Finder) asked(req *request.Request) ([]*match.Match, error) {
	found, err := f.Archive.Search(req.Ctx, storage.Query{Player: req.Author.ID, Live: true, Limit: MaxLive})
	found = request.Filter(found, func(m *match.Match) bool {
		return m.Status == match.Open &&
			m.Opponent.ID == req.Author.ID
	})
	if id, ok := f.Opened.Get(req.Event.Room); ok && err == nil {
		if m, _, failed := f.Archive.Load(req.Ctx, id); failed == nil && request.Can(m, req.Author, match.Accepted) {
			found = append(found, m)
		}
	}
	return found, err
}

// worthwhile are the matches here that have some worth: the author's own, else the last one that the author played,
// else those of others; if there are none, all.
func (f Finder) worthwhile(req *request.Request, here []*match.Match,
	worth func(*match.Match) bool) ([]*match.Match, error) {
	some := request.Filter(here, worth)
	if slices.ContainsFunc(some, func(m *match.Match) bool { return tell.Plays(m, req.Author) }) {
		return some, nil
	}
	last, err := f.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: Lately})
	last = request.Filter(last, func(m *match.Match) bool { return worth(m) && m.Status != match.Void })
	switch {
	case err != nil || len(last) > 0:
		return latest(last), err
	case len(some) > 0:
		return some, nil
	}
	return here, nil
}

// likely are the matches that are rather meant than the others: for a move the only one in which the text is one or
// begins one, else those that are going on before those that wait for an answer.
func likely(req *request.Request, fit []*match.Match, text string, kinds []match.Kind) []*match.Match {
	rather := func(m *match.Match) bool { return m.Status == match.Playing }
	if slices.Contains(kinds, match.Moved) && text != "" {
		rather = func(m *match.Match) bool { return legal(req, m, text) }
		if !slices.ContainsFunc(fit, rather) {
			rather = func(m *match.Match) bool { return begins(req, m, text) }
		}
	} else if kinds != nil {
		return fit
	}
	if some := request.Filter(fit, rather); len(some) > 0 {
		return some
	}
	forbidden := func(m *match.Match) bool {
		var wrong *engine.MoveError
		_, err := req.Read(m, text)
		return errors.As(err, &wrong) && wrong.Kind == engine.Illegal
	}
	word := text != "" && !strings.ContainsAny(text, "0123456789") // "roll"
	if slices.Contains(kinds, match.Moved) && word && len(request.Filter(fit, forbidden)) == len(fit) {
		return latest(fit) // it tells why not, and so would the others
	}
	return fit
}

// next is what to do with when the author may do none of the kinds in any match here: all to look at for onlookers,
// else any one that tells why not, be it the last one that ended.
func (f Finder) next(req *request.Request, here []*match.Match, kinds []match.Kind) ([]*match.Match, error) {
	if kinds == nil && len(here) > 0 {
		return here, nil
	}
	fit := request.Filter(here, func(m *match.Match) bool { return tell.Plays(m, req.Author) })
	if len(fit) == 0 && slices.Contains(kinds, match.Accepted) {
		fit = request.Filter(here, func(m *match.Match) bool { return m.Status == match.Open })
	}
	if !slices.Contains(kinds, match.Accepted) && !slices.Contains(kinds, match.Declined) {
		fit = likely(req, fit, "", nil)
	}
	if len(fit) > 0 {
		return fit[:1], nil
	}
	last, err := f.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: Lately})
	if kinds == nil { // what came to nothing is in nobody's way
		last = request.Filter(last, func(m *match.Match) bool { return m.Status != match.Void })
	}
	return latest(last), err
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
