package render

import (
	"slices"
	"strconv"

	"tabuleiro/engine"
)

// Sign is a sign of a text board.
type Sign struct {
	Text  string
	Means Meaning
}

// Meaning is what a sign says: a lower-case word. The sentence that goes with it is the reader's.
type Meaning string

// The meanings of signs.
const (
	OfFirst    Meaning = "first"   // a piece of First
	OfSecond   Meaning = "second"  // a piece of Second
	OfKing     Meaning = "king"    // a piece is a king
	OnTurn     Meaning = "turn"    // the side is on turn
	WasLeft    Meaning = "left"    // the last move began or went through here
	WasTaken   Meaning = "taken"   // a piece was taken here
	HasArrived Meaning = "arrived" // the last move ended here
	WasHit     Meaning = "hit"     // a checker was hit here
	Stacked    Meaning = "stack"   // so many checkers stand here
	Thrown     Meaning = "die"     // a die that is not used yet
	Offered    Meaning = "offered" // the cube is offered
)

// Meanings are all of them.
var Meanings = []Meaning{OfFirst, OfSecond, OfKing, OnTurn, WasLeft, WasTaken, HasArrived, WasHit, Stacked, Thrown,
	Offered}

// Legend is what the signs on the text board of a view mean, those alone that are there; nothing for a list of points.
func Legend(v engine.View, s Style) []Sign {
	a := s.signs(v)
	men := []Sign{{string(a.men[0]), OfFirst}, {string(a.men[1]), OfSecond}}
	turn := Sign{"> " + string(a.man(v.Turn)) + " <", OnTurn}
	return append(men, boardOf(v, s).legend(turn)...)
}

func (b *squares) legend(turn Sign) (signs []Sign) {
	v, a := b.view, b.style.signs(b.view)
	if king := slices.IndexFunc(v.Cells, func(c engine.Cell) bool {
		return c.King &&
			c.Side != engine.Nobody
	}); king >= 0 {
		sign := string(a.kings[0]) + " " + string(a.kings[1])
		if a.kings[0] == 0 {
			sign = string([]rune{a.men[0], a.men[0], ' ', a.men[1], a.men[1]})
		}
		signs = append(signs, Sign{sign, OfKing})
	}
	if v.Turn == engine.First || v.Turn == engine.Second {
		signs = append(signs, turn)
	}
	m := marks(v.Last, len(v.Cells))
	for _, sign := range []struct {
		mark mark
		Sign
	}{{left, Sign{":", WasLeft}}, {taken, Sign{"-", WasTaken}}, {arrived, Sign{"[ ]", HasArrived}}} {
		if slices.Contains(m, sign.mark) {
			signs = append(signs, sign.Sign)
		}
	}
	return signs
}

func (b *points) legend(turn Sign) (signs []Sign) {
	t, list := b.table, b.style.List
	add := func(is bool, text string, means Meaning) {
		if is {
			signs = append(signs, Sign{text, means})
		}
	}
	add(t.turn == engine.First || t.turn == engine.Second, "> "+string(t.man(t.turn))+" <", turn.Means)
	came, gone, hit, tall := false, false, false, 0
	for n := 1; n < barOf; n++ {
		came, gone = came || t.last.mark(n) == arrived, gone || t.last.mark(n) == left
		hit, tall = hit || t.last.hit[n], max(tall, t.Points.Points[n-1].Count)
	}
	plus := "+"
	if list {
		plus = "[ ]"
	}
	add(came, plus, HasArrived)
	add(gone, ":", WasLeft)
	add(hit, "*", WasHit)
	add(tall > stack && !list, strconv.Itoa(tall), Stacked)
	for _, side := range sides {
		dice, used := t.rolled(side)
		if i := slices.Index(used, false); i >= 0 {
			add(true, "["+strconv.Itoa(dice[i])+"]", Thrown)
			break
		}
	}
	value, _ := t.cube()
	add(value > 0 && t.Doubled, t.worth(value), Offered)
	return signs
}
