package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/share"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// joiner makes one history of those of two people.
type joiner struct {
	decider
	registry *registry
	blocks   *blocks
	people   *people
	drafts   *drafts
	order    *order
	lots     lots
	locks    *archive.Locks[string] // held while anybody is being linked
	share    *share.Share           // of other processes, of which one at a time links
}

// linkingLease is that of the process which links.
const linkingLease = "care/linking"

// alone waits until nobody else is being linked, by this process or another.
func (j *joiner) alone(ctx context.Context) (inside context.Context, leave func(), err error) {
	free := j.locks.Enter("")
	inside, release, err := j.share.Alone(ctx, linkingLease)
	if err != nil {
		free()
		return nil, nil, err
	}
	return inside, func() { release(); free() }, nil
}

// joining is a note of two people who become one. It is the first thing stored and the last one deleted, so that a restart goes
// on from it.
type joining struct {
	Into     string   `json:"into"` // id of the person that stays
	From     string   `json:"from"` // of the one that goes
	Accounts []string `json:"accounts"`
}

// joinings begins the keys of the notes.
const joinings = "joining/"

// join makes one person of two: the one that stays has the accounts, matches, ratings, settings and blocks of both.
func (j *joiner) join(ctx context.Context, into, from storage.Person) error {
	noted := joining{into.ID, from.ID, append(slices.Clone(accounts(into)), accounts(from)...)}
	text, err := json.Marshal(noted)
	if err != nil {
		return fmt.Errorf("join two people: %w", err)
	}
	if err := j.archive.Put(ctx, joinings+into.ID, string(text)); err != nil {
		return fmt.Errorf("join two people: %w", err)
	}
	return j.settle(ctx, noted)
}

// finish goes on with what was begun before a restart, or by a process that is gone.
func (j *joiner) finish(ctx context.Context) error {
	ctx, leave, err := j.alone(ctx)
	if err != nil {
		return err
	}
	defer leave()
	keys, err := j.archive.Keys(ctx, joinings)
	if err != nil {
		return err
	}
	for _, key := range keys {
		text, err := j.archive.Get(ctx, key)
		if err != nil {
			return err
		}
		var noted joining
		if err := json.Unmarshal([]byte(text), &noted); err != nil {
			return fmt.Errorf("the note %s: %w", key, err)
		}
		if err := j.settle(ctx, noted); err != nil {
			return err
		}
	}
	return nil
}

// settle does what a note says. It may be done again at any point.
func (j *joiner) settle(ctx context.Context, noted joining) error {
	defer j.order.startLeaving(noted.From)() // nothing begins meanwhile that would be left behind
	steps := []func(context.Context, joining) error{j.account, j.matches, j.settings, j.absences, j.lists}
	if j.share != nil {
		steps = append(steps, j.matches) // what another process had begun for the account before that was the other person's
	}
	for _, step := range append(steps, j.ratings) {
		if err := step(ctx, noted); err != nil {
			return fmt.Errorf("join two people: %w", err)
		}
	}
	if err := j.forgetQuestions(ctx, noted.From); err != nil {
		return err
	}
	j.people.forget(noted.From)
	j.drafts.forget(noted.From)
	j.archive.Drop(match.Player{ID: noted.From})
	return j.archive.Put(ctx, joinings+noted.Into, "")
}

// account gives the accounts of both to one.
func (j *joiner) account(ctx context.Context, noted joining) error {
	is, err := j.registry.person(ctx, noted.From)
	if err != nil {
		return err
	}
	if is.ID == noted.From && len(is.Identities) > 0 {
		if err := j.registry.has(ctx, noted.From); err != nil {
			return err
		}
	}
	return j.registry.has(ctx, noted.Into, noted.Accounts...)
}

// matches makes all matches those of the person that stays.
func (j *joiner) matches(ctx context.Context, noted joining) error {
	heads, err := j.archive.Find(ctx, storage.Query{Player: noted.From})
	if err != nil {
		return err
	}
	for _, h := range heads {
		if err := j.match(ctx, h.ID, noted); err != nil {
			return fmt.Errorf("match %s: %w", h.ID, err)
		}
	}
	return nil
}

func (j *joiner) match(ctx context.Context, id string, noted joining) error {
	defer j.archive.Matches.Enter(id)()
	code, err := j.lots.id(10)
	if err != nil {
		return err
	}
	for {
		head, err := j.archive.Head(ctx, id)
		if err != nil {
			return err
		}
		events, err := j.archive.Events(ctx, id)
		if err != nil {
			return err
		}
		to := noted.Into
		if slices.Contains(head.Players, noted.Into) { // between the two accounts: it counts no more, and the other one stays another one
			to = gonePrefix + code
			head.Rated = false
			events = unrated(events)
		}
		if err = j.archive.Rewrite(ctx, joinedHead(head, noted, to), match.Joined(events, noted.From, to)); !archive.IsConflict(err) {
			return err
		}
	}
}

// unrated are events of a match that counts no more.
func unrated(events []match.Event) []match.Event {
	events = slices.Clone(events)
	for i := range events {
		events[i].Rated = nil
	}
	return events
}

// joinedHead is the head of a match with another id in place of the one that goes.
func joinedHead(head storage.Head, noted joining, to string) storage.Head {
	head.Players, head.Places = slices.Clone(head.Players), slices.Clone(head.Places)
	for i, p := range head.Players {
		if p == noted.From {
			head.Players[i] = to
		}
	}
	if head.Winner == noted.From {
		head.Winner = to
	}
	for i, p := range head.Places {
		if p.For == noted.From {
			head.Places[i].For = noted.Into
		}
	}
	return head
}

// settings gives the person what was chosen by either; what both have chosen is as the one that stays has it.
func (j *joiner) settings(ctx context.Context, noted joining) error {
	theirs := archive.OfPerson(noted.From)
	own := j.archive.Preferences(ctx, archive.OfPerson(noted.Into))
	for name, value := range j.archive.Preferences(ctx, theirs) {
		if own[name].Value != "" {
			continue
		}
		if err := j.archive.Choose(ctx, archive.OfPerson(noted.Into), name, value); err != nil {
			return err
		}
	}
	return j.archive.Put(ctx, string(theirs), "")
}

// absences are those of both: whoever was away as either was away.
func (j *joiner) absences(ctx context.Context, noted joining) error {
	defer j.archive.Away.Enter(noted.Into)()
	theirs, err := j.archive.Absences(ctx, noted.From)
	if err != nil || len(theirs) == 0 {
		return err
	}
	own, err := j.archive.Absences(ctx, noted.Into)
	if err != nil {
		return err
	}
	if err := j.archive.SetAbsences(ctx, noted.Into, own.With(theirs)); err != nil {
		return err
	}
	return j.archive.SetAbsences(ctx, noted.From, nil)
}

// lists are the blocklists: whom either has blocked is blocked, and whoever has blocked either has blocked the person.
func (j *joiner) lists(ctx context.Context, noted joining) error {
	return j.blocks.join(ctx, noted.From, noted.Into)
}

// ratings follow from the matches of both. One that ends meanwhile is counted at the next look.
func (j *joiner) ratings(ctx context.Context, noted joining) error {
	if err := j.ledger.people.SetRatings(ctx, noted.From, nil); err != nil {
		return err
	}
	for range recounts {
		counted, recount, err := j.recount(ctx, noted.Into)
		if err != nil {
			return err
		}
		stored, err := j.ledger.people.Ratings(ctx, storage.RatingQuery{Person: noted.Into})
		if err != nil || len(recount.Problems(stored)) == 0 {
			return err
		}
		if err := j.ledger.people.SetRatings(ctx, noted.Into, counted); err != nil {
			return err
		}
	}
	return errors.New("the ratings do not come to rest")
}

// recounts is how often ratings are counted at the most, because a match may end meanwhile.
const recounts = 20

// recount counts the ratings of a person.
func (j *joiner) recount(ctx context.Context, person string) ([]storage.Rating, *Recount, error) {
	heads, err := j.archive.Find(ctx, storage.Query{Player: person, Ended: true})
	if err != nil {
		return nil, nil, err
	}
	var all Recount
	for _, h := range heads {
		if !h.Rated {
			continue
		}
		events, err := j.archive.Events(ctx, h.ID)
		if err != nil {
			return nil, nil, err
		}
		all.Match(j.archive.Games, h, events)
	}
	return all.of(person), &all, nil
}
