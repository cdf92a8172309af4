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
	Opened  *cache.LRU[chat.Room, string] // the match opened last by its link, by private chat
	spoken  *cache.LRU[string, chat.Room] // where a person has spoken of a match since a lesson or puzzle was shown
}

// Bounds of the caches of a Finder.
const (
	maxOpened = 1000
	openedTTL = 24 * time.Hour
)

// New makes a finder in an archive.
func New(a *archive.Archive) Finder {
	return Finder{a, cache.New[chat.Room, string](maxOpened, openedTTL), cache.New[string, chat.Room](maxOpened, openedTTL)}
}

// NoteExercise records that a lesson or puzzle was shown to the author last, and no match.
func (f Finder) NoteExercise(req *request.Request) {
	f.spoken.Remove(req.Author.ID)
}

// IsSpokenOf reports whether the author has spoken of a match here since a lesson or puzzle was shown. It is only
// cached: if it is lost, the latest event of a match counts.
func (f Finder) IsSpokenOf(req *request.Request) bool {
	return f.spoken.Value(req.Author.ID) == req.Event.Room
}

// KeepLanguage stores the language of the author as that of the room, or of the person in a private chat, if none was
// chosen. Announcements need it, as they answer no event that tells a language.
func (f Finder) KeepLanguage(req *request.Request) error {
	if req.Event.Locale == "" || req.Room.Preferences["language"].Value != "" {
		return nil
	}
	return f.Archive.Choose(req.Ctx, req.Owner(), "language", view.Chosen{Value: req.Room.Tag()})
}

// Find returns the match that a text is about, and the rest of the text: the match named by its id, else the one whose
// board was answered, else the only one in which the author may do one of the kinds. If several fit, the error asks the
// author which one; if none does, it tells what is missing.
func (f Finder) Find(req *request.Request, text, command string, kinds ...match.Kind) (*match.Match, string, error) {
	return f.FindWhere(req, text, command, kinds, func(m *match.Match) bool { return request.Can(m, req.Author, kinds...) })
}

// FindWhere is like Find with a condition of its own in place of the kinds. The kinds still decide how matches are
// searched and preferred.
func (f Finder) FindWhere(req *request.Request, text, command string, kinds []match.Kind,
	fits func(*match.Match) bool) (*match.Match, string, error) {
	return search{f, req, command, kinds, fits, nil}.find(text)
}

// HasBegun reports whether a match has begun.
func HasBegun(m *match.Match) bool { return m.First.ID != "" }

// HasMoves reports whether anybody has moved in a match: a throw of the dice is no move.
func HasMoves(m *match.Match) bool { return m.LastMove() > 0 }

// FindWorth is like Find for commands that show a match: it prefers matches that worth accepts, and refuses those that
// have not begun. An id may name a game of a series, as "#k7q2/1".
func (f Finder) FindWorth(req *request.Request, text, command string,
	worth func(*match.Match) bool) (*match.Match, string, error) {
	fits := func(m *match.Match) bool { return view.Plays(m, req.Author) && HasBegun(m) && worth(m) }
	m, rest, err := search{f, req, command, nil, fits, worth}.find(text)
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

// byIDOrBoard returns the match whose id is in a text or, without an id, the one whose board was answered; nil if there
// is none. The id has a "#" or, if bare is true, may be the first word without one; the rest of the text is returned,
// too.
func (f Finder) byIDOrBoard(req *request.Request, text string, bare bool) (m *match.Match, rest string, err error) {
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

// search is a search for the match that a command is about.
type search struct {
	Finder
	req     *request.Request
	command string
	kinds   []match.Kind            // what the author wants to do; nil if the command only shows the match
	fits    func(*match.Match) bool // whether the command may be about it
	worth   func(*match.Match) bool // what a command that shows one prefers; nil for any match
}

// find implements Find, FindWhere and FindWorth.
func (s search) find(text string) (m *match.Match, rest string, err error) {
	req := s.req
	defer func() { s.touch(req, m) }()
	if m, rest, err = s.byIDOrBoard(req, text, true); m != nil || err != nil {
		return m, rest, err
	}
	here, err := s.Live(req)
	own := request.Filter(here, func(m *match.Match) bool { return view.Plays(m, req.Author) })
	if named, behind := req.NamedIn(own, rest); len(named) == 1 && len(own) > 1 {
		return named[0], behind, nil
	}
	fit, failed := s.candidates(here)
	if err := cmp.Or(err, failed); err != nil {
		return nil, rest, err
	}
	fit, rest = req.NamedIn(fit, rest)
	fit = s.likely(fit, own, rest)
	switch onlooker := s.kinds == nil && len(own) == 0; {
	case len(fit) == 1:
		return fit[0], rest, nil
	case len(fit) > 0 && !onlooker:
		return nil, rest, req.AskMatch(fit, s.command, rest)
	case s.command == "why": // never about matches of others
		fit = nil
	}
	return nil, rest, req.NoMatch(fit, s.command, rest)
}

// touch records that the author has spoken of a match, and extends its life if it was imported from a file.
func (f Finder) touch(req *request.Request, m *match.Match) {
	if m != nil {
		f.spoken.Put(req.Author.ID, req.Event.Room)
	}
	f.Archive.Touch(req.Ctx, m, req.Guide.Now)
}

// viewCommands are commands that only show a match: they are likely about the match with the latest move.
var viewCommands = strings.Fields("board moves text words why")

// justNow is how recent the last event of a match must be for viewCommands to prefer it.
const justNow = 10 * time.Minute

// candidates returns the matches that a command may be about: those of the room that fit, else those elsewhere that may
// be answered in a private chat, else one from which the refusal tells why none fits.
func (s search) candidates(here []*match.Match) ([]*match.Match, error) {
	fit := request.Filter(here, s.fits)
	switch {
	case len(fit) > 0:
		return fit, nil
	case s.kinds == nil:
		return s.showable(here)
	}
	if s.req.Event.Private && slices.ContainsFunc(apart, func(k match.Kind) bool { return slices.Contains(s.kinds, k) }) {
		if fit, err := s.elsewhere(); len(fit) > 0 || err != nil {
			return fit, err
		}
	}
	return s.refusing(here)
}

// showable returns the matches that a command may show if none fits: the author's last one here that is worth it, else
// those of others that are, else all of others, else the author's last one.
func (s search) showable(here []*match.Match) ([]*match.Match, error) {
	stands := func(m *match.Match) bool { return m.Status != match.Void }
	if s.worth != nil {
		last, err := s.lastHere(s.req, func(m *match.Match) bool { return s.worth(m) && stands(m) })
		if len(last) > 0 || err != nil {
			return last, err
		}
		here = prefer(here, s.worth)
	}
	if len(here) > 0 {
		return here, nil
	}
	return s.lastHere(s.req, stands)
}

// apart are the kinds that are allowed in a private chat for a match played elsewhere.
var apart = []match.Kind{match.Accepted, match.Declined, match.Planned}

// elsewhere returns the author's matches in any room that fit, and the challenge opened last here by its link.
func (s search) elsewhere() ([]*match.Match, error) {
	ctx, author := s.req.Ctx, s.req.Author
	found, err := s.Archive.Search(ctx, storage.Query{Player: author.ID, Live: true, Limit: MaxLive})
	found = request.Filter(found, s.fits)
	if id, ok := s.Opened.Get(s.req.Event.Room); ok && err == nil {
		if m, _, failed := s.Archive.Load(ctx, id); failed == nil && request.Can(m, author, match.Accepted) {
			found = append(found, m)
		}
	}
	return found, err
}

// refusing returns the match whose state explains why the author may do none of the kinds here, possibly the last one
// that ended.
func (s search) refusing(here []*match.Match) ([]*match.Match, error) {
	fit := request.Filter(here, func(m *match.Match) bool { return view.Plays(m, s.req.Author) })
	accepts := slices.Contains(s.kinds, match.Accepted)
	if !accepts && !slices.Contains(s.kinds, match.Declined) {
		fit = prefer(fit, func(m *match.Match) bool { return m.Status == match.Playing })
	}
	if len(fit) == 0 && accepts {
		fit = request.Filter(here, func(m *match.Match) bool { return m.Status == match.Open })
	}
	if len(fit) > 0 {
		return fit[:1], nil
	}
	return s.lastHere(s.req, func(*match.Match) bool { return true })
}

// lastHere returns a list of the author's latest match here that fits; it is empty if there is none.
func (f Finder) lastHere(req *request.Request, is func(*match.Match) bool) ([]*match.Match, error) {
	last, err := f.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: RecentMatches})
	return latest(request.Filter(last, is)), err
}

// prefer returns those of some matches for which a condition holds or, if there are none, all.
func prefer(some []*match.Match, is func(*match.Match) bool) []*match.Match {
	if better := request.Filter(some, is); len(better) > 0 {
		return better
	}
	return some
}

// likely narrows matches down to those that are probably meant: for a move those that accept the text best, without
// kinds those in play, for the command "dice" those with dice, and for viewCommands the one with an event just now.
func (s search) likely(fit, own []*match.Match, text string) []*match.Match {
	switch {
	case s.kinds == nil:
		fit = prefer(fit, func(m *match.Match) bool { return m.Status == match.Playing })
	case slices.Contains(s.kinds, match.Moved) && text != "":
		best := takers(s.req, fit, text)
		fit = prefer(fit, func(m *match.Match) bool { return slices.Contains(best, m) })
	}
	if s.command == "dice" {
		fit = prefer(fit, func(m *match.Match) bool { return m.Dice.Seal != "" })
	}
	if slices.Contains(viewCommands, s.command) && len(own) > 0 {
		just := latest(fit)
		fit = prefer(fit, func(m *match.Match) bool { return m == just[0] && s.req.Guide.Now.Sub(m.Latest) < justNow })
	}
	return fit
}

// ByID returns a match that is played in this room, in which the author plays or is arbiter, whose link the author has,
// or that was just opened here. For everybody else it is as if there were no such match, since ids are short and can be
// guessed.
func (f Finder) ByID(req *request.Request, id, secret string) (*match.Match, error) {
	m, head, err := f.Archive.Load(req.Ctx, id)
	opened := func() bool { return req.Event.Private && f.Opened.Value(req.Event.Room) == id }
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

// Mine returns the live matches of this room in which the author plays, newest first, at most MaxLive.
func (f Finder) Mine(req *request.Request) ([]*match.Match, error) {
	return f.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID, Live: true,
		Limit: MaxLive})
}

// AnyMine reports whether one of the matches that Mine returns fits.
func (f Finder) AnyMine(req *request.Request, fits func(*match.Match) bool) bool {
	found, err := f.Mine(req)
	return err == nil && slices.ContainsFunc(found, fits)
}

// RecentMatches bounds the latest matches that are searched for people and moves.
const RecentMatches = 30

// FindEnded returns the match named after a command, else the one whose board was answered, else the last one here that
// the author played to its end.
func (f Finder) FindEnded(req *request.Request, text, command string) (*match.Match, error) {
	m, rest, err := f.byIDOrBoard(req, text, true)
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

// LastOver returns the latest match of a query that was played to its end, nil if there is none, and the rest of the
// text. If the text names games or players, only the matches that it names best count.
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

// latest returns a list of the match with the latest event; it is empty if some is.
func latest(some []*match.Match) []*match.Match {
	if len(some) == 0 {
		return nil
	}
	return []*match.Match{slices.MaxFunc(some, func(a, b *match.Match) int { return a.Latest.Compare(b.Latest) })}
}

// FindMoving returns the match that a move is meant for: the one named, the one whose board was answered, else one that
// movable selects; nil if the text is talk. explicit means that the move follows a command.
func (f Finder) FindMoving(req *request.Request, text string, explicit bool) (*match.Match, string, error) {
	mine, err := f.Mine(req)
	if err != nil {
		return nil, text, err
	}
	m, rest, err := f.byIDOrBoard(req, text, explicit)
	said := explicit || req.Event.Addressed ||
		slices.ContainsFunc(mine, func(m *match.Match) bool { return req.Shaped(m, rest) }) // else it is talk
	if m != nil || err != nil && (said || !errors.As(err, new(request.Refused))) {
		f.touch(req, m)
		return m, rest, err
	}
	switch fit := movable(req, mine, text, explicit); {
	case explicit && (text == "" || len(fit) == 0):
		return f.Find(req, text, "move", match.Moved)
	case len(fit) == 1:
		return fit[0], text, nil
	case len(fit) > 1:
		return nil, text, req.AskMatch(fit, "move", text)
	case req.SaidToBot():
		m, err := f.explainLost(req, text)
		return m, text, err
	}
	return nil, text, nil
}

// explainLost answers a text to the bot that is a move in none of the author's matches here. It returns the last match,
// which refuses the move as it is over, or an error that shows a challenge waiting for the author, or how to begin a
// match.
func (f Finder) explainLost(req *request.Request, text string) (*match.Match, error) {
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

// movable returns the author's matches that accept a text as a move. Otherwise it returns one that can tell what is
// wrong, whose turn it is, or that the text is talk; none if the author is on turn in several and the text is not
// explicit.
func movable(req *request.Request, mine []*match.Match, text string, explicit bool) []*match.Match {
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

// takers returns the matches in which a text is best as a move: those where it is legal, else where it begins a move,
// else where a rule forbids it. If the same rule forbids it in all of them, only the latest match is returned.
func takers(req *request.Request, some []*match.Match, text string) []*match.Match {
	begins := func(m *match.Match) bool {
		wrong := req.MoveError(m, text)
		return wrong != nil && wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0 &&
			(req.SaidToBot() || strings.Contains(text, "/")) // for example a play that fits the dice
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

// Board returns the id of the match whose board an event answers, "" if it answers none: the match whose place has the
// ref of the message, else, for older or forwarded messages, the one in the message's text. A button names its match
// itself, so only that match is considered.
func (f Finder) Board(ctx context.Context, e chat.Event) string {
	quoted := request.Quoted(e.Quoted)
	named, _ := request.Named(e.Text)
	if e.QuotedRef == "" || e.Tap && (named == quoted || named == "") {
		return quoted
	}
	heads, _ := f.Archive.Find(ctx, storage.Query{Room: string(e.Room), Limit: MaxLive}) // none, with an error
	for _, h := range heads {
		for _, p := range h.Places {
			if (!e.Tap || h.ID == named) && p.Room == string(e.Room) && e.QuotedRef.Is(chat.Ref(p.Ref)) {
				return h.ID
			}
		}
	}
	return quoted
}
