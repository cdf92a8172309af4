package intent_test

import (
	"hash/crc32"
	"os"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/intent"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/table"
)

func grammar(t testing.TB) *intent.Grammar {
	t.Helper()
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	return intent.New(book, table.Games)
}

// Of a hundred sentences of people at least leastMeant come to what they mean, done or offered first, and at most
// mostWrong are done and mean something else, or name what was not named.
const (
	leastMeant = 95
	mostWrong  = 2
)

// The sentences of people come to the commands behind them, or to one of several that are as good; ~ stands before a
// name. Names besides that are not understood are asked for. The short suite takes a twelfth of them.
func TestSentences(t *testing.T) {
	g := grammar(t)
	for _, lang := range speech.Languages {
		text, err := os.ReadFile("said/" + lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		all, right, wrong := 0, 0, 0
		for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
			sentence, want, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if !ok {
				t.Fatalf("%s: %q", lang, line)
			}
			if want == "-" || !longtest.All() && crc32.ChecksumIEEE([]byte(sentence))%12 > 0 {
				continue
			}
			all++
			got := g.Read(sentence, lang)
			switch {
			case len(got) > 0 && slices.ContainsFunc(strings.Split(want, "|"),
				func(one string) bool { return within(command(got[0]), one) }):
				right++
			case len(got) == 0 || !got[0].Sure():
				t.Logf("%s: %q, which is %q, is not understood: %+v", lang, sentence, want, got)
			default:
				wrong++
				t.Logf("%s: %q is %q, want %q", lang, sentence, command(got[0]), want)
			}
		}
		t.Logf("%s: of %d %d right, %d wrong", lang, all, right, wrong)
		if 100*right < leastMeant*all || 100*wrong > mostWrong*all {
			t.Errorf("%s: of %d sentences %d come to what they mean, %d to something else", lang, all, right, wrong)
		}
	}
}

// draughts are what people mean by the word alone, in one place or another.
var draughts = strings.NewReplacer("portuguese", "draughts", "english", "draughts")

// within tells whether a command is another one, with all or some of what is named in it. The draughts that are meant
// by the word alone are those of the place, and no sentence here asks about the rules.
func within(got, want string) bool {
	gots, wants := strings.Fields(draughts.Replace(got)), strings.Fields(draughts.Replace(want))
	return len(gots) > 0 && len(wants) > 0 && gots[0] == wants[0] &&
		!slices.ContainsFunc(gots, func(word string) bool {
			return !slices.Contains(wants, word) && word != "draughts" && (gots[0] != "rules" || table.Called(word) != nil)
		})
}

// lasting begin something, or do it to a match or to another person.
var lasting = strings.Fields("play accept decline cancel move draw undo resign stop claim give pause away block unblock forget")

// Talk about other things is taken for none of the commands that bind, whoever hears it, and hardly ever for one that
// shows something.
func TestTalkIsNoIntent(t *testing.T) {
	g := grammar(t)
	text, err := os.ReadFile("testdata/talk.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines, taken := 0, 0
	for line := range strings.Lines(string(text)) {
		lines++
		for _, lang := range speech.Languages {
			command := whole(g.Read(line, lang))
			if name, _, _ := strings.Cut(command, " "); slices.Contains(lasting, name) {
				t.Errorf("%s: %q is %q", lang, strings.TrimSpace(line), command)
			}
			if command != "" && command != "thanks" && command != "bye" {
				taken++
				t.Logf("%s: %q is %q", lang, strings.TrimSpace(line), command)
			}
		}
	}
	if lines == 0 || 20*taken > lines {
		t.Errorf("of %d lines in %d languages %d are taken for commands", lines, len(speech.Languages), taken)
	}
}

// whole is the meaning of a text that is done without asking.
func whole(all []intent.Meaning) string {
	if len(all) == 0 || !all[0].Sure() {
		return ""
	}
	return command(all[0])
}

// command is what a meaning comes to, with the name of a person.
func command(m intent.Meaning) string {
	if m.Person != "" {
		return m.Command + " ~" + m.Person
	}
	return m.Command
}

// A language is changed by words that name one, and not by words that are only in another one.
func TestLanguageNamed(t *testing.T) {
	g := grammar(t)
	for _, lang := range speech.Languages {
		for _, text := range []string{
			"hint please", "a hint please", "board please", "can you help me?", "I don't get it", "undo please!!",
			"any tips mate?",
			"juega backgammon conmigo porfa", "faz favor de jogar", "checkers please", "portuguese draughts please",
		} {
			if got := whole(g.Read(text, lang)); strings.HasPrefix(got, "language") {
				t.Errorf("%s: %q is %q", lang, text, got)
			}
		}
		for text, want := range map[string]string{
			"in english please": "language en", "speak Spanish": "language es", "fala em português": "language pt",
			"habla español": "language es",
		} {
			if got := whole(g.Read(text, lang)); got != want {
				t.Errorf("%s: %q is %q", lang, text, got)
			}
		}
	}
}

// Options that are typed beside words are all taken, and a move said politely, or from the one to the other, is one.
func TestTypedBesideWords(t *testing.T) {
	g := grammar(t)
	for _, c := range []struct{ lang, said, want string }{
		{"es", "jugar backgammon bot nivel=2 puntos=3", "play backgammon house nivel=2 puntos=3"},
		{"es", "muevo la de la 11 a la 15", "move 11-15"}, {"es", "11-15 por favor", "move 11-15"},
		{"es", "de la 12 a la 16", "move 12-16"},
		{"pt", "mexo a da 11 para a 15", "move 11-15"}, {"pt", "11-15 se faz favor", "move 11-15"},
		{"en", "11-15, please", "move 11-15"},
		{"en", "move the piece on 11 to 15", "move 11-15"},
		{"en", "draughts against you, 5 minutes each", "play portuguese house time=5m+0"},
		{"es", "damas contra el bot, 5 minutos cada uno", "play portuguese house time=5m+0"},
		{"pt", "damas contra o bot, 5 minutos cada", "play portuguese house time=5m+0"},
		{"pt", "damas contra o bot, 5 minutos por lance", "play portuguese house time=5m"},
	} {
		got := g.Read(c.said, c.lang)
		if len(got) == 0 || got[0].Command != c.want || !got[0].Sure() {
			t.Errorf("%q is %+v", c.said, got)
		}
	}
}
