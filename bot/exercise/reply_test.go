package exercise_test

import (
	"fmt"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/storage"
)

// A reply to the message of a lesson, a puzzle or a match is for that, whatever came last.
func TestReply(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		shown := map[string]string{}
		show := func(what, text string) {
			Privately(h, Ana, text)
			shown[what] = chat.PlainText(d.Last(t).M.Text)
		}
		show("match", "/play damas @house:1 colour=white")
		show("lesson", "/learn damas 1")
		show("puzzle", "/puzzle damas")
		wrong := wrongIn(t, PosedIn(t, h.Store, Ana.ID))
		for _, c := range []struct{ text, to, want string }{
			{"hint", "", "Answer the puzzle with a move"}, {"hint", "match", "Hints used: 1."}, {"hint", "puzzle", "Answer the puzzle with a move"},
			{"hint", "lesson", "🎓 Look at the piece on 11."}, {"11-16", "lesson", "16 is not on a diagonal"},
			{"next", "lesson", "🎓 Portuguese draughts 2/9"}, {"11x20", "lesson", "🎓 Portuguese draughts 3/9"}, {"/learn damas 1", "", "1/9"},
			{wrong, "puzzle", wrong + " is not it"}, {"11-15", "match", "Ana: 11-15"}, {wrong, "puzzle", wrong + " is not it"},
			{"11-15", "lesson", "11-15: right!"},
		} {
			d.Heard()
			Hear(h, chat.Event{Room: chat.Room(Ana.ID), From: Ana, Text: c.text, Quoted: shown[c.to], Private: true, Addressed: true})
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, c.want) {
				t.Errorf("%s, in reply to the %s: told %q, want %q", c.text, c.to, got, c.want)
			}
		}
	})
}

// A move that is legal in the puzzle, and in a match that has gone on since, is for the match.
func TestPuzzle_MatchGoneOn(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/puzzle cage")
		set := PosedIn(t, h.Store, "desk:group")
		line, err := set.Puzzle.Line(GameNamed("cage"))
		if err != nil {
			t.Fatal(err)
		}
		right := set.Puzzle.Solution[0]
		var before []engine.Move
		for own := range line.Position().Moves() {
			next, err := line.Play(own)
			if err != nil {
				t.Fatal(err)
			}
			for other := range next.Position().Moves() {
				last, err := next.Play(other)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := last.Position().Read(string(right)); err == nil && own != right && before == nil {
					before = []engine.Move{own, other}
				}
			}
		}
		if before == nil {
			t.Fatal("the solution cannot wait")
		}
		colour := map[engine.Side]string{engine.First: "first", engine.Second: "second"}[line.Turn()]
		Says(h, Ana, fmt.Sprintf("/play cage colour=%s from=%q @rui", colour, set.Puzzle.Position))
		Says(h, Rui, "/accept")
		id := Only(t, h.Store, storage.Query{}).ID
		for i, move := range before {
			Says(h, []chat.User{Ana, Rui}[i], "/move #"+id+" "+string(move))
		}
		d.Heard()
		Says(h, Ana, string(right))
		if m := Only(t, h.Store, storage.Query{}); m.Moves() != 3 || PosedIn(t, h.Store, "desk:group").Puzzle == nil {
			t.Errorf("%s, after %q: told %q", right, before, d.Heard())
		}
	})
}
