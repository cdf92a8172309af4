package record_test

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/record"
)

// written returns the file of a game with all headers, and with these moves or, without any, with the first four legal
// ones.
func written(t *testing.T, g *engine.Game, options, start string, moves ...engine.Move) string {
	t.Helper()
	r, err := g.NewRecord(engine.ParseOptions(options), start)
	if err != nil {
		t.Fatal(err)
	}
	for line := r.Line; len(moves) < 4; {
		for m := range line.Position().Moves() {
			moves = append(moves, m)
			break
		}
		if line, err = line.Play(moves[len(moves)-1]); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range moves {
		if r.Line, err = r.Line.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	r.Names, r.Event, r.Site, r.Round, r.Date = [2]string{"Ana", "Rui"}, "Taça", "Lisboa", "3", "2026.11.??"
	r.Result = engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 1}
	text, err := record.Text.Write(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Damaged files are read or refused as in testdata/damages.txt: our own, and others recognised by their content.
func TestFiles_Damaged(t *testing.T) {
	ours := written(t, cage.Cage, "size=6", "")
	answers := written(t, draughts.Chilean, "capture=huff", "W:W38,50:B33,15", "50-44", "demand", "38x29", "15-20")
	all := func(text string, games []*engine.Game, named *engine.Game) (engine.File, error) {
		return record.ReadAll("game.txt", []byte(text), games, named)
	}
	enginetest.Damages(t, 120,
		enginetest.Damaged{Name: "ours", Text: ours, Read: record.Text.Read, Games: games},
		enginetest.Damaged{Name: "two", Text: answers + "\n" + ours, Read: record.Text.Read, Games: games},
		enginetest.Damaged{Name: "any", Text: answers, Read: all, Games: games},
		enginetest.Damaged{Name: "pdn", Text: "[White \"Ana\"]\n[GameType \"28\"]\n1. 11-14 23-19 2. 14x23 *\n", Read: all, Games: games},
		enginetest.Damaged{Name: "position", Text: "A board\n\nW:W1,2,K9:B21,K22\n\nB:W1:B9:H2\n", Read: all, Games: games},
		enginetest.Damaged{Name: "points", Text: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n", Read: all, Games: games})
}
