package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Read implements engine.Position. A text may have all squares of a path, its ends and any squares between, or only the
// first squares, by number or by name, and all moves that it allows must have one result; with huffing it may be words.
func (p Position) Read(text string) (engine.Move, error) {
	// A sign of captures allows captures only; a dash allows only quiet moves if there is one.
	if joined := p.joined(text); len(joined) == 1 {
		return joined[0], nil
	}
	return p.read(text, p.Variant.Typed())
}

// joinedText matches two numbers of squares in one, as in 1115.
var joinedText = regexp.MustCompile(`^([0-9]{3,4})[!?.,]*$`)

// joined returns the legal moves whose ends a text joins in one number.
func (p Position) joined(text string) (moves []engine.Move) {
	bare, _ := engine.Normalize(text)
	if ends := joinedText.FindStringSubmatch(bare); ends != nil {
		for _, m := range p.Legal() {
			if p.Variant.Label(m.From)+p.Variant.Label(m.To) == ends[1] {
				moves = engine.Add(moves, p.Text(m))
			}
		}
	}
	return moves
}

// read is Read for a text with numbers counted from a corner.
func (p Position) read(text string, from Corner) (engine.Move, error) {
	if s, ok := hear(text); ok && p.Variant.Huffing != noHuffing {
		answer, e := p.answerSaid(s)
		if e != nil {
			e.Text = text
			return "", e
		}
		return p.Text(answer), nil
	}
	whole, choices := p.long(text)
	if choices != nil && whole == text {
		return "", &engine.MoveError{Kind: engine.Ambiguous, Text: text, Choices: choices}
	}
	typed, ok := grid.Split(whole)
	if !ok {
		return "", &engine.MoveError{Kind: engine.NotMove, Text: text}
	}
	move, e := grid.Read(typed, func(t grid.Typed) (engine.Move, *engine.MoveError) { return p.readTyped(t, from) },
		func(m engine.Move) engine.Move { return m })
	if m := gluedNumber.FindStringSubmatch(text); e != nil && e.Kind == engine.Illegal && m != nil {
		if move, err := p.read(m[1], from); err == nil || typed.Steps() {
			return move, err
		}
	}
	if e != nil {
		e.Text = text
		return "", e
	}
	return move, nil
}

// readTyped returns the legal move that a text means; its error lacks the text.
func (p Position) readTyped(typed grid.Typed, from Corner) (engine.Move, *engine.MoveError) {
	r, move := p.compare(typed, from)
	if move == "" {
		return "", r.answer()
	}
	return move, nil
}

// compare compares a text with the legal moves; move is "" if it does not match exactly one.
func (p Position) compare(typed grid.Typed, from Corner) (r *reading, move engine.Move) {
	r = p.reader()
	r.typed = typed
	r.squares, r.missing = p.Variant.locate(typed, from)
	if r.missing == nil && !typed.Mixed && r.crowned() {
		move = r.match()
	}
	return r, move
}

// ReadWhole lists the moves that a text of a record may mean, with numbers counted from a corner: its squares are
// always the ends of a move, with or without some between, and never the beginning of a longer one. If there is none
// the error is that of Read.
func (p Position) ReadWhole(text string, from Corner) ([]engine.Move, error) {
	whole, _ := p.long(text)
	typed, ok := grid.Split(whole)
	if ok && len(typed.Squares) > 1 && !typed.EndsWithSign() {
		if r, m := p.compare(typed, from); m != "" {
			return []engine.Move{m}, nil
		} else if r.whole != nil {
			return r.whole, nil
		}
	}
	m, err := p.read(text, from)
	return []engine.Move{m}, err
}

// gluedNumber matches a move number directly before the first square, as in 1.11-15. It may also be a square.
var gluedNumber = regexp.MustCompile(`^[0-9]{1,3}\.([0-9]{1,2} *[-x:].*)$`)

// shortText matches a move as written in books with letters: the file of the first square, and the last square.
var shortText = regexp.MustCompile(`^(?:[0-9]{1,3}\.)?([a-h]) ?[-x:]? ?([a-h])([1-8])$`)

// long expands a short text to both squares: those of the only legal move that fits or, if there is none, the
// neighbour of the last square on that file. Other texts are returned unchanged; if several moves fit, choices lists
// them.
func (p Position) long(text string) (whole string, choices []string) {
	bare, _ := engine.Normalize(text)
	m := shortText.FindStringSubmatch(strings.TrimRight(bare, "!?.,"))
	if !p.Variant.Letters || m == nil {
		return text, nil
	}
	var ways []string
	for _, move := range p.Legal() {
		from, to := p.Variant.Label(move.From), p.Variant.Label(move.To)
		if from[:1] == m[1] && to == m[2]+m[3] {
			ways = engine.Add(ways, from+to)
			choices = append(choices, string(p.Text(move)))
		}
	}
	switch len(ways) {
	case 0:
		back := 1 - 2*p.direction()
		if p.Variant.squareAt(int(m[2][0]-'a'), int(m[3][0]-'1')) == 0 {
			back = 0 // the last square is a light one, which is the error to report
		}
		return m[1] + strconv.Itoa(int(m[3][0]-'0')-back) + m[2] + m[3], nil
	case 1:
		return ways[0], nil
	}
	return text, choices
}

// locate returns the squares on the board, with numbers counted from a corner; missing is the error of one that does
// not exist.
func (v *Variant) locate(typed grid.Typed, from Corner) (squares []uint64, missing *engine.MoveError) {
	for _, s := range typed.Squares {
		n, rule, at := s.Number, grid.NoSuchSquare, s.Text
		switch {
		case n >= 0:
			n = v.Renumber(from, n)
		default:
			n = v.squareAt(s.File, s.Rank)
			if s.File < v.Width && s.Rank >= 0 && s.Rank < v.Width {
				rule, at = lightSquare, grid.Name(s.File, s.Rank)
			}
		}
		if n < 1 || n > v.Count {
			if missing == nil {
				missing = engine.NewIllegal(rule, at)
			}
			continue
		}
		squares = append(squares, v.Bit[n])
	}
	return squares, missing
}

// reading is the state while a text is read.
type reading struct {
	from    Position
	variant *Variant
	board   Board
	typed   grid.Typed
	squares []uint64          // the existing ones
	missing *engine.MoveError // error of one that does not exist
	legal   []Move
	due     []Move        // those of legal that capture
	whole   []engine.Move // the moves that the text may mean
	begun   []engine.Move // the moves that it may begin
}

// reader returns a reading without a text.
func (p Position) reader() *reading {
	r := &reading{from: p, variant: p.Variant, board: p.Board, legal: p.Legal()}
	for _, m := range r.legal {
		if m.Taken != 0 {
			r.due = append(r.due, m)
		}
	}
	return r
}

// crowned reports whether the first square has a king, if the text says so.
func (r *reading) crowned() bool { return !r.typed.King || r.board.Kings&r.squares[0] != 0 }

// match compares the text with the legal moves. It returns a move if the text lists its whole path and cannot be a
// move of the other kind, or if an abbreviated text fits no other move; else "".
func (r *reading) match() engine.Move {
	moves := r.meant()
	mixed := slices.ContainsFunc(moves, Move.capture) && slices.ContainsFunc(moves, Move.quiet)
	var exact engine.Move
	for _, m := range moves {
		if !r.variant.passes(r.board, m, r.squares) {
			r.begun = engine.Add(r.begun, r.canonical(m))
			continue
		}
		r.whole = engine.Add(r.whole, r.canonical(m))
		if len(r.squares) == 1+hopCount(m) {
			exact = r.canonical(m)
		}
	}
	switch {
	case r.typed.EndsWithSign() && len(r.begun) > 0:
		r.whole = nil // a final sign means that more follows
	case r.typed.EndsWithSign():
	case exact != "" && !mixed:
		return exact
	case len(r.whole) == 1 && len(r.begun) == 0:
		return r.whole[0]
	}
	return ""
}

// meant lists the legal moves that fit the text, and are of the kind that the signs say.
func (r *reading) meant() []Move {
	list := slices.DeleteFunc(r.fitting(r.squares), func(m Move) bool { return r.typed.Captures() && m.quiet() })
	if r.typed.Steps() && slices.ContainsFunc(list, Move.quiet) {
		list = slices.DeleteFunc(list, Move.capture)
	}
	return list
}

// fitting lists the legal moves that match or begin with a path over some squares.
func (r *reading) fitting(squares []uint64) (list []Move) {
	for _, m := range r.distinct() {
		if r.variant.passes(r.board, m, squares) || r.variant.begins(r.board, m, squares) {
			list = append(list, m)
		}
	}
	return list
}

// distinct lists the legal moves in order, with moves of equal result once per piece.
func (r *reading) distinct() []Move {
	if len(r.due) == 0 {
		return r.legal
	}
	return r.from.listed(true)
}

// canonical returns the text of the first legal move with the same result.
func (r *reading) canonical(m Move) engine.Move {
	i := slices.IndexFunc(r.legal, func(o Move) bool { return r.variant.equivalent(r.board, m, o) })
	return r.from.Text(r.legal[i])
}

// matching lists the canonical texts of the moves that fit some squares.
func (r *reading) matching(squares []uint64) (list []engine.Move) {
	for _, m := range r.fitting(squares) {
		list = engine.Add(list, r.canonical(m))
	}
	return list
}

// answer returns the error for a text that is not exactly one move.
func (r *reading) answer() *engine.MoveError {
	switch {
	case r.isTalk():
		return &engine.MoveError{Kind: engine.NotMove}
	case r.typed.Mixed:
		return r.illegal(mixedNames, 0)
	case r.missing != nil:
		return r.missing
	case !r.crowned() && r.board.Own&r.squares[0] != 0:
		return r.illegal(notKing, r.squares[0])
	case r.typed.EndsWithSign() && len(r.whole) > 0:
		return r.illegal(grid.MoveOver, r.squares[len(r.squares)-1], r.whole...)
	case len(r.whole) > 0:
		return &engine.MoveError{Kind: engine.Ambiguous, Choices: texts(append(r.whole, r.begun...))}
	case len(r.begun) > 0:
		return &engine.MoveError{Kind: engine.Incomplete, Choices: texts(r.begun)}
	case len(r.squares) == 1:
		e := r.explainPiece()
		return &engine.MoveError{Kind: engine.Incomplete, Rule: e.Rule, At: e.At, Count: e.Count}
	}
	e := r.explain()
	if r.score() || r.isAmbiguous() && r.talk() {
		e.Kind = engine.NotMove
	}
	return e
}

// isTalk reports whether a text with squares that do not exist, or a king that is not there, is probably not meant as
// a move: 45, 31/12, 50-60.
func (r *reading) isTalk() bool {
	bare := len(r.typed.Squares) == 1 || r.isAmbiguous()
	switch {
	case r.typed.Mixed:
		return r.typed.IsAmbiguous()
	case r.missing != nil:
		return bare || r.score() || len(r.squares) == 0 && r.typed.Squares[0].Number >= 0
	}
	return bare && !r.crowned()
}

// score reports whether the text is more likely a score, such as 2-1 or 1-0: two small numbers between which no piece
// can ever move.
func (r *reading) score() bool {
	for _, s := range r.typed.Squares {
		if s.Number < 0 || s.Number > 9 {
			return false
		}
	}
	switch {
	case len(r.typed.Squares) != 2 || r.typed.King || len(r.whole)+len(r.begun) > 0:
		return false
	case len(r.squares) < 2:
		return true
	}
	line, _ := r.variant.Line(r.squares[0], r.squares[1])
	return line == nil
}

// isAmbiguous reports whether the text is numbers without a sign that only moves have: 12 8, 12/8, 12:8.
func (r *reading) isAmbiguous() bool { return r.typed.Squares[0].Number >= 0 && r.typed.IsAmbiguous() }

// talk reports whether ambiguous numbers that are no legal move are more likely a date, a time of day, a price or a
// score.
func (r *reading) talk() bool {
	if len(r.squares) > 2 { // 1 2 3, 20/11/26
		return len(r.matching(r.squares[:2])) == 0
	}
	switch r.typed.Signs[0] {
	case grid.Blank:
		return false
	case grid.Dot, grid.Comma, grid.Word: // 3.5, 11,15, 11 a 15
		return true
	case grid.Colon: // 11:15 when no capture is possible
		if len(r.due) == 0 {
			return true
		}
	}
	return r.squares[0] == r.squares[1] || r.squares[0]&r.board.Own == 0 // 10/10, 20:30
}

// texts converts moves to choices.
func texts(moves []engine.Move) []string {
	var list []string
	for _, m := range moves {
		list = append(list, string(m))
	}
	return list
}
