// Package duel lets two players of one game play many games against each other and counts.
//
// Games come in pairs: both of a pair have the same opening, or the same dice, drawn from the seed, and the players
// change sides in between.
package duel

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/search"
)

// Player finds a move for the side on turn.
type Player func(ctx context.Context, l engine.Line) (engine.Move, error)

// NewPlayer is the player that asks a brain. Seeds of different games differ.
func NewPlayer(b engine.Brain, t engine.Limits) Player {
	return func(ctx context.Context, l engine.Line) (engine.Move, error) {
		thought, err := b.Think(ctx, l, t)
		if err != nil {
			return "", err
		}
		return thought.Moves[0].Move, nil
	}
}

// Score is how the first of two players did.
type Score struct {
	Wins, Draws, Losses int
	Sum, Squares        float64 // of what it got: 1, 1/2 or 0 a game; with dice, the points won or lost
	Dice                bool    // the game has dice
}

// Games is the number of games that were played.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Share is what the first player got on average: a share from 0 to 1, or points a game.
func (s Score) Share() float64 { return s.Sum / float64(max(1, s.Games())) }

// Interval has the true share in it with a probability of 95 %. It is Wilson's, drawn games counting as half a win;
// with dice that of a normal distribution.
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

// Rules of a duel.
type Rules struct {
	Game    *engine.Game
	Options engine.Options // complete
	Games   int
	Seed    uint64
	Opening int // plies drawn at random at the beginning of a game without dice
}

// OpeningPlies is the usual number of plies that are drawn.
const OpeningPlies = 6

// tooLong is a number of plies after which a game is given up as a draw.
const tooLong = 2000

// Play lets the players play.
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

// add counts a game in which the first player had a side.
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

// drawOpening draws the opening of a pair.
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

// finish plays a game to its end, or one of a contest, and reports whether it has dice. A game without end is a draw.
func finish(ctx context.Context, line engine.Line, random *search.Random,
	players [2]Player) (o engine.Outcome, dice bool, err error) {
	_, dice = line.Position().(engine.DicePosition)
	for range tooLong {
		o = line.Outcome()
		if c, ok := line.Position().(engine.StakeGame); ok { // of which one game is played
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
