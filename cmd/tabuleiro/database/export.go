package database

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
)

// Export is the command that writes matches as files.
type Export struct {
	All     string   `placeholder:"DIR" help:"Write every match to this folder, a file for each, named by its number. The folder is made if it is not there."`
	Force   bool     `help:"With --all: replace files that say something else."`
	Matches []string `arg:"" optional:"" name:"match" help:"Print these matches, by their numbers."`
}

// Run writes the matches that can be read, and fails with what is wrong with the others.
func (c *Export) Run(ctx context.Context, file config.File, out *bufio.Writer, p *Progress) error {
	switch {
	case (c.All == "") == (len(c.Matches) == 0):
		return config.Mistakef("export: name a folder for everything (--all DIR), or the numbers of matches to print")
	case c.Force && c.All == "":
		return config.Mistakef("export: --force is for --all")
	}
	settings, err := file.Read()
	if err != nil {
		return err
	}
	if c.All != "" {
		if err := os.MkdirAll(c.All, 0o700); err != nil {
			return fmt.Errorf("export: make the folder: %w", err)
		}
		clearUp(c.All)
	}
	x := &exporting{Export: c, out: out, ids: map[string]bool{}}
	for _, id := range c.Matches {
		x.ids[strings.TrimPrefix(id, "#")] = true
	}
	err = reading(ctx, settings.Database, p, func(file, _ string) error {
		_, err := bolt.Check(ctx, file, bolt.Options{LockTimeout: atOnce}, bolt.Inspector{
			Match:   p.of("looked through").counting(x.match),
			Setting: func(string, string) {},
			Problem: x.problem,
		})
		return err
	})
	if err == nil && c.All != "" {
		err = bolt.SyncFolder(c.All)
		fmt.Fprintf(out, "%s: %s written, %d there already, %d without a game\n", c.All, Count(x.written, "match"), x.same,
			x.empty)
	}
	for _, id := range slices.Sorted(maps.Keys(x.ids)) {
		if err == nil && x.ids[id] {
			x.failures = append(x.failures, fmt.Errorf("match %s: there is none", id))
		}
	}
	if err := errors.Join(append(x.failures, err)...); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// exporting is an export under way. A match that fails does not keep the rest from being exported.
type exporting struct {
	*Export
	out      *bufio.Writer
	ids      map[string]bool // matches that were named, true until they are met
	written  int
	same     int // files that say the same already
	empty    int // challenges that were not accepted
	failures []error
}

// meets reports whether a match is wanted, and notes that it is there.
func (x *exporting) meets(id string) bool {
	_, named := x.ids[id]
	if named {
		x.ids[id] = false
	}
	return named || x.All != ""
}

// problem takes what is wrong with a match that is wanted, or with none.
func (x *exporting) problem(id string, err error) {
	if id != "" {
		err = fmt.Errorf("match %s: %w", id, err)
	}
	if id == "" || x.meets(id) {
		x.failures = append(x.failures, err)
	}
}

func (x *exporting) match(h storage.Head, events []match.Event) {
	if !x.meets(h.ID) {
		return
	}
	if err := x.export(h.ID, events); err != nil {
		x.failures = append(x.failures, fmt.Errorf("match %s: %w", h.ID, err))
	}
}

func (x *exporting) export(id string, events []match.Event) error {
	m, err := match.Replay(id, table.Named, events)
	if err != nil {
		return err
	}
	if m.First.ID == "" {
		if x.empty++; x.All == "" {
			return errors.New("it has not begun")
		}
		return nil
	}
	text, format := record.WriteAll(m.Records())
	if x.All == "" {
		_, err := x.out.WriteString(text)
		return err
	}
	name := id + format.Ext
	if !filepath.IsLocal(name) || filepath.Base(name) != name {
		return fmt.Errorf("%q cannot be the name of a file", name)
	}
	return x.write(filepath.Join(x.All, name), []byte(text))
}

// write makes a file, or leaves it as it is.
func (x *exporting) write(file string, text []byte) error {
	switch old, err := os.ReadFile(file); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case bytes.Equal(old, text):
		x.same++
		return nil
	case !x.Force:
		return fmt.Errorf("%s says something else: --force replaces it", file)
	}
	f, err := os.CreateTemp(x.All, partFiles)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	x.written++
	return nil
}
