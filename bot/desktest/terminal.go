package desktest

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/terminal"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/storage"
)

// AtTable runs a bot for draughts with a brain at a terminal and types lines, ten seconds apart. It returns the output
// until the end of the input or, if interrupted, of the context.
func AtTable(t *testing.T, store storage.Store, brain engine.Brain, session string, interrupted bool,
	lines ...string) string {
	t.Helper()
	game := *draughts.Portuguese
	game.Brain = brain
	return AtTableOf(t, store, &game, slog.DiscardHandler, session, interrupted, lines...)
}

// AtTableOf is AtTable for a bot with any game, which logs to a handler.
func AtTableOf(t *testing.T, store storage.Store, game *engine.Game, log slog.Handler, session string, interrupted bool,
	lines ...string) string {
	t.Helper()
	b := NewBot(t, store, func(c *bot.Config) { c.Games, c.Log = []*engine.Game{game}, slog.New(log) })
	var out bytes.Buffer
	in, typing := io.Pipe()
	screen := terminal.New(terminal.Config{In: in, Out: &out, Session: session, Log: slog.New(slog.DiscardHandler)})
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, screen) }()
	for _, line := range append(lines, "") {
		if _, err := io.WriteString(typing, line+"\n"); err != nil {
			t.Fatal(err)
		}
		Later(10 * time.Second)
	}
	if interrupted {
		interrupt()
	}
	typing.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Saboteur is a brain that breaks something before its first move.
type Saboteur struct {
	engine.Brain
	Once  *sync.Once
	Wreck func()
}

// Think calls Wreck the first time.
func (s Saboteur) Think(ctx context.Context, l engine.Line, task engine.Limits) (engine.SearchResult, error) {
	s.Once.Do(s.Wreck)
	return s.Brain.Think(ctx, l, task)
}
