package rules_test

import (
	"testing"

	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/enginetest"
)

// Positions of games at random answer to what is nearly a move as testdata/answers.txt has it.
func TestRead_KeptAnswers(t *testing.T) {
	names := []string{"c3-d4", "a1", "dc3xe5", "1-0", "12/8", "c3-5"}
	enginetest.Answers(t, 2500,
		enginetest.Asked{Game: rules.Portuguese, Texts: names},
		enginetest.Asked{Game: rules.Portuguese, Start: "W:WK1,K5,4,9:BK28,K32,29,21", Texts: names},
		enginetest.Asked{Game: rules.Chilean, Options: "capture=huff", Texts: append(names, "huff 23", "demand", "soplo")},
		enginetest.Asked{Game: rules.Chilean, Options: "capture=huff", Start: "W:WK46,K50,33:B20,29,41,32,44", Texts: names},
		enginetest.Asked{Game: rules.Chilean, Options: "king-capture=behind", Start: "W:WK31,K35,44:BK4,K8,20,21", Texts: names},
		enginetest.Asked{Game: rules.Chilean, Options: "king-capture=flying", Start: "W:WK31,K35,44:BK4,K8,20,21", Texts: names},
		enginetest.Asked{Game: rules.Brazilian, Texts: []string{"3-8", "ce5", "d c3", "14x21"}},
		enginetest.Asked{Game: rules.Russian, Start: "W:Wc3,e3,Kg1:Bd6,f6,d4,Kh8", Texts: []string{"3-8", "ce5", "fxd4", "c:e5"}},
		enginetest.Asked{Game: rules.International, Texts: names},
		enginetest.Asked{Game: rules.Italian, Texts: names},
		enginetest.Asked{Game: rules.Italian, Start: "W:WK24,K30,22,27:BK3,K7,12,14,K20", Texts: names},
		enginetest.Asked{Game: rules.English, Texts: names},
		enginetest.Asked{Game: rules.English, Start: "B:B9,14,K22:W18,25,K27,K6", Texts: names},
	)
}
