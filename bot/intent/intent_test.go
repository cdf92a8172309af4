package intent_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/intent"
	"tabuleiro/bot/speech"
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

// leastMeant is how many in a hundred sentences of people have to come to what they mean.
const leastMeant = 95

// The sentences of testdata come to the commands behind them, or to one of several that are as good; ~ stands before a
// name. What comes to none is asked about, and counts as missed; what comes to another one is wrong.
func TestSentences(t *testing.T) {
	g := grammar(t)
	for _, lang := range speech.Languages {
		text, err := os.ReadFile("testdata/" + lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		all, right := 0, 0
		for line := range strings.Lines(string(text)) {
			sentence, want, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if !ok {
				t.Fatalf("%s: %q", lang, line)
			}
			all++
			meant := func(one string) bool { return sorted(one) == sorted(whole(g.Read(sentence, lang))) }
			switch got := whole(g.Read(sentence, lang)); {
			case slices.ContainsFunc(strings.Split(want, "|"), meant):
				right++
			case got == "":
				t.Logf("%s: %q is not understood: %+v", lang, sentence, g.Read(sentence, lang))
			default:
				t.Errorf("%s: %q is %q, want %q", lang, sentence, got, want)
			}
		}
		t.Logf("%s: %d of %d", lang, right, all)
		if 100*right < leastMeant*all {
			t.Errorf("%s: %d of %d sentences come to what they mean", lang, right, all)
		}
	}
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
	if all[0].Person != "" {
		return all[0].Command + " ~" + all[0].Person
	}
	return all[0].Command
}

// sorted has what stands behind a command in one order.
func sorted(command string) string {
	words := strings.Fields(command)
	slices.Sort(words)
	return strings.Join(words, " ")
}
