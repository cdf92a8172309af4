package memory_test

import (
	"testing"

	"tabuleiro/storage"
	"tabuleiro/storage/memory"
	"tabuleiro/storage/storagetest"
)

func TestContract(t *testing.T) {
	storagetest.Run(t, func(*testing.T) storage.Store { return memory.New() })
}
