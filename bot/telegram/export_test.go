package telegram

import "time"

// A second of Telegram's is short in tests.
func init() { second = 20 * time.Millisecond }
