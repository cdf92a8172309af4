package render

import (
	"cmp"
	"image/color"
	"slices"
	"sync"

	"tabuleiro/engine"
)

// theme is the look of pictures of one kind. A theme is compared by its address, so there is one of each.
type theme struct {
	light, dark         color.RGBA // squares
	grain               grain      // what squares are made of
	onLight, onDark     color.RGBA // labels of squares
	frame, edge, letter color.RGBA // the frame, its outlines, the names on it
	trail, loss         color.RGBA // what marked squares are tinted with: the way of a move, a checker hit
	arrow, casing       color.RGBA // the line of the last move, and what it is edged with
	lamp                color.RGBA // the side on turn
	first, second       pieceTheme

	// On a board of points light and dark are the points, on a ground of their own.
	points      bool
	field, well color.RGBA // the ground, and the bar and where the checkers that are off lie
	cubeFace    color.RGBA

	// inks is made from the colours above at first use.
	inks func() *inks
}

// grain is what can be seen of what squares are made of.
type grain uint8

const (
	noGrain grain = iota
	timber        // streaks along the ranks
	veins         // of marble
	tile          // a square in each corner: painted tiles
)

// pieceTheme is the look of one side's pieces.
type pieceTheme struct {
	outline, rim, face, groove, crown color.RGBA // from the edge inwards; a crown, or a number, lies on the face
	sign                              sign
	flat                              bool // without light and shade
}

// sign is a shape on the pieces of a side, for those to whom colours say little.
type sign uint8

const (
	noSign sign = iota
	ring        // men have a bold ring, and the crown of kings is in one
	dot         // men have a dot, and the crown of kings is among dots
	hatch       // stripes
)

// all is every colour of the pieces.
func (p *pieceTheme) all() []color.RGBA {
	return []color.RGBA{p.outline, p.rim, p.face, p.groove, p.crown}
}

func (t *theme) piece(s engine.Side) *pieceTheme {
	if s == engine.First {
		return &t.first
	}
	return &t.second
}

// tint says how much of which colour a mark lays over a square.
func (t *theme) tint(m mark) (color.RGBA, float64) {
	switch m {
	case left, passed:
		return t.trail, 0.45
	case arrived:
		return t.trail, 0.72
	}
	return t.trail, 0
}

// zone is how much of the way to a dark square the squares of a zone go.
const zone = 0.35

// square is the colour of an empty square.
func (t *theme) square(dark, shade bool, m mark) color.RGBA {
	base := t.light
	if dark {
		base = t.dark
	}
	if shade {
		base = mix(base, t.dark, zone)
	}
	over, part := t.tint(m)
	return mix(base, over, part)
}

func newTheme(t theme) *theme {
	t.inks = sync.OnceValue(func() *inks { return mixInks(&t) })
	return &t
}

const (
	maxInks   = 64 // colours of a picture; more make files larger, fewer make edges rough
	modelTile = 72 // pixels; the size of the tiles from which a theme's colours are chosen
)

// inks is the palette of a theme.
type inks struct {
	palette color.Palette
	rgba    []color.RGBA // the same colours
}

// mixInks chooses a theme's palette: the flat colours as they are, then blends of model tiles.
func mixInks(t *theme) *inks {
	in := new(inks)
	blends := in.models(t)
	for _, c := range []color.RGBA{t.frame, t.edge, t.letter, t.lamp, t.arrow, t.casing, t.loss} {
		in.add(c)
	}
	for _, p := range []*pieceTheme{&t.first, &t.second} {
		for _, c := range p.all() {
			in.add(c)
		}
	}
	in.blend(blends)
	for _, c := range in.rgba {
		in.palette = append(in.palette, c)
	}
	return in
}

// add takes a colour into the palette if there is room and it is not there.
func (in *inks) add(c color.RGBA) {
	if !slices.Contains(in.rgba, c) && len(in.rgba) < maxInks {
		in.rgba = append(in.rgba, c)
	}
}

// models adds the colours of squares or points, and counts the pixels of all colours on tiles that show everything
// there is.
func (in *inks) models(t *theme) (count map[color.RGBA]int) {
	count = make(map[color.RGBA]int)
	model := func(k tileKey) {
		if k.theme = t; k.w == 0 {
			k.w, k.h = modelTile, modelTile
		}
		pix := k.paint().Pix
		for i := 0; i < len(pix); i += 4 {
			count[color.RGBA{pix[i], pix[i+1], pix[i+2], 255}]++
		}
	}
	for _, dark := range []bool{true, false} {
		for m := unmarked; m <= arrived; m++ {
			if m == taken || t.points && m == passed { // taken has no colour of its own; no point is passed
				continue
			}
			ground := t.square(dark, false, m)
			in.add(ground)
			if t.points {
				continue
			}
			for _, side := range []engine.Side{engine.Nobody, engine.First, engine.Second} {
				model(tileKey{dark: dark, mark: m, side: side, text: "28", size: 64})
				model(tileKey{dark: dark, mark: m, side: side, text: "36", size: 64, king: true})
				model(tileKey{dark: dark, mark: m, side: side, lined: true})
			}
		}
	}
	if t.points {
		t.models(in.add, model)
		return count
	}
	for m := unmarked; m <= arrived; m++ {
		in.add(t.square(false, true, m))
	}
	for _, c := range t.ghosts() {
		in.add(c)
	}
	for _, side := range sides {
		model(tileKey{dark: true, gone: side})
		model(tileKey{gone: side, lined: true})
		model(tileKey{kind: player, side: side, w: 300, h: 38, text: "Ana", men: 12, kings: 2})
	}
	model(tileKey{kind: name, text: "a"})
	return count
}

// ghosts are the colours of pieces that were taken.
func (t *theme) ghosts() (list []color.RGBA) {
	for _, side := range sides {
		list = append(list, mix(t.dark, t.piece(side).face, ghostly), mix(t.light, t.piece(side).face, ghostly))
	}
	return list
}

// blend fills the palette: again and again with the colour that it serves worst so far, frequent ones first.
func (in *inks) blend(count map[color.RGBA]int) {
	seen := make([]color.RGBA, 0, len(count))
	for c := range count {
		seen = append(seen, c)
	}
	slices.SortFunc(seen, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	miss := make([]int, len(seen)) // distance to the nearest ink
	for i, c := range seen {
		miss[i] = distance(c, in.rgba[in.nearest(c)])
	}
	for len(in.rgba) < maxInks {
		worst, cost := 0, 0
		for i, c := range seen {
			if n := miss[i] * min(count[c], 1000); n > cost {
				worst, cost = i, n
			}
		}
		if cost == 0 {
			return
		}
		in.add(seen[worst])
		for i, c := range seen {
			miss[i] = min(miss[i], distance(c, seen[worst]))
		}
	}
}

// nearest is the ink that looks most like c.
func (in *inks) nearest(c color.RGBA) int {
	best, least := 0, 1<<30
	for i, p := range in.rgba {
		if d := distance(c, p); d < least {
			best, least = i, d
		}
	}
	return best
}
