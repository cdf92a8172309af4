// Package services knows the adapters by their names, what they can do, and which of them listen.
package services

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
)

// Services are the adapters, what they can do, and which of them listen.
type Services struct {
	Log *slog.Logger

	mu       sync.Mutex
	adapters []chat.Adapter
	trouble  map[string]string // by service, "" while it listens
}

// Service is how an adapter is doing.
type Service struct {
	Name    string
	Trouble string // why it does not listen, "" while it does
	chat.State
}

// List are those that Run was given, in that order.
func (s *Services) List() []Service {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Service
	for _, a := range s.adapters {
		list = append(list, Service{a.Name(), s.trouble[a.Name()], a.State()})
	}
	return list
}

// Enter takes in the adapters that Run was given; none of them listens yet.
func (s *Services) Enter(adapters []chat.Adapter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.adapters, s.trouble = adapters, map[string]string{}
	for _, a := range adapters {
		s.trouble[a.Name()] = "has not begun to listen"
	}
}

func (s *Services) note(a chat.Adapter, trouble string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble[a.Name()] = trouble
}

// Listen runs an adapter and notes how it is doing.
func (s *Services) Listen(ctx context.Context, a chat.Adapter, h chat.Handler) error {
	s.note(a, "")
	err := a.Run(ctx, h)
	trouble := "has ended"
	if err != nil {
		trouble += ": " + err.Error()
	}
	s.note(a, trouble)
	return err
}

// Others are the adapters of the services but one.
func (s *Services) Others(service string) []chat.Adapter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.adapters), func(a chat.Adapter) bool { return a.Name() == service })
}

// Several reports whether there is more than one.
func (s *Services) Several() bool { return len(s.Others("")) > 1 }

// Adapter is that of a service, nil if there is none.
func (s *Services) Adapter(service string) chat.Adapter {
	for _, a := range s.Others("") {
		if a.Name() == service {
			return a
		}
	}
	return nil
}

// Caps are those of the service of a room.
func (s *Services) Caps(room chat.Room) chat.Caps {
	if a := s.Adapter(room.Service()); a != nil {
		return a.Caps(room)
	}
	return chat.Caps{}
}

// IsBot reports whether somebody is the bot itself.
func (s *Services) IsBot(room chat.Room, p match.Player) bool {
	a := s.Adapter(room.Service())
	return a != nil && view.Player(a.Self()).Is(p)
}

// Links reports whether there are addresses of matches that can be passed on from a room.
func (s *Services) Links(room chat.Room) bool {
	_, ok := s.Adapter(room.Service()).(chat.Links)
	return ok
}

// Administers reports whether the author looks after the room. Where a service does not know such people everybody does;
// where it fails to tell, nobody.
func (s *Services) Administers(req *request.Request) bool {
	a, ok := s.Adapter(req.Event.Room.Service()).(chat.Presence)
	if !ok || req.Event.Private {
		return true
	}
	admin, err := a.Administers(req.Ctx, req.Event.Room, req.Account)
	return admin && err == nil
}

// KnowsAdmins reports whether there are people who look after a room.
func (s *Services) KnowsAdmins(room chat.Room) bool {
	_, ok := s.Adapter(room.Service()).(chat.Presence)
	return ok
}

// MayBeIn reports whether somebody may be in the room: only where the service knows that it is not so is it false.
func (s *Services) MayBeIn(req *request.Request, id string) bool {
	a, ok := s.Adapter(req.Event.Room.Service()).(chat.Presence)
	if !ok || !strings.HasPrefix(id, req.Event.Room.Service()+":") {
		return true
	}
	here, err := a.Present(req.Ctx, req.Event.Room, id, false)
	return here || err != nil
}

// Find is somebody whom another may challenge on the service of a room; what is known of that one comes in and, if the
// service knows no more, goes out.
func (s *Services) Find(room chat.Room, by string, u chat.User) chat.User {
	if f, ok := s.Adapter(room.Service()).(chat.Threads); ok && u.ID == "" {
		if found, known := f.Find(room, by, u.Handle); known {
			return found
		}
	}
	return u
}

// Thread opens a thread for people and a match that the author accepts; where that cannot be it is the room itself.
func (s *Services) Thread(req *request.Request, m *match.Match, people ...chat.User) chat.Room {
	th, ok := s.Adapter(req.Event.Room.Service()).(chat.Threads)
	if !ok {
		return req.Event.Room
	}
	title := req.Guide.Voice.Text("game."+m.Setup.Game) + ": " + cmp.Or(m.Challenger.Name, m.Challenger.Handle) + " – " +
		req.Author.Name
	room, err := th.Thread(req.Ctx, req.Event.Room, title, people...)
	if err != nil {
		s.Log.Warn("no thread for a match", "match", m.ID, "room", req.Event.Room, "error", err)
		return req.Event.Room
	}
	return room
}
