// Package people knows who is who, who was met lately, whom somebody does not want to play with, and how much one may
// ask for.
package people

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Registry knows which accounts are one person. The bot's own word for somebody is the id of the person: what is heard
// is put down to that, and what is said to a service calls the person's account there. It knows those who were heard or
// named lately, so that buttons can name them by their ids alone: others are called by the id.
type Registry struct {
	Stored storage.People
	met    *cache.LRU[string, chat.User] // by id, and by service and handle those who were heard there
}

// mostMet bounds the number of those who were met lately.
const mostMet = 10_000

// NewRegistry makes a registry that has met nobody yet.
func NewRegistry(s storage.People) *Registry {
	return &Registry{s, cache.New[string, chat.User](mostMet, 0)}
}

// Person is who has an account; of somebody with a single one only the id is set.
func (r *Registry) Person(ctx context.Context, account string) (storage.Person, error) {
	alone := storage.Person{ID: account}
	if account == "" {
		return alone, nil
	}
	p, err := r.Stored.Person(ctx, account)
	if errors.Is(err, storage.ErrNotFound) {
		p, err = alone, nil
	}
	if err != nil {
		return alone, fmt.Errorf("whose account it is: %w", err)
	}
	return p, nil
}

// SetAccounts makes accounts those of a person in place of the ones there were; without accounts everyone is somebody else
// again. It may be done again.
func (r *Registry) SetAccounts(ctx context.Context, id string, accounts ...string) error {
	is, err := r.Person(ctx, id)
	if err != nil || is.ID == id && slices.Equal(is.Identities, accounts) {
		return err
	}
	if is.ID != id {
		return fmt.Errorf("the account %s is that of another person", id)
	}
	return r.Stored.PutPerson(ctx, storage.Person{ID: id, Identities: accounts, Version: is.Version + 1})
}

// Accounts are those of a person.
func Accounts(p storage.Person) []string {
	if len(p.Identities) == 0 {
		return []string{p.ID}
	}
	return p.Identities
}

// Account is a person's account on a service, "" if there is none.
func (r *Registry) Account(ctx context.Context, service, person string) (string, error) {
	if chat.Room(person).Service() == service {
		return person, nil
	}
	p, err := r.Person(ctx, person)
	if err != nil {
		return "", err
	}
	all := Accounts(p)
	if i := slices.IndexFunc(all, func(id string) bool { return chat.Room(id).Service() == service }); i >= 0 {
		return all[i], nil
	}
	return "", nil
}

func handleKey(service, handle string) string { return service + ":@" + strings.ToLower(handle) }

// Hear puts people that a service tells of down to who they are, and remembers them.
func (r *Registry) Hear(ctx context.Context, e *chat.Event) error {
	e.Mentions = slices.Clone(e.Mentions)
	users := []*chat.User{&e.From, &e.Answered, &e.Opener}
	for i := range e.Mentions {
		users = append(users, &e.Mentions[i])
	}
	for _, u := range users {
		p, err := r.Person(ctx, u.ID)
		if err != nil {
			return err
		}
		if u.ID = p.ID; u.ID == "" || u.Name == "" {
			continue
		}
		r.Meet(*u)
		if u.Handle != "" {
			r.met.Put(handleKey(e.Room.Service(), u.Handle), *u)
		}
	}
	return nil
}

// idOf is the id of the person who was last heard with a handle at a service, "" if that is not known.
func (r *Registry) idOf(service, handle string) string {
	u, _ := r.met.Get(handleKey(service, handle))
	return u.ID
}

// Meet remembers for a while who is meant by an id.
func (r *Registry) Meet(some ...chat.User) {
	for _, u := range some {
		r.met.Put(u.ID, view.Clean(u))
	}
}

// Rename drops what is remembered of somebody.
func (r *Registry) Rename(_ context.Context, id, _ string) error {
	r.met.RemoveIf(func(_ string, u chat.User) bool { return u.ID == id })
	return nil
}

// Known is the person with a handle or an id: with everything the service said of the person now or lately, or with
// that alone. An id is that of somebody with an account on the service.
func (r *Registry) Known(ctx context.Context, e chat.Event, handle string) (chat.User, error) {
	if u, ok := e.Named(handle); ok {
		return u, nil
	}
	if !strings.Contains(handle, ":") {
		return chat.User{Handle: handle}, nil
	}
	who, err := r.Person(ctx, handle)
	if err != nil {
		return chat.User{}, err
	}
	if here, err := r.Account(ctx, e.Room.Service(), who.ID); here == "" || err != nil {
		return chat.User{Handle: handle}, err
	}
	if u, ok := r.met.Get(who.ID); ok {
		return u, nil
	}
	return chat.User{ID: who.ID}, nil
}

// Gone reports whether a player was forgotten.
func Gone(p match.Player) bool { return view.IsGone(p.ID) }

// Local is a message with people as the service of a room knows them. A person without an account there is only a name.
func (r *Registry) Local(ctx context.Context, room chat.Room, m chat.Message) (chat.Message, error) {
	m.Text = slices.Clone(m.Text)
	var err error
	for i, s := range m.Text {
		if s.User == nil {
			continue
		}
		u, wrong := r.LocalUser(ctx, room, *s.User)
		err = errors.Join(err, wrong)
		m.Text[i].User = &u
	}
	turn, wrong := r.LocalUser(ctx, room, m.Turn)
	m.Turn = turn
	return m, errors.Join(err, wrong)
}

// LocalUser is a person as the service of a room knows one: without an id where there is no account.
func (r *Registry) LocalUser(ctx context.Context, room chat.Room, u chat.User) (chat.User, error) {
	if u.ID == "" || chat.Room(u.ID).Service() == room.Service() {
		return u, nil
	}
	id, err := r.Account(ctx, room.Service(), u.ID)
	return chat.User{ID: id, Name: u.Name}, err // the handle may be somebody else's here
}
