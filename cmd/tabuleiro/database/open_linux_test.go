package database

import (
	"strings"
	"testing"

	"tabuleiro/cmd/tabuleiro/config"
)

// Without write permission the error says what to do.
func TestOpen_Forbidden(t *testing.T) {
	store, err := Open(t.Context(), config.Database("/sys/tabuleiro.db"), nil)
	if store != nil || err == nil ||
		!strings.Contains(err.Error(), "let this user write there, or choose another place (database, TABULEIRO_DATABASE)") {
		t.Errorf("%v, %v", store, err)
	}
}
