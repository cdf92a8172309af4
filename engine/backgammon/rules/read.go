package rules

import (
	"regexp"
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// words maps what people type to moves, in all languages; no word has two meanings.
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

var (
	dicePattern = regexp.MustCompile(`^([1-6])[ ,-]*([1-6])$`)
	diceBefore  = regexp.MustCompile(`^([1-6])[ ,-]?([1-6]) *: *(.*)$`) // 31: 8/5 6/5
)

// Read implements engine.Position.
func (p Position) Read(text string) (engine.Move, error) {
	m, e := p.read(clean(text))
	if e == nil {
		return m, nil
	}
	wrong := *e // a copy, because e may be shared
	wrong.Text = text
	return "", &wrong
}

func illegal(rule engine.Code, choices ...string) *engine.MoveError {
	return &engine.MoveError{Kind: engine.Illegal, Rule: rule, Choices: choices}
}

var notMove = engine.MoveError{Kind: engine.NotMove}

func (p Position) read(text string) (engine.Move, *engine.MoveError) {
	playing := p.Phase == Playing
	if m := diceBefore.FindStringSubmatch(text); playing && m != nil {
		if dice := string(Throw(p.Dice[0], p.Dice[1])); m[1]+m[2] == dice || m[2]+m[1] == dice {
			text = m[3]
		}
	}
	if word, ok := words[strings.TrimRight(text, ",")]; ok {
		return p.readWord(word)
	}
	if m := dicePattern.FindStringSubmatch(text); m != nil && p.Turn() == engine.Chance {
		if thrown, err := p.Roll(int(m[1][0]-'0'), int(m[2][0]-'0')); err == nil {
			return thrown, nil
		}
	}
	t, ok := p.split(text)
	if !ok || len(t.legs) == 0 && !playing || t.odd != "" && t.talk() {
		return "", &notMove
	}
	if !playing {
		return t.result("", p.refusal(""), true)
	}
	m, e := p.readPlay(t)
	return t.result(m, e, false)
}

// result returns the result of reading a text. Loose numbers that fit no play, or typed when no play is expected, are
// ordinary talk.
func (t typed) result(m engine.Move, e *engine.MoveError, early bool) (engine.Move, *engine.MoveError) {
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

// readWord reads a move that is a word. Players also say pass when they drop a double.
func (p Position) readWord(word engine.Move) (engine.Move, *engine.MoveError) {
	if word == engine.Pass && p.Phase == Doubled {
		word = Drop
	}
	if _, ok := p.next(word); ok {
		return word, nil
	}
	return "", p.refusal(word)
}

// refusal returns why a word is not allowed or, without a word, what must precede a play.
func (p Position) refusal(word engine.Move) *engine.MoveError {
	switch playing := p.Phase == Playing; {
	case p.Turn() == engine.Nobody:
		return illegal(gameOver)
	case p.Phase == Doubled:
		return illegal(answerDouble, string(Take), string(Drop))
	case word == Take || word == Drop:
		return illegal(notDoubled)
	case word == Double:
		return p.explainDouble()
	case word == Roll && playing:
		return illegal(diceThrown)
	case word == engine.Pass && playing:
		return illegal(canPlay, choices(p, p.Plays())...)
	case p.Phase == Deciding || awaits(p):
		return illegal(rollFirst, string(Roll))
	}
	return illegal(rollFirst)
}

// explainDouble returns why the side on roll may not double.
func (p Position) explainDouble() *engine.MoveError {
	if p.Phase == Opening || p.Phase == Ended {
		return illegal(rollFirst)
	}
	e := illegal(p.NoDouble(p.Mover))
	switch {
	case e.Rule == cubeAtMost:
		e.Count = p.Stake()
	case e.Rule == doubleBefore && enough(p, p.Mover): // it was not asked before the roll
		return illegal(doubleNothing)
	case e.Rule == "" && p.Phase == Playing: // a double may follow the roll, but not if there is no play
		return illegal(noPlay, string(engine.Pass))
	case e.Rule == "": // the side has decided to roll
		return illegal(rollFirst)
	}
	return e
}

// choices returns the texts of plays.
func choices(p Position, plays []board.Play) []string {
	var list []string
	for _, m := range plays {
		list = append(list, string(p.Text(m)))
	}
	return list
}

// reading is the state while a play is read.
type reading struct {
	from  Position
	hand  board.Hand
	typed typed
	plays []board.Play // merged
	ways  []board.Play // not merged

	part   *board.PartialPlay // result of the typed legs, by the first way that makes them
	steps  []board.Step       // its steps, if typed die by die
	doubts bool               // other ways make the typed legs with other dice, and it matters

	exact string       // the play, if typed die by die
	whole []string     // plays that the text may mean
	begun []board.Play // ways that the text may begin
	next  []string     // continuations by one step
}

// match compares the typed text with all ways to play the roll.
func (p Position) match(t typed) *reading {
	b := p.Board()
	r := &reading{from: p, hand: p.Rules.Hand(b), typed: t, plays: p.Plays()}
	r.ways = p.Rules.Sequences(b, p.Dice[0], p.Dice[1], nil)
	if slices.ContainsFunc(t.legs, func(l leg) bool { return l.star && r.hand.Blots>>l.to&1 == 0 }) {
		return r
	}
	spelled := spell(t.legs, p.dice())
	for _, way := range r.ways {
		for _, done := range spelled {
			r.found(way, done)
		}
	}
	return r
}

func (p Position) readPlay(t typed) (engine.Move, *engine.MoveError) {
	r := p.match(t)
	switch {
	case len(r.plays) == 0:
		return "", illegal(noPlay, string(engine.Pass))
	case t.odd != "":
		return "", errorAt(noSuchPoint, t.odd)
	case r.exact != "":
		return engine.Move(r.exact), nil
	case len(r.whole) > 0:
		for _, way := range r.begun {
			r.whole = engine.Add(r.whole, r.canonical(way))
		}
		if len(r.whole) == 1 {
			return engine.Move(r.whole[0]), nil
		}
		return "", &engine.MoveError{Kind: engine.Ambiguous, Choices: r.whole}
	case len(r.next) > 0:
		return "", &engine.MoveError{Kind: engine.Incomplete, Choices: r.next}
	}
	e := r.explain()
	if t.open != board.Off {
		e.Kind, e.Choices = engine.Incomplete, nil
	}
	return "", e
}

// canonical returns the text of the legal play with the same result.
func (r *reading) canonical(way board.Play) string {
	i := slices.IndexFunc(r.plays, way.Equal)
	return r.hand.Text(r.plays[i].List())
}

// spell lists the ways to make legs with the dice.
func spell(legs []leg, dice []int) (list [][]board.Step) {
	if len(legs) == 0 {
		return [][]board.Step{nil}
	}
	l := legs[0]
	for i, die := range dice {
		to, then := max(l.from-die, board.Off), legs[1:]
		if slices.Contains(dice[:i], die) || to < l.to || l.die != 0 && die != l.die {
			continue
		}
		if to > l.to {
			then = append([]leg{{from: to, to: l.to}}, then...)
		}
		for _, rest := range spell(then, slices.Delete(slices.Clone(dice), i, i+1)) {
			list = append(list, append([]board.Step{board.NewStep(l.from, die)}, rest...))
		}
	}
	return list
}

// found records that the steps of the text are a way, or begin one, if they do.
func (r *reading) found(way board.Play, done []board.Step) {
	left := slices.Clone(way.List())
	for _, s := range done {
		i := slices.Index(left, s)
		if i < 0 {
			return
		}
		left = slices.Delete(left, i, i+1)
	}
	now, ok := r.hand.Apply(done)
	if !ok {
		return
	}
	exact := len(done) == len(r.typed.legs)
	if r.part == nil {
		r.part = &now
	}
	if exact && r.steps == nil {
		r.steps = done
	}
	r.doubts = r.doubts || exact && r.hand.AnyOff && !slices.Equal(r.steps, done)
	if len(left) == 0 {
		switch {
		case r.typed.open != board.Off:
		case exact && r.exact == "":
			r.exact = r.canonical(way)
		default:
			r.whole = engine.Add(r.whole, r.canonical(way))
		}
		return
	}
	if r.goOn(way, now, done, left) {
		r.begun = append(r.begun, way)
	}
}

// goOn records the possible next steps of a way, and reports whether there are any.
func (r *reading) goOn(way board.Play, now board.PartialPlay, done, left []board.Step) (begins bool) {
	for _, s := range left {
		if r.typed.open != board.Off && s.From() != r.typed.open || r.hand.Sources(now.Occupied, s.Die())>>s.From()&1 == 0 {
			continue
		}
		text := r.hand.Text(append(slices.Clip(done), s))
		if len(left) == 1 {
			text = r.canonical(way)
		}
		r.next = engine.Add(r.next, text)
		begins = true
	}
	return begins
}

// Starts implements engine.Position: the possible words, the places where a play may begin, or the rolls.
func (p Position) Starts() []string {
	var list []string
	if p.Phase != Playing {
		for _, m := range p.words() {
			list = append(list, string(m))
		}
		return list
	}
	begins := p.match(typed{}).next
	if len(begins) == 0 {
		return []string{string(engine.Pass)}
	}
	for place := board.Bar; place > board.Off; place-- {
		name := board.PlaceName(place)
		if slices.ContainsFunc(begins, func(text string) bool { return strings.HasPrefix(text, name+"/") }) {
			list = append(list, name)
		}
	}
	if p.NoDouble(p.Mover) == "" {
		list = append(list, string(Double))
	}
	return list
}
