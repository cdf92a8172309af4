package database

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
	"tabuleiro/cmd/tabuleiro/migrate"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/postgres"
)

// Backup is the command that copies the database, also while the bot runs.
type Backup struct {
	File string `arg:"" help:"Where to write the copy. A file there is replaced once the copy is complete and in order; one with problems is put beside it."`
	Keep int    `default:"1" placeholder:"N" help:"Keep so many copies: the ones before become FILE.1, FILE.2 and so on (default: ${default})."`
}

// Run writes the copy and reads it through; it fails with Flawed if the copy has problems.
func (c *Backup) Run(ctx context.Context, set config.File, out *bufio.Writer, p *Progress) error {
	if c.File == "" {
		return config.Mistakef("backup: the name of the file is empty")
	}
	if c.Keep < 1 || c.Keep > mostKept {
		return config.Mistakef("backup: --keep has to be 1 to %d", mostKept)
	}
	settings, err := set.Read()
	if err != nil {
		return err
	}
	database := settings.Database
	if err := c.fits(database); err != nil {
		return err
	}
	var who string
	size, err := replace(c.File, replacing{
		write: func(to *os.File) (err error) {
			who, err = fetch(ctx, database, to, p.of("copied"))
			return err
		},
		check: func(copied string) error {
			_, err := verify(ctx, copied, p)
			return err
		},
		room: func() error { return shift(c.File, c.Keep) },
	})
	file := c.File
	if errors.As(err, new(Flawed)) {
		file += problemsSuffix
		err = fmt.Errorf("backup: what was in %s stays; the copy in %s has %w", c.File, file, err)
	} else if err != nil {
		return fmt.Errorf("backup of %s to %s: %w", database, c.File, err)
	}
	fmt.Fprintf(out, "%s: %d bytes, copied from %s %s\n", file, size, database, who)
	return err
}

// fits tells why the copy cannot be made, as far as that can be seen before.
func (c *Backup) fits(database config.Database) error {
	from, err := os.Stat(database.File())
	switch {
	case database.File() == "":
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("backup: there is no database %s: name it in the configuration (database) or the environment (%sDATABASE)", database, config.Prefix)
	case err != nil:
		return fmt.Errorf("backup: %w", err)
	}
	names := []string{c.File, c.File + problemsSuffix}
	for n := 1; n < c.Keep; n++ {
		names = append(names, generation(c.File, n))
	}
	for _, file := range names {
		if err := fits(file, database.File(), from); err != nil {
			return fmt.Errorf("backup to %s: %w", file, err)
		}
	}
	return nil
}

// mostKept is the number of copies that are kept at the most.
const mostKept = 1000

// problemsSuffix ends the name of a copy that is kept beside the last good one, as it has problems.
const problemsSuffix = ".problems"

// fits tells why a copy cannot be written to a file, as far as that can be seen before.
func fits(file, database string, from fs.FileInfo) error {
	to, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		folder := filepath.Dir(file)
		if info, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no folder %s: make it first", folder)
		} else if err == nil && !info.IsDir() {
			return fmt.Errorf("%s is not a folder: choose another name", folder)
		}
		return nil
	case err != nil:
		return err
	case os.SameFile(from, to):
		return fmt.Errorf("that is the database itself (%s): choose another name", database)
	case to.IsDir():
		return errors.New("that is a folder: add the name of a file")
	case !to.Mode().IsRegular():
		return errors.New("something is there that is not a file: choose another name")
	}
	return nil
}

// tally counts what is wrong, and keeps the first of it.
type tally struct {
	problems int
	first    error
}

func (t *tally) note(of string, err error) {
	if t.problems++; t.problems == 1 {
		t.first = fmt.Errorf("%s: %w", of, err)
	}
}

// Flawed is a copy that can be read, and holds what the bot would not have written: so does the database.
type Flawed struct{ tally }

func (f Flawed) Error() string {
	return fmt.Sprintf("%s that the database has too; see tabuleiro check: %s", Count(f.problems, "problem"), f.first)
}

// verify fails unless all of a copy can be read, holds together and makes sense; if only the last is missing, with
// Flawed. It tells what the copy holds, nothing of an older schema.
func verify(ctx context.Context, copied string, p *Progress) (contents, error) {
	var damage, flaws tally
	found, err := lookThrough(ctx, copied, p, damage.note, flaws.note)
	switch {
	case damage.problems > 0:
		return found, fmt.Errorf("the copy has %s, and is not kept: what was there before stays; see tabuleiro check: %w",
			Count(damage.problems, "problem"), damage.first)
	case errors.Is(err, bolt.ErrOlderSchema): // its pages are in order, the rest waits for the migration
	case err != nil:
		return found, fmt.Errorf("the copy cannot be looked through, and is not kept: %w", err)
	case flaws.problems > 0:
		return found, Flawed{flaws}
	}
	return found, nil
}

// fetch copies a database into a file, through the process that has it open or, if there is none, directly, and tells
// which.
func fetch(ctx context.Context, database config.Database, to *os.File, p *Progress) (who string, err error) {
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

// copyServer writes what is on a server into a file, as it is while bots go on playing: every match by itself is whole.
func copyServer(ctx context.Context, from config.Database, file string, p *Progress) (err error) {
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
	return errors.Join(migrate.Copy(ctx, source, copied, p.matches), copied.Close())
}

// partFiles are the names of files that are not complete, or are deleted after use. They do not tell what they would have
// become: of backups with the day in their names, the next one clears up after the one before.
const partFiles = "tabuleiro-*.part"

// partFile makes such a file in a folder, which only this user may read.
func partFile(folder string) (*os.File, error) {
	clearUp(folder)
	return os.CreateTemp(folder, partFiles)
}

// abandoned is how long nothing is written to a file that nobody will finish: other processes may be at work.
const abandoned = time.Hour

// clearUp removes what killed processes left in a folder: all whose names begin as those of partFiles and which have
// long not been written to. It is no matter if that fails.
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

// replacing is what is done to replace a file.
type replacing struct {
	write func(to *os.File) error // writes the content
	check func(name string) error // fails if the content there must not take the place
	room  func() error            // does with the old file what is to be done, just before
}

// replace writes a file, which only this user may read, and returns its size in bytes. Its content is written under
// another name, checked, and takes the place of the old one then; if it is found flawed, that of an older one aside, and
// replace fails with that.
func replace(file string, do replacing) (size int64, err error) {
	f, err := partFile(filepath.Dir(file))
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.Remove(f.Name()) }() // unless it has its place
	if err = do.write(f); err == nil {
		err = f.Sync()
	}
	info, unknown := f.Stat()
	if err = errors.Join(err, unknown, f.Close()); err != nil {
		return 0, err
	}
	flaws := do.check(f.Name())
	switch {
	case errors.As(flaws, new(Flawed)):
		file += problemsSuffix
	case flaws != nil:
		return 0, flaws
	default:
		if err := do.room(); err != nil {
			return 0, err
		}
	}
	if err = os.Rename(f.Name(), file); err != nil {
		return 0, err
	}
	return info.Size(), errors.Join(flaws, bolt.SyncFolder(filepath.Dir(file)))
}
