package storage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
)

// Person is somebody who is known to several services. Of somebody with a single identity nothing need be stored: the
// identity is the person.
type Person struct {
	ID         string   `json:"id"`         // one of the identities, the one by which matches and ratings name the person
	Identities []string `json:"identities"` // all of them: "telegram:42", "discord:99"
	Version    int      `json:"version"`    // number of changes, from 1
}

// Rating is how strong a person plays a game.
type Rating struct {
	Person string `json:"person"` // id of the person
	Game   string `json:"game"`   // its stable name
	rating.Record

	Added int `json:"-"` // results that Finish adds to the one that is stored; 0: one
}

// Before is the number of results the rating has that Finish puts this one in the place of.
func (r Rating) Before() int { return r.Played() - max(1, r.Added) }

// RatingQuery asks for ratings. An empty one does not matter.
type RatingQuery struct{ Person, Game string }

// People is the part of a store that keeps people and their ratings. Its methods are as those of Store.
type People interface {
	// Person returns the person with an identity, or ErrNotFound.
	Person(ctx context.Context, identity string) (Person, error)

	// Everybody returns all that are kept, in the order of the bytes of their ids.
	Everybody(ctx context.Context) ([]Person, error)

	// PutPerson keeps a person in place of the one with this id, or none if it has less than two identities. It fails
	// with ErrConflict unless the one that is stored has the version before (none: 0), and if an identity is another
	// person's. A person that is not in order (see CheckPerson) is an error.
	PutPerson(ctx context.Context, p Person) error

	// Finish is Append with ratings that take the place of those of the same person and game: all or nothing. The
	// one that is stored has as many results as Rating.Before says (none: 0), or it fails with ErrConflict. A rating
	// that is not in order (see CheckRating) is an error.
	Finish(ctx context.Context, head Head, ratings []Rating, events ...match.Event) error

	// Ratings returns those that fit the query, in the order of the bytes of person and game.
	Ratings(ctx context.Context, q RatingQuery) ([]Rating, error)

	// SetRatings puts ratings in the place of all that a person has; without ratings it deletes them.
	SetRatings(ctx context.Context, person string, ratings []Rating) error
}

// CheckPerson fails on a person that every store refuses.
func CheckPerson(p Person) error {
	switch {
	case p.ID == "" || p.Version < 1:
		return errors.New("the person has no id or no version")
	case len(p.Identities) > 0 && !slices.Contains(p.Identities, p.ID):
		return fmt.Errorf("the id %.40q is none of the identities", p.ID)
	}
	for i, id := range p.Identities {
		if id == "" || slices.Contains(p.Identities[:i], id) {
			return fmt.Errorf("the identity %.40q is empty, or there twice", id)
		}
	}
	return cmp.Or(checkNames(p.ID), checkNames(p.Identities...))
}

// CheckRatings fails on ratings that every store refuses to keep together.
func CheckRatings(ratings []Rating) error {
	for i, r := range ratings {
		if r.Person == "" || r.Game == "" || r.Played() < 1 {
			return errors.New("a rating needs a person, a game and a result")
		}
		if err := checkNames(r.Person, r.Game); err != nil {
			return err
		}
		if slices.ContainsFunc(ratings[:i], func(o Rating) bool { return o.Person == r.Person && o.Game == r.Game }) {
			return fmt.Errorf("there are two ratings of %.40q at %.40q", r.Person, r.Game)
		}
	}
	return nil
}

// CheckSetRatings fails on ratings that every store refuses as those of a person.
func CheckSetRatings(person string, ratings []Rating) error {
	if person == "" {
		return errors.New("the person is empty")
	}
	if i := slices.IndexFunc(ratings, func(r Rating) bool { return r.Person != person }); i >= 0 {
		return fmt.Errorf("a rating is of %.40q, not of %.40q", ratings[i].Person, person)
	}
	return cmp.Or(checkNames(person), CheckRatings(ratings))
}
