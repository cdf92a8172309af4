package people

import (
	"testing"

	"tabuleiro/engine/match"
)

// A handle leads to the one who was heard with it last at a service, and to nobody once that one is forgotten.
func TestHandle(t *testing.T) {
	met := NewRecentlyMet(nil)
	met.Hear("desk", match.Player{ID: "desk:ana", Handle: "Ana"})
	met.Hear("shelf", match.Player{ID: "shelf:5", Handle: "ana"})
	met.Hear("desk", match.Player{ID: "desk:rui"})
	for _, c := range []struct{ service, handle, want string }{
		{"desk", "ANA", "desk:ana"}, {"shelf", "ana", "shelf:5"}, {"desk", "rui", ""}, {"desk", "", ""},
	} {
		if got := met.idOf(c.service, c.handle); got != c.want {
			t.Errorf("%s at %s is %q, want %q", c.handle, c.service, got, c.want)
		}
	}
	met.Hear("desk", match.Player{ID: "desk:eva", Handle: "ana"})
	if got := met.idOf("desk", "ana"); got != "desk:eva" {
		t.Errorf("the next owner is %q", got)
	}
	if err := met.Forget(t.Context(), "desk:eva"); err != nil || met.idOf("desk", "ana") != "" || met.idOf("shelf", "ana") == "" {
		t.Errorf("after forgetting: %q, %q, %v", met.idOf("desk", "ana"), met.idOf("shelf", "ana"), err)
	}
}
