package client

// Turn is a lock that is held while something else is waited for.
// Make it with room for one.
type Turn chan struct{}

// Lock waits for the turn.
func (t Turn) Lock() { t <- struct{}{} }

// Unlock lets the next one have it.
func (t Turn) Unlock() { <-t }
