package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A match that words wish for beside the one that is played is offered, and not begun; the name of a game with a question
// mark begins none.
func TestWords_NoMatchOnHalfAWord(t *testing.T) {
	InTime(t, func(t *testing.T) {
		Asked{{"/play gamao opening=black colour=black @house:3", "to play"}, {"match to 3 points please", "points 3"},
			{"/games", "One match"}}.Hold(t)
		for _, text := range []string{"eximo?", "Cage?", "gamão?", "backgammon ?"} {
			Asked{{text, ""}, {"/games", "no match"}}.Grant(t)
		}
		Asked{{"eximo?", "jump"}, {"/games", "no match"}}.Grant(t)
	})
}

// A match is named by its place, its game or its opponent; a number of points or a level is no place.
func TestWords_WhichMatchByWhatItIs(t *testing.T) {
	InTime(t, func(t *testing.T) {
		begin := Asked{{"/play gamao points=3 @house:3", ""}, {"/play gamao points=5 @house:3", ""},
			{"/play damas @house:6", ""}, {"/position", "Which match"}}
		for text, want := range map[string]string{"the third": "points: 3", "draughts": "draughts", "level 3": "play bot level 3",
			"the one to 3 points": "play"} {
			append(begin[:len(begin):len(begin)], Asked{{text, want}}...).Hold(t)
		}
	})
}

// In a group the one who was asked answers in words that name a thing, said to nobody; consent is more than a bare yes.
func TestWords_AnswersToNobodyInAGroup(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		ids := map[string]string{}
		for _, game := range []string{"eximo", "damas", "damas2"} {
			Says(h, Ana, "/play "+strings.TrimSuffix(game, "2")+" @rui colour=first")
			Says(h, Rui, "/accept")
			ids[game] = "#" + IDOf(t, d)[1:]
		}
		for _, c := range []struct {
			who        chat.User
			text, want string
		}{
			{Ana, "11-15", "Which match"}, {Ana, "the second", ids["damas"]}, {Ana, "11-15 eximo", "-"},
			{Rui, "Ana, I won 3-1", "-"},
			{Ana, "/draw #" + ids["damas"][1:], "Ana offers a draw"}, {Rui, "ok?", "-"}, {Rui, "ok", "do you agree to a draw?"},
			{Rui, "yeah ok draw", "agree"},
			{Ana, "11-15", ids["damas2"]}, {Ana, "/undo", "take their last move back"},
			{Rui, "no, thanks", ids["damas2"]},
		} {
			d.Heard()
			Says(h, c.who, c.text)
			got := strings.Join(d.Heard(), "\n")
			if (c.want == "-") != (got == "") || c.want != "-" && !strings.Contains(got, c.want) {
				t.Errorf("%s: %q is answered with %q", c.who.Name, c.text, got)
			}
		}
	})
}

// A double is taken by the word for that; other words to the bot are offered as what they mean, or ask first.
func TestWords_DoubleAnswered(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{"I take it": "“Take”?", "nope, drop": "“Drop”?", "ok take": "“Take”?",
			"no take": "take or drop?", "drop it": "“Drop”?", "não, recuso": "You lose this game", "take": "takes"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play gamao points=0 colour=red from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 @rui")
			Says(h, Rui, "/accept")
			Says(h, Ana, "double")
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "doubles") {
				t.Fatalf("told %q", got)
			}
			d.Heard()
			if Says(h, Rui, "I will not drop"); d.Heard() != nil {
				t.Error("talk is answered")
			}
			d.Tells(t, h, Mentioned, Rui, text, want)
		}
	})
}

// To roll where the dice lie in all matches is answered for one of them; matches of the same game and people are told
// apart on buttons.
func TestWords_WhichIsNotAskedForNothing(t *testing.T) {
	InTime(t, func(t *testing.T) {
		Asked{{"/play gamao opening=black colour=black @house:1", ""},
			{"/play gamao opening=black colour=black points=3 @house:1", ""}, {"roll", ""}, {"/position", "Which match"}}.Hold(t)
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d)
		Privately(h, Ana, "/play gamao opening=black colour=black points=3 @house:1")
		Privately(h, Ana, "/play gamao opening=black colour=black points=5 @house:1")
		Privately(h, Ana, "roll")
		if got := chat.PlainText(d.Last(t).M.Text); strings.Contains(got, "Which match") {
			t.Errorf("told %q", got)
		}
		Privately(h, Ana, "/position")
		labels := ""
		for _, row := range d.Last(t).M.Buttons {
			labels += row[0].Label + "\n"
		}
		if !strings.Contains(labels, "points: 3") || !strings.Contains(labels, "points: 5") {
			t.Errorf("buttons %q", labels)
		}
	})
}

// A level that is to be easier or harder is that next to the one of the match in hand, from the next match on, which is
// offered, or told while one is played; beyond the last level there is none.
func TestWords_NextLevelIsOffered(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, c := range []struct{ level, said, offered string }{
			{"3", "make it harder", "play eximo level 4"}, {"3", "mais difícil", "play eximo level 4"},
			{"3", "más difícil", "play eximo level 4"}, {"3", "make it easier", "play eximo level 2"},
			{"3", "mais fácil", "play eximo level 2"}, {"3", "más fácil", "play eximo level 2"},
		} {
			Asked{{"/play eximo @house:" + c.level, ""}, {c.said, c.offered}, {"/games", "One match"}}.Hold(t)
			Asked{{"/play eximo @house:" + c.level, ""}, {"/resign yes", "wins"}, {c.said, c.offered}}.Hold(t)
		}
		for said, told := range map[string]string{"more difficult": "For the next one: “play draughts level 4”",
			"mais difícil": "For the next one: “play draughts level 4”", "easier": "For the next one: “play draughts level 2”"} {
			Asked{{"/play damas @house:3 colour=white", ""}, {"11-15", ""}, {said, told}, {"/games", "One match"}}.Hold(t)
		}
		Asked{{"/play eximo @house:max", ""}, {"make it harder", "my best"}, {"/games", "One match"}}.Hold(t)
	})
}
