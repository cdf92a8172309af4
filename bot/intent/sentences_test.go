package intent

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/speech"
)

// least is how many of the sentences of a language come to the whole command behind them. It is raised with sentences and
// models.
var least = map[string]int{"en": 8422, "es": 8023, "pt": 8275}

// The sentences of people come to the commands behind them, or to one of several that are as good, those held out too.
func TestSentences(t *testing.T) {
	r := newReader(t)
	for _, lang := range speech.Languages {
		all, named, right := 0, 0, 0
		for _, line := range linesOf(t, "said/"+lang+".txt") {
			sentence, want, _ := strings.Cut(line, "\t")
			got := wordsOf(r.Read(sentence, lang).Command(0))
			all++
			some := strings.Split(want, "|")
			if slices.ContainsFunc(some, func(one string) bool { return wordsOf(one)[0] == got[0] }) {
				named++
			}
			if slices.ContainsFunc(some, func(one string) bool { return slices.Equal(wordsOf(one), got) }) {
				right++
			}
		}
		if 100*named < 95*all || right < least[lang] {
			t.Errorf("%s: of %d sentences %d come to the command that they mean, %d to the whole of it", lang, all, named, right)
		}
	}
}

// wordsOf are the name of a command and what is behind it, in no order.
func wordsOf(command string) []string {
	words := strings.Fields(command)
	slices.Sort(words[1:])
	return words
}

// Talk about other things begins, ends and binds nothing.
func TestTalk_BindsNothing(t *testing.T) {
	r := newReader(t)
	for _, lang := range speech.Languages {
		lines := linesOf(t, "testdata/talk.txt")
		for _, line := range linesOf(t, "said/"+lang+".txt") {
			if sentence, want, _ := strings.Cut(line, "\t"); want == Talk {
				lines = append(lines, sentence)
			}
		}
		for i := range 5000 {
			line := lines[i%len(lines)]
			if i >= len(lines) { // halves of two lines
				first, second := strings.Fields(line), strings.Fields(lines[(i*7+i/len(lines))%len(lines)])
				line = strings.Join(slices.Concat(first[:(len(first)+1)/2], second[len(second)/2:]), " ")
			}
			reading := r.Read(line, lang)
			if command := reading.Command(0); Binds(command) && Decide(command, reading.Slots, reading.P(), State{}) == Do {
				t.Errorf("%s: %q is %q", lang, line, command)
			}
		}
	}
}

func linesOf(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}
