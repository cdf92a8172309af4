package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"tabuleiro/storage/bolt"
)

type backupCommand struct {
	File string `arg:"" help:"Where to write the copy. A file there is replaced once the copy is complete."`
}

func (c *backupCommand) Run(line *commandLine, out *bufio.Writer) error {
	if c.File == "" {
		return mistakef("backup: the name of the file is empty")
	}
	settings, err := configure(line.Config, os.Environ())
	if err != nil {
		return err
	}
	database := string(settings.Database)
	from, err := os.Stat(database)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("backup: there is no database %s: name it in the configuration (database) or the environment (%sDATABASE)", database, environmentPrefix)
	case err != nil:
		return fmt.Errorf("backup: %w", err)
	}
	if err := fits(c.File, database, from); err != nil {
		return fmt.Errorf("backup to %s: %w", c.File, err)
	}
	ctx, stop := untilStopped(context.Background())
	defer stop()
	who, size, err := backup(ctx, database, c.File)
	if err != nil {
		return fmt.Errorf("backup of %s to %s: %w", database, c.File, err)
	}
	_, err = fmt.Fprintf(out, "%s: %d bytes, copied from %s %s\n", c.File, size, database, who)
	return err
}

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

// backup copies a database through the process that has it open or, if there is none, directly, and tells which.
func backup(ctx context.Context, database, file string) (who string, size int64, err error) {
	socket, err := socketOf(database)
	if err != nil {
		return "", 0, err
	}
	// A process that is just starting or stopping has the database locked and does not listen: ask it once more.
	for attempt := 0; ; attempt++ {
		size, err := replace(file, func(f *os.File) (int64, error) { return receiveBackup(ctx, socket, f) })
		if !errors.Is(err, errNobody) {
			return "by the running process", size, err
		}
		nobody := err
		size, err = bolt.Copy(ctx, database, file, bolt.Options{})
		if !errors.Is(err, bolt.ErrLocked) {
			return "directly: no process has it open", size, err
		}
		if attempt > 0 {
			return "", 0, fmt.Errorf("a process has the database open but does not answer (%w): stop it, or try again", nobody)
		}
	}
}

// replace writes a file and returns its size. What was in it stays until the new content is complete and on the disk.
func replace(file string, write func(*os.File) (int64, error)) (size int64, err error) {
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part")
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if size, err = write(f); err != nil {
		return 0, err
	}
	if err = f.Sync(); err != nil {
		return 0, err
	}
	if err = f.Close(); err != nil {
		return 0, err
	}
	if err = os.Rename(f.Name(), file); err != nil {
		return 0, err
	}
	return size, syncFolder(filepath.Dir(file))
}

// syncFolder brings the new name of a file to the disk.
func syncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil // knows no such thing
	}
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
