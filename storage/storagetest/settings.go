package storagetest

import (
	"slices"
	"testing"

	"tabuleiro/storage"
)

func testSettings(t *testing.T, s storage.Store) {
	want := func(key, value string) {
		t.Helper()
		if got, err := s.Get(t.Context(), key); err != nil || got != value {
			t.Errorf("Get(%q) = %q, %v, want %q", key, got, err, value)
		}
	}
	put := func(key, value string) {
		t.Helper()
		if err := s.Put(t.Context(), key, value); err != nil {
			t.Errorf("Put(%q, %q): %v", key, value, err)
		}
	}
	want("language/telegram:42", "")
	put("language/telegram:42", "pt-BR")
	put("language/telegram:4", "\"\\ \U0001f3b2\n")
	want("language/telegram:42", "pt-BR")
	want("language/telegram:4", "\"\\ \U0001f3b2\n")
	put("language/telegram:42", "en")
	want("language/telegram:42", "en")
	put("language/telegram:42", "")
	put("language/telegram:42", "")
	want("language/telegram:42", "")
	want("language/telegram:4", "\"\\ \U0001f3b2\n")
	want("", "")
	for _, bad := range [][2]string{{"", "x"}, {"a\x00b", "x"}, {"\xff", "x"}, {"k", "\xff"}, {"k", "\x00"}} {
		if err := s.Put(t.Context(), bad[0], bad[1]); err == nil {
			t.Errorf("Put(%q, %q) = nil, want an error", bad[0], bad[1])
		}
	}
	want("k", "")
}

func testKeys(t *testing.T, s storage.Store) {
	want := func(prefix string, keys ...string) {
		t.Helper()
		if got, err := s.Keys(t.Context(), prefix); err != nil || !slices.Equal(got, keys) {
			t.Errorf("Keys(%q) = %q, %v, want %q", prefix, got, err, keys)
		}
	}
	want("")
	mustAppend(t, s, NewHead("a", 1), NewEvents(1, 1)...) // matches are not settings
	for _, key := range []string{"b", "a/10", "a/1", "a", "a0", "a/\U0010ffff", "a/é", "A", "ab/1"} {
		if err := s.Put(t.Context(), key, "v"); err != nil {
			t.Fatal(err)
		}
	}
	want("", "A", "a", "a/1", "a/10", "a/é", "a/\U0010ffff", "a0", "ab/1", "b")
	want("a/", "a/1", "a/10", "a/é", "a/\U0010ffff")
	want("a/1", "a/1", "a/10")
	want("a/10", "a/10")
	want("b", "b")
	want("c")
	want("a\x00")
	want("\xff")
	if err := s.Put(t.Context(), "a/1", ""); err != nil {
		t.Fatal(err)
	}
	want("a/1", "a/10")
}
