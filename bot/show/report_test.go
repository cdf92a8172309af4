package show_test

import (
	"bytes"
	"context"
	"errors"
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
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// Ana, who is Black, bears her last checker off with any roll; the computer is on turn.
const oneThrow = `from="XGID=------J-----------------a-:0:0:1:21:0:0:0:0:10"`

// The computer resigns a lost game after its own move. If the automatic roll and play end the game, it resigns neither
// that nor the next game of the match.
func TestReport_GivesUpTooLate(t *testing.T) {
	for name, c := range map[string]struct {
		words string
		ended bool
	}{
		"a single game":          {oneThrow, true},
		"a game of a match":      {strings.Replace(oneThrow, ":0:10\"", ":5:10\"", 1) + " points=5", false},
		"a game without an end":  {oneThrow + " points=0", false},
		"where it resigns alone": {oneThrow + " gammons=off", true},
	} {
		for _, level := range []string{"1", "4", "8"} {
			Subtest(t, name+", level "+level, func(t *testing.T) {
				store, d := memorytest.New(), NewDesk()
				h, _ := Start(t, store, d, Thinking)
				Says(h, Ana, "/settings me roll on")
				Says(h, Ana, "/play gamao house level="+level+" colour=black "+c.words)
				Later(time.Minute)
				m := Only(t, store, storage.Query{})
				score := engine.StandingOf(m.Line.Position()).Score
				if over := m.Status == match.Over; over != c.ended || score[0]+score[1] == 0 {
					t.Errorf("%s, %v: %s\nsaid: %q", m.Status, score, m.Line.Position(), d.Heard())
				}
				_, events := OnlyStored(t, store, storage.Query{})
				for _, e := range events {
					if e.Kind == match.Offered {
						t.Errorf("the house offers to resign a game that has ended: %+v", e)
					}
				}
			})
		}
	}
}

// certain is a brain that prefers the first move and is sure of a draw.
type certain struct{}

func (certain) Think(_ context.Context, l engine.Line, _ engine.Limits) (engine.SearchResult, error) {
	for move := range l.Position().Moves() {
		return engine.SearchResult{Moves: []engine.ScoredMove{{Move: move, Draw: engine.ProbScale, Equity: engine.ProbScale / 2}}}, nil
	}
	return engine.SearchResult{}, errors.New("nobody is on turn")
}

// The computer offers no draw in a game that its own move has ended.
func TestReport_OffersDrawTooLate(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		game := *draughts.Portuguese
		game.Brain = certain{}
		h, _ := Start(t, store, d, func(c *bot.Config) { c.Games = []*engine.Game{&game} })
		Says(h, Ana, `/play damas house level=8 colour=black from="W:W15:B19"`)
		Later(time.Minute)
		if m := Only(t, store, storage.Query{}); m.Status != match.Over {
			t.Errorf("%s: %s\nsaid: %q", m.Status, m.Line.Position(), d.Heard())
		}
	})
}

// foolish is a brain with an invalid answer.
type foolish struct {
	engine.Brain
	think func(engine.SearchResult) (engine.SearchResult, error)
}

func (f foolish) Think(ctx context.Context, l engine.Line, task engine.Limits) (engine.SearchResult, error) {
	thought, err := f.Brain.Think(ctx, l, task)
	if err != nil {
		return thought, err
	}
	return f.think(thought)
}

// No match waits for ever for a computer that cannot answer: it plays a fallback move at once, and the error is logged.
func TestReport_PlainMove(t *testing.T) {
	for name, think := range map[string]func(engine.SearchResult) (engine.SearchResult, error){
		"it has no idea": func(engine.SearchResult) (engine.SearchResult, error) {
			return engine.SearchResult{}, errors.New("no idea")
		},
		"it panics":       func(engine.SearchResult) (engine.SearchResult, error) { panic("no idea") },
		"it has no moves": func(engine.SearchResult) (engine.SearchResult, error) { return engine.SearchResult{}, nil },
		"it moves as it likes": func(engine.SearchResult) (engine.SearchResult, error) {
			return engine.SearchResult{Moves: []engine.ScoredMove{{Move: "1-32"}}}, nil
		},
	} {
		Subtest(t, name, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			game := *draughts.Portuguese
			game.Brain = foolish{game.Brain, think}
			var log bytes.Buffer
			h, stop := Start(t, store, d, func(c *bot.Config) {
				c.Games, c.Log = []*engine.Game{&game}, slog.New(slog.NewTextHandler(&log, nil))
			})
			defer stop()
			Says(h, Ana, "/play damas house level=8 colour=white")
			Says(h, Ana, "11-15")
			Later(time.Second)
			m := Only(t, store, storage.Query{})
			if m.Line.Len() != 2 {
				t.Errorf("the house has not moved: %s", m.Line.Position())
			}
			Says(h, Ana, "/draw")
			Later(time.Second)
			if m = Only(t, store, storage.Query{}); m.Pending != (match.Pending{}) || m.Status != match.Playing {
				t.Errorf("the house has not answered: %s, %+v", m.Status, m.Pending)
			}
			stop()
			if n := strings.Count(log.String(), "playing a fallback move"); n == 0 {
				t.Errorf("the operator is not told:\n%s", log.String())
			}
		})
	}
}

// A failing store does not change the computer's decision: it is carried out when the store recovers.
func TestReport_StoreIsNoBlunder(t *testing.T) {
	InTime(t, func(t *testing.T) {
		disk, d := memorytest.New(), NewDesk()
		store := faultytest.New(disk)
		var log bytes.Buffer
		h, _ := Start(t, store, d, func(c *bot.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		Says(h, Ana, "/play damas house level=2 colour=white")
		failed := 0
		store.Plan(func(c faultytest.Call) (f faultytest.Fault) {
			if c.Method == "Append" && c.Events == 1 && failed < 5 {
				if m := Only(t, disk, storage.Query{}); m.Turn() == engine.Second {
					failed, f.Err = failed+1, errors.New("the disk is broken")
				}
			}
			return f
		})
		Says(h, Ana, "11-15")
		Later(10 * time.Minute)
		if m := Only(t, disk, storage.Query{}); failed != 5 || m.Line.Len() != 2 || strings.Contains(log.String(), "plain") {
			t.Errorf("after %d failures: %s\n%s", failed, m.Line.Position(), log.String())
		}
	})
}
