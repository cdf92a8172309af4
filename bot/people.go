package bot

import (
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/house"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
)

// people are those who were met lately, so that buttons can name them by their ids alone. Whoever is lost from it is called by
// the id until the next meeting.
type people struct{ met *lru.Cache[string, chat.User] }

// mostPeople bounds their number.
const mostPeople = 2000

func newPeople() *people { return &people{newCache[string, chat.User](mostPeople)} }

// meet remembers for a while who is meant by an id.
func (p *people) meet(some ...chat.User) {
	for _, u := range some {
		if u.ID != "" {
			p.met.Add(u.ID, tell.Clean(u))
		}
	}
}

func (p *people) forget(id string) { p.met.Remove(id) }

// known is the person with a handle or an id: with everything the service said of the person now or lately, or with that
// alone.
func (p *people) known(e chat.Event, handle string) chat.User {
	if u, ok := e.Named(handle); ok {
		return u
	}
	if !strings.HasPrefix(handle, e.Room.Service()+":") {
		return chat.User{Handle: handle}
	}
	if u, ok := p.met.Get(handle); ok {
		return u
	}
	return chat.User{ID: handle}
}

// A person who was forgotten is somebody new and without a name in every match, so that nothing tells which matches were of
// one person.
const (
	gonePrefix = "gone:"
	goneName   = "—"
)

// gone tells whether a player was forgotten.
func gone(p match.Player) bool { return strings.HasPrefix(p.ID, gonePrefix) }

func isHouse(p match.Player) bool {
	_, ok := house.Level(p.ID)
	return ok
}
