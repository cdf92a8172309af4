package telegram_test

import (
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
		{"401", fails(telegramtest.Refuse(401, "Unauthorized")), "401"},
		{"403", fails(telegramtest.Refuse(403, "Forbidden")), "403"},
		{"404", fails(telegramtest.Refuse(404, "Not Found")), "404"},
		{"409", fails(telegramtest.Refuse(409, "Conflict")), "409"},
		{"429", fails(telegramtest.Flood(1 << 20)), "429"},
		{"500", fails(telegramtest.Status(500)), "500"},
		{"502", fails(telegramtest.Status(502)), "502"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := telegramtest.New(t)
			address, name := c.at(t, s), c.name
			l := listen(t, s, func(c *telegram.Config) {
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
	t.Parallel()
	for _, c := range []struct {
		name, token string
		code        int
	}{{"unknown", "1:AAAAAAAAAAAAAAAAAAAA", 0}, {"revoked", "", 401}, {"gone", "", 404}} {
		t.Run(c.name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				s := telegramtest.Virtual(t)
				l := listen(t, s, func(config *telegram.Config) {
					if c.token != "" {
						config.Token = c.token
					}
				})
				if c.code != 0 {
					s.Fail("getUpdates", 1, telegramtest.Refuse(c.code, "Whatever"))
				}
				err := l.Run(t.Context(), l.ears)
				if err == nil || !strings.Contains(err.Error(), "TABULEIRO_TELEGRAM_TOKEN") ||
					!strings.Contains(err.Error(), "@BotFather") {
					t.Errorf("it ends with: %v", err)
				}
				if err != nil && c.token != "" && strings.Contains(err.Error(), c.token[2:]) {
					t.Errorf("the token can be read in: %v", err)
				}
			})
		})
	}
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
			{"no places", func(c *telegram.Config) { c.Places = nil }},
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
			config.Log = newJournal(t, s).logger()
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

// After any failure of the long poll all updates are heard, once.
func TestPolling_GoesOn(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]telegramtest.Fault{
		"409": telegramtest.Refuse(409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"),
		"429": telegramtest.Flood(1), "500": telegramtest.Status(500), "502": telegramtest.Refuse(502, "Bad Gateway"),
		"garbled": telegramtest.Garble, "truncated": telegramtest.Truncate, "lost": telegramtest.Lose,
		"cut": telegramtest.Cut,
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				s := telegramtest.Virtual(t)
				ana := s.Person("Ana", "ana")
				ana.Says(ana.Private(), "one")
				s.Fail("getUpdates", 3, fault)
				s.Fail("getMe", 2, fault)
				s.Fail("deleteWebhook", 2, fault)
				l := listen(t, s).run(t)
				if e := l.ears.next(t); e.Text != "one" {
					t.Errorf("heard %q", e.Text)
				}
				ana.Says(ana.Private(), "two")
				if e := l.ears.next(t); e.Text != "two" {
					t.Errorf("heard %q", e.Text)
				}
				if name == "409" {
					l.log.until(t, "another program is using the same token")
				}
			})
		})
	}
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
		l := listen(t, s, func(c *telegram.Config) { c.Times.Poll = time.Second }).run(t)
		ana.Says(ana.Private(), "one")
		l.ears.next(t)
		post()
		l.log.until(t, "a webhook that was set elsewhere")
		ana.Says(ana.Private(), "two")
		l.ears.next(t)
	})
}

// Messages get through all that passes, in order, and uploads are whole.
func TestSending_GoesOn(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]telegramtest.Fault{
		"429": telegramtest.Flood(1), "500": telegramtest.Status(500), "502": telegramtest.Refuse(502, "Bad Gateway"),
		"garbled": telegramtest.Garble, "truncated": telegramtest.Truncate, "lost": telegramtest.Lose,
		"cut": telegramtest.Cut,
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				s := telegramtest.Virtual(t)
				l := listen(t, s)
				group := s.Group()
				s.Fail("sendPhoto", 3, fault)
				s.Fail("sendMessage", 3, fault)
				for _, m := range []chat.Message{
					{Text: text("one"), Board: &chat.Board{PNG: picture, Text: "board"}},
					{Text: text("two")},
				} {
					if _, err := l.Send(t.Context(), roomOf(group), m); err != nil {
						t.Fatal(err)
					}
				}
				sent := group.Sent() // an answer that is lost makes a message come twice
				if first, last := sent[0], sent[len(sent)-1]; first.Text != "one" || first.Photo == nil || last.Text != "two" {
					t.Errorf("%q ... %q arrived", first.Text, last.Text)
				}
				if n := s.Calls("sendPhoto"); n != 4 {
					t.Errorf("%d tries", n)
				}
			})
		})
	}
}

// A call that Telegram does not accept is logged with its method, and not repeated.
func TestNotAccepted(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		l := listen(t, s)
		group := s.Group()
		s.Fail("sendMessage", 1, telegramtest.Refuse(400, "Bad Request: a new reason"))
		if _, err := l.Send(t.Context(), roomOf(group), chat.Message{Text: text("the very words " + s.Token)}); err == nil {
			t.Error("no error")
		}
		l.log.until(t, "the very words <token>")
		if n := s.Calls("sendMessage"); n != 1 {
			t.Errorf("%d tries", n)
		}
	})
}

// A wait that is too long is not waited for; until it is over calls for the same chat fail at once.
func TestFlood_Long(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		l := listen(t, s)
		group := s.Group()
		s.Fail("sendMessage", 1, telegramtest.Flood(1<<20))
		for range 2 {
			if _, err := l.Send(t.Context(), roomOf(group), chat.Message{Text: text("hello")}); err == nil {
				t.Error("no error")
			}
		}
		if n := s.Calls("sendMessage"); n != 1 {
			t.Errorf("%d tries although Telegram wants to be left alone", n)
		}
		if _, err := l.Send(t.Context(), roomOf(s.Group()), chat.Message{Text: text("hello")}); err != nil {
			t.Errorf("another chat: %v", err)
		}
	})
}

// However long Telegram wants to be left alone, a message is tried again after an hour.
func TestFlood_Endless(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		l := listen(t, s, func(c *telegram.Config) { c.Times.Second = time.Microsecond })
		s.Fail("sendMessage", 1, telegramtest.Flood(1e12))
		if _, err := l.Send(t.Context(), roomOf(s.Group()), chat.Message{Text: text("hello")}); err != nil {
			t.Error(err)
		}
		l.log.until(t, "for more than an hour")
	})
}
