package bot_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/terminal"
	"tabuleiro/engine/longtest"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// conversation is what two people type in the tests of a failing disk.
var conversation = []string{
	"ana: /settings theme slate", "ana: /play damas @rui colour=white", "rui: /accept", "ana: 11-15", "rui: 22-18",
	"ana: /draw", "rui: /decline",
	"ana: /undo", "rui: /accept", "ana: 12-16", "rui: /board", "ana: /block @eva", "rui: 22-18",
}

// persistent sends lines as people do, and repeats one a few times if the answer reports an error.
type persistent struct {
	lines  []string
	out    *bytes.Buffer
	seen   int // of out
	again  int
	silent int // lines that were not answered at once
	fail   func(format string, args ...any)
}

// mostTries is the maximum number of tries.
const mostTries = 4

func (p *persistent) Read(b []byte) (int, error) {
	answer := p.out.String()[p.seen:]
	p.seen = p.out.Len()
	if p.again >= 0 && strings.Contains(answer, "went wrong") {
		if p.again++; p.again == mostTries {
			p.fail("%q is never carried out", p.lines[0])
			return 0, io.EOF
		}
		return copy(b, p.lines[0]+"\n"), nil
	}
	if p.again >= 0 { // a line has been answered
		if strings.TrimSpace(answer) == "" {
			p.silent++
		}
		p.lines = p.lines[1:]
	}
	if p.again = 0; len(p.lines) == 0 {
		return 0, io.EOF
	}
	return copy(b, p.lines[0]+"\n"), nil
}

// converseOn holds the conversation on a store and returns the answers.
func converseOn(t *testing.T, store storage.Store, session string, lines []string) string {
	t.Helper()
	var out, log bytes.Buffer
	b, err := bot.New(bot.Config{
		Store: store, Games: Naive(Games), Language: "en", Log: slog.New(slog.NewTextHandler(&log, nil)),
		Now:    func() time.Time { return time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC) },
		Random: rand.NewChaCha8([32]byte{5}),
	})
	if err != nil {
		t.Fatal(err)
	}
	people := &persistent{lines: lines, out: &out, again: -1, fail: t.Errorf}
	chat := terminal.New(terminal.Config{In: people, Out: &out, Session: session, Log: slog.New(slog.DiscardHandler)})
	if err := b.Run(t.Context(), chat); err != nil {
		t.Fatal(err)
	}
	if people.silent > 1 { // one call fails, so one answer may be late
		t.Errorf("%d lines are not answered:\n%s", people.silent, out.String())
	}
	if strings.Contains(log.String(), "panic") {
		t.Errorf("a panic:\n%s", log.String())
	}
	return out.String()
}

// movesIn returns the moves of the only match of a store, which must be in order.
func movesIn(t *testing.T, store storage.Store) (moves []string) {
	t.Helper()
	head, events := OnlyStored(t, store, storage.Query{})
	for _, err := range bot.VerifyMatch(Games, head, events) {
		t.Error(err)
	}
	if head.Undelivered() {
		t.Errorf("something is not said: %+v", head)
	}
	m := Only(t, store, storage.Query{})
	for n := range m.Line.Len() {
		moves = append(moves, string(m.Line.Move(n)))
	}
	return moves
}

// If any single call of the store fails in the middle of a conversation, the people are told, try again, and reach the
// same match; nothing is half done, and nothing is left to be sent after a restart.
func TestDisk_Fails(t *testing.T) {
	var want []string
	var calls int
	InTime(t, func(t *testing.T) {
		plain := memorytest.New()
		store := faultytest.New(plain)
		store.Plan(nil)
		converseOn(t, store, "1", conversation)
		want, calls = movesIn(t, plain), store.Calls()
	})
	if len(want) != 2 || calls < len(conversation) {
		t.Fatalf("%v by %d calls", want, calls)
	}
	for name, fault := range map[string]faultytest.Fault{
		"full":     {Err: storage.ErrFull},
		"conflict": {Err: storage.ErrConflict},
		"lost":     {Err: errors.New("the connection broke"), Done: true},
	} {
		Subtest(t, name, func(t *testing.T) {
			for n := 1; n <= calls; n += longtest.Count(10, 1) {
				plain := memorytest.New()
				store := faultytest.New(plain)
				store.Plan(func(c faultytest.Call) faultytest.Fault {
					if c.N == n && (c.Writes() || fault.Err != storage.ErrConflict) {
						return fault
					}
					return faultytest.Fault{}
				})
				converseOn(t, store, "1", conversation)
				store.Plan(nil)
				converseOn(t, store, "2", nil) // what could not be said is said at the next start
				if got := movesIn(t, plain); strings.Join(got, " ") != strings.Join(want, " ") {
					t.Errorf("call %d: %v, want %v", n, got, want)
				}
			}
		})
	}
}
