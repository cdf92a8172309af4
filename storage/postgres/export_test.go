package postgres

import "tabuleiro/storage"

// Ask is the statement of Find, with its arguments.
func Ask(q storage.Query) (string, []any) { return find(q) }
