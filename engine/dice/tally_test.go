package dice

import (
	"math"
	"testing"
)

func TestTally(t *testing.T) {
	var all Tally
	squares := 0.0
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			var one Tally
			if one.Mean() != 0 {
				t.Errorf("of no throw there are %v pips", one.Mean())
			}
			if one.Add(a, b); one.Mean() != float64(one.Pips) {
				t.Errorf("of one throw there are %v pips, not %d", one.Mean(), one.Pips)
			}
			squares += float64(one.Pips * one.Pips)
			all.Add(a, b)
		}
	}
	if all.Throws != 36 || all.Doubles != 6 || all.Mean() != FairPips {
		t.Errorf("all throws: %+v, %v pips", all, all.Mean())
	}
	if got := squares/36 - FairPips*FairPips; math.Abs(got-variance) > 1e-9 {
		t.Errorf("the variance is %v, not %v", got, variance)
	}
	if got := StandardErrors(all, Tally{}); got != 0 {
		t.Errorf("with nothing to compare: %v", got)
	}
	for _, two := range [][2]Tally{{{Throws: 1, Pips: 9}, {}}, {{}, {Throws: 1, Pips: 9}}} {
		if got := StandardErrors(two[0], two[1]); got != 0 {
			t.Errorf("with one of nothing: %v", got)
		}
	}
	if got := StandardErrors(Tally{Throws: 1, Pips: 9}, Tally{Throws: 1, Pips: 3}); got < 0.9 || got > 1.1 {
		t.Errorf("of one throw each: %v", got)
	}
	// A pip more on 100 throws each: 1 / (4.298 * sqrt(2/100)).
	if got := StandardErrors(Tally{Throws: 100, Pips: 900}, Tally{Throws: 100, Pips: 800}); math.Abs(got-1.6453) > 1e-3 {
		t.Errorf("a pip apart: %v standard errors", got)
	}
}

// Fair chains are within two standard errors of each other about as often as they should be.
func TestApartOfFairDice(t *testing.T) {
	const trials, throws = 200, 100
	beyond := 0
	for n := range trials {
		var two [2]Tally
		for i := range two {
			key := LastKey([32]byte{byte(n), byte(i)})
			for range throws {
				two[i].Add(Dice(key, "a:b"))
				key = hash(key)
			}
		}
		if StandardErrors(two[0], two[1]) > 2 {
			beyond++
		}
	}
	if beyond < 1 || beyond > 25 { // 9 are expected
		t.Errorf("%d of %d pairs are further apart than two standard errors", beyond, trials)
	}
}
