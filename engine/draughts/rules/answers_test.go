package rules

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

func TestRead_Answers(t *testing.T) {
	const one, two = "B:W28,38:B1,32:Q33-28", "B:W37,38,44:B1,32:Q50-44"
	illegal := func(rule engine.Code, at string, choices ...string) *engine.MoveError {
		return &engine.MoveError{Kind: engine.Illegal, Rule: rule, At: at, Choices: choices}
	}
	talk := &engine.MoveError{Kind: engine.NotMove}
	tests := []struct {
		position string
		texts    []string
		want     engine.Move
		err      *engine.MoveError
	}{
		{one, []string{
			"huff 38", "HUFF 38", "  huff  38 ", "huff: 38", "huff-38", "huff e3", "huff the man 38", "I huff 38!",
			"soplar 38", "soplo 38", "sopla 38.", "sopladita 38", "¡te soplo la 38!", "Soplo la ficha E3", "te soplo el peón 38",
			"soprar 38", "sopro a 38", "assopro o peão 38", "huff", "soplo", "¡Te soplo!",
		}, "huff 38", nil},
		{two, []string{"huff 37", "soplar c3"}, "huff 37", nil},
		{one, []string{"demand", "Demand!", "exigir", "exijo", "¡exijo!", "demandar", "demando", "i demand"}, "demand", nil},
		{"B:W33,40:B1,32:Q38-33", []string{"huff 33", "huff 38", "huff e3"}, "huff 33", nil},

		{two, []string{"huff", "soplo", "¡te soplo!"}, "",
			&engine.MoveError{Kind: engine.Incomplete, Choices: []string{"huff 37", "huff 38"}}},
		{two, []string{"huff 44", "soplar h2"}, "", illegal(notHuffable, "44", "huff 37", "huff 38")},
		{two, []string{"huff 50"}, "", illegal(notHuffable, "50", "huff 37", "huff 38")}, // nobody stands there any more
		{two, []string{"huff 32"}, "", illegal(notHuffable, "32", "huff 37", "huff 38")},
		{two, []string{"huff 10"}, "", illegal(notHuffable, "10", "huff 37", "huff 38")},
		{two, []string{"huff 51"}, "", illegal(grid.NoSuchSquare, "51")},
		{two, []string{"huff a2"}, "", illegal(lightSquare, "a2")},
		{"B:W28,38:B1,32", []string{"huff 38", "soplo"}, "", illegal(nothingToHuff, "")},
		{"B:W28,38:B1,32", []string{"demand", "exijo"}, "", illegal(nothingToDemand, "")},
		{"W:W33,38:B1,32:C", []string{"huff 32"}, "", illegal(nothingToHuff, "")},
		{"W:W:BK3", []string{"huff 3", "demand"}, "", illegal(grid.GameOver, "")},

		{one, []string{
			"", "no soplo", "soplo?", "huff 38?", "38 huff", "huff 38 37", "huff 38x37", "huff 38 now", "demand 38",
			"demand the king of spades",
			"huff huff 38", "huff demand", "huffing", "la 38", "te", "dama", "soplar " + strings.Repeat("la ", 20) + "38",
		}, "", talk},
	}
	for _, test := range tests {
		p := huffingAt(t, test.position)
		for _, text := range test.texts {
			got, err := p.Read(text)
			if test.err == nil {
				if err != nil || got != test.want {
					t.Errorf("%s: read %q: %q, %v; want %s", test.position, text, got, err, test.want)
				}
				continue
			}
			want := *test.err
			want.Text = text
			if d := cmp.Diff(error(&want), err); d != "" {
				t.Errorf("%s: read %q (-want +got):\n%s", test.position, text, d)
			}
		}
	}
}

// With huffing switched off its words are answered with that; in games without huffing they are talk.
func TestRead_AnswersWithoutHuffing(t *testing.T) {
	for _, text := range []string{"huff 38", "soplo", "demand"} {
		_, err := ChileanBy(Flying, HuffingOff).Start().Read(text)
		want := &engine.MoveError{Kind: engine.Illegal, Text: text, Rule: huffingIsOff}
		if d := cmp.Diff(error(want), err); d != "" {
			t.Errorf("read %q (-want +got):\n%s", text, d)
		}
		_, err = Classic.Start().Read(text)
		want = &engine.MoveError{Kind: engine.NotMove, Text: text}
		if d := cmp.Diff(error(want), err); d != "" {
			t.Errorf("Portuguese: read %q (-want +got):\n%s", text, d)
		}
	}
}

// Only the canonical text can be played.
func TestPlay_Answers(t *testing.T) {
	for text, want := range map[engine.Move]*engine.MoveError{
		"soplo 38": {Kind: engine.Illegal, Rule: engine.NotCanonical, Choices: []string{"huff 38"}},
		"huff":     {Kind: engine.Illegal, Rule: engine.NotCanonical, Choices: []string{"huff 38"}},
		"Demand":   {Kind: engine.Illegal, Rule: engine.NotCanonical, Choices: []string{"demand"}},
		"huff 28":  {Kind: engine.Illegal, Rule: notHuffable, At: "28", Choices: []string{"huff 38"}},
	} {
		_, err := huffingAt(t, "B:W28,38:B1,32:Q33-28").Play(text)
		want.Text = string(text)
		if d := cmp.Diff(error(want), err); d != "" {
			t.Errorf("play %s (-want +got):\n%s", text, d)
		}
	}
}
