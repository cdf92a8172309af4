package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/discord/gateway"
)

// notes are kept in memory.
type notes struct{ kept sync.Map }

func (n *notes) Get(_ context.Context, key string) (string, error) {
	text, _ := n.kept.Load(key)
	s, _ := text.(string)
	return s, nil
}

func (n *notes) Put(_ context.Context, key, value string) error {
	n.kept.Store(key, value)
	return nil
}

// world is a Discord with a connection to it.
type world struct {
	*discordtest.Server
	t      *testing.T
	notes  notes
	config gateway.Config
	mu     sync.Mutex
	missed []time.Time
	heard  chan string // kinds of events
	log    servertest.Log
	asked  atomic.Int64 // how to connect
}

func virtually(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(t, newWorld(t)) })
}

// newWorld makes a Discord to which nothing is connected yet.
func newWorld(t *testing.T) *world {
	w := &world{Server: discordtest.Virtual(t), t: t, heard: make(chan string, 1<<16)}
	client := &http.Client{Transport: &http.Transport{DialContext: w.Dial}}
	t.Cleanup(client.CloseIdleConnections)
	w.config = gateway.Config{
		Token: discordtest.Token, Intents: 1 << 9, Dial: w.Dial, Notes: &w.notes,
		Log: slog.New(slog.NewTextHandler(io.MultiWriter(t.Output(), &w.log), nil)),
		Ask: func(ctx context.Context) (l discordgo.GatewayBotResponse, err error) {
			w.asked.Add(1)
			r, err := http.NewRequestWithContext(ctx, "GET", w.API+"/v10/gateway/bot", nil)
			if err != nil {
				return l, err
			}
			r.Header.Set("Authorization", "Bot "+discordtest.Token)
			answer, err := client.Do(r)
			if err != nil {
				return l, err
			}
			defer answer.Body.Close()
			return l, json.NewDecoder(answer.Body).Decode(&l)
		},
		Handle: func(_ context.Context, e gateway.Event) { w.heard <- e.Type },
		Missed: func(since time.Time) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.missed = append(w.missed, since)
		},
	}
	return w
}

// run connects and returns the end of that.
func (w *world) run() (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- gateway.Run(ctx, w.config) }()
	var once sync.Once
	var err error
	stop = func() error {
		once.Do(func() {
			cancel()
			err = <-ended
		})
		return err
	}
	w.t.Cleanup(func() { _ = stop() })
	return stop
}

// However often Discord says that a session is not valid, the bot identifies itself seldom enough, and in the end is
// there.
func TestNoStorm(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		w.Reject(true)
		w.run()
		time.Sleep(24 * time.Hour)
		identified, _ := w.Gateway()
		if identified < 20 || identified > 200 || w.Hasty() > 0 {
			t.Errorf("the bot identified itself %d times in a day, %d times too soon", identified, w.Hasty())
		}
		w.Reject(false)
		time.Sleep(11 * time.Minute)
		if !w.HasBot() {
			t.Error("the bot is not there")
		}
	})
}

// Who is asked to connect again does so at once, however often: each session was resumed, so nothing is wrong.
func TestReconnect_AsOftenAsAsked(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		w.run()
		w.Connected(1)
		for n := range 10 {
			time.Sleep(8 * time.Second)
			asked := time.Now()
			w.AskToReconnect()
			w.Connected(n + 2)
			if deaf := time.Since(asked); deaf > time.Second {
				t.Errorf("deaf for %v after being asked %d times", deaf, n+1)
			}
		}
		if identified, resumed := w.Gateway(); identified != 1 || resumed != 10 {
			t.Errorf("identified %d times, resumed %d", identified, resumed)
		}
	})
}

// A connection that never gets as far as a session is tried again later and later.
func TestReconnect_BacksOff(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		w.run()
		w.Connected(1)
		lost := w.LostSoFar()
		w.Fail(discordtest.Fault{Method: "GET", Path: "/resume", Status: 500, Times: 1000})
		time.Sleep(time.Minute)
		w.AskToReconnect()
		w.Lost(lost + 1)
		time.Sleep(10 * time.Second)
		if w.HasBot() {
			t.Error("six attempts to resume took less than ten seconds")
		}
		time.Sleep(2 * time.Minute)
		if !w.HasBot() {
			t.Error("the bot is not there")
		}
	})
}

// Attempts to resume are ever further apart, and the seventh is none: a new session begins.
func TestResume_Attempts(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		var dialled []time.Time
		dial := w.config.Dial
		w.config.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			dialled = append(dialled, time.Now())
			return dial(ctx, network, address)
		}
		w.run()
		w.Connected(1)
		w.Fail(discordtest.Fault{Method: "GET", Path: "/resume", Status: 500, Times: 1000})
		time.Sleep(2 * time.Minute)
		w.AskToReconnect()
		time.Sleep(3 * time.Minute)
		synctest.Wait()
		want := []time.Duration{2 * time.Minute, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second,
			16 * time.Second, 96 * time.Second}
		if len(dialled) != len(want)+1 {
			t.Fatalf("connected at %v", dialled)
		}
		for i, d := range want {
			if got := dialled[i+1].Sub(dialled[i]).Round(time.Second); got != d {
				t.Errorf("the attempt %d came after %s, want %s", i, got, d)
			}
		}
	})
}

// Sessions that do not last begin ever later.
func TestSession_Short(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		w.run()
		waits := []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second, 80 * time.Second, 160 * time.Second,
			320 * time.Second, 640 * time.Second, 640 * time.Second}
		for i, want := range waits {
			w.Connected(i + 1)
			began := time.Now()
			w.Close(4009)
			time.Sleep(want)
			w.Connected(i + 2)
			if took := time.Since(began).Round(time.Second); took != want {
				t.Errorf("after %d short sessions the next one begins in %s, want %s", i+1, took, want)
			}
		}
		time.Sleep(time.Minute + time.Millisecond)
		began := time.Now()
		w.Close(4009)
		w.Connected(len(waits) + 2)
		if took := time.Since(began); took > time.Second {
			t.Errorf("after one that has lasted it begins in %s", took)
		}
	})
}

// Attempts that fail are ever further apart, but not more than two minutes.
func TestAsk_Fails(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		var asked []time.Time
		w.config.Ask = func(context.Context) (l discordgo.GatewayBotResponse, err error) {
			asked = append(asked, time.Now())
			return l, errors.New("Discord is away")
		}
		stop := w.run()
		time.Sleep(8 * time.Minute)
		_ = stop()
		want := []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 128}
		if len(asked) != len(want)+1 {
			t.Fatalf("asked at %v", asked)
		}
		for i, d := range want {
			if got := asked[i+1].Sub(asked[i]); got != d*time.Second {
				t.Errorf("attempt %d comes after %s, want %ds", i, got, d)
			}
		}
	})
}

// When a bot may identify itself: some seconds after the last time, minutes after it when few times are left of the day,
// and the day after when none are.
func TestBudget_Turn(t *testing.T) {
	type scene struct {
		total, left int
		reset       time.Duration
		began       time.Duration // so long ago
		want        time.Duration
	}
	servertest.Each(t, map[string]scene{
		"never before":            {1000, 1000, time.Hour, 1000 * time.Hour, 0},
		"once more":               {1000, 51, time.Hour, 0, 5250 * time.Millisecond},
		"a while ago":             {1000, 51, time.Hour, 5 * time.Second, 250 * time.Millisecond},
		"few":                     {1000, 50, time.Hour, 0, 10 * time.Minute},
		"few of not so many":      {100, 5, time.Hour, 0, 10 * time.Minute},
		"more of not so many":     {100, 6, time.Hour, 0, 5250 * time.Millisecond},
		"none":                    {1000, 0, time.Hour, 0, time.Hour},
		"none, nobody knows when": {1000, 0, 0, 0, 24 * time.Hour},
		"the clock was set back":  {1000, 51, time.Hour, -time.Hour, 0},
	}, func(t *testing.T, c scene) {
		w := newWorld(t)
		began, _ := json.Marshal(map[string]any{"began": time.Now().Add(-c.began)})
		_ = w.notes.Put(t.Context(), sessionKey, string(began))
		ask := w.config.Ask
		w.config.Ask = func(ctx context.Context) (discordgo.GatewayBotResponse, error) {
			l, err := ask(ctx)
			if w.asked.Load() == 1 || c.left > 0 {
				l.SessionStartLimit.Total, l.SessionStartLimit.Remaining = c.total, c.left
				l.SessionStartLimit.ResetAfter = int(c.reset.Milliseconds())
			}
			return l, err
		}
		w.run()
		if c.want > 0 {
			time.Sleep(c.want - time.Millisecond)
			synctest.Wait()
			if w.HasBot() {
				t.Error("the bot is there too soon")
			}
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		if !w.HasBot() {
			t.Error("the bot is not there")
		}
	})
}

// A process that begins without a session tells since when nothing was heard.
func TestMissed_WithoutSession(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		heard := time.Now().Add(-time.Hour)
		text, _ := json.Marshal(map[string]any{"heard": heard})
		_ = w.notes.Put(t.Context(), sessionKey, string(text))
		w.run()
		w.Connected(1)
		synctest.Wait()
		if len(w.missed) != 1 || !w.missed[0].Equal(heard) {
			t.Errorf("missed since %v, want %v", w.missed, heard)
		}
	})
}

// A session is noted now and then, however often something is heard.
func TestNote_Seldom(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		kept := &countedNotes{}
		w.config.Notes = kept
		w.Heartbeat(100 * time.Millisecond)
		w.run()
		w.Connected(1)
		synctest.Wait()
		before := kept.puts.Load()
		time.Sleep(time.Minute)
		if n := kept.puts.Load() - before; n < 25 || n > 30 {
			t.Errorf("noted %d times a minute", n)
		}
	})
}

// An event is noted when the latest note is some seconds old.
func TestNote_Interval(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		kept := &countedNotes{}
		w.config.Notes = kept
		w.run()
		w.Connected(1)
		synctest.Wait()
		for _, c := range []struct {
			after time.Duration
			notes int64
		}{{2*time.Second - 1, 0}, {1, 1}, {time.Second, 0}} {
			before := kept.puts.Load()
			time.Sleep(c.after)
			w.Raw("X", "{}")
			synctest.Wait()
			if n := kept.puts.Load() - before; n != c.notes {
				t.Errorf("after %s more it is noted %d times, want %d", c.after, n, c.notes)
			}
		}
	})
}

// countedNotes count how often something is noted.
type countedNotes struct {
	notes
	puts atomic.Int64
}

func (n *countedNotes) Put(ctx context.Context, key, value string) error {
	n.puts.Add(1)
	return n.notes.Put(ctx, key, value)
}

// How to connect is asked for each session, and once by a process that goes on with one.
func TestAsk_Once(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		n := 0
		for range 2 {
			stop := w.run()
			for range 3 {
				n++
				w.Connected(n)
				time.Sleep(2 * time.Minute)
				w.AskToReconnect()
			}
			n++
			w.Connected(n)
			_ = stop()
		}
		if asked := w.asked.Load(); asked != 2 {
			t.Errorf("asked %d times", asked)
		}
		if w.log.Has("not noted") || w.log.Has("cannot be read") || w.log.Has("no address") {
			t.Error("something went wrong")
		}
	})
}

// An answer that leads nowhere is asked for again, and one with a single time left is enough.
func TestAsk_Useless(t *testing.T) {
	type scene struct {
		change func(*discordgo.GatewayBotResponse)
		useful bool
	}
	servertest.Each(t, map[string]scene{
		"no address": {func(l *discordgo.GatewayBotResponse) { l.URL = "" }, false},
		"no times":   {func(l *discordgo.GatewayBotResponse) { l.SessionStartLimit.Total = 0 }, false},
		"one time": {func(l *discordgo.GatewayBotResponse) {
			l.SessionStartLimit.Total, l.SessionStartLimit.Remaining = 1, 1
		}, true},
	}, func(t *testing.T, x scene) {
		w := newWorld(t)
		ask := w.config.Ask
		w.config.Ask = func(ctx context.Context) (discordgo.GatewayBotResponse, error) {
			l, err := ask(ctx)
			x.change(&l)
			return l, err
		}
		w.run()
		time.Sleep(20 * time.Minute)
		if w.HasBot() != x.useful || w.log.Has("no address to connect to, or no times left") == x.useful ||
			!x.useful && w.asked.Load() < 5 {
			t.Errorf("the bot is there: %v, after it has asked %d times", w.HasBot(), w.asked.Load())
		}
	})
}

// It is told where nothing can be done until another day.
func TestBudget_Told(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		w.Starts(0)
		w.run()
		time.Sleep(time.Minute)
		if w.HasBot() || !w.log.Has("Discord accepts no more connections of this bot today") {
			t.Error("nothing tells that the times of the day are used up")
		}
	})
}

// A bot that is started over and over keeps to what it may do in a day, as Discord counts and as it has counted itself,
// though Discord says that nothing is used up.
func TestBudget_Daily(t *testing.T) {
	t.Parallel()
	for name, told := range map[string]func(l *discordgo.GatewayBotResponse){
		"as Discord counts": func(*discordgo.GatewayBotResponse) {},
		"as it has counted": func(l *discordgo.GatewayBotResponse) { l.SessionStartLimit.Total, l.SessionStartLimit.Remaining = 7, 7 },
	} {
		t.Run(name, func(t *testing.T) { dailyBudget(t, told) })
	}
}

func dailyBudget(t *testing.T, told func(*discordgo.GatewayBotResponse)) {
	virtually(t, func(t *testing.T, w *world) {
		w.Starts(7)
		ask := w.config.Ask
		w.config.Ask = func(ctx context.Context) (discordgo.GatewayBotResponse, error) {
			l, err := ask(ctx)
			told(&l)
			return l, err
		}
		for range 20 {
			stop := w.run()
			time.Sleep(11 * time.Minute) // the last ones of a day are kept apart
			if err := stop(); err != nil {
				t.Fatal(err)
			}
			w.Forget()
		}
		if identified, _ := w.Gateway(); identified != 7 || w.Hasty() > 0 {
			t.Errorf("the bot identified itself %d times, %d times too soon", identified, w.Hasty())
		}
		w.run()
		time.Sleep(25 * time.Hour)
		if !w.HasBot() {
			t.Error("the bot is not there the day after")
		}
	})
}

// A program that is started again goes on with its session, and identifies itself no more. If there is none, one that
// ends again and again leaves some of the day's identifications to the one who starts it in good order.
func TestSession_StartedAgain(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		again := func(times int, between time.Duration) (identified, resumed int) {
			i, r := w.Gateway()
			for range times {
				stop := w.run()
				time.Sleep(between)
				if err := stop(); err != nil {
					t.Fatal(err)
				}
			}
			identified, resumed = w.Gateway()
			return identified - i, resumed - r
		}
		if identified, resumed := again(51, 10*time.Second); identified != 1 || resumed != 50 || len(w.missed) > 0 {
			t.Errorf("51 times started, %d times identified, %d times resumed, missed since %v", identified, resumed, w.missed)
		}
		w.Starts(60)
		w.Forget()
		w.Reject(true)
		if identified, _ := again(120, time.Minute); identified < 10 || identified > 25 {
			t.Errorf("of the last 60 a program that ends every minute spends %d in two hours", identified)
		}
	})
}

// A program that is killed when it has hardly begun knows afterwards what it has missed.
func TestKilled_Soon(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		stop := w.run()
		w.Connected(1)
		time.Sleep(time.Second) // no heartbeat has been answered
		const key = sessionKey
		noted, _ := w.notes.Get(t.Context(), key)
		at := time.Now()
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		_ = w.notes.Put(t.Context(), key, noted) // a killed program says no more
		w.Forget()
		time.Sleep(time.Minute)
		w.run()
		w.Connected(2)
		synctest.Wait()
		if len(w.missed) != 1 || at.Sub(w.missed[0]) > 2*time.Second {
			t.Errorf("missed since %v; killed at %v", w.missed, at)
		}
	})
}

// Each way in which a connection ends: whether its session goes on, and how soon it does.
func TestLost(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		lose    func(*world)
		resumed bool
		within  time.Duration
	}{
		"broken":               {func(w *world) { w.Drop() }, true, time.Second},
		"asked to reconnect":   {func(w *world) { w.AskToReconnect() }, true, time.Second},
		"closed":               {func(w *world) { w.Close(4000) }, true, time.Second},
		"invalid for now":      {func(w *world) { w.Invalidate(true) }, true, 3 * time.Second},
		"invalid":              {func(w *world) { w.Invalidate(false) }, false, 12 * time.Second},
		"timed out":            {func(w *world) { w.Close(4009) }, false, time.Second},
		"bad sequence":         {func(w *world) { w.Close(4007) }, false, time.Second},
		"forgotten":            {func(w *world) { w.Forget(); w.Drop() }, false, 12 * time.Second},
		"silence":              {func(w *world) { w.Mute() }, true, 26 * time.Second},
		"silence, and no more": {func(w *world) { w.Mute(); w.Forget() }, false, 37 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T, w *world) {
				w.run()
				w.Connected(1)
				time.Sleep(3 * time.Minute)
				at := time.Now()
				x.lose(w)
				time.Sleep(x.within)
				synctest.Wait()
				if !w.HasBot() {
					t.Errorf("the bot is not back after %v", x.within)
				}
				identified, resumed := w.Gateway()
				if w.log.Has("no heartbeat from Discord") != strings.HasPrefix(name, "silence") {
					t.Error("it is not told that Discord is silent, or though it is not")
				}
				if (resumed == 1) != x.resumed || (identified == 2) == x.resumed || w.Hasty() > 0 {
					t.Errorf("identified %d times, %d too soon, and resumed %d times", identified, w.Hasty(), resumed)
				}
				synctest.Wait()
				if x.resumed && len(w.missed) > 0 || !x.resumed &&
					(len(w.missed) != 1 || w.missed[0].Before(at.Add(-time.Minute)) || w.missed[0].After(at)) {
					t.Errorf("missed since %v; lost at %v", w.missed, at)
				}
			})
		})
	}
}

// A heart that is asked to beat beats at once.
func TestBeat_Asked(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		w.run()
		w.Connected(1)
		time.Sleep(2 * time.Minute)
		at := time.Now()
		w.AskToBeat()
		w.Beat(1)
		if took := time.Since(at); took > 0 {
			t.Errorf("the answer came after %v", took)
		}
	})
}

// A refusal that would not change is not tried again.
func TestRefused(t *testing.T) {
	type scene struct {
		refuse func(*world)
		code   int
	}
	servertest.Each(t, map[string]scene{
		"token":   {func(w *world) { w.ChangeToken() }, gateway.BadToken},
		"intents": {func(w *world) { w.config.Intents |= 1 << 15; w.GrantContent(false) }, gateway.IntentNotGranted},
		"shards":  {func(w *world) { w.NeedShards() }, gateway.ShardingRequired},
	}, func(t *testing.T, x scene) {
		w := newWorld(t)
		limits, err := w.config.Ask(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		w.config.Ask = func(context.Context) (discordgo.GatewayBotResponse, error) { return limits, nil }
		x.refuse(w)
		err = gateway.Run(t.Context(), w.config)
		var r *gateway.Refusal
		if !errors.As(err, &r) || r.Code != x.code || !strings.Contains(r.Error(), fmt.Sprint("close code ", x.code)) {
			t.Errorf("the end is %v, not %d", err, x.code)
		}
	})
}

// An event that makes its handler panic takes nothing else along.
func TestPanic(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		handle := w.config.Handle
		w.config.Handle = func(ctx context.Context, e gateway.Event) {
			if e.Type == "BAD" {
				panic("told by the test")
			}
			handle(ctx, e)
		}
		w.run()
		w.Connected(1)
		w.Raw("BAD", "{}")
		w.Raw("GOOD", "{}")
		for _, want := range []string{"READY", "GOOD"} {
			if got := <-w.heard; got != want {
				t.Errorf("heard %s, not %s", got, want)
			}
		}
		if identified, resumed := w.Gateway(); identified+resumed != 1 {
			t.Errorf("identified %d times and resumed %d times", identified, resumed)
		}
		if synctest.Wait(); !w.log.Has("told by the test") || w.log.Has("panic=<nil>") {
			t.Error("it is not told which event made its handler panic")
		}
	})
}

// The last event that was heard is noted in the end, however soon that comes behind another note.
func TestNote_Last(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		stop := w.run()
		w.Connected(1)
		time.Sleep(10 * time.Second)
		w.Raw("ONE", "{}")
		w.Raw("TWO", "{}")
		heard := int64(0)
		for kind := ""; kind != "TWO"; heard++ {
			kind = <-w.heard
		}
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		text, _ := w.notes.Get(t.Context(), sessionKey)
		var noted struct{ Seq int64 }
		if err := json.Unmarshal([]byte(text), &noted); err != nil || noted.Seq != heard {
			t.Errorf("%d events were heard, but noted is %s (%v)", heard, text, err)
		}
	})
}
