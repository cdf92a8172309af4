package rules_test

import (
	"testing"

	"github.com/alecthomas/kong"

	"tabuleiro/cmd/tabuleiro/rules"
	"tabuleiro/cmd/tabuleiro/scripttest"
)

func TestMain(m *testing.M) {
	var table struct {
		Moves  rules.Moves  `cmd:""`
		Perft  rules.Perft  `cmd:""`
		Replay rules.Replay `cmd:""`
		Best   rules.Best   `cmd:""`
		Duel   rules.Duel   `cmd:""`
		Draw   rules.Draw   `cmd:""`
	}
	scripttest.Program{Table: &table, Variables: kong.Vars{"themes": "", "size": "", "sizes": "",
		"games": rules.Names(), "options": rules.Options(), "levels": "10", "opening": "6"}}.Main(m)
}

func TestScripts(t *testing.T) { scripttest.Run(t) }
