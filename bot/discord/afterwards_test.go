package discord_test

import (
	"regexp"
	"strings"
	"testing"
)

// A challenge by a name that is typed in a direct talk is seen by nobody else, and says how the other one accepts it;
// that works.
func TestChallenge_Unseen(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, _ := w.people()
		ana.Types(ana.Direct(), "/play damas @"+rui.Handle)
		challenge := ana.Direct().Next()
		how := regexp.MustCompile(`does not see this\. In a private chat with me (?:/tabuleiro accept|</tabuleiro accept:\d+>) match: (\w+) accepts it`).FindStringSubmatch(challenge.Content)
		if how == nil {
			t.Fatalf("the author is told %q", challenge.Content)
		}
		rui.Types(rui.Direct(), "/accept #"+how[1])
		if m := rui.Direct().Next(); !strings.Contains(m.Content, "accepts") {
			t.Errorf("the other one is told %q", m.Content)
		}
	})
}
