package matches

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// offerOrAgree returns the event by which a player makes an offer or, if the opponent has made the same one, accepts
// it.
func offerOrAgree(m *match.Match, by match.Player, offer match.Offer) match.Event {
	e := match.Event{Kind: match.Offered, Offer: offer}
	if m.Pending.Offer == offer && m.Pending.By == m.Side(by.ID).Other() {
		e.Kind = match.Agreed
	}
	return e
}

// Propose makes the offer that command names: a draw, a stop, or taking back a move; it accepts the same offer of the
// opponent. An undo first takes back what the author has typed of a move.
func (p Players) Propose(req *request.Request, command, text string) (*request.Result, error) {
	offer := match.Offer(command)
	fits := func(m *match.Match) bool {
		return request.Can(m, req.Author, match.Offered, match.Agreed) && (offer != match.Draw || m.Game.Draws)
	}
	if last := p.movedLast(req); offer == match.Undo && last != "" {
		fits = func(m *match.Match) bool {
			return m.ID == last || m.Pending.Offer == match.Undo || p.Moves.Drafts.of(req, m).text != ""
		}
	}
	m, rest, err := p.Find.FindWhere(req, text, command, []match.Kind{match.Offered, match.Agreed}, fits)
	if err := cmp.Or(err, req.NothingElse(m, command, rest)); err != nil {
		return nil, err
	}
	if offer == match.Undo && p.Moves.Drafts.undo(req, m) {
		answer := req.Audience(m).Present(m)
		answer.Private = true
		return request.Say(answer), nil
	}
	req = typedBy(req, m, justMoved(m)) // in a terminal "undo" is about the last move
	return nil, p.Change.Act(req, m.ID, func(m *match.Match) (match.Event, error) {
		e := offerOrAgree(m, req.Author, offer)
		if n := m.DrawWait(m.Side(req.Author.ID)); n > 0 && e.Kind == match.Offered && offer == match.Draw {
			return e, req.Refuse("draw-again", speech.Text("ID", m.ID), speech.Count(n))
		}
		return e, nil
	})
}

// movedLast returns the id of the latest match here whose last move was the author's; "" if there is none, and in a
// terminal, where the move may be anybody's.
func (p Players) movedLast(req *request.Request) string {
	mine, err := p.Find.Mine(req)
	mine = request.Filter(mine, func(m *match.Match) bool {
		n := m.LastMove()
		return n > 0 && m.Player(m.Line.At(n-1).Turn()).ID == req.Author.ID
	})
	if err != nil || req.Guide.Caps.Together || len(mine) == 0 {
		return ""
	}
	return slices.MaxFunc(mine, func(a, b *match.Match) int { return a.Latest.Compare(b.Latest) }).ID
}

// justMoved returns the side that made the last move; Nobody while an offer is pending.
func justMoved(m *match.Match) engine.Side {
	if m.Pending != (match.Pending{}) || m.Line.Len() == 0 {
		return engine.Nobody
	}
	return m.Turn().Other()
}

// typedBy returns the request as one by the player of a side, if a typed line names nobody and both players share the
// keyboard: its author is only a guess.
func typedBy(req *request.Request, m *match.Match, side engine.Side) *request.Request {
	who := m.Player(side)
	if !view.Plays(m, req.Author) || !together(req, who) {
		return req
	}
	return req.With(func(r *request.Request) {
		r.Author = who
		r.Event.From = chat.User{ID: who.ID, Handle: who.Handle, Name: who.Name}
	})
}

// together reports whether a typed line names nobody, and who, sharing the keyboard, may have typed it.
func together(req *request.Request, who match.Player) bool {
	service := func(id string) string { name, _, _ := strings.Cut(id, ":"); return name }
	return req.Event.Supposed && service(who.ID) == service(req.Author.ID)
}

// askSide returns an error that asks which of two players at one keyboard resigns.
func askSide(req *request.Request, m *match.Match) error {
	asked := req.Privately("resign-whose")
	for _, p := range []match.Player{m.Player(m.Turn().Other()), m.Player(m.Turn())} {
		says := p.Handle + ": " + req.Guide.Voice.Typed("resign") + " #" + m.ID
		asked.Buttons = append(asked.Buttons, []chat.Button{{Label: view.Clean(view.User(p)).Name, Says: says}})
	}
	return request.Replace(asked)
}

// Resign resigns the game. Where that may cost several numbers of stakes, it offers a number of them; only the highest
// cannot be refused.
func (p Players) Resign(req *request.Request, text string) (*request.Result, error) {
	game := request.GameOf(text)
	m, rest, err := p.Find.Find(req, text, "resign", match.Resigned)
	switch {
	case err != nil:
		return nil, err
	case rest == "" && m.Status == match.Playing && view.Plays(m, req.Author) &&
		together(req, m.Player(m.Side(req.Author.ID).Other())):
		return nil, askSide(req, m)
	}
	return nil, p.Change.Act(req, m.ID, func(m *match.Match) (match.Event, error) {
		if game > 0 && game != m.GameNumber() && m.Status == match.Playing {
			old := req.Privately("sure-old")
			old.Instead = req.Questioned()
			return match.Event{}, request.Replace(old)
		}
		return decideResignation(req, m, rest)
	})
}

// decideResignation returns the event by which the author resigns, or an error that asks something before. A yes
// resigns for the highest number of stakes that may be lost, which cannot be refused; without one it asks for a
// confirmation or, if the number is open, for the number: see decideStakes.
func decideResignation(req *request.Request, m *match.Match, text string) (match.Event, error) {
	e := match.Event{Kind: match.Resigned}
	if !request.Can(m, req.Author, match.Resigned) {
		return e, nil // the match says why not
	}
	text, err := req.TakeAsked("resign", req.WithoutNames(m, text))
	if err != nil {
		return e, err
	}
	list := m.Resignations(m.Side(req.Author.ID))
	if len(list) > 0 {
		e.Times = list[len(list)-1]
	}
	switch {
	case req.Guide.Languages.Book.Means("yes", text):
		return e, nil
	case len(list) > 1:
		return decideStakes(req, m, list, text)
	case text != "":
		return e, req.NothingElse(m, "resign", text)
	}
	return e, sureToResign(req, m, e.Times)
}

// decideStakes is decideResignation where one of several numbers of stakes may be lost. The text is a number, after
// which a "?" asks to confirm it:
//
//	number         pressed, or the answer to a question    otherwise
//	none           asks for it                             asks for it
//	the highest    resigns                                 asks for a confirmation
//	another        offers it                               asks for a confirmation
//	no such one    offers it, and the match says why not
func decideStakes(req *request.Request, m *match.Match, list []int, text string) (match.Event, error) {
	number, unsure := strings.CutSuffix(text, "?")
	times, err := strconv.Atoi(number)
	howMany := req.Audience(m).Resignations(m, m.Side(req.Author.ID))
	offering := req.Audience(m).SureOffer(m, times)
	answers := req.Open != nil &&
		(req.Open.Text == chat.PlainText(howMany.Text) || req.Open.Text == chat.PlainText(offering.Text))
	sure := !unsure && (req.Event.Tap || answers)
	switch highest := times == list[len(list)-1]; {
	case text == "":
		return match.Event{}, askStakes(req, m, howMany, list[0])
	case err != nil:
		return match.Event{}, req.NothingElse(m, "resign", text)
	case sure && highest:
		return match.Event{Kind: match.Resigned, Times: times}, nil
	case highest:
		return match.Event{}, sureToResign(req, m, times)
	case !sure && slices.Contains(list, times):
		return match.Event{}, request.Refused{Result: orDrop(req, m, req.Asks("resign", offering))}
	}
	return match.Event{Kind: match.Offered, Offer: match.Resign, Times: times}, nil
}

// askStakes returns an error that asks for how many stakes the author resigns. A yes means the lowest number, which is
// then to be confirmed.
func askStakes(req *request.Request, m *match.Match, howMany chat.Message, lowest int) error {
	asked := req.Asks("resign", howMany)
	asked.Question.Yes = req.Guide.Voice.Typed("resign") + " #" + view.GameID(m) + " " + strconv.Itoa(lowest) + "?"
	asked.Question.Ways = map[string]string{}
	for _, b := range howMany.Buttons[0] {
		points, _, _ := strings.Cut(b.Label, " ")
		asked.Question.Ways[points], asked.Question.Ways[b.Label] = b.Says, b.Says
	}
	return request.Refused{Result: orDrop(req, m, asked)}
}

// sureToResign returns an error that asks the author to confirm the resignation.
func sureToResign(req *request.Request, m *match.Match, times int) error {
	side, key, ends, id := m.Side(req.Author.ID), "sure-resign", "", view.GameID(m)
	switch {
	case m.IsUnbegun(side):
		key = "sure-resign-series"
	case id != m.ID:
		key = "sure-resign-game"
		if m.EndsWithGame(side, times) {
			ends = "yes"
		}
	}
	says := req.Guide.Voice.Typed("resign") + " #" + id + " " + req.Guide.Voice.Typed("yes")
	sure := req.Audience(m).ConfirmAction(m, key, "more.resign", says, speech.Person("Opponent", view.User(m.Player(side.Other()))),
		speech.Text("Ends", ends))
	return request.Refused{Result: orDrop(req, m, req.Asks("resign", sure))}
}

// orDrop adds a button that drops a double to a question to an author who resigns while on turn to answer one: that may
// be meant, and costs least.
func orDrop(req *request.Request, m *match.Match, asked *request.Result) *request.Result {
	question := &asked.Messages[0]
	if m.Turn() == m.Side(req.Author.ID) {
		question.Buttons = append(req.Audience(m).Drop(m), question.Buttons...)
	}
	return asked
}
