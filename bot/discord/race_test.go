//go:build race

package discord_test

// slow is whether the race detector is at work.
const slow = true
