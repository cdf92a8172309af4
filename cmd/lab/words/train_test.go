package words

import (
	"bytes"
	"testing"

	"tabuleiro/bot/intent"
)

// Equal sentences and seeds give equal models, which classify these sentences and contain no personal name.
func TestTrain(t *testing.T) {
	l := newLexicon(t)
	var lines []string
	for _, line := range []string{"show me the board\tboard", "how is the board\tboard", "I resign\tresign",
		"I give up\tresign | draw", "play with Zoe\tplay ~Zoe", "it is raining\t-"} {
		for range 2 * commonWord {
			lines = append(lines, line)
		}
	}
	p := Standard
	first := Train(l, Parse(lines), p).Encode()
	if again := Train(l, Parse(lines), p).Encode(); !bytes.Equal(first, again) {
		t.Error("an equal seed makes another model")
	}
	p.Seed++
	if other := Train(l, Parse(lines), p).Encode(); bytes.Equal(first, other) {
		t.Error("another seed makes an equal model")
	}
	c, err := intent.Decode(l, string(first))
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]string{"show the board": "board", "I resign": "resign", "play with Rui": "play person",
		"it rains": intent.Talk} {
		if got := c.Classify(said)[0].Class; got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
	if c.Knows("zoe") || !c.Knows("board") {
		t.Error("a name is known, or a word is not")
	}
}
