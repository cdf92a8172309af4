package rules

import (
	"regexp"
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// words are what people type for moves, in all languages at once; no word means two things.
var words = map[string]engine.Move{
	"roll": Roll, "r": Roll, "throw": Roll, "lançar": Roll, "lancar": Roll, "lanço": Roll, "rolar": Roll,
	"jogar os dados": Roll, "lanzar": Roll, "tirar": Roll, "dados": Roll,
	"no double": Roll, "don't double": Roll, "não dobro": Roll, "não dobrar": Roll, "nao dobro": Roll, "no doblo": Roll,
	"no doblar": Roll,
	"double":    Double, "dobrar": Double, "dobro": Double, "doblar": Double, "doblo": Double, "redouble": Double,
	"0,0": Double, "0, 0": Double,
	"take": Take, "aceitar": Take, "aceito": Take, "aceptar": Take, "acepto": Take, "accept": Take,
	"drop": Drop, "decline": Drop, "recusar": Drop, "recuso": Drop, "largar": Drop, "largo": Drop, "rechazar": Drop,
	"rechazo": Drop, "abandonar": Drop, "abandono": Drop,
	"pass": engine.Pass, "passar": engine.Pass, "passo": engine.Pass, "pasar": engine.Pass, "paso": engine.Pass,
	"100,100": engine.Pass, "100, 100": engine.Pass,
}

var dicePattern = regexp.MustCompile(`^([1-6])[ ,-]*([1-6])$`)

// Read implements engine.Position.
func (p Position) Read(text string) (engine.Move, error) {
	m, e := reader{p}.read(clean(text))
	if e == nil {
		return m, nil
	}
	wrong := *e // which others may have, too
	wrong.Text = text
	return "", &wrong
}

func illegal(rule engine.Code, choices ...string) *engine.MoveError {
	return &engine.MoveError{Kind: engine.Illegal, Rule: rule, Choices: choices}
}

var notMove = engine.MoveError{Kind: engine.NotMove}

// reader makes moves of texts in a position.
type reader struct{ position Position }

func (r reader) read(text string) (engine.Move, *engine.MoveError) {
	p := r.position
	text = r.behindDice(text)
	if word, ok := words[strings.TrimRight(text, ",")]; ok {
		return r.readWord(word)
	}
	if m := dicePattern.FindStringSubmatch(text); m != nil && p.Turn() == engine.Chance {
		if thrown, err := p.Roll(int(m[1][0]-'0'), int(m[2][0]-'0')); err == nil {
			return thrown, nil
		}
	}
	ways := p.split(text)
	if len(ways) == 0 || len(ways[0].legs) == 0 && p.Phase != Playing || ways[0].odd != "" && ways[0].talk() {
		return "", &notMove
	}
	if p.Phase != Playing {
		return ways[0].heard("", r.first(), true)
	}
	m, e := r.readWays(ways)
	return ways[0].heard(m, e, false)
}

// heard is what was read of a text. Loose numbers that fit no play are ordinary talk, and so are those where no play is
// waited for.
func (t typed) heard(m engine.Move, e *engine.MoveError, early bool) (engine.Move, *engine.MoveError) {
	loose := t.loose && (early || !t.named())
	switch {
	case e != nil && e.Kind == engine.Illegal && (loose || t.talk()):
		said := *e
		said.Kind = engine.NotMove
		return "", &said
	case e != nil && e.Kind == engine.Incomplete && len(e.Choices) == 0 && loose:
		return "", &notMove
	}
	return m, e
}

// first is what has to come before a play.
func (r reader) first() *engine.MoveError {
	switch p := r.position; {
	case p.Turn() == engine.Nobody:
		return illegal(gameOver)
	case p.Phase == Doubled:
		return illegal(answerDouble, string(Take), string(Drop))
	case p.Phase == Deciding || awaits(p):
		return illegal(rollFirst, string(Roll))
	}
	return illegal(rollFirst)
}

// diceBefore are the dice before a play: 31: 8/5 6/5.
var diceBefore = regexp.MustCompile(`^([1-6])[ ,-]?([1-6]) *: *`)

// behindDice is a text without the dice before it, if these have been thrown.
func (r reader) behindDice(text string) string {
	p := r.position
	m := diceBefore.FindStringSubmatch(text)
	if m == nil || p.Phase != Playing {
		return text
	}
	if a, b := int(m[1][0]-'0'), int(m[2][0]-'0'); p.Dice != [2]int{a, b} && p.Dice != [2]int{b, a} {
		return text
	}
	return text[len(m[0]):]
}

// readWord reads a move that is a word. To pass is said of a double, too, by those who drop it.
func (r reader) readWord(word engine.Move) (engine.Move, *engine.MoveError) {
	p := r.position
	if word == engine.Pass && p.Phase == Doubled {
		word = Drop
	}
	for m := range p.Moves() {
		if m == word {
			return word, nil
		}
	}
	switch playing := p.Phase == Playing; {
	case p.Turn() == engine.Nobody:
		return "", illegal(gameOver)
	case word == Take || word == Drop:
		return "", illegal(notDoubled)
	case word == Double && p.Phase != Doubled:
		return "", r.explainDouble()
	case word == Roll && playing:
		return "", illegal(diceThrown)
	case word == engine.Pass && playing:
		return "", illegal(canPlay, choices(p, p.Plays())...)
	}
	return "", r.first()
}

// explainDouble is why the side on roll may not double.
func (r reader) explainDouble() *engine.MoveError {
	p := r.position
	if p.Phase == Opening || p.Phase == Ended {
		return illegal(rollFirst)
	}
	e := illegal(p.NoDouble(p.Mover))
	switch {
	case e.Rule == cubeAtMost:
		e.Count = p.Stake()
	case e.Rule == doubleBefore && enough(p, p.Mover): // it was not asked before the roll
		return illegal(doubleNothing)
	case e.Rule == "" && p.Phase == Playing: // the double may follow the roll, but there is nothing to play
		return illegal(noPlay, string(engine.Pass))
	case e.Rule == "": // the roll was chosen instead
		return illegal(rollFirst)
	}
	return e
}

// choices are the texts of plays.
func choices(p Position, plays []board.Play) []string {
	var list []string
	for _, m := range plays {
		list = append(list, string(p.Text(m)))
	}
	return list
}

// reading is a text on its way to a play.
type reading struct {
	from  Position
	hand  board.Hand
	typed typed
	plays []board.Play // merged
	ways  []board.Play // not merged

	exact string       // the play that was typed die by die
	whole []string     // what the text may mean
	begun []board.Play // ways of which it may be the beginning
	next  []string     // how it may go on by one step
}

// readWays reads a play that may be understood in several ways.
func (r reader) readWays(ways []typed) (m engine.Move, e *engine.MoveError) {
	m, e = r.readPlay(ways[0])
	for _, t := range ways[1:] {
		other, wrong := r.readPlay(t)
		switch {
		case e == nil && wrong == nil && m != other:
			return "", &engine.MoveError{Kind: engine.Ambiguous, Choices: []string{string(m), string(other)}}
		case e == nil, wrong != nil && t.last:
		case wrong == nil || e.Kind == engine.Illegal:
			m, e = other, wrong
		case e.Kind == engine.Incomplete && wrong.Kind == engine.Incomplete:
			for _, choice := range wrong.Choices {
				e.Choices = addTo(e.Choices, choice)
			}
		case len(e.Choices) == 0:
			e = wrong
		}
	}
	return m, e
}

func (r reader) readPlay(t typed) (engine.Move, *engine.MoveError) {
	found := newReading(r.position, t)
	if len(found.plays) == 0 {
		return "", illegal(noPlay, string(engine.Pass))
	}
	if t.odd != "" {
		e := illegal(noSuchPoint)
		e.At = t.odd
		return "", e
	}
	found.match()
	switch {
	case found.exact != "":
		return engine.Move(found.exact), nil
	case len(found.whole) > 0:
		for _, way := range found.begun {
			found.whole = addTo(found.whole, found.canonical(way))
		}
		if len(found.whole) == 1 {
			return engine.Move(found.whole[0]), nil
		}
		return "", &engine.MoveError{Kind: engine.Ambiguous, Choices: found.whole}
	case len(found.next) > 0:
		return "", &engine.MoveError{Kind: engine.Incomplete, Choices: found.next}
	}
	e := found.explain()
	if t.open >= 0 {
		e.Kind, e.Choices = engine.Incomplete, nil
	}
	return "", e
}

func newReading(p Position, t typed) *reading {
	b := p.Board()
	r := &reading{from: p, hand: p.Rules.Hand(b), typed: t, plays: p.Plays()}
	r.ways = r.plays
	if p.Dice[0] != p.Dice[1] {
		r.ways = p.Rules.Ways(b, p.Dice[0], p.Dice[1], nil)
	}
	return r
}

// canonical is the text of the legal play with the same result.
func (r *reading) canonical(way board.Play) string {
	i := slices.IndexFunc(r.plays, way.Same)
	return r.hand.Text(r.plays[i].List())
}

// match compares the text with all ways to play the roll.
func (r *reading) match() {
	for _, l := range r.typed.legs {
		if l.star && r.hand.Blots>>l.to&1 == 0 {
			return
		}
	}
	for _, way := range r.ways {
		r.assign(0, nil, way.List(), true, func(done, left []board.Step, exact bool) { r.found(way, done, left, exact) })
	}
}

// assign gives steps to the legs from the n-th on, in every way. done are the steps that the legs before have taken,
// left the others. It is exact while every leg is one step.
func (r *reading) assign(n int, done, left []board.Step, exact bool, found func(done, left []board.Step, exact bool)) {
	if n == len(r.typed.legs) {
		found(done, left, exact)
		return
	}
	l := r.typed.legs[n]
	var walk func(at int, done, left []board.Step)
	walk = func(at int, taken, left []board.Step) {
		for i, s := range left {
			if s.From() != at || s.To() < l.to || l.die != 0 && s.Die() != l.die || slices.Contains(left[:i], s) {
				continue
			}
			taken := append(slices.Clip(taken), s)
			left := slices.Delete(slices.Clone(left), i, i+1)
			if s.To() == l.to {
				r.assign(n+1, taken, left, exact && len(taken) == len(done)+1, found)
			} else {
				walk(s.To(), taken, left)
			}
		}
	}
	walk(l.from, done, left)
}

// found records that the text is a way, or begins it.
func (r *reading) found(way board.Play, done, left []board.Step, exact bool) {
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
	now, ok := r.hand.Made(done)
	if !ok {
		return
	}
	begins := false
	for _, s := range left {
		if r.typed.open >= 0 && s.From() != r.typed.open || r.hand.Sources(now.Occupied, s.Die())>>s.From()&1 == 0 {
			continue
		}
		text := r.hand.Text(append(slices.Clip(done), s))
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

// Starts implements engine.Starter: the words that can be said, the places from which a play may begin, or the throws.
func (p Position) Starts() []string {
	var list []string
	if p.Phase != Playing {
		for _, m := range p.words() {
			list = append(list, string(m))
		}
		return list
	}
	h := p.Rules.Hand(p.Board())
	var places uint32
	plays := p.Rules.Ways(p.Board(), p.Dice[0], p.Dice[1], nil)
	for _, way := range plays {
		for _, s := range way.List() {
			places |= h.Sources(h.Own.Some(), s.Die()) & (1 << s.From())
		}
	}
	for place := board.Bar; place > board.Off; place-- {
		if places>>place&1 != 0 {
			list = append(list, board.PlaceName(place))
		}
	}
	if len(plays) == 0 {
		return []string{string(engine.Pass)}
	}
	if p.NoDouble(p.Mover) == "" {
		list = append(list, string(Double))
	}
	return list
}
