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
	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Finder finds the match that a text is about.
type Finder struct {
	Archive *archive.Archive
	Opened  *cache.LRU[chat.Room, string] // the match that was opened last in a private talk by its link
}

// What was opened by a link is known of so many rooms, and for so long.
const (
	maxOpened = 1000
	openedTTL = 24 * time.Hour
)

// New makes a finder in an archive.
func New(a *archive.Archive) Finder {
	return Finder{a, cache.New[chat.Room, string](maxOpened, openedTTL)}
}

// KeepLanguage gives a room that has not chosen a language that of the person who begins something in it: of what
// follows the bot may speak there when nobody has said anything.
func (f Finder) KeepLanguage(req *request.Request) error {
	if req.Event.Locale == "" || req.Preferences["language"].Value != "" {
		return nil
	}
	return f.Archive.Choose(req.Ctx, req.Owner(), "language", view.Chosen{Value: req.Room.Tag()})
}

// Find returns the match that a text is about, among those in which its author may do one of the kinds, and the rest of
// the text: the one named, the one whose board was answered, or the only one; else the author is asked. The error tells
// the author what is missing.
func (f Finder) Find(req *request.Request, text, command string, kinds ...match.Kind) (*match.Match, string, error) {
	return f.FindWhere(req, text, command, kinds, func(m *match.Match) bool { return request.Can(m, req.Author, kinds...) })
}

// FindWhere is Find where more than the kinds tells in which match a text makes sense.
func (f Finder) FindWhere(req *request.Request, text, command string, kinds []match.Kind,
	fits func(*match.Match) bool) (*match.Match, string, error) {
	return f.find(req, text, command, kinds, fits, nil)
}

// HasBegun reports whether a match has begun.
func HasBegun(m *match.Match) bool { return m.First.ID != "" }

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
	begun := func(m *match.Match) bool { return view.Plays(m, req.Author) && HasBegun(m) }
	m, rest, err := f.find(req, text, command, nil, begun, worth)
	if err == nil && !HasBegun(m) {
		err = req.Refuse("not-begun", speech.Text("ID", m.ID))
	}
	if n := request.GameOf(text); err == nil && n > 0 && n <= len(m.Games) {
		one := m.SingleGame(n)
		one.ID += "/" + strconv.Itoa(n)
		m = one
	}
	return m, rest, err
}

// numbered returns the match whose id is in a text, with its sign or, if bare, as the first word without one, else the
// one whose board was answered; nil if there is none. It also returns the rest of the text.
func (f Finder) numbered(req *request.Request, text string, bare bool) (m *match.Match, rest string, err error) {
	id, secret, rest := request.NamedByLink(text)
	word, behind, _ := strings.Cut(rest, " ")
	first, _ := request.Named("#" + word)
	switch {
	case id != "":
	case strings.HasPrefix(word, "#"):
		return nil, behind, req.NoSuchMatch(word[1:])
	case bare && first != "" && first == strings.ToLower(word):
		if m, err = f.ByID(req, first, ""); err == nil {
			return m, behind, nil
		}
	}
	if id = cmp.Or(id, req.Board); id == "" {
		return nil, rest, nil
	}
	m, err = f.ByID(req, id, secret)
	return m, rest, err
}

// find returns the match of an id or board, else the only one that fits, preferring those that worth accepts unless it
// is nil; else it asks. Without kinds the match is only looked at.
func (f Finder) find(req *request.Request, text, command string, kinds []match.Kind,
	fits, worth func(*match.Match) bool) (m *match.Match, rest string, err error) {
	defer func() { f.touch(req, m) }()
	if m, rest, err = f.numbered(req, text, true); m != nil || err != nil {
		return m, rest, err
	}
	here, err := f.Live(req)
	own := request.Filter(here, func(m *match.Match) bool { return view.Plays(m, req.Author) })
	if named, behind := req.NamedIn(own, rest); len(named) == 1 && len(own) > 1 {
		return named[0], behind, nil
	}
	fit, failed := f.candidates(req, here, own, kinds, fits, worth)
	if err := cmp.Or(err, failed); err != nil {
		return nil, rest, err
	}
	fit, rest = req.NamedIn(fit, rest)
	fit = likely(req, fit, rest, command, kinds)
	if just := latest(fit); len(own)*len(just) > 0 && slices.Contains(viewCommands, command) &&
		req.Guide.Now.Sub(just[0].Latest) < justNow {
		fit = just
	}
	onlooker := kinds == nil && len(own) == 0
	switch {
	case len(fit) == 1:
		return fit[0], rest, nil
	case onlooker && command == "why":
		fit = nil
	case !onlooker && len(fit) > 0:
		return nil, rest, req.AskMatch(fit, command, rest)
	}
	return nil, rest, req.NoMatch(fit, command, rest)
}

// touch keeps a match that was read from a file for longer, since somebody looks at it.
func (f Finder) touch(req *request.Request, m *match.Match) {
	if m != nil && m.Reader.ID != "" {
		f.Archive.Touch(req.Ctx, m.ID, req.Guide.Now)
	}
}

// viewCommands are commands that only show something of a match, so that the one just played in is likely meant.
var viewCommands = strings.Fields("board moves text words why")

// justNow is how recent a move must be for its match to count as just played in.
const justNow = 10 * time.Minute

// candidates returns the matches that a command may be about: those here that fit, else those elsewhere that may be
// answered in a private chat, else one that tells why there is none.
func (f Finder) candidates(req *request.Request, here, own []*match.Match, kinds []match.Kind,
	fits, worth func(*match.Match) bool) (fit []*match.Match, err error) {
	some := here
	if worth != nil {
		some = request.Filter(here, worth)
	}
	fit = request.Filter(some, fits)
	switch {
	case len(fit) > 0:
	case worth != nil && !slices.ContainsFunc(own, worth):
		fit, err = f.lastHere(req, func(m *match.Match) bool { return worth(m) && m.Status != match.Void })
	case req.Event.Private && slices.ContainsFunc(apart, func(k match.Kind) bool { return slices.Contains(kinds, k) }):
		fit, err = f.elsewhere(req, fits)
	}
	switch {
	case len(fit) > 0 || err != nil:
		return fit, err
	case kinds != nil:
		return f.refusing(req, here, kinds)
	case len(some) > 0:
		return some, nil
	case len(here) > 0:
		return here, nil
	}
	return f.lastHere(req, func(m *match.Match) bool { return m.Status != match.Void }) // which is in nobody's way
}

// apart are the events that may be brought about in a private chat for a match played elsewhere.
var apart = []match.Kind{match.Accepted, match.Declined, match.Planned}

// elsewhere returns the author's matches anywhere that fit, and the one opened last here.
func (f Finder) elsewhere(req *request.Request, fits func(*match.Match) bool) ([]*match.Match, error) {
	found, err := f.Archive.Search(req.Ctx, storage.Query{Player: req.Author.ID, Live: true, Limit: MaxLive})
	found = request.Filter(found, fits)
	if id, ok := f.Opened.Get(req.Event.Room); ok && err == nil {
		if m, _, failed := f.Archive.Load(req.Ctx, id); failed == nil && request.Can(m, req.Author, match.Accepted) {
			found = append(found, m)
		}
	}
	return found, err
}

// refusing returns the match that tells why the author may do none of the kinds here, possibly the last one that ended.
func (f Finder) refusing(req *request.Request, here []*match.Match, kinds []match.Kind) ([]*match.Match, error) {
	accepts := slices.Contains(kinds, match.Accepted)
	answers := accepts || slices.Contains(kinds, match.Declined)
	own := func(m *match.Match) bool { return view.Plays(m, req.Author) }
	for _, is := range []func(*match.Match) bool{
		func(m *match.Match) bool { return own(m) && (answers || m.Status == match.Playing) },
		own,
		func(m *match.Match) bool { return accepts && m.Status == match.Open },
	} {
		if i := slices.IndexFunc(here, is); i >= 0 {
			return here[i : i+1], nil
		}
	}
	return f.lastHere(req, func(*match.Match) bool { return true })
}

// lastHere returns the author's latest match here that fits, alone; none if there is none.
func (f Finder) lastHere(req *request.Request, is func(*match.Match) bool) ([]*match.Match, error) {
	last, err := f.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: RecentMatches})
	return latest(request.Filter(last, is)), err
}

// likely returns the matches that are meant rather than the others: for a move those that accept the text best, to look
// at those in play, and for the dice those that have dice.
func likely(req *request.Request, fit []*match.Match, text, command string, kinds []match.Kind) []*match.Match {
	prefer := func(some []*match.Match) {
		if len(some) > 0 {
			fit = some
		}
	}
	switch {
	case kinds == nil:
		prefer(request.Filter(fit, func(m *match.Match) bool { return m.Status == match.Playing }))
	case slices.Contains(kinds, match.Moved) && text != "":
		prefer(takers(req, fit, text))
	}
	if command == "dice" {
		prefer(request.Filter(fit, func(m *match.Match) bool { return m.Dice.Seal != "" }))
	}
	return fit
}

// ByID returns a match that is played in this room, or by the author elsewhere, or that the author has a link to or has
// just opened here. To others an id alone shows nothing, as ids are short and can be guessed.
func (f Finder) ByID(req *request.Request, id, secret string) (*match.Match, error) {
	m, head, err := f.Archive.Load(req.Ctx, id)
	opened := func() bool {
		last, _ := f.Opened.Get(req.Event.Room)
		return req.Event.Private && last == id
	}
	switch {
	case err == nil && secret != "" && (secret == m.Secret || secret == m.Code):
		if m.Opponent.Anyone() {
			f.Opened.Put(req.Event.Room, id)
		}
		return m, nil
	case err == nil && (archive.IsAt(head, req.Event.Room) || view.Plays(m, req.MeAt(head)) ||
		m.Setup.Arbiter.Is(req.Author) || opened()):
		return m, nil
	case err == nil || errors.Is(err, storage.ErrNotFound):
		return nil, req.NoSuchMatch(id)
	}
	return nil, err
}

// MaxLive bounds the live matches of a room that are searched.
const MaxLive = 200

// Live returns the live matches of this room, newest first.
func (f Finder) Live(req *request.Request) ([]*match.Match, error) {
	return f.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Live: true, Limit: MaxLive})
}

// Mine returns the live matches of this room in which the author plays.
func (f Finder) Mine(req *request.Request) ([]*match.Match, error) {
	return f.PlayedBy(req.Ctx, req.Event.Room, req.Author.ID)
}

// AnyMine reports whether one of those fits.
func (f Finder) AnyMine(req *request.Request, fits func(*match.Match) bool) bool {
	found, err := f.Mine(req)
	return err == nil && slices.ContainsFunc(found, fits)
}

// PlayedBy returns the live matches of a room in which a person plays, newest first, at most MaxLive.
func (f Finder) PlayedBy(ctx context.Context, room chat.Room, id string) ([]*match.Match, error) {
	return f.Archive.Search(ctx, storage.Query{Room: string(room), Player: id, Live: true, Limit: MaxLive})
}

// RecentMatches bounds the latest matches in which people and moves are looked for.
const RecentMatches = 30

// FindEnded returns the match named behind a command, else the one whose board was answered, else the last one here
// that the author played to its end.
func (f Finder) FindEnded(req *request.Request, text, command string) (*match.Match, error) {
	m, rest, err := f.numbered(req, text, true)
	if m == nil && err == nil {
		q := storage.Query{Room: string(req.Event.Room), Player: req.Author.ID}
		if m, rest, err = f.LastOver(req, q, rest); m == nil && err == nil {
			err = req.Refuse("no-ended-match")
		}
	}
	if err := cmp.Or(err, req.NothingElse(m, command, rest)); err != nil {
		return nil, err
	}
	f.touch(req, m)
	return m, nil
}

// LastOver returns the latest match of a query that was played to its end, among those that a text names best, and the
// rest of the text; nil if there is none.
func (f Finder) LastOver(req *request.Request, q storage.Query, text string) (m *match.Match, rest string, err error) {
	q.Ended, q.Limit = true, MaxLive
	heads, err := f.Archive.Find(req.Ctx, q)
	heads = slices.DeleteFunc(heads, func(h storage.Head) bool { return h.Status != match.Over })
	slices.SortStableFunc(heads, func(a, b storage.Head) int { return b.Latest.Compare(a.Latest) })
	over := f.Archive.ReplayAll(req.Ctx, heads[:min(len(heads), RecentMatches)])
	if over, rest = req.NamedIn(over, text); len(over) > 0 {
		m = over[0]
	}
	return m, rest, err
}

// latest returns the match with the latest event, alone; none of none.
func latest(some []*match.Match) []*match.Match {
	if len(some) == 0 {
		return nil
	}
	return []*match.Match{slices.MaxFunc(some, func(a, b *match.Match) int { return a.Latest.Compare(b.Latest) })}
}

// FindMoving returns the match that a move is meant for; nil if it is meant for none. Without a command, id or board it
// is one in which the author is on turn, and talk is meant for none.
func (f Finder) FindMoving(req *request.Request, text string, explicit bool) (*match.Match, string, error) {
	mine, err := f.Mine(req)
	if err != nil {
		return nil, text, err
	}
	m, rest, err := f.numbered(req, text, explicit)
	said := explicit || req.Event.Addressed ||
		slices.ContainsFunc(mine, func(m *match.Match) bool { return req.Shaped(m, rest) }) // else people talk
	if m != nil || err != nil && (said || !errors.As(err, new(request.Refused))) {
		return m, rest, err
	}
	switch fit := candidates(req, mine, text, explicit); {
	case explicit && (text == "" || len(fit) == 0):
		return f.Find(req, text, "move", match.Moved)
	case len(fit) == 1:
		return fit[0], text, nil
	case len(fit) > 1:
		return nil, text, req.AskMatch(fit, "move", text)
	case req.Direct():
		m, err := f.lost(req, text)
		return m, text, err
	}
	return nil, text, nil
}

// lost answers text to the bot that is no move in any match of the author here: with the last match, which says that it
// is over, with a challenge that waits for the author, or with how to begin a match.
func (f Finder) lost(req *request.Request, text string) (*match.Match, error) {
	last, err := f.lastHere(req, func(*match.Match) bool { return true })
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
				why = req.Audience(m).Refusal(m, match.NotStarted).Text
			}
			return nil, request.Replace(req.Waiting(m, why))
		}
	}
	if slices.ContainsFunc(here, func(m *match.Match) bool { return req.Shaped(m, req.Event.Text) }) || len(here) == 0 &&
		request.LooksLikeMove(req.Guide.Games, req.Event.Text) {
		return nil, req.NoMatch(nil, "", "")
	}
	return nil, req.Refuse("lost", req.Typed("Play", "play"), req.Typed("Help", "help"))
}

// candidates returns the author's matches that accept a text as a move, else the one that tells whose turn it is or what is
// wrong with the text, or takes it for talk; none if there are several.
func candidates(req *request.Request, mine []*match.Match, text string, explicit bool) []*match.Match {
	turn := request.Filter(mine, func(m *match.Match) bool { return request.Can(m, req.Author, match.Moved) })
	playing := request.Filter(mine, func(m *match.Match) bool { return m.Status == match.Playing })
	shaped := request.Filter(playing, func(m *match.Match) bool { return req.Shaped(m, text) })
	fit := takers(req, turn, text)
	switch {
	case len(fit) > 0:
		return fit
	case len(shaped) > 0:
		return shaped[:1]
	case len(turn) == 1 || len(turn) > 1 && explicit:
		return turn[:1]
	case len(turn) == 0:
		return playing[:min(len(playing), 1)]
	}
	return nil
}

// takers returns the matches that accept a text best as a move: where it is legal, else where it begins a move, else
// where a rule forbids it. If the same rule forbids it in all, the latest match stands for them.
func takers(req *request.Request, some []*match.Match, text string) []*match.Match {
	begins := func(m *match.Match) bool {
		wrong := req.MoveError(m, text)
		return wrong != nil && wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0 &&
			(req.Direct() || strings.Contains(text, "/")) // with dice that it fits, say
	}
	for _, is := range []func(*match.Match) bool{
		func(m *match.Match) bool { return req.MoveError(m, text) == nil }, begins,
		func(m *match.Match) bool { return req.Shaped(m, text) && !req.IsAmbiguous(m, text) },
		func(m *match.Match) bool { return req.Shaped(m, text) },
	} {
		if fit := request.Filter(some, is); len(fit) > 0 {
			if first := rule(req, fit[0], text); first != "" &&
				!slices.ContainsFunc(fit, func(m *match.Match) bool { return rule(req, m, text) != first }) {
				return latest(fit)
			}
			return fit
		}
	}
	return nil
}

// rule returns the rule that forbids a text as a move in a match, "" if none does.
func rule(req *request.Request, m *match.Match, text string) engine.Code {
	if wrong := req.MoveError(m, text); wrong != nil && wrong.Kind == engine.Illegal {
		return wrong.Rule
	}
	return ""
}

// Board returns the id of the match whose board an event answers, "" if it answers none: the one noted with the ref of
// the message, else, of older or forwarded messages, the one in its text. A button names its match itself, so that no
// other is looked for.
func (f Finder) Board(ctx context.Context, e chat.Event) string {
	told := request.Quoted(e.Quoted)
	named, _ := request.Named(e.Text)
	if e.QuotedRef == "" || e.Tap && (named == told || named == "") {
		return told
	}
	heads, _ := f.Archive.Find(ctx, storage.Query{Room: string(e.Room), Limit: MaxLive}) // none, with an error
	i := slices.IndexFunc(heads, func(h storage.Head) bool {
		return (!e.Tap || h.ID == named) && slices.ContainsFunc(h.Places, func(p storage.Place) bool {
			return p.Room == string(e.Room) && e.QuotedRef.Is(chat.Ref(p.Ref))
		})
	})
	if i >= 0 {
		return heads[i].ID
	}
	return told
}
