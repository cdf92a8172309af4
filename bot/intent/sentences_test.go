package intent

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/speech"
)

// The sentences of people come to the commands behind them, or to one of several that are as good, those held out too.
func TestSentences(t *testing.T) {
	r := newReader(t)
	for _, lang := range speech.Languages {
		all, right := 0, 0
		for _, line := range linesOf(t, "said/"+lang+".txt") {
			sentence, want, _ := strings.Cut(line, "\t")
			name, _, _ := strings.Cut(r.Read(sentence, lang).Command(0), " ")
			all++
			if slices.ContainsFunc(strings.Split(want, "|"), func(one string) bool {
				first, _, _ := strings.Cut(strings.TrimSpace(one), " ")
				return first == name
			}) {
				right++
			}
		}
		if 100*right < 95*all {
			t.Errorf("%s: of %d sentences %d come to what they mean", lang, all, right)
		}
	}
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
