package share

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// Every letter is dealt with in the order of its room, once where nobody dies, whoever files it and whoever comes and
// goes.
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
