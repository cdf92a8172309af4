package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tabuleiro/bot"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
)

// Check looks through a database, prints what there is, and adds each problem to others. It fails if it is stopped.
func Check(ctx context.Context, database config.Database, p Progress, to *Problems) error {
	err := reading(ctx, database, p, func(file, how string) error {
		found, err := lookThrough(ctx, file, p, to, to)
		if err != nil {
			return err
		}
		if found.left > 0 {
			fmt.Fprintf(to.Out, "%s: in %s something is left of who was forgotten, like a word or a name from a file: tabuleiro migrate leaves it out\n",
				database, Count(found.left, "match"))
		}
		fmt.Fprintf(to.Out, "%s: schema %d, %s; looked through %s\n", database, found.Schema, found.count(), how)
		return nil
	})
	folder := filepath.Dir(database.File())
	info, unknown := os.Stat(folder)
	switch {
	case ctx.Err() != nil:
		return err
	case errors.Is(err, errNoDatabase) && (unknown != nil || !info.IsDir()):
		to.Add("database", fmt.Errorf("there is no folder %s for it", folder))
	case errors.Is(err, errNoDatabase):
		fmt.Fprintf(to.Out, "%s: there is none yet; it is made when the bot starts\n", database)
	case err != nil:
		to.Add("database", err)
	}
	return nil
}

// errNoDatabase says that there is none yet.
var errNoDatabase = errors.New("there is no database")

// atOnce is how long reading waits for a file that a process has open, before it copies it.
const atOnce = 100 * time.Millisecond

// reading calls read with the file of a database: with the file itself if no process has it open, else with a temporary
// copy, so that a running bot is not disturbed. Read must fail with bolt.ErrLocked before it prints anything; how says
// where the file comes from.
func reading(ctx context.Context, database config.Database, p Progress,
	read func(file, how string) error) (err error) {
	file := database.File()
	switch info, err := os.Stat(file); {
	case file == "":
	case errors.Is(err, fs.ErrNotExist), err == nil && info.Mode().IsRegular() && info.Size() == 0:
		return fmt.Errorf("%w %s", errNoDatabase, database)
	case err != nil:
		return err
	default:
		if err := read(file, "directly: no process has it open"); !errors.Is(err, bolt.ErrLocked) {
			return err
		}
	}
	copied, err := partFile(filepath.Dir(file)) // where there is room for it, and names are as safe as there
	if err != nil {
		copied, err = partFile(os.TempDir())
	}
	if err != nil {
		return fmt.Errorf("a place for a copy of the database: %w", err)
	}
	defer func() { err = errors.Join(err, copied.Close(), os.Remove(copied.Name())) }()
	who, err := fetch(ctx, database, copied, p)
	if err != nil {
		return fmt.Errorf("copy of %s: %w", database, err)
	}
	return read(copied.Name(), "a copy made "+who)
}

// Problems counts what is wrong with something, and prints each problem in a line of its own.
type Problems struct {
	Out   io.Writer
	N     int
	first error
}

// Add adds a problem, with what it is a problem of.
func (p *Problems) Add(of string, err error) {
	err = fmt.Errorf("%s: %w", of, err)
	fmt.Fprintln(p.Out, strings.ReplaceAll(err.Error(), "\n", "; "))
	if p.N++; p.N == 1 {
		p.first = err
	}
}

// Error counts the problems and names the first.
func (p Problems) Error() string {
	return fmt.Sprintf("%s (see tabuleiro check): %s", Count(p.N, "problem"), p.first)
}

// contents are what there is in a database.
type contents struct {
	bolt.Contents
	left int // matches with something of who was forgotten
}

func (c contents) count() string {
	return Count(c.Matches, "match") + ", " + Count(c.Events, "event") + ", " + Count(c.Settings, "setting")
}

// lookThrough finds all that is wrong with a database that no process has open: damage cannot be read or is
// inconsistent, flaws can be read but were not written by the bot. It fails if the file cannot be opened.
func lookThrough(ctx context.Context, file string, p Progress, damage, flaws *Problems) (contents, error) {
	bots, another := bot.Inspection{Games: table.Games, Wrong: flaws.Add}, p.count("looked through")
	found, err := bolt.Check(ctx, file, bolt.Options{LockTimeout: atOnce}, bolt.Inspector{
		Match: func(h storage.Head, events []match.Event) {
			another()
			bots.Match(h, events)
		},
		Rating: bots.Rating, Setting: bots.Setting,
		Problem: func(id string, err error) {
			of := "database"
			if id != "" {
				of = "match " + id
			}
			damage.Add(of, err)
		},
	})
	if err == nil {
		bots.End()
	}
	return contents{found, bots.Left}, err
}

// Flawed is a copy that can be read, and holds what the bot would not have written: so does the database.
type Flawed struct{ Problems }

// verify fails unless all of a copy can be read, is consistent and makes sense; if only the last is missing, with
// Flawed. It returns what the copy holds, which is unknown for an older schema.
func verify(ctx context.Context, copied string, p Progress) (contents, error) {
	damage, flaws := Problems{Out: io.Discard}, Problems{Out: io.Discard}
	found, err := lookThrough(ctx, copied, p, &damage, &flaws)
	switch {
	case damage.N > 0:
		return found, fmt.Errorf("the copy is not kept: it has %w", damage)
	case errors.Is(err, bolt.ErrOlderSchema): // its pages are in order, the rest waits for the migration
	case err != nil:
		return found, fmt.Errorf("the copy cannot be looked through, and is not kept: %w", err)
	case flaws.N > 0:
		return found, Flawed{flaws}
	}
	return found, nil
}

// Count counts something in words.
func Count(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "ch"):
		what += "e"
	}
	return fmt.Sprintf("%d %ss", n, what)
}
