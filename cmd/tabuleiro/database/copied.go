package database

import (
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

// errNoDatabase says that there is none yet.
var errNoDatabase = errors.New("there is no database")

// copyFolders are the names of folders that are deleted after use, and of those that were left behind when a process
// was killed.
const copyFolders = "tabuleiro-copy-*"

// atOnce is how long is waited for a file that a process has open, which reading has copied.
const atOnce = 100 * time.Millisecond

// reading has something read a database, and stays out of the way of a bot: where no process has the file open it is
// read where it lies, which keeps a bot from starting meanwhile; else a copy of it is read, which is made beside it,
// and deleted then. The function read fails with bolt.ErrLocked before it has told anything; how says where its file
// comes from.
func reading(ctx context.Context, database config.Database, p *Progress,
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
	folder, done, err := copyFolder(file)
	if err != nil {
		return fmt.Errorf("a place for a copy of the database: %w", err)
	}
	defer func() {
		err = errors.Join(err, os.RemoveAll(folder))
		done()
	}()
	if size := sizeOf(file); size >= many[bolt.Bytes] {
		fmt.Fprintf(p.To, "a process has %s open: %d MB of it are copied to %s first, and deleted afterwards\n", database,
			size>>20, folder)
	}
	copied := filepath.Join(folder, "copy.db")
	anything := func(context.Context, string) error { return nil } // who reads finds out
	who, _, err := backup(ctx, database, copied, p, anything, func() error { return nil })
	if err != nil {
		return fmt.Errorf("copy of %s: %w", database, err)
	}
	return read(copied, "a copy made "+who)
}

// copyFolder makes a folder for a copy beside a file, where there is room for it and names are as safe as there; of a
// server, or where that cannot be, among temporary files. The function done is for after its removal.
func copyFolder(file string) (folder string, done func(), err error) {
	places := []string{os.TempDir()}
	if file != "" {
		places = []string{filepath.Dir(file), os.TempDir()}
	}
	for _, at := range places {
		done = clearUp(at, copyFolders) // a copy holds names
		if folder, err = os.MkdirTemp(at, copyFolders); err == nil {
			return folder, done, nil
		}
		done()
	}
	return "", nil, err
}
