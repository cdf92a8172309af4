package bot_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/faulty"
	"tabuleiro/storage/memory"
)

// unnoted is a plan in which the store keeps what happens and does not learn that it is said, as if the program were killed
// before.
func unnoted(c faulty.Call) faulty.Fault {
	if c.Method == "Append" && c.Events == 0 {
		return faulty.Fault{Err: storage.ErrFull}
	}
	return faulty.Fault{}
}

// receiptsAt has a bot note in a file what is taken.
func receiptsAt(file string) func(*bot.Config) {
	return func(c *bot.Config) { c.Receipts = file }
}

// cutOff plays until a move of Ana's that has been taken, which the store does not know when the bot ends. If more is true, there
// is a move of Rui's after it that is not taken.
func cutOff(t *testing.T, file string, more bool) *faulty.Store {
	t.Helper()
	store, d := faulty.New(memory.New()), newDesk()
	d.caps.Pictures = false // they take long to draw
	h, stop := start(t, store, d, receiptsAt(file))
	says(h, ana, "/play damas @rui")
	says(h, rui, "/accept")
	store.Plan(unnoted)
	says(h, ana, "11-15")
	if more {
		d.fail = func(chat.Room, chat.Message) error { return errDown }
		says(h, rui, "22-18")
	}
	stop()
	store.Plan(nil)
	return store
}

// next is what a bot says when it is started again.
func next(t *testing.T, store storage.Store, file string) string {
	t.Helper()
	d := newDesk()
	d.caps.Pictures = false
	_, stop := start(t, store, d, receiptsAt(file))
	stop()
	if unsaid, err := store.Find(t.Context(), storage.Query{Unsaid: true}); err != nil || len(unsaid) != 0 {
		t.Errorf("not noted: %+v, %v", unsaid, err)
	}
	return strings.Join(d.heard(), "\n")
}

// What was taken before the end is not said again, whether the store knows it or not; what came after that is. A bot that has
// ended with nothing unsaid leaves no file.
func TestReceipts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "told")
	store := cutOff(t, file, false)
	if got := next(t, store, file); got != "" {
		t.Errorf("said again: %q", got)
	}
	if head := only(t, store, storage.Query{}); head.N != 3 {
		t.Errorf("%d events", head.N)
	}
	if heads, err := store.Find(t.Context(), storage.Query{}); err != nil || heads[0].Places[0].Ref != "m3" {
		t.Errorf("the message with the board is not known: %+v, %v", heads, err)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after a good end: %v", err)
	}
	if got := next(t, cutOff(t, file, true), file); strings.Contains(got, "11-15\n") || !strings.Contains(got, "Rui: 22-18") {
		t.Errorf("said: %q, want the second move alone", got)
	}
}

// Receipts of other matches that have the same name and as many events, as in a database from before, silence nothing.
func TestReceiptsOfAnotherDatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "told")
	cutOff(t, file, false)
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	store := cutOff(t, filepath.Join(t.TempDir(), "elsewhere"), false)
	if err := os.WriteFile(file, kept, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := next(t, store, file); !strings.Contains(got, "Ana: 11-15") {
		t.Errorf("said: %q", got)
	}
}

// Of a damaged file the lines count that are whole. Where no file can be kept everything is said all the same.
func TestDamagedReceipts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "told")
	for name, c := range map[string]struct {
		damage func([]byte) []byte
		again  bool
	}{
		"cut":       {func(b []byte) []byte { return b[:len(b)-1] }, true},
		"zeros":     {func(b []byte) []byte { return make([]byte, len(b)) }, true},
		"no object": {func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("{"), []byte("[")) }, true},
		"continued": {func(b []byte) []byte { return append(b, `{"number":9,"room":`...) }, false},
		"the first": {func(b []byte) []byte { return append([]byte("?"), b[1:]...) }, false},
		"too large": {func(b []byte) []byte { return append(b, bytes.Repeat([]byte("\n"), 1<<20)...) }, false},
	} {
		store := cutOff(t, file, false)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, c.damage(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := next(t, store, file); strings.Contains(got, "Ana: 11-15") != c.again {
			t.Errorf("%s: said %q", name, got)
		}
	}
	folder := t.TempDir()
	if got := next(t, cutOff(t, folder, false), folder); !strings.Contains(got, "Ana: 11-15") {
		t.Errorf("without a file: said %q", got)
	}
}

// The file is for its owner alone and does not grow for ever: the oldest receipts make way.
func TestReceiptsBounded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "told")
	store, d := faulty.New(memory.New()), newDesk()
	d.caps.Pictures = false // they take long to draw
	h, stop := start(t, store, d, receiptsAt(file))
	says(h, ana, "/play damas @rui")
	for range 700 {
		says(h, rui, "/decline")
		says(h, ana, "/play damas @rui")
	}
	says(h, rui, "/accept")
	store.Plan(unnoted)
	says(h, ana, "11-15")
	info, err := os.Stat(file)
	if err != nil || info.Size() != 256<<10 || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	stop()
	store.Plan(nil)
	if got := next(t, store, file); got != "" {
		t.Errorf("said again: %q", got)
	}
}
