package database

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
)

// generation is the name of an older copy beside the newest one: copy.db.1 is the one before copy.db.
func generation(file string, n int) string { return file + "." + strconv.Itoa(n) }

// shift makes room for a new copy and keeps so many, with the new one: each older one moves on by one number,
// and those above go; of one alone nothing else is touched. The newest keeps its name too until another file takes it:
// at no moment is there none.
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
