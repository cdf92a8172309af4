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
	if here, known := d.present(ctx, who, challenged); known && !here {
		d.tellMissing(ctx, who)
	}
}

// present reports whether somebody is in the room, as far as that is known; with now what the service told before does
// not count.
func (d *delivery) present(ctx context.Context, who match.Player, now bool) (here, known bool) {
	service, ok := d.a.(chat.Presence)
	local, err := d.LocalUser(ctx, d.room, view.User(who))
	if !ok || err != nil || !strings.HasPrefix(local.ID, d.room.Service()+":") {
		return false, false
	}
	here, err = service.Present(ctx, d.room, local.ID, now)
	return here, err == nil
}

// Left tells those in a room who play with somebody that this one has left it. The person challenged may be known by the
// handle alone.
func (s *Notifier) Left(ctx context.Context, room chat.Room, who match.Player) error {
	heads, err := s.Archive.Find(ctx, storage.Query{Room: string(room), Live: true})
	for _, h := range heads {
		<-s.queue(s.missing(matchRoom{room, h.ID}, who, false))[0]
	}
	return err
}

// missing is the task of telling in a room that a player cannot be reached; with elsewhere only if this one is not known
// to be in the room. The author of a challenge plays with no one yet.
func (s *Notifier) missing(is matchRoom, gone match.Player, elsewhere bool) task {
	return task{is, func(ctx context.Context) {
		d := s.load(ctx, is)
		if d == nil || d.place.Quiet || d.m.Status.Ended() {
			return
		}
		plays := gone.Is(d.m.Opponent) || gone.Is(d.m.Challenger) && d.m.Status != match.Open
		if here, _ := d.present(ctx, gone, false); plays && (!here || !elsewhere || d.place.For != "") {
			d.tellMissing(ctx, gone)
		}
	}}
}

// tellMissing tells in the place that a player cannot be reached. It is not tried again: the next move says it anew.
func (d *delivery) tellMissing(ctx context.Context, gone match.Player) {
	to := d.audience(ctx)
	message := to.Missing(d.m, gone)
	if d.m.Status == match.Open && d.place.For == d.m.Challenger.ID {
		addLink(&message, d.a, to.Voice, d.m, true)
	}
	message.Once = fmt.Sprintf("%s-%d-missing", d.m.ID, d.m.N)
	if _, err := d.post(ctx, d.a, d.room, message); err != nil {
		d.Log.Info("the room was not told that a player cannot be reached", "match", d.m.ID, "room", d.room, "error", err)
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

// audience is those who are told in the place.
func (d *delivery) audience(ctx context.Context) view.Audience {
	preferences := d.Archive.Preferences(ctx, archive.OwnerAt(d.room, d.place.For))
	who := view.User(view.Awaited(d.m))
	local, err := d.LocalUser(ctx, d.room, who)
	if err != nil {
		d.Log.Warn("accounts are not known", "error", err)
	}
	others := 0
	if d.place.For != "" && d.m.Status == match.Playing && who.ID != d.place.For {
		others = d.waiting(ctx, d.place.For)
	}
	return view.Audience{Waiting: others, Voice: d.Languages.Voice(preferences, d.cause.Locale), Caps: d.a.Caps(d.room),
		Look: preferences.BoardStyle(d.m, d.m.Side(d.place.For)), Draw: d.Draw, Only: d.place.For,
		Away: err == nil && who.ID != "" && local.ID == "", Rolls: d.Rolls,
	}
}
