package club_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/dice"
	"tabuleiro/storage/memorytest"
)

// The lots of a tournament are sealed when it is announced, and its history has what verifies them once it has begun:
// they seed unrated entrants, and order a table of equals.
func TestTournament_Lots(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Pictures = false
		h, _ := Start(t, memorytest.New(), d)
		names := []string{"Ana", "Bia", "Caio", "Dora"}
		Says(h, Ana, "/tournament damas system=round needs=4")
		announced := tables(d)[0]
		for i, name := range names {
			handle := strings.ToLower(name)
			Says(h, chat.User{ID: "desk:" + handle, Handle: handle, Name: name}, "/tournament join", fmt.Sprint("join-", i))
		}
		begun := tables(d)
		first := chat.PlainText(begun[len(begun)-1].Text)
		for range 3 {
			Says(h, Ana, "/tournament award 1 1-1")
			Says(h, Ana, "/tournament award 2 1-1")
		}
		over := tables(d)
		table := over[len(over)-1].Board
		ended := chat.PlainText(over[len(over)-1].Text)
		Says(h, Ana, "/tournament #"+regexp.MustCompile(`#(\w+)`).FindStringSubmatch(first)[1]+" history")
		history := chat.PlainText(d.Last(t).M.Text)

		check := regexp.MustCompile(`(?s)Seal of the lots: (\w{64})\n.*: ([^:]*)\. Of two .*\nprintf %s (\w{64}) \| sha256sum\nfor w in ([^;]*);`).FindStringSubmatch(history)
		if check == nil {
			t.Fatalf("the history has nothing to check the lots by:\n%s", history)
		}
		if seal := digest(check[3]); seal != check[1] || !strings.Contains(chat.PlainText(announced.Text), ": "+dice.Short(seal)+" /") {
			t.Errorf("the key is sealed by %s, the history says %s, the announcement %q", seal, check[1],
				chat.PlainText(announced.Text))
		}
		drawn, words := strings.Split(check[2], ", "), strings.Fields(check[4])
		var lots []string
		for i, word := range words {
			lots = append(lots, digest(check[3]+":"+word))
			if names[slices.Index([]string{"join-0", "join-1", "join-2", "join-3"}, word)] != drawn[i] {
				t.Errorf("%s has the word %q", drawn[i], word)
			}
		}
		if len(lots) != len(names) || !slices.IsSorted(lots) {
			t.Errorf("the lots of %q are %q", drawn, lots)
		}
		if decided := fmt.Sprintf("%s has won. With equal points, behind by lot: %s.", drawn[0],
			strings.Join(drawn[1:], ", ")); !strings.Contains(ended, decided) {
			t.Errorf("no %q in %q", decided, ended)
		}
		if tie := "1. " + drawn[0] + " – " + drawn[3]; !strings.Contains(first, tie) {
			t.Errorf("no tie %q in %q", tie, first)
		}
		at := -1
		for _, name := range drawn {
			now := strings.Index(table.Text, name)
			if now <= at {
				t.Errorf("%q are not in this order in\n%s", drawn, table.Text)
			}
			at = now
		}
	})
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
