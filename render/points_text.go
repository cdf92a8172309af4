package render

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabuleiro/engine"
)

const (
	pointsWidth = 39
	middleRow   = stack // between the two rows of points
)

// textPoints draws a board of points, and above and below it what belongs to the player who sits there.
func textPoints(v engine.View, s Style) []string {
	t := newTable(v, s)
	if s.List {
		return t.list()
	}
	lines := []string{t.account(false), t.rim(false)}
	rows := make([][]rune, 2*stack+1)
	for y := range rows {
		const half = "                 "
		post := string(t.post)
		rows[y] = []rune(post + half + post + " " + post + half + post)
	}
	for _, low := range []bool{false, true} {
		for x := range columns {
			t.column(rows, x, low)
		}
		t.onBar(rows, low)
	}
	t.between(rows[middleRow])
	for _, row := range rows {
		lines = append(lines, string(row))
	}
	return append(lines, t.rim(true), t.account(true))
}

// from is the screen column in which column x begins: two digits wide, and one that only brackets and signs use.
func from(x int) int {
	if x < columns/2 {
		return 1 + 3*x
	}
	return 3 + 3*x
}

// rim is the upper or lower edge with the names of the points.
func (t table) rim(low bool) string {
	ends := t.upper
	if low {
		ends = t.lower
	}
	rim := []rune(strings.Repeat(string(t.rail), pointsWidth))
	rim[0], rim[pointsWidth/2-1], rim[pointsWidth/2+1], rim[pointsWidth-1] = ends[0], ends[1], ends[1], ends[2]
	for x := range columns {
		n := strconv.Itoa(own(t.names, t.at(x, low)))
		copy(rim[from(x)+2-len(n):], []rune(n))
	}
	return string(rim)
}

// column stacks the checkers of one point from the edge inwards. A sign stands where the next one would.
func (t table) column(rows [][]rune, x int, low bool) {
	row := func(k int) []rune {
		if low {
			k = len(rows) - 1 - k
		}
		return rows[k]
	}
	n := t.at(x, low)
	point, at := t.Points.Points[n-1], from(x)
	count := within(point.Count, 0, 99)
	high := min(count, stack)
	came := t.last.in[n] - t.last.out[n]
	for k := range high {
		r := row(k)
		begin := at + 1
		if k == stack-1 && count > stack {
			number := strconv.Itoa(count)
			begin = at + 2 - len(number)
			copy(r[begin:], []rune(number))
		} else {
			r[begin] = t.man(point.Side)
		}
		if k >= high-came {
			r[begin-1], r[at+2] = '[', ']'
		}
	}
	switch sign := t.sign(n); {
	case sign == 0:
	case high < stack:
		row(high)[at+1] = sign
	case row(high - 1)[at+2] != ']':
		row(high - 1)[at+2] = sign
	}
}

// sign is what is printed at a place where the last play hit or that it left; 0 for nothing.
func (t table) sign(n int) rune {
	switch {
	case t.last.hit[n]:
		return '*'
	case t.last.mark(n) == left:
		return ':'
	}
	return 0
}

// onBar stacks the bar from the middle, next to where its checkers come in: those of the player at the bottom are above.
func (t table) onBar(rows [][]rune, low bool) {
	const at = pointsWidth / 2
	side := t.sitting(low)
	count := within(t.Bar[side-engine.First], 0, 99)
	row := func(k int) []rune {
		if low {
			return rows[middleRow-1-k]
		}
		return rows[middleRow+1+k]
	}
	high := min(count, stack)
	for k := range high {
		row(k)[at] = t.man(side)
	}
	if count > stack {
		number := strconv.Itoa(count)
		copy(row(stack - 1)[at+1-len(number):], []rune(number))
	}
	if high < stack && t.last.out[own(side, barOf)] > 0 {
		row(high)[at] = ':'
	}
}

// between prints what lies between the rows: the dice of a player on his right, and the cube if it is nobody's.
func (t table) between(row []rune) {
	left, right := t.dice(t.sitting(false)), t.dice(t.sitting(true))
	if value, beside := t.cube(); value > 0 && beside == engine.Nobody {
		cube := "cube " + t.worth(value)
		switch {
		case left == "":
			left = cube
		case right == "":
			right = cube
		}
	}
	for i, s := range []string{left, right} {
		begin, end := from(i*columns/2), from(i*columns/2+columns/2-1)+2
		copy(row[begin+max(end-begin-len(s), 0)/2:end], []rune(s))
	}
}

// dice are the dice of a side in brackets, without them those that are used.
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

// account is the line of the player at the bottom or at the top.
func (t table) account(low bool) string {
	side := t.sitting(low)
	i := side - engine.First
	parts := []string{t.player(side)}
	if t.scored() {
		parts[0] += " " + t.score(side)
	}
	parts = append(parts, fmt.Sprintf("pips %d", within(t.Pips[i], 0, 999)))
	off := "off %d"
	if t.last.in[own(side, 0)] > 0 {
		off = "off[%d]"
	}
	parts = append(parts, fmt.Sprintf(off, within(t.Off[i], 0, 99)))
	if value, beside := t.cube(); value > 0 && beside == side {
		parts = append(parts, "cube "+t.worth(value))
	}
	if line := strings.Join(parts, "  "); utf8.RuneCountInString(line) <= pointsWidth {
		return line
	}
	return strings.Join(parts, " ")
}

// player is the letter of a side, marked if it has to decide.
func (t table) player(s engine.Side) string {
	if s == t.turn {
		return "> " + string(t.man(s)) + " <"
	}
	return "  " + string(t.man(s)) + "  "
}

// score is the points of a side, in a match with its length, and a C in the Crawford game.
func (t table) score(s engine.Side) string {
	score := strconv.Itoa(within(t.Score[s-engine.First], 0, maxScore))
	if t.Length > 1 {
		score += "/" + strconv.Itoa(min(t.Length, maxScore))
	}
	if t.Crawford {
		score += "C"
	}
	return score
}

// worth is the value of the cube, with a question mark while it is offered.
func (t table) worth(value int) string {
	if t.Doubled {
		return strconv.Itoa(value) + "?"
	}
	return strconv.Itoa(value)
}

// list is the board as a list of points by their numbers on the board.
func (t table) list() []string {
	var lines []string
	for n := 1; n <= 12; n++ {
		lines = append(lines, fmt.Sprintf("%-18s%s", t.item(n), t.item(n+12)))
	}
	both := func(of [2]int, limit int) string {
		return fmt.Sprintf("%c %d  %c %d", t.man(engine.First), within(of[0], 0, limit), t.man(engine.Second), within(of[1], 0, limit))
	}
	lines = append(lines, "", "bar   "+both(t.Bar, 99), "off   "+both(t.Off, 99), "pips  "+both(t.Pips, 999))
	if t.scored() {
		lines = append(lines, fmt.Sprintf("score %c %s  %c %s", t.man(engine.First), t.score(engine.First), t.man(engine.Second), t.score(engine.Second)))
	}
	if value, beside := t.cube(); value > 0 {
		cube := "cube  " + t.worth(value)
		if beside != engine.Nobody {
			cube = "cube  " + string(t.man(beside)) + " " + t.worth(value)
		}
		lines = append(lines, cube)
	}
	for _, s := range sides {
		if dice := t.dice(s); dice != "" {
			lines = append(lines, "dice  "+string(t.man(s))+" "+dice)
		}
		if s == t.turn {
			lines = append(lines, t.player(s))
		}
	}
	return lines
}

// item is one point of the list. What arrived stands in brackets; the signs are those of the drawn board.
func (t table) item(n int) string {
	item := fmt.Sprintf("%-4s:", fmt.Sprintf("(%d)", n))
	point := t.Points.Points[n-1]
	what := "0"
	if count := within(point.Count, 0, 99); count > 0 {
		what = fmt.Sprintf("%d %c", count, t.man(point.Side))
	}
	if t.last.mark(n) == arrived {
		item += "[" + what + "]"
	} else {
		item += " " + what
	}
	if sign := t.sign(n); sign != 0 {
		item += " " + string(sign)
	}
	return item
}

func within(n, low, high int) int { return min(max(n, low), high) }
