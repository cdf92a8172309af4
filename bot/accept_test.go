package bot_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// Of several challenges one is accepted by its number, be it typed with its sign or without.
func TestAcceptByNumber(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, sign := range []string{"#", ""} {
			store, d := memorytest.New(), newDesk()
			h, _ := start(t, store, d)
			says(h, ana, "/play damas @rui")
			_, id, _ := strings.Cut(chat.Plain(d.last(t).m.Text), "#")
			says(h, ana, "/play eximo @rui")
			says(h, rui, "/accept "+sign+strings.ToUpper(id[:4]))
			if head, err := store.Head(t.Context(), id[:4]); err != nil || head.Status != match.Playing {
				t.Errorf("%q: %v, %+v; said %q", sign, err, head, chat.Plain(d.last(t).m.Text))
			}
		}
	})
}

// A person who chooses a colour of a challenge that somebody else has taken by a moment is told so, and the colour is
// no word too many.
func TestColourOfWhatIsTaken(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white")
		accept := d.last(t).m.Buttons[0][0].Says
		says(h, rui, accept)
		says(h, chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}, accept+" white")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Somebody else") {
			t.Errorf("eva is told %q", got)
		}
	})
}

// Names that would fill the screen are cut.
func TestLongNames(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		long := strings.Repeat("Maximiliana", 5)
		says(h, chat.User{ID: "desk:max", Handle: strings.ToLower(long), Name: long}, "/play damas")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, long[:30]) || strings.Contains(got, long[:33]) {
			t.Errorf("the name is shown as %q", got)
		}
	})
}

// Of several matches the one is meant whose game or whose other player is named.
func TestMatchByName(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		for _, game := range []string{"damas @rui", "gamao @rui", "gamao @eva"} {
			hear(h, chat.Event{Room: "desk:group", From: ana, Text: "/play " + game, Addressed: true,
				Mentions: []chat.User{rui, eva}})
			accept := d.last(t).m.Buttons[0][0].Says
			says(h, rui, accept)
			says(h, eva, accept)
		}
		for text, want := range map[string]string{
			"/resign": "Which match do you mean?", "/resign damas": "Do you really want to resign against",
			"/resign gamão":      "Which match do you mean?",
			"/resign gamão @eva": "Eva may refuse less than 3", "/resign @eva": "Eva may refuse less than 3",
			"/board @eva": "Eva", "/cancel chess": "Which match do you mean?",
		} {
			hear(h, chat.Event{Room: "desk:group", From: ana, Text: text, Addressed: true, Mentions: []chat.User{rui, eva}})
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, want) || strings.Contains(got, "Which") &&
				want == "Eva" {
				t.Errorf("%s: %q", text, got)
			}
		}
	})
}

// Where a typed name calls nobody that is said with a challenge to somebody whom only the name tells, and never else.
func TestUncalled(t *testing.T) {
	inTime(t, func(t *testing.T) {
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		for _, x := range []struct {
			what    string
			byID    bool
			private bool
			says    string
			whom    []chat.User
			want    bool
		}{
			{"a typed name", true, false, "/play cage @eva", nil, true},
			{"a mention", true, false, "/play cage @eva", []chat.User{eva}, false},
			{"whoever wants", true, false, "/play cage", nil, false},
			{"in private", true, true, "/play cage @eva", nil, false},
			{"where a name calls", false, false, "/play cage @eva", nil, false},
		} {
			d := newDesk()
			d.caps.ByID = x.byID
			h, stop := start(t, memorytest.New(), d)
			hear(h, chat.Event{Room: "desk:room", From: ana, Text: x.says, Addressed: true, Private: x.private,
				Mentions: x.whom})
			said := strings.Join(d.heard(), "\n")
			if !strings.Contains(said, "#") || strings.Contains(said, "A typed name notifies nobody on Desk") != x.want {
				t.Errorf("%s: %q", x.what, said)
			}
			stop()
		}
	})
}

// A challenge that calls somebody by a mention comes in the place of one that only named this person, whenever the
// store goes away: the same text leaves a single challenge, whether it is said once more or told once more by the
// service.
func TestOneChallengeWheneverTheStoreFails(t *testing.T) {
	inTime(t, func(t *testing.T) {
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		for _, told := range []bool{false, true} {
			for n, done := 1, false; !done; n++ {
				store, d := faultytest.New(memorytest.New()), newDesk()
				d.caps.ByID = true
				h, stop := start(t, store, d)
				now := time.Now()
				e := chat.Event{ID: "desk:1", Room: "desk:room", From: ana, Text: "/play cage @eva", Addressed: true, Said: now}
				hear(h, e)
				e.ID, e.Said, e.Mentions = "desk:2", now.Add(time.Second), []chat.User{eva}
				store.Plan(func(c faultytest.Call) faultytest.Fault {
					if c.N >= n && c.Writes() {
						return faultytest.Fault{Err: storage.ErrFull}
					}
					return faultytest.Fault{}
				})
				hear(h, e)
				done = store.Calls() < n
				store.Plan(nil)
				if told {
					e.Reread = time.Now()
				} else {
					e.ID, e.Said = "desk:3", now.Add(2*time.Second)
				}
				hear(h, e)
				if m := only(t, store, storage.Query{Live: true}); m.Setup.Opponent.ID != eva.ID {
					t.Errorf("the store goes away at call %d: %v is challenged; said is %q", n, m.Setup.Opponent, d.heard())
				}
				stop()
			}
		}
	})
}
