package bot_test

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
	"tabuleiro/bot/speech"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

var announcedKey = regexp.MustCompile(`([0-9]+)\) [1-6]{2}\nprintf %s ([0-9a-f]{64})`)

var hexKey = regexp.MustCompile(`[0-9a-f]{64}`)

// hexHash is SHA-256 of a text, as sha256sum prints it.
func hexHash(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// playOn plays some turns: rolls, and otherwise the first move of the list.
func playOn(t testing.TB, h chat.Handler, store storage.Store, turns int) {
	t.Helper()
	for range turns {
		m := only(t, store, storage.Query{})
		if m.Status != match.Playing {
			return
		}
		says(h, map[string]chat.User{ana.ID: ana, rui.ID: rui}[m.Player(m.Turn()).ID], string(firstMove(m)))
	}
}

// The announcement can be checked with SHA-256 alone: every key follows from the one before, and gives the dice that
// were played. No throw comes twice, restarts or not, and the last key is never said.
func TestAnnouncedDice(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store := memorytest.New()
		d := newDesk()
		h, stop := start(t, store, d)
		says(h, ana, "/play gamao @rui")
		says(h, ana, "/dice word=girassol")
		says(h, rui, "/accept word=bia-42")
		said := d.heard()
		for range 4 {
			playOn(t, h, store, 10)
			says(h, ana, "/board")
			for _, got := range d.heard() {
				if hexKey.MatchString(got) {
					t.Fatalf("a key in an ordinary message: %q", got)
				}
			}
			for from := 1; from < 100; from += 10 {
				says(h, ana, fmt.Sprint("/dice ", from))
			}
			said = append(said, d.heard()...)
			stop()
			d = newDesk()
			h, stop = start(t, store, d)
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
		for _, e := range eventsOf(t, store) {
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
		if last := eventsOf(t, store)[0].Chain.Last; strings.Contains(text, last) {
			t.Error("the last key was said")
		}
	})
}

// A crash between the throw and its announcement does not throw again.
func TestThrowSurvivesACrash(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, stop := start(t, store, d)
		says(h, ana, "/play gamao @rui")
		d.fail = func(chat.Room, chat.Message) error { return errDown }
		says(h, rui, "/accept")
		before, err := json.Marshal(eventsOf(t, store))
		if err != nil {
			t.Fatal(err)
		}
		stop()
		d = newDesk()
		_, stop = start(t, store, d)
		stop()
		after, err := json.Marshal(eventsOf(t, store))
		if err != nil {
			t.Fatal(err)
		}
		if string(before) != string(after) {
			t.Errorf("events were\n%s\nand are\n%s", before, after)
		}
		got := d.heard()
		if len(got) != 1 || !strings.Contains(got[0], "begins") {
			t.Errorf("after the crash: %q", got)
		}
	})
}

// Everything can be done with buttons: accept, roll or a play from its first place on, and take back what is begun. A
// part of a play is answered in words: where others read on, the board comes once, with the whole of it.
func TestPlayingWithButtons(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play gamao colour=black @rui")
		says(h, rui, d.last(t).m.Buttons[0][0].Says)
		parts := 0
		for range 60 {
			m := only(t, h.store, storage.Query{})
			who := map[string]chat.User{ana.ID: ana, rui.ID: rui}[m.Player(m.Turn()).ID]
			message := d.last(t).m
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
					t.Fatalf("a part of a play is shown to all: %q", chat.Plain(message.Text))
				}
			} else if message.Board == nil {
				t.Fatalf("a whole play without a board: %q", chat.Plain(message.Text))
			}
			says(h, who, message.Buttons[0][0].Says)
		}
		if parts == 0 {
			t.Error("no part of a play can be taken back")
		}
	})
}

// Bare words that are moves in the game at hand are moves, also where they are commands otherwise. Those
// that may say something else than that a double is dropped ask first.
func TestWordsThatAreCommands(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for said, want := range map[string]string{
			"abandonar": "You lose this game.", "/decline": "Ana drops", "accept": "Ana takes", "/accept": "Ana takes",
			"aceitar": "Ana takes",
			"take":    "Ana takes", "no": "You lose this game.", "drop": "Ana drops",
		} {
			store, d := memorytest.New(), newDesk()
			h, _ := start(t, store, d)
			private := func(u chat.User, text string) {
				h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true,
					Mentions: []chat.User{ana, rui}})
			}
			private(ana, "/play gamao opening=black colour=black points=3 @rui")
			private(rui, "/accept")
			playOn(t, h, store, 1)
			private(rui, "double")
			private(ana, said)
			if got := d.heard(); !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, want) }) {
				t.Errorf("%s: %q, want %q", said, got, want)
			}
		}
	})
}

// The challenger's colour is that of the game at hand.
func TestColourOfCheckers(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string]string{"black": "⚫ Ana · 🔴 Rui", "vermelhas": "⚫ Rui · 🔴 Ana"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/play gamao colour="+text+" @rui")
			says(h, rui, "/accept")
			if got := d.heard(); !strings.Contains(got[1], want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	})
}

// The message that begins a match shows 132 bits of the seal of the dice before a word is taken, and the end of the
// match the key from which the seal follows, in all languages, against people and against the bot.
func TestSeal(t *testing.T) {
	inTime(t, func(t *testing.T) {
		seal := regexp.MustCompile(`: ([-\w]{22}) /`)
		for _, lang := range speech.Languages {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			said := func(of *regexp.Regexp) string {
				t.Helper()
				text := chat.Plain(d.last(t).m.Text)
				found := of.FindStringSubmatch(text)
				if found == nil {
					t.Fatalf("%s: %v is not in %q", lang, of, text)
				}
				return found[len(found)-1]
			}
			says(h, ana, "/language "+lang)
			for _, opponent := range []string{"@rui", "house"} {
				says(h, ana, "/play backgammon word=girassol "+opponent)
				if text := chat.Plain(d.last(t).m.Text); seal.MatchString(text) {
					t.Errorf("%s: a word is taken before the seal is there: %q", lang, text)
				}
				says(h, ana, "/play backgammon "+opponent)
				sealed := said(seal)
				says(h, ana, "/dice word=girassol")
				says(h, ana, "/dice word=other")
				says(h, rui, "/accept")
				says(h, ana, "/resign yes")
				steps := 0
				for hash := said(hexKey); dice.Short(hash) != sealed; hash = hexHash(hash) {
					if steps++; steps > 100 {
						t.Fatalf("%s: the key does not lead to the seal %s", lang, sealed)
					}
				}
				if steps == 0 {
					t.Errorf("%s: the key is the seal", lang)
				}
				says(h, ana, "/dice")
				if text := chat.Plain(d.last(t).m.Text); !strings.Contains(text, " girassol:") {
					t.Errorf("%s, against %s: the word is not the one that was given: %q", lang, opponent, text)
				}
			}
		}
	})
}

// To those who have boards in words the key is not read aloud sign by sign: its beginning is told, and where all of it
// is.
func TestKeyInWords(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/settings Boards as: words")
		says(h, ana, "/play backgammon @rui")
		says(h, rui, "/accept")
		says(h, rui, "/resign yes")
		got := chat.Plain(d.last(t).m.Text)
		if short := regexp.MustCompile(`Last key of the dice: [0-9a-f]{8}…; check it: /dice #`); !short.MatchString(got) ||
			hexKey.MatchString(got) {
			t.Errorf("the end in words: %q", got)
		}
	})
}
