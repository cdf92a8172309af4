package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// Whoever is named as the arbiter of a match is called once, when it is proposed, and can say no before it has begun and
// afterwards: then there is none, and the players are told.
func TestArbiterIsTold(t *testing.T) {
	for _, begun := range []bool{false, true} {
		store, d := memory.New(), newDesk()
		h, _ := start(t, store, d)
		hear(h, chat.Event{Room: "desk:group", From: ana, Text: "/play damas @rui arbiter=@eva", Addressed: true,
			Mentions: []chat.User{rui, eva}})
		if begun {
			says(h, rui, "/accept")
		}
		var called []chat.Message
		for _, s := range d.all() {
			if s.m.Turn.ID == eva.ID {
				called = append(called, s.m)
			}
		}
		named := "Eva, Ana names you the arbiter of #"
		if len(called) != 1 || called[0].Quiet || !strings.Contains(chat.Plain(called[0].Text), named) {
			t.Fatalf("begun %v: the arbiter is called by %+v", begun, called)
		}
		no := chat.Event{Room: "desk:group", From: rui, Text: called[0].Buttons[0][0].Says, Addressed: true, Tap: true}
		hear(h, no) // is refused
		if m := only(t, store, storage.Query{}); m.Setup.Arbiter.Anyone() {
			t.Fatalf("begun %v: a player makes the match one without an arbiter", begun)
		}
		d.heard()
		no.From = eva
		hear(h, no)
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Eva will not be the arbiter") {
			t.Errorf("begun %v: the players are told %q", begun, got)
		}
		if m := only(t, store, storage.Query{}); !m.Setup.Arbiter.Anyone() || m.Status.Ended() {
			t.Errorf("begun %v: the arbiter is %v, the match %v", begun, m.Setup.Arbiter, m.Status)
		}
		if !begun {
			says(h, rui, "/accept")
		}
		says(h, ana, "/move 11-15")
		if m := only(t, store, storage.Query{}); m.Status != match.Playing || m.Moves() != 1 {
			t.Errorf("begun %v: it does not go on: %v", begun, m.Status)
		}
	}
}
