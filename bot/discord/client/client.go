// Package client calls Discord's REST API: it keeps the rate limits, retries failed calls, and estimates Discord's
// clock.
//
// From discordgo it uses addresses, error codes and the encoding of files, but calls with net/http: the library's
// session waits for rate limits without bound, keeps a bucket for every interaction, and returns neither status nor
// headers.
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
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/wire"
)

// Timeouts of a call with all retries, and of one try.
const (
	longestCall = 30 * time.Second
	LongestTry  = 8 * time.Second
)

// Client makes calls. It is ready for use.
type Client struct {
	Clock Clock

	Config
	calls  *http.Client
	limits *limits
}

// Config configures a Client.
type Config struct {
	Token string               // of the bot, without "Bot "
	Base  *url.URL             // base URL of the API, without the version
	Dial  Dial                 // nil for the network
	Rate  int                  // calls a second
	Seats *adapter.ActiveRooms // calls for rooms where people play have priority
	Life  context.Context      // ends all calls
	Log   *slog.Logger
}

// Dial makes connections.
type Dial = func(ctx context.Context, network, address string) (net.Conn, error)

// New makes a client without connecting. It does not follow redirects.
func New(c Config) *Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true // a file's size is that of the bytes received
	if c.Dial != nil {
		t.DialContext, t.Proxy = c.Dial, nil
	}
	calls := &http.Client{Transport: t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &Client{Config: c, calls: calls, limits: newLimits(c.Rate, c.Log)}
}

// Call is a call of the REST API.
type Call struct {
	What   string // for errors, which omit the URL because it may contain the token of an interaction
	Method string
	URL    string
	Route  string // calls of one route share a rate limit; "" for responses to interactions
	Body   any    // encoded as JSON, nil for none
	File   *Upload

	Once   bool          // not idempotent: not retried when the outcome of a try is unknown
	Idle   bool          // low priority, even where people play
	Within time.Duration // timeout; 0 for longestCall
}

// Upload is a file sent with a message.
type Upload struct {
	Name string
	Data []byte
	Alt  string // description, "" if the message has it
}

// Refusal is an unsuccessful answer.
type Refusal struct {
	Status int
	Code   int // Discord's error code, 0 if there is none
	Text   string
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("Discord answers %d (%d): %s", r.Status, r.Code, r.Text)
}

const tooManyOldEdits = discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached

// Code returns Discord's error code of an error, 0 if there is none.
func Code(err error) int {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return r.Code
	}
	return 0
}

// IsRefusal reports whether Discord has answered with an error, so that the call was not carried out.
func IsRefusal(err error) bool {
	_, ok := errors.AsType[*Refusal](err)
	return ok
}

// Do makes a call with retries and decodes the answer. If the error is not a *Refusal, the call may have been carried
// out.
func (l *Client) Do(ctx context.Context, c Call, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.Within, longestCall))
	defer cancel()
	defer context.AfterFunc(l.Life, cancel)()
	contentType, body, err := encode(c)
	var text []byte
	if err == nil {
		text, err = l.retry(ctx, c, contentType, body)
	}
	if err == nil && answer != nil && len(text) > 0 {
		err = json.Unmarshal(text, answer)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.What, err)
	}
	return nil
}

// retry makes a call until there is a final answer.
func (l *Client) retry(ctx context.Context, c Call, contentType string, body []byte) ([]byte, error) {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval = 50 * time.Millisecond // an interaction waits only three seconds
	var last error
	unknown := false                                                   // a try of unknown outcome may have succeeded
	room := wire.Room(c.Route[strings.LastIndexByte(c.Route, ' ')+1:]) // the channel id is the last word
	play := !c.Idle && c.Route != "" && len(l.Seats.In(ctx, room)) > 0
	for {
		if err := l.limits.wait(ctx, c.Route, play); err != nil {
			return nil, away(cmp.Or(last, err))
		}
		text, again, err := l.try(ctx, c, contentType, body, wait.NextBackOff())
		if err == nil || unknown && Code(err) == discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged {
			return text, nil // in the second case by the try with the unknown outcome
		}
		last, unknown = err, unknown || !IsRefusal(err)
		if again == backoff.Stop || Sleep(ctx, again) != nil {
			return nil, away(err)
		}
	}
}

// away wraps an error in chat.ErrAway if it says nothing about the call itself: Discord was unreachable or had no time.
func away(err error) error {
	r, ok := errors.AsType[*Refusal](err)
	if ok && (r.Status != http.StatusTooManyRequests || r.Code == tooManyOldEdits) {
		return err
	}
	return fmt.Errorf("%w: %w", chat.ErrAway, err)
}

// try makes a call once. again is the delay before the next try, or backoff.Stop.
func (l *Client) try(ctx context.Context, c Call, contentType string, body []byte,
	pause time.Duration) (text []byte, again time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, LongestTry)
	defer cancel()
	made := time.Now()
	status, header, text, err := l.send(ctx, c, contentType, body)
	l.limits.note(c.Route, status, header)
	l.Clock.learn(header.Get("Date"), made, time.Now())
	switch {
	case err == nil && status < 300:
		return text, backoff.Stop, nil
	case err == nil && status < 500:
		r := refused(status, text)
		if status != http.StatusTooManyRequests || r.Code == tooManyOldEdits {
			return nil, backoff.Stop, r
		}
		after := l.limits.refused(c.Route, header, text)
		r.Text = fmt.Sprintf("too many calls, wait for %v", after)
		return nil, after, r
	case err == nil:
		err = fmt.Errorf("the answer of Discord is %d", status)
	}
	if c.Once {
		pause = backoff.Stop
	}
	return nil, pause, err
}

// version is that of the API; the library's addresses have an older one.
const version = "/v10/"

// send sends a call and reads the answer. The error is a network error, without the URL.
func (l *Client) send(ctx context.Context, c Call, contentType string,
	body []byte) (status int, h http.Header, text []byte, err error) {
	address := l.Base.String() + version + strings.TrimPrefix(c.URL, discordgo.EndpointAPI)
	r, err := http.NewRequestWithContext(ctx, c.Method, address, bytes.NewReader(body))
	if err != nil {
		return status, h, text, errors.New("the address of a call is none")
	}
	r.Header.Set("Authorization", "Bot "+l.Token)
	r.Header.Set("User-Agent", "DiscordBot (https://github.com/bwmarrin/discordgo, v"+discordgo.VERSION+")")
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	answer, err := l.calls.Do(r)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err
	}
	if err != nil {
		return status, h, text, err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header, text, err
}

// refused decodes an error of Discord.
func refused(status int, text []byte) *Refusal {
	said := discordgo.APIErrorMessage{Message: http.StatusText(status)}
	_ = json.Unmarshal(text, &said)                    // a body that is not JSON has none
	if said.Code == discordgo.ErrCodeInvalidFormBody { // the body says which field is invalid
		said.Message += " " + string(text[:min(len(text), 500)])
	}
	return &Refusal{status, said.Code, said.Message}
}

func encode(c Call) (contentType string, body []byte, err error) {
	if c.Body == nil {
		return "", nil, nil
	}
	if f := c.File; f != nil {
		return discordgo.MultipartBodyWithJSON(c.Body,
			[]*discordgo.File{{Name: f.Name, ContentType: http.DetectContentType(f.Data), Reader: bytes.NewReader(f.Data)}})
	}
	body, err = json.Marshal(c.Body)
	return "application/json", body, err
}

// Download fetches a file of at most chat.LargestFile bytes. Errors omit the URL, which may contain a secret.
func (l *Client) Download(address string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(l.Life, LongestTry)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("its address is none")
	}
	if r.URL.Scheme != "https" && (r.URL.Scheme != l.Base.Scheme || r.URL.Host != l.Base.Host) {
		return nil, fmt.Errorf("its address begins with %q", r.URL.Scheme)
	}
	return adapter.Download(l.calls, r)
}
