package rules

import (
	"strings"
	"testing"

	"tabuleiro/engine"
)

// materialOf returns a board with kings (K) and men (M) of the side on turn and of the other one, off the main
// diagonal.
func materialOf(v *Variant, own, opp string) Board {
	b := Board{Near: v.Width / 2}
	n := 0
	place := func(kinds string) (set uint64) {
		for _, kind := range kinds {
			for n++; (v.Ends|v.River)&v.Bit[n] != 0; n++ {
			}
			set |= v.Bit[n]
			if kind == 'K' {
				b.Kings |= v.Bit[n]
			}
		}
		return set
	}
	b.Own, b.Opp = place(own), place(opp)
	return b
}

// The material of each ending, its length and the reason of its draw are those of the rule books, whichever side is on
// turn.
func TestEndings(t *testing.T) {
	type want struct {
		plies  int
		reason engine.Code
	}
	for _, g := range []struct {
		games []*engine.Game
		books map[want][]string
	}{
		{[]*engine.Game{Portuguese, Spanish}, map[want][]string{
			{13, forcada}: {"KKK-K"},
			{0, ""}:       {"KK-K", "K-K", "KKM-K", "KKK-M", "KKKK-K", "KK-KK", "KKK-KM"},
		}},
		{[]*engine.Game{International}, map[want][]string{
			{32, oneAgainstThree}: {"KKK-K", "KKM-K", "KMM-K"},
			{10, oneAgainstTwo}:   {"KK-K", "KM-K", "K-K"},
			{0, ""}:               {"MMM-K", "MM-K", "KK-KK", "KKKK-K", "KK-M", "KK-KM"},
		}},
		{[]*engine.Game{Brazilian}, map[want][]string{
			{10, fewKings}: {"KK-KK", "KK-KM", "KK-K", "KM-K", "K-K"},
			{0, ""}:        {"KM-KM", "KKK-K", "KKM-K", "KKK-KK", "MM-K", "KK-MM", "KM-M"},
		}},
		{[]*engine.Game{Russian}, map[want][]string{
			{30, threeKings}:    {"KKK-K", "KKKK-K", "KKKKKKKK-K"},
			{60, sameFive}:      {"KKM-K", "KK-KK", "KM-KM", "KKK-KK", "KMM-KM", "KKKM-K"},
			{120, sameSeven}:    {"KKK-KKK", "KKKK-KKK", "KMM-KMM", "KMMM-KMM", "KKKM-KK"},
			{10, oneAgainstTwo}: {"KK-K", "KM-K", "K-K"},
			{0, ""}:             {"KKKK-KKKK", "MMM-K", "KK-MM", "KKKKKKKM-K"},
		}},
		{[]*engine.Game{Italian, English, Chilean}, map[want][]string{
			{0, ""}: {"KKK-K", "KK-K", "K-K", "KK-KK"},
		}},
	} {
		for _, game := range g.games {
			v := VariantOf(game)
			for want, list := range g.books {
				for _, pieces := range list {
					own, opp, _ := strings.Cut(pieces, "-")
					for _, b := range []Board{materialOf(v, own, opp), materialOf(v, opp, own)} {
						if e := v.endingOf(b, false); e.plies != want.plies || e.reason != want.reason {
							t.Errorf("%s %s: %d plies, %s; want %+v", game.Name, pieces, e.plies, e.reason, want)
						}
					}
				}
			}
		}
	}
	// On the main diagonal a lone king of Russian draughts has five moves of each side, unless another piece is there.
	v := VariantOf(Russian)
	for _, c := range []struct {
		own, opp string
		weak     bool // the lone king stands on it
		strong   bool // another one does
		plies    int
	}{{"KKK", "K", true, false, 10}, {"KKM", "K", true, false, 10}, {"KKK", "K", true, true, 0}, {"KKK", "K", false, false, 0},
		{"KK", "K", true, false, 0}, {"KKKK", "K", true, false, 0}, {"KK", "KK", true, false, 0}} {
		b := materialOf(v, c.own, c.opp)
		river := v.River &^ v.Ends
		if c.weak {
			low := b.Opp & -b.Opp
			b.Opp, b.Kings = b.Opp&^low|river&-river, b.Kings&^low|river&-river
		}
		if c.strong {
			high := river & (river - 1)
			low := b.Own & -b.Own
			b.Own, b.Kings = b.Own&^low|high&-high, b.Kings&^low|high&-high
		}
		for _, b := range []Board{b, {Own: b.Opp, Opp: b.Own, Kings: b.Kings, Near: -b.Near}} {
			if e := v.endingOf(b, true); e.plies != c.plies {
				t.Errorf("%+v: %d plies on the road", c, e.plies)
			}
		}
	}
}
