package exercise_test

import (
	"bytes"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/draughts"
)

// A wrong move is answered privately with its consequences, in words and drawn: a reason, or else the remaining
// chances. After giving up, the solution is drawn on the first board, and the text explains its first move.
func TestPuzzle_Refuted(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/puzzle next")
		p := PosedIn(t, h.Store, "desk:group").Puzzle
		line, err := p.Line(draughts.Portuguese)
		if err != nil {
			t.Fatal(err)
		}
		for m := range line.Position().Moves() {
			if m == p.Solution[0] {
				continue
			}
			Says(h, Ana, "/puzzle "+string(m))
			told := d.Last(t).M
			if text := chat.PlainText(told.Text); !told.Private || !strings.Contains(text, "After "+string(m)+": ") ||
				told.Board == nil || told.Board.PNG == nil {
				t.Errorf("%s: %q, private %v, board %v", m, text, told.Private, told.Board)
			} else if !strings.Contains(text, "\n"+string(m)+" ") && !strings.Contains(text, "Your chances: ") {
				t.Errorf("%s has no reason: %q", m, text)
			}
		}
		before := d.Last(t).M.Board.PNG
		Says(h, Ana, "/puzzle solution")
		told := d.Last(t).M
		if text := chat.PlainText(told.Text); !strings.Contains(text, "\n"+string(p.Solution[0])+" ") ||
			!strings.Contains(told.Board.Alt, "\n"+string(p.Solution[0])+" ") || bytes.Equal(before, told.Board.PNG) {
			t.Errorf("%q, alt %q", text, told.Board.Alt)
		}
	}, Drawing)
}
