package match

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Control is a time control: a time per decision (Move), or a clock for each player (Clock) with an increment per
// turn (Gain) up to a maximum (Most; 0: none). The zero value is no limit; the text, in storage too, is one of
//
//	3d, 12h, 1h30m  per decision
//	10m+5s          a clock with an increment
//	30d+1d<=45d     the same with a maximum
//	none            no limit
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
	LongestBank   = 90 * day // of Most
	LongestPause  = 60 * day // also of time given at once
	LongestAway   = 30 * day

	day = 24 * time.Hour
)

// ParseControl parses the text of a control, ignoring case.
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

// Valid reports whether the control is within its limits.
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

// String returns the text of a control.
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

// after returns the remaining time of a clock after a turn with the increment; time given beyond the maximum stays.
func (c Control) after(left time.Duration) time.Duration {
	left = max(0, left)
	if c.Most != 0 {
		return max(left, min(left+c.Gain, c.Most))
	}
	return left + c.Gain
}

// Sudden reports whether the match ends at once when time is over: with controls of less than a day.
func (c Control) Sudden() bool { return c.Base() > 0 && c.Base() < day }

// Base returns the time per decision, or on the clock at the beginning.
func (c Control) Base() time.Duration { return max(c.Move, c.Clock) }

// begin returns the clock at the beginning of a match.
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

// Span is a duration written in days, hours, minutes and seconds: "1d12h", or "1m30s" for 90 seconds. Fractions of
// seconds are dropped.
type Span time.Duration

// units lists the units of a span, in the order of its text.
var units = [...]struct {
	name   string
	length time.Duration
}{{"d", day}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}}

var spanForm = regexp.MustCompile(`^(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m(?:in)?)?(?:(\d{1,7})s)?$`)

// ParseSpan parses the text of a span, or a bare 0.
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
		n, _ := strconv.Atoi(parts[i+1]) // digits, or empty
		sum += time.Duration(n) * unit.length
	}
	return Span(sum), nil
}

// String returns the text of a span, "0s" if it is shorter than a second.
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
