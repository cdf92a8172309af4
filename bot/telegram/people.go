package telegram

import (
	"strings"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/wire"
)

// acquaintances is how many people are known by their handle, the latest. Of anybody else who is
// mentioned there is the handle only, as of one not seen yet.
const acquaintances = 2000

// people knows who has which handle, of those seen since the start: a message that mentions a handle does not say whose
// it is.
type people struct {
	mu      sync.Mutex
	handles *lru.Cache[string, chat.User] // by handle, lower case
	of      *lru.Cache[string, string]    // by id: the handle, lower case
}

func newPeople() *people {
	return &people{
		handles: adapter.NewCache[string, chat.User](acquaintances),
		of:      adapter.NewCache[string, string](acquaintances),
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
		if had, _ := p.handles.Peek(before); had.ID == of.ID {
			p.handles.Remove(before)
		}
	}
	if handle == "" {
		p.of.Remove(of.ID)
		return
	}
	p.of.Add(of.ID, handle)
	p.handles.Add(handle, of)
}

func (p *people) known(handle string) (chat.User, bool) {
	return p.handles.Get(strings.ToLower(handle))
}
