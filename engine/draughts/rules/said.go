package rules

import (
	"regexp"
	"strings"
	"unicode"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// spokenAnswer is an answer in words: huff 23, soplo la c5, ¡exijo! A huffed piece may be named by number or name of
// its present square, or of that before its last move, or be left out if there is only one.
type spokenAnswer struct {
	demand bool
	square *grid.Square // nil: none was named
}

// fillers may precede the square: te soplo la dama 23.
const fillers = `(?:i|te|la|el|a|o|the|ficha|pieza|peça|dama|peón|peão|piece|king|man)`

var saidText = regexp.MustCompile(`^(?:` + fillers + ` )*` +
	`(?:(demand|exigir|exijo|demandar|demando)|huff|soplar|soplo|sopla|soplada|sopladita|soprar|sopro|assoprar|assopro)` +
	`(?: ` + fillers + `)*(?: (\S+))?$`)

// hear parses an answer in words, and reports whether the text is one.
func hear(text string) (s spokenAnswer, ok bool) {
	const longest = 60 // bytes, more than people type
	if len(text) > longest {
		return spokenAnswer{}, false
	}
	text = strings.TrimRight(strings.TrimLeft(strings.TrimSpace(text), "¡"), "!.")
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return unicode.IsSpace(r) || r == ':' || r == ',' || r == '-'
	})
	m := saidText.FindStringSubmatch(strings.Join(fields, " "))
	switch {
	case m == nil:
		return spokenAnswer{}, false
	case m[2] == "" || m[1] != "":
		return spokenAnswer{demand: m[1] != ""}, m[2] == ""
	}
	typed, ok := grid.Split(m[2])
	if !ok || len(typed.Squares) != 1 || typed.EndsWithSign() {
		return spokenAnswer{}, false
	}
	return spokenAnswer{square: &typed.Squares[0]}, true
}

// answerSaid returns the answer that was meant; its error lacks the text.
func (p Position) answerSaid(s spokenAnswer) (Move, *engine.MoveError) {
	illegal := func(rule engine.Code) *engine.MoveError { return &engine.MoveError{Kind: engine.Illegal, Rule: rule} }
	switch {
	case p.Outcome().Decided():
		return Move{}, illegal(grid.GameOver)
	case p.Variant.Huffing == HuffingOff:
		return Move{}, illegal(huffingIsOff)
	case p.Unanswered.To == 0 && s.demand:
		return Move{}, illegal(nothingToDemand)
	case p.Unanswered.To == 0:
		return Move{}, illegal(nothingToHuff)
	case s.demand:
		return Move{}, nil
	}
	could := p.huffable()
	var choices []string
	for _, m := range p.Answers()[1:] {
		choices = append(choices, string(p.Text(m)))
	}
	if s.square == nil {
		if len(choices) == 1 {
			return Move{Taken: could}, nil
		}
		return Move{}, &engine.MoveError{Kind: engine.Incomplete, Choices: choices}
	}
	squares, missing := p.Variant.locate(grid.Typed{Squares: []grid.Square{*s.square}}, p.Variant.Typed())
	if missing != nil {
		return Move{}, missing
	}
	at := squares[0]
	if at == p.Unanswered.From {
		at = p.Unanswered.To
	}
	if could&at == 0 {
		e := illegal(notHuffable)
		e.At, e.Choices = p.Variant.Label(squares[0]), choices
		return Move{}, e
	}
	return Move{Taken: at}, nil
}
