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

// Person is a user known to several services. A user with a single identity need not be stored: the identity is the
// person's id.
type Person struct {
	ID         string   `json:"id"`         // one of the identities; matches and ratings name the person by it
	Identities []string `json:"identities"` // all identities: "telegram:42", "discord:99"
	Version    int      `json:"version"`    // number of changes, counted from 1
}

// Rating is a person's rating in a game.
type Rating struct {
	Person string `json:"person"` // id of the person
	Game   string `json:"game"`   // stable name of the game
	rating.Record

	Added int `json:"-"` // number of results that Finish adds to the stored rating; 0: one
}

// Before returns the number of results of the stored rating that Finish replaces with this one.
func (r Rating) Before() int { return r.Played() - max(1, r.Added) }

// RatingQuery selects ratings. An empty field matches all.
type RatingQuery struct{ Person, Game string }

// People is the part of a store that keeps people and their ratings. What is said of Store's methods holds for its
// methods.
type People interface {
	// Person returns the person with an identity, or ErrNotFound.
	Person(ctx context.Context, identity string) (Person, error)

	// Everybody returns all stored people, in byte order of their ids.
	Everybody(ctx context.Context) ([]Person, error)

	// PutPerson replaces the person with this id, or deletes it if p has fewer than two identities. It fails with
	// ErrConflict unless the stored version is p.Version-1 (0 if none is stored), and if an identity belongs to another
	// person. An invalid person (see CheckPerson) is an error.
	PutPerson(ctx context.Context, p Person) error

	// Finish is Append that also replaces the ratings of the same person and game, all or nothing. It fails with
	// ErrConflict unless each stored rating has Rating.Before results (0 if none is stored). Invalid ratings (see
	// CheckRatings) are an error.
	Finish(ctx context.Context, head Head, ratings []Rating, events ...match.Event) error

	// Ratings returns the ratings that match the query, in byte order of person and game.
	Ratings(ctx context.Context, q RatingQuery) ([]Rating, error)

	// SetRatings replaces all ratings of a person; without ratings it deletes them.
	SetRatings(ctx context.Context, person string, ratings []Rating) error
}

// CheckPerson returns an error for a person that every store refuses.
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

// CheckRatings returns an error for ratings that every store refuses to store together.
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

// CheckSetRatings returns an error for ratings that every store refuses as those of a person.
func CheckSetRatings(person string, ratings []Rating) error {
	if person == "" {
		return errors.New("the person is empty")
	}
	if i := slices.IndexFunc(ratings, func(r Rating) bool { return r.Person != person }); i >= 0 {
		return fmt.Errorf("a rating is of %.40q, not of %.40q", ratings[i].Person, person)
	}
	return cmp.Or(checkNames(person), CheckRatings(ratings))
}
