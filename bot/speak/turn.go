package speak

import (
	"context"
	"errors"
	"slices"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/house"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// A move rings for the one who is to move and for nobody else, as far as a service allows: a message that is changed
// rings for nobody, one without sound is heard by nobody, and a private one by one person. So the board goes on where
// it is while that person is plainly there; else the person is called in private, and only where that cannot be by a
// new board for all to hear.

// there is for how long somebody who has done something in a match is plainly there, and need not be called.
const there = 2 * time.Minute

// lately is the number of events back it is looked who is there: throws, moves and offers of each, and what was played
// by
// itself.
const lately = 24

// mostCalls are remembered, so that each takes the one before away.
const mostCalls = 2000

// way is how a place is told what has happened in a match.
type way struct {
	alone bool      // one board is all that there is of it: the one before goes
	stays bool      // in the board that is there already
	quiet bool      // without a sound
	line  chat.Ref  // what is said beside it, "" if it is all
	calls chat.Room // where the one who is awaited is called in private, or beside the board; "" if not
	whom  match.Player
}

// wayTo is the way of a board. Called is whom the service would notify of it, zero if nobody; goesOn, that only
// something was decided by who is on turn still; pressed, that a button of the board has led to it.
func (s *Speaker) wayTo(ctx context.Context, a chat.Adapter, m *match.Match, p storage.Place, events []match.Event,
	called chat.User, goesOn, pressed bool) (is way) {
	room := chat.Room(p.Room)
	if !chat.CapsIn(a, room).Turns {
		return way{}
	}
	begins := slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == match.Accepted })
	is.alone = p.Ref != "" && !begins && m.Status != match.Open
	whom, here := awaited(m, events), false
	if is.whom = whom; m.Status.Ended() && p.For == "" && whom.ID != "" { // the board names nobody
		if local, err := s.Local(ctx, room, chat.Message{Turn: tell.User(whom)}); err == nil {
			called = local.Turn
		}
	}
	switch {
	case goesOn, p.For != "" && p.For != whom.ID, m.Status == match.Playing && called.ID == "",
		p.For == "" && toldApart(s, m, whom.ID): // and called there
		here = true // nobody is to be called in this room
	case !begins: // the one who has challenged may be elsewhere
		here = isThere(ctx, s.Archive, m, whom.ID)
	}
	if !here && p.For == "" && called.ID != "" {
		var callable bool
		is.calls, callable = calling(ctx, s.Archive, a, room, whom.ID, called)
		is.quiet = callable
	}
	if crowded, ok := a.(chat.Crowded); ok && pressed && is.alone && !here && !is.quiet && !m.Status.Ended() &&
		crowded.Crowded(room) {
		is.quiet, is.calls = true, room // the board is there at once, and the call when the room takes it
	}
	is.quiet = is.quiet || here
	sighted, ok := a.(chat.Sighted)
	seen := pressed && (!ok || p.For != "") // by all who are there
	is.stays = is.quiet && is.alone && (seen || ok && sighted.InSight(room, chat.Ref(p.Ref)))
	return is
}

// awaited is the player to be called to what has happened: the one who is to answer or move or, at the end of a match,
// the one who has not brought it about.
func awaited(m *match.Match, events []match.Event) match.Player {
	if !m.Status.Ended() || len(events) == 0 {
		return tell.Awaited(m)
	}
	by := events[len(events)-1].By
	for _, player := range []match.Player{m.Challenger, m.Opponent} {
		if player.ID != by && !house.Is(player.ID) {
			return player
		}
	}
	return match.Player{}
}

// isThere reports whether a player has done something in a match not long before what happened last.
func isThere(ctx context.Context, kept *archive.Archive, m *match.Match, id string) bool {
	recent, err := kept.Last(ctx, m, min(m.N, lately))
	if err != nil || len(recent) == 0 {
		return false
	}
	now := recent[len(recent)-1].At
	return slices.ContainsFunc(recent, func(e match.Event) bool {
		return e.By == id && !e.Forced &&
			now.Sub(e.At) < there
	})
}

// calling is where a player is called in private to a board in a room, as that player has chosen. It is quiet where
// nobody else need hear of it.
func calling(ctx context.Context, kept *archive.Archive, a chat.Adapter, room chat.Room, id string,
	called chat.User) (talk chat.Room, quiet bool) {
	c, ok := a.(chat.Caller)
	own := kept.Preferences(ctx, archive.OfPerson(id))
	switch own.Of("calls") {
	case "none":
		return "", true
	case "group":
		return "", false
	}
	if !ok {
		return "", false
	}
	if talk, ok = c.Callable(ctx, called.ID, own["calls"].Value != ""); !ok || talk == room {
		return "", false
	}
	return talk, true
}

// called is a call in a private talk, or beside the board.
type called struct {
	talk chat.Room
	ref  chat.Ref
	end  context.CancelFunc // of one that was not said yet
}

// uncall takes away the last call to a match, of which there are news.
func (s *Speaker) uncall(ctx context.Context, a chat.Adapter, id string) {
	s.mu.Lock()
	old, _ := s.called.Get(id)
	s.called.Remove(id)
	if old.end != nil {
		old.end()
	}
	s.mu.Unlock()
	if old.ref != "" && old.talk.Service() == a.Name() {
		s.overtake(ctx, a, old.talk, old.ref, true)
	}
}

// callBeside calls the one who is awaited in the room of the board, when that takes it, unless there are news before.
func callBeside(s *Speaker, a chat.Adapter, m *match.Match, p storage.Place, who match.Player) {
	ctx, end := context.WithCancel(s.life)
	remember(s, m.ID, called{end: end})
	s.tasks.Go(func() {
		defer end()
		for errors.Is(s.call(ctx, a, m, p, who, "", chat.Room(p.Room)), chat.ErrAway) && ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-time.After(callAgain):
			}
		}
	})
}

// callAgain is when a call is tried again that a room did not take.
const callAgain = 10 * time.Second

// remember keeps a call.
func remember(s *Speaker, id string, is called) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.called.Put(id, is)
}

// call tells the one who is awaited, in a private talk, that there is a board in a room or, where that cannot be, in
// the room. The board is there all the same.
func (s *Speaker) call(ctx context.Context, a chat.Adapter, m *match.Match, p storage.Place, who match.Player,
	board chat.Ref, talk chat.Room) error {
	if who.ID == "" {
		return nil
	}
	voice := s.Languages.Voice(s.Archive.Preferences(ctx, archive.OfPerson(who.ID)), "")
	to := tell.Audience{Voice: voice, Caps: chat.CapsIn(a, talk), Only: who.ID}
	message := chat.Message{Text: append(to.Lines().Title(m), tell.Line(tell.Awaits(to.Lines(), m))...),
		Turn: tell.User(who), News: true, Passing: true}
	if link := a.(chat.Caller).Address(chat.Room(p.Room), board); link != "" {
		message.Buttons = [][]chat.Button{{{Label: voice.Text("button.to-board"), URL: link}}}
	}
	message, err := s.Local(ctx, talk, message)
	var ref chat.Ref
	if err == nil {
		done := s.Meter.Speaks(a.Name(), meter.Announcement)
		ref, err = a.Send(ctx, talk, message)
		done(err)
	}
	if err != nil && talk != chat.Room(p.Room) {
		s.Log.Info("the player on turn was not called in private", "match", m.ID, "room", talk, "error", err)
		talk, message.Buttons = chat.Room(p.Room), nil
		ref, err = a.Send(ctx, talk, message)
	}
	if err != nil {
		s.Log.Info("the player on turn was not called to a board", "match", m.ID, "room", talk, "error", err)
		return err
	}
	if ctx.Err() != nil { // there are news by now
		s.overtake(s.life, a, talk, ref, true)
		return nil
	}
	remember(s, m.ID, called{talk: talk, ref: ref})
	return nil
}

// onTurnStill reports whether a player has only decided something, as to throw the dice, and is on turn still. That
// calls
// nobody and needs no message of its own.
func onTurnStill(m *match.Match, events []match.Event) bool {
	by := ""
	for _, e := range events {
		word := ""
		switch e.Kind {
		case match.Moved:
			word, _ = engine.Word(m.Line.At(max(0, m.Line.Len()-len(events))), e.Move)
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
