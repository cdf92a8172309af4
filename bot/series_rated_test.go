package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A match of two games that are both played to an end counts for the ratings as two results, also after an earlier one.
func TestSeriesRated(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d, store := newDesk(), memorytest.New()
		h, _ := start(t, store, d)
		for range 2 {
			d.heard()
			for _, said := range []string{
				"a /play damas games=2 white @rui", "b /accept", "a 11-15", "b 22-18", "b /resign yes", "b 11-15", "a 22-18",
				"b 10-14", "a /draw", "b /accept",
			} {
				says(h, map[byte]chat.User{'a': ana, 'b': rui}[said[0]], said[2:])
			}
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Ana wins the match 1½–½.") ||
				!strings.Contains(got, "Rui: 1") {
				t.Fatalf("at the end: %q", got)
			}
		}
		got, err := store.Ratings(t.Context(), storage.RatingQuery{Person: ana.ID})
		if err != nil || len(got) != 1 || got[0].Won != 2 || got[0].Drawn != 2 || got[0].Lost != 0 {
			t.Errorf("the results are %+v, %v", got, err)
		}
	})
}

// A question whether somebody gives up is about one game and ends with it; it tells whether the match ends by that.
func TestResignAsksOfOneGame(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for begin, asks := range map[string]string{
			"/play damas best=3 white @rui":   "this game against Rui? The match goes on",
			"/play damas games=2 white @rui":  "this game against Rui? The match goes on",
			"/play damas points=2 white @rui": "this game against Rui? The match goes on",
			"/play damas white @rui":          "resign against Rui?",
			"/play backgammon points=5 @rui":  "",
		} {
			d, store := newDesk(), memorytest.New()
			h, _ := start(t, store, d)
			says(h, ana, begin)
			says(h, rui, "/accept")
			says(h, ana, "11-15")
			says(h, rui, "22-18")
			asked := func() chat.Message {
				says(h, ana, "/resign")
				return d.last(t).m
			}
			first, second := asked(), asked()
			if text := chat.Plain(first.Text); !strings.Contains(text, asks) {
				t.Errorf("%s: asked %q", begin, text)
			}
			press := func(m chat.Message) {
				row := m.Buttons[0]
				for _, b := range row {
					if strings.HasPrefix(b.Says, "/resign") && (asks != "" || b.Says == row[len(row)-1].Says) {
						hear(h, chat.Event{Room: "desk:group", From: ana, Text: b.Says, Addressed: true, Tap: true, Opener: ana,
							Quoted: chat.Plain(m.Text)})
					}
				}
			}
			press(first)
			before := only(t, store, storage.Query{})
			d.heard()
			press(second)
			after, told := only(t, store, storage.Query{}), strings.Join(d.heard(), "\n")
			if after.N != before.N || before.Status == match.Playing && !strings.Contains(told, "a game that is over") {
				t.Errorf("%s: pressed again: %v, then %v, %q", begin, before.Status, after.Status, told)
			}
			if before.Status != match.Playing {
				continue
			}
			if says(h, ana, "/resign"); strings.Contains(begin, "damas") &&
				!strings.Contains(chat.Plain(d.last(t).m.Text), "the whole match") {
				t.Errorf("%s: asked %q", begin, chat.Plain(d.last(t).m.Text))
			}
		}
	})
}

// A game of a series that was never begun, for both have stopped before it, stands in no file and no log.
func TestUnbegunGameIsNotRecorded(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.caps.Pictures = false
		h, _ := start(t, memorytest.New(), d)
		says(h, ana, "/play damas @rui games=3 white")
		for i, said := range []string{"/accept", "11-15", "22-18", "/draw", "/accept", "/stop", "/accept"} {
			says(h, []chat.User{rui, ana}[i%2], said)
		}
		says(h, ana, "/export")
		file := d.last(t).m.File
		if file == nil || strings.Contains(string(file.Data), `[Round "2"]`) ||
			!strings.Contains(string(file.Data), `[Round "1"]`) {
			t.Errorf("exported %s", file.Data)
		}
		says(h, ana, "/log all")
		if file := d.last(t).m.File; file == nil || strings.Contains(string(file.Data), "game 2:") ||
			!strings.Contains(string(file.Data), "game 1:") ||
			!strings.Contains(string(file.Data), "The match is drawn") {
			t.Errorf("logged %s", file.Data)
		}
	})
}
