package bot

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// act brings an event about a match to pass: make builds it from the match as it is, the match decides, the store keeps
// it, and then it is announced. If make has answered the author itself it returns errAnswered.
func (t *talk) act(id string, make func(*match.Match) (match.Event, error)) error {
	defer t.enter(id)()
	for {
		m, head, err := t.load(t.ctx, id)
		if err != nil {
			return err
		}
		e, err := make(m)
		if errors.Is(err, errAnswered) {
			return nil
		}
		if err != nil {
			return err
		}
		e.At, e.By, e.Cause = t.Now(), t.me.ID, t.event.ID
		next, err := m.Apply(e, t.game)
		var refusal *match.Refusal
		if errors.As(err, &refusal) {
			t.refuse(m, refusal.Code)
			return nil
		}
		if err != nil {
			return err
		}
		events := []match.Event{e}
		for {
			more, err := onward(next)
			if err != nil {
				return err
			}
			if more == nil {
				break
			}
			more.At = e.At
			if next, err = next.Apply(*more, t.game); err != nil {
				return err
			}
			events = append(events, *more)
		}
		head = headOf(next, head.Places, e)
		err = t.Store.Append(t.ctx, head, events...)
		if conflict(err) {
			continue // another process was faster: decide again
		}
		if err != nil {
			return err
		}
		t.decide()
		t.remember(next)
		if e.Kind == match.Moved {
			t.paces.refund(t.payer())
		}
		t.announce(t.ctx, next, head, events, t.event)
		return nil
	}
}

// onward is what happens without anybody being asked: the throw of the dice, and the move of a player who has no choice.
// It is nil where a player decides, and when the match is over.
func onward(m *match.Match) (*match.Event, error) {
	if e := leaves(m); e != nil {
		return e, nil
	}
	switch m.Turn() {
	case engine.Nobody:
		return nil, nil
	case engine.Chance:
		e, err := m.Throw()
		return &e, err
	}
	by := m.Player(m.Turn()).ID
	if p, ok := m.Line.Position().(engine.Roller); ok {
		if move, forced := p.Forced(); forced {
			return &match.Event{Kind: match.Moved, By: by, Move: move, Forced: true}, nil
		}
		return nil, nil
	}
	for move := range m.Line.Position().Moves() {
		if move != engine.Pass {
			return nil, nil
		}
	}
	return &match.Event{Kind: match.Moved, By: by, Move: engine.Pass}, nil
}

// headOf is the head of a match that was announced in places, after e.
func headOf(m *match.Match, places []storage.Place, e match.Event) storage.Head {
	h := storage.Head{ID: m.ID, N: m.N, Status: m.Status, Game: m.Game.Name, Began: m.Began, Latest: m.Latest, Places: slices.Clone(places)}
	if e.Room != "" && !at(h, chat.Room(e.Room)) {
		place := storage.Place{Room: e.Room}
		if e.Alone {
			place.For = e.By
		}
		h.Places = append(h.Places, place)
	}
	h.Players = playersOf(m)
	return h
}

// playersOf are those by whom a match is found, as a head names them.
func playersOf(m *match.Match) (names []string) {
	for _, p := range []match.Player{m.Challenger, m.Opponent, m.Reader} {
		switch {
		case p.ID != "":
			names = append(names, p.ID)
		case p.Handle != "":
			names = append(names, atHandle(p))
		}
	}
	return names
}

// atHandle is the name in a head of somebody of whom only the handle is known.
func atHandle(p match.Player) string { return "@" + strings.ToLower(p.Handle) }

func (t *talk) refuse(m *match.Match, code engine.Code) {
	t.note("refusal."+string(code),
		speech.Person("Turn", user(m.Player(m.Turn()))),
		speech.Person("Challenger", user(m.Challenger)),
		speech.Person("Opponent", user(m.Opponent)),
		speech.Text("ID", m.ID))
}

// user is a player as a chat knows one; those of a game from a file are known to none.
func user(p match.Player) chat.User {
	if strings.HasPrefix(p.ID, "file:") {
		p.ID = ""
	}
	return cleanUser(chat.User{ID: p.ID, Handle: p.Handle, Name: p.Name})
}

func player(u chat.User) match.Player {
	u = cleanUser(u)
	return match.Player{ID: u.ID, Handle: u.Handle, Name: u.Name}
}

// respond answers a challenge or an offer, whichever of the kinds fits the match. Where neither waits the game may have asked
// something that the command answers.
func (t *talk) respond(command, text string, kinds ...match.Kind) error {
	word, text, ok := t.ownWord(text)
	if !ok {
		return nil
	}
	m, rest, err := t.findWhere(text, "/"+command, kinds, func(m *match.Match) bool {
		return can(m, t.me, kinds) || t.answersGame(m, command)
	})
	if err != nil {
		return unlessAnswered(err)
	}
	if t.answersGame(m, command) {
		return t.move("#"+m.ID+" "+command, true)
	}
	defer t.decide()
	return t.act(m.ID, func(m *match.Match) (match.Event, error) {
		e := match.Event{Kind: kinds[len(kinds)-1], Who: &t.me}
		if m.Status == match.Open || m.Status == match.Void {
			e.Kind = kinds[0]
		}
		if e.Kind == match.Declined && m.Challenger.ID == t.me.ID {
			e.Kind = match.Withdrawn
		}
		switch e.Kind {
		case match.Accepted:
			if ok, err := t.mayAccept(m); !ok {
				return e, cmp.Or(err, errAnswered)
			}
			e.Room, e.Alone = string(t.event.Room), t.event.Private
			if m.Dice.Seal != "" {
				e.Word = t.wordOr(word)
			}
			side := m.Setup.Side
			if mine, ok := t.side(rest, m.Game); ok && m.Setup.Theirs {
				side = mine.Other()
			}
			first, err := t.draw(side)
			if err != nil {
				return e, err
			}
			if e.First = t.me.ID; first == engine.First {
				e.First = m.Challenger.ID
			}
		case match.Agreed, match.Refused:
			e.Offer, e.Who = m.Pending.Offer, nil
		}
		return e, nil
	})
}

// answersGame tells whether a command is a move of the author: accept may take a double.
func (t *talk) answersGame(m *match.Match, command string) bool {
	if _, ok := m.Line.Position().(engine.Roller); !ok || m.Pending != (match.Pending{}) || !can(m, t.me, []match.Kind{match.Moved}) {
		return false
	}
	_, err := m.Line.Position().Read(command)
	return err == nil
}

// draw is the side of a challenger: the one chosen, or one by lot.
func (t *talk) draw(chosen engine.Side) (engine.Side, error) {
	if chosen != engine.Nobody {
		return chosen, nil
	}
	lot := make([]byte, 1)
	if _, err := io.ReadFull(t.Random, lot); err != nil {
		return engine.Nobody, fmt.Errorf("draw the sides: %w", err)
	}
	return engine.First + engine.Side(lot[0]&1), nil
}

// propose offers a draw or to stop, or asks to take back; if the other has proposed the same it agrees. What is taken back
// first is what the author has typed of a move.
func (t *talk) propose(command, text string, offer match.Offer) error {
	m, _, err := t.find(text, "/"+command, match.Offered, match.Agreed)
	if err != nil {
		return unlessAnswered(err)
	}
	if offer == match.Undo && t.forget(m) {
		answer := t.present(m, t.caps())
		answer.Private = true
		t.send(answer)
		return nil
	}
	return t.act(m.ID, func(m *match.Match) (match.Event, error) {
		e := match.Event{Kind: match.Offered, Offer: offer}
		if m.Pending.Offer == offer && m.Pending.By == m.Side(t.me.ID).Other() {
			e.Kind = match.Agreed
		}
		return e, nil
	})
}

func unlessAnswered(err error) error {
	if errors.Is(err, errAnswered) {
		return nil
	}
	return err
}
