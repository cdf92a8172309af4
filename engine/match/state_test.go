package match_test

import (
	"slices"
	"testing"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
)

func TestEnded(t *testing.T) {
	for status, want := range map[match.Status]bool{match.Open: false, match.Playing: false, match.Over: true,
		match.Void: true} {
		if status.Ended() != want {
			t.Errorf("%s: ended %t", status, !want)
		}
	}
}

// Sides are known from the acceptance on, also after the end of the match.
func TestSides(t *testing.T) {
	for history, want := range map[string]engine.Side{
		"ana challenged rui":                             engine.Nobody,
		"ana challenged rui; rui accepted":               engine.First,
		"ana challenged rui; rui accepted; ana resigned": engine.First,
		"ana challenged rui; rui declined":               engine.Nobody,
	} {
		m := after(t, history, games)
		if got := m.Side(ana.ID); got != want {
			t.Errorf("%s: ana has %s", history, got)
		}
		first := match.Player{}
		if want == engine.First {
			first = ana
		}
		if got := m.Player(engine.First); got != first {
			t.Errorf("%s: %q plays first", history, got.Name)
		}
		for _, s := range []engine.Side{engine.Nobody, engine.Chance} {
			if got := m.Player(s); got != (match.Player{}) {
				t.Errorf("%s: %s is %q", history, s, got.Name)
			}
		}
	}
}

func TestLatest(t *testing.T) {
	m := after(t, "ana challenged rui; rui accepted", games)
	e := event(t, "ana moved 11-15")
	e.At = time.Unix(77, 0)
	m, err := m.Apply(e, games)
	if err != nil {
		t.Fatal(err)
	}
	if !m.Latest.Equal(e.At) || !m.Began.Equal(time.Unix(1, 0)) {
		t.Errorf("began %s, latest %s", m.Began, m.Latest)
	}
}

// May includes Offered if at least one offer is allowed.
func TestMayOffer(t *testing.T) {
	const begun = "ana challenged rui; rui accepted"
	if !slices.Contains(after(t, begun, games).May(ana), match.Offered) {
		t.Error("a draw cannot be offered")
	}
	m := after(t, begun, noDraws)
	if got := refused(t, m, "ana offered undo"); got != match.NothingToUndo {
		t.Fatalf("undo: %q", got)
	}
	if slices.Contains(m.May(ana), match.Offered) {
		t.Error("something can be offered where there is nothing to offer")
	}
}

func refused(t *testing.T, m *match.Match, text string) engine.Code {
	t.Helper()
	return refusal(t, m, event(t, text))
}

// An offer lapses when the other side chooses a move, not when its only move is made for it.
func TestForcedMove_KeepsOffer(t *testing.T) {
	m := after(t, "ana challenged rui; rui accepted; ana moved 11-15; ana offered draw", games)
	for _, forced := range []bool{false, true} {
		e := event(t, "rui moved 22-18")
		e.Forced = forced
		next, err := m.Apply(e, games)
		if err != nil {
			t.Fatal(err)
		}
		if kept := next.Pending.Offer == match.Draw; kept != forced {
			t.Errorf("forced %t: the offer stands %t", forced, kept)
		}
	}
}

// A challenge may begin from a finished position, but no finished game continues.
func TestChallenge_ToDecided(t *testing.T) {
	e := event(t, "ana challenged rui")
	e.Setup.Start = "W:W1:B"
	m, err := (&match.Match{}).Apply(e, games)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Apply(event(t, "rui accepted"), games); err != nil || m.Status != match.Over {
		t.Errorf("%v, the match is %v", err, m)
	}
}

// A roll whose dice fit its key is refused if the key is not of the chain.
func TestKey_OutOfChain(t *testing.T) {
	m := diced(t, nil)
	forged, err := m.Throw()
	if err != nil {
		t.Fatal(err)
	}
	forged.Key = dice.LastKey([32]byte{7})
	move, err := m.Line.Position().(engine.DicePosition).Roll(dice.Dice(forged.Key, m.Dice.Salt()))
	if err != nil {
		t.Fatal(err)
	}
	forged.Move = move
	if _, err := m.Apply(forged, withDice); err == nil {
		t.Errorf("the forged throw %s is taken", move)
	}
}

// An acceptance names its author.
func TestAcceptAuthor(t *testing.T) {
	m := after(t, "ana challenged", games)
	for name, spoil := range map[string]func(*match.Event){
		"nobody":        func(e *match.Event) { e.Who = nil },
		"somebody else": func(e *match.Event) { e.Who = &eva },
		"no id":         func(e *match.Event) { e.By, e.Who = "", &match.Player{Name: "Rui"} },
	} {
		e := event(t, "rui accepted")
		spoil(&e)
		if _, err := m.Apply(e, games); err == nil {
			t.Errorf("%s accepts", name)
		}
	}
}

// A resigned game ends the offers made during it, also if another game follows.
func TestResignation_EndsOffers(t *testing.T) {
	m := thrown(t, diced(t, engine.Options{"points": "0"}))
	m = then(t, m, match.Event{Kind: match.Offered, By: ana.ID, Offer: match.Stop})
	m = then(t, m, match.Event{Kind: match.Resigned, By: rui.ID, Times: 3})
	if m.Pending != (match.Pending{}) || m.Status != match.Playing {
		t.Errorf("%s, and %+v is still offered", m.Status, m.Pending)
	}
}

// A record has the date of the imported file, or that of the challenge.
func TestRecordDate(t *testing.T) {
	for said, want := range map[string]string{"1998.05.??": "1998.05.??", "": "1970.01.01", "long ago": "1970.01.01"} {
		e := event(t, "ana challenged rui")
		e.Setup.Source = &match.Source{Date: said}
		m, err := (&match.Match{}).Apply(e, games)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Record().Date; got != want {
			t.Errorf("from a file of %q: %s, want %s", said, got, want)
		}
	}
	if got := after(t, "ana challenged rui", games).Record().Date; got != "1970.01.01" {
		t.Errorf("without a file: %s", got)
	}
}

// A player's rights concerning the other's time have exact limits.
func TestLimitsOfTime(t *testing.T) {
	p := newTimed(t, "4d")
	p.plays("0 rui accepted", "1h ana moved 11-15")
	p.refuses("2h ana gave span=0", match.BadPause)
	p.refuses("2h ana gave span=60d1s", match.BadPause)
	most := *p
	most.plays("2h ana gave span=60d")
	p.plays("2h rui moved 21-18", "3h ana moved 15-20")
	p.refuses("3d ana withdrawn", match.TooLate)
	p.refuses("5d rui withdrawn", match.TooLate) // the own time is over
	late := *p
	late.plays("5d ana withdrawn")
	late = *p
	late.refuses("5d ana claimed", match.TooEarly)
	p.plays("4h rui moved 24x15")
	p.refuses("5d rui withdrawn", match.TooLate)
	p.plays("5d rui claimed")
}

// Without a running clock only the player who has waited a week for a move may call the match off.
func TestSilence(t *testing.T) {
	p := newTimed(t, "none")
	p.plays("0 rui accepted", "1h ana moved 11-15", "2h rui moved 21-18", "3h ana moved 15-20")
	p.refuses("4h ana withdrawn", match.NotYet)
	p.refuses("8d rui withdrawn", match.TooLate) // it is rui who is waited for
	p.refuses("7d2h ana withdrawn", match.NotYet)
	p.plays("7d3h ana withdrawn")
	if p.m.Status != match.Void {
		t.Errorf("the match is %s", p.m.Status)
	}
}
