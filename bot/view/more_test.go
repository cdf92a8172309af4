package view_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/fourtest"
	"tabuleiro/engine/match"
)

// The page of further commands leads to the rules, if there are any.
func TestMore(t *testing.T) {
	for g, want := range map[*engine.Game]bool{cage.Cage: true, fourtest.Four: false} {
		p := scene(t, g, "").Position
		m := &match.Match{ID: "k7q2", Game: g, Line: g.NewLine(p), Status: match.Playing}
		said := view.Audience{Voice: voice(t, "en", nil)}.More(m, match.Player{Name: "Rui"}, false, false)
		if slices.ContainsFunc(slices.Concat(said.Buttons...), func(b chat.Button) bool {
			return strings.HasPrefix(b.Says, "/rules ")
		}) != want {
			t.Errorf("%s: %+v", g.Name, said.Buttons)
		}
	}
}
