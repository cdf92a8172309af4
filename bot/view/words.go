package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// Scene is a board to be described in words, for people who do not see it.
type Scene struct {
	Voice
	Game     *engine.Game
	Position engine.Position
	View     engine.View // of the position, with the last move in it
	Theme    string      // of the picture, whose colours may differ from the game's; "" without one
	Count    engine.Side // see Audience.count

	Explained bool // the shaded squares are explained
}

// scene returns the board of a match for a description to an audience.
func (a Audience) scene(m *match.Match, view engine.View) Scene {
	return Scene{a.Voice, m.Game, m.Line.Position(), view, a.theme(), a.count(m), a.isFirst(m)}
}

// Words describes a whole board, one sentence per element, in the order that somebody who plays by ear needs: the turn
// and the dice, obligations, the last move, the score, and the pieces, those of the side on turn first. All points are
// numbered from the view of one player, who is named: see render.Counted.
func (s Scene) Words() []string { return slices.Concat(s.turn(), s.duties(), s.standing()) }

// colour returns the name of the colour of a side's pieces, "" for no side.
func (s Scene) colour(side engine.Side) string {
	if side != engine.First && side != engine.Second {
		return ""
	}
	return s.Text("colour." + render.ColourName(s.Theme, s.Game.Colours[side-engine.First]))
}

// shaded says what the shaded squares are for; nothing where that need not be explained.
func (s Scene) shaded() []string {
	key := s.Of(s.Game, "words.shade")
	if !s.Explained || !s.Has(key) {
		return nil
	}
	var cells []int
	for i, c := range s.View.Cells {
		if c.Shade {
			cells = append(cells, i)
		}
	}
	return []string{s.Text(key, speech.Text("List", s.runs(cells)))}
}

// standing says the last move, the score, and where the pieces are.
func (s Scene) standing() []string {
	list := slices.Concat(s.last(), s.shaded(), s.score(), s.numbering())
	first := engine.First
	if s.View.Turn == engine.Second {
		first = engine.Second
	}
	return append(list, s.pieces(first), s.pieces(first.Other()))
}

// Since says only what differs from an earlier board of the same game: the turn, and for each side the places that its
// pieces have left and those that they have entered.
func (s Scene) Since(before Scene) []string {
	list := slices.Concat(s.turn(), s.duties())
	before.Count = s.count()
	for _, side := range sides {
		was, is := before.occupied(side), s.occupied(side)
		var gone []int
		for place, n := range is {
			switch {
			case n == was[place]:
				is[place] = 0
			case n == 0 && (s.View.Points == nil || place < onBar):
				gone = append(gone, place)
			}
		}
		var parts []string
		if gone != nil {
			parts = append(parts, s.Text("words.left", speech.Text("List", s.runs(gone))))
		}
		if parts = append(parts, s.groups(is, came)...); parts != nil {
			list = append(list, s.sideHas(side, parts))
		}
	}
	return list
}

// count returns the side from whose view points are numbered.
func (s Scene) count() engine.Side {
	return cmp.Or(s.Count, s.Voice.count(), render.CountedBy(s.View))
}

// side returns a fact with the colour of a side.
func (s Scene) side(name string, side engine.Side) speech.Fact {
	return speech.Text(name, s.colour(side))
}

// perSide returns a sentence with a number for each side.
func (s Scene) perSide(key string, of [2]int, more ...speech.Fact) string {
	more = append(more, s.side("First", engine.First), s.side("Second", engine.Second),
		speech.Number("A", of[0]), speech.Number("B", of[1]))
	return s.Text(key, more...)
}

// turn says whose turn it is, and what to do; nothing at the end.
func (s Scene) turn() []string {
	switch s.View.Turn {
	case engine.Nobody:
		return nil
	case engine.Chance:
		return []string{s.Text("words.throw")}
	}
	t := throw(s.Position)
	return []string{s.Text("words.turn"+turnOf(s.Position), s.side("Side", s.View.Turn),
		s.side("Other", s.View.Turn.Other()), speech.Count(t.Doubled), speech.Number("A", t.Dice[0]),
		speech.Number("B", t.Dice[1]))}
}

// duties says what the side on turn has to do, or how it may answer an omitted capture.
func (s Scene) duties() []string {
	a, ok := s.Position.(engine.Obligations)
	if !ok || s.View.Turn == engine.Nobody {
		return nil
	}
	var rights []string
	for _, right := range a.Rights() {
		rights = append(rights, s.Move(s.Position, string(right)))
	}
	if rights != nil {
		return []string{s.Text("words.rights", s.side("Other", s.View.Turn.Other()),
			speech.Text("Choices", s.Or(rights, fewChoices)))}
	}
	if duty := s.duty(s.Position); duty != nil {
		return []string{chat.PlainText(duty)}
	}
	return nil
}

// last says the last move.
func (s Scene) last() []string {
	t := s.View.Last
	switch {
	case len(t.Hops) > 0:
		return []string{s.Text("words.played", speech.Text("List", s.hops(s.View, t.Hops)))}
	case len(t.Path) > 1:
		end, key := len(t.Path)-1, "words.last"
		if to := t.Path[end]; slices.Contains(t.Taken, to) && s.View.Cells[to].Side == engine.Nobody {
			key = "words.left-board" // it jumped off the board over that piece
		}
		return []string{s.Text(key,
			speech.Text("From", s.square(t.Path[0])), speech.Text("To", s.square(t.Path[end])),
			speech.Text("Via", s.squares(t.Path[1:end])), speech.Text("Taken", s.squares(t.Taken)),
			speech.Text("Drops", s.squares(t.Drops)))}
	case len(t.Taken) > 0:
		return []string{s.Text("words.taken", speech.Text("List", s.squares(t.Taken)))}
	}
	return nil
}

// hops returns a play over points: the way of each checker.
func (v Voice) hops(view engine.View, hops []engine.Hop) string {
	count := v.count()
	if view.Points != nil && view.Points.Absolute {
		count = render.CountedBy(view)
	}
	up := slices.ContainsFunc(hops, func(h engine.Hop) bool { return h.To > h.From }) // the direction of First
	var list []string
	for _, h := range hops {
		list = append(list, v.Text(firstOf(phrase{"words.hit", h.Hit}, phrase{"words.hop", true}),
			speech.Text("From", v.place(h.From, up, count)), speech.Text("To", v.place(h.To, up, count))))
	}
	return strings.Join(list, "; ")
}

// numbering says from whose view points are numbered, on a backgammon board.
func (s Scene) numbering() []string {
	if s.View.Points == nil {
		return nil
	}
	return []string{s.Text("words.count", s.side("Side", s.count()))}
}

// score says the score, the cube and the pips of each side, in games that have these.
func (s Scene) score() (list []string) {
	p := s.View.Points
	if p == nil {
		return nil
	}
	list = s.match()
	if p.Absolute || p.Cube > 1 || p.Owner != engine.Nobody {
		list = append(list, s.cube())
	}
	return append(list, s.perSide("words.pips", p.Pips))
}

// match says the score of a match of several games; nothing in a single game.
func (s Scene) match() (list []string) {
	st := engine.StandingOf(s.Position)
	if st.Length <= 1 && st.Score == [2]int{} {
		return nil
	}
	list = append(list, s.perSide("words.score", st.Score, speech.Positive("Length", st.Length)))
	if st.Crawford {
		list = append(list, s.Text("words.crawford"))
	}
	return list
}

// cube says where the cube is.
func (s Scene) cube() string {
	p := s.View.Points
	return s.Text("words.cube", speech.Count(p.Cube), s.side("Side", p.Owner))
}

// occupied returns what a side has on each place: on a backgammon board the number of checkers on each point in one
// player's numbering, and at onBar and isOff; on a cell 1 for a man and 2 for a king.
func (s Scene) occupied(side engine.Side) []int {
	if p := s.View.Points; p != nil {
		on := make([]int, isOff+1)
		for i, point := range p.Points {
			if point.Side == side {
				on[counting(i+1, s.count())] = point.Count
			}
		}
		on[onBar], on[isOff] = p.Bar[side-engine.First], p.Off[side-engine.First]
		return on
	}
	on := make([]int, len(s.View.Cells))
	for i, c := range s.View.Cells {
		switch {
		case c.Side != side:
		case c.King:
			on[i] = 2
		default:
			on[i] = 1
		}
	}
	return on
}

// Keys of sentences about cells with men, cells with kings, and points: stand for where pieces are, came for where they
// are new.
var (
	stand = [...]string{"words.men", "words.kings", "words.points"}
	came  = [...]string{"words.came", "words.came-kings", "words.now"}
)

// groups says which places are occupied: points with their checkers, or cells with men and with kings.
func (s Scene) groups(on []int, keys [3]string) (list []string) {
	var checkers []string
	var cells [2][]int // with men, with kings
	for place, n := range on {
		switch {
		case n == 0:
		case s.View.Points != nil:
			checkers = append(checkers, s.many(n, place))
		default:
			cells[n-1] = append(cells[n-1], place)
		}
	}
	if checkers != nil {
		return []string{s.Text(keys[2], speech.Text("List", strings.Join(checkers, ", ")))}
	}
	for kind, at := range cells {
		if at != nil {
			list = append(list, s.Text(s.Of(s.Game, keys[kind]), speech.Count(len(at)), speech.Text("List", s.runs(at))))
		}
	}
	return list
}

// pieces says where the pieces of a side stand.
func (s Scene) pieces(side engine.Side) string {
	parts := s.groups(s.occupied(side), stand)
	if parts == nil {
		parts = append(parts, s.Text("words.nothing"))
	}
	return s.sideHas(side, parts)
}

// sideHas returns a sentence about a side.
func (s Scene) sideHas(side engine.Side, parts []string) string {
	return s.Text("words.side", s.side("Side", side), speech.Text("What", strings.Join(parts, "; ")))
}

// at says what is on a square, a point or a row; known is false if there is no such place.
func (s Scene) at(place string, row bool) (list []string, known bool) {
	for _, side := range sides {
		on := s.occupied(side)
		for i := range on {
			if s.isAt(i, place, row) {
				known = true
			} else {
				on[i] = 0
			}
		}
		if parts := s.groups(on, stand); parts != nil {
			list = append(list, s.sideHas(side, parts))
		}
	}
	if list == nil {
		list = append(list, s.Text("words.empty", speech.Text("Place", place),
			speech.Text("Row", firstOf(phrase{place, row}))))
	}
	return append(s.numbering(), list...), known
}

// isAt reports whether a place, an index of occupied, has a name or is in a row.
func (s Scene) isAt(i int, name string, row bool) bool {
	switch {
	case s.View.Points != nil:
		return !row && i > 0 && i < onBar && name == strconv.Itoa(i)
	case row:
		return name == strconv.Itoa(i/s.View.Files+1)
	}
	return name == s.name(i) || name == s.View.Cells[i].Label
}

// Of returns the variant of a key for a game with words of its own, such as for its pieces, or else the key itself.
func (v Voice) Of(game *engine.Game, key string) string {
	for _, name := range []string{game.Name, game.Kin} {
		if own := key + "-" + name; v.Has(own) {
			return own
		}
	}
	return key
}

// square returns the number of a point or a cell or, without one or if letters are preferred, the letters of the cell.
func (s Scene) square(i int) string {
	if s.View.Points != nil {
		return strconv.Itoa(i)
	}
	if label := s.View.Cells[i].Label; label != "" && !s.letters() {
		return label
	}
	return s.name(i)
}

// name returns the file and rank of a cell, "c3".
func (s Scene) name(i int) string {
	return string(rune('a'+i%s.View.Files)) + strconv.Itoa(i/s.View.Files+1)
}

func (s Scene) squares(cells []int) string {
	var names []string
	for _, i := range cells {
		names = append(names, s.square(i))
	}
	return strings.Join(names, ", ")
}

// runs lists places by number or, without numbers, rank by rank. Three or more consecutive ones are written as the
// first and the last.
func (s Scene) runs(places []int) string {
	order := func(i int) int {
		if n, err := strconv.Atoi(s.square(i)); err == nil {
			return n
		}
		return i/s.View.Files*(s.View.Files+1) + i%s.View.Files // a gap between ranks
	}
	slices.SortFunc(places, func(a, b int) int { return order(a) - order(b) })
	var list []string
	for len(places) > 0 {
		n := 1
		for n < len(places) && order(places[n]) == order(places[n-1])+1 {
			n++
		}
		if n < 3 {
			n = 1
			list = append(list, s.square(places[0]))
		} else {
			list = append(list, s.Text("words.run", speech.Text("From", s.square(places[0])),
				speech.Text("To", s.square(places[n-1]))))
		}
		places = places[n:]
	}
	return strings.Join(list, ", ")
}

// Places of a backgammon board in one player's numbering: the points are 1 to 24, then come the bar and the borne-off
// checkers.
const (
	onBar = 25
	isOff = 26
)

// counting converts the number of a point on the board into the numbering of a player.
func counting(n int, count engine.Side) int {
	if count == engine.Second {
		return n
	}
	return onBar - n
}

// many returns how many checkers are on a place.
func (s Scene) many(n, place int) string {
	switch place {
	case onBar:
		return s.Text("words.on-bar", speech.Count(n))
	case isOff:
		return s.Text("words.off", speech.Count(n))
	}
	return s.Text("words.on-point", speech.Number("N", n), speech.Number("Point", place))
}

// place returns the name of an end of a hop: a point, numbered from the view of count or, if that is Nobody, of its
// player, the bar, or the place of borne-off checkers. up reports whether the hop goes up the numbers of the board, as
// First's do.
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
