package config

import (
	"errors"
	"log/slog"
	"net/url"
	"strings"
)

// Database names where matches are kept: a file, or a PostgreSQL by its URL, which may hold a password.
type Database string

// Set takes the name of a file, or the URL of a PostgreSQL.
func (d *Database) Set(text string) error {
	_, err := url.Parse(text)
	switch {
	case text == "":
		return errors.New("is empty: name a file")
	case onServer(text) && err != nil:
		return errors.New("is no address: write postgres://USER@HOST/DATABASE")
	case !onServer(text) && strings.Contains(text, "://"):
		return errors.New("is of a kind that is not known: write the name of a file, or postgres://USER@HOST/DATABASE")
	}
	*d = Database(text)
	return nil
}

// onServer reports whether the name of a database is the URL of a PostgreSQL.
func onServer(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// File is the name of the file, "" if the database is none.
func (d Database) File() string {
	if onServer(string(d)) {
		return ""
	}
	return string(d)
}

// Typed is the file with the lines typed at the terminal.
func (d Database) Typed() string { return d.Beside(".typed") }

// Log is the file for the log while people play in the terminal, where it would be printed between what they say.
func (d Database) Log() string { return d.Beside(".log") }

// Beside is a file beside the database with an ending of its own, "" if the database is no file.
func (d Database) Beside(ending string) string {
	if file := d.File(); file != "" {
		return file + ending
	}
	return ""
}

// String is the name without a password, for people and logs.
func (d Database) String() string {
	if !onServer(string(d)) {
		return string(d)
	}
	at, err := url.Parse(string(d))
	if err != nil {
		return "(PostgreSQL)"
	}
	return (&url.URL{Scheme: at.Scheme, Host: at.Host, Path: at.Path}).String() // parameters may hold a password, too
}

// GoString is String.
func (d Database) GoString() string { return d.String() }

// LogValue is String.
func (d Database) LogValue() slog.Value { return slog.StringValue(d.String()) }
