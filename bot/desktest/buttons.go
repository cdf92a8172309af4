package desktest

import (
	"context"
	"slices"
	"testing"

	"tabuleiro/bot/chat"
)

// Taps presses a button in a room, by its text.
func Taps(h chat.Handler, room chat.Room, u chat.User, says string) {
	h.Hear(context.Background(), chat.Event{Room: room, From: u, Text: says, Addressed: true, Tap: true})
}

// Tap presses a button, by label, of the last message that has one with it.
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

// Labels returns the labels of the last message's buttons.
func Labels(t *testing.T, d *Desk) (list []string) {
	t.Helper()
	for _, row := range d.Last(t).M.Buttons {
		for _, b := range row {
			list = append(list, b.Label)
		}
	}
	return list
}

// Pressed returns the text of the button with a label.
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
