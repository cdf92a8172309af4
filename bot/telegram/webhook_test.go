package telegram_test

import (
	"cmp"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/memorytest"
)

// hooked has the bot called, at any free port.
func hooked(c *telegram.Config) {
	c.Webhook = telegram.Webhook{URL: "https://bot.example/hook", Listen: "127.0.0.1:0"}
}

var listening = regexp.MustCompile(`listening for the webhook" address=(\S+)`)

// connect waits until the bot listens, and has Telegram's calls brought there.
func connect(t *testing.T, s *telegramtest.Server, log *servertest.Log) (address string) {
	t.Helper()
	log.Until(t, 1, "listening for the webhook")
	found := listening.FindStringSubmatch(log.String())
	if found == nil {
		t.Fatalf("it is not logged where: %s", log)
	}
	address = "http://" + found[1] + "/hook"
	s.Proxy(address)
	return address
}

// A game by webhook, with the bot started again in between.
func TestWebhook(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	store := memorytest.New()
	o := openAt(t, s, store, hooked)
	connect(t, s, o.log)
	ana, rui, group := o.people()
	d := o.begin(group, ana, rui)
	for range 4 {
		d.move()
	}
	o.stop()
	s.Proxy("")
	if got := s.Webhook(); got != "https://bot.example/hook" {
		t.Errorf("while it is stopped the webhook is %q", got)
	}
	move := d.choose()
	d.say(d, d.turn(), string(move)) // Telegram keeps it
	d.table = openAt(t, s, store, hooked)
	connect(t, s, d.log)
	d.see(move)
	d.move()
	d.resign()
	if n := s.Calls("getUpdates"); n > 0 {
		t.Errorf("asked for updates %d times", n)
	}
}

// calls calls the bot as somebody does who knows a secret, and returns the status of the answer.
func calls(t *testing.T, method, address, secret, body string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// Only Telegram is heard, and only what is an update.
func TestWebhook_Refuses(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listenAt(t, s, hooked).run()
	address := connect(t, s, l.log)
	good := `{"update_id":1,"message":{"message_id":1,"from":{"id":5},"chat":{"id":5,"type":"private"},"text":"hello"}}`
	for _, c := range []struct {
		name, method, path, secret, body string
		want                             int
	}{
		{"no secret", "POST", "", "", good, 403},
		{"wrong secret", "POST", "", "x" + s.Secret(), good, 403},
		{"other path", "POST", "er", s.Secret(), good, 404},
		{"GET", "GET", "", s.Secret(), "", 404},
		{"too large", "POST", "", s.Secret(), strings.Repeat(" ", 1<<20) + good, 400},
		{"not JSON", "POST", "", s.Secret(), "hello", 200},
		{"update", "POST", "", s.Secret(), good, 200},
		{"repeated", "POST", "", s.Secret(), good, 200},
	} {
		if got := calls(t, c.method, address+c.path, c.secret, c.body); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	if l.hears("hello"); len(l.ears.events) > 0 || l.log.Has(s.Secret()) {
		t.Errorf("%d more are heard, or the secret of the webhook is in the log", len(l.ears.events))
	}
}

// A path that ends in a slash, or none, is that one, and nothing below.
func TestWebhook_Slash(t *testing.T) {
	t.Parallel()
	for path, below := range map[string]string{"/hook/": "/hook/below", "": "/below"} {
		s := telegramtest.New(t)
		l := listenAt(t, s, func(c *telegram.Config) {
			c.Webhook = telegram.Webhook{URL: "https://bot.example" + path, Listen: "127.0.0.1:0"}
		}).run()
		host := strings.TrimSuffix(connect(t, s, l.log), "/hook")
		for at, want := range map[string]int{cmp.Or(path, "/"): 403, below: 404} {
			if got := calls(t, "POST", host+at, "", ""); got != want {
				t.Errorf("%s of %q: %d, want %d", at, path, got, want)
			}
		}
	}
}

// Updates left over when the bot is stopped are not confirmed, or written down.
func TestWebhook_Stopped(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	places := memorytest.New()
	keep := func(c *telegram.Config) { c.Places = places }
	l := listenAt(t, s, hooked, keep, hasty)
	ana := s.Person("Ana", "ana")
	forever := make(chan struct{})
	defer close(forever)
	l.ears.do = func(chat.Event) { <-forever }
	l.run()
	connect(t, s, l.log)
	ana.Says(ana.Private(), "one")
	ana.Says(ana.Private(), "two")
	l.ears.next(t)
	l.stop()
	s.Proxy("")
	again := listenAt(t, s, hooked, keep).run()
	connect(t, s, again.log)
	for _, want := range []string{"one", "two"} {
		again.hears(want)
	}
}

// A port that is taken is said at once.
func TestWebhook_PortTaken(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	l := listenAt(t, s, func(c *telegram.Config) {
		c.Webhook = telegram.Webhook{URL: "https://bot.example/hook", Listen: taken.Addr().String()}
	})
	if err := l.Run(t.Context(), l.ears); err == nil {
		t.Error("no error")
	}
}
