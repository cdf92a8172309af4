package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// A file that does not say which draughts it is about, and cannot be read as those that are taken for granted, is
// answered with those as which it can be; one of them is taken. What is wrong with any other file is told.
func TestWhichGameOfAFile(t *testing.T) {
	store, d := memory.New(), newDesk()
	h, _ := start(t, store, d)
	send := func(file string) said {
		hear(h, chat.Event{Room: "desk:group", From: ana, Text: "/import @rui", Addressed: true, Mentions: []chat.User{rui},
			File: &chat.File{Name: "a.pdn", Data: []byte(file), Size: len(file)}})
		return d.last(t)
	}
	asked := send("[White \"Ana\"]\n[Black \"Rui\"]\n1. 31-27 18-23 2. 33-28 *\n")
	if got := chat.Plain(asked.m.Text); !strings.Contains(got, "Which game") || len(asked.m.Buttons) == 0 {
		t.Fatalf("asked %q, %+v", got, asked.m.Buttons)
	}
	var says string
	for _, row := range asked.m.Buttons {
		if strings.Contains(row[0].Label, "International") {
			says = row[0].Says
		}
	}
	hear(h, chat.Event{Room: "desk:group", From: ana, Text: says, Addressed: true, Tap: true, Mentions: []chat.User{rui}})
	if m := only(t, store, storage.Query{}); m.Game.Name != "international" || len(m.Setup.Played) != 3 {
		t.Errorf("%s makes a match of %s with %d moves", says, m.Game.Name, len(m.Setup.Played))
	}
	for _, file := range []string{
		"[GameType \"21\"]\n[White \"Ana\"]\n1. 31-27 18-23 2. 33-28 *\n", "[White \"Ana\"]\n1. 31-27 18-23 2. 33-99 *\n",
	} {
		if got := send(file); len(got.m.Buttons) > 0 || !strings.Contains(chat.Plain(got.m.Text), "ine ") {
			t.Errorf("%s is answered with %q", file, chat.Plain(got.m.Text))
		}
	}
}
