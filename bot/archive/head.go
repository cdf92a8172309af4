package archive

import (
	"errors"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// HeadOf is the head of a match that was told in places, after e.
func HeadOf(m *match.Match, places []storage.Place, e match.Event) storage.Head {
	h := storage.Head{ID: m.ID, N: m.N, Status: m.Status, Game: m.Game.Name, Began: m.Began, Latest: m.Latest,
		Places: slices.Clone(places)}
	if e.Room != "" && !IsAt(h, chat.Room(e.Room)) {
		place := storage.Place{Room: e.Room}
		if e.Alone {
			place.For = e.By
		}
		for i := range h.Places {
			h.Places[i].ThreadParent = e.Kind == match.Accepted && m.Setup.Apart && !e.Alone && h.Places[i].For == ""
		}
		h.Places = append(h.Places, place)
	}
	h.Players = playersOf(m)
	_, h.Deadline = m.Next()
	if m.Reader.ID != "" {
		h.Deadline = m.Latest.Add(Shelf)
	}
	if m.Status == match.Over && m.Outcome.Winner != engine.Nobody {
		h.Winner = m.Player(m.Outcome.Winner).ID
	}
	h.Rated, h.Set = m.Rated != nil, !m.Setup.Usual()
	return h
}

// playersOf are those by whom a match is found, as a head names them.
func playersOf(m *match.Match) (names []string) {
	for _, p := range []match.Player{m.Challenger, m.Opponent, m.Reader} {
		switch {
		case p.ID != "":
			names = append(names, p.ID)
		case p.Handle != "":
			names = append(names, AtHandle(p))
		}
	}
	return names
}

// AtHandle is the name in a head of a person with nothing but a handle.
func AtHandle(p match.Player) string { return "@" + strings.ToLower(p.Handle) }

// IsAt reports whether a match is played in a room.
func IsAt(h storage.Head, room chat.Room) bool {
	return slices.ContainsFunc(h.Places, func(p storage.Place) bool { return p.Room == string(room) })
}

// PlayedAt is the room in which a match is played, of those where others are too; "" if there is none.
func PlayedAt(h storage.Head) chat.Room {
	for _, p := range h.Places {
		if p.For == "" && !p.ThreadParent {
			return chat.Room(p.Room)
		}
	}
	return ""
}

// BegunAt is the service where a match was begun, by the first room that was told; without one by the challenger.
func BegunAt(h storage.Head) string {
	switch {
	case len(h.Places) > 0:
		return chat.Room(h.Places[0].Room).Service()
	case len(h.Players) > 0:
		return chat.Room(h.Players[0]).Service()
	}
	return ""
}

// IsConflict reports whether an append failed only because the match has changed meanwhile.
func IsConflict(err error) bool { return errors.Is(err, storage.ErrConflict) }

// Rebuild makes the head of a match anew from its events, for files from before heads told who won.
func Rebuild(games []*engine.Game) func(storage.Head, []match.Event) (storage.Head, error) {
	known := (&Archive{Games: games}).Game
	return func(head storage.Head, events []match.Event) (storage.Head, error) {
		m, err := match.Replay(head.ID, known, events)
		if err != nil {
			return head, err
		}
		return HeadOf(m, head.Places, match.Event{}), nil
	}
}
