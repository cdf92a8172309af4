package rules

import (
	"slices"
	"testing"
)

func TestStarts(t *testing.T) {
	for text, want := range map[string][]string{
		"W:W1,2,9:B32":            {"1", "2", "9"},
		"W:W10,12:B14,K15":        {"12"}, // [3.1.1c]
		"W:WK32:B5,9,13,18,23,26": {"32"},
		"W:W:BK3":                 nil,
		// Two kings that return to their squares have one move; either may be picked for it.
		"W:WK2,K3,K17:BK10,12,K14,K15,22,23,26,K28": {"3", "17"},
	} {
		p, err := Classic.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Starts(); !slices.Equal(got, want) {
			t.Errorf("%s: begins with %v, want %v", text, got, want)
		}
	}
}

// [3.1.1a]
func TestDuty(t *testing.T) {
	for text, want := range map[string][]string{
		"W:W1,2,9:B32":            nil,
		"W:W10,12:B14,K15":        {"12x19"},
		"W:WK32:B5,9,13,18,23,26": {"32x10x17x30", "32x14x21x30"},
		"W:W:BK3":                 nil,
	} {
		p, err := Classic.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if duty := p.Duty(); duty != nil {
			got = duty.Choices
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: duty %v, want %v", text, got, want)
		}
	}
}
