package guide_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// A game is added by a folder, a line in the table and its sentences. It can be played to its end, in pictures, text
// and words, and nothing offers the lesson and rules that it lacks.
func TestAddedGame(t *testing.T) {
	InTime(t, func(t *testing.T) {
		var log bytes.Buffer
		b, err := bot.New(AddedGame(t, &log))
		if err != nil {
			t.Fatal(err)
		}
		d := NewDesk()
		h, _ := Serve(t, b, b.Store, d)
		for i, text := range []string{"/play connect-four @rui", "/accept", "a1", "b1", "a2", "c9", "/words", "c2", "/text", "b2",
			"a3", "b3", "/moves", "/learn connect-four", "/rules connect-four", "/board", "/export", "/help", "a4", "/replay"} {
			who := []chat.User{Ana, Rui}[i%2]
			Says(h, who, text)
		}
		heard := strings.Join(d.Heard(), "\n")
		for _, want := range []string{"no square c9", "A disc falls to the lowest empty square of its column: c1.",
			"Four of your own in a line win", "Ana wins with four discs in a line."} {
			if !strings.Contains(heard, want) {
				t.Errorf("nobody says %q in\n%s", want, heard)
			}
		}
		if log.Len() > 0 {
			t.Errorf("logged: %s", log.String())
		}
	})
}

// Menus leave out a lesson and rules that an added game lacks, and have those of the others.
func TestAddedGame_Menus(t *testing.T) {
	for game, has := range map[string]bool{"cage": true, "connect-four": false} {
		Subtest(t, game, func(t *testing.T) {
			b, err := bot.New(AddedGame(t, &bytes.Buffer{}))
			if err != nil {
				t.Fatal(err)
			}
			d := NewDesk()
			h, _ := Serve(t, b, b.Store, d)
			leads := func(text, command, to string) {
				Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: text, Private: true, Addressed: true})
				if slices.ContainsFunc(slices.Concat(d.Last(t).M.Buttons...), func(b chat.Button) bool {
					return strings.HasPrefix(b.Says, command+" ") && strings.HasSuffix(b.Says, to)
				}) != has {
					t.Errorf("%s: %+v", text, d.Last(t).M.Buttons)
				}
			}
			name := strings.TrimPrefix(game, "connect-")
			leads("/rules", "/rules", name)
			leads("/learn", "/learn", name)
			leads("/rules "+game, "/learn", name)
		})
	}
}
