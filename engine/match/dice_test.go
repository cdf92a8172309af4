package match_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
)

func withDice(name string) *engine.Game {
	if name == backgammon.Backgammon.Name {
		return backgammon.Backgammon
	}
	return nil
}

// chainOf returns the chain of a secret.
func chainOf(t testing.TB, secret byte) *match.Chain {
	t.Helper()
	last := dice.LastKey([32]byte{secret})
	seal, err := dice.Key(last, 1000, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &match.Chain{Last: last, Length: 1000, Seal: seal}
}

// diced returns an accepted match of backgammon, ana against rui, before the first roll.
func diced(t testing.TB, options engine.Options) *match.Match {
	t.Helper()
	full, err := backgammon.Backgammon.Complete(options)
	if err != nil {
		t.Fatal(err)
	}
	return then(t, &match.Match{ID: "k7q2"},
		match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana, Word: "ana-girassol",
			Chain: chainOf(t, 1),
			Setup: &match.Setup{Game: backgammon.Backgammon.Name, Version: backgammon.Backgammon.Version, Options: full,
				Opponent: rui}},
		match.Event{Kind: match.Accepted, By: rui.ID, Who: &rui, First: ana.ID, Word: "bia-42"})
}

func then(t testing.TB, m *match.Match, events ...match.Event) *match.Match {
	t.Helper()
	for _, e := range events {
		next, err := m.Apply(e, withDice)
		if err != nil {
			t.Fatalf("%s: %v", e.Kind, err)
		}
		m = next
	}
	return m
}

// thrown rolls until a player decides.
func thrown(t testing.TB, m *match.Match) *match.Match {
	t.Helper()
	for m.Turn() == engine.Chance {
		e, err := m.Throw()
		if err != nil {
			t.Fatal(err)
		}
		m = then(t, m, e)
	}
	return m
}

func refusal(t testing.TB, m *match.Match, e match.Event) engine.Code {
	t.Helper()
	_, err := m.Apply(e, withDice)
	var r *match.Refusal
	if err != nil && !errors.As(err, &r) {
		t.Fatalf("%s: %v, want a refusal", e.Kind, err)
	}
	if r == nil {
		return ""
	}
	return r.Code
}

// Only the next roll of the chain is accepted, with the dice of its key, and only where dice are due.
func TestRolled(t *testing.T) {
	m := diced(t, nil)
	good, err := m.Throw()
	if err != nil {
		t.Fatal(err)
	}
	if m.Dice.Salt() != "ana-girassol:bia-42" || good.Throw != 1 || !dice.Follows(good.Key, m.Dice.Seal) {
		t.Errorf("salt %s, first throw %+v", m.Dice.Salt(), good)
	}
	for name, spoil := range map[string]func(*match.Event){
		"another throw": func(e *match.Event) { e.Throw = 2 },
		"another key":   func(e *match.Event) { e.Key = m.Dice.Seal },
		"other dice": func(e *match.Event) {
			for _, move := range []engine.Move{"12", "21"} {
				if move != good.Move {
					e.Move = move
				}
			}
		},
	} {
		bad := good
		spoil(&bad)
		if _, err := m.Apply(bad, withDice); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	byHand := good
	byHand.By = ana.ID
	if got := refusal(t, m, byHand); got != match.NotAPlayer {
		t.Errorf("thrown by a player: %q", got)
	}
	if got := refusal(t, m, match.Event{Kind: match.Moved, By: ana.ID, Move: good.Move}); got != match.NotYourTurn {
		t.Errorf("moved by a player: %q", got)
	}
	m = then(t, m, good)
	if _, err := m.Apply(good, withDice); err == nil {
		t.Error("the same throw counts twice")
	}
	m = thrown(t, m)
	if got := refusal(t, m, match.Event{Kind: match.Rolled, Throw: m.Dice.Throws + 1}); got != match.NotYourTurn {
		t.Errorf("thrown without need: %q", got)
	}
	if e, err := m.Throw(); err == nil {
		t.Errorf("a throw is ready where none is wanted: %+v", e)
	}
	if got := refusal(t, m, match.Event{Kind: match.Offered, By: m.Player(m.Turn()).ID,
		Offer: match.Undo}); got != match.NothingToUndo {
		t.Errorf("undo before the first play: %q", got)
	}
	mover := m.Player(m.Turn()).ID
	for move := range m.Line.Position().Moves() {
		m = then(t, m, match.Event{Kind: match.Moved, By: mover, Move: move})
		break
	}
	if got := refusal(t, m, match.Event{Kind: match.Offered, By: mover, Offer: match.Undo}); got != match.NoUndo {
		t.Errorf("undo: %q", got)
	}
	other := m.Player(m.Turn()).ID
	m = thrown(t, then(t, m, match.Event{Kind: match.Moved, By: other, Move: "roll"}))
	if got := refusal(t, m, match.Event{Kind: match.Offered, By: other, Offer: match.Undo}); got != match.NothingToUndo {
		t.Errorf("undo before the first play of the second player: %q", got)
	}
}

// A challenge to a game with dice brings a chain and a word, and an acceptance a word.
func TestDice_Needed(t *testing.T) {
	setup := &match.Setup{Game: backgammon.Backgammon.Name, Version: backgammon.Backgammon.Version}
	chain := &match.Chain{Last: "x", Length: 1, Seal: "y"}
	for name, e := range map[string]match.Event{
		"no chain":  {Word: "ana"},
		"no word":   {Chain: chain},
		"bad word":  {Chain: chain, Word: "Ana:"},
		"no seal":   {Chain: &match.Chain{Last: "x", Length: 1}, Word: "ana"},
		"no length": {Chain: &match.Chain{Last: "x", Seal: "y"}, Word: "ana"},
	} {
		e.Kind, e.By, e.Who, e.Setup = match.Challenged, ana.ID, &ana, setup
		if _, err := (&match.Match{}).Apply(e, withDice); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	open := then(t, &match.Match{}, match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana, Setup: setup, Chain: chain,
		Word: "ana"})
	if _, err := open.Apply(match.Event{Kind: match.Accepted, By: rui.ID, Who: &rui, First: ana.ID},
		withDice); err == nil {
		t.Error("accepted without a word")
	}
}

// A player's word takes effect from the next roll on, and stays.
func TestSalted(t *testing.T) {
	word := func(p match.Player, text string) match.Event {
		return match.Event{Kind: match.Salted, By: p.ID, Word: text, Own: true}
	}
	events := []match.Event{
		{Kind: match.Challenged, By: ana.ID, Who: &ana, Word: "1", Chain: chainOf(t, 1), Setup: &match.Setup{
			Game: backgammon.Backgammon.Name, Version: backgammon.Backgammon.Version, Opponent: rui}},
	}
	open := then(t, &match.Match{ID: "k7q2"}, events...)
	if got := refusal(t, open, word(rui, "bia-42")); got != match.NotAPlayer {
		t.Errorf("before the acceptance: %q", got)
	}
	accepted := match.Event{Kind: match.Accepted, By: rui.ID, Who: &rui, First: ana.ID, Word: "2"}
	m := then(t, open, word(ana, "girassol"), accepted)
	if got := refusal(t, m, word(ana, "other")); got != match.WordThere {
		t.Errorf("a second word: %q", got)
	}
	if got := refusal(t, m, word(match.Player{ID: "eva"}, "other")); got != match.NotAPlayer {
		t.Errorf("of a stranger: %q", got)
	}
	if _, err := m.Apply(word(rui, "A b"), withDice); err == nil {
		t.Error("a bad word is taken")
	}
	events = append(events, word(ana, "girassol"), accepted)
	throw := func(salt string) {
		t.Helper()
		e, err := m.Throw()
		if err != nil {
			t.Fatal(err)
		}
		move, err := m.Line.Position().(engine.DicePosition).Roll(dice.Dice(e.Key, salt))
		if err != nil || move != e.Move {
			t.Errorf("throw %d is %s, with %s it is %s, %v", e.Throw, e.Move, salt, move, err)
		}
		if m, events = then(t, m, e), append(events, e); m.Turn() == engine.Chance {
			t.Fatal("a tie: take other words")
		}
	}
	throw("girassol:2")
	m, events = then(t, m, word(rui, "bia-42")), append(events, word(rui, "bia-42"))
	for m.Turn() != engine.Chance {
		for move := range m.Line.Position().Moves() {
			e := match.Event{Kind: match.Moved, By: m.Player(m.Turn()).ID, Move: move}
			m, events = then(t, m, e), append(events, e)
			break
		}
	}
	throw("girassol:bia-42")
	var salts []string
	for _, e := range match.Throws(events) {
		salts = append(salts, e.Salt)
	}
	if want := []string{"girassol:2", "girassol:bia-42"}; !slices.Equal(salts, want) {
		t.Errorf("salts %q, want %q", salts, want)
	}
	if own := then(t, open, match.Event{Kind: match.Accepted, By: rui.ID, Who: &rui, First: ana.ID, Word: "bia", Own: true}); refusal(t,
		own, word(rui, "other")) != match.WordThere {
		t.Error("a word that was given with the acceptance can be changed")
	}
}

// A match keeps the chain that was sealed, whatever is done, and its rolls follow from it.
func TestSeal_Stays(t *testing.T) {
	m := diced(t, nil)
	seal := m.Dice.Chain
	for range 40 {
		for _, kind := range match.Kinds {
			for _, by := range []match.Player{ana, rui, {}} {
				e := match.Event{Kind: kind, By: by.ID, Who: &by, First: rui.ID, Word: "w", Own: true, Chain: chainOf(t, 2), Setup: &m.Setup}
				if next, err := m.Apply(e, withDice); err == nil && next.Dice.Chain != seal {
					t.Fatalf("%s by %q changes the chain", kind, by.ID)
				}
			}
		}
		if m.Turn() == engine.Chance {
			m = thrown(t, m)
			continue
		}
		for move := range m.Line.Position().Moves() {
			m = then(t, m, match.Event{Kind: match.Moved, By: m.Player(m.Turn()).ID, Move: move})
			break
		}
	}
	key, err := dice.Key(seal.Last, seal.Length, m.Dice.Throws)
	if err != nil || m.Dice.Key != key || m.Dice.Throws < 10 {
		t.Errorf("after %d throws the key is %s, the chain has %s, %v", m.Dice.Throws, m.Dice.Key, key, err)
	}
}

// The last key is hidden wherever a match is printed.
func TestSecret(t *testing.T) {
	m := diced(t, nil)
	for _, text := range []string{fmt.Sprint(m.Dice), fmt.Sprintf("%+v", m.Dice), fmt.Sprintf("%v", m.Dice.Chain),
		fmt.Sprintf("%+v", &m.Dice.Chain)} {
		if strings.Contains(text, m.Dice.Last) {
			t.Errorf("the last key is in %q", text)
		}
	}
}

// The stakes for which a game can be resigned, and the results.
func TestResigning(t *testing.T) {
	m := thrown(t, diced(t, engine.Options{"points": "5"}))
	offer := func(p match.Player, times int) match.Event {
		return match.Event{Kind: match.Offered, By: p.ID, Offer: match.Resign, Times: times}
	}
	for times, want := range map[int]engine.Code{0: match.NoSuchStake, 1: "", 2: "", 3: match.NoSuchStake,
		4: match.NoSuchStake} {
		if got := refusal(t, m, offer(ana, times)); got != want {
			t.Errorf("%d stakes offered: %q, want %q", times, got, want)
		}
	}
	for times, want := range map[int]engine.Code{0: match.Refusable, 1: match.Refusable, 3: ""} {
		if got := refusal(t, m, match.Event{Kind: match.Resigned, By: ana.ID, Times: times}); got != want {
			t.Errorf("resigned for %d stakes: %q, want %q", times, got, want)
		}
	}
	if want := []match.Kind{match.Withdrawn, match.Salted, match.Offered,
		match.Resigned}; !slices.Equal(m.May(m.Player(m.Turn().Other())), want) {
		t.Errorf("who waits may %v, want %v", m.May(m.Player(m.Turn().Other())), want)
	}
	agreed := match.Event{Kind: match.Agreed, By: rui.ID, Offer: match.Resign}
	m = then(t, m, offer(ana, 2))
	if got := refusal(t, m, offer(rui, 1)); got != match.OfferPending {
		t.Errorf("two offers: %q", got)
	}
	if got := refusal(t, then(t, m, match.Event{Kind: match.Refused, By: rui.ID}), agreed); got != match.NoOfferThere {
		t.Errorf("agreed after refusing: %q", got)
	}
	for move := range m.Line.Position().Moves() {
		after := then(t, m, match.Event{Kind: match.Moved, By: m.Player(m.Turn()).ID, Move: move})
		if got := refusal(t, after, agreed); got != match.NoOfferThere {
			t.Errorf("agreed after a move: %q", got)
		}
		break
	}
	m = then(t, m, agreed)
	if points := m.Line.Position().View().Points; m.Status != match.Playing || points.Score != [2]int{0, 2} ||
		m.Turn() != engine.Chance {
		t.Fatalf("after a gammon by agreement: %s, %v, %s on turn", m.Status, points.Score, m.Turn())
	}
	m = then(t, thrown(t, m), match.Event{Kind: match.Resigned, By: ana.ID, Times: 3})
	if want := (engine.Outcome{Winner: engine.Second, Reason: "game-resigned", Points: 3}); m.Status != match.Over ||
		m.Outcome != want {
		t.Errorf("%s %+v, want %+v", m.Status, m.Outcome, want)
	}
}

// Where gammons do not count there is nothing to offer.
func TestResigning_WithoutGammons(t *testing.T) {
	m := thrown(t, diced(t, engine.Options{"gammons": "off"}))
	if got := refusal(t, m, match.Event{Kind: match.Offered, By: ana.ID, Offer: match.Resign,
		Times: 1}); got != match.NoSuchStake {
		t.Errorf("offered: %q", got)
	}
	m = then(t, m, match.Event{Kind: match.Resigned, By: ana.ID, Times: 1})
	if m.Status != match.Over || m.Outcome.Winner != engine.Second || m.Outcome.Points != 1 {
		t.Errorf("%s %+v", m.Status, m.Outcome)
	}
}

func TestStopping(t *testing.T) {
	stop := match.Event{Kind: match.Offered, By: ana.ID, Offer: match.Stop}
	if got := refusal(t, thrown(t, diced(t, nil)), stop); got != match.NoStop {
		t.Errorf("a single game: %q", got)
	}
	for _, c := range []struct {
		losses []string // who gives a game up, for three points
		want   engine.Outcome
	}{
		{nil, engine.Outcome{Reason: match.StoppedEven}},
		{[]string{ana.ID, rui.ID}, engine.Outcome{Reason: match.StoppedEven}},
		{[]string{ana.ID, ana.ID}, engine.Outcome{Winner: engine.Second, Reason: match.Stopped, Points: 6}},
		{[]string{rui.ID}, engine.Outcome{Winner: engine.First, Reason: match.Stopped, Points: 3}},
	} {
		m := thrown(t, diced(t, engine.Options{"points": "0"}))
		for _, loser := range c.losses {
			m = thrown(t, then(t, m, match.Event{Kind: match.Resigned, By: loser, Times: 3}))
		}
		m = then(t, m, stop)
		if got := refusal(t, m, match.Event{Kind: match.Agreed, By: ana.ID}); got != match.OwnOffer {
			t.Errorf("own offer: %q", got)
		}
		m = then(t, m, match.Event{Kind: match.Agreed, By: rui.ID})
		if m.Status != match.Over || m.Outcome != c.want {
			t.Errorf("%v: %s %+v, want %+v", c.losses, m.Status, m.Outcome, c.want)
		}
	}
}

// A whole match of first moves, stored and replayed, has the same rolls, none of them twice.
func TestReplay_WithDice(t *testing.T) {
	m := diced(t, engine.Options{"points": "3", "dice": "any"})
	events := []match.Event{
		{Kind: match.Challenged, By: ana.ID, Who: &ana, Word: "ana-girassol", Chain: &m.Dice.Chain, Setup: &m.Setup},
		{Kind: match.Accepted, By: rui.ID, Who: &rui, First: ana.ID, Word: "bia-42"},
	}
	seen := map[string]bool{}
	for m.Status == match.Playing && len(events) < 600 {
		var e match.Event
		if m.Turn() == engine.Chance {
			var err error
			if e, err = m.Throw(); err != nil {
				t.Fatal(err)
			}
			if seen[e.Key] {
				t.Fatalf("throw %d is used twice", e.Throw)
			}
			seen[e.Key] = true
		} else {
			e = match.Event{Kind: match.Moved, By: m.Player(m.Turn()).ID}
			for move := range m.Line.Position().Moves() {
				e.Move = move
				break
			}
		}
		m, events = then(t, m, e), append(events, e)
	}
	text, err := json.Marshal(events)
	if err != nil {
		t.Fatal(err)
	}
	var stored []match.Event
	if err := json.Unmarshal(text, &stored); err != nil {
		t.Fatal(err)
	}
	again, err := match.Replay(m.ID, withDice, stored)
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) < 50 || again.Dice.Throws != len(seen) || again.Dice.Key != m.Dice.Key || state(again) != state(m) {
		t.Errorf("%d throws; replayed:\n%s\nwas:\n%s", len(seen), state(again), state(m))
	}
}

// A key that fits the dice but not the chain is refused, as else the keeper of the match could choose them.
func TestKey_Foreign(t *testing.T) {
	m := diced(t, nil)
	for _, key := range []string{strings.Repeat("0", 64), strings.Repeat("a1", 32), m.Dice.Seal} {
		move, err := m.Line.Position().(engine.DicePosition).Roll(dice.Dice(key, m.Dice.Salt()))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Apply(match.Event{Kind: match.Rolled, Move: move, Key: key, Throw: 1}, withDice); err == nil {
			t.Errorf("the key %s throws", key)
		}
	}
}

// A match may be called off until both have played; the roll for the second play does not count as one.
func TestWithdrawn_AfterAThrow(t *testing.T) {
	m := thrown(t, diced(t, nil))
	for _, x := range []struct {
		move engine.Move // "" for any
		want engine.Code
	}{{"", ""}, {"roll", ""}, {"", match.NotYet}} {
		if x.move == "" {
			for x.move = range m.Line.Position().Moves() {
				break
			}
		}
		m = thrown(t, then(t, m, match.Event{Kind: match.Moved, By: m.Player(m.Turn()).ID, Move: x.move}))
		for _, p := range []match.Player{ana, rui} {
			want := x.want
			if want != "" && m.Player(m.Turn()) == p {
				want = match.TooLate
			}
			if got := refusal(t, m, match.Event{Kind: match.Withdrawn, By: p.ID, Who: &p}); got != want {
				t.Errorf("%s, after %q: %q, want %q", p.Name, x.move, got, want)
			}
		}
	}
}

// Each side's counts have its own rolls alone, and both together have all.
func TestRolls(t *testing.T) {
	m := thrown(t, diced(t, engine.Options{"points": "5"}))
	random := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		side, before := m.Turn(), m
		if m.Status != match.Playing || side == engine.Nobody {
			break
		}
		moves := slices.DeleteFunc(slices.Collect(m.Line.Position().Moves()), func(m engine.Move) bool { return m == "double" })
		m = thrown(t, then(t, m, match.Event{Kind: match.Moved, By: m.Player(side).ID, Move: moves[random.IntN(len(moves))]}))
		if len(m.Games) != len(before.Games) || m.GameNumber() != before.GameNumber() {
			break
		}
		if m.Rolls(side.Other()) != before.Rolls(side.Other()) {
			t.Fatalf("%s has moved, and %s has thrown %d times instead of %d", side, side.Other(), m.Rolls(side.Other()),
				before.Rolls(side.Other()))
		}
		if sum := m.Rolls(engine.First) + m.Rolls(engine.Second); sum != m.Rolls(engine.Nobody) ||
			m.Choices() != m.Moves()-sum {
			t.Fatalf("%d throws of %d, %d choices of %d moves", sum, m.Rolls(engine.Nobody), m.Choices(), m.Moves())
		}
	}
	if m.Rolls(engine.First) < 2 || m.Rolls(engine.Second) < 2 {
		t.Errorf("%d and %d throws", m.Rolls(engine.First), m.Rolls(engine.Second))
	}
}
