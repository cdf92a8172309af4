// Package client calls the Bot API: it repeats what failed for a while, fetches files, and keeps the token out of every
// error.
package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/pace"
)

// Client is the connection to the Bot API. It repeats what failed for a while, and no error of it contains the token.
type Client struct {
	Connection
	HTTP *http.Client
	Hide *strings.Replacer
}

// Request is one call of a method. It is made anew for every try.
type Request struct {
	Method string
	Params Params
	Upload *Upload       // nil if there is nothing to upload
	Chat   int64         // what it is done to; 0 if it is not done to a chat
	Call   *pace.Call    // waits for its turn before every try; nil for what Telegram does not count
	Held   time.Duration // how long Telegram may let us wait for the answer, beyond Times.Request
}

// Params are those of a request, by their names: texts, and whatever JSON makes a text of. What is zero is left out.
type Params map[string]any

// write writes them as fields of a form.
func (p Params) write(form *multipart.Writer) error {
	for name, value := range p {
		of := reflect.ValueOf(value)
		if !of.IsValid() || of.IsZero() {
			continue
		}
		text, ok := value.(string)
		if !ok {
			whole, err := json.Marshal(value)
			if err != nil {
				return err
			}
			text = string(whole)
		}
		_ = form.WriteField(name, text)
	}
	return nil
}

// Upload is a file that goes with a request, under the name of a field.
type Upload struct {
	Field, Name string
	Data        []byte
}

// largest answer that is read, in bytes.
const largest = 16 << 20

// Connection has the parts of a Client.
type Connection struct {
	Token, API, Secret string                                                               // the secret is that of the webhook, to be hidden
	Local              bool                                                                 // the API gives files by their paths on this machine
	Dial               func(ctx context.Context, network, address string) (net.Conn, error) // nil: over the net
	Times              Times
	Log                *slog.Logger
	Queue              *pace.Queue
}

// New makes a client that has not called yet.
func New(c Connection) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = transport.MaxIdleConns
	transport.ResponseHeaderTimeout = c.Times.Poll + c.Times.Request
	if c.Dial != nil {
		transport.DialContext, transport.Proxy = c.Dial, nil
	}
	_, bare, _ := strings.Cut(c.Token, ":")
	return &Client{
		Connection: c,
		HTTP: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		Hide: strings.NewReplacer(c.Token, "<token>", bare, "<token>", c.Secret, "<secret>"),
	}
}

// Backoff is how long to wait between tries, beginning with Times.Retry.
func (l *Client) Backoff() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = l.Times.Retry
	b.MaxInterval = 30 * time.Second
	b.Multiplier = 2
	return b
}

// Insist makes a request until it succeeds, fails for good or ctx ends.
func (l *Client) Insist(ctx context.Context, r Request, result any) error {
	return l.retry(ctx, r.Call, func() error { return l.Ask(ctx, r, result) })
}

// retry tries something, each time when it is its turn, until it succeeds, fails for good, is overtaken, or ctx ends:
// what Telegram may have done all the same it may do twice. While a call waits to be tried again, so does its chat.
func (l *Client) retry(ctx context.Context, call *pace.Call, try func() error) error {
	var before error
	for wait := l.Backoff(); ; {
		leave, err := l.Queue.Enter(ctx, call)
		if err != nil && before != nil && !errors.Is(err, pace.ErrOvertaken) && !errors.Is(err, chat.ErrOvertaken) {
			return before // which tells more than that time is up
		} else if err != nil {
			return fmt.Errorf("wait for the chat: %w", err)
		}
		err = try()
		d := l.pause(ctx, err, wait)
		if call != nil {
			l.Queue.Hold(call.Chat, d)
			if AsFailure(err).After == 0 {
				call.Overtaken = nil // it may have arrived
			}
		}
		leave()
		switch {
		case err != nil && ctx.Err() != nil && before != nil:
			return before
		case d == 0:
			return err
		}
		before = err
		l.Log.Info("telegram: trying again, for which the chat has to wait", "error", err, "wait", d)
		if call == nil {
			pace.Pause(ctx, d)
		}
	}
}

// pause is how long to wait before something that came to an error is tried again, 0 if that would be in vain.
func (l *Client) pause(ctx context.Context, err error, wait *backoff.ExponentialBackOff) time.Duration {
	f := AsFailure(err)
	if err == nil || !f.Passing() || ctx.Err() != nil {
		return 0
	}
	d := cmp.Or(f.After, wait.NextBackOff())
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= d {
		return 0
	}
	return d
}

// Ask makes a request once.
func (l *Client) Ask(ctx context.Context, r Request, result any) error {
	ctx, cancel := context.WithTimeout(ctx, l.Times.Request+r.Held)
	defer cancel()
	f := &Failure{method: r.Method}
	var answer tgbotapi.APIResponse
	body, err := l.post(ctx, r, &f.Status)
	if err == nil {
		err = json.Unmarshal(body, &answer)
	}
	if err == nil && answer.Ok && result != nil {
		err = json.Unmarshal(answer.Result, result)
	}
	switch {
	case err != nil:
		f.Text, f.cause = l.Hide.Replace(err.Error()), ctx.Err()
		return f
	case answer.Ok:
		return nil
	}
	f.Spoken, f.Text = true, l.Hide.Replace(answer.Description)
	f.Status = cmp.Or(answer.ErrorCode, f.Status)
	if p := answer.Parameters; p != nil {
		f.After, f.Moved = l.retryAfter(p.RetryAfter), p.MigrateToChatID
		l.Queue.Hold(r.Chat, f.After)
	}
	return f
}

// post sends a request and returns the body of the answer, whose status it notes.
func (l *Client) post(ctx context.Context, r Request, status *int) ([]byte, error) {
	var body bytes.Buffer // which takes whatever is written
	form := multipart.NewWriter(&body)
	if err := r.Params.write(form); err != nil {
		return nil, err
	}
	if u := r.Upload; u != nil {
		part, _ := form.CreateFormFile(u.Field, u.Name)
		_, _ = part.Write(u.Data)
	}
	_ = form.Close()
	ask, err := http.NewRequestWithContext(ctx, http.MethodPost, l.API+"/bot"+l.Token+"/"+r.Method, &body)
	if err != nil {
		return nil, err
	}
	ask.Header.Set("Content-Type", form.FormDataContentType())
	answer, err := l.HTTP.Do(ask)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	*status = answer.StatusCode
	read, err := io.ReadAll(io.LimitReader(answer.Body, largest))
	if err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	return read, nil
}

// retryAfter is how long is waited if Telegram wants so many seconds: not more than an hour.
func (l *Client) retryAfter(seconds int) time.Duration {
	if most := int(time.Hour / time.Second); seconds > most {
		l.Log.Warn("telegram: Telegram wants a longer wait than an hour, after which it is tried again", "seconds", seconds)
		seconds = most
	}
	return time.Duration(max(0, seconds)) * l.Times.Second
}

// Times are how long things may take. Zero means a default that is good for Telegram.
type Times struct {
	Poll     time.Duration // how long Telegram holds a request for news (50 s); whole seconds
	Request  time.Duration // for one request, beyond what it is held (30 s)
	Retry    time.Duration // before the first repetition of what failed; later ones wait longer (500 ms)
	Send     time.Duration // for saying or changing something, repetitions and waiting as told included (2 min)
	Edit     time.Duration // for small things: taking buttons off, asking who somebody is (15 s)
	Fetch    time.Duration // for getting a file that somebody posted, repetitions included (20 s)
	Press    time.Duration // until a button that was pressed stops turning, even if there is nothing to say yet (2 s)
	Settle   time.Duration // waiting for updates to be dealt with before writing them down to go on (250 ms)
	Trust    time.Duration // how long it is believed who looks after a group (5 min)
	Grace    time.Duration // for finishing what was begun when the context ends (5 s)
	Farewell time.Duration // for telling Telegram after that what has been dealt with (5 s)
	Second   time.Duration // what Telegram's seconds are, in which it says how long to wait (1 s)
}

// Complete fills in what is zero.
func (t Times) Complete() Times {
	return Times{
		Poll:     cmp.Or(t.Poll, 50*time.Second),
		Request:  cmp.Or(t.Request, 30*time.Second),
		Retry:    cmp.Or(t.Retry, 500*time.Millisecond),
		Send:     cmp.Or(t.Send, 2*time.Minute),
		Edit:     cmp.Or(t.Edit, 15*time.Second),
		Fetch:    cmp.Or(t.Fetch, 20*time.Second),
		Press:    cmp.Or(t.Press, 2*time.Second),
		Settle:   cmp.Or(t.Settle, 250*time.Millisecond),
		Trust:    cmp.Or(t.Trust, 5*time.Minute),
		Grace:    cmp.Or(t.Grace, 5*time.Second),
		Farewell: cmp.Or(t.Farewell, 5*time.Second),
		Second:   cmp.Or(t.Second, time.Second),
	}
}
