package backgammon

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"tabuleiro/engine/backgammon/think"
)

// The product's table is what is computed here.
func TestBearoffFile(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("..", "..", "..", "engine", "backgammon", "think", "learned", think.BearoffFile))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file, fileOf(computedBearoff())) {
		t.Errorf("learned/%s is another one", think.BearoffFile)
	}
}
