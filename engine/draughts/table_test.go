package draughts

import (
	"math/rand/v2"
	"testing"
)

// Counting agrees with listing, whatever the table says.
func TestCountAgainstList(t *testing.T) {
	anyNumber, smallest := portuguese, portuguese
	anyNumber.most, anyNumber.mostKings = false, false
	smallest.reach, smallest.kingFirst, smallest.mostKings = adjacent, true, false
	for name, v := range map[string]*variant{
		"portuguese":       classic,
		"any number":       lay(anyNumber),
		"adjacent":         lay(smallest),
		"chilean adjacent": chileans[chilean(adjacent, huffingOff)],
		"chilean behind":   chileans[chilean(behind, huffingOff)],
		"chilean flying":   chileans[chilean(flying, huffingOff)],
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
