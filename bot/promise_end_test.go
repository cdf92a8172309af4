package bot_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// recital is a desk at which some lines are said, and then nothing more.
type recital struct {
	*desk
	lines []chat.Event
}

func (s recital) Run(_ context.Context, h chat.Handler) error {
	for _, e := range s.lines {
		hear(h, e)
	}
	return nil
}

// A report that was promised is shown though nothing is heard any more.
func TestPromisedReportAfterTheEnd(t *testing.T) {
	d := newDesk()
	s := recital{desk: d}
	for _, l := range []struct {
		u    chat.User
		text string
	}{{ana, "/play damas @rui colour=white"}, {rui, "/accept"}, {ana, "11-15"}, {rui, "21-17"}, {rui, "/resign yes"},
		{ana, "/analyse"}} {
		s.lines = append(s.lines, eventOf(l.u, l.text))
	}
	inTime(t, func(t *testing.T) {
		if err := newBot(t, memorytest.New()).Run(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		said := strings.Join(d.heard(), "\n")
		for _, want := range []string{"I am going through", "Ana: accuracy"} {
			if !strings.Contains(said, want) {
				t.Errorf("%q is not said: %q", want, said)
			}
		}
	})
}
