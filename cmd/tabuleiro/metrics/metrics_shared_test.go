package metrics

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/share"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine/table"
	"tabuleiro/storage/faulty"
	"tabuleiro/storage/memory"
)

// A process is fit for a load balancer to send something to from when it has its part until it begins to stop, and
// tells by then why it is not; the figures are those of the process, and how many there are.
func TestHealthOfOneOfSeveral(t *testing.T) {
	store := memory.New()
	type one struct {
		*watched
		share *share.Share
		stop  context.CancelFunc
		ended chan error
	}
	begin := func(name string) one {
		w := one{watched: &watched{t: t, club: &club{make(chan chat.Handler), make(chan error)}, store: faulty.New(store)},
			ended: make(chan error, 1)}
		count, log := meter.New(time.Now), slog.New(slog.NewTextHandler(t.Output(), nil))
		w.share = share.New(share.Config{Store: store, Name: name, Log: log,
			Times: share.Times{Beat: 10 * time.Millisecond, Grace: time.Minute}})
		b, err := bot.New(bot.Config{Store: w.store, Games: table.Games, Language: "en", Log: log, Now: time.Now,
			Random: rand.Reader, Meter: count, Version: "v1", Share: w.share})
		if err != nil {
			t.Fatal(err)
		}
		s, at, err := monitor("127.0.0.1:0", b, log)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		w.url = "http://" + at.String()
		if status, text := w.get("/healthz"); status != 503 || !strings.Contains(text, "it has no part in the work") {
			t.Errorf("%s before it runs: %d %q", name, status, text)
		}
		ctx, stop := context.WithCancel(context.Background())
		w.stop = stop
		t.Cleanup(stop)
		go func() { w.ended <- b.Run(ctx, w.club) }()
		<-w.club.listens
		return w
	}
	until := func(what string, so func() bool) {
		t.Helper()
		for late := time.Now().Add(telegramtest.Patience); !so(); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(late) {
				t.Fatal("waited in vain until", what)
			}
		}
	}
	a, b := begin("a"), begin("b")
	for _, w := range []one{a, b} {
		until("it is ready", func() bool { status, _ := w.get("/healthz"); return status == 200 })
		until("it has half of the rooms and tells so", func() bool {
			_, text := w.get("/metrics")
			return strings.Contains(text, "\ntabuleiro_processes 2\n") &&
				strings.Contains(text, fmt.Sprintf("\ntabuleiro_partitions %d\n", share.Partitions/2))
		})
	}
	until("a has seen the parts of both", func() bool {
		each := a.share.Figures().Each
		return each["a"] == share.Partitions/2 && each["b"] == share.Partitions/2
	})
	leave := func() {}
	for n := range 1000 {
		if _, l, ok := a.share.Enter(t.Context(), chat.Room(fmt.Sprint("club:", n))); ok { // it has something to finish
			leave = l
			break
		}
	}
	a.stop()
	until("it says that it stops", func() bool {
		status, text := a.get("/healthz")
		return status == 503 && strings.Contains(text, "it is stopping, and other processes take its rooms over")
	})
	if status, text := b.get("/healthz"); status != 200 {
		t.Errorf("the other one: %d %q", status, text)
	}
	leave()
	until("the other one has all rooms", func() bool {
		_, text := b.get("/metrics")
		return strings.Contains(text, fmt.Sprintf("\ntabuleiro_partitions %d\n", share.Partitions))
	})
	b.stop()
	for _, w := range []one{a, b} {
		if err := <-w.ended; err != nil {
			t.Error(err)
		}
	}
}
