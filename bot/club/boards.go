package club

import (
	"context"
	"errors"
	"fmt"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/notify"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// beginMatches begins the matches that do not exist yet.
func (c *Club) beginMatches(ctx context.Context, s tournament.State) error {
	if s.Status != tournament.Running {
		return nil
	}
	for round := range s.Rounds {
		for board, is := range s.Rounds[round].Boards {
			if is.Second == pairing.Bye || is.Decided != nil {
				continue
			}
			for game, id := range s.Games(round, board) {
				if err := c.beginMatch(ctx, s, round, board, game, id); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// rule ends the matches that must not be continued, and reports whether there were any.
func (c *Club) rule(ctx context.Context, s tournament.State) (ruled bool, err error) {
	played, failed := c.played(ctx)
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
		c.Notifier.Notify(ctx, r.Match, notify.Origin{})
	}
	return len(rulings) > 0, nil
}

// beginMatch begins a match of a board unless it exists: the board's First is the challenger, who has the first side in
// every other game. A match left open by a crash is accepted.
func (c *Club) beginMatch(ctx context.Context, s tournament.State, round, board, game int, id string) error {
	if _, known := c.over.Get(id); known {
		return nil
	}
	head, err := c.Archive.Head(ctx, id)
	switch {
	case err == nil && head.Status != match.Open:
		return nil
	case err != nil && !errors.Is(err, storage.ErrNotFound):
		return err
	}
	opponent, first := s.Entrants[s.Rounds[round].Boards[board].Second], s.FirstSide(round, board, game).ID
	if err != nil {
		if err := c.challenge(ctx, s, round, board, game, id); err != nil && !archive.IsConflict(err) {
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
		c.Notifier.Notify(ctx, id, notify.Origin{})
	}
	return err
}

// challenge stores the first event of a match of a tournament.
func (c *Club) challenge(ctx context.Context, s tournament.State, round, board, game int, id string) error {
	pair := s.Rounds[round].Boards[board].Pair
	challenger, opponent := s.Entrants[pair.First], s.Entrants[pair.Second]
	setup := s.Setup.Match
	setup.Opponent, setup.Tournament, setup.Round = opponent.Who, s.ID, fmt.Sprintf("%d.%d.%d", round+1, board+1, game+1)
	if game%2 == 1 { // the same with the sides changed: as the one before begins
		before, _, err := c.Archive.Load(ctx, s.Games(round, board)[game-1])
		if err != nil {
			return err
		}
		setup.Openings, setup.Drawn = before.Setup.Openings, before.Setup.Drawn
	}
	var elsewhere []storage.Place
	if opponent.Room != challenger.Room {
		place := storage.Place{Room: opponent.Room}
		if opponent.Alone {
			place.For = opponent.Who.ID
		}
		elsewhere = append(elsewhere, place)
	}
	of := c.Archive.Game(setup.Game)
	if of == nil {
		return fmt.Errorf("game %q is unknown", setup.Game)
	}
	e := match.Event{Kind: match.Challenged, At: c.Now(), By: challenger.Who.ID, Who: &challenger.Who, Setup: &setup,
		Room: challenger.Room, Alone: challenger.Alone}
	if err := c.Draws.Prepare(of, &e, "challenger"); err != nil {
		return err
	}
	m, err := (&match.Match{ID: id}).Apply(e, c.Archive.Game)
	if err != nil {
		return err
	}
	return c.Matches.Begin(ctx, m, elsewhere, e)
}

// mostKnown is the maximum number of cached outcomes of matches.
const mostKnown = 5000

// played returns the outcomes of matches, and a function that returns the error of reading them, after which nothing may
// be derived from the outcomes. The end of a match is announced before it counts, so that what follows is told later.
func (c *Club) played(ctx context.Context) (tournament.Played, func() error) {
	var failed error
	return func(id string) tournament.Outcome {
		if o, known := c.over.Get(id); known {
			return o
		}
		m, _, err := c.Archive.Load(ctx, id)
		if err != nil {
			if !errors.Is(err, storage.ErrNotFound) { // else it has not begun
				failed = err
			}
			return tournament.Outcome{}
		}
		o := tournament.OutcomeOf(m)
		if o.Over {
			c.Notifier.Notify(ctx, id, notify.Origin{})
			c.over.Put(id, o)
		}
		return o
	}, func() error { return failed }
}
