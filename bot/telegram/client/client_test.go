package client_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
)

const token = "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcA"

// calling is a client of a server that gives answers.
func calling(t *testing.T, answers ...servertest.Answer) (*client.Client, *servertest.Script) {
	s := servertest.Serve(t, answers...)
	l := client.New(client.Client{Token: token, API: "http://api.example", Secret: "hush-hush", Dial: s.Dial,
		Times: client.Times{}.Complete(), Log: slog.New(slog.DiscardHandler), Queue: pace.NewQueue(pace.Rates{}.Complete())})
	t.Cleanup(l.HTTP.CloseIdleConnections)
	return l, s
}

// says is an answer in Telegram's own form.
func says(body string) servertest.Answer { return servertest.Answer{Body: body} }

// refuses is an answer of Telegram that refuses.
func refuses(status int, words, parameters string) servertest.Answer {
	return servertest.Answer{Status: status,
		Body: fmt.Sprintf(`{"ok":false,"error_code":%d,"description":%q,"parameters":{%s}}`, status, words, parameters)}
}

// What may pass is tried again after a while, or after as long as Telegram wants, and what Telegram refuses is not.
func TestClient_Insist(t *testing.T) {
	ok := says(`{"ok":true,"result":{"id":7}}`)
	for name, c := range map[string]struct {
		answers      []servertest.Answer
		within       time.Duration // of the context; 0: a day
		tries        int
		least, most  time.Duration
		wrong        string
		passing, not bool // the token is not refused
	}{
		"at once":                {answers: []servertest.Answer{ok}, tries: 1},
		"a page of a proxy":      {answers: []servertest.Answer{{Status: 502, Body: "<html>"}, ok}, tries: 2, least: 250 * time.Millisecond, most: 750 * time.Millisecond},
		"twice":                  {answers: []servertest.Answer{{Status: 502, Body: "<html>"}, {Cut: true}, ok}, tries: 3, least: 750 * time.Millisecond, most: 2250 * time.Millisecond},
		"words of a server":      {answers: []servertest.Answer{refuses(500, "Internal Server Error", ""), ok}, tries: 2, least: 250 * time.Millisecond, most: 750 * time.Millisecond},
		"another one asks":       {answers: []servertest.Answer{refuses(409, "Conflict", ""), ok}, tries: 2, least: 250 * time.Millisecond, most: 750 * time.Millisecond},
		"no JSON":                {answers: []servertest.Answer{says(`{"ok":true,"result":{"id":`), ok}, tries: 2, least: 250 * time.Millisecond, most: 750 * time.Millisecond},
		"nothing for a while":    {answers: []servertest.Answer{{Hang: true}, ok}, tries: 2, least: 30 * time.Second, most: 31 * time.Second},
		"a flood":                {answers: []servertest.Answer{refuses(429, "Too Many Requests: retry after 7", `"retry_after":7`), ok}, tries: 2, least: 7 * time.Second, most: 7 * time.Second},
		"a flood of an hour":     {answers: []servertest.Answer{refuses(429, "Too Many Requests", `"retry_after":3600`), ok}, tries: 2, least: time.Hour, most: time.Hour},
		"a flood of hours":       {answers: []servertest.Answer{refuses(429, "Too Many Requests", `"retry_after":7200`), ok}, tries: 2, least: time.Hour, most: time.Hour},
		"a flood for too long":   {answers: []servertest.Answer{refuses(429, "Too Many Requests", `"retry_after":7`), ok}, within: 6 * time.Second, tries: 1, wrong: "getMe: 429 Too Many Requests", passing: true},
		"a flood to the end":     {answers: []servertest.Answer{refuses(429, "Too Many Requests: retry after 7", `"retry_after":7`), ok}, within: 7 * time.Second, tries: 1, wrong: "getMe: 429 Too Many Requests", passing: true},
		"refused":                {answers: []servertest.Answer{refuses(400, "Bad Request: chat not found", "")}, tries: 1, wrong: "getMe: 400 Bad Request: chat not found"},
		"the token":              {answers: []servertest.Answer{refuses(401, "Unauthorized "+token, "")}, tries: 1, wrong: "getMe: 401 Unauthorized <token>", not: true},
		"no such bot":            {answers: []servertest.Answer{refuses(404, "Not Found hush-hush", "")}, tries: 1, wrong: "getMe: 404 Not Found <secret>", not: true},
		"the wrong kind":         {answers: []servertest.Answer{says(`{"ok":true,"result":[]}`), ok}, tries: 2, least: 250 * time.Millisecond, most: 750 * time.Millisecond},
		"nobody, then nothing":   {answers: []servertest.Answer{{Status: 502}, {Hang: true}}, within: 10 * time.Second, tries: 2, least: 10 * time.Second, most: 10 * time.Second, wrong: "getMe: 502 ", passing: true},
		"nothing until the end":  {answers: []servertest.Answer{{Hang: true}}, within: 10 * time.Second, tries: 1, least: 10 * time.Second, most: 10 * time.Second, wrong: "getMe: Post", passing: true},
		"nobody all of the time": {answers: []servertest.Answer{{Status: 502}}, within: time.Second, tries: 2, least: 250 * time.Millisecond, most: time.Second, wrong: "getMe: 502 ", passing: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, s := calling(t, c.answers...)
				var log strings.Builder
				l.Log = slog.New(slog.NewTextHandler(&log, nil))
				within := 24 * time.Hour
				if c.within > 0 {
					within = c.within
				}
				ctx, cancel := context.WithTimeout(t.Context(), within)
				defer cancel()
				began := time.Now()
				var result struct{ ID int }
				err := l.Insist(ctx, client.Request{Method: "getMe"}, &result)
				took := time.Since(began)
				if took < c.least || took > c.most {
					t.Errorf("it took %s, want %s to %s", took, c.least, c.most)
				}
				if told := strings.Contains(log.String(), "wait=1h0m0s"); told != strings.HasPrefix(name, "a flood of ") {
					t.Errorf("it is told that the wait is long: %v", told)
				}
				tries := len(s.Calls())
				if name == "nobody all of the time" {
					tries = min(tries, 2) // by chance there is time for a third
				}
				if tries != c.tries {
					t.Errorf("it was tried %d times, want %d", tries, c.tries)
				}
				switch {
				case c.wrong == "" && (err != nil || result.ID != 7):
					t.Errorf("%v, %+v", err, result)
				case c.wrong != "" && (err == nil || !strings.HasPrefix(err.Error(), c.wrong)):
					t.Errorf("the error is %v, want %s", err, c.wrong)
				}
				if err != nil && (strings.Contains(err.Error(), token[11:]) || strings.Contains(err.Error(), "hush")) {
					t.Errorf("a secret is told: %v", err)
				}
				f := client.AsFailure(err)
				if err != nil && (f.Passing() != c.passing || f.Refused() != c.not) {
					t.Errorf("%+v: passing %v, refused %v", f, f.Passing(), f.Refused())
				}
			})
		})
	}
}

// Parameters go as texts, or as JSON, and those that are zero not at all.
func TestClient_Params(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, s := calling(t, says(`{"ok":true,"result":true}`))
		for _, upload := range []*client.Upload{nil, {Field: "photo", Name: "board.png", Data: []byte("a picture")}} {
			if err := l.Ask(t.Context(), client.Request{Method: "sendPhoto", Upload: upload, Params: client.Params{
				"chat_id": int64(-100200), "text": "11-15", "thread": 0, "none": nil, "markup": map[string]bool{"quiet": true},
			}}, nil); err != nil {
				t.Fatal(err)
			}
			headers := s.Headers()
			if got := headers[len(headers)-1].Get("Content-Type"); !strings.HasPrefix(got, "multipart/form-data; boundary=") {
				t.Errorf("the form is called %q", got)
			}
			call := s.Calls()[0]
			if !strings.HasPrefix(call, "POST /bot"+token+"/sendPhoto ") {
				t.Error(call)
			}
			for _, want := range []string{"chat_id", "-100200", "text", "11-15", "markup", "quiet"} {
				if !strings.Contains(call, want) {
					t.Errorf("no %s in %s", want, call)
				}
			}
			if strings.Contains(call, "thread") || strings.Contains(call, "none") {
				t.Errorf("what is zero is sent: %s", call)
			}
			if upload != nil && (!strings.Contains(call, "a picture") || !strings.Contains(call, `name="photo"; filename="board.png"`)) {
				t.Errorf("no picture: %s", call)
			}
		}
		if err := l.Ask(t.Context(), client.Request{Method: "getMe", Params: client.Params{"bad": make(chan int)}}, nil); err == nil {
			t.Error("a channel is sent")
		}
		if calls := s.Calls(); calls != nil {
			t.Error(calls)
		}
	})
}

// A chat that Telegram wants left alone is left alone by all calls that wait for their turn, and others are not.
func TestClient_FloodInAChat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, _ := calling(t, refuses(429, "Too Many Requests", `"retry_after":20`), says(`{"ok":true,"result":true}`))
		began := time.Now()
		err := l.Ask(t.Context(), client.Request{Method: "sendMessage", Chat: 1}, nil)
		if f := client.AsFailure(err); f.After != 20*time.Second || !f.Spoken || f.Moved != 0 {
			t.Fatalf("%+v", f)
		}
		for _, chat := range []int64{6, 6, 1, 1} {
			if err := l.Insist(t.Context(), client.Request{Method: "sendMessage", Chat: chat, Call: &pace.Call{Chat: chat}}, nil); err != nil {
				t.Fatal(err)
			}
			want := map[int64]time.Duration{1: 20 * time.Second, 6: 0}[chat]
			if took := time.Since(began); took < want || took > want+time.Second {
				t.Errorf("in the chat %d after %s", chat, took)
			}
		}
	})
}

// A chat that has become another one is told by its new id, and an error that ended by its context says so.
func TestFailure_Causes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, _ := calling(t, refuses(400, "Bad Request: group chat was upgraded", `"migrate_to_chat_id":-100300`), servertest.Answer{Hang: true})
		f := client.AsFailure(l.Ask(t.Context(), client.Request{Method: "sendMessage"}, nil))
		if f.Moved != -100300 || f.After != 0 || !f.Says("nothing", "GROUP chat") || f.Says("nothing") || f.Unmodified() {
			t.Errorf("%+v", f)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := l.Ask(ctx, client.Request{Method: "sendMessage"}, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if !client.AsFailure(&client.Failure{Text: "Bad Request: message is not modified: it is the same"}).Unmodified() {
			t.Error("it was modified")
		}
		if f := client.AsFailure(errors.New("x")); f.Status != 0 || f.Refused() || f.Text != "" {
			t.Errorf("%+v", f)
		}
	})
}

// A request that is held may take as much longer.
func TestClient_Held(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, _ := calling(t, servertest.Answer{Hang: true})
		began := time.Now()
		if err := l.Ask(t.Context(), client.Request{Method: "getUpdates", Held: 50 * time.Second}, nil); err == nil {
			t.Fatal("there was an answer")
		}
		if took := time.Since(began); took != 80*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// Times that are not given are those that are good for Telegram, and those that are given stay.
func TestTimes_Complete(t *testing.T) {
	want := client.Times{Poll: 50 * time.Second, Request: 30 * time.Second, Retry: 500 * time.Millisecond, Send: 2 * time.Minute,
		Edit: 15 * time.Second, Fetch: 20 * time.Second, Press: 2 * time.Second, Settle: 250 * time.Millisecond, Trust: 5 * time.Minute,
		Grace: 5 * time.Second, Second: time.Second}
	if got := (client.Times{}).Complete(); got != want {
		t.Errorf("%+v", got)
	}
	want.Poll, want.Second = time.Hour, time.Millisecond
	if got := (client.Times{Poll: time.Hour, Second: time.Millisecond}).Complete(); got != want {
		t.Errorf("%+v", got)
	}
}

// What waits to be tried again keeps its chat waiting, but not after it has come to its end. Where the chat cannot be
// waited for, the error is why it was tried again.
func TestClient_Repeat(t *testing.T) {
	ok := says(`{"ok":true,"result":true}`)
	send := func(chat int64) client.Request {
		return client.Request{Method: "sendMessage", Chat: chat, Call: &pace.Call{Chat: chat}}
	}
	synctest.Test(t, func(t *testing.T) {
		l, s := calling(t, servertest.Answer{Status: 502}, ok)
		var log strings.Builder
		l.Log = slog.New(slog.NewTextHandler(&log, nil))
		began := time.Now()
		var all sync.WaitGroup
		for i, chat := range []int64{5, 5, 6} {
			all.Go(func() {
				if err := l.Insist(t.Context(), send(chat), nil); err != nil {
					t.Error(err)
				}
				took, waits := time.Since(began), chat == 5
				if waits != (took >= 250*time.Millisecond) || took > 5*time.Second {
					t.Errorf("the call %d in the chat %d took %s", i, chat, took)
				}
			})
			synctest.Wait()
		}
		all.Wait()
		if n := len(s.Calls()); n != 4 || strings.Count(log.String(), "trying again") != 1 {
			t.Errorf("%d calls, and the log tells %s", n, log.String())
		}
	})
	synctest.Test(t, func(t *testing.T) {
		l, _ := calling(t, servertest.Answer{Status: 502}, ok)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		ended := make(chan error)
		go func() { ended <- l.Insist(ctx, send(5), nil) }()
		synctest.Wait()
		l.Queue.Hold(5, time.Minute)
		if err := <-ended; client.AsFailure(err).Status != 502 {
			t.Errorf("the chat cannot be waited for: %v", err)
		}
		if err := l.Insist(ctx, send(5), nil); err == nil || !strings.HasPrefix(err.Error(), "wait for the chat: ") {
			t.Errorf("it could not be waited for from the beginning: %v", err)
		}
	})
}

// What is overtaken while it waits is not sent any more, unless it may have arrived.
func TestClient_Overtaken(t *testing.T) {
	type scene struct {
		answer servertest.Answer
		want   error
		tries  int
	}
	servertest.Each(t, map[string]scene{
		"refused for now": {refuses(429, "Too Many Requests", `"retry_after":1`), chat.ErrOvertaken, 1},
		"nobody knows":    {servertest.Answer{Status: 502}, nil, 2},
	}, func(t *testing.T, c scene) {
		l, s := calling(t, c.answer, says(`{"ok":true,"result":true}`))
		tries := 0
		err := l.Insist(t.Context(), client.Request{Method: "sendMessage", Chat: 5, Call: &pace.Call{Chat: 5,
			Overtaken: func() bool { tries++; return tries > 1 }}}, nil)
		if n := len(s.Calls()); !errors.Is(err, c.want) || n != c.tries {
			t.Errorf("%d calls, %v", n, err)
		}
	})
}

// A room is closed where Telegram says so in its own form, and blocked where a person has done that.
func TestFailure_Closes(t *testing.T) {
	for _, c := range []struct {
		spoken bool
		status int
		text   string
		want   error
	}{
		{true, 403, "Forbidden: bot was blocked by the user", chat.ErrBlocked},
		{false, 403, "Forbidden: bot was blocked by the user", nil},
		{true, 400, "blocked by the user", nil},
		{true, 403, "Forbidden: bot was kicked from the group chat", chat.ErrClosed},
		{false, 403, "Forbidden", nil},
		{true, 400, "Bad Request: chat not found", chat.ErrClosed},
		{true, 400, "Bad Request: PEER_ID_INVALID", chat.ErrClosed},
		{false, 400, "Bad Request: chat not found", nil},
		{true, 404, "chat not found", nil},
		{true, 400, "Bad Request: message is not modified", nil},
	} {
		f := &client.Failure{Spoken: c.spoken, Status: c.status, Text: c.text}
		if got := f.Closes(); !errors.Is(got, c.want) || errors.Is(got, chat.ErrBlocked) != errors.Is(c.want, chat.ErrBlocked) {
			t.Errorf("%+v closes: %v", c, got)
		}
	}
}

// A file is fetched where Telegram says it is, again while that may pass. The error is final where the file is none, and
// tells no secret.
func TestClient_Fetch(t *testing.T) {
	at := says(`{"ok":true,"result":{"file_path":"documents/a b.pdn"}}`)
	file := servertest.Answer{Body: "1. 11-15"}
	type scene struct {
		answers []servertest.Answer
		tries   int // after the first call
		wrong   string
		is      error
	}
	servertest.Each(t, map[string]scene{
		"at once":      {[]servertest.Answer{at, file}, 1, "", nil},
		"nobody":       {[]servertest.Answer{at, {Status: 502}, {Cut: true}, file}, 3, "", nil},
		"a flood":      {[]servertest.Answer{at, {Status: 429}, file}, 2, "", nil},
		"twice nobody": {[]servertest.Answer{at, {Cut: true}, {Cut: true}, file}, 3, "", nil},
		"not allowed":  {[]servertest.Answer{at, {Status: 400}, file}, 1, "file: 400 ", adapter.Status(400)},
		"gone":         {[]servertest.Answer{at, {Status: 404}, file}, 1, "file: 404 ", adapter.Status(404)},
		"too large":    {[]servertest.Answer{at, {Body: strings.Repeat("x", chat.LargestFile+1)}, file}, 1, "file: ", adapter.ErrTooLarge},
		"no such file": {[]servertest.Answer{refuses(400, "Bad Request: wrong file_id", ""), file}, 0, "getFile: 400 ", nil},
		"not here":     {[]servertest.Answer{says(`{"ok":true,"result":{"file_path":"/var/a.pdn"}}`), file}, 0, "the API gives files by their paths", nil},
	}, func(t *testing.T, c scene) {
		l, s := calling(t, c.answers...)
		data, err := l.Fetch(t.Context(), "AbC")
		calls := s.Calls()
		if len(calls) != 1+c.tries || !strings.Contains(calls[0], "AbC") {
			t.Errorf("%q", calls)
		}
		for _, call := range calls[1:] {
			if want := "GET /file/bot" + token + "/documents/a b.pdn "; call != want {
				t.Errorf("%q is not %q", call, want)
			}
		}
		if c.wrong == "" && (err != nil || string(data) != file.Body) {
			t.Errorf("%q, %v", data, err)
		}
		if c.wrong != "" && (err == nil || !strings.HasPrefix(err.Error(), c.wrong) || data != nil || c.is != nil && !errors.Is(err, c.is)) {
			t.Errorf("%q, %v", data, err)
		}
		if err != nil && strings.Contains(err.Error(), token[11:]) {
			t.Errorf("the token is told: %v", err)
		}
	})
}

// A server in local mode leaves files on this machine, in a folder that has the token for a name.
func TestClient_FetchLocal(t *testing.T) {
	folder := filepath.Join(t.TempDir(), token)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, size := range map[string]int{"a.pdn": 8, "large.pdn": chat.LargestFile + 1} {
		if err := os.WriteFile(filepath.Join(folder, name), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"a.pdn": "", "large.pdn": adapter.ErrTooLarge.Error(),
		"none.pdn": "the bot needs the right to read", "": "is a directory"} {
		synctest.Test(t, func(t *testing.T) {
			path := filepath.Join(folder, name)
			l, _ := calling(t, says(fmt.Sprintf(`{"ok":true,"result":{"file_path":%q}}`, path)))
			l.Local = true
			data, err := l.Fetch(t.Context(), "AbC")
			if want == "" && (err != nil || len(data) != 8) {
				t.Errorf("%d bytes, %v", len(data), err)
			}
			if want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), token[11:])) {
				t.Errorf("%s: %v", name, err)
			}
			if errors.Is(err, adapter.ErrTooLarge) != (name == "large.pdn") {
				t.Errorf("%s is too large: %v", name, err)
			}
		})
	}
}

// A secret that is empty, as in a token without a colon, hides nothing.
func TestClient_EmptySecret(t *testing.T) {
	for token, want := range map[string]string{"abc": "the <token>", "4839574812:": "the 4839574812"} {
		l := client.New(client.Client{Token: token})
		if is := l.Hide.Replace("the " + strings.TrimSuffix(token, ":")); is != want {
			t.Errorf("with the token %q: %q, want %q", token, is, want)
		}
	}
}
