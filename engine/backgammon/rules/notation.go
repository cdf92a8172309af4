package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// leg is the typed way of a checker between two places, in the mover's numbering.
type leg struct {
	from, to int
	star     bool
	die      int // the die, if the text has it; 0: any, or several
}

// ascends reports whether a leg goes in the direction of increasing board numbers, against a side's own; bar/1 may be
// a play of 6-6.
func (l leg) ascends(dice [2]int) bool {
	switch {
	case l.from == board.Bar:
		return l.to > board.Off && l.to <= board.Home && (l.to > 1 || dice != [2]int{6, 6})
	case l.to == board.Off:
		return l.from >= board.Mirror(board.Home)
	}
	return l.from <= l.to
}

func (l leg) String() string { return board.PlaceName(l.from) + "/" + board.PlaceName(l.to) }

// mirror converts a place to the other side's numbering; anything but a point is unchanged.
func mirror(place int) int {
	if place <= board.Off || place >= board.Bar {
		return place
	}
	return board.Mirror(place)
}

// typed is a parsed text of a play.
type typed struct {
	legs  []leg
	open  int    // a place at the end of the text, where the next step begins; board.Off if there is none
	odd   string // a number that is no place, "" if there is none
	loose bool   // no sign between numbers is one that only plays have: 8-5, 8 5, 8 to 5
	word  bool   // a word for the bar or for bearing off is in the text
}

const (
	pairForm = `(-1|[0-9]{1,2})\s*,\s*([1-9])`
	pairGap  = `(?:\s+|\s*[;,]\s*)`

	startForm = `(?:[0-9]{1,2}|bar|barra)\*?`
	placeForm = `(?:[0-9]{1,2}|bar|barra|off|fora|fuera)\*?`
)

var (
	slashes = regexp.MustCompile(`\s*/\s*`)
	gaps    = regexp.MustCompile(`[\s,;]+(?:(?:e|y|and)\s+)?`)
	token   = regexp.MustCompile(`^([0-9a-z]+\*?)((?:/[0-9a-z]+\*?)*)(?:\(([1-4])\))?$`)
	pair    = regexp.MustCompile(pairForm)
	pairs   = regexp.MustCompile(`^(` + pairForm + `(?:` + pairGap + pairForm + `)*(?:` + pairGap + `|$))?` +
		`(?:(-1|[0-9]{1,2})\s*,)?$`)
	from    = regexp.MustCompile(`(^| )` + engine.WordsBefore)
	between = regexp.MustCompile(` *[->] *|` + engine.WordsBetween)
	times   = regexp.MustCompile(`(\*?) *(\([1-4]\))(?: *(\*))?`)
	twice   = regexp.MustCompile(` *x *([1-4])\b| *\*([1-4])\b`) // 24/18 x2; Normalize may have turned a cross into a star
	row     = regexp.MustCompile(`^(?:` + startForm + ` +` + placeForm + `(?: +|$))+$`)
	couple  = regexp.MustCompile(`(\S+) +(\S+)`)
)

// placeWords maps words to places that are not points.
var placeWords = map[string]int{"bar": board.Bar, "b": board.Bar, "barra": board.Bar,
	"off": board.Off, "o": board.Off, "fora": board.Off, "fuera": board.Off}

// longestText is the maximum length of a play in bytes.
const longestText = 200

// clean reduces typed text to a common form.
func clean(text string) string {
	if len(text) > longestText {
		return ""
	}
	text, _ = engine.Normalize(strings.ReplaceAll(text, "×", "*"))
	return strings.TrimRight(text, ".!?;- ")
}

// split parses a clean text, and reports whether it has the syntax of a play. In a row of places each two are a leg:
// 8 5 6 5.
func (p Position) split(text string) (typed, bool) {
	if m := pairs.FindStringSubmatch(text); m != nil && text != "" {
		t := p.splitPairs(m[1], m[len(m)-1])
		return t, t.odd == "" || p.Rules.Absolute
	}
	text = twice.ReplaceAllString(strings.TrimRight(text, ", "), "($1$2)")
	text = times.ReplaceAllString(slashes.ReplaceAllString(text, "/"), "$1$3$2")
	slashed := from.ReplaceAllString(between.ReplaceAllString(text, "/"), "$1")
	if row.MatchString(text) {
		slashed = couple.ReplaceAllString(text, "$1/$2")
	}
	t, ok := splitChains(slashed)
	t.loose = slashed != text
	// If both sides use the numbers on the board, ways that Black can only mean by these are converted: 12/16, bar/4,
	// 19/off.
	up := func(l leg) bool { return l.ascends(p.Dice) }
	if p.Mover == 0 && p.Rules.Absolute && slices.ContainsFunc(t.legs, up) {
		t.open = mirror(t.open)
		for i, l := range t.legs {
			t.legs[i].from, t.legs[i].to = mirror(l.from), mirror(l.to)
		}
	}
	return t, ok
}

// splitChains parses the ways of single checkers.
func splitChains(text string) (typed, bool) {
	t := typed{}
	words := gaps.Split(text, -1)
	for i, word := range words {
		m := token.FindStringSubmatch(word)
		if m == nil {
			return t, false
		}
		if m[2] == "" {
			place, ok := t.place(word)
			t.open = place
			return t, ok && place != board.Off && i == len(words)-1 && word != "b"
		}
		at, ok := t.place(m[1])
		var legs []leg
		for stop := range strings.SplitSeq(m[2][1:], "/") {
			bare, star := strings.CutSuffix(stop, "*")
			to, is := t.place(bare)
			legs, at, ok = append(legs, leg{from: at, to: to, star: star}), to, ok && is
		}
		if !ok {
			return t, false
		}
		times, _ := strconv.Atoi(m[3])
		t.legs = append(t.legs, slices.Repeat(legs, max(times, 1))...)
	}
	return t, true
}

// place parses a place. A number that is no place is recorded in odd.
func (t *typed) place(text string) (int, bool) {
	if place, ok := placeWords[text]; ok {
		t.word = true
		return place, true
	}
	n, err := strconv.ParseUint(text, 10, 8)
	if err == nil && n > board.Bar && t.odd == "" {
		t.odd = text
	}
	return int(n), err == nil && len(text) <= 2
}

// splitPairs parses "origin, pips" pairs, and after them an origin alone, which is open. Origins are numbers on the
// board.
func (p Position) splitPairs(text, open string) typed {
	t := typed{}
	for _, m := range pair.FindAllStringSubmatch(text, -1) {
		from, die := t.origin(p, m[1]), int(m[2][0]-'0')
		t.legs = append(t.legs, leg{from: from, to: max(from-die, board.Off), die: die})
	}
	if open != "" {
		t.open = t.origin(p, open)
	}
	return t
}

// origin parses the origin of a pair, -1 for the bar. A number that is not on the board is recorded in odd.
func (t *typed) origin(p Position, text string) int {
	n, err := strconv.Atoi(text)
	switch {
	case n == -1:
		return board.Bar
	case err != nil || n < 1 || n > board.Furthest:
		t.odd = text
	case p.Mover == 0:
		return board.Mirror(n)
	}
	return n
}

// talk reports whether numbers are more likely ordinary talk than a play: 24/7, 1/1, 20/11/26.
func (t typed) talk() bool {
	return !t.named() && (t.odd != "" || slices.ContainsFunc(t.legs, func(l leg) bool {
		return l.from == l.to || !rollable(l.from-l.to)
	}))
}

// named reports whether the text has something that mere numbers lack: 1-0 is a score rather than the last checker.
func (t typed) named() bool {
	return t.word || slices.ContainsFunc(t.legs, func(l leg) bool { return l.star || l.from == board.Bar })
}

// rollable reports whether some roll moves a checker a distance.
func rollable(distance int) bool {
	return distance <= 12 || slices.Contains([]int{15, 16, 18, 20, 24}, distance)
}
