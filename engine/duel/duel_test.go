package duel_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/fourtest"
)

// asked has the positions given to a player, and the results of the games that its move ended.
type asked struct {
	lines []engine.Line
	ends  []engine.Line
}

// pick returns a player that chooses the nth move, modulo their number.
func (a *asked) pick(n int) duel.Player {
	return func(_ context.Context, l engine.Line) (engine.Move, error) {
		a.lines = append(a.lines, l)
		moves := slices.Collect(l.Position().Moves())
		m := moves[n%len(moves)]
		next, err := l.Play(m)
		if err != nil {
			return "", err
		}
		if c, ok := next.Position().(engine.StakeGame); next.Outcome().Decided() || ok && c.Standing().Ended.Decided() {
			a.ends = append(a.ends, next)
		}
		return m, nil
	}
}

func rulesOf(t *testing.T, g *engine.Game, chosen engine.Options, games int) duel.Rules {
	t.Helper()
	options, err := g.Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	return duel.Rules{Game: g, Options: options, Games: games, Seed: 3, Opening: 6}
}

// Both games of a pair begin alike, each player has each side once, and the score is that of the games.
func TestPlay(t *testing.T) {
	var first, second asked
	const games = 20
	s, err := duel.Play(t.Context(), rulesOf(t, fourtest.Four, nil, games), first.pick(0), second.pick(4))
	if err != nil {
		t.Fatal(err)
	}
	var openings []string
	wins, draws := 0, 0
	for _, a := range []*asked{&first, &second} {
		for _, l := range a.lines {
			if l.Len() == 6 { // the first of the players is on turn
				openings = append(openings, l.Position().String())
			}
		}
		for _, end := range a.ends {
			mine := end.At(end.Len() - 1).Turn()
			switch o := end.Outcome(); {
			case o.Draw():
				draws++
			case (o.Winner == mine) == (a == &first):
				wins++
			}
		}
	}
	if s.Wins != wins || s.Draws != draws || s.Games() != games || s.Losses != games-wins-draws || s.Dice {
		t.Errorf("%+v of %d wins and %d draws", s, wins, draws)
	}
	if want := float64(wins) + float64(draws)/2; s.Sum != want || s.Squares != float64(wins)+float64(draws)/4 ||
		s.Share() != want/games {
		t.Errorf("%+v, a share of %f", s, s.Share())
	}
	slices.Sort(openings)
	if len(openings) != games {
		t.Fatalf("%d games begin behind six moves", len(openings))
	}
	for i := 0; i < games; i += 2 {
		if openings[i] != openings[i+1] {
			t.Errorf("%s begins one game of a pair", openings[i])
		}
	}
	if different := slices.Compact(openings); len(different) != games/2 {
		t.Errorf("%d openings in %d pairs", len(different), games/2)
	}
	for _, a := range []*asked{&first, &second} {
		begun := slices.DeleteFunc(slices.Clone(a.lines), func(l engine.Line) bool { return l.Len() != 6 })
		if len(begun) != games/2 {
			t.Errorf("a player begins %d of %d games", len(begun), games)
		}
	}
}

// With dice a single game is played for points, whatever the match length.
func TestPlay_Dice(t *testing.T) {
	var first, second asked
	s, err := duel.Play(t.Context(), rulesOf(t, backgammon.Backgammon, engine.Options{"points": "5"}, 6), first.pick(0),
		second.pick(3))
	if err != nil {
		t.Fatal(err)
	}
	sum, squares, ends := 0., 0., 0
	for _, a := range []*asked{&first, &second} {
		for _, end := range a.ends {
			o := end.Position().(engine.StakeGame).Standing().Ended
			points := float64(o.Points)
			if (o.Winner == end.At(end.Len()-1).Turn()) != (a == &first) {
				points = -points
			}
			sum, squares, ends = sum+points, squares+points*points, ends+1
		}
	}
	if !s.Dice || s.Games() != 6 || ends != 6 || s.Sum != sum || s.Squares != squares || s.Draws != 0 || squares == 6 {
		t.Errorf("%+v of %d ends: %f points, squares %f", s, ends, sum, squares)
	}
	if low, high := s.Interval(); math.Abs((low+high)/2-sum/6) > 1e-9 ||
		math.Abs((high-low)/2-1.96*math.Sqrt((squares/6-sum*sum/36)/6)) > 1e-9 {
		t.Errorf("%+v: %f to %f", s, low, high)
	}
	// Both games of a pair have the same dice.
	dice := func(l engine.Line) (list []engine.Move) {
		for n := range l.Len() {
			if l.At(n).Turn() == engine.Chance {
				list = append(list, l.Move(n))
			}
		}
		return list
	}
	var begins []string
	for _, a := range []*asked{&first, &second} {
		for _, l := range a.lines {
			if throws := dice(l); len(throws) == l.Len() {
				text := ""
				for _, m := range throws {
					text += string(m) + " "
				}
				begins = append(begins, text)
			}
		}
	}
	slices.Sort(begins)
	for i := 0; i+1 < len(begins); i += 2 {
		if begins[i] != begins[i+1] {
			t.Errorf("games begin with %q", begins)
		}
	}
	if len(begins) != 6 {
		t.Errorf("games begin with %q", begins)
	}
}

// An endless game is scored as a draw.
func TestPlay_Endless(t *testing.T) {
	g := *draughts.Portuguese
	g.Repeat = 0
	start := "W:WK1,K5,K9:BK32,K28,K24"
	g.New = func(o engine.Options) (engine.Position, error) {
		p, err := draughts.Portuguese.Parse(start, o)
		return endless{p}, err
	}
	plies := 0
	player := func(_ context.Context, l engine.Line) (engine.Move, error) {
		plies++
		for m := range l.Position().Moves() {
			return m, nil
		}
		return "", errors.New("no moves")
	}
	r := rulesOf(t, &g, nil, 1)
	r.Opening = 0
	s, err := duel.Play(t.Context(), r, player, player)
	if err != nil || s.Draws != 1 || s.Games() != 1 || s.Share() != 0.5 || plies != 2000 {
		t.Errorf("%+v after %d plies, %v", s, plies, err)
	}
}

// endless stays the same, whatever is played.
type endless struct{ engine.Position }

func (e endless) Play(engine.Move) (engine.Position, error) { return e, nil }

// A player's error is returned with the number of the game.
func TestPlay_Fails(t *testing.T) {
	broken := errors.New("broken")
	player := func(context.Context, engine.Line) (engine.Move, error) { return "", broken }
	_, err := duel.Play(t.Context(), rulesOf(t, fourtest.Four, nil, 2), player, player)
	if !errors.Is(err, broken) || err.Error() != "game 1: broken" {
		t.Error(err)
	}
	other := func(context.Context, engine.Line) (engine.Move, error) { return "", errors.New("other") }
	if _, err := duel.Play(t.Context(), rulesOf(t, fourtest.Four, nil, 2), player, other); !errors.Is(err, broken) {
		t.Errorf("the first player does not begin the first game: %v", err)
	}
	wrong := func(context.Context, engine.Line) (engine.Move, error) { return "z9", nil }
	if _, err := duel.Play(t.Context(), rulesOf(t, fourtest.Four, nil, 2), wrong, wrong); err == nil {
		t.Error("a move that is none is played")
	}
	if _, err := duel.Play(t.Context(), rulesOf(t, draughts.Portuguese, nil, 2), duel.NewPlayer(brain{broken}, engine.Limits{}),
		player); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// brain is a brain that fails.
type brain struct{ err error }

func (b brain) Think(context.Context, engine.Line, engine.Limits) (engine.SearchResult, error) {
	return engine.SearchResult{}, b.err
}

// Wilson's interval agrees with statistical tables.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		score     duel.Score
		low, high float64
	}{
		{duel.Score{Wins: 8, Losses: 2, Sum: 8}, 0.4902, 0.9433},
		{duel.Score{Wins: 5, Losses: 5, Sum: 5}, 0.2366, 0.7634},
		{duel.Score{Wins: 4, Draws: 2, Losses: 4, Sum: 5}, 0.2366, 0.7634},
		{duel.Score{Wins: 10, Sum: 10}, 0.7225, 1},
		{duel.Score{Losses: 10}, 0, 0.2775},
		{duel.Score{}, 0, 0.7935},
		{duel.Score{Wins: 4, Sum: 8, Squares: 16, Dice: true}, 2, 2},
	} {
		if low, high := c.score.Interval(); math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%+v: %.4f to %.4f", c.score, low, high)
		}
	}
}

// thinker is a brain that values everything alike.
type thinker struct {
	thought engine.SearchResult
	err     error
	task    *engine.Limits
}

func (t thinker) Think(_ context.Context, _ engine.Line, task engine.Limits) (engine.SearchResult, error) {
	*t.task = task
	return t.thought, t.err
}

// A player of a brain plays its best move, and fails as it does.
func TestOf(t *testing.T) {
	var asked engine.Limits
	brain := thinker{engine.SearchResult{Moves: []engine.ScoredMove{{Move: "best"}, {Move: "other"}}}, nil, &asked}
	if m, err := duel.NewPlayer(brain, engine.Limits{Level: 3})(t.Context(), engine.Line{}); m != "best" || err != nil || asked.Level != 3 {
		t.Errorf("%q, %v, asked %+v", m, err, asked)
	}
	brain.err = errors.New("broken")
	if m, err := duel.NewPlayer(brain, engine.Limits{})(t.Context(), engine.Line{}); m != "" || !errors.Is(err, brain.err) {
		t.Errorf("%q, %v", m, err)
	}
}
