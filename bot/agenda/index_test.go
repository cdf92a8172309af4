package agenda

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"tabuleiro/bot/kv"
	"tabuleiro/storage/memorytest"
)

var buses = NewIndex(kv.Schema{Name: "bus/", Owner: kv.Bot})

// A room has one appointment, under a name that stores know, and keeps it at a new address; the agenda has them in time
// order.
func TestIndex(t *testing.T) {
	ctx, s := t.Context(), memorytest.New()
	began := time.Date(2026, 11, 26, 9, 0, 0, 0, time.FixedZone("", 3600))
	a := buses.Agenda(s, Config[Appointment]{Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if due, at, err := a.Due(ctx, began); due != nil || !at.IsZero() || err != nil {
		t.Errorf("an index of nothing has %v at %v, %v", due, at, err)
	}
	has := func(want ...string) {
		t.Helper()
		keys, err := s.Keys(ctx, "")
		if !slices.Equal(keys, want) || err != nil {
			t.Errorf("keys %q, want %q, %v", keys, want, err)
		}
	}
	set := func(set func(context.Context, kv.Store, Appointment) error, a Appointment) {
		t.Helper()
		if err := set(ctx, s, a); err != nil {
			t.Fatal(err)
		}
	}
	set(buses.Set, Appointment{began.Add(2 * time.Hour), "bus:lisboa/sul"})
	set(buses.Set, Appointment{began.Add(3 * time.Hour), "bus:porto/norte"})
	set(buses.Set, Appointment{began, "bus:lisboa"})
	set(buses.Set, Appointment{began.Add(time.Hour), "bus:lisboa"})
	const sul, norte = "bus/2026-11-26T10:00:00Z/bus:lisboa/sul", "bus/2026-11-26T11:00:00Z/bus:porto/norte"
	has("bus/2026-11-26T09:00:00Z/bus:lisboa", sul, norte)
	due, at, err := a.Due(ctx, began.Add(2*time.Hour))
	if len(due) != 2 || due[0].Room != "bus:lisboa" || due[1].Room != "bus:lisboa/sul" || !at.Equal(began.Add(time.Hour)) || err != nil {
		t.Fatalf("due are %v, the soonest at %v, %v", due, at, err)
	}
	if due, at, err := a.Due(ctx, began); due != nil || !at.Equal(began.Add(time.Hour)) || err != nil {
		t.Errorf("before that %v are due, and something at %v, %v", due, at, err)
	}
	const old = "bus/2026-11-26T08:00:00Z/Europe~Lisbon/bus:lisboa" // of a version that kept zones
	if err := s.Put(ctx, old, "yes"); err != nil || kv.Verify(old, "yes") != nil {
		t.Fatal("a check does not take an old appointment for one")
	}
	if due, _, err := a.Due(ctx, began); len(due) != 1 || due[0].Room != "bus:lisboa" || err != nil {
		t.Errorf("of an old appointment %v is due, %v", due, err)
	}
	set(buses.Set, Appointment{Room: "bus:lisboa"})
	has(sul, norte)
	if err := buses.Move(ctx, s, "bus:porto/norte", "bus:braga"); err != nil {
		t.Fatal(err)
	}
	if err := buses.Move(ctx, s, "bus:faro", "bus:lagos"); err != nil { // which has none
		t.Fatal(err)
	}
	has(sul, "bus/2026-11-26T11:00:00Z/bus:braga")
	mark, err := s.Get(ctx, sul)
	if err != nil || kv.Verify(sul, mark) != nil {
		t.Errorf("a check does not take an appointment for one: %v", err)
	}
	for _, wrong := range []string{"bus/2026-11-26T10:00:00Z/", "bus/2026-11-26T10:00:00Z/lisboa",
		"bus/26-11-2026/bus:lisboa"} {
		if kv.Verify(wrong, mark) == nil {
			t.Errorf("a check takes %q for an appointment", wrong)
		}
		if err := s.Put(ctx, wrong, mark); err != nil {
			t.Fatal(err)
		}
	}
	if due, _, err := a.Due(ctx, began.AddDate(1, 0, 0)); len(due) != 2 || err != nil {
		t.Errorf("of five, three of which cannot be read, %v are due, %v", due, err)
	}
}
