package draughts

import (
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// said is an answer in words: huff 23, soplo la c5, ¡exijo! In small letters, the words are these; a huffed piece may be
// named by number or by name, where it stands now or where it stood before it moved, or not at all if there is one only.
type said struct {
	demand bool
	square *grid.Square // nil: none was named
}

var (
	huffWords   = words("huff soplar soplo sopla soplada sopladita soprar sopro assoprar assopro")
	demandWords = words("demand exigir exijo demandar demando")

	// They may stand anywhere before the square: te soplo la dama 23.
	fillers = words("i te la el a o the ficha pieza peça dama peón peão piece king man")
)

func words(list string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

// hear splits a text into its words, or says that it is something else.
func hear(text string) (s said, ok bool) {
	const longest = 60 // bytes, more than people type
	if len(text) > longest {
		return said{}, false
	}
	text = strings.TrimRight(strings.TrimLeft(strings.TrimSpace(text), "¡"), "!.")
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return unicode.IsSpace(r) || r == ':' || r == ',' || r == '-'
	})
	for _, word := range fields {
		switch {
		case s.square != nil:
			return said{}, false // the square comes last
		case huffWords[word] && !ok:
			ok = true
		case demandWords[word] && !ok:
			ok, s.demand = true, true
		case fillers[word]:
		default:
			typed, isMove := grid.Split(word)
			if !ok || !isMove || len(typed.Squares) != 1 || typed.Open() || s.demand {
				return said{}, false
			}
			s.square = &typed.Squares[0]
		}
	}
	return s, ok
}

// readSaid finds the answer that was meant.
func (p position) readSaid(s said, text string) (engine.Move, error) {
	answer, e := p.answerSaid(s)
	if e != nil {
		e.Text = text
		return "", e
	}
	return p.answerText(answer), nil
}

func (p position) answerSaid(s said) (move, *engine.MoveError) {
	illegal := func(rule engine.Code) *engine.MoveError { return &engine.MoveError{Kind: engine.Illegal, Rule: rule} }
	switch {
	case p.Outcome().Decided():
		return move{}, illegal(gameOver)
	case p.variant.huffing == huffingOff:
		return move{}, illegal(huffingIsOff)
	case p.idle.to == 0 && s.demand:
		return move{}, illegal(nothingToDemand)
	case p.idle.to == 0:
		return move{}, illegal(nothingToHuff)
	case s.demand:
		return move{}, nil
	}
	could := p.huffable()
	var choices []string
	for _, m := range p.answers()[1:] {
		choices = append(choices, string(p.answerText(m)))
	}
	if s.square == nil {
		if len(choices) == 1 {
			return move{taken: could}, nil
		}
		return move{}, &engine.MoveError{Kind: engine.Incomplete, Choices: choices}
	}
	squares, missing := p.variant.locate(grid.Typed{Squares: []grid.Square{*s.square}})
	if missing != nil {
		return move{}, missing
	}
	at := squares[0]
	if at == p.idle.from {
		at = p.idle.to
	}
	if could&at == 0 {
		e := illegal(notHuffable)
		e.At, e.Choices = strconv.Itoa(p.variant.square(squares[0])), choices
		return move{}, e
	}
	return move{taken: at}, nil
}
