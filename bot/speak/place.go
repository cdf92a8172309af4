package speak

import (
	"context"
	"errors"
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// place has a message take the place of a menu or a challenge whose button has led to it, so that a match begins in one
// message from the menu to the first board. A changed message notifies nobody: if somebody else is to be called there
// is a new one.
func place(message *chat.Message, cause Cause, m *match.Match, p storage.Place, events []match.Event) {
	var called match.Player
	if p.For == "" && !p.Quiet {
		called = tell.Awaited(m)
	}
	nobodyBut := func(own match.Player) bool {
		return !tell.User(called).Reachable() || called.ID != "" && called.ID == own.ID
	}
	has := func(kind match.Kind) bool {
		return slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == kind })
	}
	switch {
	case cause.Menu:
		message.Instead = nobodyBut(m.Challenger)
		message.Closes = !message.Instead
	case cause.Button && has(match.Accepted):
		message.Instead = nobodyBut(m.Opponent)
	case cause.Button && has(match.Withdrawn) && m.First.ID == "":
		message.Instead = true
	case cause.Asked:
		message.Closes = true
	}
}

// send says a message, in the place of the one before if that is wanted and can be done: it does no harm to do that
// twice.
func send(ctx context.Context, a chat.Adapter, room chat.Room, m chat.Message, before chat.Ref,
	instead bool) (chat.Ref, error) {
	if e, ok := a.(chat.Editor); ok && instead && before != "" {
		if err := e.Edit(ctx, room, before, m); err == nil || errors.Is(err, chat.ErrOvertaken) {
			return before, err
		}
	}
	return a.Send(ctx, room, m)
}

// overtake takes a board away that another one has overtaken, or its buttons if it is to stay.
func (s *Speaker) overtake(ctx context.Context, a chat.Adapter, room chat.Room, old chat.Ref, away bool) {
	r, ok := a.(chat.Remover)
	if !ok || !away {
		s.retire(ctx, a, room, old)
		return
	}
	if err := r.Remove(ctx, room, old); err != nil {
		s.Log.Info("an old board stays", "room", room, "error", err)
	}
}

// Shown notes that a place has the buttons of a match under another message from now on, which told it nothing new.
func (s *Speaker) Shown(ctx context.Context, a chat.Adapter, id string, p storage.Place, ref chat.Ref) {
	if err := s.Archive.Note(ctx, id, p.Room, p.Quiet, p.Said, ref); err != nil {
		s.Log.Warn("buttons of a match will stay", "match", id, "room", p.Room, "error", err)
		return
	}
	if old := chat.Ref(p.Ref); old != "" && old != ref {
		s.retire(ctx, a, chat.Room(p.Room), old)
	}
}

// ShownAgain takes note of a message that has shown a match in a room to somebody who asked for that: one board there
// has buttons.
func (s *Speaker) ShownAgain(m *match.Match, room chat.Room, ref chat.Ref) {
	s.queue(task{room: room, match: m.ID, shown: told{n: m.N, ref: ref}})
}

// replace has the message that has shown a match again be the one with its buttons, unless the room has been told more
// since.
func (s *Speaker) replace(ctx context.Context, t task) {
	head, err := s.Archive.Head(ctx, t.match)
	if err != nil {
		s.Log.Warn("buttons of a match will stay", "match", t.match, "room", t.room, "error", err)
		return
	}
	for _, p := range head.Places {
		a := s.adapter(p)
		switch {
		case p.Room != string(t.room) || p.Quiet || a == nil || head.Status.Ended() || chat.Ref(p.Ref) == t.shown.ref:
		case p.Said == t.shown.n:
			s.Shown(ctx, a, t.match, p, t.shown.ref)
		case p.Said > t.shown.n:
			s.retire(ctx, a, t.room, t.shown.ref)
		}
	}
}

// retire takes the buttons off the message before; a failure only leaves some buttons that lead to a refusal.
func (s *Speaker) retire(ctx context.Context, a chat.Adapter, room chat.Room, ref chat.Ref) {
	r, ok := a.(chat.Retirer)
	if !ok {
		return
	}
	if err := r.Retire(ctx, room, ref); err != nil {
		s.Log.Info("old buttons stay", "room", room, "error", err)
	}
}

// played is the room in which a match is played, of those where others are too.
func (s *Speaker) played(ctx context.Context, id string) chat.Room {
	head, err := s.Archive.Head(ctx, id)
	if err != nil {
		s.Log.Error("where a match is played is not known", "match", id, "error", err)
	}
	return archive.PlayedAt(head)
}
