package intent

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"tabuleiro/bot/speech"
	"tabuleiro/engine/table"
)

// Measure counts what comes of sentences that no model was trained with.
type Measure struct {
	all, right, wrongDone, wrongOffered, among, talk, talkDone int
}

// Add reads a line of a sentence and what it means for a reader of a language, and counts what comes of it.
func (m *Measure) Add(r *Reader, lang, line string) {
	sentence, want, _ := strings.Cut(line, "\t")
	reading := r.Read(sentence, lang)
	isRight := func(i int) bool {
		return slices.ContainsFunc(strings.Split(want, "|"), func(one string) bool {
			return isPart(strings.ToLower(reading.Command(i)), strings.ToLower(one))
		})
	}
	way := Decide(reading.Command(0), reading.Slots, reading.P(), State{})
	if strings.HasPrefix(want, Talk) {
		m.talk++
		if way == Do {
			m.talkDone++
		}
		return
	}
	m.all++
	deeds := 0
	for i, s := range reading.Scores {
		if s.Class == Talk {
			continue
		}
		if deeds++; deeds > 3 {
			break
		}
		if isRight(i) {
			m.among++
			break
		}
	}
	switch {
	case way == Ask:
	case isRight(0):
		m.right++
	case way == Do:
		m.wrongDone++
	default:
		m.wrongOffered++
	}
}

// draughts are what people mean by the word alone, in one place or another.
var draughts = strings.NewReplacer("portuguese", "damas", "english", "damas", "draughts", "damas")

// isPart reports whether a command is another one, with all or some of what is named in it. A match whose opponent is
// not named is one against the bot where nobody else is.
func isPart(got, want string) bool {
	gots, wants := strings.Fields(draughts.Replace(got)), strings.Fields(draughts.Replace(want))
	if !strings.ContainsAny(want, "@~") && !slices.Contains(wants, "friend") {
		wants = append(wants, "house")
	}
	return len(gots) > 0 && len(wants) > 0 && gots[0] == wants[0] &&
		!slices.ContainsFunc(gots, func(w string) bool {
			return !slices.Contains(wants, w) && w != "damas" && (gots[0] != "rules" || table.Called(w) != nil)
		})
}

// Percent returns a number as a part of all sentences that are no talk.
func (m Measure) Percent(n int) float64 { return 100 * float64(n) / float64(max(m.all, 1)) }

func (m Measure) String() string {
	return fmt.Sprintf("of %d: right %.1f %%, done wrongly %.1f %%, wrong button %.1f %%, among three %.1f %%; of %d of talk %d done",
		m.all, m.Percent(m.right), m.Percent(m.wrongDone), m.Percent(m.wrongOffered), m.Percent(m.among), m.talk, m.talkDone)
}

// measureHeld counts what comes of the sentences held out in a language: of every twentieth to train with, and of the
// folder Held.
func (r *Reader) measureHeld(f Folders, language string) (said, held Measure, err error) {
	_, twentieth, err := f.Lines(language)
	if err != nil {
		return said, held, err
	}
	others, err := readLines(f.Held, language)
	for _, line := range twentieth {
		said.Add(r, language, line)
	}
	for _, line := range others {
		held.Add(r, language, line)
	}
	return said, held, err
}

// Run trains models, writes them to a folder unless that is "", and says what comes of the sentences held out.
func Run(out io.Writer, f Folders, output string, p Params) error {
	if output != "" {
		if err := os.MkdirAll(output, 0o755); err != nil {
			return err
		}
	}
	r, err := TrainReader(f, output, p)
	if err != nil {
		return err
	}
	for _, language := range speech.Languages {
		said, held, err := r.measureHeld(f, language)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "%s, testdata/held %v\n%s, every twentieth %v\n", language, held, language, said); err != nil {
			return err
		}
	}
	return nil
}
