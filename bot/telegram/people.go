package telegram

import (
	"strings"
	"sync"

	"tabuleiro/bot/chat"
)

// acquaintances is how many people are known by their handle, the latest.
const acquaintances = 10000

// people knows who has which handle, of those seen since the start: a message that mentions a handle does not say whose it
// is.
type people struct {
	mu      sync.Mutex
	handles map[string]chat.User // by handle, lower case
	of      map[string]string    // by id: the handle, lower case
	order   []string             // ids, a ring
	oldest  int
}

func (p *people) see(u user) {
	if u.ID == 0 || u.Bot {
		return
	}
	who, handle := u.person(), strings.ToLower(u.Username)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of == nil {
		p.handles, p.of = map[string]chat.User{}, map[string]string{}
	}
	before, seen := p.of[who.ID]
	if seen && before != handle && p.handles[before].ID == who.ID {
		delete(p.handles, before)
	}
	switch {
	case !seen && handle == "":
		return
	case seen:
	case len(p.order) < acquaintances:
		p.order = append(p.order, who.ID)
	default:
		gone := p.order[p.oldest]
		if p.handles[p.of[gone]].ID == gone {
			delete(p.handles, p.of[gone])
		}
		delete(p.of, gone)
		p.order[p.oldest] = who.ID
		p.oldest = (p.oldest + 1) % acquaintances
	}
	p.of[who.ID] = handle
	if handle != "" {
		p.handles[handle] = who
	}
}

func (p *people) known(handle string) (chat.User, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u, ok := p.handles[strings.ToLower(handle)]
	return u, ok
}
