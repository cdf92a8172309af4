package discord_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
)

// Most of the tests wait for the library, which takes a second to close a connection.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

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
func TestConnectionLost(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		lose    func(*world)
		resumed bool
	}{
		"asked to reconnect": {func(w *world) { w.AskToReconnect() }, true},
		"broken":             {func(w *world) { w.Drop() }, true},
		"closed":             {func(w *world) { w.Close(4000) }, true},
		"closed for ever":    {func(w *world) { w.Forget(); w.Close(4009) }, false},
		"invalid session":    {func(w *world) { w.Invalidate() }, false},
		"session forgotten":  {func(w *world) { w.Forget(); w.Drop() }, false},
		"no way back at once": {func(w *world) {
			w.Fail(discordtest.Fault{Method: "GET", Path: "/gateway", Status: 500, Times: 2})
			w.Drop()
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
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
	}
}

func TestFirstConnectionFails(t *testing.T) {
	t.Parallel()
	w := prepare(t)
	ana, _, c := w.people()
	w.Fail(discordtest.Fault{Method: "GET", Path: "/gateway", Status: 502})
	w.Fail(discordtest.Fault{Method: "GET", Path: "/gateway", Lose: true})
	heard := make(chan chat.Event, 10)
	w.run(listener{hear: func(_ context.Context, e chat.Event) { heard <- e }})
	w.Connected(1)
	hears(t, heard, ana, c)
}

// A bot that cannot get through ends all the same when it is told to.
func TestEndWithoutConnection(t *testing.T) {
	t.Parallel()
	w := prepare(t)
	f := w.Fail(discordtest.Fault{Method: "GET", Path: "/gateway", Hang: true, Times: 100})
	w.run(listener{})
	f.Met(1)
	began := time.Now()
	if err := w.stop(); err != nil {
		t.Errorf("the bot ends with %v", err)
	}
	if took := time.Since(began); took >= discord.LongestTry {
		t.Errorf("it took %v, as long as a call that hangs", took)
	}
}

func TestIntentNotGranted(t *testing.T) {
	t.Parallel()
	w := prepare(t)
	w.GrantContent(false)
	ana, _, c := w.people()
	heard := make(chan chat.Event, 10)
	w.make()
	if !w.bot.Caps().Talk {
		t.Error("talk is not expected")
	}
	w.start(listener{hear: func(_ context.Context, e chat.Event) { heard <- e }})
	w.Connected(1)
	if w.bot.Caps().Talk {
		t.Error("talk is still expected")
	}
	ana.Types(c, "kept from the bot")
	hears(t, heard, ana, ana.Direct())
	for _, words := range []string{"Message Content Intent", "https://discord.com/developers/applications", "Privileged Gateway Intents"} {
		if !strings.Contains(w.log.String(), words) {
			t.Errorf("the log does not tell of %q", words)
		}
	}
}

func TestRefusedForGood(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		refuse func(*world)
		want   string
	}{
		"token":  {func(w *world) { w.ChangeToken(); w.Close(4004) }, "token"},
		"shards": {func(w *world) { w.NeedShards(2); w.Forget(); w.Close(4009) }, "shards"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := listen(t)
			x.refuse(w)
			if err := w.ends(); err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("the bot ends with %v", err)
			}
		})
	}
}

func TestShards(t *testing.T) {
	t.Parallel()
	w, _ := listen(t, func(c *discord.Config) { c.Shard, c.Shards = 1, 3 })
	if shard, shards := w.Shard(); shard != 1 || shards != 3 {
		t.Errorf("the bot is shard %d of %d", shard, shards)
	}
	if n := w.Registrations(); n != 0 {
		t.Errorf("it registered commands %d times, which is for shard 0", n)
	}
	for _, c := range []discord.Config{{Shard: 3, Shards: 3}, {Shard: -1, Shards: 2}, {Shard: 1}, {API: "nowhere"}} {
		if _, err := discord.New(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

// While the bot is busy with a room its heart beats, its other rooms are heard, and interactions are acknowledged; and
// what waits is heard in order.
func TestBusyRoom(t *testing.T) {
	t.Parallel()
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
	for i := range 100 {
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
}

// What was heard is finished before the bot ends.
func TestEndIsOrderly(t *testing.T) {
	t.Parallel()
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
}
