package storage_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/storagetest"
)

var errBroken = errors.New("broken")

// An error says which operation failed, and no error stays nil.
func TestWrap(t *testing.T) {
	err := errBroken
	storage.Wrap(&err, "match %q", "m")
	if err.Error() != `match "m": broken` || !errors.Is(err, errBroken) {
		t.Errorf("it is %v", err)
	}
	err = nil
	if storage.Wrap(&err, "match"); err != nil {
		t.Errorf("it is %v", err)
	}
	if err := storage.Absent(fmt.Errorf("match: %w", storage.ErrNotFound)); err != nil {
		t.Errorf("what is not there is %v", err)
	}
	if err := storage.Absent(errBroken); !errors.Is(err, errBroken) {
		t.Errorf("another error is %v", err)
	}
}

// All values are encoded in order, or none if one cannot be.
func TestEncodeAll(t *testing.T) {
	encode := func(v any) (string, error) {
		if v == 3 {
			return "", errBroken
		}
		return fmt.Sprint(v), nil
	}
	if got, err := storage.EncodeAll([]int{2, 1}, encode); err != nil || !slices.Equal(got, []string{"2", "1"}) {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := storage.EncodeAll([]int{2, 3, 1}, encode); !errors.Is(err, errBroken) || got != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// The soonest deadline is that of any match, however far away, and none if no match has one.
func TestSoonest(t *testing.T) {
	s := memorytest.New()
	if at, err := storage.Soonest(t.Context(), s); !at.IsZero() || err != nil {
		t.Errorf("of nothing %v, %v", at, err)
	}
	far := time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	for _, deadline := range []time.Time{{}, far, far.Add(-time.Hour)} {
		h := storagetest.NewHead("m"+deadline.Format("15"), 1)
		h.Deadline = deadline
		if deadline.IsZero() {
			h.ID = "none"
		}
		if err := s.Append(t.Context(), h, storagetest.NewEvents(1, 1)...); err != nil {
			t.Fatal(err)
		}
		want := deadline
		if at, err := storage.Soonest(t.Context(), s); !at.Equal(want) || err != nil {
			t.Errorf("%v, %v; want %v", at, err, want)
		}
	}
}
