package words

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tabuleiro/bot/intent"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/table"
)

// Folders names where sentences stand, in a file for each language.
type Folders struct {
	Said string
	Held []string // of sentences that were written before a model was trained, and none is trained with
}

// Lines returns the sentences of Said in a language: those to train with, and every twentieth, which is held out.
func (f Folders) Lines(language string) (train, held []string, err error) {
	all, err := readLines(f.Said, language)
	for i, line := range all {
		if i%20 == 7 {
			held = append(held, line)
		} else {
			train = append(train, line)
		}
	}
	return train, held, err
}

// readLines reads the sentences in a language in a folder.
func readLines(folder, language string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(folder, language+".txt"))
	if err != nil {
		return nil, fmt.Errorf("sentences: %w", err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n"), nil
}

// fileName returns the name of the file with the model of a language or, for "", of the languages.
func fileName(language string) string {
	if language == "" {
		language = "languages"
	}
	return language + ".bin"
}

// TrainReader trains the models of all languages, and the one that tells the languages apart, and writes each to a
// folder unless that is "".
func TrainReader(f Folders, output string, p Params) (*intent.Reader, error) {
	book, err := speech.Load()
	if err != nil {
		return nil, err
	}
	r := intent.NewReader(intent.NewLexicon(book, table.Games))
	add := func(language string, m Model) error {
		text := m.Encode()
		if err := r.Add(language, string(text)); err != nil || output == "" {
			return err
		}
		return os.WriteFile(filepath.Join(output, fileName(language)), text, 0o644)
	}
	var all []Example
	for _, language := range speech.Languages {
		train, _, err := f.Lines(language)
		if err != nil {
			return nil, err
		}
		examples := Parse(train)
		if err := add(language, Train(r.Lexicon, examples, p)); err != nil {
			return nil, err
		}
		for _, e := range examples {
			all = append(all, Example{Text: e.Text, Classes: []string{language}})
		}
	}
	m := Train(r.Lexicon, all, p)
	m.Words, m.Said = nil, nil
	return r, add("", m)
}
