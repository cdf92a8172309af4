package discord_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	enginetable "tabuleiro/engine/table"
)

// Games of all kinds are played where the bot is no member, and where it may do nothing but answer commands: with LONG=all
// to their ends, else until somebody resigns. A board that is pressed becomes the next one; now and then a move is a
// command, whose board is another message, and then the one before has no buttons.
func TestGames_WithoutPermissions(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"portuguese", "chilean", "backgammon", "eximo", "cage"} {
		for where, room := range map[string]func(w *world, ana, rui *discordtest.User) *discordtest.Channel{
			"guest": func(w *world, ana, rui *discordtest.User) *discordtest.Channel {
				return w.Abroad(ana, rui).Channel("elsewhere")
			},
			"bare": func(w *world, ana, rui *discordtest.User) *discordtest.Channel {
				c := w.Guild(ana, rui).Channel("bare")
				c.Deny(^uint64(0))
				return c
			},
		} {
			t.Run(name+" "+where, func(t *testing.T) {
				if name != "portuguese" && name != "backgammon" {
					longtest.Skip(t)
				}
				virtually(t, func(t *testing.T) {
					w := prepare(t)
					w.games = enginetable.Games
					w.run(nil)
					w.Connected(1)
					ana, rui := w.User("ana"), w.User("rui")
					wholeGame(t, w, name, ana, rui, room(w, ana, rui))
				})
			})
		}
	}
}

// wholeGame has two people play a game.
func wholeGame(t *testing.T, w *world, name string, ana, rui *discordtest.User, room *discordtest.Channel) {
	most := longtest.Count(12, 1000)
	random := rand.New(rand.NewPCG(5, 33))
	ana.Command(room, "play", discordtest.With("game", name), discordtest.With("opponent", rui),
		discordtest.With("time", "none"))
	offer := room.Next()
	rui.Presses(offer, "Accept")
	id := matchID(t, offer)
	time.Sleep(time.Minute)
	w.Pace()
	for n := range most {
		game := matchOf(t, w, id)
		board := room.Latest("#" + id)
		if game.Status.Ended() {
			break
		}
		by := w.Person(strings.TrimPrefix(game.Player(game.Turn()).ID, "discord:"))
		labels := slices.DeleteFunc(board.Buttons(), func(label string) bool {
			return label == "⋯" || label == "Type" ||
				label == "Double"
		})
		var moves []string
		for move := range game.Line.Position().Moves() {
			moves = append(moves, string(move))
		}
		before := board.Edits()
		if n%5 == 4 || len(labels) == 0 {
			by.Command(room, "move", discordtest.With("move", moves[random.IntN(len(moves))]))
			time.Sleep(5 * time.Second)
			if now := room.Latest("#" + id); now.ID == board.ID {
				t.Fatalf("after a command the board is still %q", now.Content)
			}
			continue
		}
		label := labels[random.IntN(len(labels))]
		by.Presses(board, label)
		time.Sleep(5 * time.Second)
		if now := room.Latest("#" + id); now.Edits() == before && now.ID == board.ID {
			t.Fatalf("nothing comes of %q under %q", label, board.Content)
		}
	}
	if most < 1000 {
		asked := ana.Command(room, "resign", discordtest.With("match", id)).Private()
		// in backgammon for as much as can be; the last one is to go on
		ana.Presses(asked, asked.Buttons()[len(asked.Buttons())-2])
	}
	time.Sleep(time.Minute)
	if matchOf(t, w, id).Status != match.Over {
		t.Error("the game does not end")
	}
	var live []string
	for _, m := range room.Sent() {
		if len(m.Buttons()) > 0 {
			live = append(live, m.Content)
		}
	}
	if len(live) != 1 {
		t.Errorf("%d messages have buttons: %q", len(live), live)
	}
	if n := w.Calls("GET channels") + w.Calls("POST messages") + w.Calls("PATCH messages"); n > 0 || w.TooFast() > 0 {
		t.Errorf("%d calls about a place where the bot may only answer, %d calls too fast", n, w.TooFast())
	}
}

// A move whose first answer comes too late is made, and Discord takes nothing more in answer to it: its board comes the
// way of what was asked for there before.
func TestBoardByTheWay_Before(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		room := w.Guild(ana, rui).Channel("bare")
		room.Deny(^uint64(0))
		ana.Command(room, "play", discordtest.With("opponent", rui), discordtest.With("time", "none"), begins)
		offer := room.Next()
		rui.Presses(offer, "Accept")
		time.Sleep(time.Minute)
		board := room.Latest("#" + matchID(t, offer))
		w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Late: 4 * time.Second, Times: 10})
		w.turn(board).Presses(board, board.Buttons()[0])
		time.Sleep(10 * time.Second)
		if now := room.Latest("#" + matchID(t, offer)); now == nil || now.ID == board.ID {
			t.Errorf("there is no new board: %q", room.Texts())
		}
	})
}
