package backgammon

import (
	"regexp"
	"slices"
	"strings"

	"tabuleiro/engine"
)

// words are what people type for moves, in all languages at once; no word means two things.
var words = map[string]engine.Move{
	"roll": roll, "r": roll, "throw": roll, "lançar": roll, "lancar": roll, "lanço": roll, "rolar": roll, "lanzar": roll, "tirar": roll, "dados": roll,
	"double": double, "dobrar": double, "dobro": double, "doblar": double, "doblo": double, "redouble": double, "0,0": double, "0, 0": double,
	"take": take, "aceitar": take, "aceito": take, "aceptar": take, "acepto": take, "accept": take,
	"drop": drop, "decline": drop, "recusar": drop, "recuso": drop, "largar": drop, "largo": drop, "rechazar": drop, "rechazo": drop, "abandonar": drop, "abandono": drop,
	"pass": engine.Pass, "passar": engine.Pass, "passo": engine.Pass, "pasar": engine.Pass, "paso": engine.Pass, "100,100": engine.Pass, "100, 100": engine.Pass,
}

var dicePattern = regexp.MustCompile(`^([1-6])[ ,-]*([1-6])$`)

// Read implements engine.Position.
func (p position) Read(text string) (engine.Move, error) {
	m, e := p.read(clean(text))
	if e == nil {
		return m, nil
	}
	e.Text = text
	return "", e
}

func illegal(rule engine.Code, choices ...string) *engine.MoveError {
	return &engine.MoveError{Kind: engine.Illegal, Rule: rule, Choices: choices}
}

var notMove = engine.MoveError{Kind: engine.NotMove}

func (p position) read(text string) (engine.Move, *engine.MoveError) {
	side, over := p.Turn(), p.Turn() == engine.Nobody
	text = p.behindDice(text)
	word, ok := words[strings.TrimRight(text, ",")]
	switch {
	case ok && over:
		return "", illegal(gameOver)
	case ok:
		return p.readWord(word)
	}
	if m := dicePattern.FindStringSubmatch(text); m != nil && side == engine.Chance {
		thrown, err := p.Roll(int(m[1][0]-'0'), int(m[2][0]-'0'))
		if err == nil {
			return thrown, nil
		}
	}
	t, ok := split(text)
	if !ok || (len(t.legs) == 0 || t.loose) && p.phase != playing || t.talk() {
		return "", &notMove
	}
	switch p.phase {
	case playing:
		return p.readEither(t)
	case doubled:
		return "", illegal(answerDouble, string(take), string(drop))
	case deciding:
		return "", illegal(rollFirst, string(roll))
	}
	if over {
		return "", illegal(gameOver)
	}
	return "", illegal(rollFirst)
}

// diceBefore are the dice before a play: 31: 8/5 6/5.
var diceBefore = regexp.MustCompile(`^([1-6])[ ,-]?([1-6]) *: *`)

// behindDice is a text without the dice before it, if these have been thrown.
func (p position) behindDice(text string) string {
	m := diceBefore.FindStringSubmatch(text)
	if m == nil || p.phase != playing {
		return text
	}
	if a, b := int(m[1][0]-'0'), int(m[2][0]-'0'); p.dice != [2]int{a, b} && p.dice != [2]int{b, a} {
		return text
	}
	return text[len(m[0]):]
}

// readWord reads a move that is a word.
func (p position) readWord(word engine.Move) (engine.Move, *engine.MoveError) {
	for m := range p.Moves() {
		if m == word {
			return word, nil
		}
	}
	switch {
	case word == take || word == drop:
		return "", illegal(notDoubled)
	case p.phase == doubled:
		return "", illegal(answerDouble, string(take), string(drop))
	case word == roll && p.phase == playing:
		return "", illegal(diceThrown)
	case word == double:
		return "", p.explainDouble()
	case word == engine.Pass && p.phase == playing:
		return "", illegal(canPlay, p.choices(p.plays())...)
	case word == engine.Pass && p.phase == deciding:
		return "", illegal(rollFirst, string(roll))
	}
	return "", illegal(rollFirst)
}

// explainDouble is why the side on roll may not double.
func (p position) explainDouble() *engine.MoveError {
	if p.phase == opening || p.phase == ended {
		return illegal(rollFirst)
	}
	e := illegal(p.mayDouble(p.mover))
	switch {
	case e.Rule == cubeAtMost:
		e.Count = p.Stake()
	case e.Rule == doubleBefore && p.enough(p.mover): // it was not asked before the roll
		return illegal(doubleNothing)
	case e.Rule == "" && p.phase == playing: // the double may follow the roll, but there is nothing to play
		return illegal(noPlay, string(engine.Pass))
	case e.Rule == "": // the roll was chosen instead
		return illegal(rollFirst)
	}
	return e
}

// talk tells whether numbers are rather ordinary talk than a play: 24/7, 1/1, 20/11/26.
func (t typed) talk() bool {
	if !t.own {
		return t.odd != ""
	}
	if t.named() {
		return false
	}
	if t.odd != "" {
		return true
	}
	for _, l := range t.legs {
		if l.from == l.to || !rollable[max(l.from-l.to, 1)] {
			return true
		}
	}
	return false
}

// named tells whether there is something in it that numbers have not: 1-0 is a score rather than the last checker.
func (t typed) named() bool {
	return t.word || slices.ContainsFunc(t.legs, func(l leg) bool { return l.star || l.from == bar })
}

// rollable are the distances that a checker can go with some roll.
var rollable = func() (set [furthest + 2]bool) {
	for a := 1; a <= 6; a++ {
		for b := 1; b < a; b++ {
			set[a], set[b], set[a+b] = true, true, true
		}
		for n := 1; n <= 4; n++ {
			set[n*a] = true
		}
	}
	return set
}()

// choices are the texts of plays.
func (p position) choices(plays []play) []string {
	var list []string
	for _, m := range plays {
		list = append(list, string(p.text(m)))
	}
	return list
}

// reading is a text on its way to a play.
type reading struct {
	position
	hand  hand
	typed typed
	plays []play // merged
	ways  []play // not merged

	exact string   // the play that was typed die by die
	whole []string // what the text may mean
	begun []play   // ways of which it may be the beginning
	next  []string // how it may go on by one step
}

// readEither reads a play that may be understood in two ways. Loose numbers that fit no play are ordinary talk.
func (p position) readEither(t typed) (engine.Move, *engine.MoveError) {
	m, e := p.readPlay(t)
	if t.other != nil {
		other, wrong := p.readPlay(*t.other)
		switch {
		case e == nil && wrong == nil && m != other:
			return "", &engine.MoveError{Kind: engine.Ambiguous, Choices: []string{string(m), string(other)}}
		case e != nil && wrong != nil && e.Kind == engine.Incomplete && wrong.Kind == engine.Incomplete:
			for _, choice := range wrong.Choices {
				e.Choices = addTo(e.Choices, choice)
			}
		case e != nil && (wrong == nil || len(e.Choices) == 0 || e.Kind == engine.Illegal):
			m, e = other, wrong
		}
	}
	talk := e != nil && (e.Kind == engine.Illegal || e.Kind == engine.Incomplete && len(e.Choices) == 0)
	if talk && t.loose && !t.named() {
		return "", &notMove
	}
	return m, e
}

func (p position) readPlay(t typed) (engine.Move, *engine.MoveError) {
	r := p.reading(t)
	if len(r.plays) == 0 {
		return "", illegal(noPlay, string(engine.Pass))
	}
	if t.odd != "" {
		e := illegal(noSuchPoint)
		e.At = t.odd
		return "", e
	}
	r.match()
	switch {
	case r.exact != "":
		return engine.Move(r.exact), nil
	case len(r.whole) > 0:
		for _, way := range r.begun {
			r.whole = addTo(r.whole, r.canonical(way))
		}
		if len(r.whole) == 1 {
			return engine.Move(r.whole[0]), nil
		}
		return "", &engine.MoveError{Kind: engine.Ambiguous, Choices: r.whole}
	case len(r.next) > 0:
		return "", &engine.MoveError{Kind: engine.Incomplete, Choices: r.next}
	}
	e := r.explain()
	if t.open >= 0 {
		e.Kind, e.Choices = engine.Incomplete, nil
	}
	return "", e
}

func (p position) reading(t typed) *reading {
	b := p.board()
	r := &reading{position: p, hand: p.rules.hand(b), typed: t.turned(p.mover), plays: p.plays()}
	r.ways = r.plays
	if p.dice[0] != p.dice[1] {
		r.ways = p.rules.ways(b, p.dice[0], p.dice[1], nil)
	}
	return r
}

// canonical is the text of the legal play with the same result.
func (r *reading) canonical(way play) string {
	i := slices.IndexFunc(r.plays, way.same)
	return r.hand.text(r.plays[i].list())
}

// match compares the text with all ways to play the roll.
func (r *reading) match() {
	for _, l := range r.typed.legs {
		if l.star && r.hand.blots>>l.to&1 == 0 {
			return
		}
	}
	for _, way := range r.ways {
		r.assign(0, nil, way.list(), true, func(done, left []step, exact bool) { r.found(way, done, left, exact) })
	}
}

// assign gives steps to the legs from the n-th on, in every way. done are the steps that the legs before have taken, left
// the others. It is exact while every leg is one step.
func (r *reading) assign(n int, done, left []step, exact bool, found func(done, left []step, exact bool)) {
	if n == len(r.typed.legs) {
		found(done, left, exact)
		return
	}
	l := r.typed.legs[n]
	var walk func(at int, done, left []step)
	walk = func(at int, taken, left []step) {
		for i, s := range left {
			if s.from() != at || s.to() < l.to || l.die != 0 && s.die() != l.die || slices.Contains(left[:i], s) {
				continue
			}
			taken := append(slices.Clip(taken), s)
			left := slices.Delete(slices.Clone(left), i, i+1)
			if s.to() == l.to {
				r.assign(n+1, taken, left, exact && len(taken) == len(done)+1, found)
			} else {
				walk(s.to(), taken, left)
			}
		}
	}
	walk(l.from, done, left)
}

// found records that the text is a way, or begins it.
func (r *reading) found(way play, done, left []step, exact bool) {
	if len(left) == 0 {
		switch {
		case r.typed.open >= 0:
		case exact && r.exact == "":
			r.exact = r.canonical(way)
		default:
			r.whole = addTo(r.whole, r.canonical(way))
		}
		return
	}
	board, ok := r.hand.made(done)
	if !ok {
		return
	}
	begins := false
	for _, s := range left {
		if r.typed.open >= 0 && s.from() != r.typed.open || r.hand.sources(board.occupied, s.die())>>s.from()&1 == 0 {
			continue
		}
		text := r.hand.text(append(slices.Clip(done), s))
		if len(left) == 1 {
			text = r.canonical(way)
		}
		r.next = addTo(r.next, text)
		begins = true
	}
	if begins {
		r.begun = append(r.begun, way)
	}
}

func addTo(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// made is the board after some steps, furthest first, if they can be made.
func (h *hand) made(steps []step) (made, bool) {
	steps = slices.Clone(steps)
	slices.SortStableFunc(steps, func(a, b step) int { return b.from() - a.from() })
	m := h.begin()
	for _, s := range steps {
		if h.sources(m.occupied, s.die())>>s.from()&1 == 0 {
			return m, false
		}
		m = h.make(m, s.from(), s.die())
	}
	return m, true
}

// Starts implements engine.Starter: the words that can be said, the places from which a play may begin, or the throws.
func (p position) Starts() []string {
	var list []string
	if p.phase != playing {
		for m := range p.Moves() {
			list = append(list, string(m))
		}
		return list
	}
	h := p.rules.hand(p.board())
	var places uint32
	plays := p.rules.ways(p.board(), p.dice[0], p.dice[1], nil)
	for _, way := range plays {
		for _, s := range way.list() {
			places |= h.sources(h.own.some(), s.die()) & (1 << s.from())
		}
	}
	for place := bar; place > off; place-- {
		if places>>place&1 != 0 {
			list = append(list, placeName(place))
		}
	}
	if len(plays) == 0 {
		return []string{string(engine.Pass)}
	}
	if p.mayDouble(p.mover) == "" {
		list = append(list, string(double))
	}
	return list
}
