package words

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"tabuleiro/bot/intent"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/table"
)

// Measure counts what comes of sentences that no model was trained with.
type Measure struct {
	all, right, wrongDone, wrongOffered, among, talk, talkDone int
}

// Add reads a line of a sentence and what it means for a reader of a language, and counts what comes of it.
func (m *Measure) Add(r *intent.Reader, lang, line string) {
	sentence, want, _ := strings.Cut(line, "\t")
	reading := r.Read(sentence, lang)
	isRight := func(i int) bool {
		return slices.ContainsFunc(strings.Split(want, "|"), func(one string) bool {
			return isPart(strings.ToLower(reading.Command(i)), strings.ToLower(one))
		})
	}
	way := intent.Decide(reading.Command(0), reading.Slots, reading.P(), intent.State{})
	if strings.HasPrefix(want, intent.Talk) {
		m.talk++
		if way == intent.Do {
			m.talkDone++
		}
		return
	}
	m.all++
	deeds := 0
	for i, s := range reading.Scores {
		if s.Class == intent.Talk {
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
	case way == intent.Ask:
	case isRight(0):
		m.right++
	case way == intent.Do:
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
			return !slices.Contains(wants, w) && w != "damas" && (gots[0] != "rules" || table.Find(w) != nil)
		})
}

// Percent returns a number as a part of all sentences that are no talk.
func (m Measure) Percent(n int) float64 { return 100 * float64(n) / float64(max(m.all, 1)) }

func (m Measure) String() string {
	return fmt.Sprintf("of %d: right %.1f %%, done wrongly %.1f %%, wrong button %.1f %%, among three %.1f %%; of %d of talk %d done",
		m.all, m.Percent(m.right), m.Percent(m.wrongDone), m.Percent(m.wrongOffered), m.Percent(m.among), m.talk, m.talkDone)
}

// Held counts what comes of the sentences held out in a language: of every twentieth of those to train with, and of a
// folder of others.
func (f Folders) measure(r *intent.Reader, folder, language string) (m Measure, err error) {
	_, lines, err := f.Lines(language)
	if folder != "" {
		lines, err = readLines(folder, language)
	}
	for _, line := range lines {
		m.Add(r, language, line)
	}
	return m, err
}

// Run trains models, writes them to a folder, and says what comes of the sentences held out.
func Run(out io.Writer, f Folders, output string, p Params) error {
	if err := os.MkdirAll(output, 0o755); err != nil {
		return err
	}
	r, err := TrainReader(f, output, p)
	if err != nil {
		return err
	}
	for _, language := range speech.Languages {
		for _, folder := range append([]string{""}, f.Held...) {
			m, err := f.measure(r, folder, language)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(out, "%s, %s %v\n", language, cmp.Or(folder, "every twentieth"), m); err != nil {
				return err
			}
		}
	}
	return nil
}
