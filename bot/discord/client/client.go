// Package client calls Discord's REST API: it keeps its rates, repeats what failed for a while, and learns what time it
// is there.
//
// Of discordgo it has the addresses, the codes of errors that are no secret and the encoding of files. The calls are
// those of net/http: the library's session waits for rate limits without an end in sight, keeps a bucket for every
// interaction, and passes neither status nor headers on.
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

// How long a call may take with everything tried again, and how long one try.
const (
	longestCall = 30 * time.Second
	LongestTry  = 8 * time.Second
)

// Client makes calls. It can be used at once.
type Client struct {
	Clock Clock

	Config
	calls  *http.Client
	limits *limits
}

// Config has the parts of a Client.
type Config struct {
	Token string               // of the bot, without "Bot "
	Base  *url.URL             // address of the API, without the version
	Dial  Dial                 // nil: over the net
	Rate  int                  // calls a second
	Seats *adapter.ActiveRooms // where people play, calls go first
	Life  context.Context      // of all calls
	Log   *slog.Logger
}

// Dial is how connections are made.
type Dial = func(ctx context.Context, network, address string) (net.Conn, error)

// New makes a client that has not called yet. It stays where it is sent.
func New(c Config) *Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true // a file counts as many bytes as come
	if c.Dial != nil {
		t.DialContext, t.Proxy = c.Dial, nil
	}
	calls := &http.Client{Transport: t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &Client{Config: c, calls: calls, limits: newLimits(c.Rate, c.Log)}
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
	Idle   bool          // is not urgent, even where people play
	Within time.Duration // 0: longestCall
}

// Upload is a file that goes with a message.
type Upload struct {
	Name string
	Data []byte
	Alt  string // what it shows, "" if the message tells
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

const tooManyOldEdits = discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached

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

// retry makes a call until there is an answer that is final.
func (l *Client) retry(ctx context.Context, c Call, contentType string, body []byte) ([]byte, error) {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval = 50 * time.Millisecond // an interaction waits for three seconds
	var last error
	unknown := false                                                   // whether a try was carried out
	room := wire.Room(c.Route[strings.LastIndexByte(c.Route, ' ')+1:]) // the id of its channel comes last
	play := !c.Idle && c.Route != "" && len(l.Seats.In(ctx, room)) > 0
	for {
		if err := l.limits.wait(ctx, c.Route, play); err != nil {
			return nil, away(cmp.Or(last, err))
		}
		text, again, err := l.try(ctx, c, contentType, body, wait.NextBackOff())
		if err == nil || unknown && Code(err) == discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged {
			return text, nil // in the other case by the try of which nobody knew
		}
		last, unknown = err, unknown || !IsRefusal(err)
		if again == backoff.Stop || Sleep(ctx, again) != nil {
			return nil, away(err)
		}
	}
}

// away tells of an error that it says nothing about the call: Discord was not there, or had no time.
func away(err error) error {
	var r *Refusal
	if errors.As(err, &r) && (r.Status != http.StatusTooManyRequests || r.Code == tooManyOldEdits) {
		return err
	}
	return fmt.Errorf("%w: %w", chat.ErrAway, err)
}

// try makes a call once. again is when to do so next, or backoff.Stop.
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

// version of the API; the library's addresses have an older one.
const version = "/v10/"

// send sends a call and reads the answer. An error is one of the net, without the address.
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
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		err = failed.Err
	}
	if err != nil {
		return status, h, text, err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header, text, err
}

// refused reads what Discord says about an error.
func refused(status int, text []byte) *Refusal {
	said := discordgo.APIErrorMessage{Message: http.StatusText(status)}
	_ = json.Unmarshal(text, &said)                    // what is no JSON has none
	if said.Code == discordgo.ErrCodeInvalidFormBody { // an invalid form: the body says where
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

// Download gets a file of at most chat.LargestFile bytes. The address is left out of errors: it is a key to the file.
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
