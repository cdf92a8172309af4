package exercise_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Puzzles are solved by taps and by text, with the replies played; a wrong try is answered privately.
func TestPuzzle_Solved(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		longest, rests := 0, 0
		for range 60 {
			Says(h, Ana, "/puzzle next")
			puzzled := PosedIn(t, h.Store, "desk:group")
			solution := puzzled.Puzzle.Solution
			longest = max(longest, len(solution))
			for n := 0; n < len(solution); {
				if m := d.Last(t).M; m.Board == nil || m.Board.PNG == nil || m.Private {
					t.Fatalf("shown: %+v", m)
				}
				move := string(solution[n])
				if n%4 == 0 {
					if start := move[:strings.IndexAny(move, "-x")]; d.Last(t).Offers(start) { // not where only one piece can move
						d.Tap(t, h, Ana, start)
						if m := d.Last(t).M; !m.OnlyButtons {
							t.Fatalf("%s is begun: %+v", move, m)
						}
					}
					d.Tap(t, h, Ana, move)
					if m := d.Last(t).M; !m.Instead {
						t.Fatalf("%s is tapped: %+v", move, m)
					}
				} else {
					Says(h, Rui, move)
				}
				got, follows := chat.PlainText(d.Last(t).M.Text), ""
				n++
				for own := false; n < len(solution) && (!own || forced(t, puzzled.Puzzle, n)); own = !own {
					follows += " " + string(solution[n])
					n++
				}
				if n == len(solution) {
					rests += len(puzzled.Puzzle.Rest)
					for _, m := range puzzled.Puzzle.Rest {
						follows += " " + string(m)
					}
				}
				if follows != "" && n < len(solution) {
					follows = " The reply is" + follows
				} else if follows != "" {
					follows = " After that:" + follows
				}
				if !strings.Contains(got, "has found "+move) || strings.Contains(got, "solved") != (n == len(solution)) ||
					!strings.Contains(got, follows) {
					t.Fatalf("%s: %q", move, got)
				}
			}
			if got := PosedIn(t, h.Store, "desk:group"); got.Puzzle != nil {
				t.Fatal("a puzzle that is solved is set still")
			}
		}
		if longest < 3 || rests == 0 {
			t.Errorf("no puzzle has an answer or a rest: %d moves, %d after them", longest, rests)
		}
	})
}

// forced reports whether there is just one move after the first n of a solution.
func forced(t *testing.T, p *puzzle.Puzzle, n int) bool {
	t.Helper()
	line, err := p.Line(GameNamed("portuguese"))
	for _, m := range p.Solution[:n] {
		if err == nil {
			line, err = line.Play(m)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return len(slices.Collect(line.Position().Moves())) == 1
}

func TestPuzzle_TriedWrongly(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/puzzle damas")
		set := PosedIn(t, h.Store, "desk:group")
		line, err := set.Puzzle.Line(GameNamed("portuguese"))
		if err != nil {
			t.Fatal(err)
		}
		var wrong engine.Move
		for m := range line.Position().Moves() {
			if m != set.Puzzle.Solution[0] {
				wrong = m
			}
		}
		for n, hinted := range []bool{false, true} {
			Says(h, Ana, string(wrong))
			m := d.Last(t).M
			if got := chat.PlainText(m.Text); !m.Private || !strings.Contains(got, "something better") ||
				strings.Contains(got, "Look at the piece on") != hinted {
				t.Errorf("try %d: %+v", n+1, m)
			}
		}
		d.Heard()
		Says(h, Ana, "to be or not to be")
		Says(h, Ana, "99-98")
		if got := d.Heard(); len(got) != 0 {
			t.Errorf("talk is answered: %q", got)
		}
		Says(h, Ana, string(set.Puzzle.Solution[0]))
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "has found") {
			t.Errorf("found: %q", got)
		}
		Hear(h, chat.Event{Room: "desk:group", From: Rui, Text: "/puzzle 1:0 " + string(wrong), Addressed: true, Tap: true})
		d.Expect(t, "an old button", "has moved on")
	})
}

// A move that is one in the puzzle and in a match is for the board shown last, unless it replies to the other.
func TestPuzzle_OrMatch(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/puzzle damas")
		shown := chat.PlainText(d.Last(t).M.Text)
		set := PosedIn(t, h.Store, "desk:group")
		move := string(set.Puzzle.Solution[0])
		Says(h, Ana, `/play damas colour=white from="`+set.Puzzle.Position+`" @rui`)
		Says(h, Rui, "/accept")
		solver := Ana
		if line, _ := set.Puzzle.Line(GameNamed("portuguese")); line.Turn() == engine.Second {
			solver = Rui
		}
		h.Hear(t.Context(), chat.Event{Room: "desk:group", From: solver, Text: move, Addressed: true, Quoted: shown})
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "has found") {
			t.Errorf("to the puzzle: %q", got)
		}
		Says(h, solver, "/puzzle")
		Says(h, solver, move)
		if got := chat.PlainText(d.Last(t).M.Text); strings.Contains(got, "has found") || !strings.Contains(got, move) {
			t.Errorf("after the match: %q", got)
		}
		h.Hear(t.Context(), chat.Event{Room: "desk:group", From: solver, Text: "9-9", Addressed: true, Quoted: shown})
		if PosedIn(t, h.Store, "desk:group").Wrong != 0 {
			t.Error("what is no move is a wrong try")
		}
	})
}

// A puzzle shown before a later match takes only moves of its players that are legal in the puzzle alone.
func TestPuzzle_PassedBy(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "/puzzle damas")
		Says(h, Ana, "10-13")
		d.Heard()
		for _, out := range []string{"11-15", "1-5", "12-16"} {
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: out, Addressed: true})
		}
		if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, "🧩") || strings.Contains(got, "is empty") ||
			!strings.Contains(got, "turn") || PosedIn(t, h.Store, "desk:group").Wrong != 0 {
			t.Errorf("the puzzle answers: %q", got)
		}
		set := PosedIn(t, h.Store, "desk:group")
		Says(h, Ana, string(set.Puzzle.Solution[0]))
		d.Expect(t, "a move of the puzzle", "has found")
	})
}

// A move of a player that could also be meant for the puzzle is asked about; a reply to one of them is clear, and so is
// a move that is legal in only one.
func TestPuzzle_WhileTheOtherIsOnTurn(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/puzzle damas")
		set := PosedIn(t, h.Store, "desk:group")
		Says(h, Ana, `/play damas colour=white from="`+set.Puzzle.Position+`" @rui`)
		Says(h, Rui, "/accept")
		waits := Rui
		if line, _ := set.Puzzle.Line(GameNamed("portuguese")); line.Turn() == engine.Second {
			waits = Ana
		}
		d.Heard()
		Says(h, waits, string(set.Puzzle.Solution[0]))
		d.Expect(t, "a move of who waits", "has found")
	})
}

// A text shaped like a move of one board alone is for that one, the puzzle's or another game's match; any other text is
// for the board shown last, and the answer says whose move is expected there.
func TestPuzzle_MatchOfAnotherGame(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "/puzzle backgammon")
		d.Heard()
		id := Only(t, h.Store, storage.Query{}).ID
		for _, c := range []struct{ text, want string }{
			{"/m 24/1", "24/1"},          // a play, if not one that the dice allow
			{"/m 11-11", "goes nowhere"}, // as draughts are written
			// the puzzle was shown last
			{"/m zebra", "is neither a move nor a game that I know. In the puzzle it is Black to move"},
			{"/m #" + id + " zebra", "it is Ana's turn: write a move like 9-13"},
		} {
			Says(h, Ana, c.text)
			if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], c.want) {
				t.Errorf("%s: %q, want %q", c.text, got, c.want)
			}
		}
		Says(h, Ana, "11-15")
		Says(h, Rui, "21-17")
		d.Heard()
		Says(h, Ana, "/m zebra") // now the match was
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "In #"+id+" it is Ana's turn") {
			t.Errorf("after a move: %q", got)
		}
	})
}

// A room with a new address keeps what is set in it: a puzzle without an appointment, and an appointment without a
// puzzle.
func TestPuzzle_Moves(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for begin, want := range map[string]int{"/board": 0, "/puzzle": 1, "/settings puzzle 9:00": 1} {
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d)
			Says(h, Ana, begin)
			before, err := store.Get(t.Context(), "puzzle/desk:group")
			if err == nil {
				err = h.Moved(t.Context(), "desk:group", "desk:supergroup")
			}
			if err != nil {
				t.Fatal(err)
			}
			keys, err := store.Keys(t.Context(), "puzzle/")
			after := ""
			if len(keys) == 1 {
				after, _ = store.Get(t.Context(), "puzzle/desk:supergroup")
			}
			if err != nil || len(keys) != want || after != before {
				t.Errorf("%s: %q has become %q, %q, %v", begin, before, after, keys, err)
			}
		}
	})
}

// A room that asked for it has a daily puzzle at its time, another one each day, after restarts and under a new
// address.
func TestPuzzleOfTheDay(t *testing.T) {
	InTime(t, func(t *testing.T) { // Monday noon in London
		d, store := NewDesk(), memorytest.New()
		var down atomic.Bool
		d.Fail = func(chat.Room, chat.Message) error {
			if down.Load() {
				return ErrDown
			}
			return nil
		}
		h, stop := Start(t, store, d)
		Says(h, Ana, "/settings puzzle 9:00")
		d.Expect(t, "chosen", "Puzzle of the day: 9:00.")
		Later(21*time.Hour - time.Second)
		d.Expect(t, "before nine")
		Later(time.Second)
		d.Expect(t, "at nine", "🧩 2026-11-24 Portuguese draughts\nThe puzzle of the day. Each of you")
		Later(23 * time.Hour)
		stop()
		h, stop = Start(t, store, d)
		d.Expect(t, "before the second morning")
		Later(time.Hour)
		d.Expect(t, "the second morning", "🧩 2026-11-25")
		if err := h.Moved(context.Background(), "desk:group", "desk:supergroup"); err != nil {
			t.Fatal(err)
		}
		down.Store(true)
		Later(24 * time.Hour)
		down.Store(false)
		SaysIn(h, "desk:supergroup", Ana, "/puzzle")
		d.Expect(t, "it could not be said", "🧩 2026-11-26")
		stop()
		// Saturday, six in the morning: twice the bot was down, the last time too long ago
		time.Sleep(48*time.Hour - 3*time.Hour)
		h, _ = Start(t, store, d)
		d.Expect(t, "too late")
		Later(3 * time.Hour)
		d.Expect(t, "in the morning", "🧩 2026-11-28")
		SaysIn(h, "desk:supergroup", Ana, "/settings puzzle off")
		d.Heard()
		Later(72 * time.Hour)
		d.Expect(t, "no more")
	})
}

// The puzzle of a private chat is deleted with the person.
func TestPuzzle_Forgotten(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Zulmira, "/puzzle")
		Privately(h, Zulmira, "/settings puzzle 7:30")
		Says(h, Ana, "/puzzle")
		Says(h, Zulmira, "/forget yes")
		if got := PosedIn(t, h.Store, Zulmira.ID); got.Puzzle != nil {
			t.Errorf("it is there still: %+v", got)
		}
		if keys, err := h.Store.Keys(t.Context(), "puzzle/"); err != nil || len(keys) != 1 {
			t.Errorf("kept: %q, %v", keys, err)
		}
	})
}

// A person who has set or tried a group's puzzle is in no record of the group once forgotten.
func TestPuzzle_ForgottenInGroup(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Zulmira, "/puzzle damas")
		Says(h, Zulmira, wrongIn(t, PosedIn(t, h.Store, "desk:group")))
		Says(h, Zulmira, "/forget yes")
		if text := Stored(t, h.Store); strings.Contains(text, Zulmira.ID) {
			t.Errorf("somebody forgotten is there still: %s", text)
		}
	})
}

// A hint is for the puzzle of the room, first the piece and then the move, unless the author's match against the
// computer has gone on since, or a match is named; this holds also if a match has ended, or is between people.
func TestHint_ForPuzzle(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		asks := func(text, want string) {
			t.Helper()
			Says(h, Ana, text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
		const help = "Answer the puzzle with a move; /puzzle solution shows the solution. "
		Says(h, Ana, "/play damas @house:1 colour=white")
		m := Only(t, h.Store, storage.Query{})
		Says(h, Ana, "/puzzle damas")
		asks("/hint", "A hint makes this puzzle count as a miss for you.")
		asks("/hint", help+"Look at the piece on ")
		Says(h, Ana, string(FirstMove(m)))
		asks("/hint", "Portuguese draughts: ⚪ Ana · ⚫ Bot")
		Says(h, Ana, "/resign yes")
		asks("/hint", help+"Play ")
		asks("/hint #"+m.ID, "#"+m.ID+" is over.")
		asks("/hint now", "I do not understand “now”. Just type /hint.")
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		asks("/hint", "Hints are for matches against the bot")
		Says(h, Ana, "/puzzle solution")
		asks("/hint", "Hints are for matches against the bot, and for those that two people begin with hints=yes.")
	})
}

// A person who tries too many moves is told so, whether they are addressed to the bot or not, and a move counts once.
func TestPuzzle_Paced(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/puzzle damas")
		set := PosedIn(t, h.Store, "desk:group")
		for n, says := range []func(chat.Handler, chat.User, string){
			func(h chat.Handler, u chat.User, text string) { Says(h, u, text) }, Mentioned,
		} {
			d.Heard()
			for range 9 {
				says(h, []chat.User{Rui, Eva}[n], wrongIn(t, set))
			}
			if now := PosedIn(t, h.Store, "desk:group"); now.Wrong != 4*(n+1) {
				t.Errorf("%d tries are answered: %q", now.Wrong, d.Heard())
			}
			if got := d.Heard(); len(got) != 5 || !strings.HasPrefix(got[4], "You are too fast for me") {
				t.Errorf("told %q", got)
			}
		}
	}, Limit(bot.Limits{Commands: 4}))
}
