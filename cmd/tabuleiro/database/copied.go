package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tabuleiro/cmd/tabuleiro/config"
)

// errNoDatabase says that there is none yet.
var errNoDatabase = errors.New("there is no database")

// copyFolders are the names of folders that are deleted after use, and of those that were left behind when a process was
// killed.
const copyFolders = "tabuleiro-copy-*"

// withCopy has something done with a copy of a database, which is deleted then. So the database itself stays as it is, and
// a bot runs on, or starts, meanwhile. The argument who tells how the copy came about.
func withCopy(ctx context.Context, database config.Database, do func(file, who string) error) (err error) {
	switch info, err := os.Stat(database.File()); {
	case database.File() == "":
	case errors.Is(err, fs.ErrNotExist), err == nil && info.Mode().IsRegular() && info.Size() == 0:
		return fmt.Errorf("%w %s", errNoDatabase, database)
	case err != nil:
		return err
	}
	clearOld(os.TempDir(), copyFolders) // a copy holds names
	folder, err := os.MkdirTemp("", copyFolders)
	if err != nil {
		return fmt.Errorf("a place for a copy of the database: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	file := filepath.Join(folder, "copy.db")
	anything := func(context.Context, string) error { return nil } // do finds out
	who, _, err := backup(ctx, database, file, anything)
	if err != nil {
		return fmt.Errorf("copy of %s: %w", database, err)
	}
	return do(file, who)
}
