package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/storage"
	"tabuleiro/storage/postgres"
	"tabuleiro/storage/postgres/postgrestest"
	"tabuleiro/storage/storagetest"
)

var idle = flag.Int("idle", 0, "in how many rooms nothing happens in TestIdleRooms; 0: it is skipped")

// TestIdleRooms tells what it costs a process to own rooms in each of which a match waits for a move: how long it is
// until it has them all, how much memory it takes, and what it and the database are busy with while nothing happens.
func TestIdleRooms(t *testing.T) {
	if *idle == 0 {
		t.Skip("only with -args -idle=100000: it is a measurement")
	}
	where := postgrestest.New(t)
	fillIdle(t, where, *idle)
	s := telegramtest.New(t)
	v := &victim{t: t, dir: t.TempDir(), more: []string{
		config.Prefix + "TELEGRAM_TOKEN=" + s.Token, config.Prefix + "TELEGRAM_API=" + s.URL, config.Prefix + "DATABASE=" +
			where,
	}}
	began := time.Now()
	c := &crew{t: t, all: []*victim{v}}
	c.start(0)
	t.Cleanup(v.kill)
	owns := time.Since(began)
	time.Sleep(10 * time.Second)
	const long = 30 * time.Second
	bot, database := v.used(), databaseCPU()
	time.Sleep(long)
	part := func(used time.Duration) float64 { return 100 * used.Seconds() / long.Seconds() }
	t.Logf("%d rooms: owned after %v, %.1f MB, %.2f %% of a core for the bot, %.2f %% for the database",
		*idle, owns.Round(time.Millisecond), v.anonymous()/1e6, part(v.used()-bot), part(databaseCPU()-database))
	v.stop()
}

// used is the processor time of a program.
func (v *victim) used() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", v.cmd.Process.Pid))
	if err != nil {
		v.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest) // from the third on: proc(5)
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// fillIdle stores matches that are played in as many rooms, with a deadline in a week.
func fillIdle(t *testing.T, where string, n int) {
	store, err := postgres.Open(t.Context(), where) // makes the tables
	if err != nil {
		t.Fatal(err)
	}
	store.Close()
	conn, err := pgx.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	due := time.Now().Add(7 * 24 * time.Hour)
	head := storagetest.NewHead("@id", 2)
	head.Places, head.Deadline = []storage.Place{{Room: "telegram:-@g", Said: 2}}, due
	text, err := json.Marshal(head)
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`INSERT INTO matches SELECT 'x' || g, 2, replace(replace($2, '@id', 'x' || g), '@g', g::text), 1700000000 + g, 0, false, false, $3, 0 FROM generate_series(1, $1::integer) g`,
		`INSERT INTO concerns SELECT name, 'x' || g, 1700000000 + g, 0, false FROM generate_series(1, $1::integer) g,
			unnest(ARRAY['ptelegram:' || g, 'ptelegram:' || g || '0', 'rtelegram:-' || g]) name WHERE $2 <> '' AND $3 > 0 ON CONFLICT DO NOTHING`,
	} {
		if _, err := conn.Exec(t.Context(), sql, n, string(text), due.Unix()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := conn.Exec(t.Context(), "ANALYZE"); err != nil {
		t.Fatal(err)
	}
}
