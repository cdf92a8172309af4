package tell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// Scene is a board that is to be put into words, for people who do not see it.
type Scene struct {
	Game     *engine.Game
	Position engine.Position
	View     engine.View // of the position, with the last move in it
	Theme    string      // of the picture, which may have other colours than the game; "" if there is none
	Count    engine.Side // by whose count points are numbered; Nobody: the mover's, or as the reader has chosen
}

// sceneOf is the present board of a match.
func sceneOf(m *match.Match) Scene {
	return Scene{Game: m.Game, Position: m.Line.Position(), View: Shown(m)}
}

// Words tells everything there is on a board, a sentence after the other, in the order in which somebody who plays by
// ear needs it: whose turn it is and with what dice, what has to be done, what was played, how it stands, and where the
// pieces are, those of the side on turn first. All points are counted for one player, who is named: see render.Counted.
func (s Scene) Words(v Voice) []string {
	return slices.Concat(s.turn(v), s.duty(v), s.standing(v))
}

// standing tells what was played and how it stands, and where the pieces are.
func (s Scene) standing(v Voice) []string {
	list := slices.Concat(s.last(v), s.score(v), s.numbering(v))
	first := engine.First
	if s.View.Turn == engine.Second {
		first = engine.Second
	}
	return append(list, s.pieces(v, first), s.pieces(v, first.Other()))
}

// count is the player by whose count points are numbered.
func (s Scene) count(v Voice) engine.Side { return cmp.Or(s.Count, v.count(), render.Counted(s.View)) }

// side is a fact: the colour of a side.
func (s Scene) side(v Voice, name string, side engine.Side) speech.Fact {
	if side != engine.First && side != engine.Second {
		return speech.Text(name, "")
	}
	return speech.Text(name, v.Text("colour."+render.Called(s.Theme, s.Game.Colours[side-engine.First])))
}

// turn says whose turn it is, and for what; nothing at the end.
func (s Scene) turn(v Voice) []string {
	t := throw(s.Position)
	who, other := s.side(v, "Side", s.View.Turn), s.side(v, "Other", s.View.Turn.Other())
	switch {
	case s.View.Turn == engine.Nobody:
		return nil
	case s.View.Turn == engine.Chance:
		return []string{v.Text("words.throw")}
	case t.Doubled > 0:
		return []string{v.Text("words.doubled", who, other, speech.Count(t.Doubled))}
	case t.Dice[0] > 0 && t.By != engine.Nobody:
		return []string{v.Text("words.dice", who, speech.Text("A", strconv.Itoa(t.Dice[0])),
			speech.Text("B", strconv.Itoa(t.Dice[1])))}
	}
	if _, dice := s.Position.(engine.Roller); dice {
		key := "words.roll"
		if !mayDouble(s.Position) {
			key = "words.throws"
		}
		return []string{v.Text(key, who)}
	}
	return []string{v.Text("words.turn", who)}
}

// duty says what the side on turn has to do, or may answer to a capture that was left out.
func (s Scene) duty(v Voice) []string {
	a, ok := s.Position.(engine.Arbiter)
	if !ok || s.View.Turn == engine.Nobody {
		return nil
	}
	var rights []string
	for _, r := range a.Rights() {
		rights = append(rights, v.Move(s.Position, string(r)))
	}
	if rights != nil {
		return []string{v.Text("words.rights", s.side(v, "Other", s.View.Turn.Other()),
			speech.Text("Choices", v.Or(rights, fewChoices)))}
	}
	duty := a.Duty()
	if duty == nil {
		return nil
	}
	return []string{chat.Plain(v.facts(s.Position, "rule."+string(duty.Rule), duty))}
}

// last says what was played.
func (s Scene) last(v Voice) []string {
	t := s.View.Last
	switch {
	case len(t.Hops) > 0:
		return []string{v.Text("words.played", speech.Text("List", v.hops(s.View, t.Hops)))}
	case len(t.Path) > 1:
		end, key := len(t.Path)-1, "words.last"
		if to := t.Path[end]; slices.Contains(t.Taken, to) && s.View.Cells[to].Side == engine.Nobody {
			key = "words.left-board" // over the piece there
		}
		return []string{v.Text(key,
			speech.Text("From", s.square(v, t.Path[0])), speech.Text("To", s.square(v, t.Path[end])),
			speech.Text("Via", s.squares(v, t.Path[1:end])), speech.Text("Taken", s.squares(v, t.Taken)),
			speech.Text("Drops", s.squares(v, t.Drops)))}
	case len(t.Taken) > 0:
		return []string{v.Text("words.taken", speech.Text("List", s.squares(v, t.Taken)))}
	}
	return nil
}

// hops says a play of points: where each checker went.
func (v Voice) hops(view engine.View, hops []engine.Hop) string {
	count := v.count()
	if view.Points != nil && view.Points.Absolute {
		count = render.Counted(view)
	}
	up := slices.ContainsFunc(hops, func(h engine.Hop) bool { return h.To > h.From }) // First's way
	var list []string
	for _, h := range hops {
		key := "words.hop"
		if h.Hit {
			key = "words.hit"
		}
		list = append(list, v.Text(key, speech.Text("From", v.place(h.From, up, count)),
			speech.Text("To", v.place(h.To, up, count))))
	}
	return strings.Join(list, "; ")
}

// numbering names the player by whose count points are numbered, where there are points.
func (s Scene) numbering(v Voice) []string {
	if s.View.Points == nil {
		return nil
	}
	return []string{v.Text("words.count", s.side(v, "Side", s.count(v)))}
}

// score says the score, the cube and what each side has to go, where a game has such things.
func (s Scene) score(v Voice) (list []string) {
	p := s.View.Points
	if p == nil {
		return nil
	}
	list = s.match(v)
	if p.Absolute || p.Cube > 1 || p.Owner != engine.Nobody {
		list = append(list, s.cube(v))
	}
	return append(list, v.Text("words.pips", s.side(v, "First", engine.First), s.side(v, "Second", engine.Second),
		speech.Text("A", strconv.Itoa(p.Pips[0])), speech.Text("B", strconv.Itoa(p.Pips[1]))))
}

// match says the score of a match of several games; nothing of a single game.
func (s Scene) match(v Voice) (list []string) {
	st, length := engine.StandingOf(s.Position), ""
	if st.Length <= 1 && st.Score == [2]int{} {
		return nil
	}
	if st.Length > 1 {
		length = strconv.Itoa(st.Length)
	}
	list = append(list, v.Text("words.score", s.side(v, "First", engine.First), s.side(v, "Second", engine.Second),
		speech.Text("A", strconv.Itoa(st.Score[0])), speech.Text("B", strconv.Itoa(st.Score[1])),
		speech.Text("Length", length)))
	if st.Crawford {
		list = append(list, v.Text("words.crawford"))
	}
	return list
}

// cube says where the cube is.
func (s Scene) cube(v Voice) string {
	p := s.View.Points
	return v.Text("words.cube", speech.Count(p.Cube), s.side(v, "Side", p.Owner))
}

// pieces says where those of a side stand.
func (s Scene) pieces(v Voice, side engine.Side) string {
	var parts []string
	if s.View.Points != nil {
		for place, n := range s.counted(side, s.count(v)) {
			if n > 0 {
				parts = append(parts, s.many(v, n, place))
			}
		}
		return v.Text("words.side", s.side(v, "Side", side), speech.Text("What", strings.Join(parts, ", ")))
	}
	var men, kings []int
	for i, c := range s.View.Cells {
		switch {
		case c.Side != side:
		case c.King:
			kings = append(kings, i)
		default:
			men = append(men, i)
		}
	}
	for _, of := range []struct {
		cells []int
		key   string
	}{{men, "words.men."}, {kings, "words.kings."}} {
		if of.cells != nil {
			parts = append(parts, v.Text(s.called(v, of.key), speech.Count(len(of.cells)),
				speech.Text("List", strings.Join(s.runs(v, of.cells), ", "))))
		}
	}
	if parts == nil {
		parts = append(parts, v.Text("words.nothing"))
	}
	return v.Text("words.side", s.side(v, "Side", side), speech.Text("What", strings.Join(parts, "; ")))
}

// at tells what is on a square, or point, or on a row; false if there is no such place.
func (s Scene) at(v Voice, place string, row bool) (list []string, known bool) {
	n, err := strconv.Atoi(place)
	if points := s.View.Points; points != nil {
		only := *points
		only.Bar, only.Off = [2]int{}, [2]int{}
		for i := range only.Points {
			if here := counting(i+1, s.count(v)) == n; !here {
				only.Points[i].Count = 0
			} else {
				known = !row
			}
		}
		s.View.Points, list = &only, s.numbering(v)
	} else {
		s.View.Cells = slices.Clone(s.View.Cells)
		for i, c := range s.View.Cells {
			name := string(rune('a'+i%s.View.Files)) + strconv.Itoa(i/s.View.Files+1)
			here := row && err == nil && i/s.View.Files+1 == n || !row && (place == name || place == c.Label)
			if known = known || here; !here {
				s.View.Cells[i].Side = engine.Nobody
			}
		}
	}
	empty := len(list)
	for _, side := range []engine.Side{engine.First, engine.Second} {
		if s.has(side) {
			list = append(list, s.pieces(v, side))
		}
	}
	if len(list) == empty {
		list = append(list, v.Text("words.empty", speech.Text("Place", place), speech.Text("Row", map[bool]string{true: place}[row])))
	}
	return list, known
}

// has reports whether a side has a piece on the board.
func (s Scene) has(side engine.Side) bool {
	if p := s.View.Points; p != nil {
		return slices.ContainsFunc(p.Points[:], func(at engine.Point) bool { return at.Side == side && at.Count > 0 })
	}
	return slices.ContainsFunc(s.View.Cells, func(c engine.Cell) bool { return c.Side == side })
}

// Of is the key of a sentence in the words of a game, where it calls its pieces by another name than most do.
func (v Voice) Of(game *engine.Game, key string) string {
	for _, name := range []string{game.Name, game.Kin} {
		if own := key + "-" + name; v.Has(own) {
			return own
		}
	}
	return key
}

// called is the key of the words for the pieces of the game: its own, or those of all games.
func (s Scene) called(v Voice, key string) string {
	for _, name := range []string{s.Game.Name, s.Game.Kin} {
		if own := key + name; name != "" && v.Has(own) {
			return own
		}
	}
	return key + "all"
}

// square is the number of a cell or, without one or where letters are preferred, its name.
func (s Scene) square(v Voice, i int) string {
	if label := s.View.Cells[i].Label; label != "" && !v.letters() {
		return label
	}
	return string(rune('a'+i%s.View.Files)) + strconv.Itoa(i/s.View.Files+1)
}

func (s Scene) squares(v Voice, cells []int) string {
	var names []string
	for _, i := range cells {
		names = append(names, s.square(v, i))
	}
	return strings.Join(names, ", ")
}

// runs names cells in the order of their numbers or, without numbers, rank by rank. Three or more that follow one
// another are named by the first and the last.
func (s Scene) runs(v Voice, cells []int) (list []string) {
	order := func(i int) int {
		if n, err := strconv.Atoi(s.square(v, i)); err == nil {
			return n
		}
		return i/s.View.Files*(s.View.Files+1) + i%s.View.Files // nothing follows over the edge
	}
	cells = slices.Clone(cells)
	slices.SortFunc(cells, func(a, b int) int { return order(a) - order(b) })
	for len(cells) > 0 {
		n := 1
		for n < len(cells) && order(cells[n]) == order(cells[n-1])+1 {
			n++
		}
		if n < 3 {
			n = 1
			list = append(list, s.square(v, cells[0]))
		} else {
			list = append(list, v.Text("words.run", speech.Text("From", s.square(v, cells[0])),
				speech.Text("To", s.square(v, cells[n-1]))))
		}
		cells = cells[n:]
	}
	return list
}

// Places of a board of points in the count of one player: the points 1 to 24, and beyond them the bar and off.
const (
	onBar = 25
	isOff = 26
)

// counted is the number of checkers a side has on each place, by the count of a player.
func (s Scene) counted(side, count engine.Side) (on [isOff + 1]int) {
	for i, point := range s.View.Points.Points {
		if point.Side == side {
			on[counting(i+1, count)] = point.Count
		}
	}
	on[onBar], on[isOff] = s.View.Points.Bar[side-engine.First], s.View.Points.Off[side-engine.First]
	return on
}

// counting turns the number on the board of a point into that of a player.
func counting(n int, count engine.Side) int {
	if count == engine.Second {
		return n
	}
	return onBar - n
}

// numbers names points of the board, given by the numbers that it has.
func (s Scene) numbers(v Voice, points []int) string {
	var counted []int
	for _, n := range points {
		counted = append(counted, counting(n, s.count(v)))
	}
	slices.SortFunc(counted, func(a, b int) int { return b - a })
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(counted), " ", ", "), "[]")
}

// many says how many checkers are on a place.
func (s Scene) many(v Voice, n, place int) string {
	switch place {
	case onBar:
		return v.Text("words.on-bar", speech.Count(n))
	case isOff:
		return v.Text("words.off", speech.Count(n))
	}
	return v.Text("words.on-point", speech.Text("N", strconv.Itoa(n)), speech.Text("Point", strconv.Itoa(place)))
}

// place names an end of a hop that goes up the numbers of the board or down, by the count of a side, else of its own
// player: a point, or outside the board the bar or where checkers are off.
func (v Voice) place(n int, up bool, count engine.Side) string {
	mover := engine.Second
	if up {
		mover = engine.First
	}
	switch {
	case n > 0 && n < onBar:
		return strconv.Itoa(counting(n, cmp.Or(count, mover)))
	case (n == 0) == up:
		return v.Text("board.bar")
	}
	return v.Text("board.off")
}
