package bot_test

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
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// tables are the messages of their own about a tournament that were said since the last call.
func tables(d *desk) (anew []chat.Message) {
	for _, s := range d.all() {
		if strings.HasPrefix(s.m.Once, "tournament/") {
			anew = append(anew, s.m)
		}
	}
	d.heard()
	return anew
}

// The table is a picture where there are pictures, text and words elsewhere; a round begins a message, a result changes
// it, and the news in the message stays in it.
func TestTournamentTable(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for _, u := range []chat.User{ana, rui, eva} {
			if u == ana {
				says(h, u, "/tournament damas system=round needs=3")
			}
			says(h, u, "/tournament join")
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
		says(h, ana, "/tournament award 2 1-0 a reason")
		anew = tables(d)
		last := anew[len(anew)-1]
		if text := chat.Plain(last.Text); !strings.Contains(text, "a reason") || !strings.Contains(text, "Round 2 of 3") {
			t.Errorf("after the award: %q", text)
		}
		if bytes.Equal(last.Board.PNG, first.Board.PNG) {
			t.Error("the picture is the same after a result")
		}
		says(h, eva, "/tournament leave yes")
		if anew = tables(d); len(anew) == 0 || !strings.Contains(chat.Plain(anew[len(anew)-1].Text), "has withdrawn") {
			t.Errorf("a withdrawal is told by %d messages", len(anew))
		}
		says(h, rui, "/tournament")
		d.heard()
		says(h, ana, "/settings show words")
		d.heard()
		says(h, rui, "/tournament")
		if is := d.last(t).m.Board; is == nil || !is.Told || is.PNG != nil || !strings.HasPrefix(is.Text, "1. ") {
			t.Errorf("in words: %+v", is)
		}
	})
}

// A message about a tournament that a killed process had sent and not noted is said again, under the same name; one that
// it has noted is not.
func TestTournamentToldAgain(t *testing.T) {
	inTime(t, func(t *testing.T) {
		kept, d := memorytest.New(), newDesk()
		failing := faultytest.New(kept)
		h, stop := start(t, failing, d)
		failing.Plan(func(c faultytest.Call) faultytest.Fault {
			if len(d.all()) > 0 && c.Writes() { // it is killed when the message is said, and not noted
				return faultytest.Fault{Err: errDown}
			}
			return faultytest.Fault{}
		})
		says(h, ana, "/tournament damas needs=3")
		later(time.Second)
		stop()
		names := func() (names []string) {
			for _, s := range d.all() {
				if strings.Contains(chat.Plain(s.m.Text), "announces a tournament") {
					names = append(names, s.m.Once)
				}
			}
			d.heard()
			return names
		}
		first := names()
		_, stop = start(t, kept, d)
		later(time.Second)
		stop()
		if again := names(); len(first) != 1 || first[0] == "" || !slices.Equal(again, first) {
			t.Errorf("it is announced under the names %q, after the kill %q", first, again)
		}
		_, stop = start(t, kept, d)
		later(time.Second)
		stop()
		if got := d.heard(); len(got) > 0 {
			t.Errorf("after a restart in order: %q", got)
		}
	})
}

// A match that ends at the very instant for which the tournament is being dealt with, after its matches were looked at,
// brings it on at once.
func TestTournamentSameInstant(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d, held := newDesk(), make(chan struct{})
		var telling atomic.Bool
		d.fail = func(_ chat.Room, m chat.Message) error {
			if strings.Contains(chat.Plain(m.Text), "Round 1 of 2") && telling.CompareAndSwap(false, true) {
				<-held
			}
			return nil
		}
		h, _ := start(t, memorytest.New(), d)
		says(h, ana, "/tournament damas system=round rounds=2 starts=1h time=none")
		for _, u := range []chat.User{ana, rui} {
			says(h, u, "/tournament join")
		}
		later(time.Hour)
		if !telling.Load() {
			t.Fatalf("it has not begun: %q", d.heard())
		}
		says(h, rui, "/resign yes")
		close(held)
		later(time.Second)
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Round 2 of 2") {
			t.Errorf("the second round has not begun: %q", got)
		}
	})
}

// The table that was asked for last is the one that is changed; the one before loses its buttons. In a room with a
// tournament, also when it is over, the word for standings shows its table, and elsewhere the ranking of people.
func TestTournamentTableAgain(t *testing.T) {
	for lang, word := range map[string]string{"en": "standings", "es": "clasificación", "pt": "classificação"} {
		inTime(t, func(t *testing.T) { tableAgain(t, lang, word) })
	}
}

func tableAgain(t *testing.T, lang, word string) {
	d := newDesk()
	h, _ := start(t, memorytest.New(), d)
	says(h, ana, "/settings language "+lang)
	d.heard()
	mentioned(h, ana, word)
	if got := d.heard(); len(got) != 1 || strings.Contains(got[0], "🏆") {
		t.Errorf("%s without a tournament is answered with %q", word, got)
	}
	says(h, ana, "/tournament damas system=round needs=3")
	for _, u := range []chat.User{ana, rui, eva} {
		says(h, u, "/tournament join")
	}
	first := d.last(t)
	mentioned(h, eva, word)
	asked := chat.Ref(fmt.Sprint("m", len(d.all())))
	if got := d.last(t); chat.Plain(got.m.Text) == chat.Plain(first.m.Text) || got.m.Board == nil {
		t.Fatalf("%s is answered with %q", word, chat.Plain(got.m.Text))
	}
	before := len(d.edits())
	says(h, eva, "/resign yes")
	says(h, rui, "/resign yes")
	later(time.Second)
	if got := d.edits()[before:]; !slices.Contains(got, asked) {
		t.Errorf("%s: after a result %q were changed, not %s", lang, got, asked)
	}
	for range 3 {
		says(h, ana, "/tournament award 2 1-0")
	}
	d.heard()
	mentioned(h, rui, word)
	if got := strings.Join(d.heard(), "\n"); !strings.HasPrefix(got, "🏆") {
		t.Errorf("%s after the tournament is answered with %q", word, got)
	}
}

// Where there are two tournaments it is asked which one is meant, and the answer, in words, too, does what was wanted.
// A person who is in one only is not asked which to leave. A ladder that is made with no game named asks for that.
func TestWhichTournament(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		h.grants = d
		for _, step := range []struct {
			who       chat.User
			say, told string
		}{
			{ana, "/tournament damas", "announces"}, {ana, "/tournament gamao", "announces"},
			{rui, "join", "Which tournament"}, {rui, "the backgammon one", "Rui, you are in tournament #"},
			{eva, "participar", "Which tournament"}, {eva, "the first", "Eva, you are in tournament #"},
			{eva, "show the table", "Tournaments here"}, {eva, "I want to leave the tournament", "Eva, you are out of #"},
			{rui, "withdraw", "Rui, you are out of #"}, {rui, "join", "Which tournament"},
			{rui, "o último", "Rui, you are in tournament #"}, {rui, "withdraw", "Rui, you are out of #"},
			{ana, "/ladder create", "Which game"}, {ana, "/escada criar", "Which game"},
			{ana, "/escalera crear cage", "Ladder of Cage"},
		} {
			d.heard()
			mentioned(h, step.who, step.say)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, step.told) {
				t.Errorf("%s: %q is answered with %q, not %q", step.who.Name, step.say, got, step.told)
			}
		}
	})
}
