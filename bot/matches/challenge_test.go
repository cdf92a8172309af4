package matches_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// If the id drawn for a new match is in use, a longer one is drawn, of up to eight letters; after that the author is
// told of the failure, and nothing has begun.
func TestChallenge_NumberTaken(t *testing.T) {
	for taken := range 6 {
		InTime(t, func(t *testing.T) {
			store, d := faultytest.New(memorytest.New()), NewDesk()
			h, _ := Start(t, store, d)
			left := taken
			store.Plan(func(c faultytest.Call) (f faultytest.Fault) {
				if c.Method == "Append" && left > 0 {
					left--
					f.Err = storage.ErrConflict
				}
				return f
			})
			Says(h, Ana, "/play damas @rui")
			store.Plan(nil)
			heads, err := store.Find(t.Context(), storage.Query{})
			said := strings.Join(d.Heard(), "\n")
			if err != nil || len(heads) != map[bool]int{true: 1}[taken < 5] || taken < 5 && len(heads[0].ID) != 4+taken ||
				(taken < 5) != strings.Contains(said, "Ana challenges Rui") || said == "" {
				t.Errorf("%d taken: %+v, %v; said %q", taken, heads, err, said)
			}
		})
	}
}

// A person who was mentioned, answered or played with is shown by name when a button contains only the id.
func TestChallenge_MetBefore(t *testing.T) {
	zoe := chat.User{ID: "desk:zoe", Handle: "zoe", Name: "Zoe"}
	for name, first := range map[string]chat.Event{
		"mentioned":            {Text: "/play damas @zoe", Mentions: []chat.User{zoe}},
		"answered":             {Text: "/play damas", Answered: zoe},
		"mentioned for a file": {Text: "/import @zoe", Mentions: []chat.User{zoe}},
		"answered for a file":  {Text: "/import", Answered: zoe},
		"not met":              {Text: "/play damas"},
	} {
		Subtest(t, name, func(t *testing.T) {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			first.Room, first.From, first.Addressed = "desk:group", Ana, true
			Hear(h, first)
			Hear(h, chat.Event{Room: "desk:group", From: Eva, Text: "/play cage @desk:zoe", Addressed: true})
			met := false
			for _, m := range Every(t, h.Store) {
				met = met || m.Game.Name == "cage" && m.Opponent.Name == zoe.Name
			}
			if met != (name != "not met") {
				t.Errorf("she is met: %v; said %q", met, d.Heard())
			}
		})
	}
}
