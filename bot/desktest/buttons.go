package desktest

import (
	"context"
	"slices"
	"testing"

	"tabuleiro/bot/chat"
)

// Taps has somebody press a button in a room, by what it says.
func Taps(h chat.Handler, room chat.Room, u chat.User, says string) {
	h.Hear(context.Background(), chat.Event{Room: room, From: u, Text: says, Addressed: true, Tap: true})
}

// Tap presses a button of the last message that has one with such a label.
func Tap(t *testing.T, h chat.Handler, d *Desk, u chat.User, label string) {
	t.Helper()
	for _, s := range slices.Backward(d.All()) {
		for _, row := range s.M.Buttons {
			for _, b := range row {
				if b.Label == label {
					h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: b.Says, Addressed: true, Tap: true,
						Opener: u, Quoted: chat.PlainText(s.M.Text)})
					return
				}
			}
		}
	}
	t.Fatalf("nothing to tap for %q", label)
}

// Labels are those of the buttons of the last message.
func Labels(t *testing.T, d *Desk) (list []string) {
	t.Helper()
	for _, row := range d.Last(t).M.Buttons {
		for _, b := range row {
			list = append(list, b.Label)
		}
	}
	return list
}

// Pressed is what the button says whose label is known.
func Pressed(t *testing.T, m chat.Message, label string) string {
	t.Helper()
	for _, row := range m.Buttons {
		for _, b := range row {
			if b.Label == label {
				return b.Says
			}
		}
	}
	t.Fatalf("no button %q: %+v", label, m.Buttons)
	return ""
}
