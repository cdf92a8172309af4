package render

import (
	"slices"
	"strconv"

	"tabuleiro/engine"
)

// Sign is a sign on a text board, with its meaning.
type Sign struct {
	Text  string
	Means Meaning
}

// Meaning is what a sign means, as a lower-case key. The caller writes the sentence for it.
type Meaning string

// Meanings of signs.
const (
	OfFirst    Meaning = "first"   // a piece of First
	OfSecond   Meaning = "second"  // a piece of Second
	OfKing     Meaning = "king"    // the piece is a king
	OnTurn     Meaning = "turn"    // the side is on turn
	WasLeft    Meaning = "left"    // the last move began here or passed here
	WasTaken   Meaning = "taken"   // a piece was taken here
	HasArrived Meaning = "arrived" // the last move ended here
	WasHit     Meaning = "hit"     // a checker was hit here
	Stacked    Meaning = "stack"   // the number of checkers here
	Thrown     Meaning = "die"     // a die not yet used
	Offered    Meaning = "offered" // the cube is offered
)

// Meanings lists all meanings.
var Meanings = []Meaning{OfFirst, OfSecond, OfKing, OnTurn, WasLeft, WasTaken, HasArrived, WasHit, Stacked, Thrown,
	Offered}

// signs lists the signs that occur on a board.
type signs []Sign

func (l *signs) add(is bool, text string, means Meaning) {
	if is {
		*l = append(*l, Sign{text, means})
	}
}

// Legend returns the signs that occur on the text board of a view, with their meanings.
func Legend(v engine.View, s Style) []Sign {
	a := lettersOf(v)
	list := signs{{string(a[0]), OfFirst}, {string(a[1]), OfSecond}}
	boardOf(v, s).legend(&list)
	return list
}

// onTurn adds the sign for the side on turn.
func (l *signs) onTurn(a alphabet, turn engine.Side) {
	l.add(turn == engine.First || turn == engine.Second, "> "+string(a.man(turn))+" <", OnTurn)
}

func (b *squares) legend(list *signs) {
	v, a := b.view, lettersOf(b.view)
	isKing := func(c engine.Cell) bool { return c.King && c.Side != engine.Nobody }
	list.add(slices.ContainsFunc(v.Cells, isKing), string([]rune{a[0], a[0], ' ', a[1], a[1]}), OfKing)
	list.onTurn(a, v.Turn)
	m := marks(v.Last, len(v.Cells))
	list.add(slices.Contains(m, left), ":", WasLeft)
	list.add(slices.Contains(m, taken), "-", WasTaken)
	list.add(slices.Contains(m, arrived), "[ ]", HasArrived)
}

func (b *points) legend(list *signs) {
	t := b.table
	list.onTurn(t.alphabet, t.turn)
	came, gone, hit, tall := false, false, false, 0
	for n := 1; n < barOf; n++ {
		came, gone = came || t.last.mark(n) == arrived, gone || t.last.mark(n) == left
		hit, tall = hit || t.last.hit[n], max(tall, t.Points.Points[n-1].Count)
	}
	list.add(came, "+", HasArrived)
	list.add(gone, ":", WasLeft)
	list.add(hit, "*", WasHit)
	list.add(tall > stack, strconv.Itoa(tall), Stacked)
	for _, side := range sides {
		dice, used := t.rolled(side)
		if i := slices.Index(used, false); i >= 0 {
			list.add(true, "["+strconv.Itoa(dice[i])+"]", Thrown)
			break
		}
	}
	value, _ := t.cube()
	list.add(value > 0 && t.Doubled, t.worth(value), Offered)
}
