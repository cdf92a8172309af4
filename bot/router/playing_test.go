package router_test

import (
	"fmt"
	"slices"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// Playing lists the rooms with live matches; Seated lists their players, and nobody if no match has begun.
func TestPlaying(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, _ *Desk) {
		l := chat.Handler(h.Bot)
		want := func(rooms string, seats map[chat.Room]string) {
			t.Helper()
			got, err := l.Playing(t.Context(), "desk")
			slices.Sort(got)
			if fmt.Sprint(got) != rooms || err != nil {
				t.Errorf("people play in %v, want %s, %v", got, rooms, err)
			}
			for room, want := range seats {
				seated := l.Seated(t.Context(), room)
				slices.Sort(seated)
				if got := fmt.Sprint(slices.Compact(seated)); got != want {
					t.Errorf("in %s play %s, want %s", room, got, want)
				}
			}
		}
		want("[]", map[chat.Room]string{"desk:group": "[]"})
		SaysIn(h, "desk:group", Ana, "/play damas @rui colour=white")
		want("[desk:group]", map[chat.Room]string{"desk:group": "[]"})
		SaysIn(h, "desk:group", Rui, "/accept")
		SaysIn(h, "desk:hall", Rui, "/play cage")
		SaysIn(h, "desk:group", Rui, "/play eximo @ana")
		want("[desk:group desk:hall]", map[chat.Room]string{"desk:group": "[" + Ana.ID + " " + Rui.ID + "]", "desk:hall": "[]", "desk:else": "[]"})
		if other, err := l.Playing(t.Context(), "shelf"); len(other) > 0 || err != nil {
			t.Errorf("elsewhere people play in %v, %v", other, err)
		}
		SaysIn(h, "desk:hall", Rui, "/cancel")
		want("[desk:group]", nil)
	})
}
