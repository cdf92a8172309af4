package rules

import (
	"regexp"
	"slices"
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
	e := grid.FirstReason(p.Variant.place,
		reason(p.Outcome().Decided(), grid.GameOver, 0),
		reason(p.Variant.Huffing == HuffingOff, huffingIsOff, 0),
		reason(p.Unanswered.To == 0 && s.demand, nothingToDemand, 0),
		reason(p.Unanswered.To == 0, nothingToHuff, 0))
	if e != nil || s.demand {
		return Move{}, e
	}
	answers, choices := p.Answers()[1:], texts(p.Rights()[1:])
	switch {
	case s.square == nil && len(choices) == 1:
		return answers[0], nil
	case s.square == nil:
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
	if huff := (Move{Taken: at}); slices.Contains(answers, huff) {
		return huff, nil
	}
	return Move{}, engine.NewIllegal(notHuffable, p.Variant.Label(squares[0]), choices...)
}
