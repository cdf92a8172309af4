package matches

import (
	"cmp"

	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// An answer is what somebody says to a challenge or an offer.
type answer struct {
	Players
	req     *request.Request
	command string
	offer   int       // the number of the offer that is meant, -1 if that is not said
	rest    string    // what is said behind it
	word    string    // for the dice
	room    chat.Room // where the match begins
}

// answers are what commands say to a challenge, and then to an offer.
var answers = map[string][]match.Kind{
	"accept": {match.Accepted, match.Agreed}, "decline": {match.Declined, match.Refused}, "cancel": {match.Withdrawn},
}

// Respond answers a challenge or an offer, whichever waits. Where neither does the game may have asked something that
// the command answers.
func (p Players) Respond(req *request.Request, command, text string) (*request.Result, error) {
	word, text, err := change.OwnWord(req, text)
	if err != nil {
		return nil, err
	}
	a := answer{Players: p, req: req, command: command, offer: request.BoardOf(text), word: word, room: req.Event.Room}
	kinds := answers[command]
	m, rest, err := p.Find.FindWhere(req, text, command, kinds, func(m *match.Match) bool {
		return request.Can(m, req.Author, kinds...) || answersGame(req, m, command) ||
			command == "cancel" && (p.mayCancel(req, m) || lostOf(m, req.Author) || request.Can(m, req.Author, match.Retracted))
	})
	if err == nil {
		err = a.refusal(m)
	}
	if err != nil {
		return nil, err
	}
	offered, rest := req.Without("offer", rest)
	rest = req.WithoutNames(m, rest)
	switch command {
	case "accept":
		a.rest, err = acceptBehind(req, m, rest)
	case "cancel":
		return a.cancel(m, rest, offered)
	default:
		err = req.NothingElse(m, command, rest)
	}
	switch {
	case err != nil:
		return nil, err
	case answersGame(req, m, command):
		return p.Moves.Move(req, "#"+m.ID+" "+command, true)
	case command == "accept" && request.Can(m, req.Author, match.Accepted):
		return nil, a.acceptChallenge(m)
	}
	return nil, p.Change.Act(req, m.ID, a.decide)
}

// refusal says why an answer comes too late: another offer waits, or somebody else has taken the challenge.
func (a answer) refusal(m *match.Match) error {
	switch {
	case m.Status != match.Playing:
		return nil
	case a.offer >= 0 && a.offer != m.Pending.N:
		return a.req.OtherOffer(m)
	// under a challenge, not under an offer that the board has
	case a.command == "accept" && m.Pending.Offer == "" && !tell.Plays(m, a.req.Author):
		return a.req.Note("taken")
	}
	return nil
}

// decide is what an answer comes to.
func (a answer) decide(m *match.Match) (match.Event, error) {
	if err := a.refusal(m); err != nil {
		return match.Event{}, err
	}
	kinds, author := answers[a.command], a.req.Author
	e := match.Event{Kind: kinds[len(kinds)-1], Who: &author}
	if m.Status == match.Open || m.Status == match.Void {
		e.Kind = kinds[0]
	}
	switch {
	case e.Kind == match.Declined && m.Challenger.ID == author.ID:
		e.Kind = match.Withdrawn
	case e.Kind == match.Agreed, e.Kind == match.Refused:
		e.Offer, e.Who = m.Pending.Offer, nil
	case e.Kind == match.Withdrawn && lostOf(m, author) && !a.mayCancel(a.req, m):
		return callOff(m, author), nil
	case e.Kind == match.Accepted:
		return a.fill(m, e)
	}
	return e, nil
}

// cancel ends a match or a challenge as if it had not been, which the author is asked about first, or takes an offer
// back. The button of the house has it play in the place of the one who comes.
func (a answer) cancel(m *match.Match, text string, offered bool) (*request.Result, error) {
	req := a.req
	if _, ofHouse := req.NamesHouse(text); ofHouse && req.Event.Tap {
		return a.askInstead(req, m.ID)
	}
	text, err := req.Asked("cancel", text)
	yes := req.Guide.Languages.Book.Means("yes", text)
	if err == nil && !yes {
		err = req.NothingElse(m, "cancel", text)
	}
	switch {
	case err != nil:
		return nil, err
	case m.Status == match.Playing && (offered || !yes && request.Can(m, req.Author, match.Retracted)):
		return nil, a.Change.Act(req, m.ID, func(m *match.Match) (match.Event, error) {
			if !request.Can(m, req.Author, match.Retracted) {
				return match.Event{}, req.Note("nothing-offered", speech.Text("ID", m.ID))
			}
			return match.Event{Kind: match.Retracted, Offer: m.Pending.Offer}, nil
		})
	case m.Status == match.Playing && !yes && a.mayCancel(req, m):
		says := req.Guide.Voice.Typed("cancel") + " #" + m.ID + " " + req.Guide.Voice.Typed("yes")
		return req.Asks("cancel", req.For(m).Sure(m, "sure-cancel", "button.cancel-it", says, speech.Text("ID", m.ID))), nil
	}
	return nil, a.Change.Act(req, m.ID, a.decide)
}

// acceptChallenge begins a match, in a thread of its own if that is wanted.
func (a answer) acceptChallenge(m *match.Match) error {
	req := a.req
	if old, err := change.Outdated(req, a.Archive, m.ID, match.Accepted); old || err != nil {
		return cmp.Or(err, request.ErrNothing)
	}
	if err := a.Quotas.MayAccept(req, m); err != nil {
		return err
	}
	if err := a.Find.KeepLanguage(req); err != nil {
		return err
	}
	err := a.Quotas.WhileBeginning(req.Author.ID, func() error {
		if err := a.Quotas.MayBe(req, match.Accepted); err != nil {
			return err
		}
		if m.Setup.Apart && !req.Event.Private {
			a.room = a.Services.Thread(req, m, a.here(req, m)...)
			if err := a.Archive.NestUnder(req.Ctx, a.room, req.Event.Room); err != nil {
				a.Archive.Log.Warn("a thread does not have the settings of its channel", "room", a.room, "error", err)
			}
		}
		return a.Change.Decide(req, m.ID, a.decide)
	})
	if err == nil {
		a.Change.Say(req, m.ID)
	}
	return err
}

// Salt takes the author's word for the dice of a match.
func (p Players) Salt(req *request.Request, text string) error {
	m, rest, err := p.Find.Find(req, text, "dice", match.Salted)
	if err != nil {
		return err
	}
	word, rest, err := change.OwnWord(req, rest)
	if err := cmp.Or(err, req.NothingElse(m, "dice", rest)); err != nil {
		return err
	}
	return p.Change.Act(req, m.ID, func(*match.Match) (match.Event, error) {
		return match.Event{Kind: match.Salted, Word: word, Own: true}, nil
	})
}

// askInstead takes back a challenge that has waited for anyone, and asks in its message how strong the house is to be.
func (p Players) askInstead(req *request.Request, id string) (*request.Result, error) {
	w := guide.Wish{Level: beginnersLevel, Asks: guide.AskWhom, Terms: engine.Options{}, Options: engine.Options{}}
	err := p.Change.Decide(req, id, func(m *match.Match) (match.Event, error) {
		if m.Status == match.Playing { // somebody was faster
			return match.Event{}, req.TooLate(m)
		}
		w.Game, w.Terms["from"] = m.Game, m.Setup.Start
		w.Terms["colour"] = []string{"", "first", "second"}[m.Setup.Side]
		w.Terms["rated"] = map[bool]string{true: "no"}[m.Setup.Unrated]
		w.Terms["hints"] = map[bool]string{true: "yes"}[m.Setup.Hints]
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

// mayCancel reports whether the author may end a match now as if it had not been.
func (p Players) mayCancel(req *request.Request, m *match.Match) bool {
	_, err := m.Apply(match.Event{Kind: match.Withdrawn, By: req.Author.ID, Who: &req.Author, At: p.Now()}, p.Archive.Game)
	return err == nil
}

// fill fills the event of a challenge that is accepted: where, with which side and with which word for the dice.
func (a answer) fill(m *match.Match, e match.Event) (match.Event, error) {
	req := a.req
	e.Room, e.Alone = string(a.room), req.Event.Private
	if m.Dice.Seal != "" {
		e.Word, e.Own = change.WordOr(req, a.word), a.word != ""
	}
	side := m.Setup.Side
	if mine, ok := req.Guide.Asking().Side(a.rest, m.Game); ok && m.Setup.Theirs {
		side = mine.Other()
	}
	first, err := a.Draws.Side(side)
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
