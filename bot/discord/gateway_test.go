package discord_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/discordtest"
)

// A bot that cannot get through ends all the same when it is told to.
func TestEnd_WithoutConnection(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		f := w.Fail(discordtest.Fault{Method: "GET", Path: "/gateway/bot", Hang: true, Times: 100})
		w.run(listener{})
		f.Met(1)
		began := time.Now()
		w.stop()
		if took := time.Since(began); took >= client.LongestTry {
			t.Errorf("it took %v, as long as a call that hangs", took)
		}
	})
}

func TestIntent_NotGranted(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.GrantContent(false)
		ana, _, c := w.people()
		heard := make(chan chat.Event, 10)
		w.make()
		if !w.bot.Caps("").Talk {
			t.Error("talk is not expected")
		}
		w.start(listener{hear: func(_ context.Context, e chat.Event) { heard <- e }})
		w.Connected(1)
		if w.bot.Caps("").Talk {
			t.Error("talk is still expected")
		}
		ana.Types(c, "kept from the bot")
		ana.Types(ana.Direct(), "heard")
		w.hears(heard, "heard")
		for _, words := range []string{"Message Content Intent", "https://discord.com/developers/applications",
			"Privileged Gateway Intents"} {
			if !strings.Contains(w.log.String(), words) {
				t.Errorf("the log does not tell of %q", words)
			}
		}
	})
}

// A bot that cannot connect is refused at once, and in words that do not give the token away.
func TestConfig_Wrong(t *testing.T) {
	for name, c := range map[string]discord.Config{
		"address": {Token: discordtest.Token, API: "nowhere"}, "token": {Token: "my hidden token"},
		"line": {Token: discordtest.Token + "\u2028hidden"},
	} {
		if _, err := discord.New(c); err == nil || strings.Contains(err.Error(), "hidden") ||
			strings.Contains(err.Error(), discordtest.Token) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// While the bot is busy with a room its heart beats, its other rooms are heard, and interactions are acknowledged; and
// what waits is heard in order.
func TestRoom_Busy(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.Heartbeat(400 * time.Millisecond)
		ana, rui, c := w.people()
		busy, heard := make(chan bool), make(chan string, 1000)
		w.run(listener{hear: func(_ context.Context, e chat.Event) {
			if e.Room == roomOf(c) && e.Text == "slow" {
				<-busy
			}
			heard <- e.Text
		}})
		w.Connected(1)
		ana.Types(c, "slow")
		var want []string
		for i := range 80 {
			want = append(want, fmt.Sprint(i))
			ana.Types(c, want[i])
		}
		i := rui.Command(c, "help")
		if kind := i.Acknowledged(); kind != 5 {
			t.Errorf("acknowledged with type %d", kind)
		}
		rui.Types(rui.Direct(), "elsewhere")
		if got := <-heard; got != "elsewhere" {
			t.Errorf("heard %q", got)
		}
		w.Beat(2)
		close(busy)
		for _, text := range append(append([]string{"slow"}, want...), "/help") {
			if got := <-heard; got != text {
				t.Fatalf("heard %q instead of %q", got, text)
			}
		}
		i.Silent()
	})
}

// The bot finishes what it has heard before it ends.
func TestEnd_IsOrderly(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, _, c := w.people()
		begun := make(chan bool)
		w.run(listener{hear: func(ctx context.Context, e chat.Event) {
			close(begun)
			w.Lost(1) // the end has come meanwhile
			m := say("done")
			m.Answers, m.Private = e.Reply, true
			if _, err := w.bot.Send(ctx, e.Room, m); err != nil {
				t.Error(err)
			}
		}})
		w.Connected(1)
		i := ana.Command(c, "help")
		<-begun
		w.stop()
		if got := i.Private().Content; got != "done" {
			t.Errorf("ana is told %q", got)
		}
	})
}
