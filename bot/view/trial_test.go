package view_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
)

// A trial shows the board after a number of its moves, and which move that is; buttons lead to those before and after.
// The match is unchanged.
func TestTrial_Place(t *testing.T) {
	g, moves := draughts.Portuguese, []engine.Move{"11-15", "23-20", "12-16"}
	m := &match.Match{Game: g, Line: g.NewLine(scene(t, g, "").Position), Status: match.Playing}
	a := view.Audience{Voice: voice(t, "en", nil)}
	shown := func(m *match.Match, try view.Trial) chat.Message {
		t.Helper()
		said, err := a.Trial(m, try)
		if err != nil || said.Board == nil {
			t.Fatalf("%+v: %+v, %v", try, said, err)
		}
		return said
	}
	for at, want := range []struct{ words, buttons string }{
		{"11-15 23-20 12-16", "▶"}, {"11-15 | 23-20 12-16", "◀ ▶"}, {"11-15 23-20 | 12-16", "⏮ ◀ ▶"},
		{"11-15 23-20 12-16 |", "⏮ ◀"},
	} {
		said := shown(m, view.Trial{Line: moves, At: at})
		if got := chat.PlainText(said.Text); !strings.HasSuffix(strings.TrimSpace(got), "\n"+want.words) || !said.Private {
			t.Errorf("after %d: %q, private %t", at, got, said.Private)
		}
		rows := rowsOf(said.Buttons)
		if got := strings.ReplaceAll(rows[len(rows)-1], " | ", " "); got != want.buttons {
			t.Errorf("after %d: buttons %q, want %q", at, got, want.buttons)
		}
		played := *m
		for _, move := range moves[:at] {
			next, err := played.Line.Play(move)
			if err != nil {
				t.Fatal(err)
			}
			played.Line = next
		}
		if want := shown(&played, view.Trial{}); said.Board.Text != want.Board.Text {
			t.Errorf("after %d the board is\n%s\nwant\n%s", at, said.Board.Text, want.Board.Text)
		}
	}
	if m.Line.Len() != 0 {
		t.Errorf("the match has the moves of the trial")
	}
	if _, err := a.Trial(m, view.Trial{Line: []engine.Move{"11-15", "11-15"}, At: 1}); err == nil {
		t.Error("a line that cannot be played is shown")
	}
}
