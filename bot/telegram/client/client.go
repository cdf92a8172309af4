// Package client calls the Bot API: it repeats what failed for a while, fetches files, and keeps the token out of every
// error.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/telegram/pace"
)

// Client is the connection to the Bot API. It repeats what failed for a while, and no error of it contains the token.
type Client struct {
	bot   tgbotapi.BotAPI // a template: every request has a copy with its own client
	local bool            // the API gives files by their paths on this machine
	files string          // where files are, to which their path is added
	HTTP  *http.Client
	times Times
	Hide  *strings.Replacer
	log   *slog.Logger
	flood func(chat int64, d time.Duration) // is told when Telegram wants a chat left alone
}

// Request is one call of a method. It is made anew for every try.
type Request struct {
	Method string
	Params tgbotapi.Params
	Upload *Upload       // nil if there is nothing to upload
	Chat   int64         // what it is done to; 0 if it is not done to a chat
	Place  *pace.Ticket  // in a lane, to which every try goes back; nil for what Telegram does not count
	Held   time.Duration // how long Telegram may let us wait for the answer, beyond Times.Request
}

// Upload is a file that goes with a request, under the name of a field.
type Upload struct {
	Field, Name string
	Data        []byte
}

// largest answer that is read, in bytes.
const largest = 16 << 20

// The library would write to standard error, addresses and all.
func init() { _ = tgbotapi.SetLogger(silent{}) }

type silent struct{}

func (silent) Println(...any)        {}
func (silent) Printf(string, ...any) {}

// Connection has the parts of a Client.
type Connection struct {
	Token, API, Secret string // the secret is that of the webhook, to be hidden
	Local              bool
	Dial               func(ctx context.Context, network, address string) (net.Conn, error) // nil: over the net
	Times              Times
	Log                *slog.Logger
	Flood              func(chat int64, d time.Duration)
}

// New makes a client that has not called yet.
func New(c Connection) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	transport.ResponseHeaderTimeout = c.Times.Poll + c.Times.Request
	if c.Dial != nil {
		transport.DialContext, transport.Proxy = c.Dial, nil
	}
	_, bare, _ := strings.Cut(c.Token, ":")
	l := &Client{
		bot:   tgbotapi.BotAPI{Token: c.Token},
		local: c.Local,
		files: c.API + "/file/bot" + c.Token + "/",
		HTTP: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		times: c.Times,
		Hide:  strings.NewReplacer(c.Token, "<token>", bare, "<token>", c.Secret, "<secret>"),
		log:   c.Log,
		flood: c.Flood,
	}
	l.bot.SetAPIEndpoint(strings.ReplaceAll(c.API, "%", "%%") + "/bot%s/%s")
	return l
}

// Backoff is how long to wait between tries, beginning with Times.Retry.
func (l *Client) Backoff() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = l.times.Retry
	b.MaxInterval = 30 * time.Second
	b.Multiplier = 2
	return b
}

// Insist makes a request until it succeeds, fails for good or ctx ends.
func (l *Client) Insist(ctx context.Context, r Request, result any) error {
	return l.repeat(ctx, r.Place, func() error { return l.Ask(ctx, r, result) })
}

// repeat tries something until it succeeds, fails for good, is overtaken, or ctx ends: what Telegram may have done all
// the same it may do twice. Its error is a failure.
func (l *Client) repeat(ctx context.Context, place *pace.Ticket, try func() error) error {
	wait := l.Backoff()
	var before error
	for {
		err := try()
		f := AsFailure(err)
		if err != nil && ctx.Err() != nil && before != nil {
			return before // which tells more than that time is up
		}
		if err == nil || !f.Passing() || ctx.Err() != nil {
			return err
		}
		before = err
		d := wait.NextBackOff()
		if f.After > 0 {
			d = f.After
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
			return err // waiting would be in vain
		}
		if place != nil && f.After > 0 {
			l.log.Info("telegram: the chat has to wait", "error", err, "wait", d)
		} else {
			l.log.Info("telegram: repeating", "error", err, "wait", d)
			pace.Pause(ctx, d)
		}
		if place == nil {
			continue
		}
		if late := place.Again(ctx); errors.Is(late, pace.ErrOvertaken) {
			return late
		} else if late != nil {
			return err
		}
	}
}

// Ask makes a request once.
func (l *Client) Ask(ctx context.Context, r Request, result any) error {
	ctx, cancel := context.WithTimeout(ctx, l.times.Request+r.Held)
	defer cancel()
	w := &carrier{ctx: ctx, line: l}
	bot := l.bot
	bot.Client = w
	var answer *tgbotapi.APIResponse
	var err error
	if u := r.Upload; u != nil {
		answer, err = bot.UploadFiles(r.Method, r.Params, []tgbotapi.RequestFile{
			{Name: u.Field, Data: tgbotapi.FileBytes{Name: u.Name, Bytes: u.Data}},
		})
	} else {
		answer, err = bot.MakeRequest(r.Method, r.Params)
	}
	if err != nil {
		f := &Failure{method: r.Method, Status: w.status, Text: l.Hide.Replace(err.Error()), cause: ctx.Err()}
		var said *tgbotapi.Error
		if errors.As(err, &said) { // its code is 0 for uploads
			f.Spoken, f.After, f.Moved = true, l.patience(said.RetryAfter), said.MigrateToChatID
			if said.Code != 0 {
				f.Status = said.Code
			}
		}
		if f.After > 0 && r.Chat != 0 {
			l.flood(r.Chat, f.After)
		}
		return f
	}
	if result == nil {
		return nil
	}
	if err := json.Unmarshal(answer.Result, result); err != nil {
		return &Failure{method: r.Method, Status: w.status, Text: "the answer cannot be read: " + l.Hide.Replace(err.Error())}
	}
	return nil
}

// patience is how long is waited if Telegram wants so many seconds: not more than an hour.
func (l *Client) patience(seconds int) time.Duration {
	if most := int(time.Hour / time.Second); seconds > most {
		l.log.Warn("telegram: Telegram wants a longer wait than an hour, after which it is tried again", "seconds", seconds)
		seconds = most
	}
	return time.Duration(max(0, seconds)) * l.times.Second
}

// carrier carries one request. It gives the library's requests a context and a body of known length, and its errors are
// fit to be seen.
type carrier struct {
	ctx    context.Context
	line   *Client
	status int
}

func (w *carrier) Do(r *http.Request) (*http.Response, error) {
	answer, err := w.do(r)
	if err != nil {
		return nil, errors.New(w.line.Hide.Replace(err.Error()))
	}
	return answer, nil
}

func (w *carrier) do(r *http.Request) (*http.Response, error) {
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
	answer, err := w.line.HTTP.Do(sent)
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
