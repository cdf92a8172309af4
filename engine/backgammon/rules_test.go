package backgammon

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
)

func TestPresets(t *testing.T) {
	standardRules := rules{opening: "each", double: "before", cubeMost: 15, gammons: true, crawford: true, points: 1}
	manualRules := rules{law: law{anyDice: true, anyOff: true}, opening: "black", double: "turn", cubeMost: 6, points: 1}
	for _, test := range []struct {
		options engine.Options
		want    rules
		change  func(*rules)
	}{
		{nil, standardRules, func(*rules) {}},
		{engine.Options{"rules": "manual"}, manualRules, func(*rules) {}},
		{engine.Options{"opening": "black"}, standardRules, func(r *rules) { r.opening = "black" }},
		{engine.Options{"dice": "any"}, standardRules, func(r *rules) { r.anyDice = true }},
		{engine.Options{"bearoff": "any"}, standardRules, func(r *rules) { r.anyOff = true }},
		{engine.Options{"double": "off"}, standardRules, func(r *rules) { r.double = "off" }},
		{engine.Options{"cube-max": "2"}, standardRules, func(r *rules) { r.cubeMost = 1 }},
		{engine.Options{"jacoby": "on"}, standardRules, func(r *rules) { r.jacoby = true }},
		{engine.Options{"points": "25"}, standardRules, func(r *rules) { r.points = 25 }},
		{engine.Options{"rules": "manual", "opening": "each"}, manualRules, func(r *rules) { r.opening = "each" }},
		{engine.Options{"rules": "manual", "dice": "all"}, manualRules, func(r *rules) { r.anyDice = false }},
		{engine.Options{"rules": "manual", "bearoff": "rearmost"}, manualRules, func(r *rules) { r.anyOff = false }},
		{engine.Options{"rules": "manual", "double": "before"}, manualRules, func(r *rules) { r.double = "before" }},
		{engine.Options{"rules": "manual", "cube-max": "none"}, manualRules, func(r *rules) { r.cubeMost = 15 }},
		{engine.Options{"rules": "manual", "gammons": "on"}, manualRules, func(r *rules) { r.gammons = true }},
		{engine.Options{"rules": "manual", "crawford": "on"}, manualRules, func(r *rules) { r.crawford = true }},
	} {
		full, err := Backgammon.Complete(test.options)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := resolve(full)
		if err != nil {
			t.Error(err)
			continue
		}
		test.change(&test.want)
		if d := cmp.Diff(test.want, *got, cmp.AllowUnexported(rules{}, law{})); d != "" {
			t.Errorf("%v (-want +got):\n%s", test.options, d)
		}
	}
	for _, o := range []engine.Options{{"points": "26"}, {"cube-max": "3"}, {"rules": "mine"}, {"opening": ""}} {
		if _, err := Backgammon.Complete(o); err == nil {
			t.Errorf("%v is possible", o)
		}
	}
}
