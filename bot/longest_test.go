package bot_test

import (
	"bytes"
	"image/gif"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/record"
	"tabuleiro/render"
	"tabuleiro/storage/memorytest"
)

// The longest games that files may contain are read, and shown as a film of a size that services accept, which says
// what share of the positions it shows.
func TestLongestGames(t *testing.T) {
	most, games := 200, []longGame{{"portuguese", "", "", 100}}
	if longtest.All() {
		most, games = engine.MaxFileMoves, []longGame{
			{"portuguese", "", "", 450},
			{"chilean", "", "", 700},
			{"chilean", "capture=huff king-capture=flying", "", 300},
			{"eximo", "", "", 400},
			{"cage", "", "", 200},
			{"backgammon", "points=0", "", engine.MaxFileMoves},
			{"backgammon", "points=25", "", 300},
		}
	}
	for _, g := range games {
		Subtest(t, g.game+" "+g.options+g.start, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			r := g.play(t, most)
			if r.Line.Len() < g.least {
				t.Errorf("%d moves, want at least %d", r.Line.Len(), g.least)
			}
			text, format := record.Write(r)
			Brings(h, Eva, "/import", &chat.File{Name: "long" + format.Ext, Data: []byte(text)})
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Eva loaded a game from a file") {
				t.Fatalf("%d bytes: said %s", len(text), got)
			}
			Says(h, Eva, "/replay")
			m := d.Last(t).M
			if m.File == nil {
				t.Fatalf("no picture: %s", chat.PlainText(m.Text))
			}
			film, err := gif.DecodeAll(bytes.NewReader(m.File.Data))
			if err != nil || len(film.Image) < 20 || len(m.File.Data) > render.MaxAnimation {
				t.Fatalf("a moving picture of %d bytes: %v", len(m.File.Data), err)
			}
			if some := strings.Contains(chat.PlainText(m.Text), "I show one position in"); r.Line.Len() > 2*len(film.Image) && !some {
				t.Errorf("%d boards of %d moves, and it says %s", len(film.Image), r.Line.Len(), chat.PlainText(m.Text))
			}
			t.Logf("%d moves, %d bytes of %s: %d boards, %d pixels wide, %d bytes",
				r.Line.Len(), len(text), format.Name, len(film.Image), film.Config.Width, len(m.File.Data))
		})
	}
}

// longGame is a game to be played as long as possible, and its minimum number of moves.
type longGame struct {
	game, options, start string
	least                int
}

// play plays moves that bring the end no nearer, if there are any.
func (g longGame) play(t *testing.T, most int) engine.Record {
	t.Helper()
	r, err := GameNamed(g.game).NewRecord(engine.ParseOptions(g.options), g.start)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for r.Line.Len() < most {
		moves := slices.Collect(r.Line.Position().Moves())
		random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		best, least := engine.Line{}, math.MaxInt
		for _, m := range moves {
			next, err := r.Line.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if cost := haste(r.Line, m, next); cost < least {
				best, least = next, cost
			}
			if least == 0 {
				break
			}
		}
		if least == math.MaxInt {
			break
		}
		r.Line = best
	}
	r.Result = engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 1}
	return r
}

// haste returns how much a move brings the end of a game nearer.
func haste(before engine.Line, m engine.Move, next engine.Line) (cost int) {
	if next.Outcome().Decided() {
		return math.MaxInt
	}
	view := before.View()
	if view.Points != nil {
		return 0
	}
	trace := before.Position().Trace(m)
	cost = 10 * len(trace.Taken)
	if len(trace.Path) > 0 && !view.Cells[trace.Path[0]].King {
		cost++
	}
	for reply := range next.Position().Moves() {
		if len(next.Position().Trace(reply).Taken) > 0 {
			return cost + 5
		}
	}
	return cost
}
