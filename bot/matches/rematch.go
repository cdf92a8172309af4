package matches

import (
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Rematch challenges the other player of a match that has ended to the same once more, with the sides swapped. If the
// other has done so before, it accepts.
func (p Players) Rematch(req *request.Request, text string) (*request.Result, error) {
	m, err := p.Find.FindEnded(req, text, "rematch")
	if err != nil {
		return nil, err
	}
	if err := mayRematch(req, m); err != nil {
		return nil, err
	}
	side := m.Side(req.Author.ID)
	other := m.Player(side.Other())
	game := p.Archive.Game(m.Game.Name)
	setup := match.Setup{Game: game.Name, Version: game.Version, Options: m.Setup.Options, Opponent: other,
		Side: side.Other(),
		Time: m.Setup.Time, Unrated: m.Setup.Unrated, Hints: m.Setup.Hints, Lasts: lasts(req, other), Series: m.Setup.Series,
		Arbiter: m.Setup.Arbiter, Appear: m.Setup.Appear, Rematch: m.ID}
	if setup.Openings = m.Setup.Openings; m.Setup.Drawn {
		setup.Openings = []match.Opening{{}} // anew
	}
	req = req.Staying() // the message with the result does
	defer p.Quotas.Rematches.Enter(m.ID)()
	switch asked, err := p.rematchOf(req, m.ID, other); {
	case err != nil:
		return nil, err
	case asked != nil:
		return p.rematchAsked(req, asked, other)
	}
	head, err := p.Archive.Head(req.Ctx, m.ID)
	if err != nil {
		return nil, err
	}
	return nil, p.open(req, setup, elsewhere(req, head), nil)
}

// mayRematch refuses to play a match once more that has not ended, or was not the author's.
func mayRematch(req *request.Request, m *match.Match) error {
	switch {
	case !m.Status.Ended():
		return req.Note("not-ended", speech.Text("ID", m.ID))
	case !tell.Plays(m, req.Author), m.Status == match.Over && m.Player(m.Side(req.Author.ID).Other()).ID == "":
		return request.Instead(req.For(m).Refusal(m, match.NotAPlayer))
	case m.Status != match.Over:
		return request.Instead(chat.Message{Private: true, Text: req.For(m).Gist(m)})
	}
	return nil
}

// rematchAsked accepts a rematch that the other player has asked for, or tells that it was asked for already.
func (p Players) rematchAsked(req *request.Request, asked *match.Match, other match.Player) (*request.Result, error) {
	switch {
	case asked.Status == match.Playing:
		return nil, req.Note("asked-already", speech.Text("ID", asked.ID))
	case asked.Challenger.ID == req.Author.ID:
		return nil, req.Note("rematch-asked", speech.Text("ID", asked.ID), speech.Person("Player", tell.User(other)))
	}
	return p.Respond(req, "accept", "#"+asked.ID)
}

// elsewhere are the other places of a match where the other player may be: private talks, rooms of other services and,
// for the author in a private talk, all.
func elsewhere(req *request.Request, h storage.Head) (places []storage.Place) {
	for _, p := range h.Places {
		abroad := chat.Room(p.Room).Service() != req.Event.Room.Service()
		if !p.Quiet && p.Room != string(req.Event.Room) && (p.For != "" || abroad || req.Event.Private) {
			places = append(places, storage.Place{Room: p.Room, For: p.For})
		}
	}
	return places
}

// talkWith is where somebody hears of a challenge that is made where that person is not: in the own private talk on the
// same service. Somebody who is there is called there, and not once more.
func (p Players) talkWith(req *request.Request, who match.Player) ([]storage.Place, error) {
	if who.ID == "" || !req.Event.Private && p.Services.Here(req, who.ID) {
		return nil, nil
	}
	room, err := p.private(req.Ctx, req.Event.Room.Service(), who.ID)
	if room == "" || err != nil {
		return nil, err
	}
	return []storage.Place{{Room: string(room), For: who.ID}}, nil
}

// rematchOf is the match in which either player wants to play one that has ended with the other once more, be it just
// accepted; nil if there is none.
func (p Players) rematchOf(req *request.Request, ended string, other match.Player) (*match.Match, error) {
	found, err := p.Archive.Search(req.Ctx, storage.Query{Player: other.ID, Live: true, Limit: find.MaxLive})
	i := slices.IndexFunc(found, func(m *match.Match) bool { return m.Setup.Rematch == ended && m.Moves() <= 1 })
	if err != nil || i < 0 {
		return nil, err
	}
	return found[i], nil
}
