package adapter_test

import (
	"fmt"
	"slices"
	"testing"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
)

// doorway is a door with what it has let in, and told.
type doorway struct {
	*adapter.Admission
	t     *testing.T
	leave []func()
	told  []string
}

func newDoorway(t *testing.T, slots, share int) *doorway {
	w := &doorway{t: t}
	w.Admission = adapter.NewAdmission(slots, share, func(room chat.Room, n int) { w.told = append(w.told, fmt.Sprint(room, " ", n)) })
	return w
}

// enters wants so many callers to be let in, and the next one not if there is to be an end.
func (w *doorway) enters(n int, end bool, c adapter.Ticket) {
	w.t.Helper()
	for i := range n {
		leave, ok := w.Enter(c)
		if !ok {
			w.t.Fatalf("%+v: %d are let in, want %d", c, i, n)
		}
		w.leave = append(w.leave, leave)
	}
	if !end {
		return
	}
	if _, ok := w.Enter(c); ok {
		w.t.Fatalf("%+v: more than %d are let in", c, n)
	}
}

// leaves has one of those go who were let in, in that order, and wants rooms to be told.
func (w *doorway) leaves(n int, told ...string) {
	w.t.Helper()
	w.leave[n]()
	if !slices.Equal(w.told, told) {
		w.t.Errorf("told %q, want %q", w.told, told)
	}
	w.told = nil
}

// No room and no person has more than a share, but that moves have as much again, and some are let in always.
func TestDoor_Shares(t *testing.T) {
	w := newDoorway(t, 80, 3)
	w.enters(3, true, adapter.Ticket{Room: "a"})
	w.enters(3, true, adapter.Ticket{Room: "a", Move: true})
	w.enters(2, false, adapter.Ticket{Room: "a", Firm: true})
	w.enters(0, true, adapter.Ticket{Room: "a", Move: true})
	for _, room := range []chat.Room{"b", "c", "d"} {
		w.enters(1, false, adapter.Ticket{Room: room, From: "ana"})
	}
	w.enters(0, true, adapter.Ticket{Room: "e", From: "ana"})
	w.enters(3, true, adapter.Ticket{Room: "e", From: "ana", Move: true})
	w.enters(1, false, adapter.Ticket{Room: "f", From: "rui"})
	w.leaves(8)
	w.enters(0, true, adapter.Ticket{Room: "b", From: "ana"})
	w.enters(2, false, adapter.Ticket{Room: "b", From: "rui"})
}

// A share is the smaller the fewer slots are free, and rooms where a match is under way have slots of their own.
func TestDoor_Slots(t *testing.T) {
	w := newDoorway(t, 10, 5)
	w.enters(2, true, adapter.Ticket{Room: "a"})
	w.enters(1, true, adapter.Ticket{Room: "b"})
	for i := range 7 {
		w.enters(1, false, adapter.Ticket{Room: chat.Room(fmt.Sprint("c", i))})
	}
	w.enters(0, true, adapter.Ticket{Room: "d"})
	w.enters(0, true, adapter.Ticket{Room: "d", Move: true})
	w.enters(2, true, adapter.Ticket{Room: "d", Playing: true})
	w.enters(1, false, adapter.Ticket{Room: "d", Firm: true})
	w.leaves(10)
	w.leaves(0)
	w.leaves(0) // no slot is given back twice
	w.enters(0, true, adapter.Ticket{Room: "e"})
}

// A room is told how much was left outside when all is done that was let in there, or where nothing was when there is
// room again; not what is told at once.
func TestDoor_Told(t *testing.T) {
	w := newDoorway(t, 8, 1)
	w.enters(1, true, adapter.Ticket{Room: "a"})
	w.enters(0, true, adapter.Ticket{Room: "a"})
	w.enters(0, true, adapter.Ticket{Room: "a", Told: true})
	w.enters(1, false, adapter.Ticket{Room: "a", Firm: true})
	w.leaves(0)
	w.leaves(1, "a 2")
	for i := range 8 {
		w.enters(1, false, adapter.Ticket{Room: chat.Room(fmt.Sprint("b", i))})
	}
	w.enters(0, true, adapter.Ticket{Room: "c"})
	for i := range 4 {
		w.leaves(2 + i)
	}
	w.leaves(6, "c 1")
	w.leaves(7)
	w = newDoorway(t, 8, 1)
	for i := range 6 {
		w.enters(1, false, adapter.Ticket{Room: chat.Room(fmt.Sprint("p", i)), Playing: true})
	}
	w.enters(1, false, adapter.Ticket{Room: "d", From: "ana"})
	w.enters(0, true, adapter.Ticket{Room: "e", From: "ana"})
	w.leaves(6)
	w.leaves(0)
	w.leaves(1)
	w.leaves(2, "e 1")
}

// A door remembers no more rooms that are to be told than it has slots, and of those how often they were left outside.
func TestDoor_Forgets(t *testing.T) {
	w := newDoorway(t, 2, 1)
	w.enters(1, false, adapter.Ticket{Room: "a"})
	w.enters(1, false, adapter.Ticket{Room: "b"})
	for _, room := range []chat.Room{"c", "d", "e", "c"} {
		w.enters(0, true, adapter.Ticket{Room: room})
	}
	w.leave[0]()
	w.leave[1]()
	for range 3 {
		leave, ok := w.Enter(adapter.Ticket{Room: "f"})
		if !ok {
			t.Fatal("nobody is let in although all have left")
		}
		leave()
	}
	slices.Sort(w.told)
	if want := []string{"c 2", "d 1"}; !slices.Equal(w.told, want) {
		t.Errorf("told %q, want %q", w.told, want)
	}
}
