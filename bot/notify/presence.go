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

// markUnreachable records that the place accepts no more messages about the match. If this is the private chat of the
// awaited player, the other places are told that the player cannot be reached.
func (d *delivery) markUnreachable(ctx context.Context, err error) {
	gone := view.Awaited(d.m)
	// otherwise the player has accepted or posted it elsewhere, and has not opened the private chat yet
	reached := d.place.Delivered > 0 || !view.HasKind(d.events, match.Accepted)
	for _, p := range d.head.Places {
		if reached && gone.ID != "" && gone.ID == d.place.For && p.For != gone.ID {
			d.queue(d.missing(matchRoom{chat.Room(p.Room), d.m.ID}, gone, true))
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

// warnedTTL is how long after one warning of a lost match a person gets no other: all matches of a server are lost at
// once.
const warnedTTL = 10 * time.Minute

// isWarned reports whether this private chat was warned of a lost match within warnedTTL. If not, it waits for the
// limiter, so that people are warned one after the other.
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

// lookFor tells a shared room if the awaited player has left it. It does nothing if the service does not know who is
// there.
func (d *delivery) lookFor(ctx context.Context) {
	who, challenged := view.Awaited(d.m), d.m.Status == match.Open // whom a cache may still list
	if who.ID == "" || d.place.For != "" || d.place.ThreadParent || challenged && hasOwnPlace(d.head, who.ID) {
		return
	}
	if here, known := d.present(ctx, who, challenged); known && !here {
		d.tellMissing(ctx, who)
	}
}

// present reports whether a player is in the room, and whether that is known. now bypasses cached answers of the
// service.
func (d *delivery) present(ctx context.Context, who match.Player, now bool) (here, known bool) {
	service, ok := d.a.(chat.Presence)
	local, err := d.LocalUser(ctx, d.room, view.User(who))
	if !ok || err != nil || !strings.HasPrefix(local.ID, d.room.Service()+":") {
		return false, false
	}
	here, err = service.Present(ctx, d.room, local.ID, now)
	return here, err == nil
}

// Left tells the opponents of a player in a room that the player has left it. A challenged person may be known by
// handle only.
func (s *Notifier) Left(ctx context.Context, room chat.Room, who match.Player) error {
	heads, err := s.Archive.Find(ctx, storage.Query{Room: string(room), Live: true})
	for _, h := range heads {
		<-s.queue(s.missing(matchRoom{room, h.ID}, who, false))[0]
	}
	return err
}

// missing returns a task that tells a place that a player cannot be reached; with elsewhere, a shared room is told only
// if the player is not known to be in it. Of an open challenge only the opponent can be missing.
func (s *Notifier) missing(is matchRoom, gone match.Player, elsewhere bool) task {
	return task{is, func(ctx context.Context) {
		d := s.load(ctx, is)
		if d == nil || d.place.ThreadParent || d.m.Status.Ended() {
			return
		}
		plays := gone.Is(d.m.Opponent) || gone.Is(d.m.Challenger) && d.m.Status != match.Open
		if here, _ := d.present(ctx, gone, false); plays && (!here || !elsewhere || d.place.For != "") {
			d.tellMissing(ctx, gone)
		}
	}}
}

// tellMissing tells the place that a player cannot be reached. A failure is not retried, as the next move tells it
// again.
func (d *delivery) tellMissing(ctx context.Context, gone match.Player) {
	to := d.audience(ctx)
	message := to.Missing(d.m, gone)
	if d.m.Status == match.Open && d.place.For == d.m.Challenger.ID {
		addLink(&message, d.a, to.Voice, d.m, true)
	}
	message.Once = fmt.Sprintf("%s-%d-missing", d.m.ID, d.m.N)
	_, err := d.post(ctx, d.a, d.room, message)
	d.Archive.Warn(err, "the room cannot be told that a player is unreachable", "match", d.m.ID, "room", d.room)
}

// maxWaiting bounds the matches of a person that are searched for those that await the person.
const maxWaiting = 30

// waiting counts the matches that await a person, among the newest maxWaiting.
func (s *Notifier) waiting(ctx context.Context, id string) (n int) {
	found, err := s.Archive.Search(ctx, storage.Query{Player: id, Live: true, Limit: maxWaiting})
	s.Archive.Warn(err, "the matches waiting for a player cannot be looked up")
	for _, m := range found {
		if view.Awaited(m).ID == id {
			n++
		}
	}
	return n
}

// audience returns the readers of the place.
func (d *delivery) audience(ctx context.Context) view.Audience {
	preferences := d.Archive.Preferences(ctx, archive.OwnerAt(d.room, d.place.For))
	who := view.User(view.Awaited(d.m))
	local, err := d.LocalUser(ctx, d.room, who)
	d.Archive.Warn(err, "accounts cannot be looked up")
	others := 0
	if d.place.For != "" && d.m.Status == match.Playing && who.ID != d.place.For {
		others = d.waiting(ctx, d.place.For)
	}
	return view.Audience{Waiting: others, Voice: d.Languages.Voice(preferences, d.cause.Locale), Caps: d.a.Caps(d.room),
		Draw: d.Draw, Only: d.place.For, Away: err == nil && who.ID != "" && local.ID == "", Rolls: d.Rolls,
	}.Facing(d.m, d.m.Side(d.place.For))
}
