package club

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/speak"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// mostIdle is how long a tournament under way is not looked at, should it not be told of a match that ended.
const mostIdle = 12 * time.Hour

// retrying is after how long something is said again that could not be said.
const retrying = 5 * time.Minute

// deal brings a tournament on as far as it can be now. It may be done again.
func (c *Club) deal(ctx context.Context, due appointment) error {
	inside, leave, ours := c.Share.Enter(context.WithoutCancel(ctx), due.room)
	if !ours {
		return nil
	}
	defer leave()
	defer c.dealing.Enter(due.id)()
	s, err := c.advance(inside, due.id)
	for ruled := true; err == nil && ruled; {
		if err = c.beginMatches(inside, s); err != nil {
			break
		}
		if ruled, err = c.rule(inside, s); err == nil && ruled {
			s, err = c.advance(inside, due.id)
		}
	}
	if errors.Is(err, storage.ErrNotFound) {
		return c.book.cancel(inside, due)
	}
	again := false
	if err == nil {
		again, err = c.tell(inside, due.id)
	}
	if err != nil {
		return fmt.Errorf("tournament %s: %w", due.id, err)
	}
	return c.putOff(inside, due, s, again)
}

// putOff has an appointment that was kept made again for later, or soon if something is to be done again, unless
// something has happened meanwhile.
func (c *Club) putOff(ctx context.Context, due appointment, dealt tournament.State, again bool) error {
	ctx, leave, err := c.book.hold(ctx, due.id)
	if err != nil {
		return err
	}
	defer leave()
	_, s, err := c.book.load(ctx, due.id)
	if err != nil || s.N != dealt.N {
		return err
	}
	at := next(s, c.Now())
	if soon := c.Now().Add(retrying); again && (at.IsZero() || at.After(soon)) {
		at = soon
	}
	if !at.IsZero() {
		if err := c.book.appoint(ctx, appointment{at, due.room, due.id}); err != nil {
			return err
		}
	}
	return c.book.cancel(ctx, due)
}

// next is when a tournament has to be looked at again; zero: never.
func next(s tournament.State, now time.Time) time.Time {
	at := s.Deadline()
	if s.Status == tournament.Running {
		if idle := now.Add(mostIdle).Truncate(mostIdle); at.IsZero() || idle.Before(at) {
			at = idle
		}
	}
	return at
}

// advance stores what follows by itself.
func (c *Club) advance(ctx context.Context, id string) (tournament.State, error) {
	for {
		happened := false
		s, err := c.book.change(ctx, id, func(_ record, s tournament.State) ([]tournament.Event, error) {
			if s.N == 0 {
				return nil, storage.ErrNotFound
			}
			played, failed := c.results.played(ctx)
			e, due := s.Due(c.Now(), played)
			if err := failed(); err != nil || !due {
				return nil, err
			}
			happened = true
			if e.Kind == tournament.Begun {
				if err := c.seed(ctx, s, &e); err != nil {
					return nil, err
				}
			}
			return []tournament.Event{e}, nil
		})
		if err != nil || !happened {
			return s, err
		}
	}
}

// drawn is a source of lots that nobody can guess.
func drawn(d change.Draws) (*rand.Rand, error) {
	var seed [32]byte
	if _, err := io.ReadFull(d.Random, seed[:]); err != nil {
		return nil, fmt.Errorf("draw lots: %w", err)
	}
	return rand.New(rand.NewChaCha8(seed)), nil
}

// seed orders the entrants by their ratings, those without one behind, and draws the lots.
func (c *Club) seed(ctx context.Context, s tournament.State, e *tournament.Event) error {
	random, err := drawn(c.Draws)
	if err != nil {
		return err
	}
	e.Lots = random.Perm(len(s.Entrants))
	strength := map[string]float64{}
	for _, i := range random.Perm(len(s.Entrants)) {
		id := s.Entrants[i].Who.ID
		e.Order = append(e.Order, id)
		if c.Ratings == nil {
			continue
		}
		ratings, err := c.Ratings.Ratings(ctx, storage.RatingQuery{Person: id, Game: s.Setup.Match.Game})
		if err != nil {
			return err
		}
		for _, r := range ratings {
			strength[id] = r.Now(match.Period(c.Now())).Rating
		}
	}
	slices.SortStableFunc(e.Order, func(a, b string) int {
		switch {
		case strength[a] > strength[b]:
			return -1
		case strength[a] < strength[b]:
			return 1
		}
		return 0
	})
	return nil
}

// beginMatches begins the matches that are not there.
func (c *Club) beginMatches(ctx context.Context, s tournament.State) error {
	if s.Status != tournament.Running {
		return nil
	}
	for round := range s.Rounds {
		for board, b := range s.Rounds[round].Boards {
			if b.Second == pairing.Bye || b.Decided != nil {
				continue
			}
			for game, id := range s.Games(round, board) {
				if err := c.beginMatch(ctx, s, place{b.Pair, round, board, game}, id); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// rule ends the matches that are played no more, and tells whether there were any.
func (c *Club) rule(ctx context.Context, s tournament.State) (ruled bool, err error) {
	played, failed := c.results.played(ctx)
	rulings := s.Rulings(played)
	if err := failed(); err != nil {
		return false, err
	}
	for _, r := range rulings {
		_, err := c.Matches.Change(ctx, r.Match, "", func(now change.State) (change.State, error) {
			if now.Match.Status != match.Playing {
				return now, nil
			}
			e := match.Event{Kind: match.Ruled, Ruling: r.As}
			switch r.Winner {
			case tournament.Challenger:
				e.Winner = now.Match.Challenger.ID
			case tournament.Opponent:
				e.Winner = now.Match.Opponent.ID
			}
			return now.Then(e)
		})
		if err != nil {
			return false, err
		}
		c.Speaker.Say(ctx, r.Match, speak.Cause{})
	}
	return len(rulings) > 0, nil
}

// place is where a match of a tournament is: numbers from 0.
type place struct {
	pair               pairing.Pair
	round, board, game int
}

// text is how files name it.
func (p place) text() string { return fmt.Sprintf("%d.%d.%d", p.round+1, p.board+1, p.game+1) }

// beginMatch begins a match of a board, unless it is there: the board's First is the challenger, who has the first side
// in every other game. A match that was begun and not accepted when the process ended is accepted.
func (c *Club) beginMatch(ctx context.Context, s tournament.State, at place, id string) error {
	if _, known := c.results.over.Get(id); known {
		return nil
	}
	head, err := c.Archive.Head(ctx, id)
	switch {
	case err == nil && head.Status != match.Open:
		return nil
	case err != nil && !errors.Is(err, storage.ErrNotFound):
		return err
	}
	opponent, first := s.Entrants[at.pair.Second], s.FirstSide(at.round, at.board, at.game).ID
	if err != nil {
		if err := c.challenge(ctx, s, at, id); err != nil && !archive.IsConflict(err) {
			return err
		}
	}
	_, err = c.Matches.Change(ctx, id, "", func(now change.State) (change.State, error) {
		if now.Match.Status != match.Open {
			return now, nil
		}
		e := match.Event{Kind: match.Accepted, By: opponent.Who.ID, Who: &opponent.Who, First: first}
		if now.Match.Dice.Seal != "" {
			e.Word = "opponent"
		}
		return now.Then(e)
	})
	if err == nil {
		c.Speaker.Say(ctx, id, speak.Cause{})
	}
	return err
}

// challenge stores the first event of a match of a tournament.
func (c *Club) challenge(ctx context.Context, s tournament.State, at place, id string) error {
	challenger, opponent := s.Entrants[at.pair.First], s.Entrants[at.pair.Second]
	setup := s.Setup.Match
	setup.Opponent, setup.Tournament, setup.Round = opponent.Who, s.ID, at.text()
	var elsewhere []storage.Place
	if opponent.Room != challenger.Room {
		place := storage.Place{Room: opponent.Room}
		if opponent.Alone {
			place.For = opponent.Who.ID
		}
		elsewhere = append(elsewhere, place)
	}
	return c.issue(ctx, id, elsewhere, match.Event{Who: &challenger.Who, Setup: &setup, Room: challenger.Room, Alone: challenger.Alone})
}

// issue stores the first event of a match that nobody asks for at the moment.
func (c *Club) issue(ctx context.Context, id string, elsewhere []storage.Place, e match.Event) error {
	setup := *e.Setup
	game := c.Archive.Game(setup.Game)
	if game == nil {
		return fmt.Errorf("game %q is unknown", setup.Game)
	}
	start, err := game.New(setup.Options)
	if err != nil {
		return err
	}
	e.Kind, e.At, e.By, e.Setup = match.Challenged, c.Now(), e.Who.ID, &setup
	if e.Chain, err = c.Draws.Chain(start); err == nil {
		setup.Openings, err = c.Draws.Openings(game, setup)
	}
	if err != nil {
		return err
	}
	if e.Chain != nil {
		e.Word = "challenger"
	}
	m, err := (&match.Match{ID: id}).Apply(e, c.Archive.Game)
	if err != nil {
		return err
	}
	return c.Matches.Begin(ctx, m, elsewhere, e)
}
