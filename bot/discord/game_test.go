package discord_test

import (
	"bytes"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/match"
)

// begins has the challenger begin: then the first board is a new message, because somebody has to be called.
var begins = discordtest.With("colour", "white")

// challenge has ana challenge rui in a channel, and rui accept with the button. It returns the first board.
func challenge(w *world, ana, rui *discordtest.User, c *discordtest.Channel,
	more ...discordtest.Option) *discordtest.Message {
	w.t.Helper()
	i := ana.Command(c, "play", append(more, discordtest.With("opponent", rui), begins)...)
	where := c
	if len(more) > 0 {
		where = c.NewThread()
	} else {
		i.Silent()
	}
	offer := where.Next()
	rui.Presses(offer, "Accept")
	board := where.Next()
	offer.Bare()
	return board
}

func checkBoard(t *testing.T, m *discordtest.Message) {
	t.Helper()
	if _, err := png.Decode(bytes.NewReader(m.Picture)); err != nil {
		t.Errorf("the board is no picture: %v", err)
	}
	if m.Alt == "" {
		t.Error("the picture has no words")
	}
	if len(m.Pinged) > 1 {
		t.Errorf("%d people are notified", len(m.Pinged))
	}
	if m.Referenced != nil || m.Secret {
		t.Error("the board is not an ordinary message")
	}
}

// ended ends the bot and checks that a whole game was played.
func ended(t *testing.T, w *world, m *discordtest.Message) {
	t.Helper()
	w.stop()
	head, err := w.store.Head(t.Context(), matchID(t, m))
	if err != nil || head.Status != match.Over || head.Undelivered() {
		t.Errorf("the match is %s after %d events, unsaid: %v; %v", head.Status, head.N, head.Undelivered(), err)
	}
}

// How many moves are played before somebody resigns, if the game is not over: the picture of a board takes its time.
const (
	manyMoves = 300
	fewMoves  = 4
)

// A game is played to its end by commands. Where the bot does not read what is typed it reads replies, and a button asks
// for a move.
func TestGame_ByCommands(t *testing.T) {
	servertest.Each(t, map[string]bool{"commands": true, "replies": false}, func(t *testing.T, content bool) {
		w := begin(t, func(c *discord.Config) { c.Content = content })
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		if slices.Contains(board.Buttons(), "Type") == content {
			t.Errorf("under the board there are %q", board.Buttons())
		}
		most := map[bool]int{true: manyMoves, false: fewMoves}[content]
		last := play(w, board, most, func(by *discordtest.User, m *discordtest.Message, text string) *discordtest.Message {
			if checkBoard(t, m); !content {
				by.Types(c, text) // not heard: its text is kept from the bot
				by.Replies(m, text)
				return m.Next()
			}
			i := by.Command(c, "move", discordtest.With("move", text))
			next := m.Next()
			i.Silent()
			return next
		})
		if !content {
			rui.Replies(last, "/resign yes")
			last = last.Next()
		}
		if ended(t, w, last); strings.Contains(board.Content, "*the*") {
			t.Errorf("a name is taken for Markdown: %q", board.Content)
		}
	})
}

func TestGame_ByButtons(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		most := manyMoves
		if slow {
			most = fewMoves
		}
		board := challenge(w, ana, rui, c)
		time.Sleep(time.Minute)
		presses, callbacks, others := 0, w.Calls("POST callbacks"), w.Others()
		last := play(w, board, most, func(by *discordtest.User, m *discordtest.Message, text string) *discordtest.Message {
			offered := func(label string) bool {
				return slices.Contains(slices.Concat(m.Buttons(), m.Menus()), label)
			}
			// the board shows its pieces, then where they go
			if piece, _, _ := strings.Cut(strings.ReplaceAll(text, "x", "-"), "-"); !offered(text) && offered(piece) {
				before := m.Edits()
				presses++
				by.Presses(m, piece)
				m = m.Edited(before + 1)
			}
			before := m.Edits()
			presses++
			by.Presses(m, text)
			return m.Edited(before + 1)
		})
		if n, more := w.Calls("POST callbacks")-callbacks, w.Others()-others; n != presses || more != 0 {
			t.Errorf("%d presses took %d answers to them and %d calls more", presses, n, more)
		}
		if head, err := w.store.Head(t.Context(), matchID(t, last)); err == nil && head.Status == match.Playing {
			ana.Presses(ana.Command(c, "resign").Private(), "Resign")
			last = last.Next()
		}
		ended(t, w, last)
	})
}

// The challenge stays in the channel, and so does how the match ends; it is played in the thread.
func TestGame_InThread(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		thread, board := w.inThread(ana, rui, c)
		if thread.Name != "Portuguese draughts: Ana – Rui *the* Rook" || !thread.Has(ana) || !thread.Has(rui) {
			t.Errorf("thread %q, ana in it: %v, rui in it: %v", thread.Name, thread.Has(ana), thread.Has(rui))
		}
		last := play(w, board, fewMoves, func(by *discordtest.User, m *discordtest.Message,
			text string) *discordtest.Message {
			by.Replies(m, text)
			return m.Next()
		})
		w.quiet(c)
		ana.Replies(last, "/resign yes")
		last = last.Next()
		result := c.Next()
		if !strings.Contains(result.Content, "wins") || result.Picture == nil {
			t.Errorf("said in the channel: %q", result.Content)
		}
		film := rui.Presses(rui.Presses(result, "Look back").Private(), "Moving picture").Private()
		rui.Presses(film, "Share")
		if m := c.Next(); m.Secret || m.File == nil || !strings.HasPrefix(string(m.File.Data), "GIF8") {
			t.Errorf("said in the channel: %q", m.Content)
		}
		ended(t, w, last)
	})
}

// In private talks a challenge is accepted without its number, and each of the two has buttons for moves when it is
// their turn. There everything typed is heard, so that no button asks for it.
func TestGame_InDirectMessages(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t, func(c *discord.Config) { c.Content = false })
		ana, rui, _ := w.people()
		at, his := ana.Direct(), rui.Direct()
		ana.Command(at, "play", discordtest.With("opponent", rui), begins).Silent()
		at.Next()
		his.Next()
		rui.Command(his, "accept").Silent()
		mine, theirs := at.Next(), his.Next()
		if labels := mine.Buttons(); !slices.Contains(labels, "11-15") || slices.Contains(labels, "Type") {
			t.Errorf("ana, who is on turn, has the buttons %q", labels)
		}
		if labels := theirs.Buttons(); !slices.Equal(labels, []string{"⋯"}) {
			t.Errorf("rui, who is not, has the buttons %q", labels)
		}
		play(w, mine, fewMoves, func(by *discordtest.User, _ *discordtest.Message, text string) *discordtest.Message {
			by.Types(by.Direct(), text)
			mine, theirs = mine.Next(), theirs.Next()
			return mine
		})
		ana.Types(at, "resign")
		ana.Presses(at.Next(), "Resign")
		last := theirs.Next()
		for strings.Contains(last.Content, "to move") { // the board before was changed twice
			last = last.Next()
		}
		ended(t, w, last)
	})
}

// The old buttons of a board that went on in another message, because somebody had to be called, are taken off without
// a call more. Who wants new boards gets them.
func TestChallenge_BecomesBoard(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		ana.Command(c, "play", discordtest.With("opponent", rui), discordtest.With("colour", "black")).Silent()
		board := c.Next()
		rui.Presses(board, "Accept")
		board.Edited(1)
		rui.Presses(board, "11-15")
		board.Edited(2)
		time.Sleep(3 * time.Minute)
		before := w.Calls("PATCH messages")
		ana.Presses(board, "21-17")
		if m := c.Next(); !slices.Equal(m.Pinged, []*discordtest.User{rui}) {
			t.Errorf("%q calls %d people", m.Content, len(m.Pinged))
		}
		if board.Bare(); w.Calls("PATCH messages") != before {
			t.Errorf("the old buttons are taken off by %d calls more", w.Calls("PATCH messages")-before)
		}
		ana.Command(c, "settings", discordtest.With("what", "message new")).Private()
		c.Next() // that is told to all
		ana.Command(c, "undo").Silent()
		asked := c.Next()
		rui.Presses(asked, asked.Buttons()[0])
		ana.Presses(c.Next(), "21-17")
		if m := c.Next(); !strings.Contains(m.Content, "21-17") || len(m.Pinged) != 1 {
			t.Errorf("where a new board is wanted the bot says %q", m.Content)
		}
	})
}

// A challenge to somebody who has just left the server says so at once, a rematch too, and that one is there again with
// a command.
func TestChallenge_OfOneWhoLeft(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		g := w.Guild(ana, rui)
		c := g.Channel("general")
		board := challenge(w, ana, rui, c)
		ana.Presses(ana.Command(c, "resign").Private(), "Resign")
		over := board.Next()
		g.Leave(rui)
		for _, asks := range []func(){
			func() { ana.Command(c, "play", discordtest.With("opponent", rui), begins) },
			func() { ana.Presses(over, "Rematch") },
		} {
			asks()
			c.Next()
			w.reads(c.Next(), "cannot be reached")
		}
		g.Nick(rui, "rui")
		rui.Command(c, "play", discordtest.With("opponent", ana), begins)
		c.Next()
		if here, err := w.bot.Present(t.Context(), roomOf(c), "discord:"+rui.ID, false); !here || err != nil {
			t.Errorf("somebody who is back is there: %v, %v", here, err)
		}
	})
}

// A command tells who of those named in it is on the server, so that nobody is looked up.
func TestNamed_IsNotLookedUp(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		challenge(w, ana, rui, c)
		time.Sleep(time.Minute)
		before := w.Calls("GET members")
		ana.Command(c, "play", discordtest.With("opponent", rui), begins)
		c.Next()
		time.Sleep(time.Minute)
		if n := w.Calls("GET members") - before; n != 0 {
			t.Errorf("%d members were looked up", n)
		}
	})
}

// Two matches in one channel do not get in each other's way: a reply is about the board that it answers. And one goes
// on when a player has left the server.
func TestMatches_TwoInOneChannel(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		g := w.Guild(ana, rui)
		c := g.Channel("general")
		boards := []*discordtest.Message{challenge(w, ana, rui, c), challenge(w, ana, rui, c)}
		for range 4 {
			for i, m := range boards {
				id := matchID(t, m)
				w.turn(m).Replies(m, legal(t, w, m))
				boards[i] = m.Next()
				if got := matchID(t, boards[i]); got != id {
					t.Fatalf("a move in #%s is announced in #%s", id, got)
				}
			}
		}
		stays, leaves := w.turn(boards[0]), rui
		if stays == rui {
			leaves = ana
		}
		g.Leave(leaves)
		stays.Replies(boards[0], "/resign yes")
		if last := boards[0].Next(); !strings.Contains(last.Content, leaves.Handle) {
			t.Errorf("the winner is not named: %q", last.Content)
		}
	})
}
