package bot_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// posed is what a store has about the puzzle of a room.
type posed struct {
	Game   string
	Puzzle *puzzle.Puzzle
	At     int
	Wrong  int
}

func posedIn(t *testing.T, store storage.Store, room string) (p posed) {
	t.Helper()
	text, err := store.Get(context.Background(), "puzzle/"+room)
	if err != nil {
		t.Fatal(err)
	}
	if text != "" {
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// tap has somebody press the button of the last message that has one, and says what that says.
func (d *desk) tap(t *testing.T, h chat.Handler, u chat.User, label string) {
	t.Helper()
	all := d.all()
	for i := len(all) - 1; i >= 0; i-- {
		for _, row := range all[i].m.Buttons {
			for _, b := range row {
				if b.Label == label {
					h.Hear(context.Background(), chat.Event{Room: all[i].room, From: u, Text: b.Says, Addressed: true, Tap: true})
					return
				}
			}
		}
	}
	t.Fatalf("no button %q", label)
}

// offers tells whether a message has a button with a label.
func (s said) offers(label string) bool {
	return slices.ContainsFunc(slices.Concat(s.m.Buttons...), func(b chat.Button) bool { return b.Label == label })
}

// Puzzles are solved by tapping and by typing, with the answers played; wrong tries are told to the author alone.
func TestPuzzleSolved(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		longest, rests := 0, 0
		for range 60 {
			says(h, ana, "/puzzle next")
			puzzled := posedIn(t, h.store, "desk:group")
			solution := puzzled.Puzzle.Solution
			longest = max(longest, len(solution))
			for n := 0; n < len(solution); {
				if m := d.last(t).m; m.Board == nil || m.Board.PNG == nil || m.Private {
					t.Fatalf("shown: %+v", m)
				}
				move := string(solution[n])
				if n%4 == 0 {
					if start := move[:strings.IndexAny(move, "-x")]; d.last(t).offers(start) { // not where only one piece can move
						d.tap(t, h, ana, start)
						if m := d.last(t).m; !m.OnlyButtons {
							t.Fatalf("%s is begun: %+v", move, m)
						}
					}
					d.tap(t, h, ana, move)
					if m := d.last(t).m; !m.Instead {
						t.Fatalf("%s is tapped: %+v", move, m)
					}
				} else {
					says(h, rui, move)
				}
				got, follows := chat.Plain(d.last(t).m.Text), ""
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
			if got := posedIn(t, h.store, "desk:group"); got.Puzzle != nil {
				t.Fatal("a puzzle that is solved is set still")
			}
		}
		if longest < 3 || rests == 0 {
			t.Errorf("no puzzle has an answer or a rest: %d moves, %d after them", longest, rests)
		}
	})
}

// forced tells whether there is just one move after the first n of a solution.
func forced(t *testing.T, p *puzzle.Puzzle, n int) bool {
	t.Helper()
	line, err := p.Line(gameNamed("portuguese"))
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

func TestPuzzleTriedWrongly(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/puzzle damas")
		set := posedIn(t, h.store, "desk:group")
		line, err := set.Puzzle.Line(gameNamed("portuguese"))
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
			says(h, ana, string(wrong))
			m := d.last(t).m
			if got := chat.Plain(m.Text); !m.Private || !strings.Contains(got, "something better") ||
				strings.Contains(got, "Look at the piece on") != hinted {
				t.Errorf("try %d: %+v", n+1, m)
			}
		}
		d.heard()
		says(h, ana, "to be or not to be")
		says(h, ana, "99-98")
		if got := d.heard(); len(got) != 0 {
			t.Errorf("talk is answered: %q", got)
		}
		says(h, ana, string(set.Puzzle.Solution[0]))
		if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], "has found") {
			t.Errorf("found: %q", got)
		}
		hear(h, chat.Event{Room: "desk:group", From: rui, Text: "/puzzle 1:0 " + string(wrong), Addressed: true, Tap: true})
		d.expect(t, "an old button", "has moved on")
	})
}

// A move of somebody who plays here and could mean the puzzle, too, is asked about; an answer to one of them is clear,
// and so is a move that is none in the other.
func TestPuzzleOrMatch(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/puzzle damas")
		shown := chat.Plain(d.last(t).m.Text)
		set := posedIn(t, h.store, "desk:group")
		move := string(set.Puzzle.Solution[0])
		says(h, ana, `/play damas colour=white from="`+set.Puzzle.Position+`" @rui`)
		says(h, rui, "/accept")
		board := chat.Plain(d.last(t).m.Text)
		solver := ana
		if line, _ := set.Puzzle.Line(gameNamed("portuguese")); line.Turn() == engine.Second {
			solver = rui
		}
		d.heard()
		says(h, solver, move)
		if m := d.last(t).m; !m.Private || len(m.Buttons) != 2 {
			t.Fatalf("in which one? %+v", m)
		}
		d.tap(t, h, solver, "🧩 1")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "has found") {
			t.Errorf("tapped: %q", got)
		}
		h.Hear(t.Context(), chat.Event{Room: "desk:group", From: solver, Text: move, Addressed: true, Quoted: board})
		if got := chat.Plain(d.last(t).m.Text); strings.Contains(got, "has found") || !strings.Contains(got, move) {
			t.Errorf("to the board: %q", got)
		}
		h.Hear(t.Context(), chat.Event{Room: "desk:group", From: solver, Text: "9-9", Addressed: true, Quoted: shown})
		if posedIn(t, h.store, "desk:group").Wrong != 0 {
			t.Error("what is no move is a wrong try")
		}
	})
}

// A puzzle that a match has passed by takes no moves of its players but those that are legal in the puzzle alone.
func TestPuzzlePassedBy(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white @rui")
		says(h, rui, "/accept")
		says(h, ana, "/puzzle damas")
		says(h, ana, "10-13")
		d.heard()
		for _, out := range []string{"11-15", "1-5", "12-16"} {
			hear(h, chat.Event{Room: "desk:group", From: ana, Text: out, Addressed: true})
		}
		if got := strings.Join(d.heard(), "\n"); strings.Contains(got, "🧩") || strings.Contains(got, "is empty") ||
			!strings.Contains(got, "turn") || posedIn(t, h.store, "desk:group").Wrong != 0 {
			t.Errorf("the puzzle answers: %q", got)
		}
		set := posedIn(t, h.store, "desk:group")
		says(h, ana, string(set.Puzzle.Solution[0]))
		d.expect(t, "a move of the puzzle", "has found")
	})
}

// A move of somebody who plays here, but is not on turn, is for the puzzle.
func TestPuzzleWhileTheOtherIsOnTurn(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/puzzle damas")
		set := posedIn(t, h.store, "desk:group")
		says(h, ana, `/play damas colour=white from="`+set.Puzzle.Position+`" @rui`)
		says(h, rui, "/accept")
		waits := rui
		if line, _ := set.Puzzle.Line(gameNamed("portuguese")); line.Turn() == engine.Second {
			waits = ana
		}
		d.heard()
		says(h, waits, string(set.Puzzle.Solution[0]))
		d.expect(t, "a move of who waits", "has found")
	})
}

// A text that looks like a move of one board alone is for that one, be it the puzzle's or a match's of another game;
// what looks like none is for the board shown last, and the answer says whose move is expected there.
func TestPuzzleAndMatchOfAnotherGame(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white @rui")
		says(h, rui, "/accept")
		says(h, ana, "/puzzle backgammon")
		d.heard()
		id := only(t, h.store, storage.Query{}).ID
		for _, c := range []struct{ text, want string }{
			{"/m 24/1", "24/1"},          // a play, if not one that the dice allow
			{"/m 11-11", "goes nowhere"}, // as draughts are written
			// the puzzle was shown last
			{"/m zebra", "is neither a move nor a game that I know. In the puzzle it is Black to move"},
			{"/m #" + id + " zebra", "it is Ana's turn: write a move like 9-13"},
		} {
			says(h, ana, c.text)
			if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], c.want) {
				t.Errorf("%s: %q, want %q", c.text, got, c.want)
			}
		}
		says(h, ana, "11-15")
		says(h, rui, "21-17")
		d.heard()
		says(h, ana, "/m zebra") // now the match was
		if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], "In #"+id+" it is Ana's turn") {
			t.Errorf("after a move: %q", got)
		}
	})
}

// With a room only what is set in it gets a new address: a puzzle without an appointment, and an appointment without a
// puzzle.
func TestPuzzleMoves(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for begin, want := range map[string]int{"/board": 0, "/puzzle": 1, "/settings puzzle 9:00": 1} {
			d, store := newDesk(), memorytest.New()
			h, _ := start(t, store, d)
			says(h, ana, begin)
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

// A room that asked for it has a puzzle a day at its time, another one each day, over restarts and under its new
// address.
func TestPuzzleOfTheDay(t *testing.T) {
	inTime(t, func(t *testing.T) { // Monday noon in London
		d, store := newDesk(), memorytest.New()
		var down atomic.Bool
		d.fail = func(chat.Room, chat.Message) error {
			if down.Load() {
				return errDown
			}
			return nil
		}
		h, stop := start(t, store, d)
		says(h, ana, "/settings puzzle 9:00")
		d.expect(t, "chosen", "Puzzle of the day: 9:00.")
		later(21*time.Hour - time.Second)
		d.expect(t, "before nine")
		later(time.Second)
		d.expect(t, "at nine", "🧩 2026-11-24 Portuguese draughts\nThe puzzle of the day. Each of you")
		later(23 * time.Hour)
		stop()
		h, stop = start(t, store, d)
		d.expect(t, "before the second morning")
		later(time.Hour)
		d.expect(t, "the second morning", "🧩 2026-11-25")
		if err := h.Moved(context.Background(), "desk:group", "desk:supergroup"); err != nil {
			t.Fatal(err)
		}
		down.Store(true)
		later(24 * time.Hour)
		down.Store(false)
		says0(h, "desk:supergroup", ana, "/puzzle")
		d.expect(t, "it could not be said", "🧩 2026-11-26")
		stop()
		// Saturday, six in the morning: twice the bot was not there, the last time too long ago
		time.Sleep(48*time.Hour - 3*time.Hour)
		h, _ = start(t, store, d)
		d.expect(t, "too late")
		later(3 * time.Hour)
		d.expect(t, "in the morning", "🧩 2026-11-28")
		says0(h, "desk:supergroup", ana, "/settings puzzle off")
		d.heard()
		later(72 * time.Hour)
		d.expect(t, "no more")
	})
}

// The puzzle of somebody's own room goes with the person.
func TestPuzzleForgotten(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		privately(h, zulmira, "/puzzle")
		privately(h, zulmira, "/settings puzzle 7:30")
		says(h, ana, "/puzzle")
		says(h, zulmira, "/forget yes")
		if got := posedIn(t, h.store, zulmira.ID); got.Puzzle != nil {
			t.Errorf("it is there still: %+v", got)
		}
		if keys, err := h.store.Keys(t.Context(), "puzzle/"); err != nil || len(keys) != 1 {
			t.Errorf("kept: %q, %v", keys, err)
		}
	})
}

// A hint is for the puzzle of the room, first the piece and then the move, unless a match of the author against the
// house has gone on there since, or a match is named: also where a match has ended, or is one between people.
func TestHintForPuzzle(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		asks := func(text, want string) {
			t.Helper()
			says(h, ana, text)
			if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
		const help = "Answer the puzzle with a move; /puzzle solution shows the solution. "
		says(h, ana, "/play damas @house:1 colour=white")
		m := only(t, h.store, storage.Query{})
		says(h, ana, "/puzzle damas")
		asks("/hint", "A hint makes this puzzle count as a miss for you.")
		asks("/hint", help+"Look at the piece on ")
		says(h, ana, string(firstMove(m)))
		asks("/hint", "Portuguese draughts: ⚪ Ana · ⚫ Bot")
		says(h, ana, "/resign yes")
		asks("/hint", help+"Play ")
		asks("/hint #"+m.ID, "#"+m.ID+" is over.")
		asks("/hint now", "I do not understand “now”. Just type /hint.")
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		asks("/hint", help)
		says(h, ana, "10-14")
		asks("/hint", "Hints are for matches against the bot")
		says(h, ana, "/puzzle solution")
		asks("/hint", "Hints are for matches against the bot, and for those that two people begin with hints=yes.")
	})
}
