package main

import (
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"

	"tabuleiro/bot"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
)

// clubLife is a process from its start to its end.
type clubLife struct {
	y      *year
	bot    *bot.Bot
	cancel context.CancelFunc
	ended  chan struct{}
	dead   atomic.Bool
	fuse   atomic.Int32 // writes and sends until it dies; 0: it does not
}

// burn counts a call down, and reports whether the process dies at it.
func (l *clubLife) burn() (dies bool) {
	if l.fuse.Load() > 0 && l.fuse.Add(-1) == 0 && !l.dead.Swap(true) {
		l.y.count("killed")
		l.cancel()
		return true
	}
	return false
}

// start starts a process.
func (y *year) start() {
	l := &clubLife{y: y, ended: make(chan struct{})}
	failing := faultytest.New(y.store)
	failing.Plan(l.onStore)
	log := slog.New(slog.DiscardHandler)
	var entropy [32]byte
	y.mu.Lock()
	binary.NativeEndian.PutUint64(entropy[:], y.chance.Uint64())
	y.mu.Unlock()
	b, err := bot.New(bot.Config{
		Store: archive.NewCache(failing), Games: table.Games, Language: "en", Log: log, Now: y.now, Random: rand.NewChaCha8(entropy),
		Limits: bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6},
	})
	if err != nil {
		y.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	l.bot, l.cancel = b, cancel
	y.life.Store(l)
	var adapters []chat.Adapter
	for _, h := range y.services {
		adapters = append(adapters, &usher{hall: h, life: l})
	}
	go func() {
		defer close(l.ended)
		_ = b.Run(ctx, adapters...)
	}()
}

// onStore returns the fault of a call of the store.
func (l *clubLife) onStore(c faultytest.Call) faultytest.Fault {
	if l.dead.Load() {
		return faultytest.Fault{Err: errDied}
	}
	if c.Writes() && l.burn() {
		return faultytest.Fault{Err: errDied, Done: l.y.roll(2)}
	}
	switch kind := l.y.trouble.Load().(string); {
	case kind == "" || !l.y.roll(3):
	case kind == "broken":
		return faultytest.Fault{Err: errors.New("the disk is broken")}
	case kind == "lost" && c.Writes():
		return faultytest.Fault{Err: errors.New("the connection broke"), Done: true}
	case kind == "conflict" && c.Method == "Append":
		return faultytest.Fault{Err: storage.ErrConflict}
	}
	return faultytest.Fault{}
}
