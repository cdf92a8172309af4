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

// Holder keeps something of people.
type Holder interface {
	// Rename gives everything of a person to another one, who has turned out to be the same, or lets go of it where the
	// other id is "". It may be done again.
	Rename(ctx context.Context, person, into string) error
}

// Records are everything that is kept of people. They tell people what that is, and rewrite a person: into another one
// who is the same, or into nobody, when somebody is forgotten or accounts are separated.
type Records struct {
	Archive  *archive.Archive
	Change   change.Decider
	Registry *people.Registry
	Blocks   *people.Blocklists
	Quotas   *people.Quotas
	Draws    change.Randomizer
	Holders  []Holder
	Operator Operator
	Served   bool // the store is a server's, whose files are not ours, and is long in clearing them
	Services *services.Services
	Now      func() time.Time

	mu sync.Mutex // held while anybody is rewritten, or two are looked at who may become one
}

// Rewriting is the note of a person who is being rewritten. It is stored first and deleted last, so that a restart can
// finish the work.
type Rewriting struct {
	Who      match.Player `json:"who"`                // who goes
	Into     string       `json:"into,omitempty"`     // the id of the one who stays; "": the person is forgotten
	Accounts []string     `json:"accounts,omitempty"` // that are to be those of who stays; of who is forgotten, those there were
	At       string       `json:"at,omitempty"`       // the service of the handle; "": that of the id
	Rooms    []string     `json:"rooms,omitempty"`    // where nobody else was than the one who is forgotten
	From     string       `json:"from,omitempty"`     // the id of who goes, in notes of older versions
}

// rewritings has the notes by a mark of the person who goes. The other two have those of older versions.
var rewritings, forgettings, joinings = rewritingsAt("rewriting/"), rewritingsAt("forgetting/"), rewritingsAt("joining/")

func rewritingsAt(name string) kv.Collection[Rewriting] {
	return kv.New[Rewriting](kv.Schema{Name: name, Owner: kv.Own, Bound: "while somebody is rewritten",
		Forgotten: "Records.rewrite"})
}

// begin stores a note, carries it out, and deletes it. words are for the messages that this causes.
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

// Finish carries out the notes that a restart left behind.
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
	defer r.Quotas.StartLeaving(is.Who.ID)() // nothing begins meanwhile that would be left behind
	is.At = cmp.Or(is.At, people.Service(is.Who.ID))
	steps := []func(context.Context, Rewriting) error{r.accounts, r.matches, r.choices, r.absences, r.holders,
		r.ratings, r.notes}
	switch is.Into {
	case is.Who.ID: // the person stays, and accounts go
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
	// Its id may be the number of a private room, too.
	return erasing.Put(ctx, r.Archive, "/"+r.Now().Format(time.RFC3339Nano), kv.Mark{})
}

// leavePlaces stops telling a person's matches in private rooms of accounts that become somebody else's.
func (r *Records) leavePlaces(ctx context.Context, is Rewriting) error {
	heads, err := r.Archive.Find(ctx, storage.Query{Player: is.Into})
	for i := 0; i < len(heads) && err == nil; i++ {
		err = r.Archive.Leave(ctx, heads[i].ID, func(at storage.Place) bool {
			return at.For == is.Into && people.Service(at.Room) != people.Service(is.Into)
		})
	}
	return err
}

// accounts gives the accounts of both people to the one who stays, or to nobody.
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

// headsOf returns the heads of all matches of somebody, including those where only the handle is known.
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

// matches replaces a person in all matches that the person has played or judged, by the one who stays or by somebody
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
			// between the two accounts: it counts no more, and the other one stays another one
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

// placesOf returns the places of a match with the one who stays in them, or without those of somebody who is forgotten.
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

// choices merges the preferences of both; where both have chosen, the choice of the one who stays counts.
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

// absences are those of both: the one who was away as either was away.
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
	if err := r.Archive.SetAbsences(ctx, is.Into, own.Intersect(theirs)); err != nil {
		return err
	}
	return r.Archive.SetAbsences(ctx, is.Who.ID, nil)
}

// holders lets every Holder give what it has of a person to the one who stays, or drop it.
func (r *Records) holders(ctx context.Context, is Rewriting) error {
	for _, h := range r.Holders {
		if err := h.Rename(ctx, is.Who.ID, is.Into); err != nil {
			return err
		}
	}
	return nil
}

// notes deletes what is stored under ids that are nobody's any more, and renames them in blocklists.
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

// recounts bounds the attempts to count ratings, since a match may end meanwhile.
const recounts = 20

// ratings counts the ratings of the one who stays from the matches of both, until none has ended meanwhile.
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

// recount counts the ratings of a person from all rated matches.
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
