package cache_test

import (
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/cache"
)

func TestList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := cache.New[string, int](3, 0)
		for i, key := range []string{"a", "b", "c"} {
			l.Put(key, i)
		}
		time.Sleep(time.Hour)
		if n, ok := l.Get("a"); !ok || n != 0 {
			t.Errorf("what may stay for ever is %d, %v", n, ok)
		}
		l.Put("d", 3)
		if !l.Has("a") || l.Has("b") || !l.Has("c") || l.Len() != 3 {
			t.Errorf("of four a was used last, and there are %d: a %v, b %v, c %v", l.Len(), l.Has("a"), l.Has("b"), l.Has("c"))
		}
		if is, was := l.PutNew("a", 7); is != 0 || !was {
			t.Errorf("another one is new: %d, %v", is, was)
		}
		if is, was := l.PutNew("e", 7); is != 7 || was {
			t.Errorf("one that is new was there: %d, %v", is, was)
		}
		if !l.Remove("a") || l.Remove("a") {
			t.Error("it is not removed once")
		}
		l.Clear()
		if l.Len() != 0 {
			t.Errorf("all are dropped, and there are %d", l.Len())
		}
	})
}

func TestRemoveIf(t *testing.T) {
	l := cache.New[string, int](3, 0)
	for key, n := range map[string]int{"a": 3, "b": 4, "c": 5} {
		l.Put(key, n)
	}
	l.RemoveIf(func(key string, n int) bool { return key == "a" || n == 5 })
	if l.Len() != 1 || !l.Has("b") {
		t.Errorf("of three, of which two are removed, there are %d", l.Len())
	}
	if l.Put("b", 7); l.Len() != 1 {
		t.Errorf("in the place of one there are %d", l.Len())
	}
	if n, _ := l.Get("b"); n != 7 {
		t.Errorf("what was put in its place is %d", n)
	}
}

// A value with a TTL expires even if it is used, and the latest one counts.
func TestTTL(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := cache.New[string, bool](2, time.Minute)
		b.Put("a", true)
		time.Sleep(30 * time.Second)
		b.Put("b", true)
		if value, ok := b.Get("a"); !value || !ok {
			t.Error("forgotten at once")
		}
		time.Sleep(30 * time.Second)
		if b.Has("a") || b.Len() != 1 {
			t.Errorf("believed for ever, with %d others", b.Len()-1)
		}
		if _, was := b.PutNew("a", true); was || !b.Remove("a") {
			t.Error("what has gone is there")
		}
		b.Put("c", true)
		b.Put("d", true)
		if _, ok := b.Get("b"); ok {
			t.Error("three kept where two may be")
		}
		if _, ok := b.Get("d"); !ok {
			t.Error("the latest is forgotten")
		}
	})
}

func TestChange(t *testing.T) {
	l := cache.New[string, int](2, 0)
	for _, key := range []string{"a", "b", "a", "c"} {
		l.Change(key, func(n *int) { *n++ })
	}
	for key, want := range map[string]int{"a": 2, "b": 0, "c": 1} {
		if n, _ := l.Get(key); n != want {
			t.Errorf("%s is %d, want %d", key, n, want)
		}
	}
}
