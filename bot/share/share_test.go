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

func (c *cable) Renew(ctx context.Context, holder string, d time.Duration) ([]storage.Lease, error) {
	if err := c.fault(); err != nil {
		return nil, err
	}
	return c.Shared.Renew(ctx, holder, d)
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

func begin(t *testing.T, store storage.Shared, name string) *process {
	p := &process{cable: &cable{Shared: store}, ended: make(chan struct{})}
	p.Share = New(Config{Store: p.cable, Name: name, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
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
		if a.Processes() != 3 {
			t.Errorf("%d processes", a.Processes())
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

// Work that was begun is finished before the room is given up, and no other is begun; work that takes too long is fenced.
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
		if n, in := b.Figures().Processes, b.Processes(); n != 1 || in != 2 {
			t.Errorf("%d processes, of which %d still work", n, in)
		}
		watched(t, 4*time.Second, a, b)
		<-a.ended
		if !b.Owns(slow) {
			t.Error("what takes too long keeps the room")
		}
		if n := b.Processes(); n != 1 {
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
		if err := store.Append(context.WithoutCancel(ctx), head); !errors.Is(err, storage.ErrFenced) && !errors.Is(err, storage.ErrConflict) {
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

// Every letter is dealt with in the order of its room, once where nobody dies, whoever files it and whoever comes and goes.
func TestLetters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		var mu sync.Mutex
		dealt := map[string][]string{}
		start := func(name string) *process {
			p := begin(t, store, name)
			turns := map[string]chan func(){}
			p.Open("test", func(l *Letter) {
				var room, n string
				fmt.Sscan(l.Body, &room, &n)
				if turns[room] == nil {
					turn := make(chan func(), 1000)
					turns[room] = turn
					go func() {
						for do := range turn {
							do()
						}
					}()
				}
				turns[room] <- func() {
					if _, ok := l.Begin(context.Background()); !ok {
						return
					}
					time.Sleep(10 * time.Millisecond)
					mu.Lock()
					dealt[room] = append(dealt[room], n)
					mu.Unlock()
					l.Done()
				}
			})
			t.Cleanup(func() {
				for _, c := range turns {
					close(c)
				}
			})
			return p
		}
		a, b := start("a"), start("b")
		want := map[string][]string{}
		number := int64(0)
		file := func(p *process, from, to int) {
			for n := from; n < to; n++ {
				for _, room := range rooms()[:20] {
					text := fmt.Sprint(n)
					want[string(room)] = append(want[string(room)], text)
					number++
					err := p.File(t.Context(), News{Room: room, Service: "test", Number: number, Body: string(room) + " " + text})
					if err != nil {
						t.Fatal(err)
					}
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
		file(a, 0, 50)
		c := start("c")
		file(b, 50, 150)
		a.stop()
		file(c, 150, 250)
		time.Sleep(2 * time.Second)
		for _, p := range []*process{b, c} {
			p.stop()
			<-p.ended
		}
		<-a.ended
		mu.Lock()
		defer mu.Unlock()
		for room, all := range want {
			if !slices.Equal(all, dealt[room]) {
				t.Fatalf("%s: %v", room, dealt[room])
			}
		}
		var boxes []string
		for n := range Partitions {
			boxes = append(boxes, partitionName(n))
		}
		if left, err := store.Letters(t.Context(), boxes, nil, 10); err != nil || len(left) > 0 {
			t.Errorf("left: %v, %v", left, err)
		}
	})
}

// A group and its topics are one for a service, and so for the processes.
func TestTopics(t *testing.T) {
	for _, c := range [][2]chat.Room{{"telegram:-100:7", "telegram:-100"}, {"telegram:-100:7", "telegram:-100:8"}} {
		if partition(c[0]) != partition(c[1]) {
			t.Errorf("%v are in two partitions", c)
		}
	}
	if partition("telegram:1") == partition("telegram:2") && partition("telegram:2") == partition("telegram:3") {
		t.Error("all rooms are in one")
	}
}

// A process forgets a lease that it held once and wants no more: there is one for every shard that there ever was.
func TestHoldIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, memory.New(), "a")
		wanted := func() int {
			p.mu.Lock()
			defer p.mu.Unlock()
			return len(p.wanted)
		}
		before := wanted()
		for n := range 5 {
			ctx, stop := context.WithCancel(context.Background())
			held, ended := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(ended)
				_ = p.Hold(ctx, "discord/shard/"+strconv.Itoa(n), func(ctx context.Context) error {
					close(held)
					<-ctx.Done()
					return nil
				})
			}()
			<-held
			stop()
			<-ended
		}
		time.Sleep(5 * time.Second)
		if n := wanted(); n != before {
			t.Errorf("%d leases are known, before there were %d", n, before)
		}
		p.stop()
		<-p.ended
	})
}
