// Package matches begins matches, plays and ends them: what people ask for (Players, Moves, Files, Offers), what the house does
// (House), and what comes because time passes (Clock). All of it changes matches through package change.
package matches

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Players brings people together and ends what they began.
type Players struct {
	Archive  *archive.Archive
	Change   change.Decider
	Find     find.Finder
	Now      func() time.Time
	Speaker  *speak.Speaker
	People   *people.RecentlyMet
	Quotas   *people.Quotas
	Services *services.Services
	Moves    Moves
	Draws    change.Draws
	Registry *people.Registry
}

// Challenge begins a match: the words of the text are a game, a person after @ and options k=v, in any order.
func (p Players) Challenge(req *request.Request, text string) (*request.Result, error) {
	p.People.Meet(append(req.Event.Mentions, req.Event.Answered)...)
	word, text, err := change.OwnWord(req, text)
	if err != nil {
		return nil, err
	}
	if err := p.Quotas.MayBegin(req); err != nil {
		return nil, err
	}
	w, err := p.wish(req, text, word)
	if err != nil {
		return nil, err
	}
	if w.Game == nil {
		return request.Say(req.Guide.Asking().Ask(w, nil)), nil
	}
	if w.Opponent.ID == req.Author.ID && req.Event.Tap { // chosen from a list of all who are there
		w.Opponent, w.Asks = chat.User{}, guide.AskWhom
		again := req.Guide.Asking().Ask(w, p.opponents(req))
		again.Text = append(req.Guide.Voice.Say("refusal.own-challenge"), append([]chat.Span{{Text: "\n"}}, again.Text...)...)
		return request.Say(again), nil
	}
	setup, err := Setup(req, w)
	if err != nil {
		return nil, err
	}
	if w.Asks != "" {
		return request.Say(req.Guide.Asking().Ask(w, p.opponents(req))), nil
	}
	if w.Apart && !req.Guide.Caps.Threads {
		return nil, req.Note("no-threads")
	}
	req = req.EndingMenu()
	unheard, err := p.twice(req, setup)
	if err != nil {
		return nil, err
	}
	setup.Apart = !req.Event.Private && req.Guide.Caps.Threads && (w.Apart || req.Preferences.Of("threads") == "on")
	places, err := p.talkWith(req, setup.Opponent)
	if err != nil {
		return nil, err
	}
	if err := p.open(req, setup, req.Event.Room, places, word); err != nil || unheard == "" {
		return nil, err
	}
	err = p.Change.Decide(req, unheard, func(*match.Match) (match.Event, error) {
		return match.Event{Kind: match.Withdrawn, Who: &req.Author}, nil
	})
	if err == nil {
		p.Speaker.Say(req.Ctx, unheard, speak.Cause{Aside: true})
	}
	return nil, err
}

// twice refuses a challenge that the author has made already: by a button that was pressed once more before it was gone, or by a text
// that asks the same person for the same again. That needs no words if the text was said before the one ahead of it was heard. Where
// the person is called only now it returns the challenge of which that one has not heard, in whose place the new one comes.
func (p Players) twice(req *request.Request, s match.Setup) (unheard string, err error) {
	mine, err := p.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID, Live: true, Limit: find.Lately})
	for _, m := range mine {
		said := req.Event.Said
		switch {
		case m.Challenger.ID != req.Author.ID || !alike(m.Setup, s):
		case req.Guide.Caps.ByID && m.Setup.Opponent.ID == "" && s.Opponent.ID != "":
			if m.Status == match.Open {
				unheard = m.ID
			}
		case req.Event.Tap && m.Line.Len() == 0 && p.Now().Sub(m.Began) < AMoment:
			return "", req.Note("asked-already", speech.Text("ID", m.ID))
		case req.Event.Tap || said.IsZero():
		case said.Before(m.Began):
			return "", request.ErrNothing
		case m.Status == match.Open && !s.Opponent.Anyone():
			return "", req.Note("asked-already", speech.Text("ID", m.ID))
		}
	}
	return unheard, err
}

// alike tells whether two challenges are the same, wherever they are played.
func alike(a, b match.Setup) bool {
	same := a.Opponent == b.Opponent || a.Opponent.Is(b.Opponent)
	a.Opponent, a.Apart = b.Opponent, b.Apart
	return same && reflect.DeepEqual(a, b)
}

// AMoment is how long the same button is taken for pressed once.
const AMoment = 10 * time.Second

// open challenges somebody in a room, and says so in the other places as well. The word is for the dice, "" for none.
func (p Players) open(req *request.Request, setup match.Setup, room chat.Room, places []storage.Place, word string) error {
	id, err := p.Issue(req, setup, room, places, word)
	if err == nil {
		p.Change.Say(req, id)
	}
	return err
}

// Issue is open before anything is said. It returns the id of the match.
func (p Players) Issue(req *request.Request, setup match.Setup, room chat.Room, places []storage.Place, word string) (string, error) {
	if old, err := p.overtaken(req, setup); old || err != nil {
		return "", cmp.Or(err, request.ErrNothing)
	}
	if err := p.Quotas.MayChallenge(req, setup.Opponent); err != nil {
		return "", err
	}
	if err := p.Find.KeepLanguage(req); err != nil {
		return "", err
	}
	e := match.Event{Kind: match.Challenged, Room: string(room), Setup: &setup}
	game := p.Archive.Game(setup.Game)
	start, err := game.New(setup.Options)
	if setup.Start != "" {
		start, err = game.Parse(setup.Start, setup.Options)
	}
	if err != nil {
		return "", err
	}
	if e.Chain, err = p.Draws.Chain(start); err != nil {
		return "", err
	}
	if e.Chain != nil {
		e.Word = change.WordOr(req, word)
	}
	elsewhere := setup.Opponent.Anyone() && p.Services.Several()
	switch {
	case elsewhere, req.Event.Private && p.Services.Links(room):
		e.Secret, err = p.Draws.Secret()
	case req.Event.Private && setup.Opponent.Anyone():
		return "", unseen(req, game)
	}
	if err == nil && elsewhere {
		e.Code, err = p.Draws.ID(codeLength)
	}
	if err != nil {
		return "", err
	}
	return p.enroll(req, e, places)
}

// unseen refuses a challenge where only its author would see it, and says how else to play.
func unseen(req *request.Request, g *engine.Game) error {
	m := req.Privately("unseen", req.Typed("Play", "play"))
	if g.Brain != nil {
		m.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("button.house"), Says: req.Guide.Voice.Typed("play") + " " + req.Guide.TypedGame(g) + " @house:" + strconv.Itoa(usualLevel)}}}
	}
	return request.Instead(m)
}

// codeLength is how many letters the code has by which a challenge is accepted from another service. It is typed by people, who
// have some tries a second and the number of the match to find out, too.
const codeLength = 8

// enroll stores the first event of a match, by the author, and returns the id of the match. The caller has it said.
func (p Players) enroll(req *request.Request, e match.Event, places []storage.Place) (string, error) {
	e.At, e.Said, e.By, e.Who, e.Cause, e.Alone = p.Now(), req.Event.Said, req.Author.ID, &req.Author, req.Event.ID, req.Event.Private
	var m *match.Match
	err := p.Quotas.WhileBeginning(req.Author.ID, func() error {
		if err := p.Quotas.MayBe(req, e.Kind); err != nil {
			return err
		}
		for length := 4; ; length++ { // an id that is taken is a conflict; longer ones are rarer
			id, err := p.Draws.ID(length)
			if err != nil {
				return err
			}
			m, err = (&match.Match{ID: id}).Apply(e, p.Archive.Game)
			var refusal *match.Refusal
			if errors.As(err, &refusal) {
				return request.Instead(req.Guide.Pages().Refusal(&match.Match{ID: id, Challenger: *e.Who}, refusal.Code))
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

// fewOpponents is how many opponents are offered.
const fewOpponents = 6

// opponents are those whom the author has met lately here.
func (p Players) opponents(req *request.Request) (some []chat.User) {
	q := storage.Query{Player: req.Author.ID, Limit: find.Lately}
	if !req.Event.Private {
		q.Room = string(req.Event.Room)
	}
	found, err := p.Archive.Search(req.Ctx, q)
	if err != nil {
		p.Archive.Log.Warn("look for opponents", "error", err)
	}
	for _, m := range found {
		for _, one := range []match.Player{m.Challenger, m.Opponent} {
			known := func(u chat.User) bool { return tell.Player(u).Is(one) }
			if one.ID == "" || tell.User(one).ID == "" || one.Is(req.Author) || slices.ContainsFunc(some, known) || len(some) == fewOpponents {
				continue
			}
			if here, err := p.Registry.At(req.Ctx, req.Event.Room.Service(), one.ID); here == "" || err != nil {
				continue
			}
			some = append(some, tell.User(one))
		}
	}
	p.People.Meet(some...)
	return some
}

// Respond answers a challenge or an offer, whichever of the kinds fits the match. Where neither waits the game may have asked
// something that the command answers.
func (p Players) Respond(req *request.Request, command, text string, kinds ...match.Kind) (*request.Result, error) {
	word, text, err := change.OwnWord(req, text)
	if err != nil {
		return nil, err
	}
	m, rest, err := p.Find.FindWhere(req, text, command, kinds, nil, func(m *match.Match) bool {
		return request.Can(m, req.Author, kinds...) || answersGame(req, m, command) || kinds[0] == match.Withdrawn && (p.mayCancel(req, m) || lostOf(m, req.Author))
	})
	if err == nil {
		rest, err = answerBehind(req, m, command, req.WithoutNames(m, rest))
	}
	if err != nil {
		return nil, err
	}
	if answersGame(req, m, command) {
		return p.Moves.Move(req, "#"+m.ID+" "+command, true)
	}
	late := func(m *match.Match) bool { // under a challenge, not under an offer that the board has
		return command == "accept" && m.Status == match.Playing && m.Pending.Offer == "" && !tell.Plays(m, req.Author)
	}
	if late(m) {
		return nil, req.Note("taken")
	}
	if command == "cancel" && forHouse(req, rest) {
		return p.askInstead(req, m.ID)
	}
	if command == "cancel" && m.Status == match.Playing && p.mayCancel(req, m) && !req.Guide.Languages.Book.Means("yes", rest) {
		return req.Asks(command, req.For(m).Sure(m, "sure-cancel", "button.cancel-it", req.Guide.Voice.Typed("cancel")+" #"+m.ID+" "+req.Guide.Voice.Typed("yes"))), nil
	}
	room := req.Event.Room
	decide := func(m *match.Match) (match.Event, error) {
		if late(m) { // by a moment
			return match.Event{}, req.Note("taken")
		}
		e := decideAnswer(req, m, kinds)
		switch {
		case e.Kind == match.Withdrawn && lostOf(m, req.Author) && !p.mayCancel(req, m):
			return callOff(m, req.Author), nil
		case e.Kind != match.Accepted:
			return e, nil
		}
		return p.accept(req, m, e, room, rest, word)
	}
	if !request.Can(m, req.Author, match.Accepted) || kinds[0] != match.Accepted {
		return nil, p.Change.Act(req, m.ID, decide)
	}
	if old, err := change.Outdated(req, p.Archive, m.ID, match.Accepted); old || err != nil {
		return nil, cmp.Or(err, request.ErrNothing)
	}
	if err := p.Quotas.MayAccept(req, m); err != nil {
		return nil, err
	}
	if err := p.Find.KeepLanguage(req); err != nil {
		return nil, err
	}
	err = p.Quotas.WhileBeginning(req.Author.ID, func() error {
		if err := p.Quotas.MayBe(req, match.Accepted); err != nil {
			return err
		}
		if m.Setup.Apart && !req.Event.Private {
			room = p.Services.Thread(req, m, p.here(req, m)...)
			if err := p.Archive.NestUnder(req.Ctx, room, req.Event.Room); err != nil {
				p.Archive.Log.Warn("a thread does not have the settings of its channel", "room", room, "error", err)
			}
		}
		return p.Change.Decide(req, m.ID, decide)
	})
	if err == nil {
		p.Change.Say(req, m.ID)
	}
	return nil, err
}

// forHouse tells whether a text is that of the button that has the house play in the place of whoever comes.
func forHouse(req *request.Request, text string) bool {
	_, ofHouse := req.NamesHouse(text)
	return ofHouse && req.Event.Tap
}

// askInstead takes back a challenge that has waited for anyone, and asks in its message how strong the house is to be.
func (p Players) askInstead(req *request.Request, id string) (*request.Result, error) {
	w := guide.Wish{Level: usualLevel, Asks: guide.AskWhom, Options: engine.Options{}}
	err := p.Change.Decide(req, id, func(m *match.Match) (match.Event, error) {
		if m.Status == match.Playing { // somebody was faster
			return match.Event{}, req.TooLate(m)
		}
		w.Game, w.From, w.Unrated, w.Hints = m.Game, m.Setup.Start, m.Setup.Unrated, m.Setup.Hints
		w.Colour = []string{"", "first", "second"}[m.Setup.Side]
		for _, o := range m.Game.Options {
			if value := m.Setup.Options[o.Name]; value != o.Default {
				w.Options[o.Name] = value
			}
		}
		return match.Event{Kind: match.Withdrawn, Who: &req.Author}, nil
	})
	if err != nil {
		return nil, err
	}
	head, err := p.Archive.Head(req.Ctx, id)
	if err == nil { // its message becomes the question and need not say before that it is taken back
		err = p.Archive.Note(req.Ctx, id, string(req.Event.Room), false, head.N, req.Event.Pressed)
	}
	if err != nil {
		return nil, err
	}
	p.Change.Say(req, id)
	return request.Say(req.Guide.Asking().Ask(w, nil)), nil
}

// mayCancel tells whether the author may end a match now as if it had not been.
func (p Players) mayCancel(req *request.Request, m *match.Match) bool {
	_, err := m.Apply(match.Event{Kind: match.Withdrawn, By: req.Author.ID, Who: &req.Author, At: p.Now()}, p.Archive.Game)
	return err == nil
}

// accept fills the event of a challenge that is accepted: where, with which side and with which word for the dice.
func (p Players) accept(req *request.Request, m *match.Match, e match.Event, room chat.Room, rest, word string) (match.Event, error) {
	e.Room, e.Alone = string(room), req.Event.Private
	if m.Dice.Seal != "" {
		e.Word = change.WordOr(req, word)
	}
	side := m.Setup.Side
	if mine, ok := req.Guide.Asking().Side(rest, m.Game); ok && m.Setup.Theirs {
		side = mine.Other()
	}
	first, err := p.Draws.Side(side)
	if e.First = req.Author.ID; first == engine.First {
		e.First = m.Challenger.ID
	}
	return e, err
}

// here are the players of a match that the author accepts, who have accounts on the author's service.
func (p Players) here(req *request.Request, m *match.Match) (some []chat.User) {
	for _, u := range []chat.User{tell.User(m.Challenger), req.Event.From} {
		if u, err := p.Registry.LocalUser(req.Ctx, req.Event.Room, u); err == nil && u.ID != "" {
			some = append(some, u)
		}
	}
	return some
}
