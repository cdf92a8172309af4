package bot

import (
	"cmp"
	"context"
	"log/slog"
	"sync"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
)

// services are the adapters, what they can do, and which of them listen.
type services struct {
	log *slog.Logger

	mu       sync.Mutex
	adapters []chat.Adapter
	trouble  map[string]string // by service, "" while it listens
}

// Service is how an adapter is doing.
type Service struct {
	Name    string
	Trouble string         // why it does not listen, "" while it does
	Queues  map[string]int // lengths by name, nil if it does not tell
	Lacks   []string       // what the owner could switch on there
}

// list are those that Run was given, in that order.
func (s *services) list() []Service {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Service
	for _, a := range s.adapters {
		one := Service{Name: a.Name(), Trouble: s.trouble[a.Name()]}
		if m, ok := a.(chat.Measured); ok {
			one.Queues = m.Queues()
		}
		if l, ok := a.(chat.Lacking); ok {
			one.Lacks = l.Lacks()
		}
		list = append(list, one)
	}
	return list
}

func (s *services) enter(adapters []chat.Adapter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.adapters, s.trouble = adapters, map[string]string{}
	for _, a := range adapters {
		s.trouble[a.Name()] = "has not begun to listen"
	}
}

func (s *services) note(a chat.Adapter, trouble string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble[a.Name()] = trouble
}

// listen runs an adapter and notes how it is doing.
func (s *services) listen(ctx context.Context, a chat.Adapter, h chat.Handler) error {
	s.note(a, "")
	err := a.Run(ctx, h)
	if err != nil {
		s.note(a, "has ended: "+err.Error())
	} else {
		s.note(a, "has ended")
	}
	return err
}

// adapter is that of a service, nil if there is none.
func (s *services) adapter(service string) chat.Adapter {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.adapters {
		if a.Name() == service {
			return a
		}
	}
	return nil
}

// caps are those of the service of a room.
func (s *services) caps(room chat.Room) chat.Caps {
	if a := s.adapter(room.Service()); a != nil {
		return chat.CapsIn(a, room)
	}
	return chat.Caps{}
}

// isBot tells whether somebody is the bot itself.
func (s *services) isBot(room chat.Room, p match.Player) bool {
	a, ok := s.adapter(room.Service()).(chat.Named)
	return ok && tell.Player(a.Self()).Is(p)
}

// several tells whether there is more than one.
func (s *services) several() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.adapters) > 1
}

// others are the adapters of the services but one.
func (s *services) others(service string) (some []chat.Adapter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.adapters {
		if a.Name() != service {
			some = append(some, a)
		}
	}
	return some
}

// forget sees that nothing of what has been dealt with stands anywhere but in the store.
func (s *services) forget(ctx context.Context, room chat.Room) {
	if f, ok := s.adapter(room.Service()).(chat.Forgetter); ok {
		if err := f.Forget(ctx); err != nil {
			s.log.Warn("what was heard stays written down until it is written anew", "error", err)
		}
	}
}

// links tells whether there are addresses of matches that can be passed on from a room.
func (s *services) links(room chat.Room) bool {
	_, ok := s.adapter(room.Service()).(chat.Linker)
	return ok
}

// administers tells whether the author looks after the room. Where a service does not know such people everybody does; where
// it fails to tell, nobody.
func (s *services) administers(t *talk) bool {
	a, ok := s.adapter(t.event.Room.Service()).(chat.Administered)
	if !ok || t.event.Private {
		return true
	}
	admin, err := a.Administers(t.ctx, t.event.Room, t.account)
	return admin && err == nil
}

// knowsAdmins tells whether there are people who look after a room.
func (s *services) knowsAdmins(room chat.Room) bool {
	_, ok := s.adapter(room.Service()).(chat.Administered)
	return ok
}

// thread opens a thread for people and a match that the author accepts; where that cannot be it is the room itself.
func (s *services) thread(t *talk, m *match.Match, people ...chat.User) chat.Room {
	th, ok := s.adapter(t.event.Room.Service()).(chat.Threader)
	if !ok {
		return t.event.Room
	}
	room, err := th.Thread(t.ctx, t.event.Room, t.threadTitle(m), people...)
	if err != nil {
		s.log.Warn("no thread for a match", "match", m.ID, "room", t.event.Room, "error", err)
		return t.event.Room
	}
	return room
}

// threadTitle names the thread of a match that the author accepts.
func (t *talk) threadTitle(m *match.Match) string {
	return t.Voice.Text("game."+m.Setup.Game) + ": " + cmp.Or(m.Challenger.Name, m.Challenger.Handle) + " – " + t.me.Name
}
