package rules

import (
	"fmt"
	"strings"
	"testing"

	"tabuleiro/engine"
)

func TestParse(t *testing.T) {
	const opening = "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32"
	tests := []struct{ text, want string }{
		{opening, opening},
		{"W:W1-12:B21-32", opening},
		{"W:B21-32:W1-12", opening},
		{" w : w1-12 : b21-32 . ", opening},
		{`"W:W1-12:B21-32."`, opening},
		{`[FEN "W:W1-12:B21-32"]`, opening},
		{"B:WK9,2,1:BK22,21", "B:W1,2,K9:B21,K22"},
		{"W:WK1-3:BK30", "W:WK1,K2,K3:BK30:F1"}, // the rio is occupied, so the next move is number one
		{"W:WK2,K3,K4:BK30", "W:WK2,K3,K4:BK30"},
		{"W:WK2,K3,K4:BK1", "W:WK2,K3,K4:BK1"}, // occupied, but by the weaker side
		{"W:W:BK3", "W:W:BK3"},
		{"W:W1:B", "W:W1:B"},
		{"W:WK1:BK2:H12", "W:WK1:BK2:H12"},
		{"W:WK1:BK2:H0:F0", "W:WK1:BK2"},
		{"W:WD12,3:B20,D30", "W:W3,K12:B20,K30"},
		{"W:Wd3,Kf1:Ba8,Dd5", "W:WK2,11:BK19,32"},
		{"B:Wd3,e4:Ba4", "B:W11,14:B16"},
		{"W:F3:WK2,K3,K4:H12:BK30", "W:WK2,K3,K4:BK30:H12:F3"},
		{"W:WK2,K3,K4:BK30:H40:F13", "W:WK2,K3,K4:BK30:H40:F13"},
	}
	for _, test := range tests {
		p, err := Portuguese.Parse(test.text, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.String(); got != test.want {
			t.Errorf("%s is read as %s, want %s", test.text, got, test.want)
		}
	}
}

func TestParse_Errors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "who moves must be W or B"},
		{"hello", "who moves must be W or B"},
		{"X:W1:B2", "who moves must be W or B"},
		{"W", "both sides must be there"},
		{"W:W1", "both sides must be there"},
		{"W:W1:B9:", "nothing between two colons"},
		{"W:W1:W2", "W is there twice"},
		{"W:W1:B9:Z3", `"Z3" is neither a side (W, B) nor a counter`},
		{"W:W33:B2", "W33: there is no square 33: they are 1-32"},
		{"W:W0:B9", "there is no square 0"},
		{"W:W1:B9999", "there is no square 9999"},
		{"W:W1:B999999999999999999999", `"999999999999999999999" is not a square`},
		{"W:W1,,2:B9", `"" is not a square`},
		{"W:Wa1:B9", "some squares have names and others numbers"},
		{"W:WD3:BD6", "the letter D before a number may be a file or a dama"},
		{"W:Wa1:Bd5", "a1 is no dark square of the board"},
		{"W:Wi1:Bd5", "i1 is no dark square of the board"},
		{"W:W-1:B9", `"-1" is not a square`},
		{"W:W5-1:B9", "a range goes up"},
		{"W:W1-:B9", `"1-" is not a square`},
		{"W:W1,1:B9", "two pieces stand on square 1"},
		{"W:W1:B1", "two pieces stand on square 1"},
		{"W:W29:B9", "29: a man on its last row"},
		{"W:W1:B4", "4: a man on its last row"},
		{"W:W:B", "not a single piece"},
		{"W:W1-13:B25", "one side has 13 pieces: it begins with 12"},
		{"W:WK1-13:B25", "one side has 13 pieces: it begins with 12"},
		{"W:W1:B9:H41", "counter H41: it must be H0 to H40"},
		{"W:W1:B9:H-1", "counter H-1"},
		{"W:W1:B9:H", "counter H: "},
		{"W:W1:B9:F", "counter F: "},
	}
	for _, test := range tests {
		p, err := Portuguese.Parse(test.text, nil)
		if err == nil {
			t.Errorf("%s is read as %s", test.text, p)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %q, want %q in it", test.text, err, test.want)
		}
	}
}

// Only games with that ending have the counter of a held main diagonal, and its limit depends on the pieces.
func TestParse_Road(t *testing.T) {
	roads := 0
	for _, g := range append([]*engine.Game{Portuguese, Chilean}, others...) {
		most := 0
		for _, e := range VariantOf(g).Endings {
			if e.road {
				most = max(most, e.plies)
			}
		}
		o, err := g.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{fmt.Sprintf("W:W9,10:B20,21:R%d", most+1): fmt.Sprintf("it must be R0 to R%d", most),
			"W:W9,10:B20,21:R1": "with these pieces it goes to 0"}
		if most == 0 {
			want = map[string]string{"W:W9,10:B20,21:R1": "neither a side (W, B) nor a counter (H, F) of this game"}
		} else {
			roads++
		}
		for text, want := range want {
			if p, err := g.Parse(text, o); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s of %s: %v, %v; want %q", text, g.Name, p, err, want)
			}
		}
	}
	if roads == 0 {
		t.Error("no game has a road")
	}
}

// Other programs' counters after a position are understood: plies without a capture, and the move number; F is our own
// counter in games with such an ending.
func TestParse_CountersOfOthers(t *testing.T) {
	for _, c := range []struct {
		game       *engine.Game
		text, want string
	}{
		{International, "W:W31,32,37:B12,18,23:H0:F1", "W:W31,32,37:B12,18,23"},
		{International, "W:W31,32,37:B12,18,23:H7:F123", "W:W31,32,37:B12,18,23:H7"},
		{International, "W:WK1:BK7,K9,K10:H0:F2", "W:WK1:BK7,K9,K10"},
		{International, "W:WK1:BK7,K9,K10:F2", "W:WK1:BK7,K9,K10:F2"},
		{International, "W:WK1:BK7,K9,K10:H30:F60", "W:WK1:BK7,K9,K10:H30"},
		{Portuguese, "W:WK1-3:BK30:F14", "W:WK1,K2,K3:BK30:F1"},
		{Portuguese, "W:W1:B9:F2", "W:W1:B9"},
		{Chilean, "W:W38:B32:F1", "W:W38:B32"},
	} {
		o, err := c.game.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := c.game.Parse(c.text, o)
		if err != nil || p.String() != c.want {
			t.Errorf("%s of %s is read as %v, %v; want %s", c.text, c.game.Name, p, err, c.want)
		}
	}
}

func TestKey_ForgetsCounters(t *testing.T) {
	key := func(text string) string { return parse(t, text).Key() }
	if key("W:WK2,K3,K4:BK30:H7:F3") != key("W:WK2,K3,K4:BK30") {
		t.Error("counters make another key")
	}
	if key("W:WK2:BK30") == key("B:WK2:BK30") || key("W:W2:BK30") == key("W:WK2:BK30") {
		t.Error("different positions have the same key")
	}
}

func TestView(t *testing.T) {
	v := parse(t, "W:W1,K4:BK29,21:H3").View()
	if v.Files != 8 || v.Ranks != 8 || !v.Edges || v.Turn != engine.First {
		t.Errorf("view %+v", v)
	}
	tests := []struct {
		cell int
		want engine.Cell
	}{
		{0, engine.Cell{}}, // a1
		{7, engine.Cell{Side: engine.First, Dark: true, Label: "1"}},                // h1
		{1, engine.Cell{Side: engine.First, King: true, Dark: true, Label: "4"}},    // b1
		{8, engine.Cell{Dark: true, Label: "8"}},                                    // a2
		{46, engine.Cell{Side: engine.Second, Dark: true, Label: "21"}},             // g6
		{62, engine.Cell{Side: engine.Second, King: true, Dark: true, Label: "29"}}, // g8
	}
	for _, test := range tests {
		if got := v.Cells[test.cell]; got != test.want {
			t.Errorf("cell %d: %+v, want %+v", test.cell, got, test.want)
		}
	}
}
