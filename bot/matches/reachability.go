package matches

import (
	"context"
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Shut marks a room as one where a match cannot be told: by is the player who has brought that about, "" if it is not
// known. It reports whether that has led to an event, which the caller must announce.
func (p Players) Shut(ctx context.Context, id string, room chat.Room, by string) bool {
	return p.note(ctx, id, room, func(m *match.Match) string { return m.Side(by).String() })
}

// Opened marks a room as one where a match can be told again, and where its board is shown as it is now.
func (p Players) Opened(ctx context.Context, id string, room chat.Room) bool {
	return p.note(ctx, id, room, func(*match.Match) string { return "" })
}

func (p Players) note(ctx context.Context, id string, room chat.Room, by func(*match.Match) string) (happened bool) {
	_, err := p.Change.Matches.Change(ctx, id, "", func(s change.State) (change.State, error) {
		happened = false
		if s.Match.Status != match.Playing {
			return s, nil
		}
		next, err := p.turn(ctx, s, room, by(s.Match))
		happened = len(next.Events) > 0
		return next, err
	})
	if err != nil {
		p.Archive.Log.Warn("a match whose room is closed cannot be updated", "match", id, "room",
			room, "error", err)
	}
	return happened && err == nil
}

// turn shuts a place of a match, by a side, or opens it, by "". A match that is lost where others are, too, is told
// in the private talks of its players from then on.
func (p Players) turn(ctx context.Context, s change.State, room chat.Room, by string) (_ change.State, err error) {
	i := slices.IndexFunc(s.Head.Places, func(p storage.Place) bool { return p.Room == string(room) })
	if i < 0 {
		return s, nil
	}
	was, told := s.Head.Places[i], s.Match.N
	shared, nobody := was.For == "" && !was.Quiet, engine.Nobody.String()
	places := slices.Clone(s.Head.Places)
	if by == "" || was.Blocked == "" || was.Blocked == nobody {
		places[i].Blocked = by
	}
	switch is := places[i].Blocked; {
	case shared && is != "" && was.Blocked == "":
		places = append(places, p.talks(ctx, s.Match, s.Head)...)
		s, err = s.Then(match.Event{Kind: match.Lost, Room: string(room)})
	case shared && is == "" && was.Blocked != "": // all read it there again, and need not be told twice
		places = slices.DeleteFunc(places, func(p storage.Place) bool { return p.Fallback })
	}
	if err == nil {
		s, err = pauseUnreachable(s, places)
	}
	if len(s.Events) > 0 {
		skip(places, was.Room, told, s.Match.N)
	}
	s.Head.Places = places
	return s, err
}

// skip counts all n events as told in a room where the board is shown as it is, and in places that are shut, unless
// something before the events from told on is still to be tried there.
func skip(places []storage.Place, room string, told, n int) {
	for i := range places {
		if p := &places[i]; p.Blocked != "" && p.Delivered >= told || p.Room == room {
			p.Delivered = n
		}
	}
}

// pauseUnreachable stops the clock of a match while it can be told nowhere, unless that is due to the one whose time
// runs, and starts it again.
func pauseUnreachable(s change.State, places []storage.Place) (change.State, error) {
	late, stands := s.Match.Decides(), !s.Match.Clock.Unreached.IsZero()
	alone := late != engine.Nobody && !slices.ContainsFunc(places, func(p storage.Place) bool {
		return !p.Quiet && (p.Blocked == "" || p.Blocked == late.String())
	})
	switch {
	case alone && !stands:
		return s.Then(match.Event{Kind: match.Unreached})
	case !alone && stands:
		return s.Then(match.Event{Kind: match.Reached})
	}
	return s, nil
}

// talks lists the private talks of the players of a match in which it is not told yet.
func (p Players) talks(ctx context.Context, m *match.Match, head storage.Head) (places []storage.Place) {
	for _, who := range []match.Player{m.Challenger, m.Opponent} {
		if view.User(who).ID == "" || slices.ContainsFunc(head.Places,
			func(p storage.Place) bool { return p.For == who.ID }) {
			continue
		}
		for _, service := range p.Services.List() {
			room, err := p.private(ctx, service.Name, who.ID)
			if err != nil {
				p.Archive.Log.Warn("the rooms of a player cannot be looked up", "match", m.ID, "error", err)
			}
			if room != "" && !archive.IsAt(head, room) {
				places = append(places, storage.Place{Room: string(room), For: who.ID, Delivered: m.N, Fallback: true})
			}
		}
	}
	return places
}

// lostOf reports whether somebody plays a match that could be told no more where it is played: it may be called off if
// both want that.
func lostOf(m *match.Match, p match.Player) bool {
	return m.Status == match.Playing && !m.Lost.IsZero() && view.Plays(m, p)
}

// private returns the private talk of a person with the bot on a service; "" for a person whom the service does not
// know or, where only people can begin such a talk, for one who has not played in one.
func (p Players) private(ctx context.Context, service, person string) (chat.Room, error) {
	if direct, ok := p.Services.Adapter(service).(chat.Direct); ok {
		account, err := p.Registry.Account(ctx, service, person)
		if account == "" || err != nil {
			return "", err
		}
		return direct.Direct(ctx, account)
	}
	heads, err := p.Archive.Find(ctx, storage.Query{Player: person, Limit: find.RecentMatches})
	for _, h := range heads {
		for _, at := range h.Places {
			if at.For == person && chat.Room(at.Room).Service() == service {
				return chat.Room(at.Room), nil
			}
		}
	}
	return "", err
}
