package router_test

import (
	"bufio"
	"flag"
	"os"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage/memorytest"
)

var talk = flag.String("talk", "testdata/talk/talk.txt", "lines of ordinary talk, to be overheard with a match on")

// mostAnswered bounds the lines of ordinary talk that are answered.
const mostAnswered = 2

// Ordinary talk overheard during a match, with times, scores, prices and squares in it, moves no piece, whichever of
// the two players says it, and is hardly ever answered.
func TestTalk_Overheard(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		d.Can.Talk = true
		h, _ := Start(t, store, d)
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		d.Heard()
		file, err := os.Open(*talk)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines, answered := 0, 0
		for in := bufio.NewScanner(file); in.Scan(); lines++ {
			Hear(h, chat.Event{Room: "desk:group", From: []chat.User{Ana, Rui}[lines%2], Text: in.Text()})
			if said := d.Heard(); len(said) > 0 {
				answered++
				t.Logf("%q is answered with %q", in.Text(), said)
			}
		}
		moves := 0
		for _, e := range EventsOf(t, store) {
			if e.Kind == match.Moved {
				moves++
			}
		}
		t.Logf("%d lines, %d moves, %d answers", lines, moves, answered)
		if moves > 0 || answered > mostAnswered || lines == 0 {
			t.Errorf("of %d lines %d were moves and %d were answered", lines, moves, answered)
		}
	})
}

// A slash alone, which may be meant for another bot, is not answered.
func TestTalk_Slash(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/", Addressed: true, Shared: true})
		d.Expect(t, "shared")
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/", Addressed: true})
		d.Expect(t, "said to the bot", "/play")
	})
}
