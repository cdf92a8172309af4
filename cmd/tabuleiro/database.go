package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"strings"
	"syscall"

	"tabuleiro/bot"
	"tabuleiro/cmd/tabuleiro/migrate"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/postgres"
)

// database names where matches are kept: a file, or a PostgreSQL by its URL, which may hold a password.
type database string

func (d *database) UnmarshalText(text []byte) error {
	if onServer(string(text)) {
		if _, err := url.Parse(string(text)); err != nil {
			return errors.New("is no address: write postgres://USER@HOST/DATABASE")
		}
		*d = database(text)
		return nil
	}
	var file path
	err := file.UnmarshalText(text)
	*d = database(file)
	return err
}

// onServer tells whether the name of a database is the URL of a PostgreSQL.
func onServer(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// file is the name of the file, "" if the database is none.
func (d database) file() string {
	if onServer(string(d)) {
		return ""
	}
	return string(d)
}

// typed is the file with the lines typed at the terminal.
func (d database) typed() string { return d.beside(".typed") }

// told is the file for what was said and is not noted in the database yet. Where several processes have one, another one may go
// on that does not see such a file: there is none.
func (d database) told() string { return d.beside(".told") }

// beside is a file beside the database with an ending of its own, "" if the database is no file.
func (d database) beside(ending string) string {
	if file := d.file(); file != "" {
		return file + ending
	}
	return ""
}

// String is the name without a password, for people and logs.
func (d database) String() string {
	if !onServer(string(d)) {
		return string(d)
	}
	at, err := url.Parse(string(d))
	if err != nil {
		return "(PostgreSQL)"
	}
	return (&url.URL{Scheme: at.Scheme, Host: at.Host, Path: at.Path}).String() // parameters may hold a password, too
}

// GoString and LogValue are String.
func (d database) GoString() string     { return d.String() }
func (d database) LogValue() slog.Value { return slog.StringValue(d.String()) }

// open opens the database; a file that is not there is made.
func (d database) open(ctx context.Context) (migrate.Store, error) {
	if onServer(string(d)) {
		return postgres.Open(ctx, string(d))
	}
	store, err := bolt.Open(string(d), bolt.Options{Rebuild: bot.Rebuild(games)})
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return nil, fmt.Errorf("%w: let this user write there, or choose another place (database, %sDATABASE)", err, environmentPrefix)
	}
	if err != nil {
		return nil, err // not the store: a nil *bolt.Store is no nil migrate.Store
	}
	return store, nil
}
