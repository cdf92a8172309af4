package draughts

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
)

// A game on another board, counted from the other side, whose kings come first and reach less far: the table can say it.
var chilean = &engine.Game{
	Name:    "chilean",
	Options: []engine.Option{{Name: "king-capture", Values: []string{"adjacent", "behind", "flying"}, Default: "adjacent"}},
	New: func(o engine.Options) (engine.Position, error) {
		return chileanRules(o).start(), nil
	},
	Parse: func(text string, o engine.Options) (engine.Position, error) { return chileanRules(o).parse(text) },
}

func chileanRules(o engine.Options) *variant {
	reaches := map[string]reach{"adjacent": adjacent, "behind": behind, "flying": flying}
	return lay(rules{
		name: "chilean", width: 10, rows: 3,
		reach: reaches[o["king-capture"]], kingFirst: true, most: true, quietPlies: 40,
	})
}

func TestOtherTable(t *testing.T) {
	enginetest.Perft(t, chilean, "testdata/perft-chilean.jsonl", 200e6)
}

func TestOtherTableCases(t *testing.T) {
	with := func(reach string) engine.Options { return engine.Options{"king-capture": reach} }
	enginetest.Cases(t, chilean, []enginetest.Case{
		{Name: "too far", Position: "W:WK46:B28", Options: with("adjacent"), Moves: []engine.Move{"46-41", "46-37", "46-32"}},
		{Name: "right behind", Position: "W:WK46:B28", Options: with("behind"), Moves: []engine.Move{"46x23"}},
		{Name: "anywhere behind", Position: "W:WK46:B28", Options: with("flying"), Moves: []engine.Move{"46x23", "46x19", "46x14", "46x10", "46x5"}},
		{Name: "kings first", Position: "W:W33,K46:B20,29,41", Options: with("adjacent"), Moves: []engine.Move{"46x37"}},
		{Name: "the most among kings", Position: "W:WK46,K50:B32,41,44", Options: with("adjacent"), Moves: []engine.Move{"46x37x28"}},
	})
}

// Counting agrees with listing, whatever the table says.
func TestCountAgainstList(t *testing.T) {
	anyNumber, smallest := portuguese, portuguese
	anyNumber.most, anyNumber.mostKings = false, false
	smallest.reach, smallest.kingFirst, smallest.mostKings = adjacent, true, false
	for name, v := range map[string]*variant{
		"portuguese": classic,
		"any number": lay(anyNumber),
		"adjacent":   lay(smallest),
		"10x10":      chileanRules(engine.Options{"king-capture": "behind"}),
	} {
		random := rand.New(rand.NewPCG(5, 6))
		for range 3000 {
			p := position{variant: v, turn: random.IntN(2)}
			kings := random.IntN(3)
			for range 2 + random.IntN(20) {
				n := 1 + random.IntN(v.count)
				side := random.IntN(2)
				if bit := v.bit[n]; (p.sides[0]|p.sides[1])&bit == 0 && (kings > 0 || bit&v.ends == 0) {
					p.sides[side] |= bit
					if random.IntN(3) < kings || bit&v.ends != 0 {
						p.kings |= bit
					}
				}
			}
			listed := uint64(0)
			for _, m := range v.moves(p.board(), nil) {
				listed += uint64(len(v.moves(v.after(p.board(), m), nil)))
			}
			if counted := v.perft(p.board(), 2); counted != listed {
				t.Fatalf("%s: %s: counted %d, listed %d", name, p.Key(), counted, listed)
			}
		}
	}
}
