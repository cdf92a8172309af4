package telegram_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/bolt"
)

// When somebody is told to be forgotten, no byte of any file tells who that was: neither the pages of the database that
// hold nothing any more, nor what is written down of updates, nor the receipts, where the number of a private chat is
// that of the person.
func TestForgotten_InEveryFile(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		folder := t.TempDir()
		store, err := bolt.Open(filepath.Join(folder, "db"), bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = store.Close() })
		o := openAt(t, s, store, func(c *telegram.Config) { c.Times.Settle = 1 })
		s.Number(7_345_112_900)
		gone := o.Person("Zulmirinha", "felisberta_z")
		gone.Last = "Quaresmilda"
		s.Number(2000)
		rui, mia := o.Person("Rui", "rui"), o.Person("Mia", "mia")
		private, group := gone.Private(), o.Group(gone, rui)
		say(private, gone, "/play damas @house:1 colour=white")
		gone.Says(private, "11-15")
		gone.Says(group, "/play damas colour=white @rui")
		rui.Taps(group.Next(), "Accept")
		group.Next()
		gone.Says(private, "/settings language en")
		found := func() (all []string) {
			files, err := filepath.Glob(filepath.Join(folder, "*"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, trait := range []string{strconv.FormatInt(gone.ID, 10), gone.First, gone.Last, gone.Handle} {
					if i := strings.Index(strings.ToLower(string(text)), strings.ToLower(trait)); i >= 0 {
						all = append(all, filepath.Base(file)+": "+strconv.Quote(string(text[max(0, i-40):min(len(text), i+40)])))
					}
				}
			}
			return all
		}
		if n := len(found()); n < 4 {
			t.Fatalf("only %d traces before", n)
		}
		busy := mia.Private() // with something that is not dealt with, so that what is written down stays
		held := make(chan struct{})
		defer close(held)
		say(busy, mia, "/start")
		busy.Hold(held)
		mia.Says(busy, "/forget")
		asked := say(private, gone, "/forget")
		for len(asked.Buttons()) == 0 || !strings.Contains(asked.Data(asked.Buttons()[0]), "forget") {
			asked = private.Next()
		}
		if shown := gone.Taps(asked, asked.Buttons()[0]).Wait(); !strings.Contains(shown, "forgotten") {
			t.Fatalf("shown %q", shown)
		}
		for _, trace := range found() {
			t.Error(trace)
		}
	})
}
