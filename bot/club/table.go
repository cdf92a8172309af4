package club

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine/pairing"
	"tabuleiro/engine/tournament"
	"tabuleiro/render"
)

// widest is the number of columns a name has in a table, so that a line fits on a phone.
const widest = 14

// board shows the standing as the readers want it: as a picture, in a fixed width or in words. It is nil before there
// is one.
func (p page) board() *chat.Board {
	rows := p.s.Standing(p.played)
	if len(rows) == 0 {
		return nil
	}
	t := p.crosstable(rows)
	var words, cells []string
	for i, row := range rows {
		words = append(words, fmt.Sprintf("%d. %s: %s", row.Place, p.name(p.s.Entrants[row.Entrant]), p.made(row)))
		cells = append(cells, strings.Join(t.Rows[i], " "))
	}
	show := p.as.Of("show")
	if show == view.InWords {
		return &chat.Board{Text: strings.Join(words, "\n"), Told: true}
	}
	b := &chat.Board{Text: p.table(t), Alt: strings.Join(words, "; ")}
	if p.guide.Caps.Pictures && view.Pictured(show) {
		b.PNG, _ = render.Crosstable(t, p.as.Of("theme")) // without it the text is still there
		b.Alt += "\n" + strings.Join(cells, "; ")         // so that a picture that has changed is known
	}
	return b
}

// mostShown is the number of rounds a picture has beside names that can be read.
const mostShown = 6

// crosstable is the standing with the results of the latest rounds: +3 is a win against the third, =3 a draw, -3 a
// loss, ·3 is played, and a sign alone is a bye; of a ladder how many challenges were won, drawn and lost.
func (p page) crosstable(rows []pairing.Row) render.Table {
	v := p.guide.Voice
	t := render.Table{Title: "#" + p.s.ID + " " + v.Text("game."+p.game.Name), Head: []string{"", ""}, Lit: 1}
	first := max(0, len(p.s.Rounds)-mostShown)
	last := []string{v.Text("tournament-column.points"), v.Text("tournament-column.buchholz")}
	if sortOf(p.s) == ladders {
		first, last = len(p.s.Rounds), []string{"+", "=", "-"}
	}
	for round := first; round < len(p.s.Rounds); round++ {
		t.Head = append(t.Head, strconv.Itoa(round+1))
	}
	t.Head = append(t.Head, last...)
	place := map[int]int{pairing.Bye: 0}
	for _, row := range rows {
		place[row.Entrant] = row.Place
	}
	for _, row := range rows {
		cells := []string{strconv.Itoa(row.Place), p.name(p.s.Entrants[row.Entrant])}
		for round := first; round < len(p.s.Rounds); round++ {
			cells = append(cells, p.cell(round, row.Entrant, place))
		}
		if sortOf(p.s) == ladders {
			for _, n := range p.s.Tally(row.Entrant) {
				cells = append(cells, strconv.Itoa(n))
			}
		} else {
			cells = append(cells, p.points(row.Points), p.points(row.Buchholz))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// cell is what an entrant has made in a round, "" if nothing was to be made; place has the places of all.
func (p page) cell(round, entrant int, place map[int]int) string {
	board := slices.IndexFunc(p.s.Rounds[round].Boards, func(b tournament.Board) bool {
		return b.First == entrant ||
			b.Second == entrant
	})
	if board < 0 {
		return ""
	}
	b := p.s.Rounds[round].Boards[board]
	if b.Second == pairing.Bye {
		return "+"
	}
	r, done := p.s.Result(round, board, p.played)
	made, other, against := r.Points[0], r.Points[1], b.Second
	if b.Second == entrant {
		made, other, against = other, made, b.First
	}
	sign := "="
	switch {
	case !done:
		sign = "·"
	case made > other:
		sign = "+"
	case made < other || made == 0:
		sign = "-"
	}
	return sign + strconv.Itoa(place[against])
}

// table is the standing in a fixed width: place, name, points and Buchholz, or what was made on a ladder.
func (p page) table(t render.Table) string {
	width, last := 4, len(t.Head)-2
	if sortOf(p.s) == ladders {
		last = 2
	}
	for _, row := range t.Rows {
		width = max(width, min(widest, runewidth.StringWidth(row[1])))
	}
	var text strings.Builder
	text.WriteString(runewidth.FillRight("", width+3))
	for _, head := range t.Head[last:] {
		fmt.Fprintf(&text, " %4s", head)
	}
	for _, row := range t.Rows {
		fmt.Fprintf(&text, "\n%2s %s", row[0], runewidth.FillRight(runewidth.Truncate(row[1], width, "…"), width))
		for _, cell := range row[last:] {
			fmt.Fprintf(&text, " %4s", cell)
		}
	}
	return text.String()
}
