package notify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// A place gets three kinds of messages: the board, which is edited as long as nobody has to be notified; a line beside
// it, for an offer, a refusal or a reminder alone; and a ping, which notifies a player and is removed when answered.

// delivery is the news of a match that one place has not received yet.
type delivery struct {
	*Notifier
	matchRoom
	a      chat.Adapter
	m      *match.Match
	head   storage.Head
	place  storage.Place
	events []match.Event
	cause  Origin        // if it came from another room, only Aside is kept
	to     view.Audience // the readers of the place

	route
	pressed     bool // a button of the board caused the events
	stillOnTurn bool // see onTurnStill: the old message is edited
	line        bool // it is sent as a line beside the board

	asked string // id of the player who is asked for a time zone; "" if none
}

// reconcile sends a room the news of a match that it has not received. It reports whether newer events superseded the
// message before it was sent; then it must be called again.
func (s *Notifier) reconcile(ctx context.Context, is matchRoom, cause Origin) (overtaken bool) {
	d := s.load(context.Background(), is) // what was sent must be recorded even at shutdown
	if d == nil {
		return false
	}
	if d.cause = cause; is.room != cause.Room {
		d.cause = Origin{Aside: cause.Aside}
	}
	told := d.place
	told.Delivered = d.m.N
	if !slices.ContainsFunc(d.events, d.concerns) {
		s.noteDelivered(is, told)
		return false
	}
	d.resolveAudience(ctx)
	board, line, err := d.send(ctx)
	switch {
	case errors.Is(err, chat.ErrOvertaken):
		return true
	case err == nil:
		d.supersede(ctx, is, ephemeral{room: is.room, ref: line})
	case s.tellLater(is, err):
		return false
	}
	s.tries.Remove(is)
	told.Ref = string(board)
	s.noteDelivered(is, told)
	if old := chat.Ref(d.place.Ref); board != old && old != "" {
		s.Overtake(ctx, is.room, old, d.supersedes && d.a.Caps(is.room).Clears)
	}
	if err == nil {
		d.follow(ctx, board)
	} else if errors.Is(err, chat.ErrClosed) {
		d.markUnreachable(ctx, err)
	}
	return false
}

// load returns a place of a match with its undelivered events; nil if there is no such place or adapter. It also
// returns nil if the match cannot be read, which is logged and retried.
func (s *Notifier) load(ctx context.Context, is matchRoom) *delivery {
	m, head, err := s.Archive.Load(ctx, is.match)
	p, here := placeIn(head, is.room)
	if kept, ok := s.unstored.Get(is); ok && kept.Delivered > p.Delivered && kept.ThreadParent == p.ThreadParent {
		p.Delivered, p.Ref = kept.Delivered, kept.Ref
	}
	var events []match.Event
	if here && err == nil {
		events, err = s.Archive.Last(ctx, m, m.N-p.Delivered)
	}
	a := s.Adapter(is.room.Service())
	switch {
	case err != nil:
		s.Log.Error("match cannot be read", "match", is.match, "error", err)
		s.tryAgain(is)
		return nil
	case !here || a == nil:
		return nil
	}
	return &delivery{Notifier: s, matchRoom: is, a: a, m: m, head: head, place: p, events: events}
}

// placeIn returns the place of a match in a room.
func placeIn(head storage.Head, room chat.Room) (storage.Place, bool) {
	for _, p := range head.Places {
		if p.Room == string(room) {
			return p, true
		}
	}
	return storage.Place{}, false
}

// concerns reports whether the place is told of an event. Conditional moves and chosen reminders are announced nowhere,
// and a private chat hears of other reminders only if its own player must decide.
func (d *delivery) concerns(e match.Event) bool {
	switch {
	case e.Kind == match.Planned, e.Kind == match.Reminds:
		return false
	case e.Kind != match.Reminded || e.Reminder == match.TimeUp || d.place.For == "" || d.m.Status != match.Playing:
		return true
	}
	return d.place.For == d.decides().ID
}

// decides returns the player who has to decide or, without a time limit, the player on turn.
func (d *delivery) decides() match.Player { return d.m.Player(cmp.Or(d.m.Decides(), d.m.Turn())) }

// last returns the last event, or zero if there is none.
func (d *delivery) last() (e match.Event) {
	if n := len(d.events); n > 0 {
		e = d.events[n-1]
	}
	return e
}

// resolveAudience determines the readers of the place, and whether the news is a line or a board.
func (d *delivery) resolveAudience(ctx context.Context) {
	d.to = d.audience(ctx)
	d.pressed = d.cause.Button && string(d.cause.Pressed) == d.place.Ref
	d.stillOnTurn = onTurnStill(d.m, d.events)
	refused := d.pressed && d.last().Kind == match.Refused // under the board, which asks no more
	d.line = d.place.Ref != "" && !d.place.ThreadParent && !refused && d.to.Caps.Turns && view.Beside(d.m, d.events)
	d.to.Beside = d.line
}

// desired returns the message that the place should show, and false if there is none, as in the parent room of a thread
// while the match is running.
func (d *delivery) desired() (chat.Message, bool) {
	ends, begins := d.m.Status.Ended(), view.HasKind(d.events, match.Accepted)
	switch {
	case d.place.ThreadParent && !ends && !begins:
		return chat.Message{}, false
	case d.place.ThreadParent && !ends:
		return d.to.Elsewhere(d.m, d.events, archive.PlayedAt(d.head)), true
	case d.place.ThreadParent:
	case d.isLost():
		return d.to.Lost(d.m), true
	case d.stillOnTurn: // the message is edited
		return d.to.Present(d.m), true
	}
	return d.to.News(d.m, d.events), true
}

// isLost reports whether this private chat has to tell its player that the room of the match can no longer be reached.
func (d *delivery) isLost() bool { return d.place.For != "" && d.last().Kind == match.Lost }

// send sends the message of the place, as its board or as a line beside it. It returns the refs of both; that of the
// board is unchanged if only a line or nothing was sent.
func (d *delivery) send(ctx context.Context) (board, line chat.Ref, err error) {
	board = chat.Ref(d.place.Ref)
	message, ok := d.desired()
	if !ok {
		return board, "", nil
	}
	if told, err := d.isWarned(ctx); told || err != nil {
		return board, "", err
	}
	addServices(&message, d.to.Voice, d.room, d.events)
	d.AddInvitations(&message, d.to.Voice, d.m, d.room)
	d.asked = d.askZone(ctx, &message)
	if message, err = d.compose(ctx, message); err != nil {
		return "", "", err
	}
	if !d.place.ThreadParent && d.to.Voice.Preferences.Of("message") == "usual" &&
		(d.line || message.Board != nil || d.m.Status == match.Open && d.place.For == "") {
		d.route = d.planRoute(ctx, message.Turn)
	}
	message.Quiet = message.Quiet || d.quiet || d.last().Kind == match.Withdrawn // nobody awaits a withdrawal
	done := d.Meter.Speaks(d.a.Name(), meter.Announcement)
	if d.line {
		line, err = d.a.Send(ctx, d.room, message)
	} else {
		board, err = d.sendBoard(ctx, message)
	}
	if errors.Is(err, chat.ErrOvertaken) {
		done(nil) // a newer message replaces it
	} else {
		done(err)
	}
	return board, line, err
}

// compose completes a message with the accounts of the service and the options of delivery.
func (d *delivery) compose(ctx context.Context, message chat.Message) (chat.Message, error) {
	message.Answers = d.cause.Reply
	message, err := d.Local(ctx, d.room, message)
	d.replaceMenu(&message)
	message.Once, message.News, message.Passing = fmt.Sprintf("%s-%d", d.m.ID, d.m.N), true, d.line
	return message, err
}

// sendBoard edits the board of the place if that is wanted and possible, and sends a new one otherwise. Editing it
// again after a crash is harmless.
func (d *delivery) sendBoard(ctx context.Context, m chat.Message) (chat.Ref, error) {
	edits, before := d.cause.Aside || view.Unanswered(d.m, d.events), chat.Ref(d.place.Ref)
	if d.edits && d.pressed {
		m.Instead, m.Closes = true, false
	}
	if m.Board != nil {
		m.Overtaken = func() bool { return d.isOvertaken(ctx) }
		edits = edits || d.stillOnTurn || d.edits && !m.Instead
	}
	if edits && before != "" {
		if err := d.a.Edit(ctx, d.room, before, m); err == nil || errors.Is(err, chat.ErrOvertaken) {
			return before, err
		}
	}
	return d.a.Send(ctx, d.room, m)
}

// isOvertaken reports whether the position or status of the match has changed since the board was made. An offer does
// not count, as it is a line of its own.
func (d *delivery) isOvertaken(ctx context.Context) bool {
	now, _, err := d.Archive.Load(ctx, d.m.ID)
	return err == nil && now.N > d.m.N && (now.Line.Len() != d.m.Line.Len() || now.Status != d.m.Status)
}

// replaceMenu makes a message replace the menu or challenge whose button caused it, so that a match stays in one
// message from the menu to the first board. An edited message notifies nobody, so a new one is sent if somebody else
// has to be notified.
func (d *delivery) replaceMenu(message *chat.Message) {
	var called match.Player
	if d.place.For == "" && !d.place.ThreadParent {
		called = view.Awaited(d.m)
	}
	nobodyBut := func(own match.Player) bool {
		return !view.User(called).Reachable() || called.ID != "" && called.ID == own.ID
	}
	switch {
	case d.cause.Menu:
		message.Instead = nobodyBut(d.m.Challenger)
		message.Closes = !message.Instead
	case d.cause.Button && view.HasKind(d.events, match.Accepted):
		message.Instead = nobodyBut(d.m.Opponent)
	case d.cause.Button && view.HasKind(d.events, match.Withdrawn) && d.m.First.ID == "":
		message.Instead = true
	case d.cause.Asked:
		message.Closes = true
	}
}

// follow completes a delivery: it pings the awaited player or tells the room that this player has left, and records
// that a time zone was asked for and that the room can be reached.
func (d *delivery) follow(ctx context.Context, board chat.Ref) {
	if d.place.For == "" && !d.place.ThreadParent {
		d.supersede(ctx, matchRoom{match: d.m.ID}, ephemeral{})
	}
	switch d.talk {
	case "":
	case d.room:
		d.pingLater()
	default:
		_ = d.ping(ctx, board, d.talk) // logged, and the board is there
	}
	if d.asked != "" {
		err := d.Archive.Choose(ctx, archive.OfPerson(d.asked), ZoneAsked, view.Chosen{Value: "yes"})
		d.Archive.Warn(err, "a question for a time zone cannot be noted")
	}
	if d.place.Blocked != "" && d.MarkReachable(ctx, d.m.ID, d.room) {
		d.notifyAsync(d.m.ID)
	}
	if e := d.last(); e.Kind != match.Reminded || e.Reminder == match.Quarter { // later reminders need not check again
		d.lookFor(d.life)
	}
}

// onTurnStill reports whether a player has only made a decision, such as rolling the dice, and is still on turn. That
// notifies nobody and needs no new message.
func onTurnStill(m *match.Match, events []match.Event) bool {
	by := ""
	for _, e := range events {
		word := ""
		switch e.Kind {
		case match.Moved:
			word, _ = engine.WordOf(m.Line.At(max(0, m.Line.Len()-len(events))), e.Move)
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
