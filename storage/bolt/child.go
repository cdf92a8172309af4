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

// A damaged file can crash or hang the process that reads it: bbolt follows page numbers beyond the end of the file,
// and in cycles. So a child process, this program under another name, runs each task before its parent does.
const childName = "tabuleiro-check"

// Tasks of the child.
const (
	pagesTask   = "pages"   // bbolt's own check; prints each problem on a line
	contentTask = "content" // Check's own reading of the content, reporting to nobody
)

const maxPageProblems = 20 // reported for one file

// init turns the program into the child if it was started as one; so every program that imports the package can be.
func init() {
	if len(os.Args) != 3 || os.Args[0] != childName {
		return
	}
	signal.Ignore(os.Interrupt) // a terminal interrupts both processes, and the parent kills its child
	debug.SetMaxStack(64 << 20)
	if err := carryOut(os.Args[1], os.Args[2]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// carryOut runs a task of the child.
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
		_ = c.content(s) // the parent will find the same problems
		return nil
	}
	return s.db.View(func(tx *bbolt.Tx) error {
		n := 0
		for err := range tx.Check() {
			if n++; n > maxPageProblems {
				fmt.Println("and more") // cyclic pages give problems without end
				break
			}
			fmt.Println(err)
		}
		return nil
	})
}

// boundMemory exits the child once it uses more memory than reading any intact file needs.
func boundMemory(most uint64) {
	for range time.Tick(50 * time.Millisecond) {
		var m runtime.MemStats
		if runtime.ReadMemStats(&m); m.HeapAlloc > most {
			os.Exit(2)
		}
	}
}

// child runs a task on the file in a child process and returns the lines it printed. A child that crashed or timed
// out is ErrDamaged.
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
	switch _, ended := errors.AsType[*exec.ExitError](err); {
	case c.ctx.Err() != nil:
		return nil, c.ctx.Err()
	case ended:
		err = fmt.Errorf("%w (a process that followed its pages was ended: %w)", ErrDamaged, err)
	case err != nil:
		return nil, fmt.Errorf("start this program again for the check: %w", err)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' }), err
}
