package telegram

import (
	"strings"
	"sync"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/recent"
	"tabuleiro/bot/telegram/wire"
)

// acquaintances is the number of people that are known by their handle, the latest. Of anybody else who is
// mentioned there is the handle only, as of one not seen yet.
const acquaintances = 1000

// people knows who has which handle, of those seen since the start: a message that mentions a handle does not say whose
// it is.
type people struct {
	mu      sync.Mutex
	handles *recent.List[string, chat.User] // by handle, lower case
	of      *recent.List[string, string]    // by id: the handle, lower case
}

func newPeople() *people {
	return &people{
		handles: recent.New[string, chat.User](acquaintances, 0),
		of:      recent.New[string, string](acquaintances, 0),
	}
}

func (p *people) see(u wire.User) {
	if u.ID == 0 || u.Bot {
		return
	}
	of, handle := u.Person(), strings.ToLower(u.Username)
	p.mu.Lock()
	defer p.mu.Unlock()
	if before, ok := p.of.Get(of.ID); ok && before != handle {
		if had, _ := p.handles.Get(before); had.ID == of.ID {
			p.handles.Remove(before)
		}
	}
	if handle == "" {
		p.of.Remove(of.ID)
		return
	}
	p.of.Put(of.ID, handle)
	p.handles.Put(handle, of)
}

func (p *people) known(handle string) (chat.User, bool) {
	return p.handles.Get(strings.ToLower(handle))
}
