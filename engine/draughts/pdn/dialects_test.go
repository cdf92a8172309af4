package pdn

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
)

// squareNames is a file's notation of squares, from the fifth and sixth part of GameType.
type squareNames struct {
	width   int
	letters bool // as White sees the board
	// corner of square 1 for the side that begins: 0 bottom left, 1 bottom right, 2 top left, 3 top right
	corner   int
	inverted bool
	black    bool // Black begins
}

// all returns the names in an order independent of the notation: from the lower left corner, row by row.
func (s squareNames) all() []string {
	byCell := map[[2]int]string{}
	count := 0
	for row := range s.width {
		for column := range s.width {
			rank, file := row, column
			if s.corner >= 2 {
				rank = s.width - 1 - row
			}
			if s.corner%2 == 1 {
				file = s.width - 1 - column
			}
			if (rank+file)%2 == 0 == s.inverted {
				continue
			}
			count++
			name := strconv.Itoa(count)
			switch {
			case s.letters && s.black:
				name = fmt.Sprintf("%c%d", 'a'+s.width-1-file, s.width-rank)
			case s.letters:
				name = fmt.Sprintf("%c%d", 'a'+file, rank+1)
			}
			byCell[[2]int{rank, file}] = name
		}
	}
	var names []string
	for rank := range s.width {
		for file := range s.width {
			if name := byCell[[2]int{rank, file}]; name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

var typeOf = regexp.MustCompile(`\[GameType "(\d+),([WB]),(\d+),\d+,([AN])(\d),([01])"\]`)

// A game of each variant is read from a file with any other notation of squares: numbers from another corner, or
// letters. LONG=all reads two hundred of each.
func TestPDN_Dialects(t *testing.T) {
	token := regexp.MustCompile(`[a-j]?[0-9]+`)
	for _, g := range all {
		for seed := range uint64(longtest.Count(4, 200)) {
			r, err := g.NewRecord(nil, "")
			if err != nil {
				t.Fatal(err)
			}
			r.Line = randomLine(t, r.Line, seed)
			text, err := Format.Write(r)
			if err != nil {
				t.Fatal(err)
			}
			own := typeOf.FindStringSubmatch(text)
			width, _ := strconv.Atoi(own[3])
			corner, _ := strconv.Atoi(own[5])
			kept := squareNames{width, r.Line.Move(0)[0] >= 'a', corner, own[6] == "1", own[2] == "B"}
			for way := range 5 {
				other := squareNames{width, way == 4, way % 4, kept.inverted, kept.black}
				if fmt.Sprint(other) == fmt.Sprint(kept) {
					continue
				}
				from, to := kept.all(), other.all()
				sign := "N"
				if other.letters {
					sign = "A"
				}
				kind := fmt.Sprintf(`[GameType "%s,%s,%s,%s,%s%d,%s"]`, own[1], own[2], own[3], own[3], sign, other.corner, own[6])
				moves := make([]string, r.Line.Len())
				for n := range moves {
					moves[n] = token.ReplaceAllStringFunc(string(r.Line.Move(n)),
						func(name string) string { return to[slices.Index(from, name)] })
				}
				f, err := readPDN(kind+"\n\n"+strings.Join(moves, " ")+" *\n", all, nil)
				var back engine.Record
				if err == nil {
					back, err = f.Entries[0].Read()
				}
				if err != nil {
					t.Errorf("%s, %s: %v: %v", g.Name, kind, err, moves)
					break
				}
				if got := movesOf(back); back.Game != g || !slices.Equal(got, movesOf(r)) {
					t.Errorf("%s is read as %s: %v", kind, back.Game.Name, got)
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}
