package matches_test

import (
	"testing"
	"time"

	"tabuleiro/bot/matches"
)

// A day until which something lasts is over when the next one begins; words that name none are no day.
func TestUntilIn(t *testing.T) {
	now := time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC) // a Friday
	for text, want := range map[string]string{
		"away until sunday": "30 00:00", "away until friday": "05 00:00", "away till Mon": "01 00:00",
		"until tomorrow":               "29 00:00",
		"until the day after tomorrow": "30 00:00", "until 3 December": "04 00:00", "until Dec 3rd": "04 00:00",
		"until the 3rd of December": "04 00:00",
		"until the 20th":            "21 00:00", "until 8pm": "27 20:00", "until sunday at 8": "29 08:00",
		"until January 2":        "03 00:00",
		"vou viajar até domingo": "30 00:00", "fora até segunda-feira": "01 00:00", "até 5/12": "06 00:00",
		"até o dia 5 de dezembro": "06 00:00",
		"até depois de amanhã":    "30 00:00", "até às 20h": "27 20:00", "até 2 de março": "03 00:00",
		"até terça":      "02 00:00",
		"hasta el lunes": "01 00:00", "hasta el próximo miércoles": "03 00:00", "hasta el 3 de diciembre": "04 00:00",
		"hasta mañana":        "29 00:00",
		"hasta pasado mañana": "30 00:00", "hasta el martes": "02 00:00", "hasta el 28": "29 00:00",
		"until further notice": "?", "hasta que vuelva": "?", "até o Natal": "?", "até 31/11": "?", "until 12/25": "?",
		"for 3 days": "",
	} {
		when, _, ok := matches.UntilIn(text, now)
		got := when.Format("02 15:04")
		if !ok {
			got = ""
		} else if when.IsZero() {
			got = "?"
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
