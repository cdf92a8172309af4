package rules

import (
	"testing"

	"tabuleiro/engine"
)

func TestTimeout_Outcome(t *testing.T) {
	for text, want := range map[string][2]engine.Side{ // the winner if First is late, and if Second is
		"W:WK1:BK32":       {engine.Nobody, engine.Nobody},
		"W:WK1:BK32,20":    {engine.Second, engine.Nobody},
		"W:WK1:B20":        {engine.Second, engine.First}, // a man alone is no king
		"W:WK1,5:BK32,K31": {engine.Second, engine.First},
		"B:W5:BK32":        {engine.Second, engine.First}, // a king alone against a man
	} {
		p, err := Portuguese.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, late := range []engine.Side{engine.First, engine.Second} {
			o := engine.TimeoutOutcome(p, late)
			if o.Winner != want[i] || o.Draw() != (want[i] == engine.Nobody) || !o.Decided() ||
				o.Draw() != (o.Reason == engine.TimeDraw) {
				t.Errorf("%s, %v out of time: %+v, want %v", text, late, o, want[i])
			}
		}
	}
}
