package share

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// cable is the way of one process to the store.
type cable struct {
	storage.Shared
	mu  sync.Mutex
	cut bool
}

var errCut = errors.New("no way to the store")

func (c *cable) fault() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut {
		return errCut
	}
	return nil
}

func (c *cable) set(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = cut
}

func (c *cable) Acquire(ctx context.Context, holder string, d time.Duration, names ...string) ([]storage.Lease, error) {
	if err := c.fault(); err != nil {
		return nil, err
	}
	return c.Shared.Acquire(ctx, holder, d, names...)
}

func (c *cable) Renew(ctx context.Context, holder string, d time.Duration, asks int) ([]storage.Lease, error) {
	if err := c.fault(); err != nil {
		return nil, err
	}
	return c.Shared.Renew(ctx, holder, d, asks)
}

func (c *cable) Release(ctx context.Context, leases ...storage.Lease) error {
	return cmpErr(c.fault(), func() error { return c.Shared.Release(ctx, leases...) })
}

func (c *cable) Done(ctx context.Context, letters ...storage.Letter) error {
	return cmpErr(c.fault(), func() error { return c.Shared.Done(ctx, letters...) })
}

func cmpErr(err error, do func() error) error {
	if err != nil {
		return err
	}
	return do()
}

// process is one of several on one store.
type process struct {
	*Share
	cable *cable
	stop  context.CancelFunc
	ended chan struct{}
}

// workers is how many do some of the work, as it saw last, those included that stop and still finish theirs.
func (p *process) workers() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.working
}

func begin(t *testing.T, store storage.Shared, name string) *process {
	return beginWith(t, store, name, func(*Share) {})
}

func beginWith(t *testing.T, store storage.Shared, name string, prepare func(*Share)) *process {
	p := &process{cable: &cable{Shared: store}, ended: make(chan struct{})}
	p.Share = New(Config{Store: p.cable, Name: name, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	prepare(p.Share)
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go func() {
		defer close(p.ended)
		p.Run(ctx)
	}()
	return p
}

// rooms are so many that every partition has some.
func rooms() (all []chat.Room) {
	for n := range 1000 {
		all = append(all, chat.Room("telegram:"+strconv.Itoa(n)))
	}
	return all
}

// owned is how many rooms each process has. No room may have two owners.
func owned(t *testing.T, all ...*process) (counts []int) {
	t.Helper()
	counts = make([]int, len(all))
	for _, room := range rooms() {
		var owners []string
		for i, p := range all {
			if p.Owns(room) {
				counts[i]++
				owners = append(owners, p.Name)
			}
		}
		if len(owners) > 1 {
			t.Fatalf("%s is owned by %v", room, owners)
		}
	}
	return counts
}

// watched lets time pass, and looks all the while that no room has two owners.
func watched(t *testing.T, d time.Duration, all ...*process) []int {
	t.Helper()
	for range d / (50 * time.Millisecond) {
		time.Sleep(50 * time.Millisecond)
		synctest.Wait()
		owned(t, all...)
	}
	return owned(t, all...)
}

// even tells whether all rooms are owned, by all in about the same number.
func even(counts ...int) bool {
	sum := 0
	for _, n := range counts {
		if n < 600/len(counts) {
			return false
		}
		sum += n
	}
	return sum == len(rooms())
}

func TestRoomsAreDivided(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		a := begin(t, store, "a")
		if n := watched(t, 2*time.Second, a); !even(n...) {
			t.Errorf("one process has %v", n)
		}
		b := begin(t, store, "b")
		c := begin(t, store, "c")
		if n := watched(t, 5*time.Second, a, b, c); !even(n...) {
			t.Errorf("three have %v", n)
		}
		if n := a.workers(); n != 3 {
			t.Errorf("%d processes", n)
		}
		b.stop()
		if n := watched(t, 2*time.Second, a, b, c); n[1] != 0 || !even(n[0], n[2]) {
			t.Errorf("two seconds after one has stopped: %v", n)
		}
		<-b.ended
		a.cable.set(true) // as dead as can be
		if n := watched(t, 13*time.Second, a, c); n[0] != 0 || !even(n[1]) {
			t.Errorf("thirteen seconds after one was cut off: %v", n)
		}
		a.cable.set(false)
		if n := watched(t, 5*time.Second, a, c); !even(n...) {
			t.Errorf("when it is back: %v", n)
		}
		a.stop()
		c.stop()
		<-a.ended
		<-c.ended
	})
}

// Of a process that dies at any moment on another machine the rooms are another's within ten seconds, of one that
// leaves within one.
func TestTakeover(t *testing.T) {
	for _, by := range []struct {
		what   string
		within time.Duration
	}{{"dies", 10 * time.Second}, {"leaves", time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			store := memory.New()
			stays := begin(t, store, "x/1/m/stays")
			for n := range 15 {
				goes := begin(t, store, fmt.Sprintf("y/1/n%d/goes", n))
				time.Sleep(5*time.Second + time.Duration(n)*53*time.Millisecond)
				if counts := owned(t, stays, goes); !even(counts...) {
					t.Fatalf("before it %s: %v", by.what, counts)
				}
				if by.what == "dies" {
					goes.cable.set(true)
				} else {
					goes.stop()
				}
				began := time.Now()
				for owned(t, stays)[0] < len(rooms()) && time.Since(began) < time.Minute {
					time.Sleep(100 * time.Millisecond)
				}
				if took := time.Since(began); took > by.within {
					t.Errorf("when one %s its rooms are another's after %v", by.what, took)
				}
				goes.stop()
				<-goes.ended
			}
			stays.stop()
			<-stays.ended
		})
	}
}

// Work that was begun is finished before the room is given up, and no other is begun; work that takes too long is
// fenced.
func TestStopFinishes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		a := begin(t, store, "a")
		time.Sleep(time.Second)
		const quick, slow = "telegram:1", "telegram:2"
		ctx, leave, ok := a.Enter(t.Context(), quick)
		_, _, okToo := a.Enter(t.Context(), slow)
		if !ok || !okToo {
			t.Fatal("the only process has no rooms")
		}
		b := begin(t, store, "b")
		a.stop()
		watched(t, 2*time.Second, a, b)
		if _, _, ok := a.Enter(t.Context(), quick); ok || b.Owns(quick) || !Held(ctx) || ctx.Err() != nil {
			t.Error("the room is given up while something is being done")
		}
		leave()
		watched(t, 2*time.Second, a, b)
		if !b.Owns(quick) || b.Owns(slow) || Held(ctx) {
			t.Error("what is free is not taken over, or what is busy is")
		}
		if n, in := b.Figures().Processes, b.workers(); n != 1 || in != 2 {
			t.Errorf("%d processes, of which %d still work", n, in)
		}
		watched(t, 4*time.Second, a, b)
		<-a.ended
		if !b.Owns(slow) {
			t.Error("what takes too long keeps the room")
		}
		if n := b.workers(); n != 1 {
			t.Errorf("%d processes work when one has stopped", n)
		}
		b.stop()
		<-b.ended
	})
}

// A process that cannot renew its leases stops before another one can have them, and what it was doing is ended.
func TestCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		a := begin(t, store, "a")
		time.Sleep(time.Second)
		ctx, leave, _ := a.Enter(t.Context(), "telegram:1")
		defer leave()
		a.cable.set(true)
		<-ctx.Done()
		if Held(ctx) {
			t.Error("it is still its own")
		}
		got, err := store.Acquire(t.Context(), "b", time.Minute, partition("telegram:1"))
		if err != nil || len(got) > 0 {
			t.Errorf("another has it already: %+v, %v", got, err)
		}
		time.Sleep(3 * time.Second)
		if got, err := store.Acquire(t.Context(), "b", time.Minute, partition("telegram:1")); err != nil || len(got) != 1 {
			t.Fatalf("nobody can have it: %v", err)
		}
		head := storage.Head{ID: "m", N: 1}
		if err := store.Append(context.WithoutCancel(ctx), head); !errors.Is(err, storage.ErrFenced) &&
			!errors.Is(err, storage.ErrConflict) {
			t.Errorf("stored under the old lease: %v", err)
		}
		a.stop()
		<-a.ended
	})
}

// One process at a time does what is held, and another goes on when it stops.
func TestHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		var mu sync.Mutex
		var busy []string
		var all []*process
		held := make(chan string, 100)
		for _, name := range []string{"a", "b"} {
			p := begin(t, store, name)
			all = append(all, p)
			ctx, stop := context.WithCancel(context.Background())
			old := p.stop
			p.stop = func() { stop(); old() }
			go p.Hold(ctx, "telegram/poll", func(ctx context.Context) error {
				mu.Lock()
				busy = append(busy, name)
				if len(busy) > 1 {
					t.Errorf("%v do the same", busy)
				}
				mu.Unlock()
				held <- name
				<-ctx.Done()
				time.Sleep(300 * time.Millisecond) // the end takes a while
				mu.Lock()
				busy = slices.DeleteFunc(busy, func(b string) bool { return b == name })
				mu.Unlock()
				return nil
			})
		}
		first := <-held
		i := slices.IndexFunc(all, func(p *process) bool { return p.Name == first })
		began := time.Now()
		all[i].stop()
		if second := <-held; second == first || time.Since(began) > 2*time.Second {
			t.Errorf("%s after %s, %s later", second, first, time.Since(began))
		}
		all[1-i].cable.set(true)
		time.Sleep(10 * time.Second)
		mu.Lock()
		if len(busy) > 0 {
			t.Errorf("%v goes on without the lease", busy)
		}
		mu.Unlock()
		for _, p := range all {
			p.stop()
			<-p.ended
		}
	})
}
