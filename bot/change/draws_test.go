package change_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tabuleiro/bot/change"
	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
)

// Ids are of letters that are not taken for others, each of which is drawn, and no two are the same.
func TestDraws_IDs(t *testing.T) {
	draws, seen, letters := change.NewRandomizer(rand.NewChaCha8([32]byte{7})), map[string]bool{}, map[rune]bool{}
	for length := range 9 {
		id, err := draws.ID(length)
		if err != nil || len(id) != length {
			t.Errorf("of length %d: %q, %v", length, id, err)
		}
	}
	for range 1000 {
		id, err := draws.ID(8)
		if err != nil || seen[id] || strings.ContainsAny(id, "aeiou01l") || strings.ToLower(id) != id {
			t.Fatalf("%q, %v", id, err)
		}
		seen[id] = true
		for _, r := range id {
			letters[r] = true
		}
	}
	if len(letters) != 28 {
		t.Errorf("%d letters are drawn", len(letters))
	}
	var e match.Event
	if err := draws.Invitation(&e); err != nil || len(e.Secret) != 24 || len(e.Code) != 8 {
		t.Errorf("%+v, %v", e, err)
	}
	again := e
	if err := draws.Invitation(&again); err != nil || again.Secret == e.Secret || again.Code == e.Code {
		t.Errorf("%+v and %+v, %v", e, again, err)
	}
}

// A side that is chosen is that, and else each is drawn about as often.
func TestDraws_Sides(t *testing.T) {
	draws, n := change.NewRandomizer(rand.NewChaCha8([32]byte{7})), map[engine.Side]int{}
	for _, chosen := range []engine.Side{engine.First, engine.Second} {
		if got, err := draws.Side(chosen); err != nil || got != chosen {
			t.Errorf("%v becomes %v, %v", chosen, got, err)
		}
	}
	for range 1000 {
		side, err := draws.Side(engine.Nobody)
		if err != nil {
			t.Fatal(err)
		}
		n[side]++
	}
	if n[engine.First] < 400 || n[engine.Second] < 400 || len(n) != 2 {
		t.Errorf("drawn: %v", n)
	}
}

// A match with dice has a sealed chain of as many keys as its position may need, and another match has another one.
func TestDraws_Chain(t *testing.T) {
	draws := change.NewRandomizer(rand.NewChaCha8([32]byte{7}))
	options, err := backgammon.Backgammon.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := backgammon.Backgammon.New(options)
	if err != nil {
		t.Fatal(err)
	}
	one, err := draws.Chain(start)
	if err != nil || one.Length != start.(engine.DicePosition).Throws() || one.Seal == "" || one.Last == "" {
		t.Fatalf("%+v, %v", one, err)
	}
	if other, err := draws.Chain(start); err != nil || other.Seal == one.Seal || other.Last == one.Last {
		t.Errorf("%+v and %+v, %v", one, other, err)
	}
	options, err = draughts.Portuguese.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := draughts.Portuguese.New(options)
	if err != nil {
		t.Fatal(err)
	}
	if none, err := draws.Chain(plain); none != nil || err != nil {
		t.Errorf("without dice: %+v, %v", none, err)
	}
}

// Openings are drawn for each pair of games, none twice while there are others, and each as often as another.
func TestDraws_Openings(t *testing.T) {
	game := draughts.Portuguese
	all := change.OpeningsOf(game)
	for i, o := range all {
		if o.Number != i+1 || len(o.Moves) == 0 {
			t.Errorf("the opening %d is %+v", i, o)
		}
	}
	draws, first := change.NewRandomizer(rand.NewChaCha8([32]byte{7})), map[int]int{}
	for series, want := range map[match.Series]int{{}: 1, {Games: 1}: 1, {Games: 2}: 1, {Games: 3}: 2, {Best: 5}: 3, {Points: 2}: 4,
		{Games: 7}: 4, {Games: 1000}: len(all)} {
		for range 50 {
			s := match.Setup{Openings: []match.Opening{{}}, Series: series}
			if err := draws.Openings(game, &s); err != nil || len(s.Openings) != min(want, len(all)) || !s.Drawn {
				t.Fatalf("%+v: %d openings, drawn: %v, %v", series, len(s.Openings), s.Drawn, err)
			}
			seen := map[int]bool{}
			for _, o := range s.Openings {
				if seen[o.Number] || !slices.Equal(o.Moves, all[o.Number-1].Moves) {
					t.Fatalf("%+v: %+v", series, s.Openings)
				}
				seen[o.Number] = true
			}
		}
	}
	for range 100 * len(all) {
		s := match.Setup{Openings: []match.Opening{{}}}
		if err := draws.Openings(game, &s); err != nil {
			t.Fatal(err)
		}
		first[s.Openings[0].Number]++
	}
	for _, o := range all {
		if n := first[o.Number]; n < 50 || n > 160 {
			t.Errorf("the opening %d is drawn %d times, want about 100", o.Number, n)
		}
	}
	for _, openings := range [][]match.Opening{nil, {{Number: 3}}, {{Number: 3}, {Number: 4}}} {
		s := match.Setup{Openings: openings}
		if err := draws.Openings(game, &s); err != nil || s.Drawn || len(s.Openings) != len(openings) {
			t.Errorf("%+v becomes %+v, %v", openings, s.Openings, err)
		}
	}
}

// Without randomness nothing is drawn.
func TestDraws_Nothing(t *testing.T) {
	for _, source := range []io.Reader{bytes.NewReader(nil), bytes.NewReader([]byte{1}), iotest.ErrReader(errors.New("broken"))} {
		draws := change.NewRandomizer(source)
		if id, err := draws.ID(4); err == nil {
			t.Errorf("an id is %q", id)
		}
		if secret, err := draws.Secret(); err == nil {
			t.Errorf("a secret is %q", secret)
		}
		if side, err := draws.Side(engine.Nobody); err == nil {
			t.Errorf("a side is %v", side)
		}
		if chain, err := draws.Sealed(10); err == nil {
			t.Errorf("a chain is %+v", chain)
		}
		if err := draws.Invitation(&match.Event{}); err == nil {
			t.Error("a challenge is open abroad")
		}
	}
}
