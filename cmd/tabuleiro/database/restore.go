package database

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"tabuleiro/bot"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/table"
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
	fmt.Fprintf(out, "%s: %s, %s, %s, from %s\n", database, Count(found.Matches, "match"), Count(found.Events, "event"),
		Count(found.Settings, "setting"), c.File)
	if kept != "" {
		fmt.Fprintf(out, "what was there before is in %s\n", kept)
	}
	return nil
}

// keptForm is how the database that a backup took the place of is named: its own name and the time, in UTC.
const keptForm = ".before-20060102-150405"

// restore puts a copy of a backup in the place of a database that no process has open, once the copy is of this
// program's schema and nothing is wrong with it. It tells what the backup holds and where the database is that was
// there before, "" if there was none.
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
			return bolt.Copy(ctx, backup, p.of("copied").writer(to, from.Size()), bolt.Options{})
		},
		check: func(copied string) error {
			if found, err = verifyCopy(ctx, copied, p); err != nil || before == nil {
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

// verifyCopy fails if anything is wrong with a copy, which it brings to this program's schema first.
func verifyCopy(ctx context.Context, copied string, p *Progress) (contents, error) {
	var wrong tally
	found, err := lookThrough(ctx, copied, p, wrong.note, wrong.note)
	if errors.Is(err, bolt.ErrOlderSchema) && wrong.problems == 0 {
		if err = raise(copied); err == nil {
			found, err = lookThrough(ctx, copied, p, wrong.note, wrong.note)
		}
	}
	switch {
	case err != nil:
		return found, err
	case wrong.problems > 0:
		return found, fmt.Errorf("the backup has %s, and the database stays as it is: %w", Count(wrong.problems, "problem"),
			wrong.first)
	}
	return found, nil
}

// raise brings a copy to this program's schema, and leaves no copy of the copy.
func raise(copied string) error {
	store, err := bolt.Open(copied, bolt.Options{Rebuild: bot.Rebuild(table.Games)})
	if err == nil {
		err = store.Close()
	}
	older, _ := filepath.Glob(copied + ".schema-*.backup")
	for _, name := range older {
		err = errors.Join(err, os.Remove(name))
	}
	return err
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
