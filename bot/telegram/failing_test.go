package telegram_test

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
)

// The token is in no error and in no line of the log, whatever goes wrong.
func TestToken_StaysSecret(t *testing.T) {
	t.Parallel()
	refused := func(t *testing.T) string { // an address where nobody listens
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return "http://" + l.Addr().String()
	}
	fails := func(f telegramtest.Fault) func(*testing.T, *telegramtest.Server) string {
		return func(_ *testing.T, s *telegramtest.Server) string {
			s.Fail("", 1000, f)
			return s.URL
		}
	}
	for _, c := range []struct {
		name string
		at   func(*testing.T, *telegramtest.Server) string
		want string // in the error
	}{
		{"DNS", func(*testing.T, *telegramtest.Server) string { return "http://nowhere.invalid" }, "lookup nowhere.invalid"},
		{"refused", func(t *testing.T, _ *telegramtest.Server) string { return refused(t) }, "connection refused"},
		{"proxy of HTTP", func(_ *testing.T, s *telegramtest.Server) string {
			return "https" +
				strings.TrimPrefix(s.URL, "http")
		}, "HTTP"},
		{"TLS", func(t *testing.T, _ *telegramtest.Server) string {
			s := httptest.NewUnstartedServer(http.NotFoundHandler())
			s.Config.ErrorLog = log.New(io.Discard, "", 0)
			s.StartTLS()
			t.Cleanup(s.Close)
			return s.URL
		}, "certificate"},
		{"redirect", func(t *testing.T, _ *telegramtest.Server) string {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "http://nowhere.invalid"+r.URL.Path, http.StatusFound)
			}))
			t.Cleanup(s.Close)
			return s.URL
		}, "302"},
		{"timeout", fails(telegramtest.Hang), "deadline exceeded"},
		{"cut off", fails(telegramtest.Cut), "EOF"},
		{"garbled", fails(telegramtest.Garble), "sendMessage"},
		{"truncated", fails(telegramtest.Truncate), "read the answer"},
		{"400", fails(telegramtest.Refuse(400, "Bad Request: wrong")), "400 Bad Request: wrong"},
		{"429", fails(telegramtest.Flood(1 << 20)), "429"},
		{"502", fails(telegramtest.Status(502)), "502"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := telegramtest.New(t)
			address, name := c.at(t, s), c.name
			l := listenAt(t, s, func(c *telegram.Config) {
				c.API = address
				if name == "timeout" {
					c.Times.Request = 200 * time.Millisecond
				}
				c.Times.Retry = time.Hour // the first error is the last
			})
			seen := ""
			for _, m := range []chat.Message{
				{Text: text("hello")},
				{Text: text("hello"), Board: &chat.Board{PNG: picture, Text: "board"}},
			} {
				_, err := l.Send(t.Context(), "telegram:5", m)
				if err == nil {
					t.Fatal("no error")
				}
				seen += err.Error() + "\n"
				for e := err; e != nil; e = errors.Unwrap(e) {
					seen += e.Error() + "\n"
				}
			}
			if !strings.Contains(seen, c.want) {
				t.Errorf("the error does not tell %q:\n%s", c.want, seen)
			}
			if err := l.Retire(t.Context(), "telegram:5", "5/5"); err != nil {
				seen += err.Error()
			}
			if err := l.Edit(t.Context(), "telegram:5", "5/5", chat.Message{Text: text("hello")}); err == nil {
				t.Error("changed")
			} else {
				seen += err.Error()
			}
			if _, err := l.Administers(t.Context(), "telegram:-5", "telegram:5"); err == nil {
				t.Error("somebody looks after a group")
			} else {
				seen += err.Error()
			}
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if err := l.Run(ctx, l.ears); err != nil {
				seen += err.Error()
			}
			secretFree(t, s, seen)
			secretFree(t, s, strings.ReplaceAll(seen, "%", "%25"))
			if strings.Contains(seen, url.QueryEscape(s.Token)) {
				t.Errorf("the token can be read in %q", seen)
			}
		})
	}
}

// A wrong token ends the run at once, and says what to do.
func TestToken_Wrong(t *testing.T) {
	type wrong struct {
		token string
		code  int
	}
	servertest.Each(t, map[string]wrong{
		"unknown": {"1:AAAAAAAAAAAAAAAAAAAA", 0}, "revoked": {"", 401}, "gone": {"", 404},
	}, func(t *testing.T, x wrong) {
		l := listen(t, func(c *telegram.Config) { c.Token = cmp.Or(x.token, c.Token) })
		if x.code != 0 {
			l.Fail("getUpdates", 1, telegramtest.Refuse(x.code, "Whatever"))
		}
		err := l.Run(t.Context(), l.ears)
		if err == nil || !strings.Contains(err.Error(), "TABULEIRO_TELEGRAM_TOKEN") ||
			!strings.Contains(err.Error(), "@BotFather") || strings.Contains(err.Error(), "AAAAAAAAAA") {
			t.Errorf("it ends with: %v", err)
		}
	})
}

// Mistakes in the configuration are told without what may be a secret.
func TestConfiguration_Wrong(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		for _, c := range []struct {
			name   string
			change func(*telegram.Config)
		}{
			{"no token", func(c *telegram.Config) { c.Token = "" }},
			{"token with a line break", func(c *telegram.Config) { c.Token += "\n" }},
			{"half a token", func(c *telegram.Config) { _, c.Token, _ = strings.Cut(c.Token, ":") }},
			{"address", func(c *telegram.Config) { c.API = "api.telegram.org" }},
			{"address with a password", func(c *telegram.Config) { c.API = "http://me:secret@localhost" }},
			{"other address", func(c *telegram.Config) { c.API = "ftp://localhost" }},
			{"webhook without TLS", func(c *telegram.Config) {
				c.Webhook = telegram.Webhook{URL: "http://x.example/",
					Listen: ":0"}
			}},
			{"webhook without address", func(c *telegram.Config) { c.Webhook.URL = "https://x.example/" }},
			{"webhook with a wrong secret", func(c *telegram.Config) {
				c.Webhook = telegram.Webhook{URL: "https://x.example/", Listen: ":0", Secret: "a secret"}
			}},
		} {
			config := fast(s)
			config.Log = servertest.NewLog().Logger()
			if _, err := telegram.New(config); err != nil {
				t.Fatal(err)
			}
			c.change(&config)
			_, err := telegram.New(config)
			if err == nil {
				t.Errorf("%s: no error", c.name)
				continue
			}
			secretFree(t, s, err.Error())
			if strings.Contains(err.Error(), "secret@") {
				t.Errorf("%s: the password can be read in: %v", c.name, err)
			}
		}
	})
}

// After any failure all updates are heard, once, and messages get through, in order, with whole uploads.
func TestFailures_Pass(t *testing.T) {
	servertest.Each(t, map[string]telegramtest.Fault{
		"409": telegramtest.Refuse(409, "Conflict: terminated by other getUpdates request"),
		"429": telegramtest.Flood(1), "502": telegramtest.Refuse(502, "Bad Gateway"), "garbled": telegramtest.Garble,
		"truncated": telegramtest.Truncate, "lost": telegramtest.Lose, "cut": telegramtest.Cut,
	}, func(t *testing.T, fault telegramtest.Fault) {
		l := listen(t)
		ana, group := l.Person("Ana", "ana"), l.Group()
		ana.Says(ana.Private(), "one")
		l.Fail("getUpdates", 3, fault)
		l.Fail("getMe", 2, fault)
		l.Fail("deleteWebhook", 2, fault)
		l.run()
		l.hears("one")
		ana.Says(ana.Private(), "two")
		l.hears("two")
		if conflict := strings.HasSuffix(t.Name(), "409"); conflict != l.log.Has("another program is using the same token") {
			t.Errorf("of another program it is told: %v", !conflict)
		} else if conflict {
			return // nothing else is refused like that
		}
		l.Fail("sendPhoto", 3, fault)
		l.Fail("sendMessage", 3, fault)
		for _, m := range []chat.Message{board("one", picture), words("two")} {
			if _, err := l.Send(t.Context(), roomOf(group), m); err != nil {
				t.Fatal(err)
			}
		}
		sent := group.Sent() // an answer that is lost makes a message come twice
		if first, last := sent[0], sent[len(sent)-1]; first.Text != "one" || first.Photo == nil || last.Text != "two" {
			t.Errorf("%q ... %q arrived", first.Text, last.Text)
		}
		if n := l.Calls("sendPhoto"); n != 4 {
			t.Errorf("%d tries", n)
		}
	})
}

// A webhook that somebody left behind, or sets meanwhile, does not make the bot deaf.
func TestWebhook_Foreign(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		ana := s.Person("Ana", "ana")
		somebody := http.Client{Transport: &http.Transport{DialContext: s.Dial, DisableKeepAlives: true}}
		post := func() {
			t.Helper()
			r, err := somebody.PostForm(s.URL+"/bot"+s.Token+"/setWebhook", url.Values{"url": {"https://elsewhere.example/"}})
			if err != nil {
				t.Fatal(err)
			}
			_ = r.Body.Close()
		}
		post()
		l := listenAt(t, s, func(c *telegram.Config) { c.Times.Poll = time.Second }).run()
		ana.Says(ana.Private(), "one")
		l.ears.next(t)
		post()
		l.log.Until(t, 1, "a webhook that was set elsewhere")
		ana.Says(ana.Private(), "two")
		l.ears.next(t)
	})
}

// A call that Telegram does not accept is logged with its method, and not repeated.
func TestNotAccepted(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		group := l.Group()
		l.Fail("sendMessage", 1, telegramtest.Refuse(400, "Bad Request: a new reason"))
		if _, err := l.Send(t.Context(), roomOf(group), chat.Message{Text: text("the very words " + l.Token)}); err == nil {
			t.Error("no error")
		}
		l.log.Until(t, 1, "the very words <token>")
		if n := l.Calls("sendMessage"); n != 1 {
			t.Errorf("%d tries", n)
		}
	})
}
