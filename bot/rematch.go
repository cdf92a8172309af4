package bot

import (
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// afterwards are buttons for a match that has ended.
func afterwards(m *match.Match, v voice) [][]chat.Button {
	var row []chat.Button
	commands := []string{"rematch", "step", "replay"}
	if m.Reader.ID != "" {
		commands = commands[1:]
	}
	for _, c := range commands {
		row = append(row, chat.Button{Label: v.Text("button." + c), Says: "/" + v.Words(c)[0] + " #" + m.ID})
	}
	return [][]chat.Button{row}
}

// findEnded is the match that a text names, else the one whose board was answered, else the last one here that the author
// played to its end. The error is errAnswered after the author got an answer.
func (t *talk) findEnded(text string) (*match.Match, storage.Head, error) {
	id, _ := t.named(text)
	if id == "" {
		id = t.quoted()
	}
	if id == "" {
		heads, err := t.Store.Find(t.ctx, storage.Query{Room: string(t.event.Room), Player: t.me.ID, Ended: true, Limit: most})
		if err != nil {
			return nil, storage.Head{}, err
		}
		if i := slices.IndexFunc(heads, func(h storage.Head) bool { return h.Status == match.Over }); i >= 0 {
			id = heads[i].ID
		}
	}
	if id == "" {
		t.note("no-ended-match")
		return nil, storage.Head{}, errAnswered
	}
	m, err := t.byID(id)
	if err != nil {
		return nil, storage.Head{}, err
	}
	head, err := t.Store.Head(t.ctx, id)
	return m, head, err
}

// rematch challenges the other player of a match that has ended to the same once more, with the sides swapped. If the other
// has done so before, it accepts.
func (t *talk) rematch(text string) error {
	m, head, err := t.findEnded(text)
	if err != nil {
		return unlessAnswered(err)
	}
	side := m.Side(t.me.ID)
	other := m.Player(side.Other())
	switch {
	case m.Status == match.Open || m.Status == match.Playing:
		t.note("not-ended", speech.Text("ID", m.ID))
		return nil
	case m.Status != match.Over || other.ID == "":
		t.note("refusal." + string(match.NotAPlayer))
		return nil
	}
	game := t.game(m.Game.Name)
	setup := match.Setup{Game: game.Name, Version: game.Version, Options: m.Setup.Options, Opponent: other, Side: side.Other()}
	asked, err := t.sameAsked(setup)
	if err != nil {
		return err
	}
	if asked != nil {
		return t.respond("accept", "#"+asked.ID, match.Accepted)
	}
	if !t.mayBegin() {
		return nil
	}
	var places []storage.Place
	if t.event.Private { // the other one may be in a private talk, too
		for _, p := range head.Places {
			if p.For != "" {
				places = append(places, storage.Place{Room: p.Room, For: p.For})
			}
		}
	}
	return t.open(setup, t.event.Room, places, "")
}

// sameAsked is a challenge of the other one to what the author would ask for, nil if there is none.
func (t *talk) sameAsked(s match.Setup) (*match.Match, error) {
	found, err := t.matches(storage.Query{Player: s.Opponent.ID, Live: true, Limit: most})
	if err != nil {
		return nil, err
	}
	for _, m := range found {
		if m.Status == match.Open && m.Challenger.ID == s.Opponent.ID && m.Opponent.ID == t.me.ID && m.Setup.Game == s.Game && m.Setup.Side == s.Side.Other() {
			return m, nil
		}
	}
	return nil, nil
}
