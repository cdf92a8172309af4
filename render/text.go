package render

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/engine"
)

const maxText = 32 // columns; on a wider board with labels the names along the edge are omitted

// Text returns the board in plain ASCII for a fixed-width font, without trailing spaces and without a final newline,
// narrow enough for a phone. Legend explains the signs that occur.
//
//	draughts, 64 squares   27 columns with numbers, 21 without
//	draughts, 100 squares  32 columns with numbers, 26 without
//	other boards           two columns per file and up to six around them
//	board of points        29 columns, and up to 36 for the lines about its players
//
// On a board of cells:
//
//	O X    pieces of First and Second: X O where Second is white, r b where they are red and blue
//	OO XX  kings; the label of a square follows its piece
//	:      square that the last move left or passed
//	-      square where it took a piece
//	[ ]    square where it ended
//	> O <  the side on turn, in the frame on its side of the board
//
// On a board of points, numbered as the mover counts, above and below, the tens over the ones:
//
//	7      a stack of more than five checkers ends in their number
//	+      checkers that the last play brought, and new ones off
//	:      point that a checker left
//	*      point where a checker was hit
//	[3]    a die, without brackets once it is used
//	bar    checkers of the player at the bottom are in the upper half, next to where they enter
//	lines  of each player: score, pip count, checkers off, and a turned cube beside its owner, with a question
//	       mark while it is offered, in the words of Style.Words
func Text(v engine.View, s Style) string {
	v = s.lettered(v)
	lines := boardOf(v, s).text()
	for i, l := range lines {
		lines[i] = strings.TrimRightFunc(l, unicode.IsSpace)
	}
	return strings.Join(lines, "\n")
}

// textLayout is the layout of a text board in columns. A cell is gap, piece and label; its brackets stand in the
// columns before and after it, which belong to the gap, to a blank neighbour or to the frame.
type textLayout struct {
	gap, piece, label int
	left              int  // columns before the first cell: rank names and the frame
	inner             int  // columns between the frames
	chequered         bool // there are dark squares; light ones are blank instead of dots
	half              bool // the light squares are empty and take two columns
	edges             bool // named edges
}

// lightWidth is the width of an empty light square in columns: one for a bracket of each neighbour.
const lightWidth = 2

// at returns the first column of cell x of a row.
func (l textLayout) at(x int) int {
	if l.half {
		return l.left + x/2*(l.piece+l.label+lightWidth) + x%2*lightWidth
	}
	return l.left + l.gap + x*(l.gap+l.piece+l.label)
}

// layout chooses the layout. It depends on kings only if no cell has a label, so that all boards of a game look
// alike.
func layout(v engine.View) textLayout {
	l := textLayout{piece: 2}
	for i, c := range v.Cells {
		l.label = max(l.label, len(c.Label))
		l.chequered = l.chequered || c.Dark
		if i%v.Files > 0 && c.Label != "" && v.Cells[i-1].Label != "" {
			l.gap = 1
		}
	}
	king := slices.ContainsFunc(v.Cells, func(c engine.Cell) bool { return c.King })
	l.half = l.chequered && (l.label > 0 || king) && isHalved(v.Cells, v.Files)
	if bare := l.label == 0 && !l.half; bare && king {
		l.gap = 1
	} else if bare {
		l.gap, l.piece = 1, 1
	}
	return l.framed(v)
}

// framed adds what surrounds the cells to a layout.
func (l textLayout) framed(v engine.View) textLayout {
	l.inner = l.at(v.Files-1) + l.piece + l.label + l.gap // l.left is still 0
	names := len(strconv.Itoa(v.Ranks)) + 1
	if l.label > 0 {
		names-- // save a column on a phone
	}
	l.left = 1
	if l.edges = v.Edges && (l.label == 0 || names+l.inner+2 <= maxText); l.edges {
		l.left += names
	}
	return l
}

// isHalved reports whether the board is chequered and only its dark squares hold pieces or labels.
func isHalved(cells []engine.Cell, files int) bool {
	for i, c := range cells {
		even := (i%files+i/files)%2 == 0
		if c.Dark && even != cells[0].Dark || !c.Dark && (c.Side != engine.Nobody || c.Label != "") {
			return false
		}
	}
	return true
}

// text returns the lines of frame, cells and names.
func (b *squares) text() []string {
	v, flip, a := b.view, b.style.Flip, lettersOf(b.view)
	g := gridOf(v, flip)
	l := layout(v)
	m := marks(v.Last, len(v.Cells))
	indent := strings.Repeat(" ", l.left-1)

	lines := []string{indent + a.edge(v.Turn, l.inner, (v.Turn == engine.First) == flip)}
	for y := range v.Ranks {
		row := []rune(indent + "|" + strings.Repeat(" ", l.inner) + "|")
		if l.edges {
			n := strconv.Itoa(g.rankName(y))
			copy(row[len(strconv.Itoa(v.Ranks))-len(n):], []rune(n))
		}
		for x := range v.Files {
			if i := g.index(x, y); !l.half || v.Cells[i].Dark {
				a.cell(row[l.at(x):][:l.piece+l.label], l, v.Cells[i], m[i])
			}
		}
		for x := range v.Files {
			if m[g.index(x, y)] == arrived {
				row[l.at(x)-1], row[l.at(x)+l.piece+l.label] = '[', ']'
			}
		}
		lines = append(lines, string(row))
	}
	lines = append(lines, indent+a.edge(v.Turn, l.inner, (v.Turn == engine.First) != flip))
	if l.edges {
		row := []rune(indent + strings.Repeat(" ", l.inner+2))
		for x := range v.Files {
			middle := l.at(x) + (l.piece+l.label-1)/2
			if l.half { // centred over the dark and light squares of the file
				middle += x % 2 * (l.piece + l.label - lightWidth) / 2
			}
			row[middle] = rune(g.fileName(x))
		}
		lines = append(lines, string(row))
	}
	return lines
}

// textMarks holds the signs beside a piece, or on an empty square.
var textMarks = map[mark]rune{left: ':', passed: ':', taken: '-'}

// cell fills the columns of a cell.
func (a alphabet) cell(out []rune, l textLayout, c engine.Cell, m mark) {
	copy(out[len(out)-len(c.Label):], []rune(c.Label))
	sign := textMarks[m]
	switch {
	case c.Side != engine.Nobody:
		a.piece(out[:l.piece], c, sign)
	case sign != 0:
		out[0] = sign
	case l.label == 0 && (c.Dark || !l.chequered):
		out[0] = '.'
	}
}

// piece writes a piece and, if there is room, a sign.
func (a alphabet) piece(out []rune, c engine.Cell, sign rune) {
	out[0] = a.man(c.Side)
	switch {
	case len(out) < 2:
	case c.King:
		out[1] = out[0]
	case sign != 0:
		out[1] = sign
	}
}

// alphabet holds the letters of First and Second on a text board.
type alphabet [2]rune

// Letters returns the letters of First and Second on a text board, by their colours: O and X, X and O if Second is
// white, and r and b for red and blue, as in the paper on Cage.
func Letters(colours [2]string) [2]rune {
	return lettersOf(engine.View{Red: colours[0] == "red", Black: colours[1] == "white"})
}

// lettersOf returns the letters for the board of a view.
func lettersOf(v engine.View) alphabet {
	switch {
	case v.Red:
		return alphabet{'r', 'b'}
	case v.Black:
		return alphabet{'X', 'O'}
	}
	return alphabet{'O', 'X'}
}

// man returns the letter of a side's pieces.
func (a alphabet) man(s engine.Side) rune {
	if s == engine.First || s == engine.Second {
		return a[s-engine.First]
	}
	return '?'
}

// edge returns the upper or lower frame; here says that the side on turn sits there and is shown in it.
func (a alphabet) edge(turn engine.Side, inner int, here bool) string {
	edge := []rune("+" + strings.Repeat("-", inner) + "+")
	if here && (turn == engine.First || turn == engine.Second) {
		sign := []rune("> " + string(a.man(turn)) + " <")
		if inner < len(sign)+2 {
			sign = []rune{a.man(turn)}
		}
		copy(edge[1+(inner-len(sign))/2:], sign)
	}
	return string(edge)
}
