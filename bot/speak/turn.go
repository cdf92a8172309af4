package speak

import (
	"context"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/house"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// there is for how long somebody who has done something in a match is plainly there, and need not be called.
const there = 2 * time.Minute

// lately is how many events back it is looked who is there: a throw, moves and an offer of each.
const lately = 12

// turns tells whether the board in a place becomes the next one, as nobody has to be called to that: its button has led
// to what is to be told, or the house has answered, the service changes a board for less than a new one costs, both
// players are there, and no other way was chosen.
func turns(ctx context.Context, kept *archive.Archive, a chat.Adapter, m *match.Match, p storage.Place,
	events []match.Event, cause Cause, after string) bool {
	pressed := string(cause.Room) == p.Room && cause.Button && string(cause.Pressed) == p.Ref
	answered := cause == Cause{} && len(events) > 0
	for _, e := range events {
		pressed = pressed && e.Kind != match.Accepted // who has challenged may be elsewhere
		answered = answered && (house.Is(e.By) || e.Kind == match.Rolled)
	}
	if p.Ref == "" || p.Quiet || after != "usual" || !pressed && !answered || !chat.CapsIn(a, chat.Room(p.Room)).Turns {
		return false
	}
	recent, err := kept.Last(ctx, m, min(m.N, lately))
	if err != nil || len(recent) == 0 {
		return false
	}
	now := recent[len(recent)-1].At
	here := map[string]bool{}
	for _, e := range recent {
		here[e.By] = here[e.By] || now.Sub(e.At) < there
	}
	for _, player := range []match.Player{m.Challenger, m.Opponent} {
		if !house.Is(player.ID) && !here[tell.User(player).ID] {
			return false
		}
	}
	return true
}

// onTurnStill tells whether a player has only decided something, as to throw the dice, and is on turn still. That calls
// nobody and needs no message of its own.
func onTurnStill(m *match.Match, events []match.Event) bool {
	by := ""
	for _, e := range events {
		word := ""
		switch e.Kind {
		case match.Moved:
			word, _ = engine.Word(m.Line.At(max(0, m.Line.Len()-len(events))), e.Move)
		case match.Rolled:
			continue
		}
		if word == "" || e.Forced || by != "" && by != e.By {
			return false
		}
		by = e.By
	}
	return by != "" && m.Status == match.Playing && m.Player(m.Turn()).ID == by && m.Pending == (match.Pending{})
}
