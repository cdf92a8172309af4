package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// The end of a match in a private talk offers to show the lines that this person has kept of it; nobody else is offered
// that.
func TestTriedIsOffered(t *testing.T) {
	d := newDesk()
	h, _ := start(t, memory.New(), d)
	private := func(u chat.User, text string) {
		hear(h, chat.Event{Room: chat.Room("desk:" + u.Handle), From: u, Text: text, Addressed: true, Private: true, Mentions: []chat.User{ana, rui}})
	}
	private(rui, "/play damas level=1") // so that there is a talk
	private(rui, "/cancel yes")
	private(ana, "/play damas @rui white")
	private(rui, "/accept")
	private(ana, "/try 11-15 22-18")
	private(rui, "/resign yes")
	offered := map[chat.Room]string{}
	for _, s := range d.all() {
		for _, b := range slices.Concat(s.m.Buttons...) {
			if b.Label == "Show my lines" {
				offered[s.room] = b.Says
			}
		}
	}
	if len(offered) != 1 || !strings.HasSuffix(offered["desk:ana"], " open") {
		t.Fatalf("offered: %q", offered)
	}
	private(ana, offered["desk:ana"])
	if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Rui sees your lines") {
		t.Errorf("the button says %q", got)
	}
}
