package main

import (
	"context"
	"io"
	"log/slog"
	"os"
	"sync"
)

// bell rings once when something is logged that is wrong, and has somebody told as soon as that can be.
type bell struct {
	mu   sync.Mutex
	rung bool
	tell func()
}

// ring has it told, the first time.
func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.rung && b.tell != nil {
		go b.tell() // the one who logs may hold what telling needs
	}
	b.rung = true
}

// hang says how it is told; at once if the bell has rung before.
func (b *bell) hang(tell func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tell = tell; b.rung {
		go tell()
	}
}

// ringing is a log that rings a bell with each error.
type ringing struct {
	slog.Handler
	bell *bell
}

func (r ringing) Handle(ctx context.Context, record slog.Record) error {
	err := r.Handler.Handle(ctx, record)
	if record.Level >= slog.LevelError {
		r.bell.ring()
	}
	return err
}

func (r ringing) WithAttrs(attrs []slog.Attr) slog.Handler {
	return ringing{r.Handler.WithAttrs(attrs), r.bell}
}

func (r ringing) WithGroup(name string) slog.Handler {
	return ringing{r.Handler.WithGroup(name), r.bell}
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
