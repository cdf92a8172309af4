package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// Leg is the way of a checker between two places that were typed.
type Leg struct {
	From, To int
	star     bool
	die      int // the die, where the text says it; 0: any, or several
}

// up reports whether a leg goes where the numbers of the board grow and a side's own fall.
func (l Leg) up() bool {
	switch {
	case l.From == board.Bar:
		return l.To > board.Off && l.To <= board.Home
	case l.To == board.Off:
		return l.From >= board.Across(board.Home)
	}
	return l.From < l.To
}

func (l Leg) String() string { return board.PlaceName(l.From) + "/" + board.PlaceName(l.To) }

// typed is what a text says about a play.
type typed struct {
	legs []Leg
	// open is a place typed at the end, from where the next step goes; -1 if there is none.
	open int
	// odd is a number that is no place, "" if all are.
	odd string
	// own tells that the places are the mover's own; otherwise they are the board's.
	own bool
	// loose tells that numbers have no sign between them that is used for plays only: 8-5, 8 5, 8 to 5.
	loose bool
	// straight tells that ways which Black can go only by the numbers of the board are the mover's own all the same.
	straight bool
	// word tells that the bar or the end of the way is called by its name.
	word bool
	// other is another way to understand a row of numbers: 8 7 6 5 is 8/7 6/5, or 8/7/6/5. It may be nil.
	other *typed
}

var (
	slashes  = regexp.MustCompile(`\s*/\s*`)
	gaps     = regexp.MustCompile(`[\s,;]+`)
	token    = regexp.MustCompile(`^([0-9a-z]+\*?)((?:/[0-9a-z]+\*?)*)(?:\(([1-4])\))?$`)
	number   = regexp.MustCompile(`^[0-9]{1,2}$`)
	pair     = regexp.MustCompile(`^(-1|[0-9]{1,2})\s*,\s*([1-6])$`)
	pairs    = regexp.MustCompile(`^(?:-1|[0-9]{1,2})\s*,\s*[1-6](?:(?:\s+|\s*[;,]\s*)(?:-1|[0-9]{1,2})\s*,\s*[1-6])*$`)
	origin   = regexp.MustCompile(`^(?:(.*?)(?:\s+|\s*[;,]\s*))?(-1|[0-9]{1,2})\s*,$`)
	pairText = regexp.MustCompile(`(?:-1|[0-9]{1,2})\s*,\s*[1-6]`)
	from     = regexp.MustCompile(`^(?:de|do|da|del|desde|from) +`)
	between  = regexp.MustCompile(`([0-9a-z)*])(?: *[->] *| +(?:a|ao|al|to|para|até|ate|hasta) +)([0-9a-z])`)
	times    = regexp.MustCompile(`(\*?) *(\([1-4]\))(?: *(\*))?`)
	twice    = regexp.MustCompile(` *x *([1-4])\b| *\*([1-4])\b`) // 24/18 x2; a cross may have become a star
	row      = regexp.MustCompile(`^(?:[0-9]{1,2}|bar|barra)\*?(?: +(?:[0-9]{1,2}|bar|barra|off|fora|fuera)\*?)+$`)
)

var (
	barNames = []string{"bar", "b", "barra"}
	offNames = []string{"off", "o", "fora", "fuera"}
)

// longestText is more than any play needs.
const longestText = 200

// clean makes one text of all that mean the same.
func clean(text string) string {
	if len(text) > longestText {
		return ""
	}
	text, _ = engine.Plain(strings.ReplaceAll(text, "×", "*"))
	return strings.TrimRight(text, ".!?;- ")
}

// split takes a clean text apart, if it has the form of a play. Places keep their numbers; see typed.own.
func split(text string) (typed, bool) {
	if m := origin.FindStringSubmatch(text); m != nil && (m[1] == "" || pairs.MatchString(m[1])) {
		t := splitPairs(m[1])
		t.open = t.origin(m[2])
		return t, true
	}
	text = strings.TrimRight(text, ", ")
	if pairs.MatchString(text) {
		return splitPairs(text), true
	}
	text = twice.ReplaceAllString(text, "($1$2)")
	text = times.ReplaceAllString(slashes.ReplaceAllString(text, "/"), "$1$3$2")
	if row.MatchString(text) {
		return splitRow(strings.Fields(text))
	}
	slashed := from.ReplaceAllString(text, "")
	for between.MatchString(slashed) {
		slashed = between.ReplaceAllString(slashed, "$1/$2") // of 24-20-18 every second dash
	}
	t := typed{open: -1, own: true, loose: slashed != text}
	words := gaps.Split(slashed, -1)
	for i, word := range words {
		m := token.FindStringSubmatch(word)
		if m == nil {
			return t, false
		}
		if m[2] == "" {
			place, ok := t.place(m[1])
			if !ok || place == board.Off || i < len(words)-1 || m[3] != "" || m[1] == "b" || strings.HasSuffix(m[1], "*") {
				return t, false
			}
			t.open = place
			return t, true
		}
		if !t.chain(m[1], strings.Split(m[2][1:], "/"), m[3]) {
			return t, false
		}
	}
	return t, true
}

// splitRow takes a row of places apart, each of which begins or ends a leg; or each but the first ends one.
func splitRow(words []string) (typed, bool) {
	if len(words)%2 != 0 {
		return typed{}, false
	}
	t := typed{open: -1, own: true, loose: true}
	for i := 0; i < len(words); i += 2 {
		if !t.chain(words[i], words[i+1:i+2], "") {
			return t, false
		}
	}
	if other := (typed{open: -1, own: true, loose: true}); len(words) > 2 && other.chain(words[0], words[1:], "") {
		t.other = &other
	}
	return t, true
}

// chain adds the legs of one checker, as often as the text says.
func (t *typed) chain(from string, stops []string, times string) bool {
	if strings.HasSuffix(from, "*") {
		return false
	}
	at, ok := t.place(from)
	if !ok {
		return false
	}
	var legs []Leg
	for _, stop := range stops {
		to, ok := t.place(strings.TrimSuffix(stop, "*"))
		if !ok {
			return false
		}
		legs = append(legs, Leg{From: at, To: to, star: strings.HasSuffix(stop, "*")})
		at = to
	}
	n := 1
	if times != "" {
		n = int(times[0] - '0')
	}
	for range n {
		t.legs = append(t.legs, legs...)
	}
	return true
}

// place reads a place. A number that is none is remembered.
func (t *typed) place(text string) (int, bool) {
	switch {
	case slices.Contains(barNames, text):
		t.word = true
		return board.Bar, true
	case slices.Contains(offNames, text):
		t.word = true
		return board.Off, true
	case !number.MatchString(text):
		return 0, false
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, false
	}
	if n > board.Bar && t.odd == "" {
		t.odd = text
	}
	return n, true
}

// splitPairs reads "origin, pips" pairs. The origin is a number of the board, -1 the bar; alone with its comma, it is
// open.
func splitPairs(text string) typed {
	t := typed{open: -1}
	for _, one := range pairText.FindAllString(text, -1) {
		m := pair.FindStringSubmatch(one)
		t.legs = append(t.legs, Leg{From: t.origin(m[1]), die: int(m[2][0] - '0')})
	}
	return t
}

// origin reads the origin of a pair. A number that is no place of the board is remembered.
func (t *typed) origin(text string) int {
	if text == "-1" {
		return board.Bar
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > board.Furthest {
		t.odd = text
	}
	return n
}

// turned gives the places the mover's own numbers. Where the rules have the numbers of the board for both sides, ways
// that Black can go only by these are ways by these: 12/16, bar/4, 19/off.
func (t typed) turned(p Position) typed {
	mover := p.Mover
	if t.own && (mover == 1 || t.straight || !p.Rules.Absolute || !slices.ContainsFunc(t.legs, Leg.up)) {
		return t
	}
	if t.own {
		t.legs = slices.Clone(t.legs)
		for i, l := range t.legs {
			for _, place := range []*int{&l.From, &l.To} {
				if *place != board.Bar && *place != board.Off {
					*place = board.Across(*place)
				}
			}
			t.legs[i] = l
		}
		if t.open > 0 && t.open != board.Bar {
			t.open = board.Across(t.open)
		}
		return t
	}
	legs := slices.Clone(t.legs)
	for i, l := range legs {
		if mover == 0 && l.From != board.Bar {
			l.From = board.Across(l.From)
		}
		l.To = max(l.From-l.die, board.Off)
		legs[i] = l
	}
	if mover == 0 && t.open > 0 && t.open != board.Bar {
		t.open = board.Across(t.open)
	}
	t.legs, t.own = legs, true
	return t
}
