//go:build !race

package discord_test

const slow = false
