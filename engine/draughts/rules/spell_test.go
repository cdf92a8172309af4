package rules

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/longtest"
)

// A capture is never read as a quiet move with the same ends, nor the other way round.
func TestRead_Sorts(t *testing.T) {
	game := by("flying", "huff")
	for _, c := range []struct {
		position, text string
		want           engine.Move
		kind           engine.Kind
		choices        []string
	}{
		{"B:W14,K18,K42:BK47", "47x36", "47x20x9x36", 0, nil},
		{"B:W14,K18,K42:BK47", "47*36", "47x20x9x36", 0, nil},
		{"B:W14,K18,K42:BK47", "47:36", "47x20x9x36", 0, nil},
		{"B:W14,K18,K42:BK47", "47-36", "47-36", 0, nil},
		{"B:W14,K18,K42:BK47", "47-20-9-36", "47x20x9x36", 0, nil},
		{"B:W14,K18,K42:BK47", "47 36", "", engine.Ambiguous, []string{"47-36", "47x20x9x36"}},
		{"B:W14,K18,K42:BK47", "47→36", "", engine.Ambiguous, []string{"47-36", "47x20x9x36"}},
		{"W:W6,7,K8,K13,26,28,35,K40,46:BK2,K9,K10,20,23,27,K30,K39,K43", "13-24", "13-24", 0, nil},
		{"W:W37,38,50:B1,32", "50x44", "", engine.Illegal, []string{"50-44"}},
		{"W:W37,38,50:B1,32", "50-44", "50-44", 0, nil},
		{"W:W37,38,50:B1,32", "50 44", "50-44", 0, nil},
	} {
		got, err := enginetest.Play(t, game, c.position).Position().Read(c.text)
		var e *engine.MoveError
		if errors.As(err, &e); got != c.want || (e == nil) != (c.want != "") {
			t.Errorf("%s: %s: %q, %v", c.position, c.text, got, err)
		} else if e != nil && (e.Kind != c.kind || !slices.Equal(e.Choices, c.choices)) {
			t.Errorf("%s: %s: %v", c.position, c.text, err)
		}
	}
	p := enginetest.Play(t, game, "W:W6,7,K8,K13,26,28,35,K40,46:BK2,K9,K10,20,23,27,K30,K39,K43").Position()
	for _, text := range []string{"13x24", "13×24", "13:24", "13*24"} {
		if m, err := p.Read(text); m == "13-24" {
			t.Errorf("%s is read as %s, %v", text, m, err)
		}
	}
}

// scattered draws boards with men and kings.
func scattered(rules slowRules) func(*rand.Rand) string {
	return func(random *rand.Rand) string { return randomSlow(rules, random).String() }
}

func TestSpellings(t *testing.T) {
	enginetest.Spellings(t, Portuguese, scattered(allTables()[Classic]), enginetest.SpellBoard(false),
		longtest.Count(1500, 30000))
	enginetest.Spellings(t, Chilean, scattered(slowChilean(2)), enginetest.SpellBoard(false), longtest.Count(1500, 30000))
}

// The law of reading finds texts that were once misread.
func TestSpellingsOnceWrong(t *testing.T) {
	for _, position := range []string{
		"B:W14,K18,K42:BK47", "W:W6,7,K8,K13,26,28,35,K40,46:BK2,K9,K10,20,23,27,K30,K39,K43", "W:W37,38,50:B1,32",
	} {
		draw := func(*rand.Rand) string { return position }
		t.Run(position, func(t *testing.T) { enginetest.Spellings(t, Chilean, draw, enginetest.SpellBoard(false), 600) })
	}
}

func FuzzSpellings(f *testing.F) {
	enginetest.FuzzSpellings(f, Chilean, scattered(slowChilean(2)), enginetest.SpellBoard(false))
}
