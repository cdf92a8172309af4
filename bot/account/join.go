package account

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/people"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Forgetter has something of people that is let go of when a person is forgotten, or becomes another one.
type Forgetter interface {
	// Forget lets go of everything of the person with an id. It may be done again.
	Forget(ctx context.Context, id string) error
}

// Taker gives a person the things of another one, who has turned out to be the same.
type Taker interface {
	// Joined may be done again.
	Joined(ctx context.Context, from, into string) error
}

// Joiner makes one history of those of two people.
type Joiner struct {
	Archive  *archive.Archive
	Matches  *change.Matches
	Registry *people.Registry
	Blocks   *people.Blocklists
	Quotas   *people.Quotas
	Draws    change.Draws
	Locks    *archive.Locks[string] // held while anybody is being linked
	Forget   []Forgetter            // of what is let go of the person who goes
	Takers   []Taker
}

// alone waits until nobody else is being linked, until leave is called.
func (j *Joiner) alone() (leave func()) { return j.Locks.Enter("") }

// Joining is a note of two people who become one. It is the first thing stored and the last one deleted, so that a
// restart goes on from it.
type Joining struct {
	Into     string   `json:"into"` // id of the person that stays
	From     string   `json:"from"` // of the one that goes
	Accounts []string `json:"accounts"`
}

// joinings has the notes, by the person that stays.
var joinings = notebook.New[Joining](notebook.Kind{Name: "joining/", Of: notebook.Own,
	Bound: "while two people are joined", Forgotten: "Joiner.settle"})

// join makes one person of two: the one that stays has the accounts, matches, ratings, settings and blocks of both.
func (j *Joiner) join(ctx context.Context, into, from storage.Person) error {
	noted := Joining{into.ID, from.ID, append(slices.Clone(people.Accounts(into)), people.Accounts(from)...)}
	if err := joinings.Put(ctx, j.Archive, into.ID, noted); err != nil {
		return fmt.Errorf("join two people: %w", err)
	}
	return j.settle(ctx, noted)
}

// Finish goes on with what was begun before a restart.
func (j *Joiner) Finish(ctx context.Context) error {
	defer j.alone()()
	return joinings.Each(ctx, j.Archive, "", func(name string) error {
		noted, there, err := joinings.Get(ctx, j.Archive, name)
		if err != nil || !there {
			return err
		}
		return j.settle(ctx, noted)
	})
}

// settle does what a note says. It may be done again at any point.
func (j *Joiner) settle(ctx context.Context, noted Joining) error {
	defer j.Quotas.StartLeaving(noted.From)() // nothing begins meanwhile that would be left behind
	for _, step := range []func(context.Context, Joining) error{j.account, j.matches, j.settings, j.absences, j.lists,
		j.ratings} {
		if err := step(ctx, noted); err != nil {
			return fmt.Errorf("join two people: %w", err)
		}
	}
	for _, t := range j.Takers {
		if err := t.Joined(ctx, noted.From, noted.Into); err != nil {
			return fmt.Errorf("join two people: %w", err)
		}
	}
	for _, f := range j.Forget {
		if err := f.Forget(ctx, noted.From); err != nil {
			return err
		}
	}
	if err := j.Archive.ForgetArbiter(ctx, match.Player{ID: noted.From}); err != nil {
		return err
	}
	j.Archive.Drop(match.Player{ID: noted.From})
	if err := notebook.Forget(ctx, j.Archive, notebook.Person, noted.From); err != nil {
		return err
	}
	return joinings.Delete(ctx, j.Archive, noted.Into)
}

// account gives the accounts of both to one.
func (j *Joiner) account(ctx context.Context, noted Joining) error {
	is, err := j.Registry.Person(ctx, noted.From)
	if err != nil {
		return err
	}
	if is.ID == noted.From && len(is.Identities) > 0 {
		if err := j.Registry.Has(ctx, noted.From); err != nil {
			return err
		}
	}
	return j.Registry.Has(ctx, noted.Into, noted.Accounts...)
}

// matches makes all matches those of the person that stays.
func (j *Joiner) matches(ctx context.Context, noted Joining) error {
	heads, err := j.Archive.Find(ctx, storage.Query{Player: noted.From})
	if err != nil {
		return err
	}
	judged, err := j.Archive.Arbitrated(ctx, match.Player{ID: noted.From})
	if err != nil {
		return err
	}
	for _, h := range judged {
		if err := j.Archive.KeepArbiter(ctx, match.Player{ID: noted.Into}, h.ID); err != nil {
			return err
		}
	}
	for _, h := range append(heads, judged...) {
		if err := j.match(ctx, h.ID, noted); err != nil {
			return fmt.Errorf("match %s: %w", h.ID, err)
		}
	}
	return nil
}

func (j *Joiner) match(ctx context.Context, id string, noted Joining) error {
	code, err := j.Draws.ID(10)
	if err != nil {
		return err
	}
	return j.Matches.Rewrite(ctx, id, func(head storage.Head, events []match.Event) (storage.Head, []match.Event, bool) {
		to := noted.Into
		// between the two accounts: it counts no more, and the other one stays another one
		if slices.Contains(head.Players, noted.Into) {
			to = people.GonePrefix + code
			head.Rated = false
			events = unrated(events)
		}
		return joinedHead(head, noted, to), match.Joined(events, noted.From, to), true
	})
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
func joinedHead(head storage.Head, noted Joining, to string) storage.Head {
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
func (j *Joiner) settings(ctx context.Context, noted Joining) error {
	theirs := archive.OfPerson(noted.From)
	own := j.Archive.Preferences(ctx, archive.OfPerson(noted.Into))
	for name, value := range j.Archive.Preferences(ctx, theirs) {
		if own[name].Value != "" {
			continue
		}
		if err := j.Archive.Choose(ctx, archive.OfPerson(noted.Into), name, value); err != nil {
			return err
		}
	}
	return j.Archive.ForgetChoices(ctx, theirs)
}

// absences are those of both: the one who was away as either was away.
func (j *Joiner) absences(ctx context.Context, noted Joining) error {
	defer j.Archive.Away.Enter(noted.Into)()
	theirs, err := j.Archive.Absences(ctx, noted.From)
	if err != nil || len(theirs) == 0 {
		return err
	}
	own, err := j.Archive.Absences(ctx, noted.Into)
	if err != nil {
		return err
	}
	if err := j.Archive.SetAbsences(ctx, noted.Into, own.With(theirs)); err != nil {
		return err
	}
	return j.Archive.SetAbsences(ctx, noted.From, nil)
}

// lists are the blocklists: whom either has blocked is blocked, and the one who has blocked either has blocked the
// person.
func (j *Joiner) lists(ctx context.Context, noted Joining) error {
	return j.Blocks.Join(ctx, noted.From, noted.Into)
}

// ratings follow from the matches of both. One that ends meanwhile is counted at the next look.
func (j *Joiner) ratings(ctx context.Context, noted Joining) error {
	if err := j.Archive.SetRatings(ctx, noted.From, nil); err != nil {
		return err
	}
	for range recounts {
		counted, recount, err := j.recount(ctx, noted.Into)
		if err != nil {
			return err
		}
		stored, err := j.Archive.Ratings(ctx, storage.RatingQuery{Person: noted.Into})
		if err != nil || len(recount.Problems(stored)) == 0 {
			return err
		}
		if err := j.Archive.SetRatings(ctx, noted.Into, counted); err != nil {
			return err
		}
	}
	return errors.New("the ratings do not come to rest")
}

// recounts is how often ratings are counted at the most, because a match may end meanwhile.
const recounts = 20

// recount counts the ratings of a person.
func (j *Joiner) recount(ctx context.Context, person string) ([]storage.Rating, *change.Recount, error) {
	heads, err := j.Archive.Find(ctx, storage.Query{Player: person, Ended: true})
	if err != nil {
		return nil, nil, err
	}
	var all change.Recount
	for _, h := range heads {
		if !h.Rated {
			continue
		}
		events, err := j.Archive.Events(ctx, h.ID)
		if err != nil {
			return nil, nil, err
		}
		all.Match(j.Archive.Games, h, events)
	}
	return all.Of(person), &all, nil
}
