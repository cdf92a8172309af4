package backgammon

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

// text writes steps down: the steps of one checker are joined, the furthest checker first, and the first landing on a blot has
// a star. Equal steps give equal texts, in whatever order they are made.
func (h *hand) text(steps []step) string {
	var s strings.Builder
	hit := uint32(0)
	for _, chain := range chains(steps) {
		if s.Len() > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(placeName(chain[0].from()))
		for _, st := range chain {
			s.WriteByte('/')
			s.WriteString(placeName(st.to()))
			if bit := uint32(1) << st.to(); h.blots&^hit&bit != 0 {
				s.WriteByte('*')
				hit |= bit
			}
		}
	}
	return s.String()
}

// chains joins steps of one checker.
func chains(steps []step) [][]step {
	left := slices.Clone(steps)
	slices.SortFunc(left, func(a, b step) int { return int(b) - int(a) })
	var list [][]step
	for len(left) > 0 {
		chain := []step{left[0]}
		left = left[1:]
		for {
			to := chain[len(chain)-1].to()
			i := slices.IndexFunc(left, func(s step) bool { return s.from() == to })
			if i < 0 {
				break
			}
			chain = append(chain, left[i])
			left = slices.Delete(left, i, i+1)
		}
		list = append(list, chain)
	}
	return list
}

func placeName(place int) string {
	switch place {
	case off:
		return "off"
	case bar:
		return "bar"
	}
	return strconv.Itoa(place)
}

// leg is the way of a checker between two places that were typed.
type leg struct {
	from, to int
	star     bool
	die      int // the die, where the text says it; 0: any, or several
}

func (l leg) String() string { return placeName(l.from) + "/" + placeName(l.to) }

// typed is what a text says about a play.
type typed struct {
	legs []leg
	// open is a place typed at the end, from where the next step goes; -1 if there is none.
	open int
	// odd is a number that is no place, "" if all are.
	odd string
	// own tells that the places are the mover's own; otherwise they are the board's.
	own bool
	// loose tells that numbers have no sign between them that is used for plays only: 8-5, 8 5, 8 to 5.
	loose bool
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
			if !ok || place == off || i < len(words)-1 || m[3] != "" || m[1] == "b" || strings.HasSuffix(m[1], "*") {
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
	var legs []leg
	for _, stop := range stops {
		to, ok := t.place(strings.TrimSuffix(stop, "*"))
		if !ok {
			return false
		}
		legs = append(legs, leg{from: at, to: to, star: strings.HasSuffix(stop, "*")})
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
		return bar, true
	case slices.Contains(offNames, text):
		t.word = true
		return off, true
	case !number.MatchString(text):
		return 0, false
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, false
	}
	if n > bar && t.odd == "" {
		t.odd = text
	}
	return n, true
}

// splitPairs reads "origin, pips" pairs. The origin is a number of the board, -1 the bar; alone with its comma, it is open.
func splitPairs(text string) typed {
	t := typed{open: -1}
	for _, one := range pairText.FindAllString(text, -1) {
		m := pair.FindStringSubmatch(one)
		t.legs = append(t.legs, leg{from: t.origin(m[1]), die: int(m[2][0] - '0')})
	}
	return t
}

// origin reads the origin of a pair. A number that is no place of the board is remembered.
func (t *typed) origin(text string) int {
	if text == "-1" {
		return bar
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > furthest {
		t.odd = text
	}
	return n
}

// turned gives the places the mover's own numbers.
func (t typed) turned(mover int) typed {
	if t.own {
		return t
	}
	legs := slices.Clone(t.legs)
	for i, l := range legs {
		if mover == 0 && l.from != bar {
			l.from = across(l.from)
		}
		l.to = max(l.from-l.die, off)
		legs[i] = l
	}
	if mover == 0 && t.open > 0 && t.open != bar {
		t.open = across(t.open)
	}
	t.legs, t.own = legs, true
	return t
}
