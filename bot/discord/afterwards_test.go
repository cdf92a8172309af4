package discord_test

import (
	"regexp"
	"testing"
)

// A challenge by a name that is typed in a direct talk is seen by nobody else, and says how the other one accepts it;
// that works.
func TestChallenge_Unseen(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, _ := w.people()
		challenge := typed(ana.Direct(), ana, "/play damas @"+rui.Handle)
		how := regexp.MustCompile(`does not see this\. In a private chat with me (?:/tabuleiro accept|</tabuleiro accept:\d+>) match: (\w+) accepts it`).FindStringSubmatch(challenge.Content)
		if how == nil {
			t.Fatalf("the author is told %q", challenge.Content)
		}
		w.reads(typed(rui.Direct(), rui, "/accept #"+how[1]), "accepts")
	})
}
