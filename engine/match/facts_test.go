package match_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// The union of two lists of absences contains each hour of either.
func TestAbsences_With(t *testing.T) {
	const hour = time.Hour
	at := func(h int) time.Time { return noon.Add(time.Duration(h) * hour) }
	lists := []match.Absences{nil, {{From: at(2), To: at(5)}}, {{From: at(5), To: at(7)}}, {{From: at(3), To: at(9)}},
		{{From: at(0), To: at(1)}, {From: at(8), To: at(12)}}, {{From: at(1), To: at(2)}, {From: at(4), To: at(6)}}}
	for _, a := range lists {
		for _, b := range lists {
			both := a.Union(b)
			for h := range 14 {
				if both.IsAway(at(h)) != (a.IsAway(at(h)) || b.IsAway(at(h))) {
					t.Errorf("%v with %v is %v", a, b, both)
				}
			}
			for i := range both {
				if i > 0 && !both[i].From.After(both[i-1].To) {
					t.Errorf("%v with %v is %v, of which some touch", a, b, both)
				}
			}
		}
	}
	a := match.Absences{{From: at(2), To: at(5)}}
	for h, want := range map[int]bool{1: false, 2: true, 4: true, 5: false} {
		if a.IsAway(at(h)) != want {
			t.Errorf("in hour %d away: %t", h, !want)
		}
	}
}

// A period begins on Monday, UTC.
func TestPeriod(t *testing.T) {
	weeks := -1
	for day := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2030; day = day.AddDate(0, 0, 1) {
		if day.Weekday() == time.Monday {
			weeks++
		}
		for _, at := range []time.Time{day, day.Add(24*time.Hour - time.Second)} {
			if got := match.Period(at); got != weeks {
				t.Fatalf("%s is in period %d, not %d", at, got, weeks)
			}
		}
	}
}

// A backgammon match weighs two thirds of the square root of its length, in points; a game of draughts has no weight.
func TestWeight(t *testing.T) {
	if w := after(t, both, games).Weight(); w != 0 {
		t.Errorf("draughts weigh %f", w)
	}
	for points, want := range map[string]float64{"5": math.Sqrt(5) * 2 / 3, "1": 2. / 3, "0": 2. / 3} {
		if w := diced(t, engine.Options{"points": points}).Weight(); math.Abs(w-want) > 1e-12 {
			t.Errorf("%s points weigh %f, not %f", points, w, want)
		}
	}
}

// A backgammon match ends when a resignation reaches its length, an endless one never.
func TestEndsWithGame(t *testing.T) {
	m := diced(t, engine.Options{"points": "3"})
	for times, want := range map[int]bool{1: false, 2: false, 3: true} {
		if got := m.EndsWithGame(engine.First, times); got != want {
			t.Errorf("given up for %d it ends: %t", times, got)
		}
	}
	if m.GameNumber() != 1 {
		t.Errorf("it begins with game %d", m.GameNumber())
	}
	m = then(t, thrown(t, m), match.Event{Kind: match.Resigned, By: ana.ID, Times: 3})
	if m.GameNumber() != 4 {
		t.Errorf("behind three points it is game %d", m.GameNumber())
	}
	if !after(t, both, games).EndsWithGame(engine.First, 1) {
		t.Error("a single game goes on")
	}
}

// A reminder at a moment is due at that moment, and awaited until then.
func TestReminder(t *testing.T) {
	at := time.Unix(1, 0).UTC()
	m := after(t, accepted, games)
	until := at.Add(48 * time.Hour)
	m, err := m.Apply(match.Event{Kind: match.Reminds, By: ana.ID, At: at, Until: until}, games)
	if err != nil {
		t.Fatal(err)
	}
	if e := m.Reminder(ana.ID, until.Add(-time.Second)); !e.Until.Equal(until) || e.Span != 0 {
		t.Errorf("ana waits for %+v", e)
	}
	for who, now := range map[string]time.Time{ana.ID: until, rui.ID: at, eva.ID: at} {
		if e := m.Reminder(who, now); !e.Until.IsZero() || e.Span != 0 {
			t.Errorf("%s waits for %+v", who, e)
		}
	}
	for now, want := range map[time.Time]bool{at: false, until.Add(-time.Second): false, until: true, until.Add(time.Hour): true} {
		if m.IsReminderDue(now) != want {
			t.Errorf("at %s it is due: %t", now, !want)
		}
	}
	if after(t, over, games).IsReminderDue(until) || after(t, challenged, games).IsReminderDue(until) {
		t.Error("a reminder is due where nobody decides")
	}
}

// Linking two accounts makes one person of them in all events, which keep the names; the given events are unchanged.
func TestJoined(t *testing.T) {
	events := []match.Event{event(t, "ana challenged rui"), event(t, "rui accepted"), event(t, "ana moved 11-15")}
	events[1].First = ana.ID
	list := match.Joined(events, ana.ID, "x:9")
	if list[0].By != "x:9" || list[0].Who.ID != "x:9" || list[0].Who.Name != "Ana" || list[0].Who.Handle != "ana" ||
		list[1].First != "x:9" || list[1].By != rui.ID || list[2].By != "x:9" {
		t.Errorf("%+v", list)
	}
	if events[0].By != ana.ID || events[0].Who.ID != ana.ID || events[1].First != ana.ID {
		t.Errorf("the events given are %+v", events)
	}
	m, err := match.Replay("k7q2", games, list)
	if err != nil || m.Challenger.ID != "x:9" || m.Side("x:9") != engine.First || m.Line.Len() != 1 {
		t.Errorf("%+v, %v", m, err)
	}
	other := match.Joined(events, rui.ID, "x:9")
	if other[0].Setup.Opponent.ID != "x:9" || events[0].Setup.Opponent.ID != rui.ID {
		t.Errorf("challenged is %+v", other[0].Setup.Opponent)
	}
	_, err = match.Replay("k7q2", games, append(events, event(t, "ana moved 11-15")))
	if err == nil || err.Error() != "match k7q2: event 4 (moved): refused: not-your-turn" {
		t.Error(err)
	}
}

// A record has the names, the round of a tournament, the date, and an arbiter's rulings with their places.
func TestRecord_Notes(t *testing.T) {
	m := *after(t, both, games)
	m.Began = time.Date(2026, 11, 21, 23, 30, 0, 0, time.FixedZone("", -3600))
	m.Setup.Tournament, m.Setup.Round = "q2r3", "2/3"
	carla := match.Player{ID: "t:9", Handle: "carla"}
	m.Decisions = []match.Decision{
		{Event: match.Event{Kind: match.Ruled, Ruling: match.More, Span: match.Span(90 * time.Minute)}, Arbiter: carla, After: 1},
		{Event: match.Event{Kind: match.Ruled, Ruling: match.Back, Times: 2, Words: "a slip"}, Arbiter: carla, After: 4},
		{Event: match.Event{Kind: match.Ruled, Ruling: match.Halt, Until: time.Date(2026, 11, 30, 8, 5, 0, 0, time.UTC)}, After: 2},
		{Event: match.Event{Kind: match.Ruled, Ruling: match.Nought, Words: "no board"}, Arbiter: carla, After: 3},
		{Event: match.Event{Kind: match.Ruled, Ruling: match.Nought}, After: 3},
	}
	r := m.Record()
	want := []engine.Comment{{After: 1, Text: "carla: more 1h30m"}, {After: 2, Text: "carla: back 2: a slip"},
		{After: 2, Text: "halt 2026-11-30 08:05"}, {After: 2, Text: "carla: no board"}}
	if !slices.Equal(r.Notes, want) {
		t.Errorf("notes are %+v", r.Notes)
	}
	if r.Event != "#q2r3 2/3" || r.Date != "2026.11.22" || r.Names != [2]string{"Ana", "Rui"} || r.Line.Len() != 2 {
		t.Errorf("%q on %q, %q, %d moves", r.Event, r.Date, r.Names, r.Line.Len())
	}
	m.Setup.Source = &match.Source{Date: "2025.??.??"}
	if d := m.Record().Date; d != "2025.??.??" {
		t.Errorf("the day is %s", d)
	}
	if list := m.Records(); len(list) != 1 || list[0].Round != "" {
		t.Errorf("%d records", len(list))
	}
}

func TestRefusal(t *testing.T) {
	_, err := after(t, over, games).Apply(event(t, "ana moved 11-15"), games)
	if err == nil || err.Error() != "refused: match-over" {
		t.Error(err)
	}
}
