package render

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tabuleiro/engine"
)

// tileKey is everything that a tile's pixels depend on.
type tileKey struct {
	theme  *theme
	kind   kind
	w, h   int // pixels
	text   string
	size   int // of the type of a label, in quarters of a pixel
	dark   bool
	shade  bool
	lined  bool // thin lines part it from its neighbours
	mark   mark
	side   engine.Side
	king   bool        // the piece is a king, also one that is gone
	gone   engine.Side // whose piece the last move took here
	ringed bool

	men, kings int    // what the line of a player counts
	tail       string // what it says instead

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
	label              // where the label of a square is
	spot               // a number in a disc
	point              // one of 24 with its checkers; dark tells the two colours apart
	onBar              // half of the bar
	tray               // half of what the checkers that are off lie in
	die                // dark: used
	cube               // the doubling cube, lined if it is offered
	tally              // a number on the frame
	title              // above all; lined: a banner
	player             // above or below the board: disc and name
)

// cache keeps what was drawn and asked for last, as many bytes as its limit or a little less.
type cache[K comparable] struct {
	limit int // bytes

	mu   sync.Mutex
	kept *simplelru.LRU[K, []byte]
	size int // bytes in kept
}

func newCache[K comparable](limit int) *cache[K] {
	kept, err := simplelru.NewLRU[K, []byte](limit, nil) // of a byte each
	if err != nil {
		panic(err) // the limit is no number above 0
	}
	return &cache[K]{limit: limit, kept: kept}
}

// find is what is kept for a key, nil if nothing is.
func (c *cache[K]) find(k K) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	b, _ := c.kept.Get(k)
	return b
}

func (c *cache[K]) keep(k K, b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept.Contains(k) {
		return
	}
	c.kept.Add(k, b)
	for c.size += len(b); c.size > c.limit; {
		_, oldest, _ := c.kept.RemoveOldest()
		c.size -= len(oldest)
	}
}

// tiles keeps tiles row by row: the indexes of their inks, or marks of what is laid over others.
var tiles = newCache[tileKey](6 << 20) // some nine hundred of the default size

// pixels is the tile for a key, drawn if it must be. Two goroutines may draw the same tile at once; both draw the same.
func (k tileKey) pixels() []uint8 {
	pix := tiles.find(k)
	if pix == nil {
		switch k.kind {
		case label:
			pix = k.labelled()
		case spot:
			pix = k.spot()
		default:
			pix = k.draw()
		}
		tiles.keep(k, pix)
	}
	return pix
}

// pictures keeps encoded pictures by what they show: the players, everybody who watches and those who ask for the board
// again get the same one.
var pictures = newCache[[sha256.Size]byte](1 << 20)

// cacheKey is the same for a view and style exactly if they give the same picture. Words that only text boards use are
// left out.
func cacheKey(v engine.View, s Style) [sha256.Size]byte {
	s.List, s.Foot, s.Unicode, s.Titles, s.Pace = false, nil, false, nil, 0
	b := fmt.Appendf(make([]byte, 0, 1<<10), "%#v %d %d %t %t %t %d %v", s, v.Files, v.Ranks, v.Red, v.Black, v.Edges,
		v.Turn, v.Last)
	if v.Points != nil {
		b = fmt.Appendf(b, "%+v", *v.Points)
	}
	for _, c := range v.Cells {
		b = append(b, uint8(c.Side), letterIf(c.King, 'k'), letterIf(c.Dark, 'd'), letterIf(c.Shade, 's'))
		b = strconv.AppendQuote(b, c.Label)
	}
	return sha256.Sum256(b)
}

func letterIf(is bool, letter byte) byte {
	if is {
		return letter
	}
	return ' '
}
