package main

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/share"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/table"
	"tabuleiro/storage/memory"
)

// worker is one of several bots on one store, which Telegram calls.
type worker struct {
	log  journal
	stop func()
}

var hookAt = regexp.MustCompile(`listening for the webhook" address=(\S+)`)

// address is where it listens, "" before it does.
func (w *worker) address() string {
	if found := hookAt.FindStringSubmatch(w.log.String()); found != nil {
		return "http://" + found[1] + "/hook"
	}
	return ""
}

func work(t *testing.T, s *telegramtest.Server, store *memory.Store) *worker {
	w := &worker{}
	c := config.Defaults()
	c.Telegram.Token, c.Telegram.API = config.Secret(s.Token), config.Text(s.URL)
	c.Telegram.Webhook.URL, c.Telegram.Webhook.Listen = "https://bot.example/hook", "127.0.0.1:0"
	log := slog.New(slog.NewTextHandler(io.MultiWriter(&w.log, t.Output()), nil))
	part := share.New(share.Config{Store: store, Log: log,
		Times: share.Times{Beat: 50 * time.Millisecond, Look: 10 * time.Millisecond}})
	chats, err := services(c, "en", store, part, log)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.New(bot.Config{Store: store, Games: table.Games, Language: "en", Log: log, Now: time.Now,
		Random: rand.Reader, Share: part})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, chats...) }()
	w.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(w.stop)
	return w
}

// balancer brings each call to another bot, and to the next one where a bot does not take it.
type balancer struct {
	mu   sync.Mutex
	to   []*worker
	turn atomic.Int64
}

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	b.mu.Lock()
	all := b.to
	b.mu.Unlock()
	for range all {
		to := all[int(b.turn.Add(1))%len(all)].address()
		call, err := http.NewRequest(r.Method, to, strings.NewReader(string(body)))
		if err != nil {
			continue
		}
		call.Header = r.Header
		if answer, err := http.DefaultClient.Do(call); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
	}
	http.Error(w, "no bot takes it", http.StatusBadGateway)
}

// Telegram calls three bots in turn, of which each is replaced by another while people play: whichever bot is called,
// all moves are played and told once, in their order.
func TestWebhooks(t *testing.T) {
	longtest.Skip(t)
	t.Parallel()
	s := telegramtest.New(t)
	store := memory.New()
	balance := &balancer{}
	proxy := httptest.NewServer(balance)
	t.Cleanup(proxy.Close)
	add := func() {
		w := work(t, s, store)
		for late := time.Now().Add(telegramtest.Patience); w.address() == ""; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(late) {
				t.Fatal("the bot does not listen")
			}
		}
		balance.mu.Lock()
		defer balance.mu.Unlock()
		balance.to = append(append([]*worker(nil), balance.to...), w)
	}
	for range 3 {
		add()
	}
	s.Proxy(proxy.URL + "/hook")
	var pairs []*pair
	var playing sync.WaitGroup
	end := make(chan struct{})
	for n := range 4 {
		p := &pair{stage: newTelegramStage(s, n)}
		pairs = append(pairs, p)
		settle([]*pair{p})
		playing.Go(func() { p.play(mathrand.New(mathrand.NewPCG(1, uint64(n))), end) })
	}
	for range 3 {
		n := pairs[0].heard()
		s.Until("people play", func() bool { return pairs[0].heard() > n })
		add()
		balance.mu.Lock()
		old := balance.to[0]
		balance.to = balance.to[1:]
		balance.mu.Unlock()
		old.stop()
	}
	close(end)
	playing.Wait()
	balance.mu.Lock()
	for _, w := range balance.to {
		w.stop()
	}
	balance.mu.Unlock()
	for _, p := range pairs {
		if is := p.judge(storedMoves(t, store, p.room())); is.Broken() || len(is.Twice) > 0 {
			t.Errorf("%s: %+v\ntyped %v\ntold  %v", p.room(), is, p.moves, p.told())
		}
	}
}
