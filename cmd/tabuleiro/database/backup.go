package database

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/postgres"
)

// Backup is the command that copies the database, also while the bot runs.
type Backup struct {
	File string `arg:"" help:"Where to write the copy. A file there is replaced once the copy is complete and in order; one with problems is put beside it."`
	Keep int    `default:"1" placeholder:"N" help:"Keep so many copies: the ones before become FILE.1, FILE.2 and so on (default: ${default})."`
}

// Run writes the copy and reads it through; it fails with Flawed if the copy has problems. The copy is written under
// another name, and takes the place of the old one then; with problems, that of an older one aside.
func (c *Backup) Run(ctx context.Context, settings config.Config, out *bufio.Writer, p Progress) error {
	if c.File == "" {
		return config.Mistakef("the name of the file is empty")
	}
	if c.Keep < 1 || c.Keep > mostKept {
		return config.Mistakef("--keep has to be 1 to %d", mostKept)
	}
	database := settings.Database
	if err := c.fits(database); err != nil {
		return err
	}
	part, err := partFile(filepath.Dir(c.File))
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w: choose a folder that exists and lets this user write", c.File, err)
	}
	defer os.Remove(part.Name()) // unless it has its place
	who, err := fetch(ctx, database, part, p)
	info, unknown := part.Stat()
	if err := finish(part, cmp.Or(err, unknown)); err != nil {
		return err
	}
	file := c.File
	_, flaws := verify(ctx, part.Name(), p)
	switch {
	case errors.As(flaws, new(Flawed)):
		file += problemsSuffix
		flaws = fmt.Errorf("what was in %s stays; the copy in %s has %w", c.File, file, flaws)
	case flaws != nil:
		return flaws
	default:
		if err := shift(c.File, c.Keep); err != nil {
			return err
		}
	}
	if err := put(part.Name(), file); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d bytes, copied from %s %s\n", file, info.Size(), database, who)
	return flaws
}

// fits returns why the copy cannot be made, as far as that is known beforehand.
func (c *Backup) fits(database config.Database) error {
	from, err := os.Stat(database.File())
	switch {
	case database.File() == "":
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no database %s: name it in the configuration (database) or the environment (%sDATABASE)",
			database, config.Prefix)
	case err != nil:
		return err
	}
	names := []string{c.File, c.File + problemsSuffix}
	for n := 1; n < c.Keep; n++ {
		names = append(names, generation(c.File, n))
	}
	for _, file := range names {
		switch to, err := os.Stat(file); {
		case err != nil: // nothing is there, or making the copy tells what is wrong
		case os.SameFile(from, to):
			return fmt.Errorf("%s is the database itself (%s): choose another name", file, database)
		case !to.Mode().IsRegular():
			return fmt.Errorf("%s is there and not a file: choose another name", file)
		}
	}
	return nil
}

// mostKept is the number of copies that are kept at the most.
const mostKept = 1000

// problemsSuffix ends the name of a copy that is kept beside the last good one, as it has problems.
const problemsSuffix = ".problems"

// generation returns the name of an older copy: copy.db.1 is the one before copy.db.
func generation(file string, n int) string { return file + "." + strconv.Itoa(n) }

// shift renames older copies by one number to make room for a new one, and removes those beyond the number kept. The
// newest keeps its name until another file takes it, so that there is always one.
func shift(file string, copies int) error {
	_, err := os.Lstat(file)
	if copies <= 1 || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for n := copies; err == nil; n++ { // there may be more of them than are kept now
		err = os.Remove(generation(file, n))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for n := copies - 1; n > 1; n-- {
		if err := os.Rename(generation(file, n-1), generation(file, n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Remove(generation(file, 1)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return keep(file, generation(file, 1))
}

// fetch copies a database into a file, through the process that has it open or, if there is none, directly. It returns
// which way it took.
func fetch(ctx context.Context, database config.Database, to *os.File, p Progress) (who string, err error) {
	from := database.File()
	if from == "" {
		return "from the server, match by match", copyServer(ctx, database, to.Name(), p)
	}
	at, err := control.SocketOf(database)
	if err != nil {
		return "", err
	}
	// A process that is just starting or stopping has the database locked and does not listen: ask it once more.
	for attempt := 0; ; attempt++ {
		nobody := control.Backup(ctx, at, to)
		if !errors.Is(nobody, control.ErrNobody) {
			return "by the running process", nobody
		}
		if err := bolt.Copy(ctx, from, to, bolt.Options{}); !errors.Is(err, bolt.ErrLocked) {
			return "directly: no process has it open", err
		}
		if attempt > 0 {
			return "", fmt.Errorf("a process has the database open but does not answer (%w): stop it, or try again", nobody)
		}
	}
}

// copyServer writes what is on a server into a file while bots go on playing: each match by itself is whole.
func copyServer(ctx context.Context, from config.Database, file string, p Progress) (err error) {
	source, err := postgres.OpenReadOnly(ctx, string(from))
	if errors.Is(err, postgres.ErrNoSchema) {
		err = fmt.Errorf("%w: %w", errNoDatabase, err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	copied, err := bolt.Open(file, bolt.Options{})
	if err != nil {
		return err
	}
	return errors.Join(copyAll(ctx, source, copied, p.count("copied")), copied.Close())
}

// partFiles matches the names of files that are incomplete or temporary. The names say nothing of the target, so that
// backups named by the day clean up after the one before.
const partFiles = "tabuleiro-*.part"

// partFile creates such a file in a folder, readable by this user alone.
func partFile(folder string) (*os.File, error) {
	clearUp(folder)
	return os.CreateTemp(folder, partFiles)
}

// abandoned is how long nothing is written to a file that nobody will finish: other processes may be at work.
const abandoned = time.Hour

// clearUp removes what killed processes left in a folder: files like partFiles to which nothing was written for long.
// Failures are ignored.
func clearUp(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		fits, _ := filepath.Match(partFiles+"*", e.Name())
		info, err := e.Info()
		if fits && err == nil && time.Since(info.ModTime()) >= abandoned {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// finish closes a file and, if it was written without an error, syncs it to disk.
func finish(part *os.File, err error) error {
	if err == nil {
		err = part.Sync()
	}
	return errors.Join(err, part.Close())
}

// put renames a complete file over another one.
func put(part, file string) error {
	if err := os.Rename(part, file); err != nil {
		return err
	}
	return bolt.SyncFolder(filepath.Dir(file))
}
