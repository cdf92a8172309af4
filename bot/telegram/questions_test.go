package telegram_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

// A board whose buttons have become others, by [⋯] or by the question whether somebody really wants to resign, has
// those of the match again when the person turns to something else in words, after a restart too.
func TestBoardIsPutInOrder(t *testing.T) {
	t.Parallel()
	no := func(p *telegramtest.Person, in *telegramtest.Chat, board *telegramtest.Message) {
		p.Says(in, "no", telegramtest.Reply(board))
	}
	for name, x := range map[string]struct {
		alone   bool
		opens   []string // buttons that are pressed
		restart bool
		says    func(p *telegramtest.Person, in *telegramtest.Chat, board *telegramtest.Message)
		told    string // what is said then
		stays   bool   // the question stays
	}{
		"a no":                 {opens: []string{"⋯", "Resign"}, says: no, told: "Good: the match goes on."},
		"a no after a restart": {opens: []string{"⋯", "Resign"}, says: no, told: "Good: the match goes on.", restart: true},
		"a no in private": {alone: true, opens: []string{"⋯", "Resign"}, told: "Good: the match goes on.",
			says: func(p *telegramtest.Person, in *telegramtest.Chat, _ *telegramtest.Message) { p.Says(in, "no") }},
		"a yes that does not answer the question": {opens: []string{"⋯", "Resign"}, told: "To be safe", stays: true,
			says: func(p *telegramtest.Person, in *telegramtest.Chat, board *telegramtest.Message) {
				p.Says(in, "yes", telegramtest.Reply(board))
			}},
		"another command": {opens: []string{"⋯", "Resign"}, told: "Portuguese draughts · Setup",
			says: func(p *telegramtest.Person, in *telegramtest.Chat, _ *telegramtest.Message) {
				p.Says(in, "/rules damas")
			}},
		"a command while all is open": {opens: []string{"⋯"}, told: "Portuguese draughts · Setup", restart: true,
			says: func(p *telegramtest.Person, in *telegramtest.Chat, _ *telegramtest.Message) {
				p.Says(in, "/rules damas")
			}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, store := telegramtest.New(t), newStore()
			o := openAt(t, s, store)
			ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
			room := o.Group(ana, rui)
			var board *telegramtest.Message
			if x.alone {
				room = ana.Private()
				ana.Says(room, "/play damas @house:1 colour=white")
				board = room.Next()
				o.Until("the game has begun", func() bool { return slices.Contains(board.Buttons(), "⋯") })
			} else {
				board = o.begin(room, ana, rui).board[ana.ID]
			}
			moves := board.Buttons()
			for _, label := range x.opens {
				before := board.Buttons()
				ana.Taps(board, label).Wait()
				o.Until("there are other buttons", func() bool { return !slices.Equal(board.Buttons(), before) })
			}
			open := board.Buttons()
			if x.restart {
				if err := o.stop(); err != nil {
					t.Fatal(err)
				}
				o = openAt(t, s, store)
			}
			x.says(ana, room, board)
			if got := room.Next().Text; !strings.HasPrefix(got, x.told) {
				t.Errorf("said %q", got)
			}
			if err := o.stop(); err != nil {
				t.Error(err)
			}
			want := moves
			if x.stays {
				want = open
			}
			if got := board.Buttons(); !slices.Equal(got, want) {
				t.Errorf("the board has the buttons %q, want %q", got, want)
			}
		})
	}
}

// A question that stands by itself loses its buttons when it was answered in words.
func TestAnsweredQuestionLosesButtons(t *testing.T) {
	t.Parallel()
	o := open(t)
	ana := o.Person("Ana", "ana")
	room := ana.Private()
	ana.Says(room, "/forget")
	asked := room.Next()
	if len(asked.Buttons()) != 1 {
		t.Errorf("asked with %q", asked.Buttons())
	}
	ana.Says(room, "no")
	room.Next()
	o.Until("the question has no buttons", func() bool { return len(asked.Buttons()) == 0 })
}
