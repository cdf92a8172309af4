package matches_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"

	"github.com/google/go-cmp/cmp"
)

// consents are texts that answer a pending offer, and texts that only sound like an answer.
var consents = strings.Split("ok, yes, no, sure, fine, agreed, never, maybe, please, thanks, ok thanks, haha, ?, ok?, yes?, 👍, "+
	"let's go, let's play, ok let's play, ok the match, ok then play cage, ok resign, ok stop, ok board, ok 11-15, yes and no, "+
	"I accept, accept it, accepted, I refuse, refuse it, decline, not now, not a draw, no draw, draw, draw ok, a draw is fine, "+
	"accept the draw, accept the undo, undo, undo ok, take it back, no undo, I accept nothing, not yes, go on, "+
	"sim, vamos, bora, vamos jogar, aceito, não aceito, recuso, agora não, está bem, empate não, empate sim, desfazer não, "+
	"sí, dale, acepto, no acepto, rechazo, ahora no, tablas no, tablas sí, juguemos, de acuerdo", ", ")

// TestConsents compares with testdata/consents.txt the effect of each text while a challenge, a draw or an undo is
// offered: said to the bot, in reply to the offer, overheard, and in a terminal.
func TestConsents(t *testing.T) {
	offers := map[string][]string{"challenge": {"/play damas @ana"}, "draw": {"/play damas @ana colour=white", "/accept", "11-15", "/draw"},
		"undo": {"/play damas @ana colour=white", "/accept", "11-15", "/undo"}}
	var out strings.Builder
	for _, offer := range []string{"challenge", "draw", "undo"} {
		for _, manner := range []string{"said", "reply", "overheard", "together"} {
			for _, text := range consents {
				InTime(t, func(t *testing.T) {
					store, d := memorytest.New(), NewDesk()
					d.Can.Together = manner == "together"
					h, _ := Start(t, store, d)
					for _, said := range offers[offer] {
						who := Rui
						if said == "/accept" {
							who = Ana
						}
						Hear(h, chat.Event{Room: "desk:group", From: who, Text: said, Addressed: true, Mentions: []chat.User{Ana}})
					}
					before, asked := len(d.All()), d.Last(t)
					e := EventOf(Ana, text)
					e.Addressed = manner != "overheard"
					if manner == "reply" {
						e.Quoted = chat.PlainText(asked.M.Text)
					}
					Hear(h, e)
					heads, err := store.Find(t.Context(), storage.Query{})
					if err != nil || len(heads) == 0 {
						t.Fatal(heads, err)
					}
					events, err := store.Events(t.Context(), heads[len(heads)-1].ID)
					if err != nil {
						t.Fatal(err)
					}
					answer := "-"
					if said := d.Last(t); len(d.All()) > before {
						answer, _, _ = strings.Cut(strings.Join(strings.Fields(chat.PlainText(said.M.Text)), " "), ". ")
						answer += fmt.Sprint(map[bool]string{true: ", private"}[said.M.Private])
					}
					fmt.Fprintf(&out, "%s, %s: %s = %d %v: %s\n", offer, manner, text, len(heads), events[len(events)-1].Kind, answer)
				})
			}
		}
	}
	file := "testdata/consents.txt"
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(out.String(), "\n")); diff != "" {
		t.Errorf("go test ./bot/matches -run TestConsents -update writes it anew (-want +got):\n%s", diff)
	}
}
