package agenda

import (
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"tabuleiro/bot/kv"
	"tabuleiro/storage/memorytest"
)

var buses = NewIndex(kv.Schema{Name: "bus/", Owner: kv.Bot}, func(of string) error {
	if of == "" {
		return errors.New("it goes nowhere")
	}
	return nil
})

// Appointments come in the order of time, under the names by which stores know them.
func TestIndex(t *testing.T) {
	ctx, s := t.Context(), memorytest.New()
	began := time.Date(2026, 11, 26, 9, 0, 0, 0, time.FixedZone("", 3600))
	a := buses.Agenda(s, Config[Appointment]{Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if at, err := a.Soonest(ctx); !at.IsZero() || err != nil {
		t.Errorf("an index of nothing has %v, %v", at, err)
	}
	for _, err := range []error{
		buses.Put(ctx, s, Appointment{began.Add(time.Hour), "porto/norte"}), buses.Put(ctx, s, Appointment{began, "lisboa"}),
		buses.Put(ctx, s, Appointment{began.Add(-time.Hour), ""}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	keys, err := s.Keys(ctx, "")
	want := []string{
		"bus/2026-11-26T07:00:00Z/", "bus/2026-11-26T08:00:00Z/lisboa", "bus/2026-11-26T09:00:00Z/porto/norte",
	}
	if !slices.Equal(keys, want) || err != nil {
		t.Errorf("keys %q, %v", keys, err)
	}
	if at, err := a.Soonest(ctx); !at.Equal(began) || err != nil {
		t.Errorf("the soonest is at %v, %v", at, err)
	}
	due, err := a.Due(ctx, began.Add(time.Minute))
	if len(due) != 1 || due[0].Of != "lisboa" || err != nil {
		t.Fatalf("due are %v, %v", due, err)
	}
	if err := buses.Delete(ctx, s, due[0]); err != nil {
		t.Fatal(err)
	}
	if all, err := buses.All(ctx, s); len(all) != 1 || all[0].Of != "porto/norte" || err != nil {
		t.Errorf("left are %v, %v", all, err)
	}
	mark, err := s.Get(ctx, want[2])
	if kv.Verify(want[0], mark) == nil || kv.Verify(want[2], mark) != nil || err != nil {
		t.Error("a check takes an appointment for another one")
	}
}
