package matches_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// One of several challenges is accepted by its id, typed with its sign or without.
func TestAccept_ByNumber(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, sign := range []string{"#", ""} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			Says(h, Ana, "/play damas @rui")
			_, id, _ := strings.Cut(chat.PlainText(d.Last(t).M.Text), "#")
			Says(h, Ana, "/play eximo @rui")
			Says(h, Rui, "/accept "+sign+strings.ToUpper(id[:4]))
			if head, err := store.Head(t.Context(), id[:4]); err != nil || head.Status != match.Playing {
				t.Errorf("%q: %v, %+v; said %q", sign, err, head, chat.PlainText(d.Last(t).M.Text))
			}
		}
	})
}

// A person who chooses a colour of a challenge that somebody else has taken is told that it is taken, and not that the
// colour is a word too many.
func TestAccept_Colour(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white")
		accept := d.Last(t).M.Buttons[0][0].Says
		Says(h, Rui, accept)
		Says(h, chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}, accept+" white")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Somebody else") {
			t.Errorf("eva is told %q", got)
		}
	})
}

// Names that would fill the screen are cut.
func TestAccept_LongNames(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		long := strings.Repeat("Maximiliana", 5)
		Says(h, chat.User{ID: "desk:max", Handle: strings.ToLower(long), Name: long}, "/play damas")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, long[:30]) || strings.Contains(got, long[:33]) {
			t.Errorf("the name is shown as %q", got)
		}
	})
}

// Of several matches, the one whose game or opponent is named is meant.
func TestAccept_MatchByName(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		for _, game := range []string{"damas @rui", "gamao @rui", "gamao @eva"} {
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/play " + game, Addressed: true,
				Mentions: []chat.User{Rui, eva}})
			accept := d.Last(t).M.Buttons[0][0].Says
			Says(h, Rui, accept)
			Says(h, eva, accept)
		}
		for text, want := range map[string]string{
			"/resign": "Which match do you mean?", "/resign damas": "Do you really want to resign against",
			"/resign gamão":      "Which match do you mean?",
			"/resign gamão @eva": "Eva may refuse less than 3", "/resign @eva": "Eva may refuse less than 3",
			"/board @eva": "Eva", "/cancel chess": "Which match do you mean?",
		} {
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: text, Addressed: true, Mentions: []chat.User{Rui, eva}})
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, want) || strings.Contains(got, "Which") &&
				want == "Eva" {
				t.Errorf("%s: %q", text, got)
			}
		}
	})
}

// A challenge to somebody known only by name says that it notifies nobody; no other challenge says so.
func TestAccept_Uncalled(t *testing.T) {
	InTime(t, func(t *testing.T) {
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
			d := NewDesk()
			d.Can.ByID = x.byID
			h, stop := Start(t, memorytest.New(), d)
			Hear(h, chat.Event{Room: "desk:room", From: Ana, Text: x.says, Addressed: true, Private: x.private,
				Mentions: x.whom})
			said := strings.Join(d.Heard(), "\n")
			if !strings.Contains(said, "#") || strings.Contains(said, "A typed name notifies nobody on Desk") != x.want {
				t.Errorf("%s: %q", x.what, said)
			}
			stop()
		}
	})
}

// A challenge that mentions a person replaces one that only named the same person, whenever the store fails: one
// challenge is left, whether the person says the text again or the service delivers it again.
func TestChallenge_OnceWheneverTheStoreFails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		for _, told := range []bool{false, true} {
			for n, done := 1, false; !done; n++ {
				store, d := faultytest.New(memorytest.New()), NewDesk()
				d.Can.ByID = true
				h, stop := Start(t, store, d)
				now := time.Now()
				e := chat.Event{ID: "desk:1", Room: "desk:room", From: Ana, Text: "/play cage @eva", Addressed: true, Said: now}
				Hear(h, e)
				e.ID, e.Said, e.Mentions = "desk:2", now.Add(time.Second), []chat.User{eva}
				store.Plan(func(c faultytest.Call) faultytest.Fault {
					if c.N >= n && c.Writes() {
						return faultytest.Fault{Err: storage.ErrFull}
					}
					return faultytest.Fault{}
				})
				Hear(h, e)
				done = store.Calls() < n
				store.Plan(nil)
				if told {
					e.Reread = time.Now()
				} else {
					e.ID, e.Said = "desk:3", now.Add(2*time.Second)
				}
				Hear(h, e)
				if m := Only(t, store, storage.Query{Live: true}); m.Setup.Opponent.ID != eva.ID {
					t.Errorf("the store goes away at call %d: %v is challenged; said is %q", n, m.Setup.Opponent, d.Heard())
				}
				stop()
			}
		}
	})
}
