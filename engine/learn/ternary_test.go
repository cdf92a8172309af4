package learn_test

import (
	"strconv"
	"testing"
	"testing/fstest"

	"tabuleiro/engine/learn"
)

// The index of a set is its number to the base 3.
func TestTernary(t *testing.T) {
	for set, got := range learn.Ternary {
		want, err := strconv.ParseUint(strconv.FormatInt(int64(set), 2), 3, 16)
		if err != nil || uint64(got) != want {
			t.Errorf("set %b: %d instead of %d, %v", set, got, want, err)
		}
	}
	if len(learn.Ternary) != 256 {
		t.Errorf("%d sets", len(learn.Ternary))
	}
}

// Embedded weights are read; missing ones panic.
func TestEmbedded(t *testing.T) {
	files := fstest.MapFS{"a.weights": {Data: pack(t, 2, 7, -8)}}
	if got := learn.Embedded(files, "a.weights", 2); len(got) != 2 || got[0] != 7 || got[1] != -8 {
		t.Errorf("%v", got)
	}
	for name, count := range map[string]int{"a.weights": 3, "b.weights": 2} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of %d weights is there", name, count)
				}
			}()
			learn.Embedded(files, name, count)
		}()
	}
}
