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

// Ids are of unambiguous letters, each of which is drawn, and all are distinct.
func TestDraws_IDs(t *testing.T) {
	draws, seen, letters := change.NewRandomizer(rand.NewChaCha8([32]byte{7})), map[string]bool{}, map[rune]bool{}
	for length := range 9 {
		if id := draws.ID(length); len(id) != length {
			t.Errorf("of length %d: %q", length, id)
		}
	}
	for range 1000 {
		id := draws.ID(8)
		if seen[id] || strings.ContainsAny(id, "aeiou01l") || strings.ToLower(id) != id {
			t.Fatalf("%q", id)
		}
		seen[id] = true
		for _, r := range id {
			letters[r] = true
		}
	}
	if len(letters) != 28 {
		t.Errorf("%d letters are drawn", len(letters))
	}
	secret, code := draws.Secret(), draws.Code()
	if len(secret) != 24 || len(code) != 8 || secret == draws.Secret() || code == draws.Code() {
		t.Errorf("%q and %q", secret, code)
	}
}

// A chosen side is kept, and otherwise each is drawn equally often.
func TestDraws_Sides(t *testing.T) {
	draws, n := change.NewRandomizer(rand.NewChaCha8([32]byte{7})), map[engine.Side]int{}
	for _, chosen := range []engine.Side{engine.First, engine.Second} {
		if got := draws.Side(chosen); got != chosen {
			t.Errorf("%v becomes %v", chosen, got)
		}
	}
	for range 1000 {
		n[draws.Side(engine.Nobody)]++
	}
	if n[engine.First] < 400 || n[engine.Second] < 400 || len(n) != 2 {
		t.Errorf("drawn: %v", n)
	}
}

// A match with dice has a sealed chain with as many keys as its position may need, distinct from other chains.
func TestDraws_Chain(t *testing.T) {
	draws := change.NewRandomizer(rand.NewChaCha8([32]byte{7}))
	prepared := func(game *engine.Game) (e match.Event) {
		options, err := game.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		e.Setup = &match.Setup{Game: game.Name, Options: options}
		if err := draws.Prepare(game, &e, "word"); err != nil {
			t.Fatal(err)
		}
		return e
	}
	one, other := prepared(backgammon.Backgammon), prepared(backgammon.Backgammon)
	start, err := backgammon.Backgammon.New(one.Setup.Options)
	if err != nil {
		t.Fatal(err)
	}
	if c := one.Chain; c.Length != start.(engine.DicePosition).Throws() || c.Seal == "" || c.Last == "" || one.Word != "word" {
		t.Fatalf("%+v", one)
	}
	if other.Chain.Seal == one.Chain.Seal || other.Chain.Last == one.Chain.Last {
		t.Errorf("%+v and %+v", one.Chain, other.Chain)
	}
	if none := prepared(draughts.Portuguese); none.Chain != nil || none.Word != "" {
		t.Errorf("without dice: %+v", none)
	}
}

// Openings are drawn for each pair of games, none twice while others are left, and all equally often.
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
			if draws.Openings(game, &s); len(s.Openings) != min(want, len(all)) || !s.Drawn {
				t.Fatalf("%+v: %d openings, drawn: %v", series, len(s.Openings), s.Drawn)
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
		draws.Openings(game, &s)
		first[s.Openings[0].Number]++
	}
	for _, o := range all {
		if n := first[o.Number]; n < 50 || n > 160 {
			t.Errorf("the opening %d is drawn %d times, want about 100", o.Number, n)
		}
	}
	for _, openings := range [][]match.Opening{nil, {{Number: 3}}, {{Number: 3}, {Number: 4}}} {
		s := match.Setup{Openings: openings}
		if draws.Openings(game, &s); s.Drawn || len(s.Openings) != len(openings) {
			t.Errorf("%+v becomes %+v", openings, s.Openings)
		}
	}
}

// Without a random source nothing is drawn.
func TestDraws_Nothing(t *testing.T) {
	for _, source := range []io.Reader{bytes.NewReader(nil), bytes.NewReader([]byte{1}), iotest.ErrReader(errors.New("broken"))} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("four letters are drawn from nothing")
				}
			}()
			change.NewRandomizer(source).ID(4)
		}()
	}
}
