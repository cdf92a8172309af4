package render

import (
	"sync"

	"tabuleiro/engine"
)

// tileKey is everything that a tile's pixels depend on.
type tileKey struct {
	theme *theme
	kind  kind
	w, h  int // pixels
	text  string
	dark  bool
	lined bool // thin lines part it from its neighbours
	mark  mark
	side  engine.Side
	king  bool

	// On a board of points:
	count int8 // checkers, or what a die shows
	low   bool // in the lower row
	hit   bool
}

// kind is what a tile shows.
type kind uint8

const (
	square kind = iota // a cell of the board with all that is on it
	name               // the name of a file or rank, on the frame
	turn               // the disc of the side on turn, on the frame
	label              // the label of a square alone, to lay over others
	point              // one of 24 with its checkers; dark tells the two colours apart
	onBar              // half of the bar
	tray               // half of what the checkers that are off lie in
	die                // dark: used
	cube               // the doubling cube, lined if it is offered
	tally              // a number on the frame
	seat               // the disc of a side, lined if it is on turn
)

// tiles keeps drawn tiles row by row: the indexes of their inks, or for a label its strengths (0 to glazes-1). It forgets by generations: when the young one is full it becomes
// the old one, and what the old one held and nobody asked for is gone. It holds at most about twice its limit.
type tiles struct {
	limit int // bytes of one generation

	mu         sync.Mutex
	young, old map[tileKey][]uint8
	size       int // bytes in young
}

// get is the tile for a key, drawn if it must be. Two goroutines may draw the same tile at once; both draw the same.
func (c *tiles) get(k tileKey) []uint8 {
	c.mu.Lock()
	pix, ok := c.young[k]
	if !ok {
		if pix, ok = c.old[k]; ok {
			c.keep(k, pix)
		}
	}
	c.mu.Unlock()
	if ok {
		return pix
	}
	if pix = nil; k.kind == label {
		pix = k.strengths()
	} else {
		pix = k.draw()
	}
	c.mu.Lock()
	c.keep(k, pix)
	c.mu.Unlock()
	return pix
}

// keep puts a tile among the young. The lock is held.
func (c *tiles) keep(k tileKey, pix []uint8) {
	if _, ok := c.young[k]; ok {
		return
	}
	if c.young == nil || c.size+len(pix) > c.limit {
		c.old, c.young, c.size = c.young, make(map[tileKey][]uint8), 0
	}
	c.young[k] = pix
	c.size += len(pix)
}

// shared is the cache behind Picture: some six hundred tiles of the default size in each generation.
var shared = tiles{limit: 4 << 20}
