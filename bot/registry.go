package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

// registry knows which accounts are one person. The bot's own word for somebody is the id of the person: what is heard is put
// down to that, and what is said to a service calls the person's account there.
type registry struct {
	stored storage.People // nil: every account is a person
}

// person is who has an account; of somebody with a single one only the id is set.
func (r *registry) person(ctx context.Context, account string) (storage.Person, error) {
	alone := storage.Person{ID: account}
	if r.stored == nil || account == "" {
		return alone, nil
	}
	p, err := r.stored.Person(ctx, account)
	if errors.Is(err, storage.ErrNotFound) {
		p, err = alone, nil
	}
	if err != nil {
		return alone, fmt.Errorf("whose account it is: %w", err)
	}
	return p, nil
}

// has makes accounts those of a person in place of the ones there were; without accounts everyone is somebody else again. It
// may be done again.
func (r *registry) has(ctx context.Context, id string, accounts ...string) error {
	if r.stored == nil {
		return errors.New("the store keeps no people")
	}
	is, err := r.person(ctx, id)
	if err != nil || is.ID == id && slices.Equal(is.Identities, accounts) {
		return err
	}
	if is.ID != id {
		return fmt.Errorf("the account %s is that of another person", id)
	}
	return r.stored.PutPerson(ctx, storage.Person{ID: id, Identities: accounts, Version: is.Version + 1})
}

// accounts are those of a person.
func accounts(p storage.Person) []string {
	if len(p.Identities) == 0 {
		return []string{p.ID}
	}
	return p.Identities
}

// at is a person's account on a service, "" if there is none.
func (r *registry) at(ctx context.Context, service, person string) (string, error) {
	if chat.Room(person).Service() == service {
		return person, nil
	}
	p, err := r.person(ctx, person)
	if err != nil {
		return "", err
	}
	all := accounts(p)
	if i := slices.IndexFunc(all, func(id string) bool { return chat.Room(id).Service() == service }); i >= 0 {
		return all[i], nil
	}
	return "", nil
}

// hear puts people that a service tells of down to who they are.
func (r *registry) hear(ctx context.Context, e *chat.Event) error {
	e.Mentions = slices.Clone(e.Mentions)
	users := []*chat.User{&e.From, &e.Answered, &e.Opener}
	for i := range e.Mentions {
		users = append(users, &e.Mentions[i])
	}
	for _, u := range users {
		p, err := r.person(ctx, u.ID)
		if err != nil {
			return err
		}
		u.ID = p.ID
	}
	return nil
}

// local is a message with people as the service of a room knows them. A person without an account there is only a name.
func (r *registry) local(ctx context.Context, room chat.Room, m chat.Message) (chat.Message, error) {
	m.Text = slices.Clone(m.Text)
	var err error
	for i, s := range m.Text {
		if s.User == nil {
			continue
		}
		u, wrong := r.localUser(ctx, room, *s.User)
		err = errors.Join(err, wrong)
		m.Text[i].User = &u
	}
	turn, wrong := r.localUser(ctx, room, m.Turn)
	m.Turn = turn
	return m, errors.Join(err, wrong)
}

func (r *registry) localUser(ctx context.Context, room chat.Room, u chat.User) (chat.User, error) {
	if u.ID == "" || chat.Room(u.ID).Service() == room.Service() {
		return u, nil
	}
	id, err := r.at(ctx, room.Service(), u.ID)
	return chat.User{ID: id, Name: u.Name}, err // the handle may be somebody else's here
}
