package intent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tabuleiro/bot/speech"
	"tabuleiro/engine/table"
)

// Folders names where sentences stand, in a file for each language.
type Folders struct {
	Said string // those of the program
	More string // others, each of which takes the place of an equal one of the program
	Held string // those that were written before any model was trained, and none is trained with
}

// Lines returns the sentences of Said and More in a language: those to train with, and every twentieth, which is held
// out.
func (f Folders) Lines(language string) (train, held []string, err error) {
	more, err := readLines(f.More, language)
	if err != nil {
		return nil, nil, err
	}
	place := map[string]int{}
	for i, line := range more {
		sentence, _, _ := strings.Cut(line, "\t")
		place[sentence] = i
	}
	all, err := readLines(f.Said, language)
	if err != nil {
		return nil, nil, err
	}
	said := map[string]bool{}
	for i, line := range all {
		sentence, _, _ := strings.Cut(line, "\t")
		said[sentence] = true
		if at, is := place[sentence]; is {
			all[i] = more[at]
		}
	}
	for _, line := range more {
		if sentence, _, _ := strings.Cut(line, "\t"); !said[sentence] {
			all = append(all, line)
		}
	}
	for i, line := range all {
		if i%20 == 7 {
			held = append(held, line)
		} else {
			train = append(train, line)
		}
	}
	return train, held, nil
}

// readLines reads the sentences in a language in a folder.
func readLines(folder, language string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(folder, language+".txt"))
	if err != nil {
		return nil, fmt.Errorf("sentences: %w", err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n"), nil
}

// TrainReader trains the models of all languages, and the one that tells the languages apart. It writes each to a folder
// unless that is "".
func TrainReader(f Folders, output string, p Params) (*Reader, error) {
	book, err := speech.Load()
	if err != nil {
		return nil, err
	}
	r := &Reader{NewLexicon(book, table.Games), map[string]*Classifier{}}
	var all []Example
	for _, language := range speech.Languages {
		train, _, err := f.Lines(language)
		if err != nil {
			return nil, err
		}
		examples := Parse(train)
		if err := r.add(language, Train(r.Lexicon, examples, p), output); err != nil {
			return nil, err
		}
		for _, e := range examples {
			all = append(all, Example{Text: e.Text, Classes: []string{language}})
		}
	}
	m := Train(r.Lexicon, all, p)
	m.Words = nil
	return r, r.add("", m, output)
}

// add puts a model into the reader, with weights of a byte, and writes it to a folder unless that is "".
func (r *Reader) add(language string, m Model, output string) (err error) {
	text, name := m.Encode(), language
	if name == "" {
		name = "languages"
	}
	if r.models[language], err = Decode(r.Lexicon, string(text)); err != nil || output == "" {
		return err
	}
	if err := os.WriteFile(filepath.Join(output, name+".bin"), text, 0o644); err != nil {
		return fmt.Errorf("model %s: %w", name, err)
	}
	return nil
}
