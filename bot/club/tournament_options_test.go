package club_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// The two games of a pairing have the same drawn opening, with reversed sides.
func TestTournament_OneOpeningAPairing(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		h, _ := Start(t, store, NewDesk())
		Says(h, Ana, "/tournament damas system=round games=2 opening=drawn needs=4")
		for i, handle := range []string{"ana", "bia", "caio", "dora"} {
			Says(h, chat.User{ID: "desk:" + handle, Handle: handle, Name: handle}, "/tournament join", fmt.Sprint("join-", i))
		}
		heads, err := store.Find(context.Background(), storage.Query{})
		if err != nil || len(heads) != 4 {
			t.Fatalf("%d matches: %v", len(heads), err)
		}
		boards := map[string][]*match.Match{}
		for _, head := range heads {
			events, err := store.Events(context.Background(), head.ID)
			if err != nil {
				t.Fatal(err)
			}
			m, err := match.Replay(head.ID, GameNamed, events)
			if err != nil {
				t.Fatal(err)
			}
			board := m.Setup.Round[:strings.LastIndex(m.Setup.Round, ".")]
			boards[board] = append(boards[board], m)
		}
		for board, games := range boards {
			if len(games) != 2 {
				t.Fatalf("board %s has %d games", board, len(games))
			}
			one, other := games[0], games[1]
			if one.Opening().Number == 0 || one.Opening().Number != other.Opening().Number || one.First.ID == other.First.ID {
				t.Errorf("board %s: opening %d with first %s, and %d with first %s", board,
					one.Opening().Number, one.First.ID, other.Opening().Number, other.First.ID)
			}
		}
	})
}

// Entrants are told the unusual options of a tournament.
func TestTournament_Options(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"/tournament cage size=6 hints=yes":                  "Played with: size: 6. Players may ask for hints, so the games are not rated.",
			"/tournament damas touch=yes opening=drawn rated=no": "Played with: drawn openings. A piece that is named or tapped has to move, if it can. The games are not rated.",
			"/tournament damas opening=2 arbiter=@rui":           "Played with: opening 2. Rui is the arbiter.",
			`/tournament eximo rated=no`:                         "The games are not rated.",
			"/ladder damas touch=yes":                            "A piece that is named or tapped has to move, if it can.",
		} {
			d := NewDesk()
			d.Can.Pictures = false
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, text)
			answer := chat.PlainText(d.Last(t).M.Text)
			announced := tables(d)
			if len(announced) == 0 {
				t.Errorf("%s: %q", text, answer)
				continue
			}
			if told := chat.PlainText(announced[len(announced)-1].Text); !slices.Contains(strings.Split(told, "\n"), want) {
				t.Errorf("%s: no line %q in %q", text, want, told)
			}
		}
	})
}
