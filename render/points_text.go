package render

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabuleiro/engine"
)

const (
	pointsWidth  = 29
	accountWidth = 36    // maximum width of a line about a player, which fits a terminal of 40 columns
	middleRow    = stack // between the two rows of points
)

// text returns the board between the lines about its players.
func (b *points) text() []string {
	t := b.table
	rows := make([][]rune, 2*stack+1)
	for y := range rows {
		half, post := strings.Repeat(" ", columns), "|"
		rows[y] = []rune(post + half + post + " " + post + half + post)
	}
	for _, low := range []bool{false, true} {
		for x := range columns {
			t.column(rows, x, low)
		}
		t.onBar(rows, low)
	}
	t.middleRow(rows[middleRow])

	lines := append(t.account(false), t.rimNames(false)...)
	lines = append(lines, rim)
	for _, row := range rows {
		lines = append(lines, string(row))
	}
	lines = append(append(lines, rim), t.rimNames(true)...)
	return append(lines, t.account(true)...)
}

// screenColumn returns the first of the two text columns of column x: one for a sign, one for the checkers.
func screenColumn(x int) int {
	if x < columns/2 {
		return 1 + 2*x
	}
	return 4 + 2*x
}

// rim is the upper and the lower edge.
const rim = "+------------+-+------------+"

// rimNames returns two lines with the numbers of the points, the tens above the ones.
func (t table) rimNames(low bool) []string {
	lines := [2][]rune{[]rune(strings.Repeat(" ", pointsWidth)), []rune(strings.Repeat(" ", pointsWidth))}
	for x := range columns {
		n := t.names.Point(t.pointNumber(x, low))
		if n > 9 {
			lines[0][screenColumn(x)+1] = '0' + rune(n/10)
		}
		lines[1][screenColumn(x)+1] = '0' + rune(n%10)
	}
	return []string{string(lines[0]), string(lines[1])}
}

// column stacks the checkers of a point from the edge inwards.
func (t table) column(rows [][]rune, x int, low bool) {
	n := t.pointNumber(x, low)
	t.pile(n, t.Points.Points[n-1], t.last.in[n]-t.last.out[n], func(k int) []rune {
		if low {
			k = len(rows) - 1 - k
		}
		return rows[k][screenColumn(x):][:2]
	})
}

// pile stacks the checkers of place n, came of which the last play brought. row(k) is the place of the k-th checker:
// a column for a sign, and one for the checker.
func (t table) pile(n int, is engine.Point, came int, row func(k int) []rune) {
	high, tall := min(is.Count, stack), is.Count > stack
	plus := high // index after the last new checker; not the one with the number, which would read as "+6"
	if tall {
		plus--
	}
	for k := range high {
		r := row(k)
		r[1] = t.man(is.Side)
		if k >= plus-came && k < plus {
			r[0] = '+'
		}
		if k == stack-1 && tall {
			number := strconv.Itoa(is.Count)
			copy(r[2-len(number):], []rune(number))
		}
	}
	// The sign stands in the place of the next checker, or beside the last one.
	switch sign := t.sign(n); {
	case sign == 0:
	case high < stack:
		row(high)[1] = sign
	case row(high - 1)[0] == ' ':
		row(high - 1)[0] = sign
	}
}

// sign returns the sign of a place that the last play hit or left, 0 for none.
func (t table) sign(n int) rune {
	switch {
	case t.last.hit[n]:
		return '*'
	case t.last.mark(n) == left:
		return ':'
	}
	return 0
}

// onBar stacks the checkers on the bar from the middle, on the side where they enter: those of the player at the
// bottom are in the upper half.
func (t table) onBar(rows [][]rune, low bool) {
	side := t.sitting(low)
	t.pile(side.Point(barOf), engine.Point{Side: side, Count: t.Bar[side-engine.First]}, 0, func(k int) []rune {
		y := middleRow + 1 + k
		if low {
			y = middleRow - 1 - k
		}
		return rows[y][pointsWidth/2-1:][:2]
	})
}

// middleRow prints the line between the rows: the dice of each player on the player's right, and the cube if nobody
// owns it. A cube not yet turned is left out, as in words; only a picture shows it, with 64.
func (t table) middleRow(row []rune) {
	left, right := t.dice(t.sitting(false)), t.dice(t.sitting(true))
	if value, beside := t.cube(); value > 1 && beside == engine.Nobody {
		cube := t.words.Cube + " " + t.worth(value)
		switch {
		case left == "":
			left = cube
		case right == "":
			right = cube
		}
	}
	for i, s := range []string{left, right} {
		text, begin := []rune(s), screenColumn(i*columns/2)
		copy(row[begin+max(columns-len(text), 0)/2:begin+columns], text)
	}
}

// dice returns the dice of a side, unused ones in brackets.
func (t table) dice(s engine.Side) string {
	dice, used := t.rolled(s)
	var b strings.Builder
	for i, d := range dice {
		form := "[%d]"
		if used[i] {
			form = " %d "
		}
		fmt.Fprintf(&b, form, d)
	}
	return b.String()
}

// account returns the data of the player at the bottom or at the top, in one line or, if that is too long, several.
func (t table) account(low bool) []string {
	side := t.sitting(low)
	i := side - engine.First
	head := t.player(side)
	if t.scored() {
		head += " " + t.tally(side)
	}
	parts := []string{head, fmt.Sprintf("%s %d", t.words.Pips, t.Pips[i])}
	switch off := fmt.Sprintf("%s %d", t.words.Off, t.Off[i]); {
	case t.last.in[side.Point(0)] > 0:
		parts = append(parts, "+"+off)
	case t.Off[i] > 0:
		parts = append(parts, off)
	}
	if value, beside := t.cube(); value > 1 && beside == side {
		parts = append(parts, t.words.Cube+" "+t.worth(value))
	}
	if line := strings.Join(parts, "  "); utf8.RuneCountInString(line) <= accountWidth {
		return []string{line}
	}
	lines := []string{parts[0]}
	for _, part := range parts[1:] {
		if line := lines[len(lines)-1] + " " + part; utf8.RuneCountInString(line) <= accountWidth {
			lines[len(lines)-1] = line
		} else {
			lines = append(lines, part)
		}
	}
	return lines
}

// player returns the letter of a side, marked if it has to decide.
func (t table) player(s engine.Side) string {
	if s == t.turn {
		return "> " + string(t.man(s)) + " <"
	}
	return "  " + string(t.man(s)) + "  "
}

// tally returns the score of a side: "3/7", or without a match length "score 12".
func (t table) tally(s engine.Side) string {
	score := strconv.Itoa(t.Score[s-engine.First])
	if t.Length > 1 {
		return score + "/" + strconv.Itoa(t.Length)
	}
	return t.words.Score + " " + score
}

// worth returns the value of the cube, with a question mark while it is offered.
func (t table) worth(value int) string {
	if t.Doubled {
		return strconv.Itoa(value) + "?"
	}
	return strconv.Itoa(value)
}
