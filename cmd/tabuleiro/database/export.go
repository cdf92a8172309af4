package database

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
)

// Export is the command that writes matches as files.
type Export struct {
	All string `required:"" placeholder:"DIR" help:"Write every match to this folder, a file for each, named by its number: one of an earlier export is replaced. The folder is made if it is not there."`
}

// Run writes the matches that can be read, and fails with what is wrong with the others.
func (c *Export) Run(ctx context.Context, settings config.Config, out *bufio.Writer, p Progress) error {
	if err := os.MkdirAll(c.All, 0o700); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	var failures []error
	fail := func(id string, err error) {
		if id != "" {
			err = fmt.Errorf("match %s: %w", id, err)
		}
		failures = append(failures, err)
	}
	written, empty := 0, 0
	progress := p.count("looked through")
	err := reading(ctx, settings.Database, p, func(file, _ string) error {
		_, err := bolt.Check(ctx, file, bolt.Options{LockTimeout: atOnce}, bolt.Inspector{
			Match: func(h storage.Head, events []match.Event) {
				progress()
				switch begun, err := c.export(h.ID, events); {
				case err != nil:
					fail(h.ID, err)
				case begun:
					written++
				default:
					empty++
				}
			},
			Setting: func(string, string) {},
			Problem: fail,
		})
		return err
	})
	if err == nil {
		err = bolt.SyncFolder(c.All)
		fmt.Fprintf(out, "%s: %s written, %d without a game\n", c.All, Count(written, "match"), empty)
	}
	return errors.Join(append(failures, err)...)
}

// export writes a match, unless it is a challenge that was not accepted.
func (c *Export) export(id string, events []match.Event) (begun bool, err error) {
	m, err := match.Replay(id, table.Named, events)
	if err != nil || m.First.ID == "" {
		return false, err
	}
	text, format := record.WriteAll(m.Records())
	name := id + format.Ext
	if !filepath.IsLocal(name) || filepath.Base(name) != name {
		return false, fmt.Errorf("%q cannot be the name of a file", name)
	}
	return true, os.WriteFile(filepath.Join(c.All, name), []byte(text), 0o600)
}
