// Package duel plays many games between two players and counts the results.
//
// Games come in pairs: both games of a pair have the same opening, or the same dice, drawn from the seed, and the
// players swap sides in between.
package duel

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/search"
)

// Player chooses a move for the side on turn.
type Player func(ctx context.Context, l engine.Line) (engine.Move, error)

// NewPlayer returns a player that asks a brain for its best move.
func NewPlayer(b engine.Brain, t engine.Limits) Player {
	return func(ctx context.Context, l engine.Line) (engine.Move, error) {
		thought, err := b.Think(ctx, l, t)
		if err != nil {
			return "", err
		}
		return thought.Moves[0].Move, nil
	}
}

// Score is the result of the first of two players.
type Score struct {
	Wins, Draws, Losses int
	Sum, Squares        float64 // of the results: 1, 1/2 or 0 per game; with dice, the points won or lost
	Dice                bool    // the game has dice
}

// Games returns the number of games played.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Share returns the mean result of the first player: 0 to 1, or points per game.
func (s Score) Share() float64 { return s.Sum / float64(max(1, s.Games())) }

// Interval returns the 95% confidence interval of the share: Wilson's with a draw as half a win, or with dice that of
// a normal distribution.
func (s Score) Interval() (low, high float64) {
	const z = 1.96
	n, p := float64(max(1, s.Games())), s.Share()
	if s.Dice {
		half := z * math.Sqrt(max(0, s.Squares/n-p*p)/n)
		return p - half, p + half
	}
	middle := (p + z*z/2/n) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/4/n/n)
	return middle - half, middle + half
}

// Rules describes a duel.
type Rules struct {
	Game    *engine.Game
	Options engine.Options // complete
	Games   int
	Seed    uint64
	Opening int // plies of random opening in a game without dice
}

// OpeningPlies is the usual number of random plies.
const OpeningPlies = 6

// tooLong is the number of plies after which a game counts as a draw.
const tooLong = 2000

// Play plays the games of a duel.
func Play(ctx context.Context, r Rules, first, second Player) (s Score, err error) {
	for n := range r.Games {
		line, random, err := r.drawOpening(uint64(n / 2))
		if err != nil {
			return s, err
		}
		players, side := [2]Player{first, second}, engine.First
		if n%2 == 1 {
			players, side = [2]Player{second, first}, engine.Second
		}
		o, dice, err := finish(ctx, line, random, players)
		if err != nil {
			return s, fmt.Errorf("game %d: %w", n+1, err)
		}
		s.add(o, side, dice)
	}
	return s, nil
}

// add counts a game in which the first player played side.
func (s *Score) add(o engine.Outcome, side engine.Side, dice bool) {
	got := 0.
	switch o.Winner {
	case engine.Nobody:
		s.Draws++
	case side:
		got = 1
		s.Wins++
	default:
		got = -1
		s.Losses++
	}
	if s.Dice = dice; dice {
		got *= float64(o.Points)
	} else {
		got = (1 + got) / 2
	}
	s.Sum += got
	s.Squares += got * got
}

// drawOpening plays the random opening of a pair of games.
func (r Rules) drawOpening(pair uint64) (engine.Line, *search.Random, error) {
	for try := uint64(0); ; try++ {
		random := search.NewRandom(r.Seed, pair, try)
		p, err := r.Game.New(r.Options)
		if err != nil {
			return engine.Line{}, nil, err
		}
		line := r.Game.NewLine(p)
		for line.Len() < r.Opening && (line.Turn() == engine.First || line.Turn() == engine.Second) {
			moves := slices.Collect(line.Position().Moves())
			if line, err = line.Play(moves[random.Intn(len(moves))]); err != nil {
				return line, nil, err
			}
		}
		if line.Turn() != engine.Nobody {
			return line, random, nil
		}
	}
}

// finish plays a game, or the first of a StakeGame, to its end, and reports whether it has dice. A game without end
// is a draw.
func finish(ctx context.Context, line engine.Line, random *search.Random,
	players [2]Player) (o engine.Outcome, dice bool, err error) {
	_, dice = line.Position().(engine.DicePosition)
	for range tooLong {
		o = line.Outcome()
		if c, ok := line.Position().(engine.StakeGame); ok { // only its first game is played
			o = c.Standing().Ended
		}
		if o.Decided() {
			return o, dice, nil
		}
		var move engine.Move
		if turn := line.Turn(); turn == engine.Chance {
			move, err = line.Position().(engine.DicePosition).Roll(1+random.Intn(6), 1+random.Intn(6))
		} else {
			move, err = players[turn-engine.First](ctx, line)
		}
		if err == nil {
			line, err = line.Play(move)
		}
		if err != nil {
			return o, dice, err
		}
	}
	return engine.Outcome{}, dice, nil
}
