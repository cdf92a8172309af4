package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/storage/memory"
)

// A tournament that is opened in words with names calls the people whom its author knows here; they join it themselves.
func TestTournamentWithNames(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"a damas tournament with Rui and Eva", "um torneio de damas com o Rui e a Eva",
			"un torneo de damas con Eva, Rui y Marta"} {
			d := newDesk()
			h, _ := start(t, memory.New(), d)
			says(h, ana, "/play cage @rui")
			says(h, rui, "/accept")
			d.heard()
			mentioned(h, ana, text)
			got := strings.Join(d.heard(), "\n")
			if !strings.Contains(got, "Tournament of Portuguese draughts") ||
				!strings.Contains(got, "Rui, you are called to this tournament: /tournament join takes part.") {
				t.Errorf("%s: told %q", text, got)
			}
			if strings.Contains(got, "Eva, you") || strings.Contains(got, "Ana, you") {
				t.Errorf("%s calls somebody else: %q", text, got)
			}
			mentioned(h, ana, "who is in the tournament?")
			if got := strings.Join(d.heard(), "\n"); strings.Contains(got, "you are called") {
				t.Errorf("called again: %q", got)
			}
		}
	})
}
