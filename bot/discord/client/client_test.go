package client_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/wire"
)

// calling is a client of a server that gives answers, at a time when there is a Discord.
func calling(t *testing.T, answers ...servertest.Answer) (*client.Client, *servertest.Script) {
	return callingAt(t, 45, adapter.NewActiveRooms(), answers...)
}

// callingAt is the same with so many calls a second, where people play in some rooms.
func callingAt(t *testing.T, rate int, seats *adapter.ActiveRooms, answers ...servertest.Answer) (*client.Client,
	*servertest.Script) {
	time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
	s := servertest.Serve(t, answers...)
	base, err := url.Parse("http://api.example/api")
	if err != nil {
		t.Fatal(err)
	}
	l := client.New(client.Config{Token: "secret", Base: base, Dial: s.Dial, Rate: rate, Seats: seats, Life: t.Context(),
		Log: slog.New(slog.DiscardHandler)})
	return l, s
}

// message is a call that says something in a channel.
var message = client.Call{What: "say it", Method: "POST", URL: "https://discord.com/api/v9/channels/1/messages",
	Route: "POST /channels/1", Body: map[string]string{"content": "11-15"}}

// of is an answer with a body and, in pairs, a header.
func of(status int, body string, header ...string) servertest.Answer {
	a := servertest.Answer{Status: status, Body: body, Header: map[string]string{}}
	for i := 0; i < len(header); i += 2 {
		a.Header[header[i]] = header[i+1]
	}
	return a
}

// A call is repeated while that makes sense, after as long as Discord says, and its error reports whether it was carried
// out.
func TestClient_Do(t *testing.T) {
	ok := of(200, `{"id":"7"}`)
	const bad = `{"code":50035,"message":"bad","x":"`
	once, first, nowhere := message, message, message
	once.Once, nowhere.Once, nowhere.URL = true, true, "\x7f"
	first.Route = ""
	type scene struct {
		call        client.Call
		answers     []servertest.Answer
		tries       int
		least, most time.Duration
		wrong       string
		refusal     bool
		away        bool
		code        int
		none        bool // there is nothing in the answer
	}
	servertest.Each(t, map[string]scene{
		"at once":             {call: message, answers: []servertest.Answer{ok}, tries: 1},
		"without a word":      {call: message, answers: []servertest.Answer{of(204, "")}, tries: 1, none: true},
		"a page of a proxy":   {call: message, answers: []servertest.Answer{of(502, "<html>"), ok}, tries: 2, least: 25 * time.Millisecond, most: 75 * time.Millisecond},
		"to an interaction":   {call: first, answers: []servertest.Answer{of(500, ""), ok}, tries: 2, least: 25 * time.Millisecond, most: 75 * time.Millisecond},
		"a broken connection": {call: message, answers: []servertest.Answer{{Cut: true}, ok}, tries: 2, least: time.Second, most: 1075 * time.Millisecond},
		"no answer":           {call: message, answers: []servertest.Answer{{Hang: true}, ok}, tries: 2, least: 8 * time.Second, most: 8100 * time.Millisecond},
		"sent elsewhere":      {call: message, answers: []servertest.Answer{of(302, "", "Location", "/elsewhere"), ok}, tries: 1, refusal: true, wrong: "say it: Discord answers 302 (0): Found"},
		"many choices":        {call: message, answers: []servertest.Answer{of(300, ""), ok}, tries: 1, refusal: true, wrong: "say it: Discord answers 300 (0): Multiple Choices"},
		"no address":          {call: nowhere, answers: []servertest.Answer{ok}, away: true, wrong: "say it: the service takes nothing now: the address of a call is none"},
		"once alone":          {call: once, answers: []servertest.Answer{of(502, ""), ok}, tries: 1, away: true, wrong: "say it: "},
		"once, refused":       {call: once, answers: []servertest.Answer{of(429, `{"retry_after":2.5}`, "X-RateLimit-Bucket", "a"), ok}, tries: 2, least: 2500 * time.Millisecond, most: 2600 * time.Millisecond},
		"too many":            {call: message, answers: []servertest.Answer{of(429, `{"retry_after":2.5}`, "X-RateLimit-Bucket", "a"), ok}, tries: 2, least: 2500 * time.Millisecond, most: 2600 * time.Millisecond},
		"too many for long":   {call: message, answers: []servertest.Answer{of(429, `{"retry_after":100}`, "X-RateLimit-Bucket", "a"), ok}, tries: 1, refusal: true, away: true, wrong: "say it: "},
		"too many, says what stands before it": {call: message, answers: []servertest.Answer{of(429, "<html>", "Retry-After", "3"), ok}, tries: 2, least: 3 * time.Second,
			most: 3100 * time.Millisecond},
		"too many old ones": {call: message, answers: []servertest.Answer{of(429, `{"code":30046,"message":"old"}`)}, tries: 1, refusal: true, code: 30046,
			wrong: "say it: Discord answers 429 (30046): old"},
		"unknown": {call: message, answers: []servertest.Answer{of(404, `{"code":10008,"message":"Unknown Message"}`)}, tries: 1, refusal: true, code: 10008,
			wrong: "say it: Discord answers 404 (10008): Unknown Message"},
		"a bad form": {call: message, answers: []servertest.Answer{of(400, `{"code":50035,"message":"Invalid Form Body","errors":{}}`)}, tries: 1, refusal: true, code: 50035,
			wrong: `say it: Discord answers 400 (50035): Invalid Form Body {"code":50035`},
		"a bad long form": {call: message, answers: []servertest.Answer{of(400, bad+strings.Repeat("x", 500-len(bad))+`#"}`)}, tries: 1, refusal: true, code: 50035,
			wrong: `say it: Discord answers 400 (50035): bad ` + bad}, // and no more of it than 500 bytes
		"no JSON":           {call: message, answers: []servertest.Answer{of(403, "<html>")}, tries: 1, refusal: true, wrong: "say it: Discord answers 403 (0): Forbidden"},
		"answered before":   {call: first, answers: []servertest.Answer{of(400, `{"code":40060,"message":"already"}`)}, tries: 1, refusal: true, code: 40060, wrong: "say it: "},
		"answered by a try": {call: first, answers: []servertest.Answer{{Cut: true}, of(400, `{"code":40060}`)}, tries: 2, least: 25 * time.Millisecond, most: 75 * time.Millisecond, none: true},
	}, func(t *testing.T, c scene) {
		l, s := calling(t, c.answers...)
		began := time.Now()
		var said struct{ ID string }
		err := l.Do(t.Context(), c.call, &said)
		if took := time.Since(began); took < c.least || took > max(c.most, time.Millisecond) {
			t.Errorf("it took %s, want %s to %s", took, c.least, c.most)
		}
		calls := s.Calls()
		if len(calls) != c.tries || c.tries > 0 && !strings.HasPrefix(calls[0], `POST /api/v10/channels/1/messages {"content":"11-15"}`) {
			t.Errorf("want %d calls: %q", c.tries, calls)
		}
		switch {
		case c.wrong != "" && (err == nil || !strings.HasPrefix(err.Error(), c.wrong) || strings.Contains(err.Error(), "#")):
			t.Errorf("the error is %v, want %s", err, c.wrong)
		case c.wrong == "" && (err != nil || (said.ID != "7") != c.none):
			t.Errorf("%v, %+v", err, said)
		}
		if client.IsRefusal(err) != c.refusal || errors.Is(err, chat.ErrAway) != c.away || client.Code(err) != c.code {
			t.Errorf("%v: refusal %v, code %d, away %v", err, client.IsRefusal(err), client.Code(err), errors.Is(err, chat.ErrAway))
		}
	})
}

// A file goes in a form beside what is said, and a call has an end, be it its own or that of the client.
func TestClient_Upload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, s := calling(t, of(200, `{}`), of(200, "7"), of(200, `{}`), servertest.Answer{Hang: true})
		with := message
		with.File = &client.Upload{Name: "board.png", Data: []byte("a picture")}
		if err := l.Do(t.Context(), with, nil); err != nil {
			t.Fatal(err)
		}
		call := s.Calls()[0]
		for _, want := range []string{"payload_json", `{"content":"11-15"}`, `filename="board.png"`, "a picture"} {
			if !strings.Contains(call, want) {
				t.Errorf("no %s in %s", want, call)
			}
		}
		var n int
		if err := l.Do(t.Context(), message, &n); err != nil || n != 7 {
			t.Errorf("an answer of one byte is %d, %v", n, err)
		}
		look := message
		look.Method, look.Body = "GET", nil
		if err := l.Do(t.Context(), look, nil); err != nil {
			t.Error(err)
		}
		for i, want := range []string{"multipart/form-data", "application/json", ""} {
			h := s.Headers()[i]
			if got := h.Get("Content-Type"); !strings.HasPrefix(got, want) || (got == "") != (want == "") {
				t.Errorf("call %d is %q, want %q", i, got, want)
			}
			if h.Get("Authorization") != "Bot secret" || h.Get("Accept-Encoding") != "" || !strings.HasPrefix(h.Get("User-Agent"), "DiscordBot (") {
				t.Errorf("call %d is that of %v", i, h)
			}
		}
		s.Calls()
		with.Body = make(chan int)
		if err := l.Do(t.Context(), with, nil); err == nil || s.Calls() != nil {
			t.Errorf("a channel is sent: %v", err)
		}
		for within, want := range map[time.Duration]time.Duration{0: 30 * time.Second, client.Deadline: 2800 * time.Millisecond} {
			late, began := message, time.Now()
			late.Within = within
			err := l.Do(t.Context(), late, nil)
			if took := time.Since(began); !errors.Is(err, chat.ErrAway) || took != want {
				t.Errorf("%v after %s, want %s", err, took, want)
			}
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if err := l.Do(ended, message, nil); !errors.Is(err, chat.ErrAway) {
			t.Error(err)
		}
	})
}

// A route is called as often as Discord allows, one of which nothing is known yet once, and what answers interactions at
// once. A limit of all is one of all other routes.
func TestClient_Limits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, _ := calling(t, of(200, `{}`, "X-RateLimit-Limit", "2", "X-RateLimit-Remaining", "1", "X-RateLimit-Reset-After", "5"),
			of(200, `{}`, "X-RateLimit-Limit", "2", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "5"),
			of(200, `{}`), of(200, `{}`, "X-RateLimit-Limit", "2", "X-RateLimit-Remaining", "1", "X-RateLimit-Reset-After", "5"),
			of(429, `{"retry_after":4,"global":true}`, "X-RateLimit-Bucket", "a"), of(200, `{}`), of(200, `{}`),
			of(200, `{}`, "X-RateLimit-Limit", "1", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "0.5"))
		began := time.Now()
		do := func(route string, after time.Duration) {
			t.Helper()
			c := message
			c.Route = route
			if err := l.Do(t.Context(), c, nil); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took < after || took > after+10*time.Millisecond {
				t.Errorf("%q is called after %s, want %s", route, took, after)
			}
		}
		waits := func(want bool) {
			t.Helper()
			if l.Waits(message.Route) != want {
				t.Errorf("it waits: %v", !want)
			}
		}
		do(message.Route, 0)
		waits(false)
		do(message.Route, 0)
		waits(true)
		do("", 0)
		do(message.Route, 5*time.Second)
		do("POST /channels/2", 9*time.Second)
		waits(false)
		do(message.Route, 9*time.Second)
		do("POST /channels/3", 9*time.Second)
		do("POST /channels/3", 9500*time.Millisecond)
	})
}

// What Discord refuses as too much is too much of the same kind, where it says so of all but answers to interactions,
// and of everything where what stands before it has refused.
func TestClient_LimitOf(t *testing.T) {
	type scene struct {
		refusal           servertest.Answer
		own, other, first time.Duration // until then the same is not called, another route, what answers an interaction
	}
	servertest.Each(t, map[string]scene{
		"a route":           {of(429, `{"retry_after":4}`), 4 * time.Second, 0, 0},
		"a bucket":          {of(429, `{}`, "Retry-After", "4", "X-RateLimit-Bucket", "a"), 4 * time.Second, 0, 0},
		"a limit":           {of(429, `{}`, "Retry-After", "4", "X-RateLimit-Limit", "5"), 4 * time.Second, 0, 0},
		"the longer of two": {of(429, `{"retry_after":2}`, "Retry-After", "4"), 4 * time.Second, 0, 0},
		"without a time":    {of(429, `{}`, "X-RateLimit-Bucket", "a"), time.Second, 0, 0},
		"next to no time":   {of(429, `{"retry_after":0.1}`), time.Second, 0, 0},
		"all by a header":   {of(429, `{"retry_after":4}`, "X-RateLimit-Global", "true"), 4 * time.Second, 4 * time.Second, 0},
		"all by the body":   {of(429, `{"retry_after":4,"global":true}`), 4 * time.Second, 4 * time.Second, 0},
		"a proxy":           {of(429, "<html>", "Retry-After", "4"), 4 * time.Second, 4 * time.Second, 4 * time.Second},
	}, func(t *testing.T, c scene) {
		l, _ := calling(t, c.refusal, of(200, `{}`))
		short := message
		short.Within = 500 * time.Millisecond
		if err := l.Do(t.Context(), short, nil); !errors.Is(err, chat.ErrAway) {
			t.Fatal(err)
		}
		began := time.Now()
		var all sync.WaitGroup
		for route, want := range map[string]time.Duration{message.Route: c.own, "POST /channels/2": c.other, "": c.first} {
			all.Go(func() {
				again := message
				again.Route = route
				if err := l.Do(t.Context(), again, nil); err != nil {
					t.Error(err)
				}
				if took := time.Since(began); took < want || took > want+10*time.Millisecond {
					t.Errorf("%q is called after %s, want %s", route, took, want)
				}
			})
		}
		all.Wait()
	})
}

// seated is a handler of a single room where people play.
type seated struct {
	chattest.Deaf
	room chat.Room
}

func (s seated) Seated(_ context.Context, room chat.Room) []string {
	if room == s.room {
		return []string{"discord:1"}
	}
	return nil
}

// Where people play calls go before those that wait elsewhere, unless they are idle, and what answers an interaction
// waits for nothing.
func TestClient_WherePlayed(t *testing.T) {
	type scene struct {
		route       string
		idle        bool
		least, most time.Duration
	}
	servertest.Each(t, map[string]scene{
		"a match":           {"POST messages 7", false, 0, 600 * time.Millisecond},
		"idle":              {"POST messages 7", true, 2 * time.Second, 4 * time.Second},
		"no match":          {"POST messages 8", false, 2 * time.Second, 4 * time.Second},
		"of an interaction": {"", false, 0, 10 * time.Millisecond},
		"idly, of one":      {"", true, 0, 10 * time.Millisecond},
	}, func(t *testing.T, c scene) {
		seats := adapter.NewActiveRooms()
		seats.Ask(seated{room: wire.Room("7")})
		l, _ := callingAt(t, 5, seats, of(200, `{}`))
		do := func(route string, idle bool) {
			call := message
			call.Route, call.Idle = route, idle
			if err := l.Do(t.Context(), call, nil); err != nil {
				t.Error(err)
			}
		}
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() { do(fmt.Sprint("POST messages 1", i), false) })
		}
		synctest.Wait()
		began := time.Now()
		do(c.route, c.idle)
		if took := time.Since(began); took < c.least || took > c.most {
			t.Errorf("it took %s", took)
		}
		all.Wait()
	})
}

// Each answer tells more of what time it is at Discord, and one that fits no longer tells that a clock was set.
func TestClock_Learned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, _ := calling(t, of(200, `{}`, "Date", "Fri, 20 Nov 2026 20:00:10 GMT"),
			of(200, `{}`, "Date", "Fri, 20 Nov 2026 20:00:10 GMT"), of(200, `{}`, "Date", "no date"),
			of(200, `{}`, "Date", "Fri, 20 Nov 2026 20:00:12 GMT"))
		began := time.Now()
		id := wire.SnowflakeAt(began.Add(10 * time.Second))
		for _, c := range []struct{ at, ahead, leisure time.Duration }{
			{0, 10 * time.Second, 500 * time.Millisecond},
			{600 * time.Millisecond, 10 * time.Second, 500 * time.Millisecond}, // between 10 s and 10.4 s ahead
			{700 * time.Millisecond, 10 * time.Second, 400 * time.Millisecond},
			{1300 * time.Millisecond, 10700 * time.Millisecond, 0},
		} {
			time.Sleep(c.at - time.Since(began))
			call := message
			call.Route = ""
			if err := l.Do(t.Context(), call, nil); err != nil {
				t.Fatal(err)
			}
			now := time.Now()
			if got := l.Clock.At(now).Sub(now); got != c.ahead {
				t.Errorf("after %s Discord is %s ahead, want %s", c.at, got, c.ahead)
			}
			if got := l.Clock.Leisure(id); got != c.leisure {
				t.Errorf("after %s there are %s left, want %s", c.at, got, c.leisure)
			}
		}
	})
}

// What two answers tell of Discord's clock holds where they meet, be that a single moment, and the first one alone leaves
// open where in its second it was made. Who has waited for exactly as long as people do still waits.
func TestClock_Edges(t *testing.T) {
	for second, c := range map[string]struct{ ahead, leisure time.Duration }{
		"Fri, 20 Nov 2026 20:00:00 GMT": {-400 * time.Millisecond, 1500 * time.Millisecond}, // at -400 ms, and not before
		"Fri, 20 Nov 2026 20:00:02 GMT": {600 * time.Millisecond, 900 * time.Millisecond},   // at 600 ms, and not after
	} {
		synctest.Test(t, func(t *testing.T) {
			l, _ := calling(t, of(200, `{}`, "Date", "Fri, 20 Nov 2026 20:00:00 GMT"), of(200, `{}`, "Date", second))
			call := message
			call.Route = ""
			for i, want := range []time.Duration{-400 * time.Millisecond, c.ahead} {
				time.Sleep(400 * time.Millisecond)
				if err := l.Do(t.Context(), call, nil); err != nil {
					t.Fatal(err)
				}
				if now := time.Now(); l.Clock.At(now).Sub(now) != want {
					t.Errorf("Discord is %s ahead, want %s", l.Clock.At(now).Sub(now), want)
				}
				for waited, patient := range map[time.Duration]bool{1500 * time.Millisecond: true, 1501 * time.Millisecond: false} {
					if id := wire.SnowflakeAt(l.Clock.At(time.Now()).Add(-waited)); l.Clock.IsPatient(id) != patient {
						t.Errorf("after %s somebody still waits: %v", waited, !patient)
					}
				}
				if i == 1 {
					if got := l.Clock.Leisure(wire.SnowflakeAt(time.Now())); got != c.leisure {
						t.Errorf("after %s there are %s left, want %s", second, got, c.leisure)
					}
				}
				time.Sleep(600 * time.Millisecond)
			}
		})
	}
}

// Where nothing is known of a route the second call waits for what the first one tells.
func TestClient_FirstOfARoute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, s := calling(t, servertest.Answer{Hang: true}, of(200, `{}`))
		go func() { _ = l.Do(t.Context(), message, nil) }()
		synctest.Wait()
		began := time.Now()
		if err := l.Do(t.Context(), message, nil); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took < time.Second || took > 1100*time.Millisecond || len(s.Calls()) != 2 {
			t.Errorf("the second one took %s", took)
		}
		time.Sleep(time.Minute) // until the first one has gone on
	})
}

// Discord's clock is learned from its answers, and interactions wait for as long as their authors do there.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, _ := calling(t, of(200, `{}`, "Date", "Fri, 20 Nov 2026 20:00:10 GMT"))
		now := time.Now()
		if got := l.Clock.At(now); !got.Equal(now) {
			t.Errorf("before the first answer Discord has %s", got)
		}
		if err := l.Do(t.Context(), message, nil); err != nil {
			t.Fatal(err)
		}
		if got := l.Clock.At(now); !got.Equal(now.Add(10 * time.Second)) {
			t.Errorf("Discord has %s", got)
		}
		id := wire.SnowflakeAt(now.Add(10 * time.Second))
		for _, c := range []struct {
			at             time.Duration
			leisure        time.Duration
			patient, stale bool
		}{
			{0, 500 * time.Millisecond, true, false}, {400 * time.Millisecond, 100 * time.Millisecond, true, false},
			{time.Second, 0, true, false}, {1530300 * time.Microsecond, 0, true, false}, {1530700 * time.Microsecond, 0, false, false},
			{3061 * time.Millisecond, 0, false, false}, {3062 * time.Millisecond, 0, false, true},
		} {
			time.Sleep(c.at - time.Since(now))
			if got := l.Clock.Leisure(id); got != c.leisure {
				t.Errorf("after %s there are %s left, want %s", c.at, got, c.leisure)
			}
			if patient, stale := l.Clock.IsPatient(id), l.Clock.IsStale(id); patient != c.patient || stale != c.stale {
				t.Errorf("after %s: patient %v, stale %v", c.at, patient, stale)
			}
		}
		if later := wire.SnowflakeAt(now.Add(time.Hour)); l.Clock.Leisure(later) != 1500*time.Millisecond || l.Clock.IsStale("x") {
			t.Error("an interaction that is to come is answered late, or one without a time is stale")
		}
	})
}

// A file is fetched over https or from Discord itself.
func TestClient_Download(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, _ := calling(t, of(200, "1. 11-15"), of(404, ""))
		if data, err := l.Download("http://api.example/files/1"); err != nil || string(data) != "1. 11-15" {
			t.Errorf("%q, %v", data, err)
		}
		for address, want := range map[string]string{"http://else.example/1": `"http"`, "file:///etc/passwd": `"file"`, ":": "none",
			"http://api.example/files/2": "404"} {
			if _, err := l.Download(address); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "example") {
				t.Errorf("%s: %v, want %s", address, err, want)
			}
		}
	})
}
