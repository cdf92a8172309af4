package matches_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/gif"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// playSome plays random moves of Ana and Rui for a while.
func playSome(t *testing.T, h chat.Handler, store storage.Store, g *engine.Game, moves int) *match.Match {
	t.Helper()
	Says(h, Ana, "/play "+g.Name+" colour=first @rui")
	Says(h, Rui, "/accept")
	random := rand.New(rand.NewPCG(5, 6))
	for range moves {
		m := Only(t, store, storage.Query{Live: true})
		var all []engine.Move
		for move := range m.Line.Position().Moves() {
			all = append(all, move)
		}
		Says(h, map[string]chat.User{Ana.ID: Ana, Rui.ID: Rui}[m.Player(m.Turn()).ID],
			fmt.Sprintf("/move #%s %s", m.ID, all[random.IntN(len(all))]))
	}
	return Only(t, store, storage.Query{Live: true})
}

// An unfinished match can be continued from its file as a new match, with the same sides, if the opponent agrees; a
// finished one can be looked through by anyone who has the file.
func TestFile_ComesBack(t *testing.T) {
	for _, g := range Games {
		Subtest(t, g.Name, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			m := playSome(t, h, store, g, 12)
			halfway := Exported(t, h, d, m)
			// a match may be of several games
			for n := 0; n < 9 && Only(t, store, storage.Query{}).Status == match.Playing; n++ {
				Says(h, Rui, "/resign #"+m.ID+" yes")
				Says(h, Ana, "/accept #"+m.ID)
			}
			ended := Exported(t, h, d, m)

			later, e := memorytest.New(), NewDesk()
			k, _ := Start(t, later, e)
			Brings(k, Rui, "/import @ana", halfway)
			if got := chat.PlainText(e.Last(t).M.Text); !strings.Contains(got,
				"Rui wants to go on with a game from a file against Ana") {
				t.Fatalf("said: %s", got)
			}
			dice := strings.Contains(chat.PlainText(e.Last(t).M.Text),
				"From here on the dice are rolled anew. Time used before does not count.")
			if dice != (g.Name == "backgammon" || g.Kin == "backgammon") {
				t.Errorf("said of what is not taken over: %s", chat.PlainText(e.Last(t).M.Text))
			}
			if e.Last(t).M.Board == nil {
				t.Error("the board is not shown")
			}
			Says(k, Ana, "/accept")
			again := Only(t, later, storage.Query{Live: true})
			if again.Line.Position().Key() != m.Line.Position().Key() || again.Side(Ana.ID) != m.Side(Ana.ID) {
				t.Errorf("it goes on from %s, and Ana plays %s; was %s, %s", again.Line.Position(), again.Side(Ana.ID),
					m.Line.Position(), m.Side(Ana.ID))
			}
			Says(k, Ana, "/cancel")

			Brings(k, Eva, "/import", ended)
			if got := chat.PlainText(e.Last(t).M.Text); !strings.Contains(got, "Eva loaded a game from a file") ||
				!strings.Contains(got, "Ana wins") {
				t.Fatalf("said: %s", got)
			}
			Says(k, Eva, "/step 0")
			if got := e.Last(t).M; got.Board == nil || !strings.Contains(chat.PlainText(got.Text), "After 0 of") {
				t.Errorf("said: %s", chat.PlainText(got.Text))
			}
			if g.Further && !longtest.All() {
				return
			}
			Says(k, Eva, "/replay")
			film, err := gif.DecodeAll(bytes.NewReader(e.Last(t).M.File.Data))
			if err != nil || len(film.Image) < 5 {
				t.Errorf("the moving picture: %v", err)
			}
		})
	}
}

// The name of the game before a pasted text or a file may have several words.
func TestFile_LongName(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Eva, "/import damas russas 1. c3-d4 d6-c5 2. b2-c3 *")
		Brings(h, Eva, "/import damas russas", &chat.File{Name: "a.pdn", Data: []byte("1. c3-d4 d6-c5 2. b2-c3 1-0")})
		for _, said := range d.Heard() {
			if !strings.Contains(said, "Russian") {
				t.Errorf("read as another game: %q", said)
			}
		}
	})
}

// A game of a file with several games is chosen from a list by its number, typed or by a button; games that cannot be
// read say why in the list.
func TestFile_SeveralGames(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		file := &chat.File{Name: "club.pdn", Data: []byte("[White \"Ana\"]\n11-14 1-0\n[White \"Tó\"]\n11-14 11-14 1-0\n[White \"Zé\"]\n12-16 22-19 *\n[Black \"Eva\"]\n9-13 0-1\n")}
		Brings(h, Eva, "/import damas", file)
		const list = `The file has 4 games. Choose one by its number, or add a name or a year to find it.
1. Ana – ?: one move, 1-0
2. Tó – ?: one move, 1-0. Line 4, column 7: 11-14 cannot be played. Square 11 is empty. I kept the one move before that.
3. Zé – ?: 2 moves, *
4. ? – Eva: one move, 0-1`
		if got := chat.PlainText(d.Last(t).M.Text); got != list {
			t.Errorf("said %q", got)
		}
		for _, none := range []string{"5", "0", "-1", "-3"} {
			Brings(h, Eva, "/import damas "+none, file)
			if got := chat.PlainText(d.Last(t).M.Text); got != "There are 4 games in the file." {
				t.Errorf("of %s said %q", none, got)
			}
		}
		Brings(h, Eva, "/import damas 2", file)
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Line 4, column 7") {
			t.Errorf("said %q", got)
		}
		Brings(h, Eva, "/import tó damas", file)
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "The file has 4 games, and 1 of them fit") {
			t.Errorf("said %q", got)
		}
		Brings(h, Eva, "/import damas 4", file)
		if m := Only(t, h.Store, storage.Query{Ended: true, Limit: 1}); m.Line.Move(0) != "9-13" || m.Outcome.Winner != engine.Second {
			t.Errorf("the game is %+v", m.Line)
		}
		Brings(h, Rui, "/import damas 3 @ana", file)
		if m := Only(t, h.Store, storage.Query{Live: true}); m.Line.Move(0) != "12-16" || m.Opponent.ID != Ana.ID {
			t.Errorf("the game is %+v against %v", m.Line, m.Opponent)
		}
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Time used before does not count.") {
			t.Errorf("said %q", got)
		}
	})
}

// A game from a file is deleted thirty days after somebody last looked at it, with its analysis. A match that was
// played here stays.
func TestFile_Goes(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		const day = 24 * time.Hour
		Begin(t, h, d, "none")
		Brings(h, Eva, "/import", &chat.File{Name: "a.pdn", Data: []byte("[GameType \"28\"] 9-13 0-1")})
		read := Only(t, h.Store, storage.Query{Ended: true})
		if err := h.Store.Put(t.Context(), "house/report/"+read.ID, "{}"); err != nil {
			t.Fatal(err)
		}
		looks := []string{"/step #" + read.ID, "/replay #" + read.ID, "/export #" + read.ID, "/analyse #" + read.ID,
			"/board #" + read.ID}
		for _, look := range looks[:longtest.Count(2, len(looks))] {
			Later(29 * day)
			Says(h, Eva, look)
		}
		Later(29 * day)
		if _, err := h.Store.Head(t.Context(), read.ID); err != nil {
			t.Fatalf("it goes too soon: %v", err)
		}
		d.Heard()
		Later(2 * day)
		if _, err := h.Store.Head(t.Context(), read.ID); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("it is kept: %v", err)
		}
		if report, err := h.Store.Get(t.Context(), "house/report/"+read.ID); report != "" || err != nil {
			t.Errorf("the report is kept: %q, %v", report, err)
		}
		Says(h, Eva, "/step #"+read.ID)
		d.Expect(t, "of what has gone", "no match #"+read.ID)
		if m := Only(t, h.Store, storage.Query{}); m.Status != match.Playing {
			t.Errorf("there is a match that is %s", m.Status)
		}
	})
}

// The author is told why a file cannot be read, and nothing of it is stored.
func TestFile_Bad(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, c := range []struct {
			file *chat.File
			want string
		}{
			{nil, "Attach a file"},
			{&chat.File{Name: "big.pdn", Size: chat.LargestFile + 1}, "larger than 1024 kB"},
			{&chat.File{Name: "lost.pdn", Size: 10}, "could not get the file"},
			{&chat.File{Name: "picture.png", Data: []byte("\x89PNG\x00\x01")}, "not a text file"},
			{&chat.File{Name: "letter.txt", Data: []byte("Dear Rui,\n")}, "no game in the file"},
			{&chat.File{Name: "letter", Data: []byte("Dear Rui,\n")}, "do not know this kind of file"},
			{&chat.File{Name: "empty.pdn", Data: []byte("\n")}, "no game in the file"},
			{&chat.File{Name: "go.pdn", Data: []byte("[GameType \"1\"]\n\n1. aa bb *\n")}, "Line 1, column 1: I do not play"},
			{&chat.File{Name: "x.pdn", Data: []byte("[GameType \"30\"]\n\n1. 32-28 *\n")}, "a game of Turkish draughts"},
			{&chat.File{Name: "x.mat", Data: []byte(" 99 point match\n Game 1\n")},
				"Line 1: The file has a match to 99 points. I go up to 25."},
			{&chat.File{Name: "a.pdn", Data: []byte("[GameType \"28\"]\n\n1. 15x31 *\n")},
				"Line 3, column 4: 15x31 cannot be played. "},
		} {
			Brings(h, Ana, "/import", c.file)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, c.want) {
				t.Errorf("%v: said %q, and not %q", c.file, got, c.want)
			}
		}
		if found, err := h.Store.Find(t.Context(), storage.Query{}); len(found) != 0 || err != nil {
			t.Errorf("%d matches were kept, %v", len(found), err)
		}
	})
}

// For a file that does not say which draughts it belongs to, and cannot be read as the usual one, the author is asked
// which of the possible ones it is. The answer to any other file says what is wrong with it.
func TestFile_WhichGame(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		send := func(file string) Said {
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/import @rui", Addressed: true, Mentions: []chat.User{Rui},
				File: &chat.File{Name: "a.pdn", Data: []byte(file), Size: len(file)}})
			return d.Last(t)
		}
		asked := send("[White \"Ana\"]\n[FEN \"W:W46,47,33:B1,2,9\"]\n1. 46-41 1-7 2. 47-42 *\n")
		if got := chat.PlainText(asked.M.Text); !strings.Contains(got, "Which game") || len(asked.M.Buttons) == 0 {
			t.Fatalf("asked %q, %+v", got, asked.M.Buttons)
		}
		var says string
		for _, row := range asked.M.Buttons {
			if strings.Contains(row[0].Label, "International") {
				says = row[0].Says
			}
		}
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: says, Addressed: true, Tap: true, Mentions: []chat.User{Rui}})
		if m := Only(t, h.Store, storage.Query{}); m.Game.Name != "international" || len(m.Setup.Played) != 3 {
			t.Errorf("%s makes a match of %s with %d moves", says, m.Game.Name, len(m.Setup.Played))
		}
		for _, file := range []string{
			"[GameType \"21\"]\n[White \"Ana\"]\n1. 31-44 18-23 2. 33-28 *\n", "[White \"Ana\"]\n1. 31-27 18-23 2. 33-99 *\n",
		} {
			if got := send(file); len(got.M.Buttons) > 0 || !strings.Contains(chat.PlainText(got.M.Text), "ine ") {
				t.Errorf("%s is answered with %q", file, chat.PlainText(got.M.Text))
			}
		}
	})
}

// The options of a game that goes on are those of its file, and typed ones are refused.
func TestFile_Options(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		file := &chat.File{Name: "a.pdn", Data: []byte("[GameType \"28\"]\n\n1. 11-15 *\n")}
		for _, option := range []string{"points=3", "3 games", "from=W:W1:B32"} {
			d.Heard()
			Brings(h, Ana, "/import @rui "+option, file)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "come from the file") {
				t.Errorf("%s: said %q", option, got)
			}
		}
		Brings(h, Ana, "/import @rui time=3d colour=black", file)
		if m := Only(t, h.Store, storage.Query{}); m.Setup.Side != engine.Second || m.Setup.Time.Move != 72*time.Hour {
			t.Errorf("the challenge is %+v", m.Setup)
		}
	})
}

// The list of a file says who won a match of several games, and not how its last game ended.
func TestHistory(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, want := range map[string]string{"en": "Rui wins the match, 2 to 1.", "pt": "Rui ganha o encontro por 2 a 1.",
			"es": "Rui gana el encuentro por 2 a 1."} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Rui, "/language "+lang)
			Brings(h, Rui, "/import", &chat.File{Name: "a.mat", Data: []byte(" 2 point match\n\n Game 1\n Ana : 0    Rui : 0\n" +
				"  1) 31: 8/5 6/5                52: 13/8 24/22\n  2)  Doubles => 2               Drops\n      Wins 1 point\n\n" +
				" Game 2\n Ana : 1    Rui : 0\n  1) 31: 8/5 6/5                52: 13/8 24/22\n" +
				"                                 Wins 2 points and the match\n")})
			d.Heard()
			Says(h, Rui, "/history")
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%s: %q", lang, got)
			}
		}
	})
}

// A game that continued after a draw that nobody claimed is kept whole, with the result in its file, and the author is
// told of mistakes in it; if the file leaves a capture open, the author is asked which one it was.
func TestFile_Odd(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		const passed = "[GameType \"20\"]\n[FEN \"W:WK46,31,32:BK3,19\"]\n1. 46-41 3-8 2. 41-46 8-3 3. 46-41 3-8 4. 41-46 8-3 5. 32-27 3-8 2-0\n"
		Brings(h, Eva, "/import", &chat.File{Name: "a.pdn", Data: []byte(passed)})
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Line 3, column 56: Before 32-27 the game was a draw by the rules") {
			t.Errorf("said %q", got)
		}
		if m := Only(t, h.Store, storage.Query{Ended: true}); m.Line.Len() != 10 || m.Outcome.Winner != engine.First {
			t.Errorf("%d moves, %v wins", m.Line.Len(), m.Outcome.Winner)
		}
		const open = "[GameType \"20\"]\n[FEN \"W:WK4:B13,32,37,20\"]\n1. 4x15 0-1\n"
		Brings(h, Eva, "/import", &chat.File{Name: "b.pdn", Data: []byte(open)})
		buttons := d.Last(t).M.Buttons
		if got := chat.PlainText(d.Last(t).M.Text); len(buttons) != 2 || !strings.Contains(got, "Which of these was it?") {
			t.Fatalf("said %q, %+v", got, buttons)
		}
		Hear(h, chat.Event{Room: "desk:group", From: Eva, Text: buttons[1][0].Says, Addressed: true, Tap: true})
		if m := Only(t, h.Store, storage.Query{Ended: true, Limit: 1}); string(m.Line.Move(0)) != buttons[1][0].Label {
			t.Errorf("%s makes %s", buttons[1][0].Label, m.Line.Move(0))
		}
	})
}

// A position in a group is shown if it is said to the bot, and not if people talk to each other.
func TestPosition_InGroup(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		const text = "4HPwATDgc/ABMA:cIkEAAAAAAAE"
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: text})
		if got := d.Heard(); len(got) > 0 {
			t.Errorf("talk is answered with %q", got)
		}
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: text, Addressed: true})
		if m := d.Last(t).M; m.Board == nil || !strings.Contains(chat.PlainText(m.Text), "Red to play 1 and 1.") {
			t.Errorf("answered with %q", chat.PlainText(m.Text))
		}
	})
}
