package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// propose offers a draw or to stop, or asks to take back; if the other player has proposed the same it agrees. The first
// thing taken back is what the author has typed of a move.
func (p players) propose(t *talk, command, text string, offer match.Offer) (reply, error) {
	m, rest, err := p.find(t, text, command, match.Offered, match.Agreed)
	if err := cmp.Or(err, t.nothingElse(m, command, rest)); err != nil {
		return nil, err
	}
	if offer == match.Undo && p.moves.drafts.undo(t, m) {
		answer := t.to(m).Present(m)
		answer.Private = true
		return reply{answer}, nil
	}
	return nil, p.act(t, m.ID, func(m *match.Match) (match.Event, error) {
		e := match.Event{Kind: match.Offered, Offer: offer}
		if m.Pending.Offer == offer && m.Pending.By == m.Side(t.me.ID).Other() {
			e.Kind = match.Agreed
		}
		return e, nil
	})
}

// resign gives the game up or, where that costs some number of stakes, offers one of them; only the highest cannot be
// refused.
func (p players) resign(t *talk, text string) (reply, error) {
	m, rest, err := p.find(t, text, "resign", match.Resigned)
	if err != nil {
		return nil, err
	}
	return nil, p.act(t, m.ID, func(m *match.Match) (match.Event, error) { return t.decideResignation(m, rest) })
}

// decideResignation is what the word of somebody who gives up comes to: an event, or a question: for how many stakes or, where a
// number was not the answer to that, whether it is meant. The most cannot be refused.
func (t *talk) decideResignation(m *match.Match, text string) (match.Event, error) {
	e := match.Event{Kind: match.Resigned}
	if !can(m, t.me, match.Resigned) {
		return e, nil // the match says why not
	}
	text, err := t.asked("resign", t.withoutNames(m, text))
	if err != nil {
		return e, err
	}
	sure := t.Languages.Book.Means("yes", text)
	list := m.Resignations(m.Side(t.me.ID))
	if len(list) > 0 {
		e.Times = list[len(list)-1]
	}
	times, err := strconv.Atoi(text)
	most := err == nil && len(list) > 1 && times == e.Times
	forHowMuch, offering := t.to(m).Resignations(m, list), t.to(m).SureOffer(m, times)
	answers := t.event.Tap || t.open != nil && (t.open.Text == chat.Plain(forHowMuch.Text) || t.open.Text == chat.Plain(offering.Text))
	switch {
	case sure, most && answers:
		return e, nil
	case len(list) < 2 && text != "":
		return e, t.nothingElse(m, "resign", text)
	case most, len(list) < 2:
		sure := t.to(m).Sure(m, "sure-resign", "more.resign", t.Voice.Typed("resign")+" #"+m.ID+" "+t.Voice.Typed("yes"))
		return e, instead(t.orDrop(m, t.asks("resign", sure)))
	case text == "":
		return e, instead(t.orDrop(m, t.asks("resign", forHowMuch)))
	case err != nil:
		return e, t.nothingElse(m, "resign", text)
	case !answers && slices.Contains(list, times):
		return e, instead(t.orDrop(m, t.asks("resign", offering)))
	}
	return match.Event{Kind: match.Offered, Offer: match.Resign, Times: times}, nil
}

// asked takes whom a question was for out of what one of its buttons says, and refuses everybody else.
func (t *talk) asked(command, text string) (rest string, err error) {
	rest, whose, found := strings.Cut(text, " ")
	switch {
	case found && whose == t.me.ID: // pressed, or at a keyboard typed by its sign
		return rest, nil
	case found && t.event.Tap:
		return text, t.note("forget-other", t.typed("Forget", command))
	case strings.Contains(whose, ":"): // the other's button, by its sign: who types it is asked, too
		return "", nil
	}
	return text, nil
}

// orDrop has whoever wants to give up while a double waits for an answer drop it, which may be what was meant and costs least.
func (t *talk) orDrop(m *match.Match, asked chat.Message) chat.Message {
	if m.Turn() == m.Side(t.me.ID) {
		asked.Buttons = append(t.to(m).Drop(m), asked.Buttons...)
	}
	return asked
}

// rematch challenges the other player of a match that has ended to the same once more, with the sides swapped. If the other
// has done so before, it accepts.
func (p players) rematch(t *talk, text string) (reply, error) {
	m, head, err := p.findEnded(t, text, "rematch")
	if err != nil {
		return nil, err
	}
	side := m.Side(t.me.ID)
	other := m.Player(side.Other())
	switch {
	case m.Status == match.Open || m.Status == match.Playing:
		return nil, t.note("not-ended", speech.Text("ID", m.ID))
	case !tell.Plays(m, t.me), m.Status == match.Over && other.ID == "":
		return nil, instead(t.to(m).Refusal(m, match.NotAPlayer))
	case m.Status != match.Over:
		return nil, instead(chat.Message{Private: true, Text: t.to(m).Lines().Gist(m)})
	}
	game := p.archive.Game(m.Game.Name)
	setup := match.Setup{Game: game.Name, Version: game.Version, Options: m.Setup.Options, Opponent: other, Side: side.Other(),
		Time: m.Setup.Time, Unrated: m.Setup.Unrated, Hints: m.Setup.Hints, Lasts: t.lasts(other)}
	t.stays = true // the message with the result
	defer p.order.rematches.Enter(m.ID)()
	asked, err := p.sameAsked(t, setup)
	switch {
	case err != nil:
		return nil, err
	case asked != nil && asked.Status == match.Playing:
		return nil, t.note("asked-already", speech.Text("ID", asked.ID))
	case asked != nil && asked.Challenger.ID == t.me.ID:
		return nil, t.note("rematch-asked", speech.Text("ID", asked.ID), speech.Person("Player", tell.User(other)))
	case asked != nil:
		return p.respond(t, "accept", "#"+asked.ID, match.Accepted)
	}
	if err := p.order.mayBegin(t); err != nil {
		return nil, err
	}
	return nil, p.open(t, setup, t.event.Room, t.elsewhere(head), "")
}

// elsewhere are the other places of a match where the other player may be: private talks, rooms of other services and, for
// the author in a private talk, all.
func (t *talk) elsewhere(h storage.Head) (places []storage.Place) {
	for _, p := range h.Places {
		abroad := chat.Room(p.Room).Service() != t.event.Room.Service()
		if !p.Quiet && p.Room != string(t.event.Room) && (p.For != "" || abroad || t.event.Private) {
			places = append(places, storage.Place{Room: p.Room, For: p.For})
		}
	}
	return places
}

// talkWith is where somebody hears of a challenge that is made in a private talk: in the person's own one on the same service.
func (p players) talkWith(t *talk, who match.Player) ([]storage.Place, error) {
	if !t.event.Private || who.ID == "" {
		return nil, nil
	}
	room, err := doors{p.archive, p.services, p.registry}.private(t.ctx, t.event.Room.Service(), who.ID)
	if room == "" || err != nil {
		return nil, err
	}
	return []storage.Place{{Room: string(room), For: who.ID}}, nil
}

// sameAsked is a challenge of either player to what the author would ask for, be it just accepted, nil if there is none.
func (p players) sameAsked(t *talk, s match.Setup) (*match.Match, error) {
	found, err := p.archive.Search(t.ctx, storage.Query{Player: s.Opponent.ID, Live: true, Limit: most})
	for _, m := range found {
		if m.Moves() > 1 || m.Setup.Game != s.Game {
			continue
		}
		theirs := m.Challenger.ID == s.Opponent.ID && m.Opponent.ID == t.me.ID && m.Setup.Side == s.Side.Other()
		mine := m.Challenger.ID == t.me.ID && m.Opponent.ID == s.Opponent.ID && m.Setup.Side == s.Side
		if theirs || mine {
			return m, nil
		}
	}
	return nil, err
}
