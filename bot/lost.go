package bot

import (
	"context"
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// losing sees what becomes of matches where the bot may not write any more. A match that is lost where others are too is told in the
// private talks of its players from then on. Where nothing can be told anywhere its time stands, but not for a player who has seen
// to that.
type losing struct {
	decider
	doors
}

// shut notes that a match cannot be told any more in a room: by is the player who has seen to that, "" if that is not known. It returns
// whether something has happened in the match by that, which is to be said.
func (l losing) shut(ctx context.Context, id string, room chat.Room, by string) bool {
	return l.change(ctx, id, room, func(m *match.Match) string { return m.Side(by).String() })
}

// opened notes that a match can be told again in a room, where it is shown as it is.
func (l losing) opened(ctx context.Context, id string, room chat.Room) bool {
	return l.change(ctx, id, room, func(*match.Match) string { return "" })
}

func (l losing) change(ctx context.Context, id string, room chat.Room, by func(*match.Match) string) (happened bool) {
	defer l.archive.Matches.Enter(id)()
	for {
		m, head, err := l.archive.Load(ctx, id)
		if err == nil && m.Status == match.Playing {
			happened, err = l.store(ctx, m, head, room, by(m))
		}
		switch {
		case archive.IsConflict(err):
			continue
		case err != nil:
			l.archive.Log.Warn("what becomes of a match where the bot may not write is not kept", "match", id, "room", room, "error", err)
		}
		return happened && err == nil
	}
}

// store keeps that a place of a match is shut by a side or, by "", open, with what follows from that.
func (l losing) store(ctx context.Context, m *match.Match, head storage.Head, room chat.Room, by string) (happened bool, err error) {
	i := slices.IndexFunc(head.Places, func(p storage.Place) bool { return p.Room == string(room) })
	if i < 0 {
		return false, nil
	}
	was := head.Places[i]
	head.Places = slices.Clone(head.Places)
	is := &head.Places[i]
	if by == "" || was.Shut == "" || was.Shut == engine.Nobody.String() {
		is.Shut = by
	}
	next, events := m, []match.Event(nil)
	take := func(e match.Event) {
		if err == nil {
			e.At = l.now()
			if next, err = next.Apply(e, l.archive.Game); err == nil {
				events = append(events, e)
			}
		}
	}
	if is.Shut != "" && was.Shut == "" && was.For == "" && !was.Quiet {
		head.Places = append(head.Places, l.talks(ctx, m, head)...)
		take(match.Event{Kind: match.Lost, Room: string(room)})
	}
	switch stands, alone := !m.Clock.Unreached.IsZero(), forlorn(m, head.Places); {
	case alone && !stands:
		take(match.Event{Kind: match.Unreached})
	case !alone && stands:
		take(match.Event{Kind: match.Reached})
	}
	switch {
	case err != nil || events == nil && is.Shut == was.Shut:
		return false, err
	case events == nil:
		return false, l.archive.Append(ctx, head)
	}
	for j := range head.Places {
		if p := &head.Places[j]; p.Shut != "" || j == i { // nothing can be told there; or the match is shown as it is
			p.Said = next.N
		}
	}
	if next, err = l.ledger.put(ctx, next, head, events); err == nil {
		l.archive.Keep(next, events)
		l.keepTime(next)
	}
	return true, err
}

// forlorn tells whether the time of a match has to stand: it can be told nowhere, and not because of the one whose time runs.
func forlorn(m *match.Match, places []storage.Place) bool {
	late := m.Decides()
	return late != engine.Nobody && !slices.ContainsFunc(places, func(p storage.Place) bool { return !p.Quiet && (p.Shut == "" || p.Shut == late.String()) })
}

// talks are the private talks of the players of a match in which it is not told, as far as there are any.
func (l losing) talks(ctx context.Context, m *match.Match, head storage.Head) (places []storage.Place) {
	for _, who := range []match.Player{m.Challenger, m.Opponent} {
		if tell.User(who).ID == "" || slices.ContainsFunc(head.Places, func(p storage.Place) bool { return p.For == who.ID }) {
			continue
		}
		for _, service := range l.services.list() {
			room, err := l.private(ctx, service.Name, who.ID)
			if err != nil {
				l.archive.Log.Warn("where a player can be told a match is not known", "match", m.ID, "error", err)
			}
			if room != "" && !archive.IsAt(head, room) {
				places = append(places, storage.Place{Room: string(room), For: who.ID, Said: m.N})
			}
		}
	}
	return places
}

// lostOf tells whether somebody plays a match that could be told no more where it is played: it may be called off if both want that.
func lostOf(m *match.Match, p match.Player) bool {
	return m.Status == match.Playing && !m.Lost.IsZero() && tell.Plays(m, p)
}

// callOff proposes in the name of a player to call a match off, or agrees to that.
func callOff(m *match.Match, p match.Player) match.Event {
	if m.Pending.Offer == match.Off && m.Pending.By == m.Side(p.ID).Other() {
		return match.Event{Kind: match.Agreed, Offer: match.Off}
	}
	return match.Event{Kind: match.Offered, Offer: match.Off}
}

// doors find the private talks of people.
type doors struct {
	archive  *archive.Archive
	services *services
	registry *registry
}

// private is the private talk of a person with the bot on a service, "" if none is known: of a person whom the service does not
// know or, where only people can begin such a talk, of one who has not played in one.
func (d doors) private(ctx context.Context, service, person string) (chat.Room, error) {
	if direct, ok := d.services.adapter(service).(chat.Direct); ok {
		account, err := d.registry.at(ctx, service, person)
		if account == "" || err != nil {
			return "", err
		}
		return direct.Direct(account), nil
	}
	heads, err := d.archive.Find(ctx, storage.Query{Player: person, Limit: lately})
	for _, h := range heads {
		for _, at := range h.Places {
			if at.For == person && chat.Room(at.Room).Service() == service {
				return chat.Room(at.Room), nil
			}
		}
	}
	return "", err
}

// Shut implements chat.Guest: those who play there are told where they can be, and what they can do about it.
func (b *Bot) Shut(ctx context.Context, room chat.Room, by chat.User) {
	ctx, leave, ours := b.Share.Enter(context.WithoutCancel(ctx), room)
	if !ours {
		return
	}
	defer leave()
	who, err := b.registry.person(ctx, by.ID)
	if err != nil {
		b.Log.Warn("who does not let the bot write in a room is not known", "room", room, "error", err)
	}
	b.inPlay(ctx, room, func(id string) bool { return b.losing.shut(ctx, id, room, who.ID) })
}

// reached notes that people hear what is said in a room.
func (b *Bot) reached(ctx context.Context, room chat.Room) {
	b.inPlay(ctx, room, func(id string) bool { return b.losing.opened(ctx, id, room) })
}

// inPlay does something with each match of a room, and has said what has happened by that.
func (b *Bot) inPlay(ctx context.Context, room chat.Room, do func(id string) bool) {
	heads, err := b.archive.Find(ctx, storage.Query{Room: string(room), Live: true})
	if err != nil {
		b.Log.Warn("matches of a room cannot be looked for", "room", room, "error", err)
	}
	for _, h := range heads {
		if do(h.ID) {
			b.speaker.Say(ctx, h.ID, speak.Cause{})
		}
	}
}
