package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/share"
)

// How long a call may take with everything tried again, and how long one try.
const (
	longestCall = 30 * time.Second
	longestTry  = 8 * time.Second
)

// call is one call of the REST API.
type call struct {
	what   string // for errors; the address is left out of them because it may hold the token of an interaction
	method string
	url    string
	route  string // calls of one route share a limit; "" for those that answer interactions
	body   any    // encoded as JSON, nil for none
	file   *upload

	once   bool          // doing it twice would be noticed: a try of which nobody knows the result is not repeated
	idle   bool          // is not urgent
	within time.Duration // 0: longestCall
}

// roomOn is the room that a route is about, if it is about one: the id of its channel comes last.
func roomOn(route string) chat.Room {
	return chat.Room(prefix + route[strings.LastIndexByte(route, ' ')+1:])
}

// refusal is an answer that is not a success.
type refusal struct {
	status int
	code   int // Discord's own, 0 if it gave none
	text   string
}

func (r *refusal) Error() string {
	return fmt.Sprintf("Discord answers %d (%d): %s", r.status, r.code, r.text)
}

// Discord's codes that are dealt with.
const (
	unknownChannel      = 10003
	unknownMember       = 10007
	unknownMessage      = 10008
	unknownUser         = 10013
	unknownWebhook      = 10015 // the interaction was not acknowledged
	unknownInteraction  = 10062 // or too old to be
	alreadyAcknowledged = 40060
	tooManyFollowUps    = 40094 // of one interaction, where the bot is no member
	missingAccess       = 50001
	cannotWriteTo       = 50007 // somebody who takes no direct messages
	missingPermissions  = 50013
	invalidToken        = 50027 // of an interaction that is over
	threadArchived      = 50083
	noMutualServer      = 50278 // with somebody to be written to
	noHistory           = 160002
	threadLocked        = 160005
	tooManyOldEdits     = 30046 // of messages older than an hour
)

// code is Discord's own code of an error, 0 if it has none.
func code(err error) int {
	var r *refusal
	if errors.As(err, &r) {
		return r.code
	}
	return 0
}

// isRefusal tells whether an error is Discord's own: then the call was not carried out.
func isRefusal(err error) bool {
	var r *refusal
	return errors.As(err, &r)
}

// do makes a call, again and again while that makes sense, and decodes the answer. An error that is no *refusal leaves
// open whether the call was carried out.
func (d *Discord) do(ctx context.Context, c call, answer any) error {
	if c.within == 0 {
		c.within = longestCall
	}
	ctx, cancel := context.WithTimeout(ctx, c.within)
	defer cancel()
	defer context.AfterFunc(d.life, cancel)()
	contentType, body, err := encode(c)
	if err != nil {
		return fmt.Errorf("%s: %w", c.what, err)
	}
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval = 200 * time.Millisecond
	var last error
	d.limits.divide(d.Work.Processes())
	whom := ofOther
	switch {
	case c.idle:
		whom = ofIdle
	case c.route != "" && d.seats.In(ctx, roomOn(c.route)):
		whom = ofPlay
	}
	for {
		if !share.Held(ctx) {
			return fmt.Errorf("%s: the room is another process's by now", c.what)
		}
		if err := d.limits.wait(ctx, c.route, whom); err != nil {
			if last != nil {
				err = last
			}
			return fmt.Errorf("%s: %w", c.what, away(err))
		}
		text, again, err := d.try(ctx, c, contentType, body, wait.NextBackOff())
		if err == nil {
			if answer == nil {
				return nil
			}
			if err := json.Unmarshal(text, answer); err != nil {
				return fmt.Errorf("%s: decode the answer: %w", c.what, err)
			}
			return nil
		}
		last = err
		if again < 0 || sleep(ctx, again) != nil {
			return fmt.Errorf("%s: %w", c.what, away(err))
		}
	}
}

// away tells of an error that it says nothing about the call: Discord was not there, or had no time.
func away(err error) error {
	var r *refusal
	if errors.As(err, &r) && (r.status != http.StatusTooManyRequests || r.code == tooManyOldEdits) {
		return err
	}
	return fmt.Errorf("%w: %w", chat.ErrAway, err)
}

// try makes a call once. again is when to do so next, negative for never.
func (d *Discord) try(ctx context.Context, c call, contentType string, body []byte, pause time.Duration) (text []byte, again time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, min(d.patience, c.within*9/20))
	defer cancel()
	var seen reply
	made := time.Now()
	text, err = d.rest.RequestWithLockedBucket(c.method, c.url, contentType, body, unlimited(), 0,
		discordgo.WithContext(context.WithValue(ctx, replyKey{}, &seen)),
		discordgo.WithRetryOnRatelimit(false),
		discordgo.WithRestRetries(0))
	d.limits.note(c.route, seen.header)
	d.clock.learn(seen.header.Get("Date"), made, time.Now())
	var failed *url.Error
	switch {
	case err == nil:
		return text, 0, nil
	case seen.status == http.StatusTooManyRequests:
		r := &refusal{status: seen.status}
		_ = json.Unmarshal(text, &struct{ Code *int }{&r.code}) // what is no JSON has none
		if r.code == tooManyOldEdits {
			r.text = "messages older than an hour are not changed so often"
			return nil, -1, r
		}
		after := d.limits.refused(c.route, seen.header, text, pause)
		r.text = fmt.Sprintf("too many calls, wait for %v", after)
		if after >= longestPause {
			d.Log.Error("Discord takes no calls of this kind for a long time", "for", after, "call", c.what)
		}
		return nil, after, r
	case seen.status >= 300 && seen.status < 500:
		return nil, -1, refused(seen.status, err)
	case errors.As(err, &failed):
		err = failed.Err
	case seen.status >= 500:
		err = fmt.Errorf("Discord answers %d", seen.status)
	}
	if c.once {
		return nil, -1, err
	}
	return nil, pause, err
}

// refused reads what Discord says about an error.
func refused(status int, err error) *refusal {
	r := &refusal{status: status, text: http.StatusText(status)}
	var rest *discordgo.RESTError
	if errors.As(err, &rest) {
		if rest.Message != nil {
			r.code, r.text = rest.Message.Code, rest.Message.Message
		}
		if r.code == 50035 { // an invalid form: the body says where
			r.text += " " + string(rest.ResponseBody[:min(len(rest.ResponseBody), 500)])
		}
	}
	return r
}

// unlimited is a bucket of the library that never makes a call wait. The library keeps every bucket that it makes, for
// some calls one each, and sleeps in them without an end in sight; these are kept by nobody.
func unlimited() *discordgo.Bucket { return discordgo.NewRatelimiter().LockBucket("") }

func encode(c call) (contentType string, body []byte, err error) {
	if c.body == nil {
		return "", nil, nil
	}
	if f := c.file; f != nil {
		return discordgo.MultipartBodyWithJSON(c.body, []*discordgo.File{{Name: f.name, ContentType: http.DetectContentType(f.data), Reader: bytes.NewReader(f.data)}})
	}
	body, err = json.Marshal(c.body)
	return "application/json", body, err
}

// version of the API; the library's is an older one.
const version = "/v10"

// transport sends what the library has for Discord to the configured address, and keeps what else an answer says.
type transport struct {
	base *url.URL
	http.RoundTripper
}

// reply is what the library does not pass on of an answer.
type reply struct {
	status int
	header http.Header
}

type replyKey struct{}

// dial is how connections are made; nil: over the net.
type dial = func(ctx context.Context, network, address string) (net.Conn, error)

func newTransport(base *url.URL, over dial) *transport {
	t := newHTTP(over)
	t.MaxIdleConnsPerHost = 64
	t.ResponseHeaderTimeout = longestTry
	return &transport{base, t}
}

// newHTTP is the usual transport, over a way of its own if there is one.
func newHTTP(over dial) *http.Transport {
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
	answer, err := t.RoundTripper.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	if seen, ok := r.Context().Value(replyKey{}).(*reply); ok {
		seen.status, seen.header = answer.StatusCode, answer.Header.Clone()
	}
	for _, h := range []string{"X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Reset-After", "X-RateLimit-Global"} {
		answer.Header.Del(h) // one that the library cannot read would make it call the answer an error
	}
	return answer, nil
}
