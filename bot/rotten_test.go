package bot_test

import (
	"bytes"
	"context"
	"iter"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// rotten is a position of a game whose rules panic after some moves.
type rotten struct {
	engine.Position
	bad  func(by engine.Side, move engine.Move) bool
	here bool
}

func (r rotten) Play(move engine.Move) (engine.Position, error) {
	next, err := r.Position.Play(move)
	return rotten{next, r.bad, r.bad(r.Turn(), move)}, err
}

func (r rotten) Moves() iter.Seq[engine.Move] {
	if r.here {
		panic("the rules are wrong")
	}
	return r.Position.Moves()
}

// ruleBound is a brain that uses the rules alone, and prefers the first move.
type ruleBound struct{}

func (ruleBound) Think(_ context.Context, l engine.Line, _ engine.Limits) (thought engine.SearchResult, _ error) {
	for move := range l.Position().Moves() {
		thought.Moves = append(thought.Moves, engine.ScoredMove{Move: move, Win: engine.ProbScale / 2, Draw: engine.ProbScale / 4})
	}
	return thought, nil
}

// If the rules panic at the automatic events after a move, the match does not hang: the computer plays another move or,
// if every move panics, resigns; a person is told of the error, and plays another one. The error is logged.
func TestRules_Panic(t *testing.T) {
	for name, x := range map[string]struct {
		bad    func(by engine.Side, move engine.Move) bool
		says   []string
		length int
		status match.Status
		logged string
	}{
		"after every move of the house": {
			func(by engine.Side, _ engine.Move) bool { return by == engine.Second },
			[]string{"11-15"}, 1, match.Over, "panic in what follows",
		},
		"after a move of a person": {
			func(_ engine.Side, move engine.Move) bool { return move == "11-15" },
			[]string{"11-15", "10-14"}, 2, match.Playing, "panic while answering",
		},
	} {
		Subtest(t, name, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			game := *draughts.Portuguese
			game.Brain = ruleBound{}
			start0 := game.New
			game.New = func(o engine.Options) (engine.Position, error) {
				p, err := start0(o)
				return rotten{Position: p, bad: x.bad}, err
			}
			var log bytes.Buffer
			h, stop := Start(t, store, d, func(c *bot.Config) {
				c.Games, c.Log = []*engine.Game{&game}, slog.New(slog.NewTextHandler(&log, nil))
			})
			Says(h, Ana, "/play damas house level=8 colour=white")
			for _, text := range x.says {
				Says(h, Ana, text)
				Later(5 * time.Minute)
			}
			heads, err := store.Find(t.Context(), storage.Query{})
			if err != nil || len(heads) != 1 || heads[0].Status != x.status {
				t.Errorf("%+v, %v", heads, err)
			}
			moves := 0
			_, events := OnlyStored(t, store, storage.Query{})
			for _, e := range events {
				if e.Kind == match.Moved {
					moves++
				}
			}
			if moves != x.length {
				t.Errorf("%d moves: %+v", moves, events)
			}
			stop()
			if !strings.Contains(log.String(), x.logged) {
				t.Errorf("whoever runs the bot is not told:\n%s", log.String())
			}
		})
	}
}
