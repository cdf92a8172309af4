// Package client calls the Bot API: it retries failed requests, downloads files, and keeps the token out of every
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

// Client is the connection to the Bot API. It retries failed requests for a while, and its errors never contain the
// token.
type Client struct {
	Token, API, Secret string                                                               // Secret: the webhook's
	Local              bool                                                                 // the API returns local paths
	Dial               func(ctx context.Context, network, address string) (net.Conn, error) // nil for the network
	Times              Times
	Log                *slog.Logger
	Queue              *pace.Queue

	HTTP *http.Client      // set by New
	Hide *strings.Replacer // set by New; takes the secrets out of a text
}

// Request is one call of a method. Its body is encoded anew for every try.
type Request struct {
	Method string
	Params Params
	Upload *Upload       // nil if there is none
	Chat   int64         // the chat that Telegram's "retry after" applies to, 0 if none
	Call   *pace.Call    // waits in the queue before every try; nil for what Telegram does not count
	Held   time.Duration // how long Telegram may delay the answer beyond Times.Request
}

// Params are the parameters of a request by name: strings, and values to be encoded as JSON. Zero values are omitted.
type Params map[string]any

// write encodes the parameters as form fields.
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

// Upload is a file sent along with a request in a form field.
type Upload struct {
	Field, Name string
	Data        []byte
}

// largest is the largest answer that is read, in bytes, and mostSeconds the longest "retry after" that is believed.
const (
	largest     = 16 << 20
	mostSeconds = 3600
)

// New completes a client without connecting.
func New(c Client) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = transport.MaxIdleConns
	transport.ResponseHeaderTimeout = c.Times.Poll + c.Times.Request
	if c.Dial != nil {
		transport.DialContext, transport.Proxy = c.Dial, nil
	}
	_, bare, _ := strings.Cut(c.Token, ":")
	c.HTTP = &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	c.Hide = strings.NewReplacer(c.Token, "<token>", cmp.Or(bare, c.Token), "<token>",
		cmp.Or(c.Secret, c.Token), "<secret>")
	return &c
}

// Backoff returns an exponential backoff that begins with Times.Retry.
func (l *Client) Backoff() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval, b.Multiplier = l.Times.Retry, 30*time.Second, 2
	return b
}

// Insist makes a request until it succeeds, fails permanently, or ctx ends.
func (l *Client) Insist(ctx context.Context, r Request, result any) error {
	return l.retry(ctx, r.Call, func() error { return l.Ask(ctx, r, result) })
}

// retry runs try, each time when the queue allows, until it succeeds, fails permanently, is superseded, or ctx ends.
// The chat waits while a call waits for a retry; a call whose answer was lost may be executed twice.
func (l *Client) retry(ctx context.Context, call *pace.Call, try func() error) error {
	var before error
	for wait := l.Backoff(); ; {
		leave, err := l.Queue.Enter(ctx, call)
		if err != nil && before != nil && !errors.Is(err, pace.ErrOvertaken) && !errors.Is(err, chat.ErrOvertaken) {
			return before // it says more than that time ran out
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
		l.Log.Info("telegram: trying again; the chat waits", "error", err, "wait", d)
		if call == nil {
			pace.Pause(ctx, d)
		}
	}
}

// pause returns the time to wait before retrying after an error, 0 if a retry is pointless.
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
	err := l.post(ctx, r, &f.Status, &answer)
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
		f.Moved = p.MigrateToChatID
		f.After = time.Duration(min(max(0, p.RetryAfter), mostSeconds)) * l.Times.Second
		l.Queue.Hold(r.Chat, f.After)
	}
	return f
}

// post sends a request and decodes the answer. It sets status to the HTTP status.
func (l *Client) post(ctx context.Context, r Request, status *int, result *tgbotapi.APIResponse) error {
	var body bytes.Buffer // writing to it never fails
	form := multipart.NewWriter(&body)
	if err := r.Params.write(form); err != nil {
		return err
	}
	if u := r.Upload; u != nil {
		part, _ := form.CreateFormFile(u.Field, u.Name)
		_, _ = part.Write(u.Data)
	}
	_ = form.Close()
	ask, err := http.NewRequestWithContext(ctx, http.MethodPost, l.API+"/bot"+l.Token+"/"+r.Method, &body)
	if err != nil {
		return err
	}
	ask.Header.Set("Content-Type", form.FormDataContentType())
	answer, err := l.HTTP.Do(ask)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	*status = answer.StatusCode
	read, err := io.ReadAll(io.LimitReader(answer.Body, largest))
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	return json.Unmarshal(read, result)
}

// Times are timeouts and intervals. Zero means the default, given in parentheses.
type Times struct {
	Poll    time.Duration // how long Telegram holds a long-polling request (50 s); whole seconds
	Request time.Duration // for one request, besides the time that it is held (30 s)
	Retry   time.Duration // before the first retry; it doubles from there (500 ms)
	Send    time.Duration // for sending or changing a message, retries and throttling included (2 min)
	Edit    time.Duration // for small requests, such as removing buttons or looking up a member (15 s)
	Fetch   time.Duration // for downloading a posted file, retries included (20 s)
	Press   time.Duration // until a press is answered even if there is nothing to say yet (2 s)
	Settle  time.Duration // for handling updates before they are stored (250 ms)
	Trust   time.Duration // TTL of cached group memberships (5 min)
	Grace   time.Duration // for finishing what was begun when the context ends (5 s)
	Second  time.Duration // length of the seconds in which Telegram gives delays; tests shorten it (1 s)
}

// Complete fills in the defaults.
func (t Times) Complete() Times {
	return Times{
		Poll:    cmp.Or(t.Poll, 50*time.Second),
		Request: cmp.Or(t.Request, 30*time.Second),
		Retry:   cmp.Or(t.Retry, 500*time.Millisecond),
		Send:    cmp.Or(t.Send, 2*time.Minute),
		Edit:    cmp.Or(t.Edit, 15*time.Second),
		Fetch:   cmp.Or(t.Fetch, 20*time.Second),
		Press:   cmp.Or(t.Press, 2*time.Second),
		Settle:  cmp.Or(t.Settle, 250*time.Millisecond),
		Trust:   cmp.Or(t.Trust, 5*time.Minute),
		Grace:   cmp.Or(t.Grace, 5*time.Second),
		Second:  cmp.Or(t.Second, time.Second),
	}
}
