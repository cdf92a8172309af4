// Package people knows who is who, who was met lately, whom somebody does not want to play with, and how much one may
// ask for.
package people

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

// Registry knows which accounts are one person. The bot's own word for somebody is the id of the person: what is heard
// is put down to that, and what is said to a service calls the person's account there.
type Registry struct {
	Stored storage.People
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

// Hear puts people that a service tells of down to who they are.
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
		u.ID = p.ID
	}
	return nil
}

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
