package rating

import "testing"

// An unrated player begins as in Glickman's paper, and is provisional until the deviation has fallen to 110.
func TestUnknown(t *testing.T) {
	if Unknown != (Rating{Rating: 1500, Deviation: 350, Volatility: 0.06}) || !Unknown.Provisional() || Unknown.Sure() != 800 {
		t.Errorf("%+v", Unknown)
	}
	for deviation, want := range map[float64]bool{110: false, 110.5: true, 60: false} {
		if got := (Rating{1500, deviation, 0.06}).Provisional(); got != want {
			t.Errorf("a deviation of %g is provisional: %t", deviation, got)
		}
	}
}
