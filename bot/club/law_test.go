package club

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/notify"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
	"tabuleiro/engine/table"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage/memorytest"
)

// The digest is due at nine on the next Monday of a time zone, also across clock changes.
func TestMonday(t *testing.T) {
	var zones []*time.Location
	for _, name := range []string{"UTC", "Europe/Lisbon", "America/Santiago", "Pacific/Kiritimati"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		zones = append(zones, zone)
	}
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom(zones).Draw(t, "zone")
		after := time.Unix(rapid.Int64Range(1.7e9, 1.9e9).Draw(t, "after")/1800*1800, 0)
		at := monday(after, zone)
		if at.Weekday() != time.Monday || at.Hour() != 9 || at.Minute() != 0 || at.Location() != zone || !at.After(after) {
			t.Fatalf("after %s it is %s", after, at)
		}
		if before := at.AddDate(0, 0, -7); before.After(after) {
			t.Fatalf("after %s it is %s, and not %s", after, at, before)
		}
	})
}

// Options take values within their bounds, and no others.
func TestOptions_Bounds(t *testing.T) {
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for _, c := range []struct{ option, fits, not, want string }{
		{"system", "swiss round cup", "ladder chess", "swiss round cup"},
		{"rounds", "1 2 30", "0 31 -1 x", "1 2 30"},
		{"sets", "1 2", "0 3", "1 2"},
		{"needs", "2 3 64", "1 65", "2 3 64"},
		{"length", "1h 2d 366d", "59m 367d 1x", "1h0m0s 48h0m0s 8784h0m0s"},
		{"starts", "1h 3d", "30m now", "1h0m0s 72h0m0s"},
		{"days", "1 2", "", "time=1d time=2d"},
	} {
		var got []string
		for _, value := range strings.Fields(c.fits) {
			o := options{now: now, means: func(what, word string) bool { return what == word }}
			if !optionTable[c.option](&o, value) {
				t.Errorf("%s=%s is refused", c.option, value)
			}
			got = append(got, map[string]string{"system": string(o.System), "rounds": fmt.Sprint(o.Rounds), "sets": fmt.Sprint(o.Games),
				"needs": fmt.Sprint(o.Needs), "length": o.Length.String(), "starts": o.Starts.Sub(now).String(),
				"days": strings.Join(o.matches, " ")}[c.option])
			if o.timed != (c.option == "days") {
				t.Errorf("%s=%s: timed is %v", c.option, value, o.timed)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s is %q, want %q", c.option, got, c.want)
		}
		for _, value := range strings.Fields(c.not) {
			if optionTable[c.option](&options{means: func(what, word string) bool { return what == word }}, value) {
				t.Errorf("%s=%s is taken", c.option, value)
			}
		}
	}
}

// Points are written as is usual for the game.
func TestPage_Points(t *testing.T) {
	for whole, want := range map[bool]string{false: "0 1 2 3 4 5", true: "0 ½ 1 1½ 2 2½"} {
		var got []string
		for half := range 6 {
			got = append(got, page{s: tournament.State{Setup: tournament.Setup{Whole: whole}}}.points(half))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("whole %v: %q, want %q", whole, got, want)
		}
	}
}

// A tournament is checked at its deadlines, and twice a day while it runs.
func TestLookAgain(t *testing.T) {
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	rounds := func(until time.Duration) []tournament.Pairings {
		return []tournament.Pairings{{Until: now.Add(until), Boards: []tournament.Board{{Pair: pairing.Pair{First: 0, Second: 1}}}}}
	}
	people := make([]tournament.Entrant, 4)
	for name, c := range map[string]struct {
		s    tournament.State
		want time.Time
	}{
		"gathering":       {tournament.State{Status: tournament.Gathering, Setup: tournament.Setup{Starts: now.Add(30 * time.Hour)}}, now.Add(30 * time.Hour)},
		"a round to noon": {tournament.State{Status: tournament.Running, Entrants: people, Rounds: rounds(2 * time.Hour)}, now.Add(2 * time.Hour)},
		"a long round":    {tournament.State{Status: tournament.Running, Entrants: people, Rounds: rounds(50 * time.Hour)}, now.Add(4 * time.Hour)},
		"a ladder":        {tournament.State{Status: tournament.Running, Setup: tournament.Setup{System: tournament.Ladder}, Rounds: rounds(0)}, now.Add(4 * time.Hour)},
		"over":            {tournament.State{Status: tournament.Over}, time.Time{}},
	} {
		if got := lookAgain(c.s, now); !got.Equal(c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Due tournaments are checked in the order of their deadlines; of several the earliest counts.
func TestClub_Due(t *testing.T) {
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	log := slog.New(slog.DiscardHandler)
	c := New(Config{Archive: archive.New(memorytest.New(), table.Games, log), Now: func() time.Time { return now }, Log: log,
		Notifier: new(notify.Notifier)})
	due := func(after time.Duration, want string, wantSoonest time.Duration) {
		t.Helper()
		ids, soonest, err := c.dueBy(context.Background(), now.Add(after))
		if err != nil || strings.Join(ids, " ") != want || wantSoonest >= 0 != !soonest.IsZero() ||
			wantSoonest >= 0 && !soonest.Equal(now.Add(wantSoonest)) {
			t.Errorf("after %s %v are due, the soonest at %s, %v", after, ids, soonest, err)
		}
	}
	due(0, "", -1)
	c.schedule("none", time.Time{})
	due(0, "", -1)
	for _, id := range []string{"late", "b", "a"} {
		c.schedule(id, now.Add(time.Hour))
	}
	c.schedule("late", now.Add(2*time.Hour))
	c.schedule("soon", now.Add(2*time.Hour))
	c.schedule("soon", now.Add(time.Minute))
	due(time.Second, "", time.Minute)
	due(time.Minute, "soon", time.Minute)
	due(time.Hour, "soon a b late", time.Minute)
	c.scheduleNow("late")
	due(0, "late", 0)
	if err := c.deal(context.Background(), "late"); err != nil { // there is no such one
		t.Error(err)
	}
	due(time.Hour, "soon a b", time.Minute)
}

// The ended tournaments of a room are in the order of their ends.
func TestClub_At(t *testing.T) {
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	log := slog.New(slog.DiscardHandler)
	store := archive.New(memorytest.New(), table.Games, log)
	c := New(Config{Archive: store, Now: func() time.Time { return now }, Log: log,
		Notifier: new(notify.Notifier)})
	does := func(id string, e tournament.Event) {
		t.Helper()
		now = now.Add(time.Minute)
		decide := func(record, tournament.State) (tournament.Event, error) { return e, nil }
		if _, err := c.change(t.Context(), id, decide); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"one", "two", "three", "four"} {
		setup := tournament.Setup{System: tournament.Swiss}
		if id == "four" {
			setup.System = tournament.Ladder
		}
		who := match.Player{ID: "desk:ana", Name: "Ana"}
		does(id, tournament.Event{Kind: tournament.Announced, Who: &who, Room: "desk:hall", Setup: &setup})
	}
	for _, id := range []string{"three", "one"} {
		does(id, tournament.Event{Kind: tournament.Cancelled})
	}
	for of, want := range map[sort]string{"": "four two/three one", contests: "two/three one", ladders: "four/"} {
		live, ended, err := c.at(t.Context(), "desk:hall", of)
		ids := func(list []tournament.State) (ids []string) {
			for _, s := range list {
				ids = append(ids, s.ID)
			}
			return ids
		}
		running := ids(live)
		slices.Sort(running)
		if got := strings.Join(running, " ") + "/" + strings.Join(ids(ended), " "); got != want || err != nil {
			t.Errorf("%q: %s, want %s, %v", of, got, want, err)
		}
	}
	if live, ended, err := c.at(t.Context(), "desk:ha", ""); len(live)+len(ended) > 0 || err != nil {
		t.Errorf("in another room are %v, %v, %v", live, ended, err)
	}
}
