package intent

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/speech"
)

var update = flag.Bool("update", false, "write testdata/misread.txt anew")

// Sentences are classified as their command, or one of several equally good ones, held-out ones too. Those with another
// game, level, time or person are listed in testdata.
func TestSentences(t *testing.T) {
	r := newReader(t)
	var misread []string
	for _, lang := range speech.Languages {
		all, named := 0, 0
		for _, line := range linesOf(t, "said/"+lang+".txt") {
			sentence, want, _ := strings.Cut(line, "\t")
			command := r.Read(sentence, lang).Command(0)
			got := wordsOf(command)
			all++
			some := strings.Split(want, "|")
			if slices.ContainsFunc(some, func(one string) bool { return wordsOf(one)[0] == got[0] }) {
				named++
			}
			if !slices.ContainsFunc(some, func(one string) bool { return slices.Equal(wordsOf(one), got) }) {
				misread = append(misread, lang+"\t"+sentence+"\t"+command)
			}
		}
		if 100*named < 95*all {
			t.Errorf("%s: of %d sentences %d come to the command that they mean", lang, all, named)
		}
	}
	const file = "testdata/misread.txt"
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(misread, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(linesOf(t, file), misread); diff != "" {
		t.Errorf("go test ./bot/intent -run TestSentences -update writes it anew (-want +got):\n%s", diff)
	}
}

// wordsOf returns the name of a command and its arguments, sorted.
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
