package rules

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/longtest"
)

func scattered(random *rand.Rand) string { return randomSlow(random).String() }

func TestSpellings(t *testing.T) {
	enginetest.Spellings(t, Eximo, scattered, enginetest.SpellBoard(true), longtest.Count(1500, 30000))
}

func FuzzSpellings(f *testing.F) {
	enginetest.FuzzSpellings(f, Eximo, scattered, enginetest.SpellBoard(true))
}
