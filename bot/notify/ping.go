package notify

import (
	"context"
	"errors"
	"slices"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// A move should notify the player who is to move and nobody else, as far as a service allows: an edited message
// notifies nobody, a silent one makes no sound, and a private one reaches one person. So the board is edited in place
// while that player is active; else the player is pinged in private, and only where that is impossible does a new board
// notify the room.

// activeWindow is how long a player counts as active after an action in the match, and need not be notified.
const activeWindow = 2 * time.Minute

// activeEvents bounds the latest events that are searched for actions of a player; throws and automatic moves count.
const activeEvents = 24

// route is how a board reaches the readers of a place.
type route struct {
	supersedes bool      // the previous board is out of date, and deleted where the service clears
	edits      bool      // the previous board is edited, and no new one sent
	quiet      bool      // without a notification
	talk       chat.Room // where whom is pinged: a private chat or the room of the board; "" if nowhere
	whom       match.Player
}

// planRoute decides how the board is sent. called is the user whom the service would notify of it, zero if nobody. It
// takes the first that applies:
//
//	nobody needs a call here                quiet
//	the player wants pings in private       quiet, with a ping in the private chat
//	the player wants no pings               quiet
//	the rate limit delays a new board       quiet, with a ping in the room when the limit allows
//	otherwise                               a new board, which notifies the room
func (d *delivery) planRoute(ctx context.Context, called chat.User) (is route) {
	if !d.a.Caps(d.room).Turns {
		return is
	}
	is.supersedes = d.place.Ref != "" && !view.HasKind(d.events, match.Accepted) && d.m.Status != match.Open
	if is.whom = d.awaited(); d.m.Status.Ended() { // the board names nobody
		called, _ = d.LocalUser(ctx, d.room, view.User(is.whom)) // a player without an account here is not notified
	}
	is.quiet = !d.needsCall(ctx, is.whom, called)
	if !is.quiet && d.place.For == "" && called.ID != "" {
		is.talk, is.quiet = d.calling(ctx, d.a, d.room, is.whom.ID, called)
	}
	if !is.quiet && is.supersedes && d.waits() {
		is.talk, is.quiet = d.room, true
	}
	is.edits = is.quiet && is.supersedes && d.isSeen()
	return is
}

// waits reports whether the rate limit would delay a new board but not an edit of the one whose button was pressed.
func (d *delivery) waits() bool {
	return d.pressed && !d.line && !d.m.Status.Ended() && d.a.Caps(d.room).Crowded
}

// isSeen reports whether the readers of the place have the board in sight.
func (d *delivery) isSeen() bool {
	direct, ok := d.a.(chat.Direct)
	if d.pressed && !d.line && (!ok || d.place.For != "") {
		return true
	}
	return ok && direct.InSight(d.room, chat.Ref(d.place.Ref))
}

// needsCall reports whether the awaited player must be notified in this room: not active lately, and without a private
// place that does it.
func (d *delivery) needsCall(ctx context.Context, whom match.Player, called chat.User) bool {
	p := d.place
	switch {
	case d.stillOnTurn, p.For != "" && p.For != whom.ID, d.m.Status == match.Playing && called.ID == "",
		p.For == "" && hasOwnPlace(d.head, whom.ID): // notified there
		return false
	case view.HasKind(d.events, match.Accepted): // the challenger may be elsewhere
		return true
	}
	recent, err := d.Archive.Last(ctx, d.m, min(d.m.N, activeEvents))
	return err != nil || !slices.ContainsFunc(recent, func(e match.Event) bool {
		return e.By == whom.ID && !e.Forced && recent[len(recent)-1].At.Sub(e.At) < activeWindow
	})
}

// awaited returns the player to be notified: the one who is to answer or move or, at the end of a match, the one who
// did not cause it.
func (d *delivery) awaited() match.Player {
	if !d.m.Status.Ended() || len(d.events) == 0 {
		return view.Awaited(d.m)
	}
	for _, player := range []match.Player{d.m.Challenger, d.m.Opponent} {
		if player.ID != d.last().By && !computer.Is(player.ID) {
			return player
		}
	}
	return match.Player{}
}

// hasOwnPlace reports whether a match has a private place for a person.
func hasOwnPlace(head storage.Head, person string) bool {
	return person != "" && slices.ContainsFunc(head.Places, func(p storage.Place) bool {
		return p.For == person && !p.ThreadParent
	})
}

// calling returns the private chat in which a player is pinged about a board in a room, "" if none, according to the
// player's setting "calls". quiet means that the board itself need notify nobody.
func (s *Notifier) calling(ctx context.Context, a chat.Adapter, room chat.Room, id string,
	called chat.User) (talk chat.Room, quiet bool) {
	own := s.Archive.Preferences(ctx, archive.OfPerson(id))
	calls := own.Of("calls")
	if c, ok := a.(chat.Direct); ok && calls == "private" {
		if talk, ok = c.Callable(ctx, called.ID, own["calls"].Value != ""); ok && talk != room {
			return talk, true
		}
	}
	return "", calls == "none"
}

// ephemeral is a message that is removed when its match has newer ones.
type ephemeral struct {
	room chat.Room
	ref  chat.Ref
	end  context.CancelFunc // cancels a message that is not sent yet; nil if it was sent
}

// supersede replaces the passing message with a key, which is a line of a room or a ping of a match, by another one, or
// removes it if is is zero.
func (d *delivery) supersede(ctx context.Context, key matchRoom, is ephemeral) {
	old, _ := d.passing.Get(key)
	d.passing.Remove(key)
	if is.ref != "" || is.end != nil {
		d.passing.Put(key, is)
	}
	if old.end != nil {
		old.end()
	}
	if old.ref != "" && old.ref != is.ref && old.room.Service() == d.a.Name() {
		d.Overtake(ctx, old.room, old.ref, key.room == "" || d.a.Caps(key.room).Clears)
	}
}

// pingLater pings the awaited player in the room of the board as soon as the room accepts it, unless there is news
// before.
func (d *delivery) pingLater() {
	ctx, end := context.WithCancel(d.life)
	d.supersede(ctx, matchRoom{match: d.m.ID}, ephemeral{end: end})
	d.lines.Put(matchRoom{d.room, d.m.ID + " ping"}, adapter.Job{Do: func() {
		defer end()
		for errors.Is(d.ping(ctx, "", d.room), chat.ErrAway) && ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-time.After(pingInterval):
			}
		}
	}})
}

// pingInterval is the pause between tries of pingLater.
const pingInterval = 10 * time.Second

// ping notifies the awaited player of a new board, in a private chat or, if that fails, in the room. A failure leaves
// the board as it is.
func (d *delivery) ping(ctx context.Context, board chat.Ref, talk chat.Room) error {
	voice := d.Languages.Voice(d.Archive.Preferences(ctx, archive.OfPerson(d.whom.ID)), "")
	to := view.Audience{Voice: voice, Caps: d.a.Caps(talk), Only: d.whom.ID}
	message := chat.Message{Text: to.Title(d.m), Turn: view.User(d.whom), Passing: true}
	message.AddLine(to.Awaits(d.m))
	if link := d.a.(chat.Direct).Address(d.room, board); link != "" {
		message.AddRow(chat.Button{Label: voice.Text("button.to-board"), URL: link})
	}
	ref, err := d.post(ctx, d.a, talk, message)
	if err != nil && talk != d.room {
		d.Log.Info("the player on turn cannot be pinged in private", "match", d.m.ID, "room", talk, "error", err)
		talk, message.Buttons = d.room, nil
		ref, err = d.post(ctx, d.a, talk, message)
	}
	switch {
	case err != nil:
		d.Log.Info("the player on turn cannot be pinged", "match", d.m.ID, "room", talk, "error", err)
	case ctx.Err() != nil: // the match has news
		d.Overtake(d.life, talk, ref, true)
	default:
		d.passing.Put(matchRoom{match: d.m.ID}, ephemeral{room: talk, ref: ref})
	}
	return err
}

// post sends a message to a room, with people as its service knows them.
func (s *Notifier) post(ctx context.Context, a chat.Adapter, room chat.Room, m chat.Message) (ref chat.Ref, err error) {
	if m, err = s.Local(ctx, room, m); err != nil {
		return "", err
	}
	m.News = true
	done := s.Meter.Speaks(a.Name(), meter.Announcement)
	ref, err = a.Send(ctx, room, m)
	done(err)
	return ref, err
}

// Overtake deletes a superseded message or, if away is false, only its buttons. A failure is harmless: old buttons lead
// to a refusal.
func (s *Notifier) Overtake(ctx context.Context, room chat.Room, old chat.Ref, away bool) {
	a := s.Adapter(room.Service())
	if a == nil || old == "" {
		return
	}
	put := a.Retire
	if away {
		put = a.Remove
	}
	s.Archive.Warn(put(ctx, room, old), "an old message cannot be edited", "room", room)
}

// NoteBoard records that the buttons of a match in a place are now under another message, which announced nothing new.
func (s *Notifier) NoteBoard(ctx context.Context, id string, p storage.Place, ref chat.Ref) {
	err := s.Archive.NoteDelivered(ctx, id, p.Room, p.ThreadParent, p.Delivered, ref)
	s.Archive.Warn(err, "the new board of a match cannot be noted", "match", id, "room", p.Room)
	if old := chat.Ref(p.Ref); err == nil && old != "" && old != ref {
		s.Overtake(ctx, chat.Room(p.Room), old, false)
	}
}

// NoteReshown records the message that showed a match to somebody who asked. Only one board of a room has buttons: this
// one, unless later events were announced there since.
func (s *Notifier) NoteReshown(m *match.Match, room chat.Room, ref chat.Ref) {
	is := matchRoom{room, m.ID}
	s.queue(task{is, func(ctx context.Context) {
		switch d := s.load(ctx, is); {
		case d == nil || d.place.ThreadParent || d.m.Status.Ended() || chat.Ref(d.place.Ref) == ref:
		case d.place.Delivered == m.N:
			s.NoteBoard(ctx, m.ID, d.place, ref)
		case d.place.Delivered > m.N:
			s.Overtake(ctx, room, ref, false)
		}
	}})
}

// CallArbiter tells the person named as arbiter of a new challenge so, and how to decline, in private or else in the
// room unless nobody else is there. The match does not wait for an answer.
func (s *Notifier) CallArbiter(ctx context.Context, id string, room chat.Room, private bool) {
	m, _, err := s.Archive.Load(ctx, id)
	a := s.Adapter(room.Service())
	if err != nil || a == nil || m.Setup.Arbiter.Anyone() {
		return
	}
	who := view.User(m.Setup.Arbiter)
	local, err := s.LocalUser(ctx, room, who)
	if err != nil {
		return
	}
	talk, quiet, of := chat.Room(""), false, archive.OfPerson(who.ID)
	if who.ID != "" { // else only the handle is known
		talk, quiet = s.calling(ctx, a, room, who.ID, local)
	}
	if talk == "" {
		talk, of = room, archive.OfRoom(room)
	}
	if talk == room && (private || quiet) {
		return
	}
	voice := s.Languages.Voice(s.Archive.Preferences(ctx, of), "")
	how := voice.Typed("arbiter") + " #" + id
	message := chat.Message{
		Text: voice.Say("arbiter-named", speech.Person("Name", who), speech.Person("Player", view.User(m.Challenger)),
			speech.Text("ID", id), speech.Text("Command", how)),
		Buttons: [][]chat.Button{{{Label: voice.Text("button.arbiter-no"), Says: how + " " + voice.Typed("no")}}}, Turn: who,
	}
	_, err = s.post(ctx, a, talk, message)
	s.Archive.Warn(err, "an arbiter cannot be notified", "match", id, "room", talk)
}
