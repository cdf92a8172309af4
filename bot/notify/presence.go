package notify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// markUnreachable notes that the place takes nothing more of the match, and has said what comes of that. The other player is told
// that the one to whose private talk the place belongs cannot be written to any more, if the match waits for that one.
func (d *delivery) markUnreachable(ctx context.Context, err error) {
	gone := view.Awaited(d.m)
	// else the one who is there has accepted or posted it, and has not opened the talk yet
	reached := d.place.Delivered > 0 || !view.HasKind(d.events, match.Accepted)
	for _, p := range d.head.Places {
		if reached && gone.ID != "" && gone.ID == d.place.For && p.For != gone.ID {
			d.queue(d.missing(chat.Room(p.Room), d.m.ID, gone, true))
		}
	}
	by := ""
	if errors.Is(err, chat.ErrBlocked) {
		by = d.place.For
	}
	if !errors.Is(err, chat.ErrGuest) && d.MarkUnreachable(ctx, d.m.ID, d.room, by) {
		d.notifyAsync(d.m.ID)
	}
}

// warnedTTL is for how long a person who was told of one lost match is told of no other: all of a server are lost at once.
const warnedTTL = 10 * time.Minute

// isWarned reports whether the place is a private talk that was told lately that a match is lost where it is played, and
// would be told that again. If not it waits until one more may be told, so that many people are told one after the other.
func (d *delivery) isWarned(ctx context.Context) (bool, error) {
	if !d.isLost() {
		return false, nil
	}
	if _, told := d.warned.PutNew(d.room, true); told {
		return true, nil
	}
	err := d.unasked.Wait(ctx)
	if err != nil {
		d.warned.Remove(d.room)
	}
	return false, err
}

// lookFor tells those in a room where others are too that the one whose answer a match waits for has left it. Where the
// service does not know who is there, nobody is told.
func (d *delivery) lookFor(ctx context.Context) {
	who, challenged := view.Awaited(d.m), d.m.Status == match.Open // and may have left since the last move
	if who.ID == "" || d.place.For != "" || d.place.Quiet || challenged && hasOwnPlace(d.head, who.ID) {
		return
	}
	if here, known := d.present(ctx, d.a, d.room, who, challenged); known && !here {
		d.tellMissing(ctx, d.a, d.m, d.place, who)
	}
}

// present reports whether somebody is in a room, as far as that is known; with now what the service told before does
// not count.
func (s *Notifier) present(ctx context.Context, a chat.Adapter, room chat.Room, who match.Player,
	now bool) (here, known bool) {
	service, ok := a.(chat.Presence)
	if !ok {
		return false, false
	}
	local, err := s.Local(ctx, room, chat.Message{Turn: view.User(who)})
	if err != nil || !strings.HasPrefix(local.Turn.ID, room.Service()+":") {
		return false, false
	}
	here, err = service.Present(ctx, room, local.Turn.ID, now)
	return here, err == nil
}

// Left tells those in a room who play with somebody that this one has left it. The author of a challenge plays with no
// one yet. The person challenged may be known by the handle alone.
func (s *Notifier) Left(ctx context.Context, room chat.Room, who match.Player) error {
	heads, err := s.Archive.Find(ctx, storage.Query{Room: string(room), Live: true})
	for _, h := range heads {
		m, err := s.Archive.Replay(ctx, h)
		if err != nil {
			return err
		}
		p, ok := placeIn(h, room)
		awaits := m.Status != match.Open && who.Is(m.Challenger)
		if ok && p.For == "" && (awaits || who.Is(m.Opponent)) {
			<-s.queue(s.missing(room, h.ID, who, false))[0]
		}
	}
	return err
}

// missing is the task of telling in a room that a player cannot be reached; with elsewhere only if this one is not known
// to be in the room.
func (s *Notifier) missing(room chat.Room, id string, gone match.Player, elsewhere bool) task {
	return task{room: room, match: id, do: func(ctx context.Context) {
		m, head, err := s.Archive.Load(ctx, id)
		if err != nil {
			s.Log.Warn("the room was not told that a player cannot be reached", "match", id, "room", room, "error", err)
			return
		}
		p, ok := placeIn(head, room)
		a := s.Adapter(room.Service())
		if !ok || p.Quiet || a == nil || m.Status.Ended() {
			return
		}
		if here, _ := s.present(ctx, a, room, gone, false); !here || !elsewhere || p.For != "" {
			s.tellMissing(ctx, a, m, p, gone)
		}
	}}
}

// tellMissing tells in a place that a player cannot be reached. It is not tried again: the next move says it anew.
func (s *Notifier) tellMissing(ctx context.Context, a chat.Adapter, m *match.Match, p storage.Place, gone match.Player) {
	room := chat.Room(p.Room)
	to := s.audience(ctx, a, m, p, "")
	message := to.Missing(m, gone)
	if m.Status == match.Open && p.For == m.Challenger.ID {
		addLink(&message, a, to.Voice, m, true)
	}
	message.Once = fmt.Sprintf("%s-%d-missing", m.ID, m.N)
	if _, err := s.post(ctx, a, room, message); err != nil {
		s.Log.Info("the room was not told that a player cannot be reached", "match", m.ID, "room", room, "error", err)
	}
}

// maxWaiting bounds the matches of a person that are looked through for those that wait.
const maxWaiting = 30

// waiting counts the matches that wait for a person.
func (s *Notifier) waiting(ctx context.Context, id string) (n int) {
	found, err := s.Archive.Search(ctx, storage.Query{Player: id, Live: true, Limit: maxWaiting})
	if err != nil {
		s.Log.Warn("it is not known what waits for a player", "error", err)
	}
	for _, m := range found {
		if view.Awaited(m).ID == id {
			n++
		}
	}
	return n
}

// audience is those who are told a match in a place. The locale is that of the author of what has happened, "" if that
// is not known there.
func (s *Notifier) audience(ctx context.Context, a chat.Adapter, m *match.Match, p storage.Place,
	locale string) view.Audience {
	preferences := s.Archive.Preferences(ctx, archive.OwnerAt(chat.Room(p.Room), p.For))
	who := view.User(view.Awaited(m))
	local, err := s.Local(ctx, chat.Room(p.Room), chat.Message{Turn: who})
	if err != nil {
		s.Log.Warn("accounts are not known", "error", err)
	}
	others := 0
	if p.For != "" && m.Status == match.Playing && who.ID != p.For {
		others = s.waiting(ctx, p.For)
	}
	return view.Audience{Waiting: others,
		Voice: s.Languages.Voice(preferences, locale), Caps: a.Caps(chat.Room(p.Room)),
		Look: preferences.BoardStyle(m, m.Side(p.For)), Draw: s.Draw, Only: p.For,
		Away:  err == nil && who.ID != "" && local.Turn.ID == "",
		Rolls: func(m *match.Match) bool { return s.Rolls(ctx, m) },
	}
}
