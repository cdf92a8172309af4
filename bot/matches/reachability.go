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

// Shut records that a room of a match can no longer be reached; by is the player who caused that, "" if unknown. It
// reports whether that has caused an event, which the caller must announce.
func (p Players) Shut(ctx context.Context, id string, room chat.Room, by string) bool {
	return p.note(ctx, id, room, func(m *match.Match) string { return m.Side(by).String() })
}

// Opened records that a room of a match can be reached again, and that its board was just shown there. It reports
// whether that has caused an event, which the caller must announce.
func (p Players) Opened(ctx context.Context, id string, room chat.Room) bool {
	return p.note(ctx, id, room, func(*match.Match) string { return "" })
}

func (p Players) note(ctx context.Context, id string, room chat.Room, by func(*match.Match) string) (happened bool) {
	_, err := p.Change.Matches.Change(ctx, id, "", func(s change.State) (change.State, error) {
		happened = false
		if s.Match.Status != match.Playing {
			return s, nil
		}
		next, err := p.setReachability(ctx, s, room, by(s.Match))
		happened = len(next.Events) > 0
		return next, err
	})
	p.Archive.Warn(err, "a match whose room is closed cannot be updated", "match", id, "room", room)
	return happened && err == nil
}

// setReachability marks a place of a match as blocked by a side, or as reachable if by is "". If a shared room is lost,
// the match is announced in the private chats of its players until the room can be reached again.
func (p Players) setReachability(ctx context.Context, s change.State, room chat.Room,
	by string) (_ change.State, err error) {
	i := slices.IndexFunc(s.Head.Places, func(p storage.Place) bool { return p.Room == string(room) })
	if i < 0 {
		return s, nil
	}
	was, told := s.Head.Places[i], s.Match.N
	shared, nobody := was.For == "" && !was.ThreadParent, engine.Nobody.String()
	places := slices.Clone(s.Head.Places)
	if by == "" || was.Blocked == "" || was.Blocked == nobody {
		places[i].Blocked = by
	}
	switch is := places[i].Blocked; {
	case shared && is != "" && was.Blocked == "":
		places = append(places, p.fallbackPlaces(ctx, s.Match, s.Head)...)
		s, err = s.Then(match.Event{Kind: match.Lost, Room: string(room)})
	case shared && is == "" && was.Blocked != "": // the fallback places are no longer needed
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

// skip marks all n events as delivered in the room where the current board is shown, and in blocked places, unless
// events before number told are still to be tried there.
func skip(places []storage.Place, room string, told, n int) {
	for i := range places {
		if p := &places[i]; p.Blocked != "" && p.Delivered >= told || p.Room == room {
			p.Delivered = n
		}
	}
}

// pauseUnreachable stops the clock of a match while it can be announced nowhere, unless the player whose time runs has
// caused that, and restarts it afterwards.
func pauseUnreachable(s change.State, places []storage.Place) (change.State, error) {
	late, stands := s.Match.Decides(), !s.Match.Clock.Unreached.IsZero()
	alone := late != engine.Nobody && !slices.ContainsFunc(places, func(p storage.Place) bool {
		return !p.ThreadParent && (p.Blocked == "" || p.Blocked == late.String())
	})
	switch {
	case alone && !stands:
		return s.Then(match.Event{Kind: match.Unreached})
	case !alone && stands:
		return s.Then(match.Event{Kind: match.Reached})
	}
	return s, nil
}

// fallbackPlaces returns the private chats of the players of a match in which it is not announced yet.
func (p Players) fallbackPlaces(ctx context.Context, m *match.Match, head storage.Head) (places []storage.Place) {
	for _, who := range []match.Player{m.Challenger, m.Opponent} {
		if view.User(who).ID == "" || slices.ContainsFunc(head.Places,
			func(p storage.Place) bool { return p.For == who.ID }) {
			continue
		}
		for _, service := range p.Services.List() {
			room, err := p.private(ctx, service.Name, who.ID)
			p.Archive.Warn(err, "the rooms of a player cannot be looked up", "match", m.ID)
			if room != "" && !archive.IsAt(head, room) {
				places = append(places, storage.Place{Room: string(room), For: who.ID, Delivered: m.N, Fallback: true})
			}
		}
	}
	return places
}

// lostOf reports whether a person plays a match whose room was lost: such a match may be called off if both players
// want that.
func lostOf(m *match.Match, p match.Player) bool {
	return m.Status == match.Playing && !m.Lost.IsZero() && view.Plays(m, p)
}

// private returns the private chat of a person with the bot on a service. It is "" for a person unknown to the service
// and, where only people can open such a chat, for one who has not played in it.
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
