package control_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/bot/meter"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
	"tabuleiro/engine/table"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// club is a chat service in memory that listens until it is told to stop.
type club struct {
	chattest.Mute
	listens chan chat.Handler
	stop    chan error
}

func (c *club) Name() string { return "club" }
func (c *club) Run(ctx context.Context, h chat.Handler) error {
	c.listens <- h
	select {
	case err := <-c.stop:
		return err
	case <-ctx.Done():
		return nil
	}
}
func (c *club) Send(_ context.Context, room chat.Room, _ chat.Message) (chat.Ref, error) {
	if room == "club:closed" {
		return "", chat.ErrClosed
	}
	return "", nil
}
func (c *club) Caps(chat.Room) chat.Caps { return chat.Caps{Text: 4096} }

func (c *club) State() chat.State {
	waits := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "tabuleiro_queue_wait_seconds", Help: "Waits.",
		ConstLabels: prometheus.Labels{"service": "club"}, Buckets: []float64{.1, 1}}, []string{"class"})
	waits.WithLabelValues("files")
	for _, seconds := range []float64{.0625, .5, 1.9375} {
		waits.WithLabelValues("boards").Observe(seconds)
	}
	return chat.State{Queues: map[string]int{"in": 3, "out": 5}, Waits: waits}
}

// watched is a bot with a monitor.
type watched struct {
	t       *testing.T
	club    *club
	store   *faultytest.Store
	handler chat.Handler
	url     string
}

func watch(t *testing.T) *watched {
	t.Helper()
	w := &watched{t: t, club: &club{listens: make(chan chat.Handler), stop: make(chan error)}, store: faultytest.New(memorytest.New())}
	count := meter.New(time.Now)
	log := slog.New(count.Log(slog.NewTextHandler(t.Output(), nil), func() {}))
	b, err := bot.New(bot.Config{Store: w.store, Games: table.Games, Language: "en", Log: log, Now: time.Now,
		Random: rand.Reader, Meter: count, Version: "v1.2.3"})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	end := control.Serve(control.Process{Health: b.Health, Figures: control.Figures(b), Store: w.store}.Handler(log), log, listener)
	w.url = "http://" + listener.Addr().String()
	if status, text := w.get("/healthz"); status != 503 || text != "no service has begun to listen\n" {
		t.Errorf("before it runs: %d %q", status, text)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, w.club) }()
	t.Cleanup(func() {
		cancel()
		<-ended
		end()
		if _, err := http.Get(w.url + "/healthz"); err == nil {
			t.Error("it still answers")
		}
	})
	w.handler = <-w.club.listens
	return w
}

func (w *watched) get(path string) (status int, body string) {
	w.t.Helper()
	response, err := http.Get(w.url + path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

func (w *watched) says(room chat.Room, who, text string) {
	w.handler.Hear(w.t.Context(), chat.Event{Room: room, From: chat.User{ID: "club:" + who, Handle: who, Name: who},
		Text: text, Addressed: true,
		Mentions: []chat.User{{ID: "club:rui", Handle: "rui", Name: "rui"}}})
}

// The metrics follow Prometheus' conventions, and contain no personal data.
func TestMetrics(t *testing.T) {
	w := watch(t)
	w.says("club:7", "ana", "/play cage @rui")
	w.says("club:7", "rui", "/accept")
	w.says("club:7", "eva", "/play eximo")
	w.says("club:closed", "ana", "/help")
	status, text := w.get("/metrics")
	if status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	for _, line := range []string{
		`tabuleiro_build_info{version="v1.2.3"} 1`,
		`tabuleiro_service_up{service="club"} 1`,
		`tabuleiro_events_heard_total{service="club"} 4`,
		`tabuleiro_events_in_progress 0`,
		`tabuleiro_event_duration_seconds_count 4`,
		`tabuleiro_event_duration_seconds_bucket{le="+Inf"} 4`,
		`tabuleiro_messages_sent_total{kind="announcement",service="club"} 3`,
		`tabuleiro_messages_failed_total{kind="announcement",service="club"} 0`,
		`tabuleiro_messages_failed_total{kind="answer",service="club"} 1`,
		`tabuleiro_messages_in_progress{service="club"} 0`,
		`tabuleiro_queue_length{queue="in",service="club"} 3`,
		`tabuleiro_queue_length{queue="out",service="club"} 5`,
		`tabuleiro_queue_wait_seconds_bucket{class="boards",service="club",le="0.1"} 1`,
		`tabuleiro_queue_wait_seconds_bucket{class="boards",service="club",le="+Inf"} 3`,
		`tabuleiro_queue_wait_seconds_sum{class="boards",service="club"} 2.5`,
		`tabuleiro_queue_wait_seconds_count{class="files",service="club"} 0`,
		`tabuleiro_announcements_waiting 0`,
		`tabuleiro_challenges_total{game="cage"} 1`,
		`tabuleiro_challenges_total{game="eximo"} 1`,
		`tabuleiro_matches_begun_total{game="cage"} 1`,
		`tabuleiro_matches{status="open"} 1`,
		`tabuleiro_matches{status="playing"} 1`,
		`tabuleiro_rooms 1`,
		`tabuleiro_standby 0`,
		`tabuleiro_panics_total 0`,
		`tabuleiro_storage_errors_total{operation="append"} 0`,
		`tabuleiro_log_lines_total{level="warn"} 1`,
		`tabuleiro_log_lines_total{level="error"} 0`,
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("%s is missing", line)
		}
	}
	for _, name := range []string{"go_goroutines", "process_resident_memory_bytes"} {
		if !strings.Contains(text, "\n"+name+" ") {
			t.Errorf("%s is missing", name)
		}
	}
	for _, secret := range []string{"ana", "rui", "eva", "club:"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q can be read", secret)
		}
	}
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil {
		t.Error(err)
	}
	for _, p := range problems {
		if strings.HasPrefix(p.Metric, "tabuleiro_") {
			t.Errorf("%s: %s", p.Metric, p.Text)
		}
	}
}

// While the storage fails, all other metrics are served.
func TestMetrics_WithoutStorage(t *testing.T) {
	w := watch(t)
	w.store.Plan(faultytest.Always(faultytest.Fault{Err: errors.New("the disk is gone")}, "Get", "Find"))
	status, text := w.get("/metrics")
	if status != 200 || !strings.Contains(text, "tabuleiro_panics_total 0") || strings.Contains(text, "tabuleiro_matches{") {
		t.Errorf("the first time: %d %s", status, text)
	}
	if _, text = w.get("/metrics"); strings.Contains(text, `tabuleiro_storage_errors_total{operation="find"} 0`) {
		t.Errorf("the error is not counted:\n%s", text)
	}
}

func TestHealth(t *testing.T) {
	w := watch(t)
	if status, text := w.get("/healthz"); status != 200 || text != "ok\n" {
		t.Errorf("all is well: %d %q", status, text)
	}
	w.store.Plan(faultytest.Always(faultytest.Fault{Err: errors.New("the disk is gone")}, "Keys"))
	if status, text := w.get("/healthz"); status != 503 || text != "the store fails: the disk is gone\n" {
		t.Errorf("without a store: %d %q", status, text)
	}
	w.store.Plan(nil)
	if status, text := w.get("/healthz"); status != 200 {
		t.Errorf("with the store again: %d %q", status, text)
	}
	w.club.stop <- errors.New("the token is wrong")
	for status, text := w.get("/healthz"); status == 200 || text != "club has ended: the token is wrong\n"; status,
		text = w.get("/healthz") {
		if status != 200 { // it has ended a moment later than it was told to
			t.Fatalf("without a service: %d %q", status, text)
		}
	}
	if _, text := w.get("/metrics"); !strings.Contains(text, "\ntabuleiro_service_up{service=\"club\"} 0\n") {
		t.Error("the metrics say that the service is up")
	}
}

// A hanging store is reported as unhealthy each time, and at most one check of it is pending.
func TestHealth_Hanging(t *testing.T) {
	w := watch(t)
	hang := make(chan struct{})
	w.store.Plan(faultytest.Always(faultytest.Fault{Until: hang, Deaf: true}, "Keys"))
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if err := w.handler.(*bot.Bot).Health(ctx); err == nil || err.Error() != "the store does not answer" {
			t.Errorf("hanging: %v", err)
		}
		cancel()
	}
	w.store.Plan(nil)
	close(hang)
	if status, text := w.get("/healthz"); status != 200 {
		t.Errorf("going on: %d %q", status, text)
	}
}

// Other paths and methods are refused, and requests are bounded in size.
func TestMonitor_Refuses(t *testing.T) {
	w := watch(t)
	for path, want := range map[string]int{"/": 404, "/debug/pprof/": 404, "/metrics/x": 404, "/backup": 404} {
		if status, _ := w.get(path); status != want {
			t.Errorf("GET %s: %d, want %d", path, status, want)
		}
	}
	response, err := http.Post(w.url+"/healthz", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	if response.Body.Close(); response.StatusCode != 405 {
		t.Errorf("POST: %s", response.Status)
	}
	request, err := http.NewRequestWithContext(t.Context(), "GET", w.url+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Long", strings.Repeat("x", 64<<10))
	response, err = http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if response.Body.Close(); response.StatusCode != 431 {
		t.Errorf("a long header: %s", response.Status)
	}
}

func TestMonitor_CannotListen(t *testing.T) {
	t.Chdir(t.TempDir())
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	c := config.Config{Database: "postgres://db/x", Metrics: config.Metrics{Listen: config.ListenAddress(taken.Addr().String())}}
	_, err = control.Process{Figures: control.Figures(nil)}.Offer(c, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "in use") || !strings.Contains(err.Error(), "metrics.listen") {
		t.Errorf("an address that is taken: %v", err)
	}
	if left, err := filepath.Glob("*"); left != nil || err != nil {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// The socket serves the bot's health.
func TestHealth_AtSocket(t *testing.T) {
	w := watch(t)
	file := filepath.Join(t.TempDir(), "a.db")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := config.Database(file)
	at, err := control.SocketOf(d)
	if err != nil {
		t.Fatal(err)
	}
	asked := func(want string) {
		t.Helper()
		var out strings.Builder
		if err := control.Health(t.Context(), at, &out); !strings.Contains(fmt.Sprint(out.String(), err), want) ||
			(err == nil) != (out.String() == "ok\n") {
			t.Errorf("%q, %v; want %s", out.String(), err, want)
		}
	}
	asked("nobody listens")
	b := w.handler.(*bot.Bot)
	end, err := control.Process{Health: b.Health, Figures: control.Figures(b)}.Offer(config.Config{Database: d},
		slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	asked("ok")
	w.store.Plan(faultytest.Always(faultytest.Fault{Err: errors.New("the disk is gone")}, "Keys"))
	asked("503 Service Unavailable: the store fails: the disk is gone")
	w.store.Plan(nil)
	asked("ok")
	end()
	asked("nobody listens")
}
