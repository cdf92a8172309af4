package match

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Control is how much time the players have for their decisions: so much for each one (Move), or a clock for each
// player which runs while that player decides (Clock), and gains something with every turn (Gain), but not beyond a
// bound (Most; 0: there is none). The zero value is no limit.
//
// As text, in storage too, it is "3d", "12h", "1h30m"; "10m+5s" with a clock, "30d+1d<=45d" with a bound; "none"
// without a limit.
type Control struct {
	Move              time.Duration
	Clock, Gain, Most time.Duration
}

// Limits of a control.
const (
	ShortestMove  = time.Minute
	LongestMove   = 30 * day
	ShortestClock = 30 * time.Second
	LongestClock  = 30 * day
	LongestGain   = 7 * day
	LongestBank   = 90 * day // a clock's bound
	LongestPause  = 60 * day // also of what is given at once
	LongestAway   = 30 * day

	day = 24 * time.Hour
)

// ParseControl reads the text of a control, in any letter case.
func ParseControl(text string) (Control, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || text == "none" {
		return Control{}, nil
	}
	times, most, bound := strings.Cut(strings.ReplaceAll(text, "≤", "<="), "<=")
	first, gain, clock := strings.Cut(times, "+")
	var wrong error
	read := func(text string) time.Duration {
		span, err := ParseSpan(text)
		wrong = cmp.Or(wrong, err)
		return time.Duration(span)
	}
	c := Control{Move: read(first)}
	if clock {
		c = Control{Clock: c.Move, Gain: read(gain)}
	}
	if bound {
		c.Most = read(most)
	}
	if wrong != nil || !c.Valid() {
		return Control{}, fmt.Errorf("there is no limit of time %.20q", text)
	}
	return c, nil
}

// Valid reports whether there is such a control.
func (c Control) Valid() bool {
	within := func(d, least, most time.Duration) bool { return least <= d && d <= most }
	switch {
	case c == Control{}:
		return true
	case c.Move != 0:
		return c == Control{Move: c.Move} && within(c.Move, ShortestMove, LongestMove)
	}
	return within(c.Clock, ShortestClock, LongestClock) && within(c.Gain, 0, LongestGain) &&
		(c.Most == 0 || within(c.Most, c.Clock, LongestBank))
}

// String is the text of a control.
func (c Control) String() string {
	switch {
	case c == Control{}:
		return "none"
	case c.Move != 0:
		return Span(c.Move).String()
	}
	text := Span(c.Clock).String() + "+" + Span(c.Gain).String()
	if c.Most != 0 {
		text += "<=" + Span(c.Most).String()
	}
	return text
}

// after is what a clock with some time left has after a turn; what it was given beyond its bound stays.
func (c Control) after(left time.Duration) time.Duration {
	left = max(0, left)
	if c.Most != 0 {
		return max(left, min(left+c.Gain, c.Most))
	}
	return left + c.Gain
}

// Sudden reports whether the match ends at once when time is over: with controls under a day.
func (c Control) Sudden() bool { return c.Base() > 0 && c.Base() < day }

// Base is the time for a move or on the clock at the beginning.
func (c Control) Base() time.Duration { return max(c.Move, c.Clock) }

// begin is the clock at the beginning of a match.
func (c Control) begin() Clock {
	return Clock{Left: [2]time.Duration{c.Base(), c.Base()}}
}

// MarshalText implements encoding.TextMarshaler.
func (c Control) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Control) UnmarshalText(text []byte) (err error) {
	*c, err = ParseControl(string(text))
	return err
}

// Span is a stretch of time with a text of days, hours, minutes and seconds: "1d12h", "90s" is "1m30s". Fractions of
// seconds are not told.
type Span time.Duration

// units are those of a span, in the order of its text.
var units = [...]struct {
	name   string
	length time.Duration
}{{"d", day}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}}

var spanForm = regexp.MustCompile(`^(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m(?:in)?)?(?:(\d{1,7})s)?$`)

// ParseSpan reads the text of a span. A bare 0 is one, too.
func ParseSpan(text string) (Span, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "0" {
		return 0, nil
	}
	parts := spanForm.FindStringSubmatch(text)
	if text == "" || parts == nil {
		return 0, fmt.Errorf("%.20q is no time like 3d, 12h, 30m or 10s", text)
	}
	var sum time.Duration
	for i, unit := range units {
		n, _ := strconv.Atoi(parts[i+1]) // digits, or nothing
		sum += time.Duration(n) * unit.length
	}
	return Span(sum), nil
}

// String is the text of a span, "0s" if it is shorter than a second.
func (s Span) String() string {
	left, text := time.Duration(s), ""
	if left < 0 {
		return "-" + (-s).String()
	}
	for _, unit := range units {
		if n := left / unit.length; n > 0 {
			text += strconv.Itoa(int(n)) + unit.name
			left -= n * unit.length
		}
	}
	return cmp.Or(text, "0s")
}

// MarshalText implements encoding.TextMarshaler.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Span) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSpan(string(text))
	return err
}
