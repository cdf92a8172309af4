package bot_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tabuleiro/bot"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// An inspection counts the leftovers of people and of older versions, ignores what belongs to services, and reports
// what the bot would not have written: a match, a setting, a rating that no match explains.
func TestInspection(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		PlaysMoves(h, d, "", 4)
		Says(h, Ana, "/resign yes")
		Says(h, Eva, "/play cage")
		stop()
		inspect := func(change func(*bot.Inspection)) (found bot.Inspection, wrong []string) {
			found = bot.Inspection{Games: Games, Wrong: func(of string, err error) { wrong = append(wrong, fmt.Sprint(of, ": ", err)) }}
			heads, err := store.Find(t.Context(), storage.Query{})
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range heads {
				events, err := store.Events(t.Context(), h.ID)
				if err != nil {
					t.Fatal(err)
				}
				found.Match(h, events)
			}
			ratings, err := store.Ratings(t.Context(), storage.RatingQuery{})
			if err != nil || len(ratings) != 2 {
				t.Fatal(ratings, err)
			}
			for _, r := range ratings {
				found.Rating(r)
			}
			change(&found)
			found.End()
			return found, wrong
		}
		gone := match.Player{ID: "gone:7", Name: "somebody"}
		left := []match.Event{{Kind: match.Challenged, By: gone.ID, Who: &gone, Room: "desk:group", At: time.Now(), IdempotencyKey: "e7",
			Setup: &match.Setup{Game: "cage", Version: 1}}}
		for name, c := range map[string]struct {
			change func(*bot.Inspection)
			wrong  []string // of what
			left   int
		}{
			"as the bot left it": {func(*bot.Inspection) {}, nil, 0},
			"what services and older versions wrote": {func(i *bot.Inspection) {
				i.Setting("telegram/offset", "{")
				i.Setting("discord/session", "{")
				i.Setting("outbox/7", "{")
				i.Setting("puzzle-in/desk:group", "{")
			}, nil, 0},
			"settings":         {func(i *bot.Inspection) { i.Setting("settings/room/desk:group", "{") }, []string{"setting settings/room/desk:group"}, 0},
			"unknown settings": {func(i *bot.Inspection) { i.Setting("telegrams/offset", "7") }, []string{"setting telegrams/offset"}, 0},
			"a rating of nobody": {func(i *bot.Inspection) {
				i.Rating(storage.Rating{Person: Eva.ID, Game: "portuguese", Record: rating.Record{}.Add(1, rating.Result{Rating: 1500, Deviation: 50, Score: 1})})
			}, []string{"ratings"}, 0},
			"somebody who was forgotten": {func(i *bot.Inspection) {
				i.Match(storage.Head{ID: "k7q2", N: 1, Status: match.Open, Game: "cage", Players: []string{gone.ID}, Began: left[0].At,
					Latest: left[0].At, Places: []storage.Place{{Room: "desk:group"}}}, left)
			}, nil, 1},
			"a head that is wrong": {func(i *bot.Inspection) {
				i.Match(storage.Head{ID: "k7q2", N: 2, Status: match.Open, Game: "cage", Players: []string{gone.ID}, Began: left[0].At,
					Latest: left[0].At}, left)
			}, []string{"match k7q2"}, 1},
		} {
			found, wrong := inspect(c.change)
			fits := func(of, said string) bool { return len(said) > len(of)+2 && said[:len(of)+2] == of+": " }
			if found.Left != c.left || !slices.EqualFunc(c.wrong, wrong, fits) {
				t.Errorf("%s: wrong is %q, want %q; %d left, want %d", name, wrong, c.wrong, found.Left, c.left)
			}
		}
	})
}
