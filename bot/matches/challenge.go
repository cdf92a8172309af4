// Package matches begins, plays and ends matches: Players and Moves handle the commands of people, Computer plays for
// the bot, and Clock acts when time passes. All of them change matches through package change.
package matches

import (
	"cmp"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/notify"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Players handles the commands by which people begin matches, agree about them and end them.
type Players struct {
	Moves
	Notifier *notify.Notifier
	Quotas   *people.Quotas
	Services *services.Services
	Draws    change.Randomizer
	Registry *people.Registry
	Folder   *Folder
	Taking   *archive.Locks[string] // by offer: only the first person to accept it gets it
}

// Challenge issues a challenge. The text has a game, a person after @ and options k=v, in any order.
func (p Players) Challenge(req *request.Request, text string) (*request.Result, error) {
	if err := p.Quotas.MayBegin(req); err != nil {
		return nil, err
	}
	w, err := p.parseChallenge(req, text)
	if err != nil {
		return nil, err
	}
	if asked := p.askMore(req, w); asked != nil {
		return asked, nil
	}
	setup, err := p.Setup(req, w)
	if err != nil {
		return nil, err
	}
	if err := p.remember(req, w); err != nil {
		return nil, err
	}
	switch {
	case w.Asks != "":
		return request.Say(req.Guide.Asking().Ask(w, p.Opponents(req))), nil
	case w.Terms["thread"] != "" && !req.Guide.Caps.Threads:
		return nil, req.Refuse("no-threads")
	}
	req = req.With(func(r *request.Request) { r.Menu = true })
	setup.Apart = !req.Event.Private && req.Guide.Caps.Threads &&
		(w.Terms["thread"] != "" || req.Room.Preferences.Of("threads") == "on")
	return nil, p.issueOnce(req, w, setup)
}

// askMore returns a question about what a challenge leaves open; nil if it is complete.
func (p Players) askMore(req *request.Request, w guide.Challenge) *request.Result {
	own := w.Opponent.ID == req.Author.ID
	switch {
	case own && w.Game == nil:
		return request.Say(req.Privately("refusal." + string(match.OwnChallenge)))
	case w.Game == nil:
		return request.Say(req.Guide.Asking().Ask(w, nil))
	case len(w.Draughts) > 1:
		return request.Say(req.Guide.Asking().AskUsual(w))
	case own && req.Event.Tap: // chosen from the list of all members
		w.Opponent, w.Asks = chat.User{}, guide.AskWhom
		again := req.Guide.Asking().Ask(w, p.Opponents(req))
		again.Text = append(req.Guide.Voice.Say("refusal.own-challenge"), append([]chat.Span{{Text: "\n"}}, again.Text...)...)
		return request.Say(again)
	}
	return nil
}

// issueOnce issues a challenge unless the author has issued it already, and withdraws the match that it replaces.
func (p Players) issueOnce(req *request.Request, w guide.Challenge, setup match.Setup) error {
	unheard, err := p.findReplaced(req, setup)
	if err != nil {
		return err
	}
	places, err := p.talkWith(req, setup.Opponent)
	if err != nil {
		return err
	}
	if unheard != "" { // first: after a crash in between, the redelivered text finds nothing to replace
		err = p.Change.Decide(change.Beforehand(req), unheard, func(*match.Match) (match.Event, error) {
			return match.Event{Kind: match.Withdrawn, Who: &req.Author}, nil
		})
		if err != nil {
			return err
		}
		defer p.Notifier.Notify(req.Ctx, unheard, notify.Origin{Aside: true})
	}
	return p.challenge(req, setup, places, req.Guide.Asking().Play(w))
}

// findReplaced returns an error for a challenge that the author has issued already. Otherwise it returns the id of the
// match that the new one replaces, "" for none: an open challenge to anyone whose opponent is identified only now, or a
// match just begun against the computer at another level.
func (p Players) findReplaced(req *request.Request, s match.Setup) (unheard string, err error) {
	mine, err := p.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID, Live: true,
		Limit: find.RecentMatches})
	for _, m := range mine {
		switch {
		case m.Challenger.ID != req.Author.ID:
		case otherLevel(m, s):
			unheard = cmp.Or(unheard, m.ID) // the newest
		case !alike(m.Setup, s):
		case req.Guide.Caps.ByID && m.Setup.Opponent.ID == "" && s.Opponent.ID != "":
			if m.Status == match.Open {
				unheard = m.ID
			}
		default:
			if err := p.refuseDuplicate(req, m); err != nil {
				return "", err
			}
		}
	}
	return unheard, err
}

// refuseDuplicate returns an error for a challenge equal to one of the author's: it shows that one again while it waits
// for a person's answer, and refuses a button pressed twice. To anyone there may be several; the error is
// request.ErrNothing if the text was sent before that challenge was handled.
func (p Players) refuseDuplicate(req *request.Request, m *match.Match) error {
	said := req.Event.Said
	old, err := change.Outdated(req, p.Archive, m.ID, match.Challenged)
	already := req.Privately("asked-already", speech.Text("ID", m.ID))
	switch typed := !req.Event.Tap && !said.IsZero(); {
	case err != nil:
		return err
	case typed && (old || said.Before(m.Began)):
		return request.ErrNothing
	case m.Status == match.Open && (req.Meant || !m.Setup.Opponent.Anyone()):
		return request.Refused{Result: &request.Result{Messages: []chat.Message{req.Waiting(m, already.Text)}, Board: m}}
	case req.Event.Tap && m.Moves() == 0 && p.Now().Sub(m.Began) < AMoment:
		return request.Replace(already)
	}
	return nil
}

// Unusual returns the options of a match that are not the default.
func Unusual(m *match.Match) engine.Options {
	chosen := engine.Options{}
	for _, o := range m.Game.Options {
		if value := m.Setup.Options[o.Name]; value != o.Default {
			chosen[o.Name] = value
		}
	}
	return chosen
}

// otherLevel reports whether a setup asks for the computer at another level than in a match against it that is
// replaceable and otherwise equal in game and options.
func otherLevel(m *match.Match, s match.Setup) bool {
	is, playing := computer.Level(m.Setup.Opponent.ID)
	other, wanted := computer.Level(s.Opponent.ID)
	return m.Status == match.Playing && playing && wanted && is != other && maps.Equal(m.Setup.Options, s.Options) &&
		IsReplaceable(m) && m.Setup.Game == s.Game
}

// IsReplaceable reports whether a match against the computer may be replaced by one at another level: at most one
// choice was made in it.
func IsReplaceable(m *match.Match) bool { return m.Choices() < 2 }

// alike reports whether two setups are equal but for thread and rematch.
func alike(a, b match.Setup) bool {
	same := a.Opponent == b.Opponent || a.Opponent.Is(b.Opponent)
	a.Opponent, a.Apart, a.Rematch = b.Opponent, b.Apart, b.Rematch
	return same && reflect.DeepEqual(a, b)
}

// AMoment is how long presses of the same button count as one.
const AMoment = 10 * time.Second

// challenge issues a challenge, and announces it in its room and in places. Where only its author would see it, it
// offers the same match against the computer instead; says is the command for that, without the opponent.
func (p Players) challenge(req *request.Request, setup match.Setup, places []storage.Place, says string) error {
	room := req.Event.Room
	if setup.Opponent.Anyone() && req.Event.Private && !p.Services.Several() && !p.Services.Links(room) {
		m := req.Privately("unseen", req.Typed("Play", "play"))
		w := guide.Challenge{Game: p.Archive.Game(setup.Game), Level: unchosen}
		if p.asBefore(req, &w); w.Game.Brain != nil {
			says += " @house:" + engine.LevelName(w.Level)
			m.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("button.house"), Says: says}}}
		}
		return request.Replace(m)
	}
	id, err := p.Issue(req, setup, places)
	if err != nil {
		return err
	}
	p.Change.Say(req, id)
	p.Notifier.CallArbiter(req.Ctx, id, room, req.Event.Private)
	return nil
}

// Issue stores a challenge, and returns the id of the match. The caller must announce it.
func (p Players) Issue(req *request.Request, setup match.Setup, places []storage.Place) (string, error) {
	if err := p.Quotas.MayChallenge(req, setup.Opponent); err != nil {
		return "", err
	}
	if err := p.Find.KeepLanguage(req); err != nil {
		return "", err
	}
	if req.Trial { // which draws nothing
		return "", p.Quotas.WhileBeginning(req, match.Challenged, nil)
	}
	e := match.Event{Kind: match.Challenged, Room: string(req.Event.Room), Setup: &setup}
	if err := p.Draws.Prepare(p.Archive.Game(setup.Game), &e, change.WordOr(req, "")); err != nil {
		return "", err
	}
	switch {
	case setup.Opponent.Anyone() && p.Services.Several():
		e.Secret, e.Code = p.Draws.Secret(), p.Draws.Code()
	case req.Event.Private && p.Services.Links(req.Event.Room):
		e.Secret = p.Draws.Secret()
	}
	return p.enroll(req, e, places)
}

// enroll stores the first event of a match, by the author, and returns the id of the match. The caller must announce
// it.
func (p Players) enroll(req *request.Request, e match.Event, places []storage.Place) (string, error) {
	e.At, e.SentAt, e.By, e.Who, e.IdempotencyKey, e.Alone = p.Now(), req.Event.Said, req.Author.ID, &req.Author, req.Event.ID,
		req.Event.Private
	var m *match.Match
	err := p.Quotas.WhileBeginning(req, e.Kind, func() error {
		for length := 4; ; length++ { // an id in use is a conflict: try a longer one
			var err error
			id := p.Draws.ID(length)
			m, err = (&match.Match{ID: id}).Apply(e, p.Archive.Game)
			if err == nil && !m.Setup.Arbiter.Anyone() {
				err = p.Archive.KeepArbiter(req.Ctx, m.Setup.Arbiter, id)
			}
			if errors.As(err, new(*match.Refusal)) { // the only refusal of a first event
				return req.Refuse("refusal." + string(match.OwnChallenge))
			}
			if err == nil {
				err = p.Change.Matches.Begin(req.Ctx, m, places, e)
			}
			if !archive.IsConflict(err) || length == 8 {
				return err
			}
		}
	})
	if err != nil {
		return "", err
	}
	return m.ID, nil
}

// fewOpponents is the maximum number of opponents offered.
const fewOpponents = 6

// Opponents returns the people whom the author played most recently, in this room or, in a private chat, anywhere.
func (p Players) Opponents(req *request.Request) (some []chat.User) {
	q := storage.Query{Player: req.Author.ID, Limit: find.RecentMatches}
	if !req.Event.Private {
		q.Room = string(req.Event.Room)
	}
	found, err := p.Archive.Search(req.Ctx, q)
	p.Archive.Warn(err, "opponents cannot be looked up")
	for _, m := range found {
		for _, one := range []match.Player{m.Challenger, m.Opponent} {
			u, known := view.User(one), func(u chat.User) bool { return view.Player(u).Is(one) }
			if u.ID == "" || one.Is(req.Author) || slices.ContainsFunc(some, known) || len(some) == fewOpponents {
				continue
			}
			if here, err := p.Registry.Account(req.Ctx, req.Event.Room.Service(), u.ID); here != "" && err == nil {
				some = append(some, u)
			}
		}
	}
	p.Registry.Meet(some...)
	return some
}

// Handle returns "@" and the id of the person with a name whom the author has played here or has just mentioned; in a
// terminal every name is a handle. It returns "" if there is no such person, or more than one.
func (p Players) Handle(req *request.Request, name string) (handle string) {
	if req.Guide.Caps.Together {
		return "@" + name
	}
	for _, u := range append(slices.Clone(req.Event.Mentions), p.Opponents(req)...) {
		first, _, _ := strings.Cut(u.Name, " ")
		if u.ID == req.Author.ID || !slices.Contains([]string{speech.Fold(first), speech.Fold(u.Name), speech.Fold(u.Handle)},
			speech.Fold(name)) {
			continue
		}
		if handle != "" && handle != "@"+u.ID {
			return ""
		}
		handle = "@" + u.ID
	}
	return handle
}

// Rematch challenges the opponent of an ended match to the same once more, with the sides swapped. If the opponent has
// asked for a rematch already, it accepts that.
func (p Players) Rematch(req *request.Request, text string) (*request.Result, error) {
	m, err := p.Find.FindEnded(req, text, "rematch")
	bare := text == "" && !req.Event.Tap && req.Board == ""
	if err != nil {
		if goes := p.running(req, nil); bare && goes != nil {
			return offerSecond(req, goes, nil), nil
		}
		return nil, err
	}
	if err := mayRematch(req, m); err != nil {
		return nil, err
	}
	side := m.Side(req.Author.ID)
	other := m.Player(side.Other())
	setup := m.Setup
	setup.Version, setup.Opponent, setup.Side = p.Archive.Game(m.Game.Name).Version, other, side.Other()
	setup.Lasts, setup.Rematch = lasts(req, other), m.ID
	setup.Theirs, setup.Apart, setup.Lesson, setup.Tournament, setup.Round = false, false, false, "", ""
	setup.Played, setup.Source = nil, nil
	if setup.Drawn {
		setup.Drawn, setup.Openings = false, []match.Opening{{}} // draw again
	}
	req = req.Staying() // keep the message with the result
	defer p.Quotas.Rematches.Enter(m.ID)()
	switch asked, err := p.rematchOf(req, m.ID, other); {
	case err != nil:
		return nil, err
	case asked != nil:
		return p.rematchAsked(req, asked, other)
	}
	if goes := p.running(req, m); bare && goes != nil {
		return offerSecond(req, goes, m), nil
	}
	head, err := p.Archive.Head(req.Ctx, m.ID)
	if err != nil {
		return nil, err
	}
	return nil, p.challenge(req, setup, otherPlaces(req, head), "")
}

// mayRematch returns an error for a match that has not ended, or was not the author's.
func mayRematch(req *request.Request, m *match.Match) error {
	switch {
	case !m.Status.Ended():
		return req.Refuse("not-ended", speech.Text("ID", m.ID))
	case !view.Plays(m, req.Author), m.Status == match.Over && m.Player(m.Side(req.Author.ID).Other()).ID == "":
		return request.Replace(req.Audience(m).Refusal(m, match.NotAPlayer))
	case m.Status != match.Over:
		return request.Replace(chat.Message{Private: true, Text: req.Audience(m).Gist(m)})
	}
	return nil
}

// rematchAsked accepts a rematch that the opponent has asked for, or tells that the author has asked already.
func (p Players) rematchAsked(req *request.Request, asked *match.Match, other match.Player) (*request.Result, error) {
	switch {
	case asked.Status == match.Playing:
		return nil, req.Refuse("asked-already", speech.Text("ID", asked.ID))
	case asked.Challenger.ID == req.Author.ID:
		return nil, req.Refuse("rematch-asked", speech.Text("ID", asked.ID), speech.Person("Player", view.User(other)))
	}
	return p.Respond(req, "accept", "#"+asked.ID)
}

// running returns the newest match that the author is playing here in the game of an ended match against the same
// opponent, or simply the newest if ended is nil; nil if there is none.
func (p Players) running(req *request.Request, ended *match.Match) *match.Match {
	mine, err := p.Find.Mine(req)
	against := func(m *match.Match) match.Player { return m.Player(m.Side(req.Author.ID).Other()) }
	i := slices.IndexFunc(mine, func(m *match.Match) bool {
		if m.Status != match.Playing || ended == nil {
			return m.Status == match.Playing
		}
		_, is := computer.Level(against(m).ID)
		_, was := computer.Level(against(ended).ID)
		return m.Game == ended.Game && (is && was || against(m).Is(against(ended)))
	})
	if err != nil || i < 0 {
		return nil
	}
	return mine[i]
}

// offerSecond tells that a match is running, and offers another beside it: a rematch of ended or, if that is nil, the
// same game against the same player. If the author has not moved yet in the running match, it explains how to move
// instead of asking.
func offerSecond(req *request.Request, goes, ended *match.Match) *request.Result {
	v, other := req.Guide.Voice, goes.Player(goes.Side(req.Author.ID).Other())
	w := guide.Challenge{Game: goes.Game, Options: Unusual(goes), Opponent: view.User(other)}
	w.Level, _ = computer.Level(other.ID)
	says := req.Guide.Asking().Play(w)
	if ended != nil {
		says = v.Typed("rematch") + " #" + ended.ID
	}
	facts := []speech.Fact{speech.Text("ID", goes.ID), speech.Person("Player", view.User(other))}
	another := [][]chat.Button{{{Label: v.Text("button.another"), Says: says}}}
	if side := goes.Side(req.Author.ID); len(goes.Games) == 0 && !goes.HasAppeared(side) {
		example := ""
		if goes.Turn() == side {
			example = req.Audience(goes).Example(goes)
		}
		begun := req.Privately("rematch-begun", append(facts, speech.Text("Example", example),
			speech.Person("Turn", view.User(goes.Player(goes.Turn()))))...)
		begun.Told, begun.Buttons = true, another
		return request.Say(begun)
	}
	m := req.Privately("rematch-runs", facts...)
	m.Buttons = another
	return request.Ask(m, &request.Question{Text: chat.PlainText(m.Text), Yes: says, ClearWhenLeft: true})
}

// otherPlaces returns the other places of a match where the opponent may be: private chats, rooms of other services
// and, for an author in a private chat, all.
func otherPlaces(req *request.Request, h storage.Head) (places []storage.Place) {
	for _, p := range h.Places {
		abroad := chat.Room(p.Room).Service() != req.Event.Room.Service()
		if !p.ThreadParent && p.Room != string(req.Event.Room) && (p.For != "" || abroad || req.Event.Private) {
			places = append(places, storage.Place{Room: p.Room, For: p.For})
		}
	}
	return places
}

// talkWith returns the private chat on the same service where an opponent learns of a challenge made elsewhere. It
// returns none for an opponent who may be in the room, who is notified there.
func (p Players) talkWith(req *request.Request, who match.Player) ([]storage.Place, error) {
	if who.ID == "" || !req.Event.Private && p.Services.MayBeIn(req, who.ID) {
		return nil, nil
	}
	room, err := p.private(req.Ctx, req.Event.Room.Service(), who.ID)
	if room == "" || err != nil {
		return nil, err
	}
	return []storage.Place{{Room: string(room), For: who.ID}}, nil
}

// rematchOf returns the rematch of an ended match that either player has asked for, even if it was just accepted; nil
// if there is none.
func (p Players) rematchOf(req *request.Request, ended string, other match.Player) (*match.Match, error) {
	found, err := p.Archive.Search(req.Ctx, storage.Query{Player: other.ID, Live: true, Limit: find.MaxLive})
	i := slices.IndexFunc(found, func(m *match.Match) bool { return m.Setup.Rematch == ended && m.Moves() <= 1 })
	if err != nil || i < 0 {
		return nil, err
	}
	return found[i], nil
}
