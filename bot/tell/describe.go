package tell

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// Describe says in words what a board shows, for those who cannot see it: what each side has where, and where the last
// move went.
func Describe(v engine.View, colours [2]string, to Voice) string {
	if to.letters() { // without numbers the squares have names
		v.Cells = slices.Clone(v.Cells)
		for i := range v.Cells {
			v.Cells[i].Label = ""
		}
	}
	var sentences []string
	for _, side := range []engine.Side{engine.First, engine.Second} {
		colour := to.Text("colour." + colours[side-engine.First])
		if v.Points != nil {
			sentences = append(sentences, to.Text("describe.points", speech.Text("Side", colour), speech.Text("List", checkers(v.Points, side))))
			continue
		}
		men, kings := pieces(v, side)
		var parts []string
		if men != nil {
			parts = append(parts, to.Text("describe.men", speech.Text("List", strings.Join(men, " "))))
		}
		if kings != nil {
			parts = append(parts, to.Text("describe.kings", speech.Text("List", strings.Join(kings, " "))))
		}
		if parts == nil {
			parts = append(parts, to.Text("describe.nothing"))
		}
		sentences = append(sentences, to.Text("describe.side", speech.Text("Side", colour), speech.Text("What", strings.Join(parts, "; "))))
	}
	if p := v.Last.Path; len(p) > 0 {
		sentences = append(sentences, to.Text("describe.last", speech.Text("From", square(v, p[0])), speech.Text("To", square(v, p[len(p)-1]))))
	}
	if v.Turn == engine.First || v.Turn == engine.Second {
		sentences = append(sentences, to.Text("describe.turn", speech.Text("Side", to.Text("colour."+colours[v.Turn-engine.First]))))
	}
	return strings.Join(sentences, " ")
}

// pieces are the squares where a side has men and kings, in the order in which they are numbered or, without numbers, along
// the ranks.
func pieces(v engine.View, s engine.Side) (men, kings []string) {
	for i, c := range v.Cells {
		switch {
		case c.Side != s:
		case c.King:
			kings = append(kings, square(v, i))
		default:
			men = append(men, square(v, i))
		}
	}
	sortNumbers(men)
	sortNumbers(kings)
	return men, kings
}

// sortNumbers puts numbers in order, and leaves names as they are.
func sortNumbers(list []string) {
	slices.SortStableFunc(list, func(a, b string) int {
		m, err1 := strconv.Atoi(a)
		n, err2 := strconv.Atoi(b)
		if err1 != nil || err2 != nil {
			return 0
		}
		return m - n
	})
}

// square is the number of a cell or, without one, its name.
func square(v engine.View, i int) string {
	if label := v.Cells[i].Label; label != "" {
		return label
	}
	return string(rune('a'+i%v.Files)) + strconv.Itoa(i/v.Files+1)
}

// checkers are the points where a side has some, by the numbers on the board, with how many.
func checkers(p *engine.Points, s engine.Side) string {
	var list []string
	for i, point := range p.Points {
		if point.Side == s && point.Count > 0 {
			list = append(list, strconv.Itoa(point.Count)+"/"+strconv.Itoa(i+1))
		}
	}
	if n := p.Bar[s-engine.First]; n > 0 {
		list = append(list, strconv.Itoa(n)+"/bar")
	}
	if n := p.Off[s-engine.First]; n > 0 {
		list = append(list, strconv.Itoa(n)+"/off")
	}
	return strings.Join(list, " ")
}
