package matches_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

var announcedKey = regexp.MustCompile(`([0-9]+)\) [1-6]{2}\nprintf %s ([0-9a-f]{64})`)

var hexKey = regexp.MustCompile(`[0-9a-f]{64}`)

// hexHash returns the SHA-256 of a text as sha256sum prints it.
func hexHash(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// The dice can be checked with SHA-256 alone: each key follows from the one before, and gives the dice that were
// rolled. No throw occurs twice, also after restarts, and the last key is never revealed.
func TestDice_Announced(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		d := NewDesk()
		h, stop := Start(t, store, d)
		Says(h, Ana, "/play gamao @rui")
		Says(h, Ana, "/dice word=girassol")
		Says(h, Rui, "/accept word=bia-42")
		said := d.Heard()
		for range 4 {
			PlayOn(t, h, store, 10)
			Says(h, Ana, "/board")
			for _, got := range d.Heard() {
				if hexKey.MatchString(got) {
					t.Fatalf("a key in an ordinary message: %q", got)
				}
			}
			for from := 1; from < 100; from += 10 {
				Says(h, Ana, fmt.Sprint("/dice ", from))
			}
			said = append(said, d.Heard()...)
			stop()
			d = NewDesk()
			h, stop = Start(t, store, d)
		}
		text := strings.Join(said, "\n")
		seal := regexp.MustCompile(`Seal of the dice: ([0-9a-f]{64})`).FindStringSubmatch(text)
		if seal == nil || !strings.Contains(text, "Words for the dice: girassol:bia-42") {
			t.Fatalf("no seal or no salt in %q", said[:2])
		}
		keys := map[string]string{"0": seal[1]}
		for _, found := range announcedKey.FindAllStringSubmatch(text, -1) {
			if old, ok := keys[found[1]]; ok && old != found[2] {
				t.Errorf("throw %s has two keys", found[1])
			}
			keys[found[1]] = found[2]
		}
		n := 0
		for _, e := range EventsOf(t, store) {
			if e.Kind != match.Rolled {
				continue
			}
			n++
			key := keys[fmt.Sprint(n)]
			if key != e.Key || e.Throw != n || hexHash(key) != keys[fmt.Sprint(n-1)] {
				t.Fatalf("throw %d: announced with key %q, stored %+v", n, key, e)
			}
			dice := strings.Map(func(r rune) rune {
				if r < '1' || r > '6' {
					return -1
				}
				return r
			}, hexHash(key+":girassol:bia-42"))[:2]
			if got := string(e.Move); got != dice && got != dice[1:]+dice[:1] {
				t.Errorf("throw %d is %s, the key gives %s", n, got, dice)
			}
		}
		if n < 15 || len(keys) != n+1 {
			t.Errorf("%d throws, %d keys", n, len(keys))
		}
		if last := EventsOf(t, store)[0].Chain.Last; strings.Contains(text, last) {
			t.Error("the last key was said")
		}
	})
}

// A crash between the throw and its announcement does not throw again.
func TestDice_SurviveCrash(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		Says(h, Ana, "/play gamao @rui")
		d.Fail = func(chat.Room, chat.Message) error { return ErrDown }
		Says(h, Rui, "/accept")
		before, err := json.Marshal(EventsOf(t, store))
		if err != nil {
			t.Fatal(err)
		}
		stop()
		d = NewDesk()
		_, stop = Start(t, store, d)
		stop()
		after, err := json.Marshal(EventsOf(t, store))
		if err != nil {
			t.Fatal(err)
		}
		if string(before) != string(after) {
			t.Errorf("events were\n%s\nand are\n%s", before, after)
		}
		got := d.Heard()
		if len(got) != 1 || !strings.Contains(got[0], "begins") {
			t.Errorf("after the crash: %q", got)
		}
	})
}

// Everything can be done with buttons: accept, roll, choose a play step by step, and take steps back. The answer to a
// part of a play is text; where others can read it, the board is sent once, after the whole play.
func TestDice_PlayedWithButtons(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play gamao colour=black @rui")
		Says(h, Rui, d.Last(t).M.Buttons[0][0].Says)
		parts := 0
		for range 60 {
			m := Only(t, h.Store, storage.Query{})
			who := map[string]chat.User{Ana.ID: Ana, Rui.ID: Rui}[m.Player(m.Turn()).ID]
			message := d.Last(t).M
			if message.Turn.ID != who.ID && !message.Private {
				t.Fatalf("%s is on turn, and the message waits for %s", who.Name, message.Turn.Name)
			}
			label := message.Buttons[0][0].Label
			if label == "Undo" {
				t.Fatalf("nothing but an undo: %+v", message)
			}
			if message.Private {
				if last := message.Buttons[len(message.Buttons)-1][0]; last.Label == "Undo" {
					parts++
				}
				if message.Board != nil {
					t.Fatalf("a part of a play is shown to all: %q", chat.PlainText(message.Text))
				}
			} else if message.Board == nil {
				t.Fatalf("a whole play without a board: %q", chat.PlainText(message.Text))
			}
			Says(h, who, message.Buttons[0][0].Says)
		}
		if parts == 0 {
			t.Error("no part of a play can be taken back")
		}
	})
}

// Words that are moves in the current game are moves, even if they are commands elsewhere. Words for dropping a double
// that may mean something else ask first.
func TestDice_WordsThatAreCommands(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for said, want := range map[string]string{
			"abandonar": "You lose this game.", "/decline": "Ana drops", "accept": "Ana takes", "/accept": "Ana takes",
			"aceitar": "Ana takes",
			"take":    "Ana takes", "no": "You lose this game.", "drop": "Ana drops",
		} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			private := func(u chat.User, text string) {
				h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true,
					Mentions: []chat.User{Ana, Rui}})
			}
			private(Ana, "/play gamao opening=black colour=black points=3 @rui")
			private(Rui, "/accept")
			PlayOn(t, h, store, 1)
			private(Rui, "double")
			private(Ana, said)
			if got := d.Heard(); !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, want) }) {
				t.Errorf("%s: %q, want %q", said, got, want)
			}
		}
	})
}

// The challenger's colour is one of the game that is played.
func TestDice_ColourOfCheckers(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{"black": "⚫ Ana · 🔴 Rui", "vermelhas": "⚫ Rui · 🔴 Ana"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play gamao colour="+text+" @rui")
			Says(h, Rui, "/accept")
			if got := d.Heard(); !strings.Contains(got[1], want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	})
}

// The message that begins a match shows 132 bits of the seal of the dice before a word is taken, and the end of the
// match shows the key from which the seal follows, in all languages, against people and against the bot.
func TestDice_Seal(t *testing.T) {
	InTime(t, func(t *testing.T) {
		seal := regexp.MustCompile(`: ([-\w]{22}) /`)
		for _, lang := range speech.Languages {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			said := func(of *regexp.Regexp) string {
				t.Helper()
				text := chat.PlainText(d.Last(t).M.Text)
				found := of.FindStringSubmatch(text)
				if found == nil {
					t.Fatalf("%s: %v is not in %q", lang, of, text)
				}
				return found[len(found)-1]
			}
			Says(h, Ana, "/language "+lang)
			for _, opponent := range []string{"@rui", "house"} {
				Says(h, Ana, "/play backgammon word=girassol "+opponent)
				if text := chat.PlainText(d.Last(t).M.Text); seal.MatchString(text) {
					t.Errorf("%s: a word is taken before the seal is there: %q", lang, text)
				}
				Says(h, Ana, "/play backgammon "+opponent)
				sealed := said(seal)
				Says(h, Ana, "/dice word=girassol")
				Says(h, Ana, "/dice word=other")
				Says(h, Rui, "/accept")
				Says(h, Ana, "/resign yes")
				steps := 0
				for hash := said(hexKey); dice.Short(hash) != sealed; hash = hexHash(hash) {
					if steps++; steps > 100 {
						t.Fatalf("%s: the key does not lead to the seal %s", lang, sealed)
					}
				}
				if steps == 0 {
					t.Errorf("%s: the key is the seal", lang)
				}
				Says(h, Ana, "/dice")
				if text := chat.PlainText(d.Last(t).M.Text); !strings.Contains(text, " girassol:") {
					t.Errorf("%s, against %s: the word is not the one that was given: %q", lang, opponent, text)
				}
			}
		}
	})
}

// For readers of boards in words, the key is not spelt out: they get its beginning, and are told where to find all of
// it.
func TestDice_KeyInWords(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/settings Boards as: words")
		Says(h, Ana, "/play backgammon @rui")
		Says(h, Rui, "/accept")
		Says(h, Rui, "/resign yes")
		got := chat.PlainText(d.Last(t).M.Text)
		if short := regexp.MustCompile(`Last key of the dice: [0-9a-f]{8}…; check it: /dice #`); !short.MatchString(got) ||
			hexKey.MatchString(got) {
			t.Errorf("the end in words: %q", got)
		}
	})
}
