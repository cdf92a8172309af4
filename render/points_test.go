package render

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tabuleiro/engine"
)

// pointsBegin returns the board at the start of a money game. Checkers are placed by the numbers on the board.
func pointsBegin() engine.View {
	p := &engine.Points{Cube: 1}
	for n, c := range map[int]int{1: 2, 12: 5, 17: 3, 19: 5} {
		p.Points[n-1] = engine.Point{Side: engine.First, Count: c}
		p.Points[barOf-n-1] = engine.Point{Side: engine.Second, Count: c}
	}
	v := engine.View{Points: p}
	count(v)
	return v
}

// count fills in the pips and the side on turn.
func count(v engine.View) {
	p := v.Points
	for i, s := range sides {
		p.Pips[i] = barOf * p.Bar[i]
		for n, point := range p.Points {
			if point.Side == s {
				p.Pips[i] += point.Count * s.Point(n+1)
			}
		}
	}
	p.Turn = v.Turn
}

// stand puts checkers on an empty board, as pairs of the side's own point number and a count.
func stand(v engine.View, s engine.Side, counts ...int) {
	for i := 0; i < len(counts); i += 2 {
		v.Points.Points[s.Point(counts[i])-1] = engine.Point{Side: s, Count: counts[i+1]}
	}
}

// thrown returns the start of a match after the first roll.
func thrown() engine.View {
	v := pointsBegin()
	p := v.Points
	v.Turn, p.Mover, p.Dice, p.Length = engine.First, engine.First, [2]int{3, 1}, 5
	count(v)
	return v
}

// contact has First on the bar after a play of Second's with two hits, and tall stacks.
func contact() engine.View {
	p := &engine.Points{Cube: 2, Owner: engine.Second, Length: 7, Score: [2]int{3, 1}}
	v := engine.View{Points: p, Turn: engine.First}
	stand(v, engine.First, 24, 1, 13, 2, 8, 1, 6, 7, 3, 2)
	stand(v, engine.Second, 24, 2, 13, 2, 7, 1, 6, 6, 4, 2, 3, 1, 2, 1)
	p.Bar = [2]int{2, 0}
	p.Mover, p.Dice = engine.First, [2]int{5, 2}
	v.Last.Hops = []engine.Hop{{From: 13, To: 7, Hit: true}, {From: 3, To: 2, Hit: true}}
	count(v)
	return v
}

// entering has First half-way through a double, after Second entered from the bar and ran on with a hit.
func entering() engine.View {
	p := &engine.Points{Cube: 4, Owner: engine.First}
	v := engine.View{Points: p, Turn: engine.First}
	stand(v, engine.First, 20, 2, 13, 5, 8, 2, 6, 4, 5, 1)
	stand(v, engine.Second, 18, 1, 13, 4, 8, 3, 6, 5, 4, 1)
	p.Bar = [2]int{1, 1}
	p.Mover, p.Dice, p.Used = engine.First, [2]int{4, 4}, []int{4, 4}
	v.Last.Hops = []engine.Hop{{From: 25, To: 22, Hit: true}, {From: 22, To: 18}}
	count(v)
	return v
}

// bearing has both sides bearing off; Second has just taken off two checkers.
func bearing() engine.View {
	p := &engine.Points{Cube: 8, Owner: engine.First, Score: [2]int{12, 10}}
	v := engine.View{Points: p, Turn: engine.First}
	stand(v, engine.First, 1, 3, 2, 2, 5, 1)
	stand(v, engine.Second, 1, 2, 3, 1)
	p.Off = [2]int{9, 12}
	p.Mover = engine.First
	v.Last.Hops = []engine.Hop{{From: 6, To: 0}, {From: 4, To: 3}, {From: 3, To: 0}}
	count(v)
	return v
}

// doubled has Second answering a double after his play.
func doubled() engine.View {
	v := pointsBegin()
	p := v.Points
	v.Turn, p.Mover, p.Doubled, p.Length, p.Score = engine.Second, engine.First, true, 9, [2]int{4, 6}
	v.Last.Hops = []engine.Hop{{From: 24, To: 18}, {From: 13, To: 11}}
	stand(v, engine.Second, 24, 1, 18, 1, 13, 4, 11, 1)
	count(v)
	return v
}

// tied has both sides with equal rolls in the opening.
func tied() engine.View {
	v := pointsBegin()
	v.Points.Dice = [2]int{6, 6}
	v.Turn = engine.Chance
	return v
}

func TestPointsText_Golden(t *testing.T) {
	for _, c := range []struct {
		name  string
		view  engine.View
		style Style
	}{
		{"points-start", pointsBegin(), Style{}},
		{"points-thrown", thrown(), Style{}},
		{"points-contact", contact(), Style{}},
		{"points-contact-flipped", contact(), Style{Flip: true}},
		{"points-entering", entering(), Style{}},
		{"points-bearing", bearing(), Style{}},
		{"points-doubled", doubled(), Style{}},
		{"points-doubled-flipped", doubled(), Style{Flip: true}},
		{"points-tied", tied(), Style{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			golden(t, c.name+".txt", []byte(Text(c.view, c.style)+"\n"))
		})
	}
}

// A score without a match length has a label, in the text and in the strips of a picture, as a bare number may mean
// anything. That of a match needs none: "3/7" is plain.
func TestScore_HasItsName(t *testing.T) {
	words := Words{Pips: "faltam", Score: "marcador"}
	if got := Text(bearing(), Style{Words: words}); !strings.Contains(got, "marcador 12") ||
		!strings.Contains(got, "marcador 10") {
		t.Errorf("the board says\n%s", got)
	}
	for _, c := range []struct {
		view engine.View
		want string
	}{{bearing(), "faltam 12 · marcador 12"}, {contact(), "faltam 156 · 3/7"}, {pointsBegin(), "faltam 167"}} {
		if got := newTable(c.view, Style{Words: words}).standing(engine.First); !strings.HasSuffix(got, c.want) {
			t.Errorf("the strip says %q, want %q", got, c.want)
		}
	}
}

// pointsViews generates boards with up to 15 checkers of each side anywhere, in any phase of a game.
func pointsViews() *rapid.Generator[engine.View] {
	return rapid.Custom(func(t *rapid.T) engine.View {
		p := &engine.Points{
			Mover: engine.Side(rapid.IntRange(0, 2).Draw(t, "mover")),
			Cube:  1 << rapid.IntRange(0, 6).Draw(t, "cube"),
			Owner: engine.Side(rapid.IntRange(0, 2).Draw(t, "owner")),
		}
		if rapid.Bool().Draw(t, "thrown") {
			p.Dice[0] = rapid.IntRange(1, 6).Draw(t, "die")
			p.Dice[1] = rapid.IntRange(1, p.Dice[0]).Draw(t, "other die")
		}
		v := engine.View{Points: p, Turn: engine.Side(rapid.IntRange(0, 3).Draw(t, "turn"))}
		for i, s := range sides {
			rest := most
			for rest > 0 {
				n := rapid.IntRange(1, rest).Draw(t, "checkers")
				place := rapid.IntRange(0, barOf).Draw(t, "place")
				switch {
				case place == 0:
					p.Off[i] += n
				case place == barOf:
					p.Bar[i] += n
				case p.Points[place-1].Count == 0 || p.Points[place-1].Side == s:
					p.Points[place-1].Side = s
					p.Points[place-1].Count += n
				default:
					p.Off[i] += n
				}
				rest -= n
			}
		}
		for range rapid.IntRange(0, 4).Draw(t, "hops") {
			h := engine.Hop{From: rapid.IntRange(0, barOf).Draw(t, "from"), To: rapid.IntRange(0, barOf).Draw(t, "to"),
				Hit: rapid.Bool().Draw(t, "hit")}
			if h.From != h.To {
				v.Last.Hops = append(v.Last.Hops, h)
			}
		}
		count(v)
		return v
	})
}

// The drawn board is read back column by column.
func TestPointsText_ShowsCheckers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := pointsViews().Draw(t, "view")
		s := Style{Flip: rapid.Bool().Draw(t, "flip")}
		text := Text(v, s)
		lines := strings.Split(text, "\n")
		top := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "+-") })
		if top < 3 || top > 4 || len(lines) < top+16 || !strings.HasPrefix(lines[top+12], "+-") {
			t.Fatalf("%d lines:\n%s", len(lines), text)
		}
		for i, l := range lines {
			width := pointsWidth
			if i < top-2 || i > top+14 { // of a player
				width = accountWidth
			}
			if len(l) > width || strings.TrimRight(l, " ") != l || strings.Trim(l, printable) != "" {
				t.Fatalf("%q is too long or not plain:\n%s", l, text)
			}
			lines[i] = l + strings.Repeat(" ", max(0, pointsWidth-len(l)))
		}
		tab := newTable(v, s)
		for _, low := range []bool{false, true} {
			rows, names := lines[top+1:top+6], lines[top-2:top]
			if low {
				rows, names = []string{lines[top+11], lines[top+10], lines[top+9], lines[top+8], lines[top+7]}, lines[top+13:top+15]
			}
			for x := range columns {
				at := screenColumn(x)
				n := tab.pointNumber(x, low)
				name := strings.TrimSpace(string([]byte{names[0][at+1], names[1][at+1]}))
				if want := strconv.Itoa(tab.names.Point(n)); name != want {
					t.Fatalf("column %d is named %s, want %s:\n%s", x, name, want, text)
				}
				point := v.Points.Points[n-1]
				column := ""
				for _, r := range rows {
					column += string(r[at+1])
				}
				want := strings.Repeat(string(lettersOf(v).man(point.Side)), min(point.Count, stack))
				if point.Count > stack {
					want = want[:stack-1]
					number := strconv.Itoa(point.Count)
					if got := rows[stack-1][at+2-len(number) : at+2]; got != number {
						t.Fatalf("point %d ends in %q, want %s:\n%s", n, got, number, text)
					}
				}
				if rest, ok := strings.CutPrefix(column, want); !ok || point.Count <= stack && strings.Trim(rest, " :*") != "" {
					t.Fatalf("point %d is %q, want %q:\n%s", n, column, want, text)
				}
			}
		}
	})
}

const printable = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// Seen from the other side with the colours swapped, a board is the same.
func TestPointsText_OfMirroredBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := pointsViews().Draw(t, "view")
		if v.Points.Mover == engine.Nobody { // then First's numbers are shown to both
			v.Points.Mover = engine.Second
		}
		swap := func(s engine.Side) engine.Side {
			if s == engine.First || s == engine.Second {
				return engine.First + engine.Second - s
			}
			return s
		}
		p := *v.Points
		p.Mover, p.Owner, p.Turn = swap(p.Mover), swap(p.Owner), swap(p.Turn)
		for i, point := range v.Points.Points {
			p.Points[23-i] = engine.Point{Side: swap(point.Side), Count: point.Count}
		}
		for _, pair := range []*[2]int{&p.Bar, &p.Off, &p.Pips, &p.Score} {
			pair[0], pair[1] = pair[1], pair[0]
		}
		m := engine.View{Points: &p, Turn: swap(v.Turn)}
		for _, h := range v.Last.Hops {
			m.Last.Hops = append(m.Last.Hops, engine.Hop{From: barOf - h.From, To: barOf - h.To, Hit: h.Hit})
		}
		flip := rapid.Bool().Draw(t, "flip")
		colours := strings.NewReplacer("O", "X", "X", "O")
		if got, want := colours.Replace(Text(m, Style{Flip: !flip})), Text(v, Style{Flip: flip}); got != want {
			t.Fatalf("mirrored:\n%s\nwant\n%s", got, want)
		}
	})
}

func TestTable(t *testing.T) {
	for _, flip := range []bool{false, true} {
		tab := newTable(pointsBegin(), Style{Flip: flip})
		for n := 1; n <= 24; n++ {
			if x, low := tab.place(n); tab.pointNumber(x, low) != n {
				t.Errorf("flip %v: point %d lies in column %d, where point %d is", flip, n, x, tab.pointNumber(x, low))
			}
		}
		for _, low := range []bool{false, true} {
			if got := tab.sitting(low).Point(tab.pointNumber(columns-1, low)); got != 1 {
				t.Errorf("flip %v: in the corner of %v's home is his point %d, want 1", flip, tab.sitting(low), got)
			}
		}
	}
}

func TestFollow(t *testing.T) {
	p := follow([]engine.Hop{{From: 24, To: 23, Hit: true}, {From: 23, To: 20}, {From: 24, To: 20}})
	if want := [][]int{{24, 23, 20}, {24, 20}}; !reflect.DeepEqual(p.ways, want) {
		t.Errorf("ways %v, want %v", p.ways, want)
	}
	for n, want := range map[int]mark{24: left, 23: left, 20: arrived, 2: unmarked} {
		if got := p.mark(n); got != want {
			t.Errorf("place %d is marked %d, want %d", n, got, want)
		}
	}
	if !p.hit[23] || p.hit[20] || p.hit[2] {
		t.Errorf("hits %v", p.hit)
	}
}

// The words are in the reader's language, and long ones do not widen the board.
func TestPointsText_Words(t *testing.T) {
	words := Words{Pips: "pontos", Bar: "barra", Off: "fora", Cube: "dado de apostas", Score: "marcador"}
	v := bearing()
	v.Points.Cube, v.Points.Owner = 1<<20, engine.First
	text := Text(v, Style{Words: words})
	for _, w := range []string{words.Pips, words.Off, words.Score, "1048576"} {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing:\n%s", w, text)
		}
	}
	for _, english := range []string{"pips", "off", "bar ", "cube"} {
		if strings.Contains(text, english) {
			t.Errorf("%q is there:\n%s", english, text)
		}
	}
	for _, l := range strings.Split(text, "\n") {
		if utf8.RuneCountInString(l) > accountWidth {
			t.Errorf("%q is too long", l)
		}
	}
}

// Text and picture number the points alike: for the mover, or for the player of the style.
func TestPoints_NumbersAgree(t *testing.T) {
	for _, count := range []engine.Side{engine.Nobody, engine.First, engine.Second} {
		for _, v := range []engine.View{contact(), doubled(), tied()} {
			s := Style{Count: count}
			want := count
			if count == engine.Nobody {
				want = CountedBy(v)
			}
			if tab := newTable(v, s); tab.names != want {
				t.Errorf("the board is numbered for %v, want %v", tab.names, want)
			}
		}
	}
	if CountedBy(startView()) != engine.First {
		t.Error("a board of cells is counted by somebody else")
	}
	for _, v := range []engine.View{contact(), doubled(), tied()} {
		if points := *v.Points; CountedBy(v) != engine.Second {
			points.Absolute = true
			if v.Points = &points; CountedBy(v) != engine.Second {
				t.Error("the numbers of the board are not those of its player")
			}
		}
	}
}

// A stack that has just grown past five shows its count as a bare number, as a plus before it would read as an
// addition.
func TestPointsText_OfAGrownStack(t *testing.T) {
	v := thrown()
	v.Points.Points[5] = engine.Point{Side: engine.First, Count: 6}
	v.Last.Hops = []engine.Hop{{From: 4, To: 6}}
	text := Text(v, Style{})
	if strings.Contains(text, "+6") || strings.Contains(text, "+ 6") || !strings.Contains(text, "+O") ||
		!strings.Contains(text, " 6") {
		t.Errorf("no plain 6, or no sign of what came:\n%s", text)
	}
}
