package memorytest_test

import (
	"testing"

	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/storagetest"
)

func TestContract(t *testing.T) {
	storagetest.Run(t, func(*testing.T) storage.Store { return memorytest.New() })
}
