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

// hears checks that what is typed from now on is heard, once.
func hears(t *testing.T, heard chan chat.Event, by *discordtest.User, c *discordtest.Channel) {
	t.Helper()
	by.Types(c, "still there?")
	select {
	case e := <-heard:
		if e.Text != "still there?" {
			t.Errorf("heard %q", e.Text)
		}
	case <-time.After(discordtest.Patience):
		t.Error("nothing is heard")
	}
	if len(heard) > 0 {
		t.Errorf("heard more: %+v", <-heard)
	}
}

// However the connection is lost there is another one, and what was said meanwhile is heard if the session lives on.
func TestConnection_Lost(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		lose    func(*world)
		resumed bool
	}{
		"asked to reconnect": {func(w *world) { w.AskToReconnect() }, true},
		"broken":             {func(w *world) { w.Drop() }, true},
		"closed":             {func(w *world) { w.Close(4000) }, true},
		"closed for ever":    {func(w *world) { w.Forget(); w.Close(4009) }, false},
		"invalid session":    {func(w *world) { w.Invalidate(false) }, false},
		"session forgotten":  {func(w *world) { w.Forget(); w.Drop() }, false},
		"no way back at once": {func(w *world) {
			w.Fail(discordtest.Fault{Method: "GET", Path: "/gateway/bot", Status: 500, Times: 2})
			w.Drop()
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w, heard := listen(t)
				ana, _, c := w.people()
				hears(t, heard, ana, c)
				x.lose(w)
				if x.resumed {
					w.Lost(1)
					ana.Types(c, "meanwhile")
					w.Connected(2)
					if e := <-heard; e.Text != "meanwhile" {
						t.Errorf("heard %q", e.Text)
					}
				}
				w.Connected(2)
				hears(t, heard, ana, c)
				if identified, resumed := w.Gateway(); resumed > 0 != x.resumed || identified > 2 {
					t.Errorf("identified %d times, resumed %d times", identified, resumed)
				}
			})
		})
	}
}

func TestConnection_FirstFails(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, _, c := w.people()
		w.Fail(discordtest.Fault{Method: "GET", Path: "/gateway/bot", Status: 502})
		w.Fail(discordtest.Fault{Method: "GET", Path: "/gateway/bot", Lose: true})
		heard := make(chan chat.Event, 10)
		w.run(listener{hear: func(_ context.Context, e chat.Event) { heard <- e }})
		w.Connected(1)
		hears(t, heard, ana, c)
	})
}

// A bot that cannot get through ends all the same when it is told to.
func TestEnd_WithoutConnection(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		f := w.Fail(discordtest.Fault{Method: "GET", Path: "/gateway/bot", Hang: true, Times: 100})
		w.run(listener{})
		f.Met(1)
		began := time.Now()
		if err := w.stop(); err != nil {
			t.Errorf("the bot ends with %v", err)
		}
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
		hears(t, heard, ana, ana.Direct())
		for _, words := range []string{"Message Content Intent", "https://discord.com/developers/applications",
			"Privileged Gateway Intents"} {
			if !strings.Contains(w.log.String(), words) {
				t.Errorf("the log does not tell of %q", words)
			}
		}
	})
}

func TestRefused_ForGood(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		refuse func(*world)
		want   string
	}{
		"token":  {func(w *world) { w.ChangeToken(); w.Close(4004) }, "token"},
		"shards": {func(w *world) { w.NeedShards(); w.Forget(); w.Close(4009) }, "shards"},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w, _ := listen(t)
				x.refuse(w)
				if err := w.ends(); err == nil || !strings.Contains(err.Error(), x.want) {
					t.Errorf("the bot ends with %v", err)
				}
			})
		})
	}
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
		if err := w.stop(); err != nil {
			t.Errorf("the bot ends with %v", err)
		}
		if got := i.Private().Content; got != "done" {
			t.Errorf("ana is told %q", got)
		}
	})
}

// A bot that is started again and again goes on with its session, and has identified itself once; the day's thousand
// are left.
func TestIdentifies_OncePerSession(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		const restarts = 20
		for n := range restarts + 1 {
			w.run(nil)
			w.Connected(n + 1)
			time.Sleep(time.Minute)
			if err := w.stop(); err != nil {
				t.Fatal(err)
			}
		}
		if identified, resumed := w.Gateway(); identified != 1 || resumed != restarts {
			t.Errorf("of %d restarts %d have identified the bot, and %d went on", restarts, identified-1, resumed)
		}
	})
}
