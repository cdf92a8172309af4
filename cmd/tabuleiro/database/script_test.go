package database_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"testing"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
	"tabuleiro/cmd/tabuleiro/database"
	"tabuleiro/cmd/tabuleiro/scripttest"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/storage/bolt"

	"github.com/prometheus/client_golang/prometheus"
)

// check is the command that checks the database.
type check struct{}

func (check) Run(ctx context.Context, file config.File, out *bufio.Writer, p database.Progress) error {
	settings, err := file.Read()
	if err != nil {
		return err
	}
	found := &database.Problems{Out: out}
	err = database.Check(ctx, settings.Database, p, found)
	if err == nil && found.N > 0 {
		err = found
	}
	return err
}

// The scripts know two programs besides: "fill FILE ID MOVE..." adds a match of Portuguese draughts to a database, an
// open challenge if there are no moves; "hold FILE program arg..." runs a program while another process has the
// database open and serves its socket.
func TestMain(m *testing.M) {
	var commands struct {
		Backup  database.Backup  `cmd:""`
		Restore database.Restore `cmd:""`
		Migrate database.Migrate `cmd:""`
		Export  database.Export  `cmd:""`
		Check   check            `cmd:""`
	}
	scripttest.Program{Table: &commands, Parameters: []any{database.Progress{To: os.Stderr}}, Others: map[string]func(){
		"fill": func() { must(fill(os.Args[1], os.Args[2], os.Args[3:])) },
		"hold": func() { must(hold(os.Args[1], os.Args[2:])) },
	}}.Main(m)
}

func TestScripts(t *testing.T) { scripttest.Run(t) }

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func fill(file, id string, moves []string) error {
	store, err := bolt.Open(file, bolt.Options{Rebuild: archive.Rebuild(table.Games)})
	if err != nil {
		return err
	}
	g, ana, rui := draughts.Portuguese, match.Player{ID: "terminal:ana", Name: "ana"}, match.Player{ID: "terminal:rui", Name: "rui"}
	options, err := g.Complete(nil)
	if err != nil {
		return err
	}
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	events := []match.Event{{Kind: match.Challenged, By: ana.ID, Who: &ana, At: at, Room: "terminal:here",
		Setup: &match.Setup{Game: g.Name, Version: g.Version, Options: options, Opponent: rui}}}
	if len(moves) > 0 {
		events = append(events, match.Event{Kind: match.Accepted, By: rui.ID, Who: &rui, At: at, First: ana.ID,
			Room: "terminal:here"})
	}
	for i, move := range moves {
		events = append(events, match.Event{Kind: match.Moved, By: []string{ana.ID, rui.ID}[i%2], At: at, Move: engine.Move(move),
			Room: "terminal:here"})
	}
	m := &match.Match{ID: id}
	for _, e := range events {
		if m, err = m.Apply(e, table.Named); err != nil {
			return err
		}
	}
	return errors.Join(store.Append(context.Background(), archive.HeadOf(m, nil, events[0]), events...), store.Close())
}

func hold(file string, program []string) error {
	store, err := bolt.Open(file, bolt.Options{Rebuild: archive.Rebuild(table.Games)})
	if err != nil {
		return err
	}
	c := config.Defaults()
	c.Database = config.Database(file)
	well := func(context.Context) error { return nil }
	end, err := control.Process{Health: well, Figures: prometheus.NewRegistry(), Store: store}.Offer(c, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	command := exec.Command(program[0], program[1:]...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	err = command.Run()
	end()
	err = errors.Join(err, store.Close())
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	}
	return err
}
