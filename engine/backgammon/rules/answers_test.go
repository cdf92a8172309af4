package rules_test

import (
	"testing"

	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/enginetest"
)

// Near-miss texts in positions of random games are answered as in testdata/answers.txt.
func TestRead_KeptAnswers(t *testing.T) {
	texts := []string{"13/7", "8/5 6/5", "bar/24", "6/off(2)", "24/18*/13", "roll", "double", "take", "drop", "31", "resign", "accept",
		"black resigns 1", "pass", "8/3 6/5*", "24-18", "13/11(2) 6/4(2)"}
	enginetest.Answers(t, 3000, enginetest.Asked{Game: rules.Backgammon, Texts: texts},
		enginetest.Asked{Game: rules.Backgammon, Options: "rules=manual points=3", Texts: texts},
		enginetest.Asked{Game: rules.Backgammon, Options: "points=0 jacoby=on", Texts: texts})
}
