// Package database opens the database of a bot, copies it, looks through it, and writes its matches as files.
package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/postgres"
)

// Open opens a database for this process alone; a missing file is made. With wait, a database on a server that another
// process holds is waited for, and wait is called with the reason.
func Open(ctx context.Context, d config.Database, wait func(reason string)) (storage.Store, error) {
	if d.File() == "" {
		store, err := postgres.Open(ctx, string(d), wait)
		if errors.Is(err, postgres.ErrHeld) {
			err = fmt.Errorf("%w; stop the bot and its standby first", err)
		}
		if err != nil {
			return nil, err // not the store: a nil *postgres.Store is no nil interface
		}
		return store, nil
	}
	store, err := bolt.Open(string(d), bolt.Options{Rebuild: archive.Rebuild(table.Games)})
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return nil, fmt.Errorf("%w: let this user write there, or choose another place (database, %sDATABASE)", err,
			config.Prefix)
	}
	if err != nil {
		return nil, err
	}
	return store, nil
}

// Progress reports the progress of a long operation.
type Progress struct {
	To io.Writer // where people read it, beside what a command prints
}

// progressInterval is the time between two lines.
const progressInterval = time.Second

// count returns a function that counts one more match, and prints the number once a second.
func (p Progress) count(what string) (match func()) {
	last, done := time.Now(), 0
	return func() {
		done++
		if time.Since(last) >= progressInterval {
			last = time.Now()
			fmt.Fprintf(p.To, "%s: %d matches\n", what, done)
		}
	}
}
