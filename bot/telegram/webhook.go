package telegram

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"time"

	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

// Webhook configures a webhook in place of long polling. TLS is left to a reverse proxy in front of Listen.
type Webhook struct {
	URL    string // public address: https, with a path; "" for long polling
	Listen string // address of the HTTP server: "127.0.0.1:8080"
	Secret string // token by which Telegram authenticates; "": derived from the bot's token
}

// largestUpdate is the largest body of a webhook request, in bytes.
const largestUpdate = 1 << 20

var secretForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,256}$`)

func (w Webhook) check() error {
	if w.URL == "" {
		return nil
	}
	u, err := url.Parse(w.URL)
	if err != nil || u.Scheme != "https" || u.Host == "" {
		return errors.New("telegram: the address of the webhook has to begin with https:// and name a host")
	}
	if w.Listen == "" {
		return errors.New("telegram: the webhook needs an address to listen at")
	}
	if w.Secret != "" && !secretForm.MatchString(w.Secret) {
		return errors.New("telegram: the secret of the webhook has to be 1 to 256 of A-Z, a-z, 0-9, _ and -")
	}
	return nil
}

// serve runs the webhook until ctx ends.
func (t *Telegram) serve(ctx context.Context) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", t.Webhook.Listen)
	if err != nil {
		return fmt.Errorf("telegram: webhook: %w", err)
	}
	server := &http.Server{
		Handler:           t.webhook(ctx),
		ReadTimeout:       t.Times.Request,
		WriteTimeout:      2 * t.Times.Request,
		IdleTimeout:       2 * time.Minute,
		ReadHeaderTimeout: 10 * time.Second,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(t.Log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	err = t.setWebhook(ctx, listener.Addr())
	if err == nil {
		select {
		case <-ctx.Done():
		case err = <-ended:
			err = fmt.Errorf("telegram: webhook: %w", err)
		}
	}
	t.finish()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if server.Shutdown(closing) != nil {
		_ = server.Close()
	}
	return err
}

// setWebhook registers the webhook; pending updates are kept.
func (t *Telegram) setWebhook(ctx context.Context, at net.Addr) error {
	err := t.line.Insist(ctx, client.Request{Method: "setWebhook", Params: client.Params{
		"url": t.Webhook.URL, "secret_token": t.Webhook.Secret, "allowed_updates": wire.AllowedUpdates,
	}}, nil)
	if err == nil {
		t.Log.Info("telegram: listening for the webhook", "address", at)
	}
	return t.ended(ctx, "the webhook is not set", err)
}

// webhook returns the handler that answers once an update has been handled or stored. Any status but success makes
// Telegram repeat the update.
func (t *Telegram) webhook(ctx context.Context) http.Handler {
	path := "/"
	if u, err := url.Parse(t.Webhook.URL); err == nil && u.Path != "" {
		path = u.Path
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != path {
			http.NotFound(w, r)
			return
		}
		secret := r.Header.Get("X-Telegram-Bot-Api-Secret-Token")
		if subtle.ConstantTimeCompare([]byte(secret), []byte(t.Webhook.Secret)) != 1 {
			t.forged.Add("from", r.RemoteAddr)
			http.Error(w, "not Telegram", http.StatusForbidden)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestUpdate))
		if err != nil {
			http.Error(w, "not read", http.StatusBadRequest)
			return
		}
		u, err := wire.Decode(body)
		if err != nil { // it would be no better when repeated
			skip(t.Log, t.line, body, err)
			return
		}
		f := t.receive(ctx, u)
		if f == nil && ctx.Err() != nil || !t.settle(ctx, []*receipt{f}) {
			http.Error(w, "not kept", http.StatusServiceUnavailable)
		}
	})
}

// secretOf derives the webhook's default secret from the token: the same in all processes.
func secretOf(token string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte("tabuleiro webhook "+token)))
}
