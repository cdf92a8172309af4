package match_test

import (
	"testing"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
)

// ruled returns a match of Ana and Rui with Carla as its arbiter, after some moves, and the state to rule on.
func ruled(t *testing.T, tournament string,
	moves int) (*match.Match, func(match.Event) *match.Match, func(match.Event) engine.Code) {
	n := 0
	m, _ := seriesOf(t, match.Setup{Game: "portuguese", Arbiter: match.Player{ID: "t:3", Name: "Carla"},
		Tournament: tournament,
		Time:       match.Control{Move: 24 * time.Hour}}, func(m *match.Match) *match.Event {
		if n++; n > moves {
			return nil
		}
		for move := range m.Line.Position().Moves() {
			return &match.Event{Kind: match.Moved, By: m.Player(m.Turn()).ID, Move: move}
		}
		return nil
	})
	made := func(e match.Event) match.Event {
		e.Kind, e.At = match.Ruled, m.Latest.Add(time.Hour)
		return e
	}
	return m, func(e match.Event) *match.Match { return then(t, m, made(e)) },
		func(e match.Event) engine.Code { return refusal(t, m, made(e)) }
}

// Only the arbiter rules on a match.
func TestArbiter(t *testing.T) {
	m, after, refused := ruled(t, "", 3)
	for _, c := range []struct {
		e      match.Event
		winner string
		reason engine.Code
	}{
		{match.Event{Ruling: match.Award, Winner: "t:2"}, "t:2", match.ByArbiter},
		{match.Event{Ruling: match.Even, Words: "by post"}, "", match.ByArbiterEven},
	} {
		c.e.By = "t:3"
		if got := after(c.e); got.Status != match.Over || got.Outcome.Reason != c.reason ||
			got.Player(got.Outcome.Winner).ID != c.winner || got.Verdict().Words != c.e.Words {
			t.Errorf("after %+v: %s, %+v", c.e, got.Status, got.Outcome)
		}
		for _, by := range []string{"", "t:1", "t:4"} {
			c.e.By = by
			if code := refused(c.e); code != match.NotArbiter {
				t.Errorf("%q may decide: %q", by, code)
			}
		}
	}
	if got := after(match.Event{By: "t:3", Ruling: match.Back, Times: 2}); got.Line.Len() != 1 ||
		got.Turn() != engine.Second {
		t.Errorf("set back to %d moves, with the turn of %v", got.Line.Len(), got.Turn())
	}
	if got := after(match.Event{By: "t:3", Ruling: match.More,
		Span: match.Span(time.Hour)}); !got.Deadline().Equal(m.Deadline().Add(time.Hour)) {
		t.Errorf("an hour more ends at %v, before at %v", got.Deadline(), m.Deadline())
	}
	if got := after(match.Event{By: "t:3", Ruling: match.Halt,
		Until: m.Latest.Add(49 * time.Hour)}); !got.Deadline().Equal(m.Deadline().Add(48 * time.Hour)) {
		t.Errorf("stopped for two days it ends at %v, before at %v", got.Deadline(), m.Deadline())
	}
	for _, c := range []struct {
		e    match.Event
		code engine.Code
	}{
		{match.Event{Ruling: match.Award, Winner: "t:3"}, match.NotAPlayer},
		{match.Event{Ruling: match.Absent, Winner: "t:1"}, match.HasMoved},
		{match.Event{Ruling: match.Back, Times: 4}, match.TooFarBack},
		{match.Event{Ruling: match.Left, Winner: "t:1"}, match.NotArbiter},
		{match.Event{Ruling: match.More}, match.BadPause},
	} {
		c.e.By = "t:3"
		if got := refused(c.e); got != c.code {
			t.Errorf("%+v is refused with %q, want %q", c.e, got, c.code)
		}
	}
	_, after, _ = ruled(t, "", 1)
	if got := after(match.Event{By: "t:3", Ruling: match.Absent, Winner: "t:1"}); got.Outcome.Reason != match.NotThere ||
		got.Player(got.Outcome.Winner).ID != "t:1" {
		t.Errorf("who has not appeared has %+v", got.Outcome)
	}
}

// A tournament ends the matches of people who have withdrawn.
func TestLeft(t *testing.T) {
	_, after, _ := ruled(t, "abcde", 5)
	if got := after(match.Event{Ruling: match.Left, Winner: "t:1"}); got.Status != match.Over ||
		got.Outcome.Reason != match.HasLeft || !got.Counts() {
		t.Errorf("%s, %+v, counts %v", got.Status, got.Outcome, got.Counts())
	}
	if got := after(match.Event{Ruling: match.Nought}); got.Status != match.Void || got.Outcome.Decided() {
		t.Errorf("%s, %+v", got.Status, got.Outcome)
	}
}

// A ruling on a game of a series ends that game alone: the next one begins, each game keeps its reason, and a ruling on
// the match still ends all.
func TestArbiter_OfGame(t *testing.T) {
	const ana, carla = "t:1", "t:3"
	rulings := []match.Event{
		{Ruling: match.AwardGame, Winner: ana, Words: "rui left the hall"},
		{Ruling: match.EvenGame, Words: "both talked"},
		{Ruling: match.Award, Winner: "t:2"},
	}
	setup := match.Setup{Game: "portuguese", Series: match.Series{Games: 4}, Arbiter: match.Player{ID: carla}}
	m, events := seriesOf(t, setup, func(m *match.Match) *match.Event {
		e := rulings[len(m.Games)]
		e.Kind, e.By = match.Ruled, ana
		if code := refusal(t, m, e); code != match.NotArbiter {
			t.Errorf("a player may decide %s: %q", e.Ruling, code)
		}
		if e.By = ""; refusal(t, m, e) != match.NotArbiter {
			t.Errorf("nobody may decide %s", e.Ruling)
		}
		e.By = carla
		return &e
	})
	if m.Outcome.Reason != match.ByArbiter || m.Player(m.Outcome.Winner).ID != "t:2" || len(m.Games) != 2 ||
		m.Verdict().Words != "" {
		t.Errorf("%+v (%q) after %d games", m.Outcome, m.Verdict().Words, len(m.Games))
	}
	if got := match.Halves(m.Halves(m.Side(ana))); got != "1½" {
		t.Errorf("ana has %s", got)
	}
	for i, r := range m.Records()[:2] {
		one := m.SingleGame(i + 1)
		reason := []engine.Code{match.ByArbiter, match.ByArbiterEven}[i]
		if r.Result.Reason != reason || one.Outcome != r.Result || one.Verdict().Words != rulings[i].Words ||
			one.Player(one.Outcome.Winner).ID != rulings[i].Winner {
			t.Errorf("game %d: %+v (%q)", i+1, r.Result, one.Verdict().Words)
		}
	}
	// Events stored before there were rulings on games keep their meaning.
	for _, r := range []match.Ruling{match.Award, match.Even} {
		events[2].Ruling = r
		if m, err := match.Replay("k7q2", table.Named, events[:3]); err != nil || m.Status != match.Over ||
			len(m.Games) != 0 {
			t.Errorf("%s: %+v, %v", r, m, err)
		}
	}
}

// An arbiter named by a handle is recognised if the event has its author's handle.
func TestArbiter_Handle(t *testing.T) {
	setup := match.Setup{Game: "portuguese", Arbiter: match.Player{Handle: "carla"}}
	m, _ := seriesOf(t, setup, func(*match.Match) *match.Event { return nil })
	carla := match.Player{ID: "t:3", Handle: "carla", Name: "Carla"}
	award := match.Event{Kind: match.Ruled, By: "t:3", Who: &carla, Ruling: match.Award, Winner: "t:2", At: m.Latest}
	if got := then(t, m, award); got.Status != match.Over || got.Player(got.Outcome.Winner).ID != "t:2" {
		t.Errorf("%s, %+v", got.Status, got.Outcome)
	}
	award.By = "t:4"
	if code := refusal(t, m, award); code != match.NotArbiter {
		t.Errorf("somebody who tells of the arbiter may decide: %q", code)
	}
}
