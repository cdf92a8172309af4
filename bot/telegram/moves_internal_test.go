package telegram

import (
	"context"
	"testing"

	"tabuleiro/bot/telegram/wire"
)

// A group may move while nobody listens yet, as something is said at the start, and the adapter be stopped then.
func TestMoved_StoppedBeforeItListens(*testing.T) {
	life, stop := context.WithCancel(context.Background())
	stop()
	t := &Telegram{life: life, listens: make(chan struct{})}
	t.moved(wire.Spot{}, wire.Spot{})
}
