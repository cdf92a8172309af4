package words

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/intent"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/table"
)

var folders = Folders{
	Said: filepath.Join("..", "..", "..", "bot", "intent", "said"),
	Held: []string{filepath.Join("testdata", "held"), filepath.Join("testdata", "fresh")},
}

func newLexicon(t testing.TB) *intent.Lexicon {
	t.Helper()
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	return intent.NewLexicon(book, table.Games)
}

// Percentages of held-out sentences. At least so many have the right command done, offered as the only button, or among
// three offers; at most so many have another one done or offered.
const (
	minRight      = 60
	minAmong      = 85
	maxWrongDone  = 2
	maxWrongOffer = 10
)

// The program's models classify held-out sentences.
func TestHeldOut(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	r := intent.New(book, table.Games)
	for _, lang := range speech.Languages {
		for _, folder := range append([]string{""}, folders.Held...) {
			m, err := folders.measure(r, folder, lang)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s, %q: %v", lang, folder, m)
			if m.Percent(m.right) < minRight || m.Percent(m.among) < minAmong ||
				m.Percent(m.wrongDone) > maxWrongDone || m.Percent(m.wrongOffered) > maxWrongOffer {
				t.Errorf("%s, %q: too little is understood, or too much wrongly: %v", lang, folder, m)
			}
		}
	}
}

// No held-out sentence is a training sentence.
func TestHeldOut_Apart(t *testing.T) {
	for _, lang := range speech.Languages {
		train, _, err := folders.Lines(lang)
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		for _, line := range train {
			sentence, _, _ := strings.Cut(line, "\t")
			known[strings.Join(speech.Words(sentence), " ")] = true
		}
		for _, folder := range folders.Held {
			held, err := readLines(folder, lang)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range held {
				sentence, _, _ := strings.Cut(line, "\t")
				if known[strings.Join(speech.Words(sentence), " ")] {
					t.Errorf("%s: %q is trained with, too", lang, sentence)
				}
			}
		}
	}
}

// Models are written and read back unchanged; every twentieth sentence is held out.
func TestRun(t *testing.T) {
	held, output := t.TempDir(), t.TempDir()
	f := Folders{Said: t.TempDir(), Held: []string{held}}
	for _, lang := range speech.Languages {
		for folder, text := range map[string]string{
			f.Said: strings.Repeat("x "+lang+"\tboard\n", 7) + "y\thelp\nz\tresign\n", held: "x\tresign\n",
		} {
			if err := os.WriteFile(filepath.Join(folder, lang+".txt"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want := append(slices.Repeat([]string{"x " + lang + "\tboard"}, 7), "z\tresign")
		if train, held, err := f.Lines(lang); err != nil || !slices.Equal(train, want) || !slices.Equal(held, []string{"y\thelp"}) {
			t.Errorf("%s: trained with %q, held out %q: %v", lang, train, held, err)
		}
	}
	var out strings.Builder
	if err := Run(&out, f, output, Standard); err != nil {
		t.Fatal(err)
	}
	if strings.Count(out.String(), "of 1: right") != 2*len(speech.Languages) {
		t.Errorf("it says\n%s", &out)
	}
	for _, name := range append([]string{""}, speech.Languages...) {
		text, err := os.ReadFile(filepath.Join(output, fileName(name)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := intent.Decode(newLexicon(t), string(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A truncated model is refused.
func TestDecode_Broken(t *testing.T) {
	l := newLexicon(t)
	m := Model{Classes: []string{"a", "b"}, Bias: []float32{0, 1}, Words: []uint32{7},
		Weights: make([][]float32, intent.Buckets)}
	for b := range m.Weights {
		m.Weights[b] = []float32{0, 0}
	}
	whole := string(m.Encode())
	c, err := intent.Decode(l, whole)
	if err != nil || c.Classify("x")[0].Class != "b" {
		t.Fatalf("a whole model is not read: %v", err)
	}
	for n := range 100 {
		if _, err := intent.Decode(l, whole[:n*len(whole)/100]); err == nil {
			t.Errorf("a model of %d %% is read", n)
		}
	}
}
