package match_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
)

// People whose names occur in nothing else.
var (
	leaver  = match.Player{ID: "t:9001", Handle: "Zulmira", Name: "Dona Zulmira"}
	stayer  = match.Player{ID: "t:7002", Handle: "quintino", Name: "Seu Quintino"}
	nobody  = match.Player{ID: "gone:xyz", Name: "—"}
	private = map[string]string{leaver.ID: "t:room-9001", stayer.ID: "t:room-7002"}
)

// history returns random legal events of a match of two people.
func history(t *rapid.T) []match.Event {
	a, b := leaver, stayer
	if rapid.Bool().Draw(t, "challenged") {
		a, b = b, a
	}
	setup := match.Setup{Game: draughts.Portuguese.Name, Version: draughts.Portuguese.Version}
	switch rapid.IntRange(0, 2).Draw(t, "known") {
	case 1:
		setup.Opponent = match.Player{Handle: b.Handle}
	case 2:
		setup.Opponent = b
	}
	var events []match.Event
	m := &match.Match{ID: "k7q2"}
	said := func(e match.Event, who match.Player) {
		e.At, e.By, e.IdempotencyKey = time.Unix(int64(len(events)), 0).UTC(), who.ID, "heard from "+who.ID
		if e.Kind == match.Challenged || e.Kind == match.Accepted {
			if e.Room = "t:group"; rapid.Bool().Draw(t, "alone") {
				e.Room, e.Alone = private[who.ID], true
			}
		}
		next, err := m.Apply(e, games)
		if err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
		m, events = next, append(events, e)
	}
	said(match.Event{Kind: match.Challenged, Setup: &setup, Who: &a}, a)
	for range rapid.IntRange(0, 12).Draw(t, "events") {
		who := rapid.SampledFrom([]match.Player{a, b}).Draw(t, "who")
		kinds := m.May(who)
		if len(kinds) == 0 {
			continue
		}
		e := match.Event{Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
		switch e.Kind {
		case match.Accepted, match.Declined:
			e.Who, e.First = &who, rapid.SampledFrom([]string{a.ID, b.ID}).Draw(t, "first")
		case match.Moved:
			e.Move = rapid.SampledFrom(slices.Collect(m.Line.Position().Moves())).Draw(t, "move")
		case match.Offered:
			if e.Offer = match.Draw; len(events) > 5 && m.Line.Len() > 1 {
				e.Offer = match.Undo
			}
		}
		said(e, who)
	}
	return events
}

func encoded(t *rapid.T, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Renaming a person leaves the match as it is: its moves, rights and result. Nothing is left of the old name, and
// everything of the other player.
func TestRenamed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := history(t)
		before := encoded(t, events)
		old, err := match.Replay("k7q2", games, events)
		if err != nil {
			t.Fatal(err)
		}
		renamed := match.Renamed(events, leaver, nobody)
		if !bytes.Equal(encoded(t, events), before) {
			t.Fatal("the events given have changed")
		}
		m, err := match.Replay("k7q2", games, renamed)
		if err != nil {
			t.Fatalf("%s: %v", encoded(t, renamed), err)
		}
		after := encoded(t, renamed)
		for _, word := range []string{leaver.ID, leaver.Handle, leaver.Name, private[leaver.ID], "zulmira"} {
			if bytes.Contains(after, []byte(word)) {
				t.Fatalf("%s is left in %s", word, after)
			}
		}
		for _, word := range []string{stayer.ID, stayer.Handle, stayer.Name, private[stayer.ID], "heard from " + stayer.ID,
			"t:group"} {
			if got, want := bytes.Count(after, []byte(word)), bytes.Count(before, []byte(word)); got != want {
				t.Fatalf("%s is there %d times, before it was %d", word, got, want)
			}
		}
		for _, same := range []struct{ got, want any }{
			{m.N, old.N}, {m.Status, old.Status}, {m.Pending, old.Pending}, {m.Outcome, old.Outcome}, {m.Turn(), old.Turn()},
			{m.Line.Position().String(), old.Line.Position().String()}, {m.Line.Len(), old.Line.Len()},
			{m.Side(nobody.ID), old.Side(leaver.ID)}, {m.Side(stayer.ID), old.Side(stayer.ID)},
			{m.May(nobody), old.May(leaver)}, {m.May(stayer), old.May(stayer)},
		} {
			if diff := cmp.Diff(same.want, same.got); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// The present owner of a handle need not be the one challenged by it.
func TestRenamed_Handle(t *testing.T) {
	another := match.Player{ID: "t:5", Handle: "rui"}
	for _, c := range []struct {
		name      string
		last      string // event after the challenge of @rui by Ana
		who       match.Player
		challenge bool // the one challenged is renamed
	}{
		{"nobody has answered", "", another, true},
		{"it was taken back", "ana withdrawn", another, true},
		{"another one answered", "rui accepted", another, false},
		{"another one declined", "rui declined", another, false},
		{"that one answered", "rui accepted", rui, true},
		{"it is the challenger's now", "", match.Player{ID: ana.ID, Handle: "rui"}, false},
	} {
		e := event(t, "ana challenged rui")
		e.Setup.Opponent = match.Player{Handle: "Rui"}
		events := []match.Event{e}
		if c.last != "" {
			events = append(events, event(t, c.last))
		}
		renamed := match.Renamed(events, c.who, nobody)
		if got := renamed[0].Setup.Opponent == nobody; got != c.challenge {
			t.Errorf("%s: the one challenged is %+v", c.name, renamed[0].Setup.Opponent)
		}
		if _, err := match.Replay("k7q2", games, renamed); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Renaming removes a person's private places, and no others.
func TestRenamed_Private(t *testing.T) {
	events := []match.Event{event(t, "ana challenged rui"), event(t, "rui accepted"), {Kind: match.Lost, Room: "t:1"},
		{Kind: match.Lost, Room: "t:2"}, {Kind: match.Lost, Room: "t:-5"}}
	events[0].Room, events[0].Alone, events[1].Room, events[1].Alone = "t:1", true, "t:2", true
	events[0].Setup.Arbiter = match.Player{Handle: "Ana"}
	renamed := match.Renamed(events, ana, nobody)
	for i, want := range []string{"", "t:2", "", "t:2", "t:-5"} {
		if renamed[i].Room != want {
			t.Errorf("event %d is of %q, not of %q", i+1, renamed[i].Room, want)
		}
	}
	if got := renamed[0].Setup.Arbiter; got != nobody {
		t.Errorf("the arbiter is %+v", got)
	}
	if list := match.Renamed(nil, ana, nobody); len(list) != 0 {
		t.Errorf("of no events there are %+v", list)
	}
	if events[0].Setup.Arbiter.Handle != "Ana" || events[2].Room != "t:1" {
		t.Errorf("the events given are %+v", events)
	}
}

// A file's names are renamed where they are the person's, by name or by handle, and removed where they are others that
// the person has written.
func TestRenamed_Source(t *testing.T) {
	e := event(t, "ana challenged")
	e.Kind = match.Imported
	e.Setup.Played = []engine.Move{"11-15", "22-18"}
	e.Setup.Source = &match.Source{Names: [2]string{"ANA", "Tó"}, Date: "Tó's day",
		Outcome: engine.Outcome{Winner: engine.First, Reason: match.Resignation, Points: 1}}
	m, err := match.Replay("k7q2", games, match.Renamed([]match.Event{e}, ana, nobody))
	if err != nil {
		t.Fatal(err)
	}
	if m.Reader != nobody || m.Challenger.Name != "—" || m.Opponent.Name != "" || m.Setup.Source.Date != "" {
		t.Errorf("read by %+v, played by %+v and %+v", m.Reader, m.Challenger, m.Opponent)
	}
	byHandle := ana
	byHandle.Name = "Ana Maria"
	m, err = match.Replay("k7q2", games, match.Renamed([]match.Event{e}, byHandle, nobody))
	if err != nil || m.Challenger.Name != "—" {
		t.Errorf("%v, by handle: played by %+v", err, m.Challenger)
	}
	other, _ := match.Unnamed([]match.Event{e}, func(id string) bool { return id == rui.ID })
	if e.Setup.Source.Names[0] != "ANA" || other[0].Setup.Source.Names[1] != "Tó" {
		t.Error("the event given has changed")
	}
}

// Nothing is left of a forgotten person where a name may stand, except words that determine rolls, and the result says
// whether anything was left. Others keep theirs.
func TestUnnamed(t *testing.T) {
	setup := match.Setup{Source: &match.Source{Names: [2]string{"—", "Dona Zulmira"}, Date: "Zulmira"}}
	events := []match.Event{
		{Kind: match.Challenged, By: nobody.ID, Who: &nobody, IdempotencyKey: "zulmira", Room: "t:zulmira", Alone: true, Word: "zulmira",
			Setup: &setup},
		{Kind: match.Salted, By: stayer.ID, Word: "quintino", IdempotencyKey: "quintino"},
		{Kind: match.Ruled, By: nobody.ID, Words: "Zulmira"},
		{Kind: match.Salted, By: nobody.ID, Word: "zulmira", Own: true},
	}
	gone := func(id string) bool { return id == nobody.ID }
	clean, left := match.Unnamed(events, gone)
	text, err := json.Marshal(clean)
	if err != nil || bytes.Contains(bytes.ToLower(text), []byte("zulmira")) || bytes.Count(text, []byte("quintino")) != 2 {
		t.Errorf("%s, %v", text, err)
	}
	if !left || setup.Source.Date == "" {
		t.Errorf("something was left: %v, of %+v", left, setup.Source)
	}
	if _, left := match.Unnamed(clean, gone); left {
		t.Error("something is left for the second time")
	}
	thrown, _ := match.Unnamed(append(slices.Clone(events), match.Event{Kind: match.Rolled}), gone)
	if thrown[0].Word != "zulmira" || thrown[3].Word != "zulmira" {
		t.Errorf("the words from which the dice come are %q and %q", thrown[0].Word, thrown[3].Word)
	}
}
