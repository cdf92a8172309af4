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

// scene is a board of a match as it is told in words to an audience.
func (a Audience) scene(m *match.Match, view engine.View) reader {
	return reader{Scene{m.Game, m.Line.Position(), view, a.theme(), a.count(m)}, a.Voice}
}

// Words tells everything there is on a board, a sentence after the other, in the order in which somebody who plays by
// ear needs it: whose turn it is and with what dice, what has to be done, what was played, how it stands, and where the
// pieces are, those of the side on turn first. All points are counted for one player, who is named: see render.Counted.
func (s Scene) Words(v Voice) []string { return reader{s, v}.words() }

// Since tells only what is not as it was on another board of the same game: whose turn it is, and for each side the
// places that its pieces left and those where they are now.
func (s Scene) Since(before Scene, v Voice) []string { return reader{s, v}.since(reader{before, v}) }

// colour is that of a side's pieces, "" for no side.
func (s Scene) colour(v Voice, side engine.Side) string {
	if side != engine.First && side != engine.Second {
		return ""
	}
	return v.Text("colour." + render.Called(s.Theme, s.Game.Colours[side-engine.First]))
}

// reader reads a scene aloud.
type reader struct {
	Scene
	Voice
}

func (r reader) words() []string { return slices.Concat(r.turn(), r.duties(), r.standing()) }

// standing tells what was played and how it stands, and where the pieces are.
func (r reader) standing() []string {
	list := slices.Concat(r.last(), r.score(), r.numbering())
	first := engine.First
	if r.View.Turn == engine.Second {
		first = engine.Second
	}
	return append(list, r.pieces(first), r.pieces(first.Other()))
}

// since tells what is not as it was.
func (r reader) since(before reader) []string {
	list := slices.Concat(r.turn(), r.duties())
	for _, side := range sides {
		var parts []string
		for _, c := range r.changes(before, side) {
			if c.places != nil {
				parts = append(parts, r.Text(c.key, speech.Text("List", strings.Join(c.places, ", "))))
			}
		}
		if parts != nil {
			list = append(list, r.Text("words.side", r.side("Side", side), speech.Text("What", strings.Join(parts, "; "))))
		}
	}
	return list
}

// count is the player by whose count points are numbered.
func (r reader) count() engine.Side {
	return cmp.Or(r.Count, r.Voice.count(), render.Counted(r.View))
}

// side is a fact: the colour of a side.
func (r reader) side(name string, side engine.Side) speech.Fact {
	return speech.Text(name, r.colour(r.Voice, side))
}

// perSide is a sentence with a number for each side.
func (r reader) perSide(key string, of [2]int, more ...speech.Fact) string {
	more = append(more, r.side("First", engine.First), r.side("Second", engine.Second),
		speech.Number("A", of[0]), speech.Number("B", of[1]))
	return r.Text(key, more...)
}

// turnWords are the keys of whose turn it is, by turnOf.
var turnWords = map[string]string{"": "words.turn", "-double": "words.doubled", "-dice": "words.dice",
	"-roll": "words.roll", "-throw": "words.throws"}

// turn says whose turn it is, and for what; nothing at the end.
func (r reader) turn() []string {
	switch r.View.Turn {
	case engine.Nobody:
		return nil
	case engine.Chance:
		return []string{r.Text("words.throw")}
	}
	t := throw(r.Position)
	return []string{r.Text(turnWords[turnOf(r.Position)], r.side("Side", r.View.Turn),
		r.side("Other", r.View.Turn.Other()), speech.Count(t.Doubled), speech.Number("A", t.Dice[0]),
		speech.Number("B", t.Dice[1]))}
}

// duties say what the side on turn has to do, or may answer to a capture that was left out.
func (r reader) duties() []string {
	a, ok := r.Position.(engine.Arbiter)
	if !ok || r.View.Turn == engine.Nobody {
		return nil
	}
	var rights []string
	for _, right := range a.Rights() {
		rights = append(rights, r.Move(r.Position, string(right)))
	}
	if rights != nil {
		return []string{r.Text("words.rights", r.side("Other", r.View.Turn.Other()),
			speech.Text("Choices", r.Or(rights, fewChoices)))}
	}
	if duty := r.duty(r.Position); duty != nil {
		return []string{chat.Plain(duty)}
	}
	return nil
}

// last says what was played.
func (r reader) last() []string {
	t := r.View.Last
	switch {
	case len(t.Hops) > 0:
		return []string{r.Text("words.played", speech.Text("List", r.hops(r.View, t.Hops)))}
	case len(t.Path) > 1:
		end, key := len(t.Path)-1, "words.last"
		if to := t.Path[end]; slices.Contains(t.Taken, to) && r.View.Cells[to].Side == engine.Nobody {
			key = "words.left-board" // over the piece there
		}
		return []string{r.Text(key,
			speech.Text("From", r.square(t.Path[0])), speech.Text("To", r.square(t.Path[end])),
			speech.Text("Via", r.squares(t.Path[1:end])), speech.Text("Taken", r.squares(t.Taken)),
			speech.Text("Drops", r.squares(t.Drops)))}
	case len(t.Taken) > 0:
		return []string{r.Text("words.taken", speech.Text("List", r.squares(t.Taken)))}
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
		list = append(list, v.Text(choose(term{"words.hit", h.Hit}, term{"words.hop", true}),
			speech.Text("From", v.place(h.From, up, count)), speech.Text("To", v.place(h.To, up, count))))
	}
	return strings.Join(list, "; ")
}

// numbering names the player by whose count points are numbered, where there are points.
func (r reader) numbering() []string {
	if r.View.Points == nil {
		return nil
	}
	return []string{r.Text("words.count", r.side("Side", r.count()))}
}

// score says the score, the cube and what each side has to go, where a game has such things.
func (r reader) score() (list []string) {
	p := r.View.Points
	if p == nil {
		return nil
	}
	list = r.match()
	if p.Absolute || p.Cube > 1 || p.Owner != engine.Nobody {
		list = append(list, r.cube())
	}
	return append(list, r.perSide("words.pips", p.Pips))
}

// match says the score of a match of several games; nothing of a single game.
func (r reader) match() (list []string) {
	st := engine.StandingOf(r.Position)
	if st.Length <= 1 && st.Score == [2]int{} {
		return nil
	}
	list = append(list, r.perSide("words.score", st.Score, lengthOf(st)))
	if st.Crawford {
		list = append(list, r.Text("words.crawford"))
	}
	return list
}

// cube says where the cube is.
func (r reader) cube() string {
	p := r.View.Points
	return r.Text("words.cube", speech.Count(p.Cube), r.side("Side", p.Owner))
}

// pieces says where those of a side stand.
func (r reader) pieces(side engine.Side) string {
	var parts []string
	if r.View.Points != nil {
		for place, n := range r.counted(side) {
			if n > 0 {
				parts = append(parts, r.many(n, place))
			}
		}
		return r.Text("words.side", r.side("Side", side), speech.Text("What", strings.Join(parts, ", ")))
	}
	var of [2][]int // men and kings
	for i, c := range r.View.Cells {
		if kind := rank(c); c.Side == side {
			of[kind] = append(of[kind], i)
		}
	}
	for kind, key := range []string{"words.men.", "words.kings."} {
		if cells := of[kind]; cells != nil {
			parts = append(parts, r.Text(r.called(key), speech.Count(len(cells)),
				speech.Text("List", strings.Join(r.runs(cells), ", "))))
		}
	}
	if parts == nil {
		parts = append(parts, r.Text("words.nothing"))
	}
	return r.Text("words.side", r.side("Side", side), speech.Text("What", strings.Join(parts, "; ")))
}

// rank is 1 for a king, else 0.
func rank(c engine.Cell) int {
	if c.King {
		return 1
	}
	return 0
}

// change is what is new about some places, under the key of the words for it.
type change struct {
	key    string
	places []string
}

// changes are what is not as it was about the pieces of a side.
func (r reader) changes(before reader, side engine.Side) []change {
	if r.View.Points != nil {
		was, is := before.countedBy(side, r.count()), r.counted(side)
		var gone, now []string
		for place, n := range is {
			switch {
			case n == was[place]:
			case n == 0 && place < onBar:
				gone = append(gone, strconv.Itoa(place))
			case n > 0:
				now = append(now, r.many(n, place))
			}
		}
		return []change{{"words.left", gone}, {"words.now", now}}
	}
	var gone []int
	var came [2][]int // men and kings
	for i, c := range r.View.Cells {
		switch old := before.View.Cells[i]; {
		case c.Side != side && old.Side == side:
			gone = append(gone, i)
		case c.Side == side && (old.Side != side || c.King && !old.King):
			came[rank(c)] = append(came[rank(c)], i)
		}
	}
	return []change{{"words.left", r.runs(gone)}, {"words.came", r.runs(came[0])}, {"words.came-kings", r.runs(came[1])}}
}

// at tells what is on a square, or point, or on a row; false if there is no such place.
func (r reader) at(place string, row bool) (list []string, known bool) {
	n, err := strconv.Atoi(place)
	if points := r.View.Points; points != nil {
		only := *points
		only.Bar, only.Off = [2]int{}, [2]int{}
		for i := range only.Points {
			if here := counting(i+1, r.count()) == n; !here {
				only.Points[i].Count = 0
			} else {
				known = !row
			}
		}
		r.View.Points, list = &only, r.numbering()
	} else {
		r.View.Cells = slices.Clone(r.View.Cells)
		for i, c := range r.View.Cells {
			here := row && err == nil && i/r.View.Files+1 == n || !row && (place == r.name(i) || place == c.Label)
			if known = known || here; !here {
				r.View.Cells[i].Side = engine.Nobody
			}
		}
	}
	empty := len(list)
	for _, side := range sides {
		if r.has(side) {
			list = append(list, r.pieces(side))
		}
	}
	if len(list) == empty {
		list = append(list, r.Text("words.empty", speech.Text("Place", place), speech.Text("Row", choose(term{place, row}))))
	}
	return list, known
}

// has reports whether a side has a piece on the board.
func (r reader) has(side engine.Side) bool {
	if p := r.View.Points; p != nil {
		return slices.ContainsFunc(p.Points[:], func(at engine.Point) bool { return at.Side == side && at.Count > 0 })
	}
	return slices.ContainsFunc(r.View.Cells, func(c engine.Cell) bool { return c.Side == side })
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
func (r reader) called(key string) string {
	for _, name := range []string{r.Game.Name, r.Game.Kin} {
		if own := key + name; name != "" && r.Has(own) {
			return own
		}
	}
	return key + "all"
}

// square is the number of a cell or, without one or where letters are preferred, its name.
func (r reader) square(i int) string {
	if label := r.View.Cells[i].Label; label != "" && !r.letters() {
		return label
	}
	return r.name(i)
}

// name is that of a cell, by its file and its rank.
func (r reader) name(i int) string {
	return string(rune('a'+i%r.View.Files)) + strconv.Itoa(i/r.View.Files+1)
}

func (r reader) squares(cells []int) string {
	var names []string
	for _, i := range cells {
		names = append(names, r.square(i))
	}
	return strings.Join(names, ", ")
}

// runs names cells in the order of their numbers or, without numbers, rank by rank. Three or more that follow one
// another are named by the first and the last.
func (r reader) runs(cells []int) (list []string) {
	order := func(i int) int {
		if n, err := strconv.Atoi(r.square(i)); err == nil {
			return n
		}
		return i/r.View.Files*(r.View.Files+1) + i%r.View.Files // nothing follows over the edge
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
			list = append(list, r.square(cells[0]))
		} else {
			list = append(list, r.Text("words.run", speech.Text("From", r.square(cells[0])),
				speech.Text("To", r.square(cells[n-1]))))
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

// counted is the number of checkers a side has on each place.
func (r reader) counted(side engine.Side) [isOff + 1]int { return r.countedBy(side, r.count()) }

// countedBy is counted by the count of a player.
func (r reader) countedBy(side, count engine.Side) (on [isOff + 1]int) {
	for i, point := range r.View.Points.Points {
		if point.Side == side {
			on[counting(i+1, count)] = point.Count
		}
	}
	on[onBar], on[isOff] = r.View.Points.Bar[side-engine.First], r.View.Points.Off[side-engine.First]
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
func (r reader) numbers(points []int) string {
	var counted []int
	for _, n := range points {
		counted = append(counted, counting(n, r.count()))
	}
	slices.SortFunc(counted, func(a, b int) int { return b - a })
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(counted), " ", ", "), "[]")
}

// many says how many checkers are on a place.
func (r reader) many(n, place int) string {
	switch place {
	case onBar:
		return r.Text("words.on-bar", speech.Count(n))
	case isOff:
		return r.Text("words.off", speech.Count(n))
	}
	return r.Text("words.on-point", speech.Number("N", n), speech.Number("Point", place))
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
