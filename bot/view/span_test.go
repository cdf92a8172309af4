package view_test

import (
	"testing"
	"time"

	"tabuleiro/bot/view"
)

// A requested duration is shown in full, though a moment of it has passed.
func TestSpan(t *testing.T) {
	const day = 24 * time.Hour
	for lang, want := range map[string]map[time.Duration]string{
		"en": {
			3*day - 20*time.Millisecond: "3 days", day - 12*time.Second: "1 day",
			2*day + 5*time.Hour + time.Minute: "2 days 5 hours",
			2*day - time.Minute:               "1 day 23 hours", time.Hour - time.Millisecond: "1 hour",
			59*time.Minute + 20*time.Second:   "59 minutes 20 seconds",
			30*time.Second - time.Millisecond: "30 seconds", 400 * time.Millisecond: "0 seconds", -time.Hour: "0 seconds",
		},
		"es": {3*day - 20*time.Millisecond: "3 días"},
		"pt": {3*day - 20*time.Millisecond: "3 dias"},
	} {
		v := voice(t, lang, view.Preferences{})
		for d, want := range want {
			if got := v.Span(d); got != want {
				t.Errorf("%s: %v is told as %q, not %q", lang, d, got, want)
			}
		}
	}
}
