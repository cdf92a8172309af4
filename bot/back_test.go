package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/storage/memory"
)

// Whoever has been away is back by a word for it in any of the languages.
func TestAwayOffInWords(t *testing.T) {
	for _, text := range []string{
		"/away off", "/away back", "/away none", "/ausente não", "/ausente off", "/ausente desligado", "/ausente terminar", "/fora não", "/fora fim",
		"/ausente no", "/ausente fin", "/ausente desactivar", "/ausente vuelta",
	} {
		d := newDesk()
		h, stop := start(t, memory.New(), d)
		says(h, ana, "/play damas @rui time=3d")
		says(h, rui, "/accept")
		says(h, ana, "/away 7d")
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "is away for") {
			t.Fatalf("said %q", got)
		}
		says(h, ana, text)
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "is back") {
			t.Errorf("%s: said %q", text, got)
		}
		stop()
	}
}
