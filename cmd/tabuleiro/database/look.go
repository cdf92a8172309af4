package database

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tabuleiro/bot"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
)

// Check looks through a database. It tells each problem and what it is a problem of, and says what there is. It fails
// if it is stopped.
func Check(ctx context.Context, database config.Database, p *Progress, problem func(of string, err error),
	say func(format string, args ...any)) error {
	err := reading(ctx, database, p, func(file, how string) error {
		found, err := lookThrough(ctx, file, p, problem, problem)
		if err != nil {
			return err
		}
		if found.left > 0 {
			say("%s: in %s something is left of who was forgotten, like a word or a name from a file: tabuleiro migrate leaves it out",
				database, Count(found.left, "match"))
		}
		if found.retired > 0 {
			say("%s: %s of an older version on messages; dropped when this one starts, and by migrate", database,
				Count(found.retired, "note"))
		}
		say("%s: schema %d, %s; looked through %s", database, found.Schema, found.count(), how)
		return nil
	})
	switch {
	case ctx.Err() != nil:
		return err
	case errors.Is(err, errNoDatabase):
		folder := filepath.Dir(database.File())
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			problem("database", fmt.Errorf("there is no folder %s for it", folder))
			return nil
		}
		say("%s: there is none yet; it is made when the bot starts", database)
	case err != nil:
		problem("database", err)
	}
	return nil
}

// contents are what there is in a database.
type contents struct {
	bolt.Contents
	left    int // matches with something of who was forgotten
	retired int // notes that an older version has left behind
}

func (c contents) count() string {
	return Count(c.Matches, "match") + ", " + Count(c.Events, "event") + ", " + Count(c.Settings, "setting")
}

// lookThrough tells all that is wrong with a database that no process has open, and what that is wrong with. Damaged is
// told what cannot be read or does not hold together; wrong, what can be read and is not as the bot writes it: a match
// that cannot be played again, a setting or a rating that is none. It returns how many notes an older version has left
// behind, and fails if the file cannot be looked into.
func lookThrough(ctx context.Context, file string, p *Progress, damaged,
	wrong func(of string, err error)) (contents, error) {
	bots, progress := bot.Inspection{Games: table.Games, Wrong: wrong}, p.of("looked through")
	found, err := bolt.Check(ctx, file, bolt.Options{LockTimeout: atOnce}, bolt.Inspector{
		Match: func(h storage.Head, events []match.Event) {
			progress.match()
			bots.Match(h, events)
		},
		Rating: bots.Rating, Setting: bots.Setting,
		Problem: func(id string, err error) {
			of := "database"
			if id != "" {
				of = "match " + id
			}
			damaged(of, err)
		},
	})
	if err != nil {
		return contents{Contents: found}, err
	}
	bots.End()
	return contents{found, bots.Left, bots.Retired}, nil
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
