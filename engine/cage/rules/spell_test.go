package rules

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/longtest"
)

func scattered(random *rand.Rand) string { return randomSlow(random).String() }

func TestSpellings(t *testing.T) {
	enginetest.Spellings(t, Cage, scattered, enginetest.SpellBoard(false), longtest.Count(1500, 30000))
}

func FuzzSpellings(f *testing.F) {
	enginetest.FuzzSpellings(f, Cage, scattered, enginetest.SpellBoard(false))
}
