package bot

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// players brings people together and ends what they began.
type players struct {
	decider
	people   *people
	order    *order
	services *services
	moves    moves
	lots     lots
	registry *registry
}

// challenge begins a match: the words of the text are a game, a person after @ and options k=v, in any order.
func (p players) challenge(t *talk, text string) (reply, error) {
	p.people.meet(append(t.event.Mentions, t.event.Answered)...)
	word, text, err := t.ownWord(text)
	if err != nil {
		return nil, err
	}
	if err := p.order.mayBegin(t); err != nil {
		return nil, err
	}
	w, err := p.wish(t, text, word)
	if err != nil {
		return nil, err
	}
	if w.Game == nil {
		return reply{t.Asking().Ask(w, nil)}, nil
	}
	if w.Opponent.ID == t.me.ID && t.event.Tap { // chosen from a list of all who are there
		w.Opponent, w.Asks = chat.User{}, guide.AskWhom
		again := t.Asking().Ask(w, p.opponents(t))
		again.Text = append(t.Voice.Say("refusal.own-challenge"), append([]chat.Span{{Text: "\n"}}, again.Text...)...)
		return reply{again}, nil
	}
	setup, err := t.setup(w)
	if err != nil {
		return nil, err
	}
	if w.Asks != "" {
		return reply{t.Asking().Ask(w, p.opponents(t))}, nil
	}
	if w.Apart && !t.Caps.Threads {
		return nil, t.note("no-threads")
	}
	t.menu = true
	unheard, err := p.twice(t, setup)
	if err != nil {
		return nil, err
	}
	setup.Apart = !t.event.Private && t.Caps.Threads && (w.Apart || t.preferences.Of("threads") == "on")
	places, err := p.talkWith(t, setup.Opponent)
	if err != nil {
		return nil, err
	}
	if err := p.open(t, setup, t.event.Room, places, word); err != nil || unheard == "" {
		return nil, err
	}
	err = p.decide(t, unheard, func(*match.Match) (match.Event, error) { return match.Event{Kind: match.Withdrawn, Who: &t.me}, nil })
	if err == nil {
		p.speaker.Say(t.ctx, unheard, speak.Cause{Aside: true})
	}
	return nil, err
}

// twice refuses a challenge that the author has made already: by a button that was pressed once more before it was gone, or by a text
// that asks the same person for the same again. That needs no words if the text was said before the one ahead of it was heard. Where
// the person is called only now it returns the challenge of which that one has not heard, in whose place the new one comes.
func (p players) twice(t *talk, s match.Setup) (unheard string, err error) {
	mine, err := p.archive.Search(t.ctx, storage.Query{Room: string(t.event.Room), Player: t.me.ID, Live: true, Limit: lately})
	for _, m := range mine {
		said := t.event.Said
		switch {
		case m.Challenger.ID != t.me.ID || !alike(m.Setup, s):
		case t.Caps.ByID && m.Setup.Opponent.ID == "" && s.Opponent.ID != "":
			if m.Status == match.Open {
				unheard = m.ID
			}
		case t.event.Tap && m.Line.Len() == 0 && p.now().Sub(m.Began) < aMoment:
			return "", t.note("asked-already", speech.Text("ID", m.ID))
		case t.event.Tap || said.IsZero():
		case said.Before(m.Began):
			return "", errNothing
		case m.Status == match.Open && !s.Opponent.Anyone():
			return "", t.note("asked-already", speech.Text("ID", m.ID))
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

// aMoment is how long the same button is taken for pressed once.
const aMoment = 10 * time.Second

// open challenges somebody in a room, and says so in the other places as well. The word is for the dice, "" for none.
func (p players) open(t *talk, setup match.Setup, room chat.Room, places []storage.Place, word string) error {
	id, err := p.issue(t, setup, room, places, word)
	if err == nil {
		p.say(t, id)
	}
	return err
}

// issue is open before anything is said. It returns the id of the match.
func (p players) issue(t *talk, setup match.Setup, room chat.Room, places []storage.Place, word string) (string, error) {
	if old, err := p.overtaken(t, setup); old || err != nil {
		return "", cmp.Or(err, errNothing)
	}
	if err := p.order.mayChallenge(t, setup.Opponent); err != nil {
		return "", err
	}
	if err := p.keepLanguage(t); err != nil {
		return "", err
	}
	e := match.Event{Kind: match.Challenged, Room: string(room), Setup: &setup}
	game := p.archive.Game(setup.Game)
	start, err := game.New(setup.Options)
	if setup.Start != "" {
		start, err = game.Parse(setup.Start, setup.Options)
	}
	if err != nil {
		return "", err
	}
	if e.Chain, err = p.lots.chain(start); err != nil {
		return "", err
	}
	if e.Chain != nil {
		e.Word = t.wordOr(word)
	}
	elsewhere := setup.Opponent.Anyone() && p.services.several()
	switch {
	case elsewhere, t.event.Private && p.services.links(room):
		e.Secret, err = p.lots.secret()
	case t.event.Private && setup.Opponent.Anyone():
		return "", t.unseen(game)
	}
	if err == nil && elsewhere {
		e.Code, err = p.lots.id(codeLength)
	}
	if err != nil {
		return "", err
	}
	return p.enroll(t, e, places)
}

// unseen refuses a challenge where only its author would see it, and says how else to play.
func (t *talk) unseen(g *engine.Game) error {
	m := t.privately("unseen", t.typed("Play", "play"))
	if g.Brain != nil {
		m.Buttons = [][]chat.Button{{{Label: t.Voice.Text("button.house"), Says: t.Voice.Typed("play") + " " + t.TypedGame(g) + " @house:" + strconv.Itoa(usualLevel)}}}
	}
	return instead(m)
}

// codeLength is how many letters the code has by which a challenge is accepted from another service. It is typed by people, who
// have some tries a second and the number of the match to find out, too.
const codeLength = 8

// enroll stores the first event of a match, by the author, and returns the id of the match. The caller has it said.
func (p players) enroll(t *talk, e match.Event, places []storage.Place) (string, error) {
	e.At, e.Said, e.By, e.Who, e.Cause, e.Alone = p.now(), t.event.Said, t.me.ID, &t.me, t.event.ID, t.event.Private
	var m *match.Match
	err := p.order.whileBeginning(t.me.ID, func() error {
		if err := p.order.mayBe(t, e.Kind); err != nil {
			return err
		}
		for length := 4; ; length++ { // an id that is taken is a conflict; longer ones are rarer
			id, err := p.lots.id(length)
			if err != nil {
				return err
			}
			m, err = (&match.Match{ID: id}).Apply(e, p.archive.Game)
			var refusal *match.Refusal
			if errors.As(err, &refusal) {
				return instead(t.Pages().Refusal(&match.Match{ID: id, Challenger: *e.Who}, refusal.Code))
			}
			if err == nil {
				err = p.archive.Append(t.ctx, archive.HeadOf(m, places, e), e)
			}
			if !archive.IsConflict(err) || length == 8 {
				return err
			}
		}
	})
	if err != nil {
		return "", err
	}
	p.archive.Keep(m, []match.Event{e})
	p.keepTime(m)
	return m.ID, nil
}

// fewOpponents is how many opponents are offered.
const fewOpponents = 6

// opponents are those whom the author has met lately here.
func (p players) opponents(t *talk) (some []chat.User) {
	q := storage.Query{Player: t.me.ID, Limit: lately}
	if !t.event.Private {
		q.Room = string(t.event.Room)
	}
	found, err := p.archive.Search(t.ctx, q)
	if err != nil {
		p.archive.Log.Warn("look for opponents", "error", err)
	}
	for _, m := range found {
		for _, one := range []match.Player{m.Challenger, m.Opponent} {
			known := func(u chat.User) bool { return tell.Player(u).Is(one) }
			if one.ID == "" || tell.User(one).ID == "" || one.Is(t.me) || slices.ContainsFunc(some, known) || len(some) == fewOpponents {
				continue
			}
			if here, err := p.registry.at(t.ctx, t.event.Room.Service(), one.ID); here == "" || err != nil {
				continue
			}
			some = append(some, tell.User(one))
		}
	}
	p.people.meet(some...)
	return some
}

// respond answers a challenge or an offer, whichever of the kinds fits the match. Where neither waits the game may have asked
// something that the command answers.
func (p players) respond(t *talk, command, text string, kinds ...match.Kind) (reply, error) {
	word, text, err := t.ownWord(text)
	if err != nil {
		return nil, err
	}
	m, rest, err := p.findWhere(t, text, command, kinds, nil, func(m *match.Match) bool {
		return can(m, t.me, kinds...) || t.answersGame(m, command) || kinds[0] == match.Withdrawn && (p.mayCancel(t, m) || lostOf(m, t.me))
	})
	if err == nil {
		rest, err = t.answerBehind(m, command, t.withoutNames(m, rest))
	}
	if err != nil {
		return nil, err
	}
	if t.answersGame(m, command) {
		return p.moves.move(t, "#"+m.ID+" "+command, true)
	}
	late := func(m *match.Match) bool { // under a challenge, not under an offer that the board has
		return command == "accept" && m.Status == match.Playing && m.Pending.Offer == "" && !tell.Plays(m, t.me)
	}
	if late(m) {
		return nil, t.note("taken")
	}
	if command == "cancel" && t.forHouse(rest) {
		return p.askInstead(t, m.ID)
	}
	if command == "cancel" && m.Status == match.Playing && p.mayCancel(t, m) && !t.Languages.Book.Means("yes", rest) {
		return nil, instead(t.asks(command, t.to(m).Sure(m, "sure-cancel", "button.cancel-it", t.Voice.Typed("cancel")+" #"+m.ID+" "+t.Voice.Typed("yes"))))
	}
	room := t.event.Room
	decide := func(m *match.Match) (match.Event, error) {
		if late(m) { // by a moment
			return match.Event{}, t.note("taken")
		}
		e := t.decideAnswer(m, kinds)
		switch {
		case e.Kind == match.Withdrawn && lostOf(m, t.me) && !p.mayCancel(t, m):
			return callOff(m, t.me), nil
		case e.Kind != match.Accepted:
			return e, nil
		}
		return p.accept(t, m, e, room, rest, word)
	}
	if !can(m, t.me, match.Accepted) || kinds[0] != match.Accepted {
		return nil, p.act(t, m.ID, decide)
	}
	if old, err := p.outdated(t, m.ID, match.Accepted); old || err != nil {
		return nil, cmp.Or(err, errNothing)
	}
	if err := p.order.mayAccept(t, m); err != nil {
		return nil, err
	}
	if err := p.keepLanguage(t); err != nil {
		return nil, err
	}
	err = p.order.whileBeginning(t.me.ID, func() error {
		if err := p.order.mayBe(t, match.Accepted); err != nil {
			return err
		}
		if m.Setup.Apart && !t.event.Private {
			room = p.services.thread(t, m, p.here(t, m)...)
			if err := p.archive.Hang(t.ctx, room, t.event.Room); err != nil {
				p.archive.Log.Warn("a thread does not have the settings of its channel", "room", room, "error", err)
			}
		}
		return p.decide(t, m.ID, decide)
	})
	if err == nil {
		p.say(t, m.ID)
	}
	return nil, err
}

// forHouse tells whether a text is that of the button that has the house play in the place of whoever comes.
func (t *talk) forHouse(text string) bool {
	_, ofHouse := t.house(text)
	return ofHouse && t.event.Tap
}

// askInstead takes back a challenge that has waited for anyone, and asks in its message how strong the house is to be.
func (p players) askInstead(t *talk, id string) (reply, error) {
	w := guide.Wish{Level: usualLevel, Asks: guide.AskWhom, Options: engine.Options{}}
	err := p.decide(t, id, func(m *match.Match) (match.Event, error) {
		if m.Status == match.Playing { // somebody was faster
			return match.Event{}, t.tooLate(m)
		}
		w.Game, w.From, w.Unrated, w.Hints = m.Game, m.Setup.Start, m.Setup.Unrated, m.Setup.Hints
		w.Colour = []string{"", "first", "second"}[m.Setup.Side]
		for _, o := range m.Game.Options {
			if value := m.Setup.Options[o.Name]; value != o.Default {
				w.Options[o.Name] = value
			}
		}
		return match.Event{Kind: match.Withdrawn, Who: &t.me}, nil
	})
	if err != nil {
		return nil, err
	}
	head, err := p.archive.Head(t.ctx, id)
	if err == nil { // its message becomes the question and need not say before that it is taken back
		err = p.archive.Note(t.ctx, id, string(t.event.Room), false, head.N, t.event.Pressed)
	}
	if err != nil {
		return nil, err
	}
	p.say(t, id)
	return reply{t.Asking().Ask(w, nil)}, nil
}

// mayCancel tells whether the author may end a match now as if it had not been.
func (p players) mayCancel(t *talk, m *match.Match) bool {
	_, err := m.Apply(match.Event{Kind: match.Withdrawn, By: t.me.ID, Who: &t.me, At: p.now()}, p.archive.Game)
	return err == nil
}

// accept fills the event of a challenge that is accepted: where, with which side and with which word for the dice.
func (p players) accept(t *talk, m *match.Match, e match.Event, room chat.Room, rest, word string) (match.Event, error) {
	e.Room, e.Alone = string(room), t.event.Private
	if m.Dice.Seal != "" {
		e.Word = t.wordOr(word)
	}
	side := m.Setup.Side
	if mine, ok := t.Asking().Side(rest, m.Game); ok && m.Setup.Theirs {
		side = mine.Other()
	}
	first, err := p.lots.side(side)
	if e.First = t.me.ID; first == engine.First {
		e.First = m.Challenger.ID
	}
	return e, err
}

// here are the players of a match that the author accepts, who have accounts on the author's service.
func (p players) here(t *talk, m *match.Match) (some []chat.User) {
	for _, u := range []chat.User{tell.User(m.Challenger), t.event.From} {
		if u, err := p.registry.localUser(t.ctx, t.event.Room, u); err == nil && u.ID != "" {
			some = append(some, u)
		}
	}
	return some
}
