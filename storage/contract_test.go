package storage_test

import (
	"testing"

	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/storagetest"
)

// The store in memory keeps the contract, and what this package checks and finds for all stores.
func TestContract_InMemory(t *testing.T) {
	storagetest.Run(t, func(*testing.T) storage.Store { return memorytest.New() })
}
