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
	copied, err := partFile(filepath.Dir(file)) // where there is room for it, and names are as safe as there
	if err != nil {
		copied, err = partFile(os.TempDir())
	}
	if err != nil {
		return fmt.Errorf("a place for a copy of the database: %w", err)
	}
	defer func() { err = errors.Join(err, copied.Close(), os.Remove(copied.Name())) }()
	who, err := fetch(ctx, database, copied, p.of("copied"))
	if err != nil {
		return fmt.Errorf("copy of %s: %w", database, err)
	}
	return read(copied.Name(), "a copy made "+who)
}
