package match_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
)

var (
	ana = match.Player{ID: "t:1", Handle: "ana", Name: "Ana"}
	rui = match.Player{ID: "t:2", Handle: "rui", Name: "Rui"}
	eva = match.Player{ID: "t:3", Name: "Eva"}
)

func games(name string) *engine.Game {
	if name == draughts.Portuguese.Name {
		return draughts.Portuguese
	}
	return nil
}

// Sides chosen by the challenger are kept.
func TestChosenSide(t *testing.T) {
	for side, first := range map[engine.Side][]match.Player{engine.First: {ana, rui}, engine.Second: {rui, ana}} {
		e := event(t, "ana challenged rui")
		e.Setup.Side = side
		m, err := (&match.Match{}).Apply(e, games)
		if err != nil {
			t.Fatal(err)
		}
		accept := event(t, "rui accepted")
		accept.First = first[1].ID
		if _, err := m.Apply(accept, games); err == nil {
			t.Errorf("%s: %s plays first against the choice", side, first[1].Name)
		}
		accept.First = first[0].ID
		if m, err = m.Apply(accept, games); err != nil || m.Side(ana.ID) != side {
			t.Errorf("%s: %v, the challenger plays %s", side, err, m.Side(ana.ID))
		}
	}
	for _, side := range []engine.Side{engine.Chance, 77} {
		e := event(t, "ana challenged rui")
		e.Setup.Side = side
		if _, err := (&match.Match{}).Apply(e, games); err == nil {
			t.Errorf("the challenger plays %s", side)
		}
	}
}

// noDraws returns the same game without draws by agreement.
func noDraws(string) *engine.Game {
	g := *draughts.Portuguese
	g.Draws = false
	return &g
}

// event parses "ana moved 11-15", "rui accepted", "ana challenged rui", "eva challenged": who, what, and its argument.
func event(t testing.TB, text string) match.Event {
	t.Helper()
	people := map[string]match.Player{"ana": ana, "rui": rui, "eva": eva}
	words := append(strings.Fields(text), "")
	who, ok := people[words[0]]
	if !ok {
		t.Fatalf("nobody is called %q", words[0])
	}
	e := match.Event{Kind: match.Kind(words[1]), By: who.ID, At: time.Unix(1, 0).UTC()}
	switch e.Kind {
	case match.Challenged:
		e.Who = &who
		e.Setup = &match.Setup{Game: draughts.Portuguese.Name, Version: draughts.Portuguese.Version,
			Opponent: people[words[2]]}
	case match.Accepted, match.Declined, match.Withdrawn:
		e.Who = &who
		e.First = ana.ID // ana has White in all tests
	case match.Moved:
		e.Move = engine.Move(words[2])
	case match.Offered, match.Agreed, match.Refused, match.Retracted:
		e.Offer = match.Offer(words[2])
	}
	return e
}

// after returns a match after events, separated by semicolons.
func after(t testing.TB, history string, g match.Games) *match.Match {
	t.Helper()
	m := &match.Match{ID: "k7q2"}
	for text := range strings.SplitSeq(history, ";") {
		if strings.TrimSpace(text) == "" {
			continue
		}
		next, err := m.Apply(event(t, text), g)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		m = next
	}
	return m
}

const (
	challenged = "ana challenged rui;"
	accepted   = challenged + "rui accepted;"
	moved      = accepted + "ana moved 11-15;"
	both       = moved + "rui moved 22-18;"
	over       = moved + "rui resigned"
)

// The table of rights: the history, the event tried, and the refusal, "" if it is allowed.
func TestWhoMayDoWhat(t *testing.T) {
	for _, c := range []struct {
		history, try string
		refusal      engine.Code
	}{
		{"", "ana challenged rui", ""},
		{"", "ana challenged ana", match.OwnChallenge},
		{"", "ana challenged", ""},
		{"", "ana moved 11-15", match.MatchOver},
		{challenged, "ana challenged rui", match.AlreadyBegun},

		{challenged, "rui accepted", ""},
		{challenged, "eva accepted", match.NotChallenged},
		{challenged, "ana accepted", match.OwnChallenge},
		{"ana challenged;", "eva accepted", ""},
		{"ana challenged;", "ana accepted", match.OwnChallenge},
		{"ana challenged;", "eva declined", match.NotChallenged},
		{accepted, "rui accepted", match.AlreadyBegun},
		{over, "rui accepted", match.MatchOver},

		{challenged, "rui declined", ""},
		{challenged, "eva declined", match.NotChallenged},
		{challenged, "ana declined", match.OwnChallenge},
		{accepted, "rui declined", match.AlreadyBegun},
		{challenged + "rui declined", "rui accepted", match.MatchOver},

		{challenged, "ana withdrawn", ""},
		{challenged, "rui withdrawn", match.NotChallenger},
		{challenged, "eva withdrawn", match.NotChallenger},
		{accepted, "ana withdrawn", ""},
		{moved, "rui withdrawn", ""},
		{moved, "eva withdrawn", match.NotAPlayer},
		{both, "ana withdrawn", match.TooLate},
		{both, "rui withdrawn", match.NotYet},
		{over, "rui withdrawn", match.MatchOver},
		{moved + "ana withdrawn", "rui moved 22-18", match.MatchOver},
		{challenged + "ana withdrawn", "rui accepted", match.MatchOver},

		{challenged, "ana moved 11-15", match.NotStarted},
		{accepted, "ana moved 11-15", ""},
		{accepted, "rui moved 22-18", match.NotYourTurn},
		{accepted, "eva moved 11-15", match.NotAPlayer},
		{moved, "ana moved 10-14", match.NotYourTurn},
		{over, "rui moved 22-18", match.MatchOver},

		{challenged, "ana offered draw", match.NotStarted},
		{accepted, "ana offered draw", ""},
		{accepted, "rui offered draw", ""},
		{accepted, "eva offered draw", match.NotAPlayer},
		{accepted + "ana offered draw", "ana offered draw", match.OfferPending},
		{accepted + "ana offered draw", "rui offered draw", match.OfferPending},
		{moved + "ana offered undo", "rui offered draw", match.OfferPending},
		{over, "rui offered draw", match.MatchOver},

		{accepted, "ana offered undo", match.NothingToUndo},
		{moved, "rui offered undo", match.NothingToUndo},
		{moved, "ana offered undo", ""},
		{both, "rui offered undo", ""},

		{accepted, "rui agreed draw", match.NoOfferThere},
		{accepted + "ana offered draw", "rui agreed draw", ""},
		{accepted + "ana offered draw", "rui agreed", ""},
		{accepted + "ana offered draw", "rui agreed undo", match.NoOfferThere},
		{accepted + "ana offered draw", "ana agreed draw", match.OwnOffer},
		{accepted + "ana offered draw", "eva agreed draw", match.NotAPlayer},
		{accepted + "ana offered draw", "rui refused draw", ""},
		{accepted + "ana offered draw", "ana refused draw", match.OwnOffer},
		{accepted, "ana retracted draw", match.NoOfferThere},
		{accepted + "ana offered draw", "rui retracted draw", match.NoOfferThere},
		{accepted + "ana offered draw; rui refused draw", "rui agreed draw", match.NoOfferThere},

		{moved + "ana offered draw; rui moved 22-18", "rui agreed draw", match.NoOfferThere}, // it lapsed
		{accepted + "rui offered draw; ana moved 11-15", "ana agreed draw", match.NoOfferThere},
		{accepted + "ana offered draw; ana moved 11-15", "rui agreed draw", ""}, // it stands when its author moves
		{both + "ana offered undo; ana moved 12-16", "rui agreed undo", match.NoOfferThere},

		{challenged, "ana resigned", match.NotStarted},
		{accepted, "rui resigned", ""},
		{accepted, "eva resigned", match.NotAPlayer},
		{over, "ana resigned", match.MatchOver},
	} {
		t.Run(c.history+" then "+c.try, func(t *testing.T) {
			m := after(t, c.history, games)
			before := *m
			next, err := m.Apply(event(t, c.try), games)
			var refusal *match.Refusal
			switch {
			case c.refusal == "" && err != nil:
				t.Fatal(err)
			case c.refusal == "":
				if next.N != m.N+1 {
					t.Errorf("N = %d after %d", next.N, m.N)
				}
			case !errors.As(err, &refusal) || refusal.Code != c.refusal:
				t.Fatalf("got %v, want the refusal %s", err, c.refusal)
			}
			if !cmp.Equal(before.Status, m.Status) || before.N != m.N || before.Pending != m.Pending {
				t.Error("Apply changed the match that it was called on")
			}
		})
	}
}

func TestMay(t *testing.T) {
	for _, c := range []struct {
		history string
		who     match.Player
		want    []match.Kind
	}{
		{challenged, ana, []match.Kind{match.Withdrawn}},
		{challenged, rui, []match.Kind{match.Accepted, match.Declined}},
		{challenged, eva, nil},
		{"ana challenged;", eva, []match.Kind{match.Accepted}},
		{accepted, ana, []match.Kind{match.Withdrawn, match.Moved, match.Offered, match.Resigned}},
		{accepted, rui, []match.Kind{match.Withdrawn, match.Planned, match.Offered, match.Resigned}},
		{both, rui, []match.Kind{match.Planned, match.Offered, match.Resigned}},
		{accepted, eva, nil},
		{accepted + "ana offered draw", ana, []match.Kind{match.Withdrawn, match.Moved, match.Retracted, match.Resigned}},
		{accepted + "ana offered draw", rui, []match.Kind{match.Withdrawn, match.Planned, match.Agreed, match.Refused,
			match.Resigned}},
		{over, ana, nil},
	} {
		if diff := cmp.Diff(c.want, after(t, c.history, games).May(c.who)); diff != "" {
			t.Errorf("%s: %s may (-want +got):\n%s", c.history, c.who.Name, diff)
		}
	}
}

func TestMove_Illegal(t *testing.T) {
	m := after(t, accepted, games)
	var wrong *engine.MoveError
	if _, err := m.Apply(event(t, "ana moved 11-19"), games); !errors.As(err, &wrong) {
		t.Errorf("got %v, want a MoveError", err)
	}
}

// Events that only a damaged database may contain are errors and nothing worse.
func TestBadEvents(t *testing.T) {
	for name, e := range map[string]match.Event{
		"no setup":  {Kind: match.Challenged, By: ana.ID, Who: &ana},
		"no author": {Kind: match.Challenged, Setup: &match.Setup{Game: "portuguese", Version: 1}},
		"other author": {Kind: match.Challenged, By: rui.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1}},
		"unknown game": {Kind: match.Challenged, By: ana.ID, Who: &ana, Setup: &match.Setup{Game: "chess", Version: 1}},
		"other version": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 99}},
		"unknown option": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1, Options: engine.Options{"size": "8"}}},
		"bad start": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1, Start: "W:W99"}},
		"no such time": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1, Time: match.Control{Move: time.Second}}},
		"no such series": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1, Series: match.Series{Games: 1}}},
		"series of a game that has ended": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1, Series: match.Series{Games: 2}, Start: "W:W1:B"}},
		"series of a game begun elsewhere": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1, Series: match.Series{Games: 2}, Played: []engine.Move{"11-15"}}},
		"opening of a game begun elsewhere": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1, Openings: []match.Opening{{Number: 1}}, Played: []engine.Move{"11-15"}}},
		"opening of another start": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1, Openings: []match.Opening{{Number: 1}}, Start: "W:W1:B32"}},
		"opening that cannot be played": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1, Openings: []match.Opening{{Number: 1, Moves: []engine.Move{"11-19"}}}}},
		"going on behind the end": {Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: 1, Start: "W:W18:B22", Played: []engine.Move{"18x25"}}},
	} {
		if _, err := (&match.Match{}).Apply(e, games); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	open := after(t, challenged, games)
	for name, e := range map[string]match.Event{
		"no author":       {Kind: match.Accepted, First: ana.ID, By: rui.ID},
		"first is nobody": {Kind: match.Accepted, First: "x", By: rui.ID, Who: &rui},
	} {
		if _, err := open.Apply(e, games); err == nil {
			t.Errorf("accepting, %s: accepted", name)
		}
	}
	playing := after(t, accepted, games)
	for name, e := range map[string]match.Event{
		"unknown kind":  {Kind: "danced", By: ana.ID},
		"unknown offer": {Kind: match.Offered, By: ana.ID, Offer: "tea"},
		"empty move":    {Kind: match.Moved, By: ana.ID},
	} {
		if _, err := playing.Apply(e, games); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// Two people with one handle, on different services or at different times, are distinct if their ids are known.
func TestIs(t *testing.T) {
	for _, c := range []struct {
		p, q match.Player
		want bool
	}{
		{match.Player{ID: "a:1", Handle: "rui"}, match.Player{ID: "b:1", Handle: "rui"}, false},
		{match.Player{ID: "a:1", Handle: "rui"}, match.Player{ID: "a:1", Handle: "ana"}, true},
		{match.Player{ID: "a:1", Handle: "Rui"}, match.Player{Handle: "rUI"}, true},
		{match.Player{ID: "a:1"}, match.Player{}, false},
		{match.Player{}, match.Player{}, false},
	} {
		if got := c.p.Is(c.q); got != c.want || c.q.Is(c.p) != c.want {
			t.Errorf("%+v is %+v: %t", c.p, c.q, got)
		}
	}
}

// An offer stands after a forced move of its addressee, and lapses after a chosen one.
func TestOffer_AndForcedMove(t *testing.T) {
	for forced, want := range map[bool]match.Offer{true: match.Draw, false: match.NoOffer} {
		e := event(t, "rui moved 22-18")
		e.Forced = forced
		next, err := after(t, moved+"ana offered draw", games).Apply(e, games)
		if err != nil || next.Pending.Offer != want {
			t.Errorf("forced %t: %+v, %v", forced, next, err)
		}
	}
}
