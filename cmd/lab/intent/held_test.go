package intent

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"tabuleiro/bot/speech"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/table"
)

var folders = Folders{
	Said: filepath.Join("..", "..", "..", "bot", "intent", "said"),
	More: filepath.Join("testdata", "more"),
	Held: filepath.Join("testdata", "held"),
}

func newLexicon(t testing.TB) *Lexicon {
	t.Helper()
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	return NewLexicon(book, table.Games)
}

var trainOnce = sync.OnceValues(func() (*Reader, error) { return TrainReader(folders, "", Standard) })

// trainedReader returns the reader of models that all sentences make, which takes a minute the first time.
func trainedReader(t testing.TB) *Reader {
	t.Helper()
	longtest.Skip(t)
	r, err := trainOnce()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Of a hundred sentences that no model was trained with so many at least have the right deed done, or offered as the
// only button, or come to it among three; and so many at most are done or offered and mean something else.
const (
	minRight      = 60
	minAmong      = 87
	maxWrongDone  = 4
	maxWrongOffer = 10
)

// Sentences that were held out come to what they mean.
func TestHeldOut(t *testing.T) {
	r := trainedReader(t)
	for _, lang := range speech.Languages {
		said, held, err := r.measureHeld(folders, lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []Measure{said, held} {
			t.Logf("%s: %v", lang, m)
			if m.Percent(m.right) < minRight || m.Percent(m.among) < minAmong ||
				m.Percent(m.wrongDone) > maxWrongDone || m.Percent(m.wrongOffered) > maxWrongOffer {
				t.Errorf("%s: too little is understood, or too much wrongly: %v", lang, m)
			}
		}
	}
}

// No sentence of testdata/held is one of those to train with.
func TestHeldOut_Apart(t *testing.T) {
	for _, lang := range speech.Languages {
		train, _, err := folders.Lines(lang)
		if err != nil {
			t.Fatal(err)
		}
		held, err := readLines(folders.Held, lang)
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		for _, line := range train {
			sentence, _, _ := strings.Cut(line, "\t")
			known[strings.Join(speech.Words(sentence), " ")] = true
		}
		for _, line := range held {
			sentence, _, _ := strings.Cut(line, "\t")
			if known[strings.Join(speech.Words(sentence), " ")] {
				t.Errorf("%s: %q is trained with, too", lang, sentence)
			}
		}
	}
}

// Ordinary talk, and halves of two lines of it put together, begins, ends and binds nothing, whatever is open.
func TestTalkBindsNothing(t *testing.T) {
	r := trainedReader(t)
	for _, lang := range speech.Languages {
		lines := talk(t, lang)
		done := 0
		for i := range 5000 {
			line := lines[i%len(lines)]
			if i >= len(lines) {
				first, second := strings.Fields(line), strings.Fields(lines[(i*7+i/len(lines))%len(lines)])
				line = strings.Join(slices.Concat(first[:(len(first)+1)/2], second[len(second)/2:]), " ")
			}
			reading := r.Read(line, lang)
			command := reading.Command(0)
			for _, state := range []State{{}, {Match: true, Turn: true}, {Open: true}} {
				if way := Decide(command, reading.Slots, reading.P(), state); way == Do {
					done++
					if Binds(command) {
						t.Errorf("%s: %q is %q", lang, line, command)
					}
					break
				}
			}
		}
		t.Logf("%s: of 5000 lines %d show something", lang, done)
	}
}

// talk are the lines of ordinary talk in a language, those of no language in particular first.
func talk(t *testing.T, lang string) (lines []string) {
	t.Helper()
	train, _, err := folders.Lines(lang)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := readLines(filepath.Join(folders.Said, "..", "testdata"), "talk")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range slices.Concat(plain, train) {
		sentence, means, labelled := strings.Cut(strings.TrimSpace(line), "\t")
		if !labelled || means == Talk {
			lines = append(lines, sentence)
		}
	}
	return lines
}

// A sentence of More takes the place of an equal one of Said, or follows them; models are written, and read the same.
func TestRun(t *testing.T) {
	f, output := Folders{Said: t.TempDir(), More: t.TempDir(), Held: t.TempDir()}, t.TempDir()
	for _, lang := range speech.Languages {
		for folder, text := range map[string]string{
			f.Said: strings.Repeat("x "+lang+"\tboard\n", 5), f.More: "x " + lang + "\tresign\ny\thelp\n", f.Held: "x\tresign\n",
		} {
			if err := os.WriteFile(filepath.Join(folder, lang+".txt"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want := append(slices.Repeat([]string{"x " + lang + "\tresign"}, 5), "y\thelp")
		if train, held, err := f.Lines(lang); err != nil || !slices.Equal(train, want) || len(held) > 0 {
			t.Errorf("%s: trained with %q, held out %q: %v", lang, train, held, err)
		}
	}
	var out strings.Builder
	if err := Run(&out, f, output, Standard); err != nil {
		t.Fatal(err)
	}
	if strings.Count(out.String(), "of 1: right") != len(speech.Languages) {
		t.Errorf("it says\n%s", &out)
	}
	for _, name := range append([]string{"languages"}, speech.Languages...) {
		text, err := os.ReadFile(filepath.Join(output, name+".bin"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(newLexicon(t), string(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is named is read from the text itself, in any language.
func TestSlots(t *testing.T) {
	l := newLexicon(t)
	for _, c := range []struct{ class, said, want string }{
		{"play house", "backgammon against the bot, level 4, 5 points", "play backgammon house level=4 points=5"},
		{"play house", "damas contra o bot no nível sete", "play damas house level=7"},
		{"play person", "una de chilenas contra @ana a 3 días por jugada", "play chilean @ana time=3d"},
		{"remind in", "remind me in two hours", "remind in 2h"},
		{"away", "vou estar fora duas semanas", "away 14d"},
		{"remind in", "avísame en media hora", "remind in 30m"},
		{"why", "why not 9-13", "why 9-13"},
		{"play friend", "quiero jugar con un amigo", "play friend"},
		{"block", "bloqueia @chato", "block @chato"},
		{"rules", "rules of international draughts", "rules international"},
		{"play person", "I want to play with my friend bob", "play ~bob"},
		{"play", "quero jogar com o Zé", "play ~Zé"},
	} {
		s := l.Slots(c.said)
		person := s.Person(l, func(word string) bool { return word != "bob" && word != "ze" })
		if got := s.Fill(c.class, person); got != c.want {
			t.Errorf("%q is %q, want %q", c.said, got, c.want)
		}
	}
}

// What binds is never done at a guess: it is offered, unless a match is begun of which everything is named.
func TestDecide(t *testing.T) {
	named := Slots{Game: "cage"}
	for _, c := range []struct {
		command string
		slots   Slots
		p       float64
		state   State
		want    Way
	}{
		{"board", Slots{}, 0.95, State{}, Do}, {"board", Slots{}, 0.5, State{}, Offer}, {"board", Slots{}, 0.3, State{}, Ask},
		{Talk, Slots{}, 1, State{}, Ask}, {"resign", Slots{}, 0.5, State{Match: true}, Offer},
		{"accept", Slots{}, 1, State{Open: true}, Offer}, {"undo", Slots{}, 1, State{Match: true}, Offer},
		{"play cage house", named, 0.98, State{}, Do}, {"play cage house", named, 0.98, State{Match: true}, Offer},
		{"play cage house", named, 0.95, State{}, Offer}, {"play house", Slots{}, 0.98, State{}, Offer},
		{"tournament join", Slots{}, 1, State{}, Offer}, {"tournament", Slots{}, 1, State{}, Do},
	} {
		if got := Decide(c.command, c.slots, c.p, c.state); got != c.want {
			t.Errorf("%q with %v in %+v is dealt with by %d, want %d", c.command, c.p, c.state, got, c.want)
		}
	}
}

// A text is understood in the language that it was said in, if that is plainly another than its reader's.
func TestReadsOtherLanguage(t *testing.T) {
	r := trainedReader(t)
	for said, want := range map[string]string{"quero jogar gamão contra o computador": "pt",
		"muéstrame el tablero por favor": "es", "show me the board please": "en"} {
		for _, reader := range speech.Languages {
			if reading := r.Read(said, reader); reading.Language != want {
				t.Errorf("%q is read as %s for a reader of %s", said, reading.Language, reader)
			}
		}
	}
}

// A model of which a part is missing is refused.
func TestDecode_Broken(t *testing.T) {
	l := newLexicon(t)
	m := Model{Classes: []string{"a", "b"}, Bias: []float32{0, 1}, Words: []uint32{7},
		Weights: make([][]float32, Buckets)}
	for b := range m.Weights {
		m.Weights[b] = []float32{0, 0}
	}
	whole := string(m.Encode())
	c, err := Decode(l, whole)
	if err != nil || c.Classify("x")[0].Class != "b" {
		t.Fatalf("a whole model is not read: %v", err)
	}
	for n := range 100 {
		if _, err := Decode(l, whole[:n*len(whole)/100]); err == nil {
			t.Errorf("a model of %d %% is read", n)
		}
	}
}
