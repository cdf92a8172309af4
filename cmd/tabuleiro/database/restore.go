package database

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/storage/bolt"
)

// Restore is the command that replaces the database by a backup.
type Restore struct {
	File string `arg:"" help:"The backup, a file that tabuleiro backup wrote. It stays as it is. No bot may be using the database."`
}

// Run replaces the database, and prints where the one before is kept.
func (c *Restore) Run(ctx context.Context, settings config.Config, out *bufio.Writer, p Progress) error {
	if c.File == "" {
		return config.Mistakef("the name of the file is empty")
	}
	database := settings.Database
	if database.File() == "" {
		return config.Mistakef("%s is a server: tabuleiro migrate %s postgres://... copies the backup into a database that is empty", database, c.File)
	}
	found, kept, err := restore(ctx, c.File, database.File(), p)
	if err != nil {
		return fmt.Errorf("%s stays as it is: %w", database, err)
	}
	holds := "of an older version, brought up to date when the bot starts"
	if found.Schema == bolt.Schema() {
		holds = found.count()
	}
	fmt.Fprintf(out, "%s: %s, from %s\n", database, holds, c.File)
	if kept != "" {
		fmt.Fprintf(out, "what was there before is in %s\n", kept)
	}
	return nil
}

// keptForm is how the database that a backup took the place of is named: its own name and the time, in UTC.
const keptForm = ".before-20060102-150405.000000"

// restore replaces a database that no process has open by a copy of a backup, if nothing is wrong with the copy. It
// returns what the backup holds, and where the former database is kept, "" if there was none.
func restore(ctx context.Context, backup, database string, p Progress) (found contents, kept string, err error) {
	from, err := os.Stat(backup)
	if err != nil {
		return found, "", err
	}
	before, err := os.Stat(database)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return found, "", err
	case os.SameFile(from, before):
		return found, "", errors.New("that is the database itself: name a backup")
	case before.Size() > 0:
		letGo, held := bolt.Hold(database, bolt.Options{})
		if held != nil {
			return found, "", held
		}
		defer func() { err = errors.Join(err, letGo()) }()
		kept = database + time.Now().UTC().Format(keptForm)
	}
	part, err := partFile(filepath.Dir(database))
	if err != nil {
		return found, "", err
	}
	defer os.Remove(part.Name()) // unless it has its place
	if err := finish(part, bolt.Copy(ctx, backup, part, bolt.Options{})); err != nil {
		return found, "", err
	}
	if found, err = verify(ctx, part.Name(), p); err != nil {
		return found, "", fmt.Errorf("the backup: %v", err) // not Flawed: nothing is written
	}
	if before != nil {
		err = giveTo(part.Name(), before)
	}
	if err == nil && kept != "" {
		err = keep(database, kept)
	}
	if err == nil {
		err = put(part.Name(), database)
	}
	return found, kept, err
}

// keep gives a file a second name, under which it stays when its name is taken; where a file can have one name only, it
// is renamed. It never replaces a file.
func keep(file, as string) error {
	err := os.Link(file, as)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Rename(file, as)
}
