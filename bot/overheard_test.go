package bot_test

import (
	"bufio"
	"flag"
	"os"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage/memory"
)

var talk = flag.String("talk", "testdata/talk/talk.txt", "lines of ordinary talk, to be overheard with a match on")

// mostAnswered is how many lines of ordinary talk are answered at the most.
const mostAnswered = 2

// Ordinary talk that is overheard with a match on moves no piece, whoever of the two players says it, and is hardly
// ever answered: times, scores, prices and squares are in it.
func TestOverheardTalk(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memory.New(), newDesk()
		d.caps.Talk = true
		h, _ := start(t, store, d)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		d.heard()
		file, err := os.Open(*talk)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines, answered := 0, 0
		for in := bufio.NewScanner(file); in.Scan(); lines++ {
			hear(h, chat.Event{Room: "desk:group", From: []chat.User{ana, rui}[lines%2], Text: in.Text()})
			if said := d.heard(); len(said) > 0 {
				answered++
				t.Logf("%q is answered with %q", in.Text(), said)
			}
		}
		moves := 0
		for _, e := range eventsOf(t, store) {
			if e.Kind == match.Moved {
				moves++
			}
		}
		t.Logf("%d lines, %d moves, %d answers", lines, moves, answered)
		if moves > 0 || answered > mostAnswered || lines == 0 {
			t.Errorf("of %d lines %d were moves and %d were answered", lines, moves, answered)
		}
	})
}

// Right after a board a short question of one of its players about the match is answered, though it is said to nobody:
// where the board is, and whose turn it is. That of anybody else is not, nor talk about a board.
func TestAskedRightAfterABoard(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.caps.Talk = true
		h, _ := start(t, memory.New(), d)
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		for text, told := range map[string]string{
			"cadê o tabuleiro?": "Portuguese draughts", "onde está o tabuleiro": "Portuguese draughts",
			"where's the board":       "Portuguese draughts",
			"¿dónde está el tablero?": "Portuguese draughts", "de quem é a vez?": "Ana (⚪) to move",
			"¿a quién le toca?": "Ana (⚪) to move",
			"whose turn is it?": "Ana (⚪) to move", "what a lovely board game night": "", "it was my turn to cook": "",
		} {
			for _, who := range []chat.User{ana, rui, eva} {
				want := told
				if who == eva {
					want = ""
				}
				d.heard()
				hear(h, chat.Event{Room: "desk:group", From: who, Text: text})
				if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, want) || want == "" && got != "" {
					t.Errorf("%s: %q is answered with %q, not %q", who.Name, text, got, want)
				}
			}
		}
	})
}
