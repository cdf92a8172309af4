package bot_test

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// With both players and others sending at once, one move is played for each turn, and nothing else happens.
func TestBot_AllAtOnce(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		var all sync.WaitGroup
		for i := range 40 {
			for _, u := range []chat.User{Ana, Rui, {ID: "desk:eva", Name: "Eva"}} {
				all.Go(func() { Says(h.Bot, u, "11-15", fmt.Sprint(u.ID, i, "a")) })
				all.Go(func() { Says(h.Bot, u, "22-18", fmt.Sprint(u.ID, i, "b")) })
			}
		}
		all.Wait()
		var moves []string
		for _, e := range EventsOf(t, h.Store) {
			if e.Kind == match.Moved {
				moves = append(moves, e.By+" "+string(e.Move))
			}
		}
		if len(moves) == 0 || len(moves) > 2 || moves[0] != "desk:ana 11-15" || len(moves) == 2 &&
			moves[1] != "desk:rui 22-18" {
			t.Errorf("played: %v", moves)
		}
	})
}

// A service that is slow for one match delays no other.
func TestBot_OneSlowMatch(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		SaysIn(h, "desk:slow", Ana, "/play damas @rui")
		SaysIn(h, "desk:fast", Ana, "/play damas @rui")
		stuck, release := make(chan struct{}), make(chan struct{})
		d.Fail = func(room chat.Room, _ chat.Message) error {
			if room == "desk:slow" {
				close(stuck)
				<-release
			}
			return nil
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			SaysIn(h.Bot, "desk:slow", Rui, "/accept")
		}()
		<-stuck
		SaysIn(h, "desk:fast", Rui, "/accept")
		SaysIn(h, "desk:fast", Ana, "11-15")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana: 11-15") {
			t.Errorf("said: %q", got)
		}
		close(release)
		<-done
	})
}

// Many messages at once, most of them talk.
func TestBot_Thousands(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		var all sync.WaitGroup
		rooms := longtest.Count(5, 20)
		for i := range rooms {
			room := chat.Room(fmt.Sprint("desk:", i))
			all.Go(func() {
				SaysIn(h.Bot, room, Ana, "/play damas @rui")
				SaysIn(h.Bot, room, Rui, "/accept")
				for j := range 100 {
					SaysIn(h.Bot, room, []chat.User{Ana, Rui}[j%2], []string{"hello", "20", "good move!", "11-15", "", "😀"}[j%6])
				}
			})
		}
		all.Wait()
		heads, err := h.Store.Find(context.Background(), storage.Query{Live: true})
		if err != nil || len(heads) != rooms {
			t.Fatalf("%d matches, %v", len(heads), err)
		}
	})
}

// A board has its picture, and the buttons of the message before are removed.
func TestBot_PicturesAndButtons(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui")
		if m := d.Last(t).M; m.Board != nil || len(m.Buttons) != 1 || len(m.Buttons[0]) != 3 || m.Turn.ID != Rui.ID {
			t.Errorf("challenge: %+v", m)
		}
		Says(h, Rui, d.Last(t).M.Buttons[0][0].Says)
		m := d.Last(t).M
		if m.Board == nil || m.Turn.ID != Ana.ID {
			t.Fatalf("accepted: %+v", m)
		}
		if _, err := png.Decode(bytes.NewReader(m.Board.PNG)); err != nil {
			t.Error(err)
		}
		Says(h, Ana, "11-15")
		if want := []chat.Ref{"m1", "m2"}; !slices.Equal(d.Retired, want) {
			t.Errorf("retired %v, want %v", d.Retired, want)
		}
	}, Drawing)
}

// In a private chat the board is seen from the own side; a match can be played in two private chats.
func TestBot_TwoRooms(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		private := func(u chat.User, text string) {
			Hear(h, chat.Event{Room: chat.Room("desk:" + u.Handle), From: u, Text: text, Addressed: true, Private: true})
		}
		private(Ana, "/play damas")
		told := chat.PlainText(d.Last(t).M.Text)
		id := told[strings.Index(told, "#"):][:5]
		link := regexp.MustCompile(`https://desk\.example/\?start=(` + id[1:] + `-[a-z0-9]{16,})`).FindStringSubmatch(told)
		if link == nil {
			t.Fatalf("no link in %q", told)
		}
		private(Rui, "/start "+link[1])
		if m := d.Last(t); m.Room != "desk:rui" || len(m.M.Buttons) == 0 {
			t.Fatalf("the link shows %+v", m)
		}
		private(Rui, d.Last(t).M.Buttons[0][0].Says)
		d.Heard()
		private(Ana, "11-15")
		slices.SortFunc(d.Messages, func(a, b Said) int { return strings.Compare(string(a.Room), string(b.Room)) })
		if len(d.Messages) != 2 || d.Messages[0].Room != "desk:ana" || d.Messages[1].Room != "desk:rui" {
			t.Fatalf("said: %+v", d.Messages)
		}
		if d.Messages[0].M.Board.Text == d.Messages[1].M.Board.Text {
			t.Error("both see the board from the same side")
		}
		d.Heard()
		private(Rui, "22-18")
		if got := d.Heard(); len(got) != 2 {
			t.Errorf("said: %q", got)
		}
	})
}

// A person who opened a challenge by its link can accept it in words; its id alone opens nothing.
func TestChallenge_OpenedInWords(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, answer := range []string{"/accept", "/accept #", "I accept", "aceito o desafio"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			told := d.Asks(h, Ana, "/play damas anyone")
			link := regexp.MustCompile(`\?start=(([a-z0-9]+)-[a-z0-9]{16,})`).FindStringSubmatch(told)
			if link == nil {
				t.Fatalf("no link in %q", told)
			}
			if answer == "/accept #" {
				answer += link[2]
			}
			if told := d.Asks(h, Rui, answer); strings.Contains(told, "to move") {
				t.Errorf("%s, before it was opened: %q", answer, told)
			}
			d.Asks(h, Rui, "/start "+link[1])
			if told := d.Asks(h, Rui, answer); !strings.Contains(told, "Rui accepts.") {
				t.Errorf("%s: told %q", answer, told)
			}
		}
	})
}

// The challenger may choose a colour, in any language.
func TestChallenge_Colour(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"/play damas colour=black @rui": "⚪ Rui · ⚫ Ana",
			"/jogar cor=Brancas damas @rui": "⚪ Ana · ⚫ Rui",
			"/play color=negras damas @rui": "⚪ Rui · ⚫ Ana",
			"/play color=verde damas @rui":  "I do not know that colour",
			"/play damas black @rui":        "⚪ Rui · ⚫ Ana",
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, text)
			Says(h, Rui, "/accept")
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) || strings.Contains(got, "by lot") {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	})
}

// A match can be played in its own thread, if the service has threads: the room is told where, and the result. It is
// asked for by a word or a setting; if no thread can be opened the match is played in the room.
func TestBot_Thread(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for name, asks := range map[string][]string{
			"a word":    {"/jogar damas tópico @rui"},
			"a setting": {"/settings threads on", "/play damas @rui"},
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			for _, text := range asks {
				Says(h, Ana, text)
			}
			if got := d.Last(t); got.Room != "desk:group" || !strings.Contains(chat.PlainText(got.M.Text), "Ana challenges Rui") {
				t.Errorf("%s: said %+v", name, got)
			}
			in := func(room chat.Room) (texts []string) {
				for _, s := range d.All() {
					if s.Room == room {
						texts = append(texts, chat.PlainText(s.M.Text))
					}
				}
				return texts
			}
			before := len(in("desk:group"))
			Says(h, Rui, "/accept")
			const thread = "desk:group/Portuguese draughts: Ana – Rui"
			if got := in(thread); len(got) != 1 || !strings.Contains(got[0], "to move") {
				t.Errorf("%s: said in the thread %q", name, got)
			}
			if got := in("desk:group")[before:]; len(got) != 1 || !strings.Contains(got[0], "Played here") ||
				strings.Contains(got[0], "to move") {
				t.Errorf("%s: said in the room %q", name, got)
			}
			for _, text := range []string{"12-16", "/move 11-15", "/undo"} {
				SaysIn(h, thread, Ana, text)
				SaysIn(h, thread, Rui, text)
			}
			if got := in("desk:group")[before:]; len(got) != 1 {
				t.Errorf("%s: said in the room %q", name, got[1:])
			}
			Hear(h, chat.Event{Room: thread, From: Ana, Text: "/resign yes", Addressed: true})
			if got := in("desk:group")[before:]; len(got) != 2 || !strings.Contains(got[1], "Rui wins") {
				t.Errorf("%s: said in the room %q", name, got[1:])
			}
		}
		d := NewDesk()
		d.NoThreads = ErrDown
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/play damas thread @rui")
		Says(h, Rui, "/accept")
		if got := d.Last(t); got.Room != "desk:group" || !strings.Contains(chat.PlainText(got.M.Text), "to move") {
			t.Errorf("said %+v", got)
		}
	})
}

// A person without a handle is challenged by a mention or by a reply.
func TestBot_WithoutHandle(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		eva := chat.User{ID: "desk:3", Name: "Eva #zzzz"}
		for _, e := range []chat.Event{{Text: "/play damas", Mentions: []chat.User{eva}}, {Text: "/play damas time=3d", Answered: eva}} {
			e.Room, e.From, e.Addressed = "desk:group", Ana, true
			h.Hear(context.Background(), e)
			if m := d.Last(t).M; m.Turn.ID != eva.ID {
				t.Fatalf("challenged: %+v", m)
			}
			Says(h, Rui, d.Last(t).M.Buttons[0][0].Says)
			if got := chat.PlainText(d.Last(t).M.Text); got != "That challenge is not for you to answer." {
				t.Errorf("somebody else: %q", got)
			}
		}
		Says(h, eva, "/accept")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "Which match") {
			t.Errorf("two challenges: %q", got)
		}
		Says(h, eva, d.Last(t).M.Buttons[0][0].Says)
		board := chat.PlainText(d.Last(t).M.Text)
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Ana, Text: "11-15", Addressed: true, Quoted: board})
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana: 11-15") {
			t.Errorf("a name that looks like a match: %q", got)
		}
	})
}

// A room with a new address keeps its matches and its language.
func TestBot_MovedRoom(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/language pt")
		Says(h, Ana, "/jogar damas @rui")
		Says(h, Rui, "/aceitar")
		if err := h.Moved(context.Background(), "desk:group", "desk:supergroup"); err != nil {
			t.Fatal(err)
		}
		SaysIn(h, "desk:supergroup", Ana, "11-15")
		if got := d.Last(t); got.Room != "desk:supergroup" || !strings.Contains(chat.PlainText(got.M.Text), "Joga Rui") {
			t.Errorf("said %+v", got)
		}
		d.Heard()
		Says(h, Rui, "22-18")
		if got := d.Heard(); len(got) != 0 {
			t.Errorf("the old room is still heard: %q", got)
		}
	})
}

// A reply to a board refers to its match; talk below it is ignored.
func TestBoard_Answered(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		var boards []string
		for range 2 {
			Says(h, Ana, "/play damas @rui")
			Says(h, Rui, "/accept")
			boards = append(boards, chat.PlainText(d.Last(t).M.Text))
		}
		answer := func(board string, u chat.User, text string) []string {
			d.Heard()
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true, Quoted: board})
			return d.Heard()
		}
		id := boards[0][strings.Index(boards[0], "#"):][:5]
		if got := answer(boards[0], Ana, "11-15"); len(got) != 1 || !strings.Contains(got[0], id) ||
			!strings.Contains(got[0], "Ana: 11-15") {
			t.Errorf("a move: %q", got)
		}
		for _, talk := range []string{"good move!", "no, that is not what I meant", "draw it again, please", "20"} {
			if got := answer(boards[0], Rui, talk); talk != "20" && len(got) != 0 {
				t.Errorf("%s: %q", talk, got)
			}
		}
		if got := answer(boards[1], Rui, "resign"); len(got) != 1 || strings.Contains(got[0], id) ||
			got[0] != "Do you really want to resign against Ana?" {
			t.Errorf("a command: %q", got)
		}
		if got := answer(boards[0], Ana, "12-16"); len(got) != 1 || !strings.Contains(got[0], "Rui's turn") {
			t.Errorf("out of turn: %q", got)
		}
	})
}

// A board's match is known from when it was sent, whatever text the service returns later.
func TestBoard_AnsweredWithoutItsName(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for range 2 {
			Says(h, Ana, "/play damas colour=white @rui")
			Says(h, Rui, "/accept")
		}
		heads, err := h.Store.Find(t.Context(), storage.Query{})
		if err != nil || len(heads) != 2 {
			t.Fatalf("%d matches, %v", len(heads), err)
		}
		for i, head := range heads {
			other := heads[1-i].ID
			for n, text := range []string{"", "Damas", "Rui × #" + other, "Damas #" + other + "\nAna"} {
				move, by := []string{"11-15", "22-18", "12-16", "21-17"}[n], []chat.User{Ana, Rui}[n%2]
				now, err := h.Store.Head(t.Context(), head.ID)
				if err != nil {
					t.Fatal(err)
				}
				h.Hear(t.Context(), chat.Event{Room: "desk:group", From: by, Text: move, Addressed: true,
					Quoted: text, QuotedRef: chat.Ref(now.Places[0].Ref + "+")})
				if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "#"+head.ID) || !strings.Contains(got, ": "+move) {
					t.Errorf("%s in the match %s, whose board tells %q: %q", move, head.ID, text, got)
				}
			}
		}
	})
}
