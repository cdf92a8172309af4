package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Holder is implemented by types that hold data of people.
type Holder interface {
	// Rename transfers all data of a person to the id into, which is the same person or, if it is "", deletes it. It is
	// safe to repeat.
	Rename(ctx context.Context, person, into string) error
}

// Records handles all data of people. It shows people their data, and rewrites a person: into another one who is the
// same, or into nobody, when data is deleted or accounts are separated.
type Records struct {
	Archive  *archive.Archive
	Change   change.Decider
	Registry *people.Registry
	Blocks   *people.Blocklists
	Quotas   *people.Quotas
	Draws    change.Randomizer
	Holders  []Holder
	Operator Operator
	Served   bool // the store is a database server, which clears its files itself and slowly
	Services *services.Services
	Now      func() time.Time

	mu sync.Mutex // held while a person is rewritten, or two accounts are linked
}

// Rewriting is the note of a person who is being rewritten. It is stored first and deleted last, so that a restart can
// finish the work.
type Rewriting struct {
	Who      match.Player `json:"who"`                // the person to be replaced
	Into     string       `json:"into,omitempty"`     // the id of the remaining person; "" to delete
	Accounts []string     `json:"accounts,omitempty"` // that are to be those of who stays; of who is forgotten, those there were
	At       string       `json:"at,omitempty"`       // the service of the handle; "": that of the id
	Rooms    []string     `json:"rooms,omitempty"`    // private chats of a deleted person
	From     string       `json:"from,omitempty"`     // Who.ID, in notes of older versions
}

// rewritings stores the notes by a hash of the person to be replaced. The other two have those of older versions.
var rewritings, forgettings, joinings = rewritingsAt("rewriting/"), rewritingsAt("forgetting/"), rewritingsAt("joining/")

func rewritingsAt(name string) kv.Collection[Rewriting] {
	return kv.New[Rewriting](kv.Schema{Name: name, Owner: kv.Own, Bound: "while somebody is rewritten",
		Forgotten: "Records.rewrite"})
}

// begin stores a note, carries it out, and deletes it. words is the guide for messages that this causes.
func (r *Records) begin(ctx context.Context, is Rewriting, words guide.Guide) error {
	name := people.MarkOf(rewritings.Name, is.Who.ID)
	if err := rewritings.Put(ctx, r.Archive, name, is); err != nil {
		return err
	}
	if err := r.rewrite(ctx, is, words); err != nil {
		return err
	}
	return rewritings.Delete(ctx, r.Archive, name)
}

// Finish carries out the notes that an interrupted process left.
func (r *Records) Finish(ctx context.Context, words guide.Guide) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, notes := range []kv.Collection[Rewriting]{rewritings, forgettings, joinings} {
		err := notes.Each(ctx, r.Archive, "", func(name string) error {
			is, _, err := notes.Get(ctx, r.Archive, name)
			if err != nil {
				return err
			}
			is.Who.ID = cmp.Or(is.Who.ID, is.From)
			if is.Accounts == nil && is.Into == "" {
				p, err := r.Registry.Person(ctx, is.Who.ID)
				if err != nil {
					return err
				}
				is.Accounts = people.Accounts(p)
			}
			if err := r.rewrite(ctx, is, words); err != nil {
				return err
			}
			return notes.Delete(ctx, r.Archive, name)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// rewrite carries out a note. It is safe to repeat.
func (r *Records) rewrite(ctx context.Context, is Rewriting, words guide.Guide) error {
	defer r.Quotas.StartLeaving(is.Who.ID)() // the person begins nothing meanwhile
	is.At = cmp.Or(is.At, people.Service(is.Who.ID))
	steps := []func(context.Context, Rewriting) error{r.accounts, r.matches, r.choices, r.absences, r.holders,
		r.ratings, r.notes}
	switch is.Into {
	case is.Who.ID: // the person remains, and loses accounts
		steps = []func(context.Context, Rewriting) error{r.leavePlaces, r.accounts}
	case "":
		if err := r.leaveAll(&request.Request{Ctx: ctx, Author: is.Who, Guide: words}, is); err != nil {
			return err
		}
	}
	for _, step := range steps {
		if err := step(ctx, is); err != nil {
			return fmt.Errorf("rewrite a person: %w", err)
		}
	}
	if is.Into != "" {
		return nil
	}
	// The id may also be the address of a private chat.
	return erasing.Put(ctx, r.Archive, "/"+r.Now().Format(time.RFC3339Nano), kv.Mark{})
}

// leavePlaces stops announcing a person's matches in private chats of accounts that become somebody else's.
func (r *Records) leavePlaces(ctx context.Context, is Rewriting) error {
	heads, err := r.Archive.Find(ctx, storage.Query{Player: is.Into})
	for i := 0; i < len(heads) && err == nil; i++ {
		err = r.Archive.Leave(ctx, heads[i].ID, func(at storage.Place) bool {
			return at.For == is.Into && people.Service(at.Room) != people.Service(is.Into)
		})
	}
	return err
}

// accounts transfers the accounts of both people to the remaining one, or deletes them.
func (r *Records) accounts(ctx context.Context, is Rewriting) error {
	p, err := r.Registry.Person(ctx, is.Who.ID)
	if err != nil {
		return err
	}
	if p.ID == is.Who.ID && len(p.Identities) > 0 {
		if err := r.Registry.SetAccounts(ctx, is.Who.ID); err != nil {
			return err
		}
	}
	if is.Into == "" {
		return nil
	}
	return r.Registry.SetAccounts(ctx, is.Into, is.Accounts...)
}

// headsOf returns the heads of all matches of a person, including those that know only the handle.
func (r *Records) headsOf(ctx context.Context, is Rewriting, live bool) ([]storage.Head, error) {
	heads, err := r.Archive.Find(ctx, storage.Query{Player: is.Who.ID, Live: live})
	if err != nil || is.Who.Handle == "" {
		return heads, err
	}
	more, err := r.Archive.Find(ctx, storage.Query{Player: archive.AtHandle(is.Who), Live: live})
	// whose handle that is there is not known
	others := func(h storage.Head) bool { return archive.BegunAt(h) != is.At }
	return append(heads, slices.DeleteFunc(more, others)...), err
}

// matches replaces a person in all matches that the person has played or judged, by the remaining one or by a player
// without a name.
func (r *Records) matches(ctx context.Context, is Rewriting) error {
	heads, err := r.headsOf(ctx, is, false)
	if err != nil {
		return err
	}
	judged, err := r.Archive.Arbitrated(ctx, is.Who)
	if err != nil {
		return err
	}
	for i := 0; i < len(judged) && is.Into != ""; i++ {
		if err := r.Archive.KeepArbiter(ctx, match.Player{ID: is.Into}, judged[i].ID); err != nil {
			return err
		}
	}
	for _, h := range append(heads, judged...) {
		if err := r.match(ctx, h.ID, is); err != nil {
			return fmt.Errorf("match %s: %w", h.ID, err)
		}
	}
	return r.Archive.ForgetArbiter(ctx, is.Who)
}

func (r *Records) match(ctx context.Context, id string, is Rewriting) error {
	gone := match.Player{ID: view.GonePrefix + r.Draws.ID(10), Name: view.GoneName}
	return r.Change.Matches.Rewrite(ctx, id, func(head storage.Head, events []match.Event) (storage.Head, []match.Event,
		bool) {
		to := match.Player{ID: is.Into}
		switch {
		case is.Into == "":
			to, events = gone, match.Renamed(events, is.Who, gone)
		case slices.Contains(head.Players, is.Into):
			// a match between the two accounts: it is unrated from now on, and its opponent stays a separate player
			to, head.Rated, events = gone, false, match.Joined(events, is.Who.ID, gone.ID)
			for i := range events {
				events[i].Rated = nil
			}
		default:
			events = match.Joined(events, is.Who.ID, is.Into)
		}
		setup := match.Setup{}
		if events[0].Setup != nil {
			setup = *events[0].Setup
		}
		for i, p := range head.Players {
			if p == is.Who.ID || p == archive.AtHandle(is.Who) && setup.Opponent == to {
				head.Players[i] = to.ID
			}
		}
		if head.Winner == is.Who.ID {
			head.Winner = to.ID
		}
		head.Places = placesOf(head, is)
		return head, events, slices.Contains(head.Players, to.ID) || setup.Arbiter.ID == to.ID
	})
}

// placesOf returns the places of a match with the remaining person in them, or without those of a deleted person.
func placesOf(head storage.Head, is Rewriting) []storage.Place {
	for i := range head.Places {
		if is.Into != "" && head.Places[i].For == is.Who.ID {
			head.Places[i].For = is.Into
		}
	}
	return slices.DeleteFunc(head.Places, func(p storage.Place) bool {
		return p.For == is.Who.ID || slices.Contains(is.Rooms, p.Room)
	})
}

// choices merges the preferences of both people; the remaining one's have precedence.
func (r *Records) choices(ctx context.Context, is Rewriting) error {
	theirs := archive.OfPerson(is.Who.ID)
	if is.Into != "" {
		into := archive.OfPerson(is.Into)
		own := r.Archive.Preferences(ctx, into)
		for name, value := range r.Archive.Preferences(ctx, theirs) {
			if own[name].Value != "" {
				continue
			}
			if err := r.Archive.Choose(ctx, into, name, value); err != nil {
				return err
			}
		}
	}
	err := r.Archive.ForgetChoices(ctx, theirs)
	for i := 0; i < len(is.Rooms) && err == nil; i++ {
		err = r.Archive.ForgetChoices(ctx, archive.OfRoom(chat.Room(is.Rooms[i])))
	}
	return err
}

// absences merges the absences of both people.
func (r *Records) absences(ctx context.Context, is Rewriting) error {
	theirs, err := r.Archive.Absences(ctx, is.Who.ID)
	if err != nil || len(theirs) == 0 || is.Into == "" {
		return err
	}
	defer r.Archive.Away.Enter(is.Into)()
	own, err := r.Archive.Absences(ctx, is.Into)
	if err != nil {
		return err
	}
	if err := r.Archive.SetAbsences(ctx, is.Into, own.Union(theirs)); err != nil {
		return err
	}
	return r.Archive.SetAbsences(ctx, is.Who.ID, nil)
}

// holders calls Rename on every Holder.
func (r *Records) holders(ctx context.Context, is Rewriting) error {
	for _, h := range r.Holders {
		if err := h.Rename(ctx, is.Who.ID, is.Into); err != nil {
			return err
		}
	}
	return nil
}

// notes deletes what is stored under ids that belong to nobody any more, and renames them in blocklists.
func (r *Records) notes(ctx context.Context, is Rewriting) error {
	ids := []string{is.Who.ID}
	if is.Into == "" {
		ids = append(ids, is.Accounts...)
	}
	for _, id := range ids {
		who := is.Who
		who.ID = id
		if err := r.Blocks.Rename(ctx, who, is.At, is.Into); err != nil {
			return err
		}
		if err := kv.Forget(ctx, r.Archive, kv.Person, id); err != nil {
			return err
		}
	}
	return nil
}

// recounts is the maximum number of attempts to count ratings, since a match may end meanwhile.
const recounts = 20

// ratings computes the ratings of the remaining person from the matches of both, again until no match has ended
// meanwhile.
func (r *Records) ratings(ctx context.Context, is Rewriting) error {
	if err := r.Archive.SetRatings(ctx, is.Who.ID, nil); err != nil || is.Into == "" {
		return err
	}
	for range recounts {
		all, err := r.recount(ctx, is.Into)
		if err != nil {
			return err
		}
		counted := all.Of(is.Into)
		stored, err := r.Archive.Ratings(ctx, storage.RatingQuery{Person: is.Into})
		if err != nil || len(all.Problems(stored)) == 0 {
			return err
		}
		if err := r.Archive.SetRatings(ctx, is.Into, counted); err != nil {
			return err
		}
	}
	return errors.New("the ratings do not come to rest")
}

// recount computes the ratings of a person from all rated matches.
func (r *Records) recount(ctx context.Context, person string) (*change.Recount, error) {
	heads, err := r.Archive.Find(ctx, storage.Query{Player: person, Ended: true})
	all := &change.Recount{}
	for _, h := range heads {
		if !h.Rated {
			continue
		}
		events, err := r.Archive.Events(ctx, h.ID)
		if err != nil {
			return nil, err
		}
		all.Match(r.Archive.Games, h, events)
	}
	return all, err
}
