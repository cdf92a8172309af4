package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// A damaged file can end the process that reads it, or keep it for ever: bbolt follows pages out of the file, and in a
// circle. So a child process, this program under another name, does first what its parent is about to do.
const childName = "tabuleiro-check"

// The tasks of a child.
const (
	pagesTask   = "pages"   // bbolt's own check; it prints each problem as a line
	contentTask = "content" // what Check does afterwards, with nobody to tell
)

const maxPageProblems = 20 // that are told of one file

// init makes every program that imports the package fit to be the child.
func init() {
	if len(os.Args) != 3 || os.Args[0] != childName {
		return
	}
	signal.Ignore(os.Interrupt) // a terminal sends it to both, and the parent ends its child
	debug.SetMaxStack(64 << 20)
	if err := carryOut(os.Args[1], os.Args[2]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// carryOut does a task of a child.
func carryOut(task, path string) error {
	s, size, err := openToRead(path, time.Minute)
	if err != nil {
		return err
	}
	go boundMemory(128<<20 + 8*uint64(size))
	if task == contentTask {
		c := &check{ctx: context.Background(), found: &Contents{}, tell: Inspector{
			Match:   func(storage.Head, []match.Event) {},
			Setting: func(string, string) {},
			Problem: func(string, error) {},
		}}
		_ = c.content(s) // the parent meets the same
		return nil
	}
	return s.db.View(func(tx *bbolt.Tx) error {
		n := 0
		for err := range tx.Check() {
			if n++; n > maxPageProblems {
				fmt.Println("and more") // in a circle there is no end to them
				break
			}
			fmt.Println(err)
		}
		return nil
	})
}

// boundMemory ends a child that takes more bytes than any whole file makes it take.
func boundMemory(most uint64) {
	for range time.Tick(50 * time.Millisecond) {
		var m runtime.MemStats
		if runtime.ReadMemStats(&m); m.HeapAlloc > most {
			os.Exit(2)
		}
	}
}

// child has a child do a task with the file, and returns the lines that it printed. One that died or came to no end is
// ErrDamaged.
func (c *check) child(task, path string, size int64) (lines []string, err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("look for this program, to start it for the check: %w", err)
	}
	ctx, cancel := context.WithTimeout(c.ctx, time.Minute+time.Duration(size>>20)*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	cmd.Args = []string{childName, task, path}
	cmd.Env = append(os.Environ(), "GOTRACEBACK=none")
	out, err := cmd.Output()
	var ended *exec.ExitError
	switch {
	case c.ctx.Err() != nil:
		return nil, c.ctx.Err()
	case errors.As(err, &ended):
		err = fmt.Errorf("%w (a process that followed its pages was ended: %w)", ErrDamaged, err)
	case err != nil:
		return nil, fmt.Errorf("start this program again for the check: %w", err)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' }), err
}
