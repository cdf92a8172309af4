package show_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// recital is a desk at which some lines are said, and then nothing more.
type recital struct {
	*Desk
	lines []chat.Event
}

func (s recital) Run(_ context.Context, h chat.Handler) error {
	for _, e := range s.lines {
		Hear(h, e)
	}
	return nil
}

// A promised report is shown although nothing more is received.
func TestAnalyse_PromisedAfterTheEnd(t *testing.T) {
	d := NewDesk()
	s := recital{Desk: d}
	for _, l := range []struct {
		u    chat.User
		text string
	}{{Ana, "/play damas @rui colour=white"}, {Rui, "/accept"}, {Ana, "11-15"}, {Rui, "21-17"}, {Rui, "/resign yes"},
		{Ana, "/analyse"}} {
		s.lines = append(s.lines, EventOf(l.u, l.text))
	}
	InTime(t, func(t *testing.T) {
		if err := NewBot(t, memorytest.New()).Run(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		said := strings.Join(d.Heard(), "\n")
		for _, want := range []string{"I am going through", "Ana: accuracy"} {
			if !strings.Contains(said, want) {
				t.Errorf("%q is not said: %q", want, said)
			}
		}
	})
}
