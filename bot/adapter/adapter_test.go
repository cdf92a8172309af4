package adapter_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
)

// The jobs of one key are done in order, those of another do not wait for them.
func TestQueueOrder(t *testing.T) {
	t.Parallel()
	q := adapter.NewQueue[string](adapter.Bounds{})
	var mu sync.Mutex
	var done []int
	held := make(chan struct{})
	for i := range 100 {
		q.Put("a", adapter.Job{Do: func() {
			<-held
			mu.Lock()
			defer mu.Unlock()
			done = append(done, i)
		}})
	}
	other := make(chan struct{})
	q.Put("b", adapter.Job{Do: func() { close(other) }})
	<-other
	close(held)
	q.Wait()
	q.Put("b", adapter.Job{Do: func() { done = append(done, 100) }}) // after a rest
	q.Stop()
	if len(done) != 101 || !slices.IsSorted(done) {
		t.Errorf("done in the order %v", done)
	}
	if q.Put("a", adapter.Job{Do: func() { t.Error("done after the end") }}) {
		t.Error("taken after the end")
	}
	q.Wait()
}

// Jobs that are too many are skipped. A firm job is never skipped.
func TestQueueSkips(t *testing.T) {
	t.Parallel()
	q := adapter.NewQueue[string](adapter.Bounds{Waiting: 2})
	var done []string
	held, begun := make(chan struct{}), make(chan struct{})
	q.Put("a", adapter.Job{Do: func() { close(begun); <-held }})
	<-begun
	for _, c := range []struct {
		name string
		firm bool
		want bool
	}{{"one", false, true}, {"two", false, true}, {"talk", false, false}, {"move", true, true}, {"talk", false, false},
		{"move", true, true}} {
		if got := q.Put("a", adapter.Job{Firm: c.firm, Do: func() { done = append(done, c.name) }}); got != c.want {
			t.Errorf("%s taken: %v", c.name, got)
		}
	}
	close(held)
	q.Wait()
	if want := []string{"one", "two", "move", "move"}; !slices.Equal(done, want) {
		t.Errorf("done %v, want %v", done, want)
	}
}

// No more jobs run at once than may, and those that fetch something do not take their places.
func TestQueueBounds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := adapter.NewQueue[int](adapter.Bounds{Busy: 3, Laden: 2})
		var busy, fetching, mostBusy, mostFetching atomic.Int32
		during := func(now, most *atomic.Int32) func() {
			return func() {
				most.Store(max(most.Load(), now.Add(1)))
				time.Sleep(time.Second)
				now.Add(-1)
			}
		}
		for i := range 20 {
			j := adapter.Job{Do: during(&busy, &mostBusy)}
			if i%2 == 0 {
				j.Fetch = during(&fetching, &mostFetching)
			}
			q.Put(i, j)
		}
		q.Wait()
		if mostBusy.Load() != 3 || mostFetching.Load() != 2 {
			t.Errorf("%d ran and %d fetched at once", mostBusy.Load(), mostFetching.Load())
		}
	})
}

// A file comes whole or not at all, and errors do not tell where it is.
func TestDownload(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/whole":
			_, _ = io.WriteString(w, "1. 11-15")
		case "/large":
			_, _ = w.Write(make([]byte, chat.LargestFile+1))
		case "/largest":
			_, _ = w.Write(make([]byte, chat.LargestFile))
		case "/broken":
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, "1. 11-15")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	for _, c := range []struct {
		path string
		size int
		want error
	}{
		{"/whole", 8, nil}, {"/largest", chat.LargestFile, nil}, {"/large", 0, adapter.ErrTooLarge},
		{"/broken", 8, io.ErrUnexpectedEOF}, {"/none", 0, adapter.Status(404)},
	} {
		r, err := http.NewRequest(http.MethodGet, s.URL+c.path+"?secret", nil)
		if err != nil {
			t.Fatal(err)
		}
		data, err := adapter.Download(s.Client(), r)
		if !errors.Is(err, c.want) || len(data) != c.size {
			t.Errorf("%s: %d bytes, %v", c.path, len(data), err)
		}
	}
	s.Close()
	r, _ := http.NewRequest(http.MethodGet, s.URL+"/whole?secret", nil)
	if _, err := adapter.Download(s.Client(), r); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("from nowhere: %v", err)
	}
}

func TestFileName(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"a.pdn": "a.pdn", "": "file", "..": "file", "/": "file", "../../etc/passwd": "passwd", `C:\games\a.pdn`: "a.pdn",
		"a\x00b\n.pdn": "ab.pdn", "\u202endp.a": "ndp.a", "\u200b": "file", "\xffa.pdn": "a.pdn",
		"jogo número 1.pdn":               "jogo número 1.pdn",
		strings.Repeat("x", 300) + ".pdn": strings.Repeat("x", 50) + ".pdn",
		strings.Repeat("x", 97) + ".pdn":  strings.Repeat("x", 50) + ".pdn",
		strings.Repeat("x", 96) + ".pdn":  strings.Repeat("x", 96) + ".pdn",
	} {
		if got := adapter.FileName(given); got != want {
			t.Errorf("%q became %q, want %q", given, got, want)
		}
	}
}

// FuzzFileName: whatever a file is called, what is left of it is a short name without folders that can be seen.
func FuzzFileName(f *testing.F) {
	for _, name := range []string{"game.pdn", "", "..", `..\..\x`, "a/b/", "\u202egnp.exe", "a." + strings.Repeat("é",
		300), strings.Repeat("é", 99) + "." + strings.Repeat("x", 99), "\x00\xff", " . ", strings.Repeat("é", 300)} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, given string) {
		got := adapter.FileName(given)
		if got == "" || strings.ContainsAny(got, "/\\\x00\n\r") || got == "." || got == ".." {
			t.Errorf("%q is called %q", given, got)
		}
		if !utf8.ValidString(got) || len(got) > 100 {
			t.Errorf("%q is called %q", given, got)
		}
		if again := adapter.FileName(got); again != got {
			t.Errorf("%q is called %q, and that %q", given, got, again)
		}
	})
}

func ExampleQueue() {
	q := adapter.NewQueue[string](adapter.Bounds{Waiting: 50})
	for _, text := range []string{"11-15", "22-18"} {
		q.Put("telegram:-100200", adapter.Job{Do: func() { fmt.Println(text) }})
	}
	q.Stop()
	// Output:
	// 11-15
	// 22-18
}

// A goroutine may begin another one while somebody waits, and when none is left.
func TestQueueGo(t *testing.T) {
	g := adapter.NewQueue[string](adapter.Bounds{})
	var done atomic.Int32
	begin := make(chan struct{})
	go func() {
		for range 1000 {
			g.Go(func() { g.Go(func() { done.Add(1) }) })
		}
		close(begin)
	}()
	for range 1000 {
		g.Wait()
	}
	<-begin
	if g.Wait(); done.Load() != 1000 {
		t.Errorf("%d of 1000 are done", done.Load())
	}
}
