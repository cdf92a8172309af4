package bot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/meter"
	"tabuleiro/storage/memorytest"
)

// The owner's status lists failures: unsent messages, services that do not listen, and durations.
func TestStatus_Trouble(t *testing.T) { InTime(t, testStatusTrouble) }

func testStatusTrouble(t *testing.T) {
	d := NewDesk()
	d.Fail = func(room chat.Room, _ chat.Message) error {
		if room == "desk:broken" {
			return ErrDown
		}
		return nil
	}
	b := NewBot(t, memorytest.New(), func(c *bot.Config) { c.Owners, c.Version = []string{"desk:rui", Ana.ID}, "v7" })
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, d, mute{NewDesk()}) }()
	synctest.Wait()
	if trouble := b.Services()[1].Trouble; trouble != "has ended: "+ErrDown.Error() {
		t.Errorf("the second service: %q", trouble)
	}
	SaysIn(b, "desk:broken", Rui, "/help")
	SaysIn(b, "desk:here", Rui, "/play cage")
	Later(50*time.Hour + 3*time.Minute)
	SaysIn(b, "desk:here", Ana, "/status")
	m := d.Last(t).M
	if !m.Private {
		t.Error("all are told")
	}
	for _, line := range []string{
		"Tabuleiro v7, running for 2 days 2 hours\n",
		"Not listening: mute\n",
		"Inline mode of Telegram is off: @BotFather switches it on with /setinline; then challenges can be posted in any chat.\n",
		"Matches now: 0; open challenges: 1; rooms: 1\n",
		"Heard: 3 (desk 3)\n",
		"Said: 1; failed: 1; announcements waiting: 0\n",
		"Time for an answer: 0s on average\n",
	} {
		if !strings.Contains(chat.PlainText(m.Text), line) {
			t.Errorf("%q is missing in:\n%s", line, chat.PlainText(m.Text))
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, ErrDown) {
		t.Errorf("it ended with %v", err)
	}
}

// mute is a chat service that fails at once, and lacks a capability.
type mute struct{ *Desk }

func (mute) Name() string                            { return "mute" }
func (mute) Run(context.Context, chat.Handler) error { return ErrDown }

func (mute) State() chat.State {
	return chat.State{Lacks: []string{"inline"}}
}

// The event that ends a rated match is counted as that of any other.
func TestStatus_RatedEnd(t *testing.T) {
	m := meter.New(time.Now)
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		PlaysMoves(h, d, "", 4)
		Says(h, Ana, "/resign yes")
		if len(Rated(t, h.Store)) != 2 {
			t.Error("the match is not rated")
		}
		if f := m.Figures(); f.All[meter.Begun] != 1 || f.All[meter.Ended] != 1 || f.All[meter.Moves] != 4 {
			t.Errorf("%d begun, %d ended, %d moves", f.All[meter.Begun], f.All[meter.Ended], f.All[meter.Moves])
		}
	}, func(c *bot.Config) { c.Meter = m })
}
