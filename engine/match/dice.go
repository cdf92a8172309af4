package match

import (
	"fmt"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/dice"
)

// Dice is the source of the rolls of a match.
type Dice struct {
	Chain
	Words  []Word // of the challenger and of the accepter; their Salt goes into every roll from then on
	Throws int    // rolls so far, over all games
	Key    string // of the last roll; the seal before the first
}

// Word is a player's contribution to the dice.
type Word struct {
	By   string // id of the player
	Text string
	Own  bool // chosen by the player, so it can no longer change; else a default
}

// Salt returns the salt that the words make together.
func (d Dice) Salt() string {
	texts := make([]string, len(d.Words))
	for i, w := range d.Words {
		texts[i] = w.Text
	}
	return dice.Salt(texts...)
}

// Throw is a roll of a match with the salt used for it.
type Throw struct {
	Event
	Salt string
}

// Throws lists the rolls among the events of a match.
func Throws(events []Event) (list []Throw) {
	var d Dice
	for _, e := range events {
		switch {
		case e.Kind == Rolled:
			list = append(list, Throw{e, d.Salt()})
		case e.Word != "":
			d.add(e)
		}
	}
	return list
}

// seal takes the chain from the challenge to a game with dice.
func (d *Dice) seal(e Event, start engine.Position) error {
	if _, ok := start.(engine.DicePosition); !ok {
		return nil
	}
	if e.Chain == nil || e.Chain.Last == "" || e.Chain.Seal == "" || e.Chain.Length < 1 {
		return fmt.Errorf("a challenge to a game with dice needs a chain of keys")
	}
	*d = Dice{Chain: *e.Chain, Key: e.Chain.Seal}
	return d.salt(e)
}

// salt takes the word of a player of a game with dice.
func (d *Dice) salt(e Event) error {
	if d.Seal == "" {
		return nil
	}
	if !dice.IsWord(e.Word) {
		return fmt.Errorf("%q is no word for the dice", e.Word)
	}
	d.add(e)
	return nil
}

// add replaces the word of the event's author, or appends it.
func (d *Dice) add(e Event) {
	word, words := Word{e.By, e.Word, e.Own}, slices.Clone(d.Words)
	if i := slices.IndexFunc(words, func(w Word) bool { return w.By == e.By }); i >= 0 {
		words[i] = word
	} else {
		words = append(words, word)
	}
	d.Words = words
}

// CanSalt reports whether a player may still choose a word.
func (d Dice) CanSalt(id string) bool {
	return !slices.ContainsFunc(d.Words, func(w Word) bool { return w.By == id && w.Own })
}

// Throw returns the next roll of the dice. It is an error if no roll is due.
func (m *Match) Throw() (Event, error) {
	n := m.Dice.Throws + 1
	key, err := dice.Key(m.Dice.Last, m.Dice.Length, n)
	if err != nil {
		return Event{}, err
	}
	move, err := m.Dice.thrown(key, m.Line.Position())
	return Event{Kind: Rolled, Move: move, Key: key, Throw: n}, err
}

// thrown returns the roll of a key in a position.
func (d Dice) thrown(key string, p engine.Position) (engine.Move, error) {
	r, ok := p.(engine.DicePosition)
	if !ok || d.Seal == "" {
		return "", fmt.Errorf("a game without dice cannot throw")
	}
	return r.Roll(dice.Dice(key, d.Salt()))
}

// roll takes a roll, which must be the next one of the chain.
func (d *Dice) roll(e Event, p engine.Position) error {
	if e.Throw != d.Throws+1 || !dice.Follows(e.Key, d.Key) {
		return fmt.Errorf("throw %d is not the one after throw %d, or its key is wrong", e.Throw, d.Throws)
	}
	move, err := d.thrown(e.Key, p)
	if err != nil {
		return err
	}
	if move != e.Move {
		return fmt.Errorf("throw %d is %s, and not %s", e.Throw, move, e.Move)
	}
	d.Throws, d.Key = e.Throw, e.Key
	return nil
}

// play appends a move to the line, and ends the match if the move ends the game.
func (m *Match) play(move engine.Move) error {
	line, err := m.Line.Play(move)
	if err != nil {
		return err
	}
	m.Line = line
	m.end(line.Outcome())
	return nil
}

// Resignations returns the multiples of the stake for which a side may resign, lowest first: the last cannot be
// refused, the others are offers. There are none in games without stakes.
func (m *Match) Resignations(s engine.Side) []int {
	p, ok := m.Line.Position().(engine.StakeGame)
	if !ok || m.Status != Playing {
		return nil
	}
	return p.Resignations(s)
}

// SureResignation returns the last of the Resignations, which cannot be refused; 0 in games without stakes.
func (m *Match) SureResignation(s engine.Side) int {
	list := m.Resignations(s)
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1]
}

// resign resigns a game for a multiple of the stake; another game may follow.
func (m *Match) resign(s engine.Side, times int) error {
	p, ok := m.Line.Position().(engine.StakeGame)
	if !ok {
		return fmt.Errorf("a game without stakes cannot be given up for %d of them", times)
	}
	move, err := p.Resign(s, times)
	if err != nil {
		return err
	}
	m.Pending = Pending{}
	return m.play(move)
}

// agree carries out the pending offer.
func (m *Match) agree() error {
	p := m.Pending
	m.Pending = Pending{}
	switch p.Offer {
	case Undo:
		m.Line = m.Line.Back(m.undone(p.By))
	case Resign:
		return m.resign(p.By, p.Times)
	case Stop:
		m.stop()
	case Pause:
		m.Clock.Until = p.Until
	case Off:
		m.Status = Void
	default:
		m.end(engine.Outcome{Reason: Agreement})
	}
	return nil
}

// stop ends games that would follow one another without end.
func (m *Match) stop() {
	if m.Setup.Several() {
		m.finish(m.scoreOutcome())
		return
	}
	if leader, lead := engine.StandingOf(m.Line.Position()).Lead(); lead > 0 {
		m.end(engine.Outcome{Winner: leader, Reason: Stopped, Points: lead})
		return
	}
	m.end(engine.Outcome{Reason: StoppedEven})
}
