package discord_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/backgammon"
)

// In the guided start anybody on the server can be chosen as the opponent, but for bots.
func TestPersonChosen(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		asked := ana.Command(c, "play", discordtest.With("game", "damas ??")).Private()
		music := w.Robot("music")
		if m := ana.Chooses(asked, music).Private(); m.Content != "en-US robot: music" || !m.Secret {
			t.Errorf("said: %q", m.Content)
		}
		if m := ana.Chooses(asked, ana).Private(); m.ID != asked.ID || !strings.Contains(m.Content, "yourself") ||
			len(m.Buttons()) == 0 {
			t.Errorf("the menu has become %q with %q", m.Content, m.Buttons())
		}
		w.reads(typed(c, ana, "/play damas "+music.Mention()), "music is a bot")
		ana.Chooses(asked, rui)
		if m := c.Next(); !strings.Contains(m.Content, "challenges") || !slices.Equal(m.Pinged, []*discordtest.User{rui}) {
			t.Errorf("said: %q to %v", m.Content, m.Pinged)
		}
		w.quiet(c)
	})
}

// A menu that was asked for by typing is there for all to see, but only for the person who asked. It goes on in the
// same message, and is gone when a match has come of it: a challenge to anyone takes its place, one that somebody is
// called to is a new message.
func TestMenu_Typed(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		ask := func() *discordtest.Message {
			menu := typed(c, ana, "/play damas ??")
			synctest.Wait() // the bot knows that it has posted it
			return menu
		}
		menu := ask()
		if m := rui.Presses(menu, menu.Buttons()[0]).Private(); !m.Secret || !strings.Contains(m.Content, "Somebody else") {
			t.Errorf("rui is told %q", m.Content)
		}
		ana.Presses(menu, "I begin")
		if menu = menu.Edited(1); c.Unread() > 0 || !slices.Contains(menu.Buttons(), "✓ I begin") {
			t.Errorf("the menu goes on as %q", menu.Buttons())
		}
		ana.Chooses(menu, rui)
		w.reads(c.Next(), "challenges")
		menu.Gone()
		menu = ask()
		ana.Presses(menu, "Anyone may accept")
		w.reads(menu.Edited(1), "anyone who accepts")
		rui.Presses(menu, "Accept")
		if m := menu.Edited(2); m.Picture == nil && c.Next().Picture == nil {
			t.Errorf("after the challenge was accepted: %q", m.Content)
		}
	})
}

// Where the bot does not hear what is typed, a button under the board asks for a move, which counts for that match and
// that board only.
func TestMove_Typed(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t, func(c *discord.Config) { c.Content = false })
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		mover := board.Pinged[0]
		mover.Presses(board, "Type").Fills(" 11-15 ")
		next := board.Next()
		if !strings.Contains(next.Content, "11-15") || w.turn(next) == mover {
			t.Errorf("after a move the bot says %q", next.Content)
		}
		wrong := w.turn(next).Presses(next, "Type").Fills("99-1")
		if m := wrong.Private(); !m.Secret || !strings.Contains(m.Content, "99") {
			t.Errorf("after a wrong move the bot says %q", m.Content)
		}
		if first := wrong.Acknowledged(); first != 4 {
			t.Errorf("what was typed got an answer of type %d", first)
		}
		w.quiet(c)
	})
}

// Moves are offered in all matches where it is one's turn, those of the room first, and can be made: wherever one is,
// each goes to the board of its own match.
func TestMoves_ElsewhereCompleted(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		g := w.Guild(ana, rui)
		at := []*discordtest.Channel{g.Channel("one"), g.Channel("other")}
		boards, ids := make([]*discordtest.Message, len(at)), make([]string, len(at))
		for i, c := range at {
			ana.Command(c, "play", discordtest.With("opponent", rui), begins)
			rui.Presses(c.Next(), "Accept")
			boards[i] = c.Next()
			ids[i] = matchID(t, boards[i])
		}
		for i, c := range at {
			got := ana.Completes(c, "move", discordtest.With("move", ""))
			other := slices.IndexFunc(got, func(s string) bool { return strings.HasPrefix(s, "#"+ids[1-i]+" ") })
			if other < 1 || !strings.HasPrefix(got[0], "#"+ids[i]+" ") {
				t.Fatalf("in %s of %q: %q", c.Name, ids, got)
			}
			if i == 1 { // from the other room
				ana.Command(c, "move", discordtest.With("move", got[other]))
				if m := boards[0].Next(); !strings.Contains(m.Content, strings.Fields(got[other])[1]) {
					t.Errorf("the board there says %q", m.Content)
				}
			}
		}
		if got := ana.Completes(at[0], "move", discordtest.With("move", "1")); len(got) == 0 ||
			!strings.HasPrefix(got[0], "#"+ids[1]+" 1") {
			t.Errorf("where it is not ana's turn: %q", got)
		}
		if got := rui.Completes(at[1], "move", discordtest.With("move", "")); len(got) == 0 ||
			!strings.HasPrefix(got[0], "#"+ids[0]+" ") {
			t.Errorf("rui's only turn is elsewhere: %q", got)
		}
	})
}

// Settings, their values and the options of a game are completed while they are typed, each thing once.
func TestSettings_Completed(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.games = append(w.games, backgammon.Backgammon)
		w.run(nil)
		w.Connected(1)
		ana, _, c := w.people()
		for typed, want := range map[string][]string{
			"loo":     {"look"},
			"look sl": {"look slate"},
			"board ":  {"board pictures", "board text", "board both", "board words"},
			"board i": {"board in words"},
		} {
			if got := ana.Completes(c, "settings", discordtest.With("what", typed)); !slices.Equal(got, want) {
				t.Errorf("%q is completed by %q", typed, got)
			}
		}
		for locale, want := range map[string]string{"en-US": "points=", "pt-BR": "pontos="} {
			ana.Locale = locale
			game := discordtest.With("game", "gamao")
			all := ana.Completes(c, "play", discordtest.With("options", ""), game)
			if !slices.Contains(all, want) || len(all) > 20 {
				t.Errorf("the options are %q", all)
			}
			got := ana.Completes(c, "play", discordtest.With("options", want), game)
			if !slices.Contains(got, want+"3") ||
				slices.ContainsFunc(got, func(s string) bool { return !strings.HasPrefix(s, want) }) {
				t.Errorf("%q is completed by %q", want, got)
			}
		}
	})
}
