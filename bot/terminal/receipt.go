package terminal

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
)

// receipt notes what was printed last, in a file. It is written in the same instant as the paper, while the store learns of it
// only later: what the program has printed when it is killed in between is not printed again. The system keeps the note when
// the process dies; when the machine does, the paper is gone, too.
type receipt struct {
	file *os.File // nil: nothing is noted
	last string   // chat.Message.Once
	log  *slog.Logger
}

// openReceipt reads what was noted by an earlier run. Without a file nothing is noted.
func openReceipt(path string, log *slog.Logger) *receipt {
	r := &receipt{log: log}
	if path == "" {
		return r
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		var text []byte
		if text, err = io.ReadAll(io.LimitReader(f, longest)); err == nil {
			last, _, _ := bytes.Cut(text, []byte("\n"))
			r.file, r.last = f, string(last)
			return r
		}
		f.Close()
	}
	log.Warn("what was printed last is not to be had", "error", err)
	return r
}

// has tells whether this is what was printed last.
func (r *receipt) has(once string) bool { return once != "" && once == r.last }

// put notes what has just been printed: in one write, which is done or not done.
func (r *receipt) put(once string) {
	if once == "" || r.file == nil {
		return
	}
	r.last = once
	if _, err := r.file.WriteAt([]byte(once+"\n"), 0); err != nil {
		r.log.Warn("what was printed is not noted", "error", err)
	}
}

// remove ends noting. In a run that has ended in good order the store knows what was printed.
func (r *receipt) remove() error {
	if r.file == nil {
		return nil
	}
	err := errors.Join(r.file.Close(), os.Remove(r.file.Name()))
	r.file = nil
	return err
}
