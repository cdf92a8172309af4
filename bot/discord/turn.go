package discord

// turn is a lock that is held while something else is waited for.
type turn chan struct{}

// Lock waits for the turn.
func (t turn) Lock() { t <- struct{}{} }

// Unlock lets the next one have it.
func (t turn) Unlock() { <-t }
