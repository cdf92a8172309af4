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

// Registry knows which accounts are one person: events are mapped from accounts to the id of the person, and messages
// back to the account on their service. It also remembers people who were heard or named lately, so that a button with
// an id alone shows the name.
type Registry struct {
	Stored storage.People
	met    *cache.LRU[string, chat.User] // by id, and by service and handle those who were heard there
}

// mostMet bounds the people who are remembered.
const mostMet = 10_000

// NewRegistry makes a registry that remembers nobody yet.
func NewRegistry(s storage.People) *Registry {
	return &Registry{s, cache.New[string, chat.User](mostMet, 0)}
}

// Person returns the person who has an account; with a single account only the id is set.
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

// SetAccounts replaces the accounts of a person; without accounts each becomes a person of its own again. It is safe to
// repeat.
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

// Accounts returns the accounts of a person.
func Accounts(p storage.Person) []string {
	if len(p.Identities) == 0 {
		return []string{p.ID}
	}
	return p.Identities
}

// Account returns a person's account on a service, "" if there is none.
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

// Hear maps the people of an event from accounts to persons, and remembers them.
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

// idOf returns the id of the person last heard with a handle at a service, "" if that is not known.
func (r *Registry) idOf(service, handle string) string {
	return r.met.Value(handleKey(service, handle)).ID
}

// Meet remembers people by their ids.
func (r *Registry) Meet(some ...chat.User) {
	for _, u := range some {
		r.met.Put(u.ID, view.Clean(u))
	}
}

// Rename implements account.Holder: it drops what is remembered of a person.
func (r *Registry) Rename(_ context.Context, id, _ string) error {
	r.met.RemoveIf(func(_ string, u chat.User) bool { return u.ID == id })
	return nil
}

// Known returns the person with a handle or an id, with everything that the service has said of the person lately. The
// id must be that of somebody with an account on the service.
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

// Local returns a message with people as the service of a room knows them. A person without an account there is only a
// name.
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

// LocalUser returns a person as the service of a room knows them, without an id if there is no account.
func (r *Registry) LocalUser(ctx context.Context, room chat.Room, u chat.User) (chat.User, error) {
	if u.ID == "" || chat.Room(u.ID).Service() == room.Service() {
		return u, nil
	}
	id, err := r.Account(ctx, room.Service(), u.ID)
	return chat.User{ID: id, Name: u.Name}, err // the handle may be somebody else's here
}
