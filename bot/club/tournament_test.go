package club_test

import (
	"bytes"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// tables returns the new messages about a tournament since the last call.
func tables(d *Desk) (anew []chat.Message) {
	for _, s := range d.All() {
		if strings.HasPrefix(s.M.Once, "tournament/") {
			anew = append(anew, s.M)
		}
	}
	d.Heard()
	return anew
}

// The table is a picture if pictures are possible, else text and words; a round begins a message, a result edits it,
// and its news stay.
func TestTournamentTable(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, u := range []chat.User{Ana, Rui, Eva} {
			if u == Ana {
				Says(h, u, "/tournament damas system=round needs=3")
			}
			Says(h, u, "/tournament join")
		}
		anew := tables(d)
		if len(anew) < 2 {
			t.Fatalf("announced by %d messages", len(anew))
		}
		first := anew[len(anew)-1]
		if first.Board == nil || !strings.Contains(first.Board.Text, "Pts") || !strings.Contains(first.Board.Alt, "1. ") {
			t.Fatalf("the table is %+v", first.Board)
		}
		img, err := png.Decode(bytes.NewReader(first.Board.PNG))
		if err != nil || img.Bounds().Dx() != 720 {
			t.Errorf("the picture: %v", err)
		}
		Says(h, Ana, "/tournament award 2 1-0 a reason")
		anew = tables(d)
		last := anew[len(anew)-1]
		if text := chat.PlainText(last.Text); !strings.Contains(text, "a reason") || !strings.Contains(text, "Round 2 of 3") {
			t.Errorf("after the award: %q", text)
		}
		if bytes.Equal(last.Board.PNG, first.Board.PNG) {
			t.Error("the picture is the same after a result")
		}
		Says(h, Eva, "/tournament leave yes")
		if anew = tables(d); len(anew) == 0 || !strings.Contains(chat.PlainText(anew[len(anew)-1].Text), "has withdrawn") {
			t.Errorf("a withdrawal is told by %d messages", len(anew))
		}
		Says(h, Rui, "/tournament")
		d.Heard()
		Says(h, Ana, "/settings show words")
		d.Heard()
		Says(h, Rui, "/tournament")
		if is := d.Last(t).M.Board; is == nil || !is.Told || is.PNG != nil || !strings.HasPrefix(is.Text, "1. ") {
			t.Errorf("in words: %+v", is)
		}
	})
}

// A message that a killed process had sent but not noted is sent again, under the same nonce; one that it had noted is
// not.
func TestTournamentTable_ToldAgain(t *testing.T) {
	InTime(t, func(t *testing.T) {
		kept, d := memorytest.New(), NewDesk()
		failing := faultytest.New(kept)
		h, stop := Start(t, failing, d)
		failing.Plan(func(c faultytest.Call) faultytest.Fault {
			if len(d.All()) > 0 && c.Writes() { // it is killed when the message is said, and not noted
				return faultytest.Fault{Err: ErrDown}
			}
			return faultytest.Fault{}
		})
		Says(h, Ana, "/tournament damas needs=3")
		Later(time.Second)
		stop()
		names := func() (names []string) {
			for _, s := range d.All() {
				if strings.Contains(chat.PlainText(s.M.Text), "announces a tournament") {
					names = append(names, s.M.Once)
				}
			}
			d.Heard()
			return names
		}
		first := names()
		_, stop = Start(t, kept, d)
		Later(time.Second)
		stop()
		if again := names(); len(first) != 1 || first[0] == "" || !slices.Equal(again, first) {
			t.Errorf("it is announced under the names %q, after the kill %q", first, again)
		}
		_, stop = Start(t, kept, d)
		Later(time.Second)
		stop()
		if got := d.Heard(); len(got) > 0 {
			t.Errorf("after a restart in order: %q", got)
		}
	})
}

// A match that ends at the instant at which the tournament is checked, after its matches were read, advances it at
// once.
func TestTournament_SameInstant(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, held := NewDesk(), make(chan struct{})
		var telling atomic.Bool
		d.Fail = func(_ chat.Room, m chat.Message) error {
			if strings.Contains(chat.PlainText(m.Text), "Round 1 of 2") && telling.CompareAndSwap(false, true) {
				<-held
			}
			return nil
		}
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/tournament damas system=round rounds=2 starts=1h time=none")
		for _, u := range []chat.User{Ana, Rui} {
			Says(h, u, "/tournament join")
		}
		Later(time.Hour)
		if !telling.Load() {
			t.Fatalf("it has not begun: %q", d.Heard())
		}
		Says(h, Rui, "/resign yes")
		close(held)
		Later(time.Second)
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Round 2 of 2") {
			t.Errorf("the second round has not begun: %q", got)
		}
	})
}

// The last table of a room is still edited after a person asks for it again. In a room with a tournament, also a
// finished one, the word for standings shows its table, and elsewhere the ranking.
func TestTournamentTable_AskedForAgain(t *testing.T) {
	for lang, word := range map[string]string{"en": "standings", "es": "clasificación", "pt": "classificação"} {
		InTime(t, func(t *testing.T) { tableAgain(t, lang, word) })
	}
}

func tableAgain(t *testing.T, lang, word string) {
	d := NewDesk()
	h, _ := Start(t, memorytest.New(), d)
	Says(h, Ana, "/settings language "+lang)
	d.Heard()
	Mentioned(h, Ana, word)
	if got := d.Heard(); len(got) != 1 || strings.Contains(got[0], "🏆") {
		t.Errorf("%s without a tournament is answered with %q", word, got)
	}
	Says(h, Ana, "/tournament damas system=round needs=3")
	for _, u := range []chat.User{Ana, Rui, Eva} {
		Says(h, u, "/tournament join")
	}
	first := d.Last(t)
	Later(time.Second)
	told := chat.Ref("")
	for i, s := range d.All() {
		if s.M.Board != nil && strings.HasPrefix(chat.PlainText(s.M.Text), "🏆") {
			told = chat.Ref(fmt.Sprint("m", i+1))
		}
	}
	Mentioned(h, Eva, word)
	if got := d.Last(t); chat.PlainText(got.M.Text) == chat.PlainText(first.M.Text) || got.M.Board == nil {
		t.Fatalf("%s is answered with %q", word, chat.PlainText(got.M.Text))
	}
	before := len(d.Edits())
	Says(h, Eva, "/resign yes")
	Says(h, Rui, "/resign yes")
	Later(time.Second)
	if got := d.Edits()[before:]; !slices.Contains(got, told) {
		t.Errorf("%s: after a result %q were changed, not %s", lang, got, told)
	}
	for range 3 {
		Says(h, Ana, "/tournament award 2 1-0")
	}
	d.Heard()
	Mentioned(h, Rui, word)
	if got := strings.Join(d.Heard(), "\n"); !strings.HasPrefix(got, "🏆") {
		t.Errorf("%s after the tournament is answered with %q", word, got)
	}
}

// With two tournaments the bot asks which one is meant, and the answer, also in words, does what was wanted. A person
// in only one of them is not asked which to leave; a ladder without a game asks for it.
func TestTournament_Which(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		h.Grants = d
		for _, step := range []struct {
			who       chat.User
			say, told string
		}{
			{Ana, "/tournament damas", "announces"}, {Ana, "/tournament gamao", "announces"},
			{Rui, "join", "Which tournament"}, {Rui, "the backgammon one", "Rui, you are in tournament #"},
			{Eva, "participar", "Which tournament"}, {Eva, "the first", "Eva, you are in tournament #"},
			{Eva, "show the table", "Tournaments here"}, {Eva, "I want to leave the tournament", "Eva, you are out of #"},
			{Rui, "withdraw", "Rui, you are out of #"}, {Rui, "join", "Which tournament"},
			{Rui, "o último", "Rui, you are in tournament #"}, {Rui, "withdraw", "Rui, you are out of #"},
			{Ana, "/ladder create", "Which game"}, {Ana, "/escada criar", "Which game"},
			{Ana, "/escalera crear cage", "Ladder of Cage"},
		} {
			d.Heard()
			Mentioned(h, step.who, step.say)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, step.told) {
				t.Errorf("%s: %q is answered with %q, not %q", step.who.Name, step.say, got, step.told)
			}
		}
	})
}
