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

// Respond answers a challenge or an offer, whichever of the kinds fits the match. Where neither waits the game may have
// asked something that the command answers.
func (p Players) Respond(req *request.Request, command, text string, kinds ...match.Kind) (*request.Result, error) {
	word, text, err := change.OwnWord(req, text)
	if err != nil {
		return nil, err
	}
	offer := request.BoardOf(text)
	if _, secret, _ := request.NamedByLink(text); secret != "" { // it answers the challenge
		offer = 0
	}
	m, rest, err := p.Find.FindWhere(req, text, command, kinds, nil, func(m *match.Match) bool {
		return request.Can(m, req.Author, kinds...) || answersGame(req, m, command) ||
			kinds[0] == match.Withdrawn && (p.mayCancel(req, m) || lostOf(m, req.Author) ||
				request.Can(m, req.Author, match.Retracted))
	})
	offered, rest := req.Without("offer", rest)
	if err == nil {
		rest, err = answerBehind(req, m, command, req.WithoutNames(m, rest))
	}
	if err != nil {
		return nil, err
	}
	other := func(m *match.Match) bool { return offer >= 0 && offer != m.Pending.N && m.Status == match.Playing }
	if other(m) {
		return nil, req.OtherOffer(m)
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
	if command == "cancel" && m.Status == match.Playing &&
		(offered || rest == "" && request.Can(m, req.Author, match.Retracted)) {
		return nil, p.Change.Act(req, m.ID, func(m *match.Match) (match.Event, error) { return decideRetraction(req, m) })
	}
	if command == "cancel" && m.Status == match.Playing && p.mayCancel(req, m) &&
		!req.Guide.Languages.Book.Means("yes", rest) {
		says := req.Guide.Voice.Typed("cancel") + " #" + m.ID + " " + req.Guide.Voice.Typed("yes")
		return req.Asks(command, req.For(m).Sure(m, "sure-cancel", "button.cancel-it", says, speech.Text("ID", m.ID))), nil
	}
	room := req.Event.Room
	decide := func(m *match.Match) (match.Event, error) {
		switch {
		case late(m): // by a moment
			return match.Event{}, req.Note("taken")
		case other(m):
			return match.Event{}, req.OtherOffer(m)
		}
		e := decideAnswer(req, m, kinds)
		switch {
		case (e.Kind == match.Agreed || e.Kind == match.Refused) && e.Offer == match.NoOffer && BareAnswer(req):
			return match.Event{}, req.Note("nothing-asked")
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

// decideRetraction is what the word of somebody comes to who takes an offer back.
func decideRetraction(req *request.Request, m *match.Match) (match.Event, error) {
	if !request.Can(m, req.Author, match.Retracted) {
		return match.Event{}, req.Note("nothing-offered", speech.Text("ID", m.ID))
	}
	return match.Event{Kind: match.Retracted, Offer: m.Pending.Offer}, nil
}

// forHouse reports whether a text is that of the button that has the house play in the place of the one who comes.
func forHouse(req *request.Request, text string) bool {
	_, ofHouse := req.NamesHouse(text)
	return ofHouse && req.Event.Tap
}

// askInstead takes back a challenge that has waited for anyone, and asks in its message how strong the house is to be.
func (p Players) askInstead(req *request.Request, id string) (*request.Result, error) {
	w := guide.Wish{Level: beginnersLevel, Asks: guide.AskWhom, Options: engine.Options{}}
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

// mayCancel reports whether the author may end a match now as if it had not been.
func (p Players) mayCancel(req *request.Request, m *match.Match) bool {
	_, err := m.Apply(match.Event{Kind: match.Withdrawn, By: req.Author.ID, Who: &req.Author, At: p.Now()}, p.Archive.Game)
	return err == nil
}

// accept fills the event of a challenge that is accepted: where, with which side and with which word for the dice.
func (p Players) accept(req *request.Request, m *match.Match, e match.Event, room chat.Room, rest,
	word string) (match.Event, error) {
	e.Room, e.Alone = string(room), req.Event.Private
	if m.Dice.Seal != "" {
		e.Word, e.Own = change.WordOr(req, word), word != ""
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
