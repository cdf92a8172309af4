package rules

import (
	"testing"

	"tabuleiro/engine/enginetest"
)

// Near-miss texts in positions of random games are answered as in testdata/answers.txt.
func TestRead_KeptAnswers(t *testing.T) {
	texts := []string{"a1-b2", "pass", "c3-out", "b2xd4", "a10-a9", "1-2", "k5-k6"}
	enginetest.Answers(t, 3000, enginetest.Asked{Game: Cage, Texts: texts},
		enginetest.Asked{Game: Cage, Options: "size=8", Texts: texts}, enginetest.Asked{Game: Cage, Options: "size=6", Texts: texts})
}
