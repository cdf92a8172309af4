// Package client calls Discord's REST API: it keeps its rates, repeats what failed for a while, and learns what time it
// is there.
//
// The words of the API are the library's, but for the pacing: the library's cannot be interrupted.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// How long a call may take with everything tried again, and how long one try.
const (
	longestCall = 30 * time.Second
	LongestTry  = 8 * time.Second
)

// Client makes calls. It can be used at once.
type Client struct {
	Clock    Clock
	Files    *http.Client  // for what people send; it knows no token
	Patience time.Duration // with one try of a call

	rest      *discordgo.Session // never opened
	transport *transport
	limits    *limits
	seats     *adapter.Seats
	log       *slog.Logger
	life      context.Context
}

// Config has the parts of a Client.
type Config struct {
	Token string          // of the bot, without "Bot "
	Base  *url.URL        // address of the API, without the version
	Dial  Dial            // nil: over the net
	Rate  int             // calls a second
	Seats *adapter.Seats  // where people play, calls go first
	Life  context.Context // of all calls
	Log   *slog.Logger
}

// New makes a client that has not called yet.
func New(c Config) (*Client, error) {
	rest, err := discordgo.New("Bot " + c.Token)
	if err != nil {
		return nil, fmt.Errorf("discord: make a session: %w", err)
	}
	rest.StateEnabled = false
	rest.LogLevel = discordgo.LogWarning
	if c.Log.Enabled(context.Background(), slog.LevelDebug) {
		rest.LogLevel = discordgo.LogInformational
	}
	library.Store(&libraryLog{c.Log, c.Token})
	transport := newTransport(c.Base, c.Dial)
	rest.Client = &http.Client{Transport: transport}
	return &Client{
		Files: newFetcher(c.Dial), Patience: LongestTry, rest: rest, transport: transport, limits: newLimits(c.Rate),
		seats: c.Seats, log: c.Log, life: c.Life,
	}, nil
}

// HangUp closes the connections that no call uses.
func (l *Client) HangUp() {
	l.transport.CloseIdleConnections()
	l.Files.CloseIdleConnections()
}

// Call is one call of the REST API.
type Call struct {
	What   string // for errors; the address is left out of them because it may hold the token of an interaction
	Method string
	URL    string
	Route  string // calls of one route share a limit; "" for those that answer interactions
	Body   any    // encoded as JSON, nil for none
	File   *Upload

	Once   bool          // doing it twice would be noticed: a try of which nobody knows the result is not repeated
	Idle   bool          // is not urgent
	Within time.Duration // 0: longestCall
}

// Upload is a file that goes with a message.
type Upload struct {
	Name string
	Data []byte
	Alt  string // what it shows, "" if the message tells
}

// roomOn is the room that a route is about, if it is about one: the id of its channel comes last.
func roomOn(route string) chat.Room {
	return wire.Room(route[strings.LastIndexByte(route, ' ')+1:])
}

// Refusal is an answer that is not a success.
type Refusal struct {
	Status int
	Code   int // Discord's own, 0 if it gave none
	Text   string
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("Discord answers %d (%d): %s", r.Status, r.Code, r.Text)
}

// Discord's codes that are dealt with.
const (
	UnknownChannel      = 10003
	UnknownMember       = 10007
	UnknownMessage      = 10008
	UnknownUser         = 10013
	UnknownWebhook      = 10015 // the interaction was not acknowledged
	UnknownInteraction  = 10062 // or too old to be
	AlreadyAcknowledged = 40060
	TooManyFollowUps    = 40094 // of one interaction, where the bot is no member
	MissingAccess       = 50001
	CannotWriteTo       = 50007 // somebody who takes no direct messages
	MissingPermissions  = 50013
	InvalidToken        = 50027 // of an interaction that is over
	ThreadArchived      = 50083
	NoMutualServer      = 50278 // with somebody to be written to
	NoHistory           = 160002
	ThreadLocked        = 160005
	TooManyOldEdits     = 30046 // of messages older than an hour
)

// Code is Discord's own code of an error, 0 if it has none.
func Code(err error) int {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Code
	}
	return 0
}

// IsRefusal reports whether an error is Discord's own: then the call was not carried out.
func IsRefusal(err error) bool {
	var r *Refusal
	return errors.As(err, &r)
}

// Do makes a call, again and again while that makes sense, and decodes the answer. An error that is no *Refusal leaves
// open whether the call was carried out.
func (l *Client) Do(ctx context.Context, c Call, answer any) error {
	if c.Within == 0 {
		c.Within = longestCall
	}
	ctx, cancel := context.WithTimeout(ctx, c.Within)
	defer cancel()
	defer context.AfterFunc(l.life, cancel)()
	contentType, body, err := encode(c)
	if err != nil {
		return fmt.Errorf("%s: %w", c.What, err)
	}
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval = min(200*time.Millisecond, c.Within/50)
	var last error
	unknown := false // whether a try was carried out
	whom := ofOther
	switch {
	case c.Idle:
		whom = ofIdle
	case c.Route != "" && l.seats.In(ctx, roomOn(c.Route)):
		whom = ofPlay
	}
	for {
		if err := l.limits.wait(ctx, c.Route, whom); err != nil {
			if last != nil {
				err = last
			}
			return fmt.Errorf("%s: %w", c.What, away(err))
		}
		text, again, err := l.try(ctx, c, contentType, body, min(l.Patience, c.Within), wait.NextBackOff())
		if unknown && Code(err) == AlreadyAcknowledged {
			return nil // by the try of which nobody knew
		}
		unknown = unknown || !IsRefusal(err)
		if err == nil {
			if answer == nil {
				return nil
			}
			if err := json.Unmarshal(text, answer); err != nil {
				return fmt.Errorf("%s: decode the answer: %w", c.What, err)
			}
			return nil
		}
		last = err
		if again < 0 || Sleep(ctx, again) != nil {
			return fmt.Errorf("%s: %w", c.What, away(err))
		}
	}
}

// away tells of an error that it says nothing about the call: Discord was not there, or had no time.
func away(err error) error {
	var r *Refusal
	if errors.As(err, &r) && (r.Status != http.StatusTooManyRequests || r.Code == TooManyOldEdits) {
		return err
	}
	return fmt.Errorf("%w: %w", chat.ErrAway, err)
}

// try makes a call once. again is when to do so next, negative for never.
func (l *Client) try(ctx context.Context, c Call, contentType string, body []byte, patience,
	pause time.Duration) (text []byte, again time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var seen reply
	made := time.Now()
	text, err = l.rest.RequestWithLockedBucket(c.Method, c.URL, contentType, body, unlimited(), 0,
		discordgo.WithContext(context.WithValue(ctx, replyKey{}, &seen)),
		discordgo.WithRetryOnRatelimit(false),
		discordgo.WithRestRetries(0))
	l.limits.note(c.Route, seen.header)
	if l.limits.countInvalid(seen.status, seen.header) {
		l.log.Error("Discord has refused so many calls that it is not called for a while", "call", c.What)
	}
	l.Clock.learn(seen.header.Get("Date"), made, time.Now())
	var failed *url.Error
	switch {
	case err == nil:
		return text, 0, nil
	case seen.status == http.StatusTooManyRequests:
		r := &Refusal{Status: seen.status}
		_ = json.Unmarshal(text, &struct{ Code *int }{&r.Code}) // what is no JSON has none
		if r.Code == TooManyOldEdits {
			r.Text = "messages older than an hour are not changed so often"
			return nil, -1, r
		}
		after := l.limits.refused(c.Route, seen.header, text, pause)
		r.Text = fmt.Sprintf("too many calls, wait for %v", after)
		if after >= longestPause {
			l.log.Error("Discord takes no calls of this kind for a long time", "for", after, "call", c.What)
		}
		return nil, after, r
	case seen.status >= 300 && seen.status < 500:
		return nil, -1, refused(seen.status, err)
	case errors.As(err, &failed):
		err = failed.Err
	case seen.status >= 500:
		err = fmt.Errorf("the answer of Discord is %d", seen.status)
	}
	if c.Once {
		return nil, -1, err
	}
	return nil, pause, err
}

// refused reads what Discord says about an error.
func refused(status int, err error) *Refusal {
	r := &Refusal{Status: status, Text: http.StatusText(status)}
	var rest *discordgo.RESTError
	if errors.As(err, &rest) {
		if rest.Message != nil {
			r.Code, r.Text = rest.Message.Code, rest.Message.Message
		}
		if r.Code == 50035 { // an invalid form: the body says where
			r.Text += " " + string(rest.ResponseBody[:min(len(rest.ResponseBody), 500)])
		}
	}
	return r
}

// unlimited is a bucket of the library that never makes a call wait. The library keeps every bucket that it makes, for
// some calls one each, and sleeps in them without an end in sight; these are kept by nobody.
func unlimited() *discordgo.Bucket { return discordgo.NewRatelimiter().LockBucket("") }

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

// version of the API; the library's is an older one.
const version = "/v10"

// transport sends what the library has for Discord to the configured address, and keeps what else an answer says.
type transport struct {
	base *url.URL
	*http.Transport
}

// reply is what the library does not pass on of an answer.
type reply struct {
	status int
	header http.Header
}

type replyKey struct{}

// Dial is how connections are made; nil: over the net.
type Dial = func(ctx context.Context, network, address string) (net.Conn, error)

func newTransport(base *url.URL, over Dial) *transport {
	t := newHTTP(over)
	t.MaxIdleConnsPerHost = 64
	t.ResponseHeaderTimeout = LongestTry
	return &transport{base, t}
}

// newHTTP is the usual transport, over a way of its own if there is one.
func newHTTP(over Dial) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	if over != nil {
		t.DialContext, t.Proxy = over, nil
	}
	return t
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	out.URL.Scheme, out.URL.Host, out.Host = t.base.Scheme, t.base.Host, ""
	out.URL.Path = t.base.Path + version + strings.TrimPrefix(r.URL.Path, "/api/v"+discordgo.APIVersion)
	out.URL.RawPath = ""
	answer, err := t.Transport.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	if seen, ok := r.Context().Value(replyKey{}).(*reply); ok {
		seen.status, seen.header = answer.StatusCode, answer.Header.Clone()
	}
	for _, h := range []string{"X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Reset-After",
		"X-RateLimit-Global"} {
		answer.Header.Del(h) // one that the library cannot read would make it call the answer an error
	}
	return answer, nil
}
