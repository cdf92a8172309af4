package speak

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// closedTo tells the other player of a match that the one to whose private talk a place belongs cannot be written to
// any more, if the match waits for that one and is not told where that one is, too.
func (s *Speaker) closedTo(ctx context.Context, m *match.Match, p storage.Place) {
	for _, gone := range []match.Player{m.Challenger, m.Opponent} {
		if gone.ID == "" || gone.ID != p.For || gone.ID != tell.Awaited(m).ID {
			continue
		}
		head, err := s.Archive.Head(ctx, m.ID)
		if err != nil {
			s.Log.Warn("the room was not told that a player cannot be reached", "match", m.ID, "error", err)
			return
		}
		for _, q := range head.Places {
			if q.For != p.For {
				s.queue(task{room: chat.Room(q.Room), match: m.ID, gone: gone, alone: true})
			}
		}
	}
}

// shut notes that a place takes nothing more of a match, and has said what comes of that.
func (s *Speaker) shut(ctx context.Context, id string, p storage.Place, err error) {
	by := ""
	if errors.Is(err, chat.ErrBlocked) {
		by = p.For
	}
	if !errors.Is(err, chat.ErrGuest) && s.Shut(ctx, id, chat.Room(p.Room), by) {
		s.later(id)
	}
}

// warnedTTL is for how long a person who was told of one lost match is told of no other: all of a server are lost at once.
const warnedTTL = 10 * time.Minute

// hasWarned reports whether a person was told lately, in a private talk, that a match is lost where it is played. If not
// it waits until one more may be told, so that many people are told one after the other.
func (s *Speaker) hasWarned(ctx context.Context, room chat.Room) (bool, error) {
	if _, told := s.warned.PutNew(room, true); told {
		return true, nil
	}
	err := s.unasked.Wait(ctx)
	if err != nil {
		s.warned.Remove(room)
	}
	return false, err
}

// later has said what has happened in a match, and does not wait for that: it may be said where something is being said
// now.
func (s *Speaker) later(id string) {
	s.tasks.Go(func() { s.Say(s.life, id, Cause{}) })
}

// lookFor tells those in a room where others are too that the one whose answer a match waits for has left it. Where the
// service does not know who is there, nobody is told.
func (s *Speaker) lookFor(ctx context.Context, a chat.Adapter, m *match.Match, p storage.Place) {
	who := tell.Awaited(m)
	if who.ID == "" || p.For != "" || p.Quiet || m.Status == match.Open && toldApart(s, m, who.ID) {
		return
	}
	challenged := m.Status == match.Open // and may have left since the last move
	if here, known := s.present(ctx, a, chat.Room(p.Room), who, challenged); known && !here {
		s.tellMissing(ctx, a, m, p, who)
	}
}

// present reports whether somebody is in a room, as far as that is known; with now what the service told before does
// not
// count.
func (s *Speaker) present(ctx context.Context, a chat.Adapter, room chat.Room, who match.Player,
	now bool) (here, known bool) {
	service, ok := a.(chat.Presence)
	if !ok {
		return false, false
	}
	local, err := s.Local(ctx, room, chat.Message{Turn: tell.User(who)})
	if err != nil || !strings.HasPrefix(local.Turn.ID, room.Service()+":") {
		return false, false
	}
	here, err = service.Present(ctx, room, local.Turn.ID, now)
	return here, err == nil
}

// Left tells those in a room who play with somebody that this one has left it. The author of a challenge plays with no
// one yet. The person challenged may be known by the handle alone.
func (s *Speaker) Left(ctx context.Context, room chat.Room, who match.Player) error {
	heads, err := s.Archive.Find(ctx, storage.Query{Room: string(room), Live: true})
	for _, h := range heads {
		m, err := s.Archive.Replay(ctx, h)
		if err != nil {
			return err
		}
		shared := slices.ContainsFunc(h.Places, func(p storage.Place) bool { return p.Room == string(room) && p.For == "" })
		awaits := m.Status != match.Open && who.Is(m.Challenger)
		if shared && (awaits || who.Is(m.Opponent)) {
			<-s.queue(task{room: room, match: h.ID, gone: who})[0]
		}
	}
	return err
}

// tellGone does a task that is about a player who cannot be reached.
func (s *Speaker) tellGone(ctx context.Context, t task) {
	m, head, err := s.Archive.Load(ctx, t.match)
	if err != nil {
		s.Log.Warn("the room was not told that a player cannot be reached", "match", t.match, "room", t.room, "error", err)
		return
	}
	for _, p := range head.Places {
		a := s.adapter(p)
		if p.Room != string(t.room) || p.Quiet || a == nil || m.Status.Ended() {
			continue
		}
		if here, _ := s.present(ctx, a, t.room, t.gone, false); here && t.alone && p.For == "" {
			continue
		}
		s.tellMissing(ctx, a, m, p, t.gone)
	}
}

// tellMissing tells in a place that a player cannot be reached. It is not tried again: the next move says it anew.
func (s *Speaker) tellMissing(ctx context.Context, a chat.Adapter, m *match.Match, p storage.Place, gone match.Player) {
	room := chat.Room(p.Room)
	to := s.audience(ctx, a, m, p, "")
	message := to.Missing(m, gone)
	if m.Status == match.Open && p.For == m.Challenger.ID {
		addLink(&message, a, to.Voice, m, true)
	}
	message, err := s.Local(ctx, room, message)
	if err == nil {
		message.Once = fmt.Sprintf("%s-%d-missing", m.ID, m.N)
		message.News = true
		_, err = a.Send(ctx, room, message)
	}
	if err != nil {
		s.Log.Info("the room was not told that a player cannot be reached", "match", m.ID, "room", room, "error", err)
	}
}

// mostWaiting bounds the matches of a person that are looked through for those that wait.
const mostWaiting = 30

// waiting is the number of matches that wait for a person.
func waiting(ctx context.Context, s *Speaker, id string) (n int) {
	found, err := s.Archive.Search(ctx, storage.Query{Player: id, Live: true, Limit: mostWaiting})
	if err != nil {
		s.Log.Warn("it is not known what waits for a player", "error", err)
	}
	for _, m := range found {
		if tell.Awaited(m).ID == id {
			n++
		}
	}
	return n
}

// audience is those who are told a match in a place. The locale is that of the author of what has happened, "" if that
// is not known there.
func (s *Speaker) audience(ctx context.Context, a chat.Adapter, m *match.Match, p storage.Place,
	locale string) tell.Pages {
	preferences := s.Archive.Preferences(ctx, archive.OwnerAt(chat.Room(p.Room), p.For))
	who := tell.User(tell.Awaited(m))
	local, err := s.Local(ctx, chat.Room(p.Room), chat.Message{Turn: who})
	if err != nil {
		s.Log.Warn("accounts are not known", "error", err)
	}
	others := 0
	if p.For != "" && m.Status == match.Playing && who.ID != p.For {
		others = waiting(ctx, s, p.For)
	}
	return tell.Pages{Audience: tell.Audience{Waiting: others,
		Voice: s.Languages.Voice(preferences, locale), Caps: chat.CapsIn(a, chat.Room(p.Room)),
		Look: preferences.Look(m, m.Side(p.For)), Draw: s.Draw, Only: p.For,
		Away:  err == nil && who.ID != "" && local.Turn.ID == "",
		Rolls: func(m *match.Match) bool { return s.Rolls(ctx, m) },
	}}
}
