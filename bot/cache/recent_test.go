package cache_test

import (
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/cache"
)

func TestList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := cache.New[string, int](3, time.Minute)
		for i, key := range []string{"a", "b", "c", "d"} {
			l.Put(key, i)
			time.Sleep(10 * time.Second)
		}
		if n, ok := l.Get("b"); !ok || n != 1 || l.Has("a") || l.Len() != 3 {
			t.Errorf("b is %d, %v, and a of three newer ones is there: %v", n, ok, l.Has("a"))
		}
		time.Sleep(45 * time.Second) // c and d are a minute old by now, b was used
		if l.Has("c") || !l.Has("d") || !l.Has("b") {
			t.Errorf("after 65 s without use c is there: %v; d after 55: %v; b, which was used: %v", l.Has("c"), l.Has("d"),
				l.Has("b"))
		}
		time.Sleep(10 * time.Second)
		if l.Len() != 1 || !l.Has("b") {
			t.Errorf("of what was idle %d are there", l.Len()-1)
		}
		if is, was := l.PutNew("b", 7); is != 1 || !was {
			t.Errorf("another one is new: %d, %v", is, was)
		}
		if is, was := l.PutNew("e", 7); is != 7 || was {
			t.Errorf("one that is new was there: %d, %v", is, was)
		}
		if !l.Remove("b") || l.Remove("b") {
			t.Error("it is not removed once")
		}
		l.Clear()
		if l.Len() != 0 {
			t.Errorf("all are dropped, and there are %d", l.Len())
		}
		stays := cache.New[string, int](3, 0)
		stays.Put("a", 1)
		time.Sleep(time.Hour)
		if !stays.Has("a") {
			t.Error("what may stay for ever has gone")
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

// What has a fixed time goes then even if it is used, and the latest is kept.
func TestTTL(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := cache.NewTTL[string, bool](2, time.Minute)
		b.Put("a", true)
		time.Sleep(30 * time.Second)
		b.Put("b", true)
		if value, ok := b.Get("a"); !value || !ok {
			t.Error("forgotten at once")
		}
		time.Sleep(30 * time.Second)
		if _, ok := b.Get("a"); ok {
			t.Error("believed for ever")
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
