package render

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/engine"
)

const maxText = 32 // columns; where labels tell the squares, names along the edge are left out of a wider board

// Text is the board for a fixed-width font, in plain ASCII. No line ends in spaces, and the last has no newline. It fits
// a phone: draughts on 64 squares take 27 columns with their numbers and 21 without, on 100 squares 32 and 26, other
// boards two for a file and up to six around, a board of points 29, the lines about its players up to 36.
//
// First is O and Second is X; a king is two discs, OO or XX, and its square's label follows it. Where they are red and
// blue they are r and b. The side on turn is shown in the frame on its side of the board. The last move: the square left
// and those passed over are marked with a colon, squares where a piece was taken with a minus, and the square of arrival
// stands in brackets.
//
// A board of points is numbered as the mover counts, above and below it, the tens over the ones. Stacks of more than
// five end in their number. The lines above and below those are the players', with the score, what they have to go,
// what is off, and the cube, once somebody has doubled, beside its owner: with a question mark it is offered. Checkers
// of the player at the bottom wait in the upper half of the bar, next to where they come in. Used dice have lost their
// brackets. Behind a plus stands what the last play brought, a colon where a checker left, a star where one was hit.
// The words are those of Style.Words.
//
// Legend says what the signs mean.
func Text(v engine.View, s Style) string {
	v = s.lettered(v)
	lines := boardOf(v, s).text()
	for i, l := range lines {
		lines[i] = strings.TrimRightFunc(l, unicode.IsSpace)
	}
	return strings.Join(lines, "\n")
}

// textLayout is the measure of a text board in columns. A cell is gap, piece and label; a bracket stands in the column
// before and after it, which belongs to the gap, to a blank neighbour or to the frame.
type textLayout struct {
	gap, piece, label int
	left              int  // columns before the first cell: names of ranks and the frame
	inner             int  // columns between the frames
	chequered         bool // there are dark squares: a light one is left blank instead of getting a dot
	half              bool // the light squares hold nothing, and take two columns
	edges             bool // names along the edge
}

// lightWidth is the number of columns a light square takes that holds nothing: those of the brackets of its neighbours.
const lightWidth = 2

// at is the column where cell x of a row begins.
func (l textLayout) at(x int) int {
	if l.half {
		return l.left + x/2*(l.piece+l.label+lightWidth) + x%2*lightWidth
	}
	return l.left + l.gap + x*(l.gap+l.piece+l.label)
}

// layout chooses the measure. It looks at kings only where no cell has a label, so that the boards of one game look
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

// framed is a measure with what stands around the cells.
func (l textLayout) framed(v engine.View) textLayout {
	l.inner = l.at(v.Files-1) + l.piece + l.label + l.gap // there is nothing to the left yet
	names := len(strconv.Itoa(v.Ranks)) + 1
	if l.label > 0 {
		names-- // every column counts on a phone
	}
	l.left = 1
	if l.edges = v.Edges && (l.label == 0 || names+l.inner+2 <= maxText); l.edges {
		l.left += names
	}
	return l
}

// isHalved reports whether the squares of one colour alone hold something.
func isHalved(cells []engine.Cell, files int) bool {
	for i, c := range cells {
		even := (i%files+i/files)%2 == 0
		if c.Dark && even != cells[0].Dark || !c.Dark && (c.Side != engine.Nobody || c.Label != "") {
			return false
		}
	}
	return true
}

// text draws frame, cells and names.
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
			if l.half { // of the dark and the light squares of the file
				middle += x % 2 * (l.piece + l.label - lightWidth) / 2
			}
			row[middle] = rune(g.fileName(x))
		}
		lines = append(lines, string(row))
	}
	return lines
}

// textMarks are what stands beside a piece, or instead of one.
var textMarks = map[mark]rune{left: ':', passed: ':', taken: '-'}

// cell fills the columns of one cell.
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

// piece writes a piece and, where there is room for it, a sign.
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

// alphabet is the letters of First and Second on a text board.
type alphabet [2]rune

// Letters are the signs of First and of Second on a text board, O and X, by their colours: red and blue are r and b, as
// the report on Cage writes them, and where Second is white it has the O.
func Letters(colours [2]string) [2]rune {
	return lettersOf(engine.View{Red: colours[0] == "red", Black: colours[1] == "white"})
}

// lettersOf are those in which the board of a view is to be written.
func lettersOf(v engine.View) alphabet {
	switch {
	case v.Red:
		return alphabet{'r', 'b'}
	case v.Black:
		return alphabet{'X', 'O'}
	}
	return alphabet{'O', 'X'}
}

// man is the sign of a side's pieces.
func (a alphabet) man(s engine.Side) rune {
	if s == engine.First || s == engine.Second {
		return a[s-engine.First]
	}
	return '?'
}

// edge is the upper or lower frame; it shows the side on turn if that is where it sits.
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
