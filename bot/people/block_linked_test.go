package people_test

import (
	"regexp"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// linkCode matches the command with a code in the last message.
var linkCode = regexp.MustCompile(`/\pL+ [a-z0-9]{8}\b`)

// Linked accounts have the blocks of both, also for another process on the same store, and a person who has blocked one
// has blocked the other. Only the block is left of a forgotten person.
func TestBlock_Linked(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), NewDesk(), NewDesk()
		h, stop := TwoServices(t, store, d, s)
		last := func(d *Desk) string { return chat.PlainText(d.Last(t).M.Text) }
		To(h, Ana, false, "/block @rui")
		To(h, AnaToo, false, "/block @leo")
		To(h, Leo, false, "/block @ana_s")
		To(h, Rui, false, "/play damas @ana")
		if got := last(d); strings.Contains(got, "challenges") {
			t.Errorf("Rui, who is blocked: %q", got)
		}
		To(h, Ana, true, "/link")
		To(h, AnaToo, true, linkCode.FindString(last(d)))
		To(h, Ana, true, linkCode.FindString(last(s)))
		if got := last(d); !strings.HasPrefix(got, "Done: your accounts are one person now") {
			t.Fatalf("linked: %q", got)
		}
		for range 2 {
			To(h, Ana, true, "/block")
			here := last(d)
			To(h, AnaToo, true, "/block")
			there := last(s)
			for _, got := range []string{here, there} {
				if !strings.Contains(got, "Rui") || !strings.Contains(got, "Leo") || !strings.Contains(got, "2 people") {
					t.Errorf("blocked are %q", got)
				}
			}
			To(h, AnaToo, false, "/play damas @leo")
			if got := last(s); !strings.Contains(got, "You have blocked Leo") {
				t.Errorf("a challenge of who is blocked: %q", got)
			}
			stop()
			d, s = NewDesk(), NewDesk()
			h, stop = TwoServices(t, store, d, s)
		}
		To(h, AnaToo, true, "/unblock @leo")
		To(h, AnaToo, false, "/play damas @leo")
		if got := last(s); !strings.Contains(got, "is not taking this challenge") {
			t.Errorf("a challenge of who has blocked: %q", got)
		}
		To(h, Leo, true, "/block")
		if got := last(s); !strings.Contains(got, "Ana S") {
			t.Errorf("Leo has blocked %q", got)
		}
		To(h, Ana, true, "/forget yes")
		To(h, Leo, true, "/block")
		if got := last(s); strings.Contains(got, "Ana") {
			t.Errorf("who is forgotten is named: %q", got)
		}
		stop()
	})
}
