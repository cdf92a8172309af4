package postgres

import "tabuleiro/storage"

// Ask is the statement of Find, with its arguments.
func Ask(q storage.Query) (string, []any) { return find(q) }

// Shared are the statements that look into what processes share, with their arguments.
var Shared = map[string][]any{
	lettersIn: {[]string{"a", "b"}, []int64{7}, 100},
	thrown:    {[]string{"a"}, []string{"telegram"}, []int64{7}, []int64{1}},
}
