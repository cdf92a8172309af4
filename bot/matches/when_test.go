package matches_test

import (
	"testing"
	"time"

	"tabuleiro/bot/matches"
)

// A day until which something lasts is over when the next one begins; words that name no day are none.
func TestEnd_Until(t *testing.T) {
	now := time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC) // a Friday
	for text, want := range map[string]string{
		"away until sunday": "26-11-30 00:00", "away until friday": "26-12-05 00:00", "away till Mon": "26-12-01 00:00",
		"until tomorrow":               "26-11-29 00:00",
		"until the day after tomorrow": "26-11-30 00:00", "until 3 December": "26-12-04 00:00", "until Dec 3rd": "26-12-04 00:00",
		"until the 3rd of December": "26-12-04 00:00",
		"until the 20th":            "26-12-21 00:00", "until 8pm": "26-11-27 20:00", "until sunday at 8": "26-11-29 08:00",
		"until January 2":        "27-01-03 00:00",
		"vou viajar até domingo": "26-11-30 00:00", "fora até segunda-feira": "26-12-01 00:00", "até 5/12": "26-12-06 00:00",
		"até o dia 5 de dezembro": "26-12-06 00:00",
		"até depois de amanhã":    "26-11-30 00:00", "até às 20h": "26-11-27 20:00", "até 2 de março": "27-03-03 00:00",
		"até terça":      "26-12-02 00:00",
		"hasta el lunes": "26-12-01 00:00", "hasta el próximo miércoles": "26-12-03 00:00", "hasta el 3 de diciembre": "26-12-04 00:00",
		"hasta mañana":        "26-11-29 00:00",
		"hasta pasado mañana": "26-11-30 00:00", "hasta el martes": "26-12-02 00:00", "hasta el martes 1": "26-12-02 00:00", "hasta el 28": "26-11-29 00:00",
		"until further notice": "?", "hasta que vuelva": "?", "até o Natal": "?", "até 31/11": "?", "until 12/25": "?",
		"até 27/11": "26-11-28 00:00", "until the 27th": "26-12-28 00:00", "until november 26": "27-11-27 00:00",
		"until 31/12": "27-01-01 00:00", "until the 31st": "27-01-01 00:00", "until the 32nd": "?",
		"for 3 days": "",
	} {
		when, said, later := matches.End(text, now)
		got := when.Format("06-01-02 15:04")
		switch {
		case said == "":
			got = ""
		case when.IsZero():
			got = "?"
		}
		if later {
			t.Errorf("%q begins later", text)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// After the end of the year comes the next one.
func TestEnd_NextYear(t *testing.T) {
	now := time.Date(2026, 12, 20, 18, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"until the 5th": "27-01-06 00:00", "until 19/12": "27-12-20 00:00", "until 20/12": "26-12-21 00:00",
		"until the 20th": "27-01-21 00:00", "hasta el 3 de enero": "27-01-04 00:00", "until friday": "26-12-26 00:00",
	} {
		if when, _, _ := matches.End(text, now); when.Format("06-01-02 15:04") != want {
			t.Errorf("%q is %v, want %q", text, when, want)
		}
	}
	before := now.AddDate(1, 0, 0) // of a year with a day more
	if when, _, _ := matches.End("until february 29", before); when.Format("06-01-02 15:04") != "28-03-01 00:00" {
		t.Errorf("until the day more: %v", when)
	}
}

// A beginning on a later day is recognized, whether the end is named or not. On a Friday, "friday" is today.
func TestEnd_Begins(t *testing.T) {
	now := time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC) // a Friday
	for text, want := range map[string]struct {
		said, when string
		later      bool
	}{
		"away from monday to wednesday":  {"from monday to wednesday", "26-12-03 00:00", true},
		"fora de segunda a quarta-feira": {"de segunda a quarta", "26-12-03 00:00", true},
		"desde el lunes hasta el jueves": {"desde el lunes hasta el jueves", "26-12-04 00:00", true},
		"desde a segunda até quarta":     {"desde a segunda ate quarta", "26-12-03 00:00", true},
		"de 3/12 a 10/12":                {"de 3/12 a 10/12", "26-12-11 00:00", true},
		"from friday to monday":          {"from friday to monday", "26-12-01 00:00", false},
		"from 27/11 to monday at 8":      {"from 27/11 to monday at 8", "26-11-30 08:00", false},
		"from wednesday to monday":       {"from wednesday to monday", "26-12-01 00:00", true}, // not the next one
		"from monday to the office":      {"from monday to the office", "?", true},
		"from monday until i say so":     {"until i say so", "?", false},
		"from monday":                    {"from monday", "?", true},
		"a partir de sexta":              {"a partir de sexta", "?", true},
		"from home until monday":         {"until monday", "26-12-01 00:00", false},
		"from the office to monday":      {"from the office to monday", "?", true},
		"from today":                     {},
		"from work":                      {},
		"from home to work":              {},
		"for 3 days":                     {},
	} {
		when, said, later := matches.End(text, now)
		got := ""
		if said != "" {
			got = "?"
		}
		if !when.IsZero() {
			got = when.Format("06-01-02 15:04")
		}
		if said != want.said || got != want.when || later != want.later {
			t.Errorf("%q is %q, %q, %t; want %+v", text, said, got, later, want)
		}
	}
}

// A time of day is read as people say it, and a duration is none.
func TestHourIn(t *testing.T) {
	now := time.Date(2026, 3, 5, 18, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"remind me tomorrow at 8": "06 08:00", "at 20:30": "05 20:30", "remind me at 8pm": "05 20:00",
		"tomorrow 7:15": "06 07:15", "at 9": "06 09:00",
		"at 7 in the evening": "05 19:00", "tomorrow at noon": "06 12:00", "at 12am": "06 00:00",
		"remind me at 21.00":    "05 21:00",
		"lembra-me amanhã às 8": "06 08:00", "às 20h30": "05 20:30", "às 8 da noite": "05 20:00",
		"amanhã ao meio-dia": "06 12:00", "avisa às 22h": "05 22:00",
		"recuérdame mañana a las 8": "06 08:00", "a las 8 de la mañana": "06 08:00", "a las 8 de la tarde": "05 20:00",
		"avísame a la 1":                "06 01:00",
		"mañana a las 10 por la mañana": "06 10:00", "mañana a las 8 y media": "06 08:30",
		"a las ocho y media de la noche": "05 20:30", "a las 9 menos cuarto": "06 08:45", "amanhã às 8 e meia": "06 08:30",
		"às oito e meia da noite": "05 20:30", "at half past 8": "06 08:30", "tomorrow at half past eight": "06 08:30",
		"at quarter to 9 pm": "05 20:45", "at quarter to 12 pm": "06 11:45",
		"a las 7 y cuarto": "06 07:15", "às 7 e um quarto": "06 07:15", "at a quarter past seven": "06 07:15",
		"em 3 horas e meia": "", "en 3h30": "", "in 2h30": "", "daqui a 2h30": "", "en tres horas y media": "",
		"in half an hour": "",
		"at 12pm":         "06 12:00", "at 23:59": "05 23:59", "a la 1 menos cuarto": "06 00:45", "at 18:00": "06 18:00",
		"at 24": "", "at 8:60": "",
		"remind in 2h": "", "in 2 hours": "", "2h": "", "1h30m": "", "at 25": "", "3": "", "tomorrow": "",
	} {
		_, ok := matches.HourIn(text)
		got := ""
		if ok {
			got = matches.Moment(text, now, matches.Morning).Format("02 15:04")
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
