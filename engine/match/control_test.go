package match_test

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabuleiro/engine/match"
)

const day = 24 * time.Hour

func TestParseControl(t *testing.T) {
	for text, want := range map[string]match.Control{
		"none":        {},
		"":            {},
		"3d":          {Move: 3 * day},
		"12h":         {Move: 12 * time.Hour},
		"30m":         {Move: 30 * time.Minute},
		"1D 12h":      {},
		" 1d12h ":     {Move: 36 * time.Hour},
		"3D":          {Move: 3 * day},
		"1m":          {Move: match.ShortestMove},
		"30d":         {Move: match.LongestMove},
		"30s+0":       {Clock: match.ShortestClock},
		"30d+7d":      {Clock: match.LongestClock, Gain: match.LongestGain},
		"90min":       {Move: 90 * time.Minute},
		"10m+5s":      {Clock: 10 * time.Minute, Gain: 5 * time.Second},
		"1d+1d":       {Clock: day, Gain: day},
		"30d+1d<=45d": {Clock: 30 * day, Gain: day, Most: 45 * day},
		"10m+0":       {Clock: 10 * time.Minute},
		"1h+1m30s":    {Clock: time.Hour, Gain: 90 * time.Second},
	} {
		got, err := match.ParseControl(text)
		if wrong := text == "1D 12h"; got != want || (err != nil) != wrong {
			t.Errorf("%q is %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"3", "d", "59s", "31d", "10s+5s", "10m+", "+5s", "10m+8d", "30d+1d<=29d", "30d+1d<=91d",
		"3d<=4d", "10m+5s<=", "29s+0", "30d1s", "30d1s+0", "10m+7d1s", "-3d", "3d-1h", "1e9d", "9999999s",
		"99999999999999999999d", "10m+5s+5s", "3x", "三d"} {
		if c, err := match.ParseControl(text); err == nil {
			t.Errorf("%q is %+v", text, c)
		}
	}
}

// A control survives writing, by itself and in a setup; no text of a control exceeds the limits.
func TestControlText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c match.Control
		if rapid.Bool().Draw(t, "clock") {
			c.Clock = time.Duration(rapid.IntRange(30, 30*86400).Draw(t, "seconds")) * time.Second
			c.Gain = time.Duration(rapid.IntRange(0, 3600).Draw(t, "gain")) * time.Second
			if rapid.Bool().Draw(t, "bound") {
				c.Most = c.Clock + time.Duration(rapid.IntRange(0, 3600).Draw(t, "most"))*time.Second
			}
		} else {
			c.Move = time.Duration(rapid.IntRange(60, 30*86400).Draw(t, "seconds")) * time.Second
		}
		if again, err := match.ParseControl(c.String()); err != nil || again != c {
			t.Fatalf("%+v is %q, and that is %+v, %v", c, c, again, err)
		}
		in := match.Setup{Game: "g", Time: c, Lasts: match.Span(48 * time.Hour)}
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var out match.Setup
		if err := json.Unmarshal(text, &out); err != nil || out.Time != c || out.Lasts != in.Lasts {
			t.Fatalf("%s: %+v, %v", text, out, err)
		}
	})
}

// A match from before there were clocks is unchanged, and one without a clock is stored as then.
func TestSetup_WithoutTime(t *testing.T) {
	text, err := json.Marshal(match.Event{Kind: match.Moved, Setup: &match.Setup{Game: "g"}})
	if want := `{"kind":"moved","at":"0001-01-01T00:00:00Z","by":"","setup":{"game":"g","version":0}}`; err != nil ||
		string(text) != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
}

// A match ends at once with every control of less than a day.
func TestSudden(t *testing.T) {
	const day = 24 * time.Hour
	for d, want := range map[time.Duration]bool{0: false, 1: true, day - 1: true, day: false, day + 1: false} {
		if (match.Control{Move: d}).Sudden() != want || (match.Control{Clock: d}).Sudden() != want {
			t.Errorf("%v ends at once: %t", d, !want)
		}
	}
}

// Text that is no duration is refused.
func TestParseSpan_Bad(t *testing.T) {
	for _, text := range []string{"", "x", "3", "3x", "3d 4", "-1h", "1h1d"} {
		if s, err := match.ParseSpan(text); err == nil || s != 0 {
			t.Errorf("%q is %s, %v", text, s, err)
		}
	}
}

// A negative duration is written with its sign.
func TestSpan_Negative(t *testing.T) {
	for span, want := range map[time.Duration]string{-90 * time.Minute: "-1h30m", -time.Second: "-1s", 0: "0s",
		time.Millisecond: "0s", 25 * time.Hour: "1d1h"} {
		if got := match.Span(span).String(); got != want {
			t.Errorf("%d is %s, not %s", span, got, want)
		}
	}
}

func FuzzControl(f *testing.F) {
	for _, seed := range []string{"3d", "10m+5s", "none", "1d1h1m1s", "0+0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := match.ParseControl(text)
		if err != nil {
			return
		}
		if again, err := match.ParseControl(c.String()); err != nil || again != c || c.Move < 0 ||
			c.Move > match.LongestMove || c.Clock > match.LongestClock {
			t.Errorf("%q is %+v, written %q, read %+v, %v", text, c, c, again, err)
		}
	})
}
