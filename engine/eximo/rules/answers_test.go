package rules

import (
	"testing"

	"tabuleiro/engine/enginetest"
)

// Near-miss texts in positions of random games are answered as in testdata/answers.txt.
func TestRead_KeptAnswers(t *testing.T) {
	texts := []string{"a2-b3", "b1-d3-d5", "h7-g8*g2", "f1xd3", "a7-a8*b1*c2", "b3-b4-b4", "2-1"}
	enginetest.Answers(t, 8000, enginetest.Asked{Game: Eximo, Texts: texts})
}
