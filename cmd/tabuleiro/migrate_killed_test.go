package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/database"
	"tabuleiro/engine/longtest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/postgres/postgrestest"
	"tabuleiro/storage/storagetest"
)

// run runs the program with arguments, and returns its output and error. The program is killed after a number of round
// trips to the database behind wire; below 1 it is not.
func (v *victim) run(wire *postgrestest.Wire, trips int, args ...string) (printed string, err error) {
	v.t.Helper()
	var out strings.Builder
	asked := wire.Trips()
	v.startWith(func(cmd *exec.Cmd) { cmd.Args, cmd.Stdout = append(cmd.Args, args...), &out })
	ended := make(chan error, 1)
	go func() { ended <- v.cmd.Wait() }()
	tick := time.NewTicker(100 * time.Microsecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			return out.String() + v.log.String(), err
		case <-tick.C:
			if trips > 0 && wire.Trips()-asked >= trips {
				v.kill()
			}
		}
	}
}

// Migrations by the real program are killed, each a little later than the one before, until one completes: both sides
// are equal then, in either direction.
func TestMigrate_Killed(t *testing.T) {
	longtest.Skip(t)
	for way, name := range []string{"to a server", "to a file"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := chance(t)
			v := &victim{t: t, dir: t.TempDir()}
			wire := postgrestest.NewWire(t, postgrestest.New(t))
			ends := []config.Database{config.Database(filepath.Join(v.dir, "matches.db")), config.Database(wire.Address)}
			from, to := ends[way], ends[1-way]
			use := func(d config.Database, do func(storage.Store)) {
				t.Helper()
				store, err := database.Open(t.Context(), d, nil)
				if err != nil {
					t.Fatal(err)
				}
				defer store.Close()
				do(store)
			}
			first := memorytest.New()
			storagetest.Fill(t, first)
			use(from, func(store storage.Store) {
				if _, err := database.MigrateAll(t.Context(), first, store, func() {}); err != nil {
					t.Fatal(err)
				}
			})
			again := func(trips int) (string, error) { return v.run(wire, trips, "migrate", string(from), string(to)) }
			kills := 0
			for trips := 1; ; trips += 1 + random.IntN(20) {
				printed, err := again(trips)
				if err == nil {
					if !strings.HasPrefix(printed, "30 matches, ") ||
						!strings.Contains(printed, ": the same on both sides (SHA-256 ") {
						t.Errorf("the last run: %q", printed)
					}
					break
				}
				if kills > 0 && strings.Contains(printed, "the target is not empty") {
					break // it was killed after its last write
				}
				if !strings.Contains(err.Error(), "killed") {
					t.Fatalf("after %d kills: %v: %s", kills, err, printed)
				}
				kills++
			}
			t.Logf("%d kills", kills)
			if printed, err := again(0); err == nil || !strings.Contains(printed, "the target is not empty") {
				t.Errorf("once more: %v: %s", err, printed)
			}
			use(to, func(store storage.Store) {
				want, err := database.SumOf(t.Context(), first)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := database.SumOf(t.Context(), store); got != want || err != nil {
					t.Errorf("the target has %+v, %v; want %+v", got, err, want)
				}
				if err := store.Put(t.Context(), database.UnderWay, "yes"); err != nil {
					t.Fatal(err)
				}
			})
			v.more = []string{config.Prefix + "DATABASE=" + string(to)}
			if printed, err := v.run(wire, 0); err == nil || !strings.Contains(printed, database.ErrIncomplete.Error()) {
				t.Errorf("a bot on what is not complete: %v: %s", err, printed)
			}
		})
	}
}
