package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/share"
)

// line is the connection to the Bot API. It repeats what failed for a while, and no error of it contains the token.
type line struct {
	bot    tgbotapi.BotAPI // a template: every request has a copy with its own client
	local  bool            // the API gives files by their paths on this machine
	files  string          // where files are, to which their path is added
	client *http.Client
	times  Times
	hide   *strings.Replacer
	log    *slog.Logger
	flood  func(chat int64, d time.Duration) // is told when Telegram wants a chat left alone
}

// request is one call of a method. It is made anew for every try.
type request struct {
	method string
	params tgbotapi.Params
	upload *upload       // nil if there is nothing to upload
	chat   int64         // what it is done to; 0 if it is not done to a chat
	place  *ticket       // in a lane, to which every try goes back; nil for what Telegram does not count
	held   time.Duration // how long Telegram may let us wait for the answer, beyond Times.Request
}

// upload is a file that goes with a request, under the name of a field.
type upload struct {
	field, name string
	data        []byte
}

// largest answer that is read, in bytes.
const largest = 16 << 20

// The library would write to standard error, addresses and all.
func init() { _ = tgbotapi.SetLogger(silent{}) }

type silent struct{}

func (silent) Println(...any)        {}
func (silent) Printf(string, ...any) {}

func newLine(c Config, flood func(int64, time.Duration)) *line {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	transport.ResponseHeaderTimeout = c.Times.Poll + c.Times.Request
	if c.Dial != nil {
		transport.DialContext, transport.Proxy = c.Dial, nil
	}
	_, bare, _ := strings.Cut(c.Token, ":")
	l := &line{
		bot:   tgbotapi.BotAPI{Token: c.Token},
		local: c.Local,
		files: c.API + "/file/bot" + c.Token + "/",
		client: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		times: c.Times,
		hide:  strings.NewReplacer(c.Token, "<token>", bare, "<token>", c.Webhook.Secret, "<secret>"),
		log:   c.Log,
		flood: flood,
	}
	l.bot.SetAPIEndpoint(strings.ReplaceAll(c.API, "%", "%%") + "/bot%s/%s")
	return l
}

// failure is why a request came to nothing.
type failure struct {
	method string
	status int           // Telegram's error code or the HTTP status, 0 if there was no answer
	spoken bool          // Telegram itself said so, in its own form
	text   string        // in words, without the token
	after  time.Duration // how long Telegram wants us to wait
	moved  int64         // the chat's new id
	cause  error         // the context's error if that is what ended it
}

func (f *failure) Error() string {
	if f.status == 0 {
		return fmt.Sprintf("%s: %s", f.method, f.text)
	}
	return fmt.Sprintf("%s: %d %s", f.method, f.status, f.text)
}

func (f *failure) Unwrap() error { return f.cause }

// passing tells whether the same request may well succeed later.
func (f *failure) passing() bool {
	return !f.spoken || f.status >= 500 || f.status == http.StatusTooManyRequests
}

// refused tells whether the token is the trouble.
func (f *failure) refused() bool {
	return f.spoken && (f.status == http.StatusUnauthorized || f.status == http.StatusNotFound)
}

// says tells whether Telegram's words contain any of these.
func (f *failure) says(any ...string) bool {
	for _, s := range any {
		if strings.Contains(strings.ToLower(f.text), strings.ToLower(s)) {
			return true
		}
	}
	return false
}

// asFailure is the failure in an error; one that says nothing if there is none.
func asFailure(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	return &failure{}
}

func (l *line) backoff() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = l.times.Retry
	b.MaxInterval = 30 * time.Second
	b.Multiplier = 2
	return b
}

// insist makes a request until it succeeds, fails for good or ctx ends.
func (l *line) insist(ctx context.Context, r request, result any) error {
	return l.repeat(ctx, r.place, func() error { return l.ask(ctx, r, result) })
}

// repeat tries something until it succeeds, fails for good, is overtaken, or ctx ends. Its error is a failure.
func (l *line) repeat(ctx context.Context, place *ticket, try func() error) error {
	wait := l.backoff()
	var before error
	for {
		err := try()
		f := asFailure(err)
		if err != nil && ctx.Err() != nil && before != nil {
			return before // which tells more than that time is up
		}
		if err == nil || !f.passing() || ctx.Err() != nil {
			return err
		}
		before = err
		d := wait.NextBackOff()
		if f.after > 0 {
			d = f.after
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
			return err // waiting would be in vain
		}
		if place != nil && f.after > 0 {
			l.log.Info("telegram: the chat has to wait", "error", err, "wait", d)
		} else {
			l.log.Info("telegram: repeating", "error", err, "wait", d)
			pause(ctx, d)
		}
		if place == nil {
			continue
		}
		if late := place.again(ctx); errors.Is(late, errOvertaken) {
			return late
		} else if late != nil {
			return err
		}
	}
}

// ask makes a request once.
func (l *line) ask(ctx context.Context, r request, result any) error {
	if !share.Held(ctx) {
		return &failure{method: r.method, spoken: true, text: "the room is another process's by now"}
	}
	ctx, cancel := context.WithTimeout(ctx, l.times.Request+r.held)
	defer cancel()
	w := &wire{ctx: ctx, line: l}
	bot := l.bot
	bot.Client = w
	var answer *tgbotapi.APIResponse
	var err error
	if u := r.upload; u != nil {
		answer, err = bot.UploadFiles(r.method, r.params, []tgbotapi.RequestFile{
			{Name: u.field, Data: tgbotapi.FileBytes{Name: u.name, Bytes: u.data}},
		})
	} else {
		answer, err = bot.MakeRequest(r.method, r.params)
	}
	if err != nil {
		f := &failure{method: r.method, status: w.status, text: l.hide.Replace(err.Error()), cause: ctx.Err()}
		var said *tgbotapi.Error
		if errors.As(err, &said) { // its code is 0 for uploads
			f.spoken, f.after, f.moved = true, l.patience(said.RetryAfter), said.MigrateToChatID
			if said.Code != 0 {
				f.status = said.Code
			}
		}
		if f.after > 0 && r.chat != 0 {
			l.flood(r.chat, f.after)
		}
		return f
	}
	if result == nil {
		return nil
	}
	if err := json.Unmarshal(answer.Result, result); err != nil {
		return &failure{method: r.method, status: w.status, text: "the answer cannot be read: " + l.hide.Replace(err.Error())}
	}
	return nil
}

// patience is how long is waited if Telegram wants so many seconds: not more than an hour.
func (l *line) patience(seconds int) time.Duration {
	if most := int(time.Hour / time.Second); seconds > most {
		l.log.Warn("telegram: Telegram wants a longer wait than an hour, after which it is tried again", "seconds", seconds)
		seconds = most
	}
	return time.Duration(max(0, seconds)) * l.times.Second
}

// wire carries one request. It gives the library's requests a context and a body of known length, and its errors are
// fit to be seen.
type wire struct {
	ctx    context.Context
	line   *line
	status int
}

func (w *wire) Do(r *http.Request) (*http.Response, error) {
	answer, err := w.do(r)
	if err != nil {
		return nil, errors.New(w.line.hide.Replace(err.Error()))
	}
	return answer, nil
}

func (w *wire) do(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	_ = r.Body.Close()
	if err != nil {
		return nil, fmt.Errorf("make the request: %w", err)
	}
	sent, err := http.NewRequestWithContext(w.ctx, r.Method, r.URL.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	sent.Header = r.Header
	answer, err := w.line.client.Do(sent)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	w.status = answer.StatusCode
	read, err := io.ReadAll(io.LimitReader(answer.Body, largest))
	if err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	answer.Body = io.NopCloser(bytes.NewReader(read))
	return answer, nil
}
