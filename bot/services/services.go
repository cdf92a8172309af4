// Package services is the registry of adapters: what they support, and which of them are running.
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

// Services is the set of adapters, with their condition.
type Services struct {
	Log *slog.Logger

	mu       sync.Mutex
	adapters []chat.Adapter
	trouble  map[string]string // by service, "" while it is running
}

// Service is the condition of an adapter.
type Service struct {
	Name    string
	Trouble string // why it is not running, "" while it is
	chat.State
}

// List returns the adapters' condition, in the order given to Enter.
func (s *Services) List() []Service {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Service
	for _, a := range s.adapters {
		list = append(list, Service{a.Name(), s.trouble[a.Name()], a.State()})
	}
	return list
}

// Enter registers the adapters; none of them is running yet.
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

// Listen runs an adapter and records its condition.
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

// Others returns the adapters of all services but one.
func (s *Services) Others(service string) []chat.Adapter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.adapters), func(a chat.Adapter) bool { return a.Name() == service })
}

// Several reports whether there is more than one service.
func (s *Services) Several() bool { return len(s.Others("")) > 1 }

// Adapter returns the adapter of a service, nil if there is none.
func (s *Services) Adapter(service string) chat.Adapter {
	for _, a := range s.Others("") {
		if a.Name() == service {
			return a
		}
	}
	return nil
}

// Caps returns the Caps of a room.
func (s *Services) Caps(room chat.Room) chat.Caps {
	if a := s.Adapter(room.Service()); a != nil {
		return a.Caps(room)
	}
	return chat.Caps{}
}

// IsBot reports whether a player is the bot itself.
func (s *Services) IsBot(room chat.Room, p match.Player) bool {
	a := s.Adapter(room.Service())
	return a != nil && view.Player(a.Self()).Is(p)
}

// Links reports whether the service of a room has links to the bot.
func (s *Services) Links(room chat.Room) bool {
	_, ok := s.Adapter(room.Service()).(chat.Links)
	return ok
}

// Administers reports whether the author is an administrator of the room. If the service has no such people everybody
// is; if the lookup fails, nobody.
func (s *Services) Administers(req *request.Request) bool {
	a, ok := s.Adapter(req.Event.Room.Service()).(chat.Presence)
	if !ok || req.Event.Private {
		return true
	}
	admin, err := a.Administers(req.Ctx, req.Event.Room, req.Account)
	return admin && err == nil
}

// KnowsAdmins reports whether the service of a room can tell who its administrators are.
func (s *Services) KnowsAdmins(room chat.Room) bool {
	_, ok := s.Adapter(room.Service()).(chat.Presence)
	return ok
}

// MayBeIn reports whether a person may be in the room. It is false only if the service knows that the person is not.
func (s *Services) MayBeIn(req *request.Request, id string) bool {
	a, ok := s.Adapter(req.Event.Room.Service()).(chat.Presence)
	if !ok || !strings.HasPrefix(id, req.Event.Room.Service()+":") {
		return true
	}
	here, err := a.Present(req.Ctx, req.Event.Room, id, false)
	return here || err != nil
}

// Find completes a person whom another one may challenge on the service of a room. It returns u unchanged if the
// service knows no more.
func (s *Services) Find(room chat.Room, by string, u chat.User) chat.User {
	if f, ok := s.Adapter(room.Service()).(chat.Threads); ok && u.ID == "" {
		if found, known := f.Find(room, by, u.Handle); known {
			return found
		}
	}
	return u
}

// Thread opens a thread for the match that the author accepts, and adds the people to it. It returns the room itself if
// there are no threads, or opening one fails.
func (s *Services) Thread(req *request.Request, m *match.Match, people ...chat.User) chat.Room {
	th, ok := s.Adapter(req.Event.Room.Service()).(chat.Threads)
	if !ok {
		return req.Event.Room
	}
	title := req.Guide.Voice.Text("game."+m.Setup.Game) + ": " + cmp.Or(m.Challenger.Name, m.Challenger.Handle) + " – " +
		req.Author.Name
	room, err := th.Thread(req.Ctx, req.Event.Room, title, people...)
	if err != nil {
		s.Log.Warn("a thread cannot be opened for a match", "match", m.ID, "room", req.Event.Room, "error", err)
		return req.Event.Room
	}
	return room
}
