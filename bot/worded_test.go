package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// asked is what Ana says to the bot alone, and what the answer to each has to contain; "-" is no answer, "" any.
type asked []struct{ says, told string }

// hold says it all, line by line.
func (all asked) hold(t *testing.T) {
	t.Helper()
	d := newDesk()
	h, _ := start(t, memorytest.New(), d)
	all.holdAt(t, h, d)
}

// grant has somebody say some things to the bot in private, who taps what the bot asks to be meant.
func (all asked) grant(t *testing.T) {
	t.Helper()
	d := newDesk()
	h, _ := start(t, memorytest.New(), d)
	h.grants = d
	all.holdAt(t, h, d)
}

func (all asked) holdAt(t *testing.T, h *host, d *desk) {
	t.Helper()
	for i, line := range all {
		before := len(d.all())
		hear(h, chat.Event{Room: chat.Room(ana.ID), From: ana, Text: line.says, Addressed: true, Private: true,
			ID: fmt.Sprint("e", i)})
		got := ""
		for _, s := range d.all()[before:] {
			got += chat.Plain(s.m.Text) + "\n"
		}
		if line.told == "-" && got != "" || line.told != "-" && (got == "" || !strings.Contains(got, line.told)) {
			t.Fatalf("%q is answered with %q, without %q", line.says, got, line.told)
		}
	}
}

// For how many stakes somebody resigns is said in words; what may be the name of the game as well is asked about.
func TestResignationInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for words, want := range map[string]string{
			"gammon": "resign for 2 points", "a gammon please": "resign for 2 points", "single game": "resign for 1 point",
			"just a single one": "resign for 1 point",
			"two points":        "resign for 2 points", "2": "resign for 2 points", "three points": "wins 3 points",
			"triple":     "wins 3 points",
			"backgammon": "Do you really want", "a backgammon": "Do you really want", "una simple": "resign for 1 point",
			"el doble":   "resign for 2 points",
			"dos puntos": "resign for 2 points", "uma partida simples": "resign for 1 point", "o dobro": "resign for 2 points",
			"gamão triplo":  "wins 3 points",
			"gamão simples": "resign for 1 point", "um gamão": "Do you want to offer", "no": "the match goes on",
		} {
			asked{{"/play gamao @house:1", ""}, {"i resign", "Resign for 1, 2 or 3"}, {words, want}}.hold(t)
		}
		// no answer, and nothing is given up
		for _, words := range []string{"a single gammon", "gammon or backgammon?", "not a gammon"} {
			asked{{"/play gamao @house:1", ""}, {"/resign", "Resign for"}, {words, ""},
				{"/resign", "Resign for"}}.hold(t)
		}
	})
}

// The number of a match, its game or its opponent is taken in words, too.
func TestMatchNamedInWords(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		ids := map[string]string{}
		for _, game := range []string{"gamao", "damas"} {
			says(h, ana, "/play "+game+" @rui")
			says(h, rui, "/accept")
			ids[game] = idOf(t, d)[1:]
		}
		for text, want := range map[string]string{
			"I resign #" + ids["gamao"]: "Resign for", "resign #" + ids["gamao"]: "Resign for",
			"#" + ids["gamao"] + " i give up": "Resign for",
			"desisto #" + ids["damas"]:        "Do you really want to resign", "me rindo #" + ids["gamao"]: "Resign for",
			"i resign the backgammon":         "Resign for",
			"show the board #" + ids["damas"]: "#" + ids["damas"], "flip the board of the draughts game": "#" + ids["damas"],
			"/resign the backgammon one please": "Resign for",
			"/decline the draughts one":         "no offer to answer in #" + ids["damas"], "/board the backgammon": "#" +
				ids["gamao"],
		} {
			d.heard()
			mentioned(h, ana, text)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, want) || strings.Contains(got, "Which match") {
				t.Errorf("%q is answered with %q", text, got)
			}
		}
	})
}

// The last match is the one that ended last, whichever began first; what is asked by a player is about that player's
// own.
func TestLastEnded(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		var ids []string
		for _, game := range []string{"damas", "eximo"} {
			says(h, ana, "/play "+game+" @rui")
			says(h, rui, "/accept")
			ids = append(ids, idOf(t, d)[1:])
		}
		says(h, eva, "/play cage @rui")
		says(h, rui, "/accept")
		ids = append(ids, idOf(t, d)[1:])
		for _, end := range []string{"/resign #" + ids[1] + " yes", "/resign #" + ids[0] + " yes", "/resign #" + ids[2] +
			" yes"} {
			says(h, rui, end)
		}
		for _, c := range []struct {
			who       chat.User
			text, own string
		}{{ana, "who won?", ids[2]}, {ana, "/analyse", ids[0]}, {ana, "where did I go wrong?", ids[0]}, {eva, "/step",
			ids[2]},
			{ana, "/analyse the eximo game", ids[1]},
			{ana, "/analyse that", ids[0]}, {ana, "/analisar a de eximo", ids[1]}} {
			d.heard()
			mentioned(h, c.who, c.text)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "#"+c.own) {
				t.Errorf("%q is answered with %q, which is not of %s", c.text, got, c.own)
			}
		}
	})
}
