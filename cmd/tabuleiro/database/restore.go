package database

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/storage/bolt"
)

// Restore is the command that puts a backup in the place of the database.
type Restore struct {
	File string `arg:"" help:"The backup, a file that tabuleiro backup wrote. It stays as it is. No bot may be using the database."`
}

// Run replaces the database, and prints where the one before is kept.
func (c *Restore) Run(ctx context.Context, set config.File, out *bufio.Writer, p *Progress) error {
	if c.File == "" {
		return config.Mistakef("restore: the name of the file is empty")
	}
	settings, err := set.Read()
	if err != nil {
		return err
	}
	database := settings.Database
	if database.File() == "" {
		return config.Mistakef("restore: %s is a server: tabuleiro migrate %s postgres://... copies the backup into a database that is empty", database, c.File)
	}
	found, kept, err := restore(ctx, c.File, database.File(), time.Now(), p)
	if err != nil {
		return fmt.Errorf("restore %s from %s: %w", database, c.File, err)
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
const keptForm = ".before-20060102-150405"

// restore puts a copy of a backup in the place of a database that no process has open, if nothing is wrong with the
// copy. One of an older schema is brought up to date when the bot starts. It tells what the backup holds and where the
// database is that was there before, "" if there was none.
func restore(ctx context.Context, backup, database string, now time.Time,
	p *Progress) (found contents, kept string, err error) {
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
		letGo, err := bolt.Hold(database, bolt.Options{})
		if err != nil {
			return found, "", err
		}
		defer func() { err = errors.Join(err, letGo()) }()
		if kept, err = free(database + now.UTC().Format(keptForm)); err != nil {
			return found, "", err
		}
	}
	_, err = replace(database, replacing{
		write: func(to *os.File) error {
			return bolt.Copy(ctx, backup, to, bolt.Options{})
		},
		check: func(copied string) error {
			var flaws Flawed
			switch found, err = verify(ctx, copied, p); {
			case errors.As(err, &flaws):
				return fmt.Errorf("the backup has %s, and the database stays as it is: %w", Count(flaws.problems, "problem"),
					flaws.first)
			case err != nil || before == nil:
				return err
			}
			return giveTo(copied, before)
		},
		room: func() error {
			if kept == "" {
				return nil
			}
			return keep(database, kept)
		},
	})
	return found, kept, err
}

// free is a name that no file has: the one asked for, or that with a number.
func free(name string) (string, error) {
	for n, tried := 2, name; ; n++ {
		if _, err := os.Lstat(tried); errors.Is(err, fs.ErrNotExist) {
			return tried, nil
		} else if err != nil {
			return "", err
		}
		tried = name + "-" + strconv.Itoa(n)
	}
}

// keep gives a file a second name, under which it stays when another one takes its place; where a file has one name
// only, it gets that one instead. A file that has this name already is not touched.
func keep(file, as string) error {
	err := os.Link(file, as)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Rename(file, as)
}
