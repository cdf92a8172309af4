package notify_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// press has a person press a button of the last message that has it, by its label or the end of its text.
func press(t *testing.T, h *Host, s *Square, who chat.User, label string) {
	t.Helper()
	for i, said := range slices.Backward(s.All()) {
		for _, row := range said.M.Buttons {
			for _, b := range row {
				if b.Label != label && !strings.HasSuffix(b.Says, " "+label) {
					continue
				}
				ref := said.On
				if ref == "" {
					ref = chat.Ref(fmt.Sprint("m", i+1))
				}
				h.Hear(context.Background(), chat.Event{Room: said.Room, From: who, Text: b.Says, Addressed: true, Tap: true,
					Pressed: ref, Quoted: chat.PlainText(said.M.Text), Mentions: []chat.User{Ana, Rui}})
				return
			}
		}
	}
	t.Fatalf("no button %q", label)
}

// If a board is edited in place an offer is a line beside it, removed with the answer, and the result of a board's
// button replaces the board.
func TestOffers_BesideTheBoard(t *testing.T) {
	InTime(t, func(t *testing.T) {
		s := &Square{Desk: NewDesk()}
		s.Can.Turns, s.Can.Clears = true, true
		h, _ := Start(t, memorytest.New(), s)
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		var told []string
		step := func(what string, do func()) {
			before, removed, retired := len(s.All()), len(s.Removed), len(s.Retired)
			do()
			line := what + ":"
			for _, said := range s.All()[before:] {
				text, _, _ := strings.Cut(chat.PlainText(said.M.Text), "\n")
				line += " [" + map[bool]string{true: "change", false: "new"}[said.On != ""] + Manner(said.M) +
					map[bool]string{true: ", board", false: ""}[said.M.Board != nil] + ": " + text + "]"
			}
			told = append(told, fmt.Sprintf("%s %d go, %d are bare", line, len(s.Removed)-removed, len(s.Retired)-retired))
		}
		step("Ana moves", func() { Says(h, Ana, "11-15") })
		step("Rui presses a piece", func() { press(t, h, s, Rui, "21") })
		step("Rui presses a move", func() { press(t, h, s, Rui, "21-18") })
		step("Ana offers", func() { Says(h, Ana, "/draw") })
		step("Rui refuses", func() { press(t, h, s, Rui, "Decline") })
		step("Ana moves again", func() { Says(h, Ana, "15-20") })
		step("Rui offers", func() { Says(h, Rui, "/undo") })
		step("Ana types no", func() { Mentioned(h, Ana, "no") })
		step("Rui moves", func() { Says(h, Rui, "24x15") })
		const title = ": Portuguese draughts: ⚪ Ana · ⚫ Rui #2gj5]"
		board := func(calls string) string { return "[change, news, quiet, once, calls " + calls + ", board" + title }
		line := func(calls string) string { return "[new, news, quiet, once, passing, calls " + calls + title }
		want := []string{
			"Ana moves: " + board("Rui") + " 0 go, 0 are bare",
			"Rui presses a piece: [new, only buttons, board" + title + " 0 go, 0 are bare",
			"Rui presses a move: " + board("Ana") + " 0 go, 0 are bare",
			"Ana offers: " + line("Rui") + " 0 go, 0 are bare",
			"Rui refuses: " + line("Ana") + " 1 go, 0 are bare",
			"Ana moves again: " + board("Rui") + " 1 go, 0 are bare",
			"Rui offers: " + line("Ana") + " 0 go, 0 are bare",
			"Ana types no: " + line("Rui") + " 1 go, 0 are bare",
			"Rui moves: " + board("Ana") + " 1 go, 0 are bare",
		}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Error(diff)
		}
	})
}
