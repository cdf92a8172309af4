package people

import (
	"context"
	"strings"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
)

// RecentlyMet are those who were met lately, so that buttons can name them by their ids alone. A person lost from it is
// called by the id until the next meeting.
type RecentlyMet struct {
	met      *cache.LRU[string, chat.User] // by id, and by service and handle those who were heard there
	registry *Registry
}

// mostPeople bounds their number.
const mostPeople = 2000

// NewRecentlyMet has met nobody yet.
func NewRecentlyMet(r *Registry) *RecentlyMet {
	return &RecentlyMet{cache.New[string, chat.User](mostPeople, 0), r}
}

func handleKey(service, handle string) string { return service + ":@" + strings.ToLower(handle) }

// Hear remembers who has a handle at a service.
func (p *RecentlyMet) Hear(service string, u match.Player) {
	if u.Handle != "" && u.ID != "" {
		p.met.Put(handleKey(service, u.Handle), view.User(u))
	}
}

// idOf is the id of the person who was last heard with a handle at a service, "" if that is not known.
func (p *RecentlyMet) idOf(service, handle string) string {
	u, _ := p.met.Get(handleKey(service, handle))
	return u.ID
}

// Meet remembers for a while who is meant by an id.
func (p *RecentlyMet) Meet(some ...chat.User) {
	for _, u := range some {
		if u.ID != "" {
			p.met.Put(u.ID, view.Clean(u))
		}
	}
}

// Rename drops somebody.
func (p *RecentlyMet) Rename(_ context.Context, id, _ string) error {
	p.met.RemoveIf(func(_ string, u chat.User) bool { return u.ID == id })
	return nil
}

// Known is the person with a handle or an id: with everything the service said of the person now or lately, or with
// that alone. An id is that of somebody with an account on the service.
func (p *RecentlyMet) Known(ctx context.Context, e chat.Event, handle string) (chat.User, error) {
	if u, ok := e.Named(handle); ok {
		return u, nil
	}
	if !strings.Contains(handle, ":") {
		return chat.User{Handle: handle}, nil
	}
	who, err := p.registry.Person(ctx, handle)
	if err != nil {
		return chat.User{}, err
	}
	if here, err := p.registry.Account(ctx, e.Room.Service(), who.ID); here == "" || err != nil {
		return chat.User{Handle: handle}, err
	}
	if u, ok := p.met.Get(who.ID); ok {
		return u, nil
	}
	return chat.User{ID: who.ID}, nil
}

// Gone reports whether a player was forgotten.
func Gone(p match.Player) bool { return view.IsGone(p.ID) }
