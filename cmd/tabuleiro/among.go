package main

import (
	"context"
	"io"
	"log/slog"
	"os"
	"sync"
)

// ringing is a log that rings with each error.
type ringing struct {
	slog.Handler
	ring func()
}

func (r ringing) Handle(ctx context.Context, record slog.Record) error {
	err := r.Handler.Handle(ctx, record)
	if record.Level >= slog.LevelError {
		r.ring()
	}
	return err
}

func (r ringing) WithAttrs(attrs []slog.Attr) slog.Handler {
	return ringing{r.Handler.WithAttrs(attrs), r.ring}
}
func (r ringing) WithGroup(name string) slog.Handler {
	return ringing{r.Handler.WithGroup(name), r.ring}
}

// lateFile is a file that is made when the first line is written to it, and is its owner's alone; lines are added to
// it.
type lateFile struct {
	name string
	mu   sync.Mutex
	file *os.File
}

var _ io.Writer = (*lateFile)(nil)

func (f *lateFile) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		file, err := os.OpenFile(f.name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return 0, err
		}
		f.file = file // until the program ends
	}
	return f.file.Write(b)
}
