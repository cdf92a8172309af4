package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

func TestPresets(t *testing.T) {
	standardRules := rules{kind: backgammon, Opening: "each", Double: "before", CubeMost: 15, Gammons: true,
		Crawford: true, Points: 1}
	manualRules := rules{kind: backgammon, Law: board.Law{AnyDice: true, AnyOff: true}, Opening: "black", Absolute: true,
		Double: "turn", CubeMost: 6, Points: 1}
	for _, test := range []struct {
		options engine.Options
		want    rules
		change  func(*rules)
	}{
		{nil, standardRules, func(*rules) {}},
		{engine.Options{"rules": "manual"}, manualRules, func(*rules) {}},
		{engine.Options{"opening": "black"}, standardRules, func(r *rules) { r.Opening = "black" }},
		{engine.Options{"dice": "any"}, standardRules, func(r *rules) { r.AnyDice = true }},
		{engine.Options{"throw": "self"}, standardRules, func(r *rules) { r.Self = true }},
		{engine.Options{"bearoff": "any"}, standardRules, func(r *rules) { r.AnyOff = true }},
		{engine.Options{"double": "off"}, standardRules, func(r *rules) { r.Double = "off" }},
		{engine.Options{"cube-max": "2"}, standardRules, func(r *rules) { r.CubeMost = 1 }},
		{engine.Options{"jacoby": "on"}, standardRules, func(r *rules) { r.jacoby = true }},
		{engine.Options{"points": "25"}, standardRules, func(r *rules) { r.Points = 25 }},
		{engine.Options{"rules": "manual", "opening": "each"}, manualRules, func(r *rules) { r.Opening = "each" }},
		{engine.Options{"rules": "manual", "dice": "all"}, manualRules, func(r *rules) { r.AnyDice = false }},
		{engine.Options{"rules": "manual", "bearoff": "rearmost"}, manualRules, func(r *rules) { r.AnyOff = false }},
		{engine.Options{"rules": "manual", "double": "before"}, manualRules, func(r *rules) { r.Double = "before" }},
		{engine.Options{"rules": "manual", "cube-max": "none"}, manualRules, func(r *rules) { r.CubeMost = 15 }},
		{engine.Options{"rules": "manual", "gammons": "on"}, manualRules, func(r *rules) { r.Gammons = true }},
		{engine.Options{"rules": "manual", "crawford": "on"}, manualRules, func(r *rules) { r.Crawford = true }},
	} {
		full, err := Backgammon.Complete(test.options)
		if err != nil {
			t.Error(err)
			continue
		}
		got := backgammon.resolve(full)
		test.change(&test.want)
		if d := cmp.Diff(test.want, *got, cmp.AllowUnexported(rules{}, board.Law{}, kind{})); d != "" {
			t.Errorf("%v (-want +got):\n%s", test.options, d)
		}
	}
	for _, o := range []engine.Options{{"points": "26"}, {"cube-max": "3"}, {"rules": "mine"}, {"opening": ""}} {
		if _, err := Backgammon.Complete(o); err == nil {
			t.Errorf("%v is possible", o)
		}
	}
}
