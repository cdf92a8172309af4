package rules

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/engine"
)

// Key implements engine.Position: the text of the position without its counters, but with the rights and duties of
// huffing.
func (p Position) Key() string {
	v := p.Variant
	white, black, mover := p.Own, p.Opp, byte('W')
	if !p.whiteMoves() {
		white, black, mover = black, white, 'B'
	}
	text := append(make([]byte, 0, 96), mover)
	for i, side := range [...]uint64{white, black} {
		text = append(text, ':', "WB"[i])
		comma := false
		for ; side != 0; side &= side - 1 {
			if comma {
				text = append(text, ',')
			}
			comma = true
			if side&-side&p.Kings != 0 {
				text = append(text, 'K')
			}
			text = append(text, v.names[v.Square(side)]...)
		}
	}
	return p.huffingText(string(text))
}

// String implements engine.Position.
func (p Position) String() string {
	text := p.Key()
	if p.Idling != 0 {
		text += ":H" + strconv.Itoa(p.Idling)
	}
	if p.Forced != 0 {
		text += ":F" + strconv.Itoa(p.Forced)
	}
	if p.Road != 0 {
		text += ":R" + strconv.Itoa(p.Road)
	}
	return text
}

// whiteMoves reports whether White is on turn.
func (p Position) whiteMoves() bool { return p.IsUp() == p.Variant.Corner.Bottom() }

// Parse parses the text of a position and the variants found in PDN files: lower case, spaces, ranges, the sides in
// either order, names of squares, D for kings, a full stop, quotes, the tag around it. Where the forced ending begins
// to count and no counter is given, it begins with one.
func (v *Variant) Parse(text string) (Position, error) {
	// Other programs write the fields H and F too. H is the same, but F is a move number, and is taken for one after H0
	// or if no ending counts so far.
	p, crowned, err := v.ParseFile(text, v.Typed())
	if err == nil && crowned != nil {
		err = fmt.Errorf("position %q: %w", text, &engine.InvalidPositionError{Code: engine.ManIsKing, Square: crowned[0]})
	}
	return p, err
}

// ParseFile is Parse for a text with squares numbered from a corner. Men on their last row become kings, and crowned
// lists their squares.
func (v *Variant) ParseFile(text string, from Corner) (p Position, crowned []string, err error) {
	r := fenReader{Position: Position{Variant: v}, from: from}
	if err := r.parse(normalize(text)); err != nil {
		return Position{}, nil, fmt.Errorf("position %q: %w", text, err)
	}
	return r.Position, r.crowned, nil
}

// fenReader is a position being parsed.
type fenReader struct {
	Position
	from    Corner
	named   bool     // squares are named, not numbered
	crowned []string // squares of men that became kings
	number  int      // value of the field F
}

// normalize removes what has no meaning.
func normalize(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, text)
	if tag, ok := strings.CutPrefix(text, "[FEN"); ok {
		text = strings.TrimSuffix(tag, "]")
	}
	return strings.TrimSuffix(strings.Trim(text, `"`), ".")
}

var (
	fenName  = regexp.MustCompile(`(?::[WB]|,)(?:[KD][A-J]|[A-CE-J])[0-9]`)
	fenCount = regexp.MustCompile(`(?::[WB]|,)K?[0-9]`)
	fenDama  = regexp.MustCompile(`(?::[WB]|,)D[0-9]`)
	fenItem  = regexp.MustCompile(`^([KD]?)([A-J]?)([0-9]{1,4})(?:-([0-9]{1,4}))?$`)
)

// spell determines whether the squares of a text have names. D3 may be a name or a dama on 3, which the other squares
// decide.
func (p *fenReader) spell(text string) error {
	named, counted := fenName.MatchString(text), fenCount.MatchString(text)
	p.named = named || p.Variant.Letters && !counted
	switch {
	case named && counted:
		return errors.New("some squares have names and others numbers: write all of them in one way")
	case !p.named && !counted && fenDama.MatchString(text):
		return errors.New("the letter D before a number may be a file or a dama: write K for kings")
	}
	return nil
}

// parse parses a normalized text.
func (p *fenReader) parse(text string) error {
	v, fields := p.Variant, strings.Split(text, ":")
	if fields[0] != "W" && fields[0] != "B" {
		return fmt.Errorf("who moves must be W or B, not %q", fields[0])
	}
	if err := p.spell(text); err != nil {
		return err
	}
	if p.Near = v.Width / 2; (fields[0] == "W") != p.whiteMoves() {
		p.Near = -p.Near
	}
	seen := make(map[byte]bool)
	for _, field := range fields[1:] {
		if field == "" {
			return errors.New("nothing between two colons")
		}
		name := field[0]
		if seen[name] {
			return fmt.Errorf("%c is there twice", name)
		}
		seen[name] = true
		if err := p.parseField(field); err != nil {
			return err
		}
	}
	if !seen['W'] || !seen['B'] {
		return errors.New("both sides must be there, even without pieces: W:W1:B")
	}
	p.crowned = p.crown()
	if p.number <= p.Variant.endingOf(p.Board, false).plies && !slices.Contains(fields, "H0") {
		p.Forced = p.number
	}
	return p.Check()
}

// mostMoves is the maximum move number.
const mostMoves = 9999

// parseField parses the text between two colons.
func (p *fenReader) parseField(field string) (err error) {
	v, rest := p.Variant, field[1:]
	road := slices.IndexFunc(v.Endings[:], func(e ending) bool { return e.road })
	switch name := field[0]; {
	case name == 'W' || name == 'B':
		err = p.place(name, rest)
	case name == 'H':
		p.Idling, err = parseCounter(field, v.QuietPlies)
	case name == 'F':
		p.number, err = parseCounter(field, mostMoves)
	case name == 'R' && road >= 0:
		p.Road, err = parseCounter(field, v.Endings[road].plies)
	case name == 'Q' && v.Huffing != noHuffing:
		p.Unanswered, err = v.parseIdle(rest)
	case field == "C" && v.Huffing != noHuffing:
		p.Owes = true
	default:
		err = fmt.Errorf("%q is neither a side (W, B) nor a counter (H, F) of this game", field)
	}
	return err
}

// place puts the pieces of a list on the board, W or B.
func (p *fenReader) place(name byte, list string) error {
	if list == "" {
		return nil
	}
	pieces := &p.Own
	if (name == 'W') != p.whiteMoves() {
		pieces = &p.Opp
	}
	for item := range strings.SplitSeq(list, ",") {
		squares, king, err := p.squares(item)
		if err != nil {
			return fmt.Errorf("%c%s: %w", name, item, err)
		}
		for _, n := range squares {
			bit := p.Variant.Bit[n]
			if (p.Own|p.Opp)&bit != 0 {
				return &engine.InvalidPositionError{Code: engine.SquareTaken, Square: p.Variant.names[n]}
			}
			*pieces |= bit
			if king {
				p.Kings |= bit
			}
		}
	}
	return nil
}

// crown makes kings of the men on their last row, and lists their squares.
func (p *Position) crown() (squares []string) {
	last := p.Variant.last
	men := (p.Own&last[p.direction()] | p.Opp&last[1-p.direction()]) &^ p.Kings
	p.Kings |= men
	for ; men != 0; men &= men - 1 {
		squares = append(squares, p.Variant.Label(men))
	}
	return squares
}

// squares returns the squares of an item of a list: K12, 3-5, Kd4.
func (p *fenReader) squares(item string) (list []int, king bool, err error) {
	m := fenItem.FindStringSubmatch(item)
	if m == nil || m[4] != "" && p.named {
		return nil, false, fmt.Errorf("%q is not a square", item)
	}
	if king = m[1] != ""; !p.named {
		list, err = p.Variant.numbered(m[3], cmp.Or(m[4], m[3]), p.from)
		return list, king, err
	}
	file := m[1] + m[2]
	if king = len(file) == 2; king {
		file = m[2]
	}
	rank, _ := strconv.Atoi(m[3])
	if n := p.Variant.squareAt(int(file[0]-'A'), rank-1); n != 0 {
		return []int{n}, king, nil
	}
	return nil, false, &engine.InvalidPositionError{Code: engine.NoSuchSquare, Square: strings.ToLower(file) + m[3]}
}

// squareAt returns the square of a file and a rank, counted from 0; 0 if there is none.
func (v *Variant) squareAt(file, rank int) int {
	if file < 0 || file >= v.Width || rank < 0 || rank >= v.Width {
		return 0
	}
	return v.at[rank*v.Width+file]
}

// numbered returns the squares from one number to another, numbered from a corner.
func (v *Variant) numbered(low, high string, from Corner) (list []int, err error) {
	first, _ := strconv.Atoi(low)
	last, _ := strconv.Atoi(high)
	for n := first; n <= last; n++ {
		if n < 1 || n > v.Count {
			return nil, &engine.InvalidPositionError{Code: engine.NoSuchSquare, Square: strconv.Itoa(n), Squares: v.Count}
		}
		list = append(list, v.Renumber(from, n))
	}
	if list == nil {
		err = errors.New("a range goes up")
	}
	return list, err
}

// parseCounter parses a letter and a number from 0 to most.
func parseCounter(field string, most int) (int, error) {
	n, err := strconv.ParseUint(field[1:], 10, 16)
	if err != nil || int(n) > most {
		return 0, fmt.Errorf("counter %s: it must be %c0 to %c%d", field, field[0], field[0], most)
	}
	return int(n), nil
}

// Check validates the position as a whole, and starts the counter of a forced ending.
func (p *Position) Check() error {
	if p.Own|p.Opp == 0 {
		return engine.InvalidPosition("there is not a single piece")
	}
	most := p.Variant.rows * p.Variant.Width / 2
	for _, pieces := range []uint64{p.Own, p.Opp} {
		if n := bits.OnesCount64(pieces); n > most {
			return engine.InvalidPosition("one side has %d pieces: it begins with %d, and none are added", n, most)
		}
	}
	if err := p.checkHuffing(); err != nil {
		return err
	}
	if most := p.Variant.endingOf(p.Board, true).plies; p.Road > most {
		return fmt.Errorf("counter R%d: with these pieces it goes to %d", p.Road, most)
	}
	if p.Forced == 0 {
		p.Forced = p.Variant.endingStarted(p.Board)
	}
	return nil
}
