package rules

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/engine"
)

// Key implements engine.Position: the text of the position without its counters. The rights and duties of
// huffing are in it.
func (p Position) Key() string {
	v := p.Variant
	text := append(make([]byte, 0, 96), "WB"[v.Colour(p.Mover)])
	for i := range p.Sides {
		side := p.Sides[v.Colour(i)]
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

// Colour is 0 if a side, by its index, is White, 1 if it is Black; and the other way round.
func (v *Variant) Colour(side int) int {
	if v.Black {
		return 1 - side
	}
	return side
}

// Parse reads the text of a position, and besides it what PDN files have: small letters, spaces, ranges, the sides in
// either order, names of squares, D for kings, a full stop, quotes, the tag around it. A position that stands where the
// forced ending begins to be counted, without the counter, begins with number one. Other programs write H and F as well:
// H is the same, F the number of the move, and that is what it is where H0 stands before it or no ending has so many.
func (v *Variant) Parse(text string) (Position, error) {
	p, _, err := v.parse(text, false)
	return p, err
}

// ParseCrowned is Parse that takes men on their last row for kings; crowned is where there are any.
func (v *Variant) ParseCrowned(text string) (p Position, crowned string, err error) {
	return v.parse(text, true)
}

func (v *Variant) parse(text string, crown bool) (p Position, crowned string, err error) {
	fields, err := v.fenNumbered(plain(text))
	r := fenReader{Position: Position{Variant: v}, crown: crown}
	if err == nil {
		err = r.parseFields(fields)
	}
	if err != nil {
		return Position{}, "", fmt.Errorf("position %q: %w", text, err)
	}
	return r.Position, strings.Join(r.crowned, ","), nil
}

// fenReader is a position on its way from a text.
type fenReader struct {
	Position
	crown   bool     // men on their last row are kings
	crowned []string // the squares of such
	number  int      // of the field F
}

// plain takes off what does not matter.
func plain(text string) string {
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
	fenName  = regexp.MustCompile(`(?::[WB]|,)[KD]?[A-J][0-9]{1,2}\b`)
	fenDama  = regexp.MustCompile(`(:[WB]|,)D([0-9]{1,2})\b`)
	fenCount = regexp.MustCompile(`(?::[WB]|,)K?[0-9]{1,2}\b`)
	fenItem  = regexp.MustCompile(`(:[WB]|,)([KD]?)([A-J])([0-9]{1,2})\b`)
)

// FenNamed reports whether the squares of a plain text of a position have names. D3 alone does not: it may be a king on
// 3.
func FenNamed(text string) bool {
	return fenName.MatchString(fenDama.ReplaceAllString(text, "$1$2"))
}

// fenNumbered writes names of squares as numbers, and K for the D of a dama, or of a dame.
func (v *Variant) fenNumbered(text string) (string, error) {
	named, counted := FenNamed(text), fenCount.MatchString(text)
	if v.Letters && !counted && fenDama.MatchString(text) {
		named = true // here D3 is a square
	}
	switch {
	case named && counted:
		return "", errors.New("some squares have names and others numbers: write all of them in one way")
	case !named && !counted && fenDama.MatchString(text):
		return "", errors.New("the letter D before a number may be a file or a dama: write K for kings")
	case !named:
		return fenDama.ReplaceAllString(text, "${1}K$2"), nil
	}
	var err error
	text = fenItem.ReplaceAllStringFunc(text, func(item string) string {
		m := fenItem.FindStringSubmatch(item)
		n := v.numberOf(m[3], m[4])
		if n == 0 {
			err = &engine.ImpossibleError{Code: engine.NoSuchSquare, Square: strings.ToLower(m[3]) + m[4]}
			return item
		}
		return m[1] + strings.ReplaceAll(m[2], "D", "K") + strconv.Itoa(v.alias[n])
	})
	return text, err
}

// numberOf is the square of a file and a rank in capitals, 0 if there is none.
func (v *Variant) numberOf(file, rank string) int {
	column, row := int(file[0]-'A'), 0
	for _, digit := range []byte(rank) {
		row = 10*row + int(digit-'0')
	}
	if column >= v.Width || row < 1 || row > v.Width {
		return 0
	}
	return v.at[(row-1)*v.Width+column]
}

func (p *fenReader) parseFields(text string) error {
	v, fields := p.Variant, strings.Split(text, ":")
	switch fields[0] {
	case "W":
		p.Mover = v.Colour(0)
	case "B":
		p.Mover = v.Colour(1)
	default:
		return fmt.Errorf("who moves must be W or B, not %q", fields[0])
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
	if p.number <= p.mostForced() && !slices.Contains(fields, "H0") {
		p.Forced = p.number
	}
	return p.Check()
}

// mostForced is how far the counter F of a forced ending, or of another one, goes with these pieces.
func (p Position) mostForced() int {
	if p.Variant.Forced.Kings == 0 {
		return p.Variant.endingOf(p.Board(), false).plies
	}
	if _, ok := p.forcedEnding(); ok {
		return p.Variant.Forced.Moves + 1
	}
	return 0
}

// mostMoves is more moves than a game has that anybody counts.
const mostMoves = 9999

// parseField reads what stands between two colons.
func (p *fenReader) parseField(field string) (err error) {
	v, rest := p.Variant, field[1:]
	switch name := field[0]; {
	case name == 'W':
		err = p.place(v.Colour(0), rest)
	case name == 'B':
		err = p.place(v.Colour(1), rest)
	case name == 'H':
		p.Idling, err = parseCounter(field, v.QuietPlies)
	case name == 'F':
		p.number, err = parseCounter(field, mostMoves)
	case name == 'R' && v.longest(true) != 0:
		p.Road, err = parseCounter(field, v.longest(true))
	case name == 'Q' && v.Huffing != noHuffing:
		p.Unanswered, err = v.parseIdle(rest)
	case field == "C" && v.Huffing != noHuffing:
		p.Owes = true
	case v.Huffing != noHuffing:
		err = fmt.Errorf("%q is neither a side (W, B), nor a counter (H, F), nor about huffing (Q, C)", field)
	case v.longest(true) != 0:
		err = fmt.Errorf("%q is neither a side (W, B) nor a counter (H, F, R)", field)
	default:
		err = fmt.Errorf("%q is neither a side (W, B) nor a counter (H, F)", field)
	}
	return err
}

// place puts the pieces of a list on the board.
func (p *fenReader) place(side int, list string) error {
	if list == "" {
		return nil
	}
	colour := "WB"[p.Variant.Colour(side)]
	for item := range strings.SplitSeq(list, ",") {
		numbers, king := strings.CutPrefix(item, "K")
		low, high, ranged := strings.Cut(numbers, "-")
		first, err := p.Variant.parseSquare(low)
		if err != nil {
			return fmt.Errorf("%c%s: %w", colour, item, err)
		}
		last := first
		if ranged {
			if last, err = p.Variant.parseSquare(high); err != nil {
				return fmt.Errorf("%c%s: %w", colour, item, err)
			}
			if last < first {
				return fmt.Errorf("%c%s: a range goes up", colour, item)
			}
		}
		for count := first; count <= last; count++ {
			n := p.Variant.alias[count]
			bit, name := p.Variant.Bit[n], p.Variant.names[n]
			if (p.Sides[0]|p.Sides[1])&bit != 0 {
				return &engine.ImpossibleError{Code: engine.SquareTaken, Square: name}
			}
			p.Sides[side] |= bit
			last := p.Variant.Row(n) == p.Variant.lastRow(side)
			switch {
			case king:
				p.Kings |= bit
			case last && p.crown:
				p.Kings |= bit
				p.crowned = append(p.crowned, name)
			case last:
				return &engine.ImpossibleError{Code: engine.ManIsKing, Square: name}
			}
		}
	}
	return nil
}

// lastRow is where the men of a side become kings.
func (v *Variant) lastRow(side int) int {
	if (side == 0) == v.FirstUp {
		return v.Width - 1
	}
	return 0
}

// parseSquare reads the number of a square.
func (v *Variant) parseSquare(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%q is not a square", text)
	}
	if err != nil || n < 1 || int(n) > v.Count {
		return 0, &engine.ImpossibleError{Code: engine.NoSuchSquare, Square: text, Squares: v.Count}
	}
	return int(n), nil
}

// parseCounter reads a letter and a number from 0 up.
func parseCounter(field string, most int) (int, error) {
	n, err := strconv.ParseUint(field[1:], 10, 16)
	if err != nil || int(n) > most {
		return 0, fmt.Errorf("counter %s: it must be %c0 to %c%d", field, field[0], field[0], most)
	}
	return int(n), nil
}

// longest is the number of plies any of the endings lasts, of those of the road or of the others.
func (v *Variant) longest(road bool) (most int) {
	for _, e := range v.Endings {
		if e.road == road {
			most = max(most, e.plies)
		}
	}
	return most
}

// Check looks at the position as a whole, and begins to count a forced ending.
func (p *Position) Check() error {
	if p.Sides[0]|p.Sides[1] == 0 {
		return engine.Impossible("there is not a single piece")
	}
	if err := p.checkHuffing(); err != nil {
		return err
	}
	if most := p.Variant.endingOf(p.Board(), true).plies; p.Road > most && p.Variant.Forced.Kings == 0 {
		return fmt.Errorf("counter R%d: with these pieces it goes to %d", p.Road, most)
	}
	stronger, ok := p.forcedEnding()
	if ok && p.Forced == 0 && p.Sides[stronger]&p.Variant.River != 0 {
		p.Forced = 1
	}
	return nil
}
