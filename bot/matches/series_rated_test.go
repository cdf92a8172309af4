package matches_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A match of two games that are both played to the end counts as two results for the ratings, also after an earlier
// match.
func TestSeries_Rated(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, store := NewDesk(), memorytest.New()
		h, _ := Start(t, store, d)
		for range 2 {
			d.Heard()
			for _, said := range []string{
				"a /play damas games=2 white @rui", "b /accept", "a 11-15", "b 22-18", "b /resign yes", "b 11-15", "a 22-18",
				"b 10-14", "a /draw", "b /accept",
			} {
				Says(h, map[byte]chat.User{'a': Ana, 'b': Rui}[said[0]], said[2:])
			}
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana wins the match 1½–½.") ||
				!strings.Contains(got, "Rui: 1") {
				t.Fatalf("at the end: %q", got)
			}
		}
		got, err := store.Ratings(t.Context(), storage.RatingQuery{Person: Ana.ID})
		if err != nil || len(got) != 1 || got[0].Won != 2 || got[0].Drawn != 2 || got[0].Lost != 0 {
			t.Errorf("the results are %+v, %v", got, err)
		}
	})
}

// The question whether to resign is about one game and closes with it; it says whether the match would end.
func TestSeries_ResignAsksOfOneGame(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for begin, asks := range map[string]string{
			"/play damas best=3 white @rui":   "this game against Rui? The match goes on",
			"/play damas games=2 white @rui":  "this game against Rui? The match goes on",
			"/play damas points=2 white @rui": "this game against Rui? The match goes on",
			"/play damas white @rui":          "resign against Rui?",
			"/play backgammon points=5 @rui":  "",
		} {
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d)
			Says(h, Ana, begin)
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			Says(h, Rui, "22-18")
			asked := func() chat.Message {
				Says(h, Ana, "/resign")
				return d.Last(t).M
			}
			first, second := asked(), asked()
			if text := chat.PlainText(first.Text); !strings.Contains(text, asks) {
				t.Errorf("%s: asked %q", begin, text)
			}
			press := func(m chat.Message) {
				row := m.Buttons[0]
				for _, b := range row {
					if strings.HasPrefix(b.Says, "/resign") && (asks != "" || b.Says == row[len(row)-1].Says) {
						Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: b.Says, Addressed: true, Tap: true, Opener: Ana,
							Quoted: chat.PlainText(m.Text)})
					}
				}
			}
			press(first)
			before := Only(t, store, storage.Query{})
			d.Heard()
			press(second)
			after, told := Only(t, store, storage.Query{}), strings.Join(d.Heard(), "\n")
			if after.N != before.N || before.Status == match.Playing && !strings.Contains(told, "a game that is over") {
				t.Errorf("%s: pressed again: %v, then %v, %q", begin, before.Status, after.Status, told)
			}
			if before.Status != match.Playing {
				continue
			}
			if Says(h, Ana, "/resign"); strings.Contains(begin, "damas") &&
				!strings.Contains(chat.PlainText(d.Last(t).M.Text), "the whole match") {
				t.Errorf("%s: asked %q", begin, chat.PlainText(d.Last(t).M.Text))
			}
		}
	})
}

// A game of a series that never began, because both players stopped before it, is in no file and no log.
func TestSeries_UnbegunGameIsNotRecorded(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Pictures = false
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/play damas @rui games=3 white")
		for i, said := range []string{"/accept", "11-15", "22-18", "/draw", "/accept", "/stop", "/accept"} {
			Says(h, []chat.User{Rui, Ana}[i%2], said)
		}
		Says(h, Ana, "/export")
		file := d.Last(t).M.File
		if file == nil || strings.Contains(string(file.Data), `[Round "2"]`) ||
			!strings.Contains(string(file.Data), `[Round "1"]`) {
			t.Errorf("exported %s", file.Data)
		}
		Says(h, Ana, "/log all")
		if file := d.Last(t).M.File; file == nil || strings.Contains(string(file.Data), "game 2:") ||
			!strings.Contains(string(file.Data), "game 1:") ||
			!strings.Contains(string(file.Data), "The match is drawn") {
			t.Errorf("logged %s", file.Data)
		}
	})
}
