package control

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"tabuleiro/cmd/tabuleiro/config"
)

// ill is the health of a process, nil if it is well.
type ill struct{ err error }

func (i *ill) Health(context.Context) error { return i.err }

// journal is a log that several goroutines write.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(b)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// A process serves its health at its socket and at the metrics address, and a backup at the socket alone; the log says
// so. Both are closed afterwards.
func TestOffer(t *testing.T) {
	var log journal
	logger := slog.New(slog.NewTextHandler(&log, nil))
	c := config.Defaults()
	c.Database, c.Metrics.Listen = newFile(t, t.TempDir()), "127.0.0.1:0"
	figures := prometheus.NewRegistry()
	figures.MustRegister(prometheus.NewGauge(prometheus.GaugeOpts{Name: "answer"}))
	health := new(ill)
	end, err := Process{Health: health.Health, Figures: figures, Store: copier{nil, "backup", nil}}.Offer(c, logger)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`at=(http://\S+)/metrics`).FindStringSubmatch(log.String())
	if m == nil {
		t.Fatalf("the log does not tell where the metrics are: %s", &log)
	}
	get := func(path string) (int, string, http.Header) {
		t.Helper()
		r, err := http.Get(m[1] + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(text), r.Header
	}
	at, err := SocketOf(c.Database)
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	if err := Health(t.Context(), at, &said); err != nil || said.String() != "ok\n" {
		t.Errorf("at the socket it says %q, %v", &said, err)
	}
	if status, text, header := get("/healthz"); status != 200 || text != "ok\n" || header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %q, kept for %q", status, text, header.Get("Cache-Control"))
	}
	if status, text, _ := get("/metrics"); status != 200 || !strings.Contains(text, "\nanswer 0\n") {
		t.Errorf("%d %q", status, text)
	}
	if status, _, _ := get("/backup"); status != 404 {
		t.Errorf("a backup at the address: %d", status)
	}
	token := "123456789:AAEgeheimgeheimgeheimgeheimgeheimgeheim"
	health.err = errors.New("no answer of " + token)
	if status, text, _ := get("/healthz"); status != 503 || text != "no answer of (secret)\n" {
		t.Errorf("%d %q", status, text)
	}
	if err := Health(t.Context(), at, io.Discard); err == nil || !strings.Contains(err.Error(), "no answer of (secret)") {
		t.Errorf("at the socket: %v", err)
	}
	if n, err := backup(t, at); n != 6 || err != nil {
		t.Errorf("a backup of %d bytes, %v", n, err)
	}
	c.Metrics.Listen = config.ListenAddress(strings.TrimPrefix(m[1], "http://"))
	c.Database = newFile(t, t.TempDir())
	if _, err := (Process{Health: health.Health, Figures: figures}).Offer(c, quiet); err == nil ||
		!strings.HasPrefix(err.Error(), "metrics: ") || !strings.Contains(err.Error(), "choose another address (metrics.listen, TABULEIRO_METRICS_LISTEN)") {
		t.Errorf("a second process at the same address: %v", err)
	}
	if _, err := os.Lstat(c.Database.Beside(".sock")); err == nil {
		t.Error("the socket of the second process is left")
	}
	end()
	if err := Health(t.Context(), at, io.Discard); !errors.Is(err, ErrNobody) {
		t.Errorf("afterwards at the socket: %v", err)
	}
	if d, err := net.Dial("tcp", strings.TrimPrefix(m[1], "http://")); err == nil {
		t.Errorf("afterwards somebody listens: %v", d.Close())
	}
	if text := log.String(); !strings.Contains(text, `level=INFO msg="backup sent" bytes=6`) || strings.Contains(text, "WARN") {
		t.Errorf("the log:\n%s", text)
	}
}

// Without a store there is no backup, and a process runs without a socket, too.
func TestOffer_Less(t *testing.T) {
	var log journal
	logger := slog.New(slog.NewTextHandler(&log, nil))
	c := config.Defaults()
	c.Database = newFile(t, t.TempDir())
	end, err := Process{Health: new(ill).Health, Figures: prometheus.NewRegistry()}.Offer(c, logger)
	if err != nil {
		t.Fatal(err)
	}
	at, err := SocketOf(c.Database)
	if err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), at, io.Discard); err == nil {
		t.Error("a backup of a store that cannot be copied")
	}
	end()
	if text := log.String(); text != "" {
		t.Errorf("the log:\n%s", text)
	}
	if err := os.WriteFile(c.Database.Beside(".sock"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	end, err = Process{Health: new(ill).Health, Figures: prometheus.NewRegistry()}.Offer(c, logger)
	if err != nil {
		t.Fatal(err)
	}
	end()
	if text := log.String(); !strings.Contains(text, `level=WARN msg="no control socket: health cannot be asked for`) {
		t.Errorf("the log:\n%s", text)
	}
}

// A failed backup is logged, whether it had begun or not.
func TestBackup_Logged(t *testing.T) {
	for text, want := range map[string]string{"": "backup failed", "backup": "backup broke off"} {
		var log journal
		logger := slog.New(slog.NewTextHandler(&log, nil))
		db := newFile(t, t.TempDir())
		at, err := SocketOf(db)
		if err != nil {
			t.Fatal(err)
		}
		listeners, err := at.listen()
		if err != nil {
			t.Fatal(err)
		}
		p := Process{Figures: prometheus.NewRegistry(), Store: copier{nil, text, errors.New("no such luck")}}
		end := Serve(p.Handler(logger), quiet, listeners...)
		if err := Backup(t.Context(), at, io.Discard); err == nil {
			t.Error("the backup is whole")
		}
		end()
		if !strings.Contains(log.String(), `level=ERROR msg="`+want+`" error="no such luck"`) {
			t.Errorf("the log:\n%s", &log)
		}
	}
}
