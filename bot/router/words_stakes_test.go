package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// For how many points somebody resigns is said by their number; what names none gives nothing up.
func TestWords_Resignation(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for words, want := range map[string]string{
			"two points": "resign for 2 points", "2": "resign for 2 points", "three points": "wins 3 points",
			"dos puntos": "resign for 2 points", "no": "the match goes on",
		} {
			Asked{{"/play gamao @house:1", ""}, {"i resign", "Resign for 1, 2 or 3"}, {words, want}}.Hold(t)
		}
		// no answer, and nothing is given up
		for _, words := range []string{"gammon", "a single gammon", "gammon or backgammon?", "not a gammon"} {
			Asked{{"/play gamao @house:1", ""}, {"/resign", "Resign for"}, {words, ""},
				{"/resign", "Resign for"}}.Hold(t)
		}
	})
}

// The number of a match, its game or its opponent is taken in words, too.
func TestWords_MatchNamed(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		ids := map[string]string{}
		for _, game := range []string{"gamao", "damas"} {
			Says(h, Ana, "/play "+game+" @rui")
			Says(h, Rui, "/accept")
			ids[game] = IDOf(t, d)[1:]
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
			d.Heard()
			Mentioned(h, Ana, text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) || strings.Contains(got, "Which match") {
				t.Errorf("%q is answered with %q", text, got)
			}
		}
	})
}

// The last match is the one that ended last, whichever began first; what is asked by a player is about that player's
// own.
func TestWords_LastEnded(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		var ids []string
		for _, game := range []string{"damas", "eximo"} {
			Says(h, Ana, "/play "+game+" @rui")
			Says(h, Rui, "/accept")
			ids = append(ids, IDOf(t, d)[1:])
		}
		Says(h, Eva, "/play cage @rui")
		Says(h, Rui, "/accept")
		ids = append(ids, IDOf(t, d)[1:])
		for _, end := range []string{"/resign #" + ids[1] + " yes", "/resign #" + ids[0] + " yes", "/resign #" + ids[2] +
			" yes"} {
			Says(h, Rui, end)
		}
		for _, c := range []struct {
			who       chat.User
			text, own string
		}{{Ana, "who won?", ids[2]}, {Ana, "/analyse", ids[0]}, {Ana, "where did I go wrong?", ids[0]}, {Eva, "/step",
			ids[2]},
			{Ana, "/analyse the eximo game", ids[1]},
			{Ana, "/analyse that", ids[0]}, {Ana, "/analisar a de eximo", ids[1]}} {
			d.Heard()
			Mentioned(h, c.who, c.text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "#"+c.own) {
				t.Errorf("%q is answered with %q, which is not of %s", c.text, got, c.own)
			}
		}
	})
}
