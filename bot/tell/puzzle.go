package tell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// PuzzleSign begins whatever is said about a puzzle, so that an answer to it is known to be about the puzzle.
const PuzzleSign = "🧩"

// Puzzle is a puzzle in a room, as far as it is solved.
type Puzzle struct {
	Number int // of those that the room has had, from 1
	// the date, "2026-11-26", of one of the day, for which everybody has an answer of their own; "": of no day
	Day    string
	Game   *engine.Game
	Line   engine.Line // from the position that was shown first to the one on the board
	Ended  bool        // it is solved, or its solution was shown
	Listed int         // its number among those of the game, from 1
	Counts bool        // the next try, or help, counts for the reader

	Value int // what the move to be found is worth at first, in equity of engine.Whole
	Gap   int // by how much less any other is; 0 where that is not known

	Win  int          // of a decision about the stake: the chance to win the game, of engine.Whole
	Cube *engine.Cube // of a decision about the stake: what it is worth each way; nil: it is none
}

// ID is what a puzzle is called: the date, or the number.
func (p Puzzle) ID() string { return cmp.Or(p.Day, strconv.Itoa(p.Number)) }

// Match is a puzzle as a match that nobody plays, with the number for its name: boards and moves are told of matches.
func (p Puzzle) Match() *match.Match {
	return &match.Match{ID: p.ID(), Game: p.Game, Line: p.Line, Status: match.Playing}
}

// OfPuzzle is the audience of a puzzle: buttons for moves try to solve it.
func (a Audience) OfPuzzle() Pages {
	a.puzzle = true
	return a
}

// Puzzle shows a puzzle under what is news about it, with buttons for moves, for those that go on with the beginning of
// one if it was typed, for the solution and for another puzzle.
func (a Audience) Puzzle(p Puzzle, news []chat.Span, typed string) chat.Message {
	a = a.OfPuzzle()
	m := p.Match()
	message := chat.Message{Text: []chat.Span{
		{Text: PuzzleSign + " " + m.ID + " "}, {Text: a.Voice.Text("game." + p.Game.Name), Bold: true},
	}}
	if news != nil {
		message.Text = append(message.Text, Line(news)...)
	}
	another := chat.Button{Label: a.Voice.Text("button.puzzle-next"),
		Says: a.Voice.Typed("puzzle") + " " + a.Voice.Typed("next"), Tone: chat.Usual}
	last := []chat.Button{another}
	if p.Day != "" { // there is one a day
		last = nil
	}
	if p.Ended {
		if _, dice := p.Line.Position().(engine.Roller); !dice && p.Listed > 0 {
			last = append(last, chat.Button{Label: a.Voice.Text("button.trial"),
				Says: strings.Join([]string{a.Voice.Typed("try"), a.Voice.Typed("puzzle")[1:],
					a.Voice.Text("game-typed." + p.Game.Name), strconv.Itoa(p.Listed)}, " ")})
		}
		message.Buttons = [][]chat.Button{last}
	} else {
		message.Text = append(message.Text, Line(p.task(a))...)
		if p.Counts {
			message.Text = append(append(message.Text, chat.Span{Text: " "}), a.Voice.Say("puzzle-counts")...)
		}
		solution := chat.Button{Label: a.Voice.Text("button.puzzle-solution"), Says: a.Solution(p.Day)}
		message.Buttons = append(a.controls(m, typed), append([]chat.Button{solution}, last...))
	}
	message.Board = a.present(m)
	if throw(m.Line.Position()).Dice[0] > 0 { // the task does not say what was thrown
		message.Board = a.posed(m)
	}
	if p.Ended {
		if p.Cube != nil {
			message.Text = append(message.Text, Line(p.worth(a))...)
		} else {
			for _, spans := range [][]chat.Span{p.fact(a), p.apart(a)} {
				if spans != nil {
					message.Text = append(message.Text, Line(spans)...)
				}
			}
		}
		start, moves := p.played()
		ways := arrows(start, moves[:min(followed, len(moves))])
		if ways != nil { // words have none: what they led to is shown
			if way := a.drawn(asOf(m, 0), chat.Plain(message.Text), nil, ways...); way != nil {
				message.Board.PNG, message.Board.Alt = way.PNG, way.Alt+"\n"+message.Board.Alt
			}
		}
	}
	if a.Look.Show == "both" && message.Board.PNG != nil {
		message.Text = append(message.Text, chat.Span{Text: "\n\n"}, Mono(message.Board.Text))
	}
	return message
}

// sign is that of a side, " (O)", where the board shows signs; else "".
func (a Audience) sign(m *match.Match, s engine.Side) string {
	mark := a.mark(m, s)
	if i := slices.Index([]engine.Side{engine.First, engine.Second}, s); i >= 0 &&
		mark == string(render.Letters(m.Game.Colours)[i]) {
		return " (" + mark + ")"
	}
	return ""
}

// task says what is to be found. For a decision about the stake it says the score and the cube, too.
func (p Puzzle) task(a Audience) []chat.Span {
	m := p.Match()
	side := m.Turn()
	colour, marked := speech.Text("Colour", a.colourName(m, side)), speech.Text("Sign", a.sign(m, side))
	if p.Cube == nil {
		return a.Voice.Say("puzzle-task", colour, marked)
	}
	key, position := "puzzle-double", m.Line.Position()
	if r, ok := position.(engine.Roller); ok && r.Throw().Doubled > 0 {
		key = "puzzle-take"
	}
	text := a.Voice.Say(key, colour, marked, speech.Text("Other", a.colourName(m, side.Other())),
		speech.Text("OtherSign", a.sign(m, side.Other())))
	score := sceneOf(m).match(a.Voice)
	if score == nil {
		score = []string{a.Voice.Text("puzzle-single")}
	}
	return append(text, chat.Span{Text: " " + strings.Join(append(score, sceneOf(m).cube(a.Voice)), " ")})
}

// worth says why a decision about the stake is right: the chance to win, and what the game is worth each way.
func (p Puzzle) worth(a Audience) []chat.Span {
	m := asOf(p.Match(), 0)
	text := a.Voice.Say("puzzle-chance", speech.Text("Colour", a.colourName(m, m.Turn())),
		speech.Text("Wins", percent(p.Win)))
	if start, moves := p.played(); len(moves) > 0 {
		if why := a.cubeReason(start.Position(), moves[0], p.Cube); why != nil {
			text = append(append(text, chat.Span{Text: " "}), why...)
		}
	}
	return append(append(text, chat.Span{Text: " "}), a.cubeWorth(m.Line.Position(), *p.Cube)...)
}

// Solution is the command that asks for the solution of the puzzle of a day; "": of the one that there is.
func (a Audience) Solution(day string) string {
	return strings.Join(strings.Fields(a.Voice.Typed("puzzle")+" "+day+" "+a.Voice.Typed("solution")), " ")
}

// played is the line of a puzzle as it was set, and the moves since.
func (p Puzzle) played() (start engine.Line, moves []engine.Move) {
	for n := range p.Line.Len() {
		moves = append(moves, p.Line.Move(n))
	}
	return p.Line.Back(p.Line.Len()), moves
}

// fact says what the first move of a puzzle that has ended does; nil if it does nothing that has a name.
func (p Puzzle) fact(a Audience) []chat.Span {
	start, moves := p.played()
	if len(moves) == 0 {
		return nil
	}
	facts := a.factsOf(asOf(p.Match(), 0), analysis.Why(start, moves))
	if facts == "" {
		return nil
	}
	return a.Voice.Say("fact-of", speech.Text("Move", a.Voice.Move(start.Position(), string(moves[0]))),
		speech.Text("Fact", facts))
}

// apart says what the first move of a puzzle that has ended is worth, and any other at the most; nil where that is not
// known.
func (p Puzzle) apart(a Audience) []chat.Span {
	start, moves := p.played()
	if len(moves) == 0 || p.Gap == 0 {
		return nil
	}
	move := speech.Text("Move", a.Voice.Move(start.Position(), string(moves[0])))
	if _, stake := start.Position().(engine.Contest); stake {
		return a.Voice.Say("puzzle-worth", move, speech.Text("A", a.Voice.points(p.Value)),
			speech.Text("B", a.Voice.points(p.Value-p.Gap)))
	}
	return a.Voice.Say("puzzle-chances", move, speech.Text("A", percent(p.Value)),
		speech.Text("B", percent(p.Value-p.Gap)))
}

// Refutation says what a move that does not solve a puzzle comes to, with the answers to it, and draws that: the move
// with 1. Where no fact tells it from the move to be found it says whether the game is lost or drawn, or the chances
// that are left. Looks are that move with what an earlier look and a later one expect to follow, and reply is what the
// later one has found for the other side, nil if nothing. Better is the move to be found and what follows it, of which
// it says nothing.
func (a Audience) Refutation(p Puzzle, looks [2][]engine.Move, reply *engine.Weighed, better []engine.Move) (
	text []chat.Span, board *chat.Board,
) {
	m, earlier, wrong := p.Match(), looks[0], looks[1]
	if len(better) > 0 {
		// of two answers the other one is no secret
		if why := a.cubeReason(p.Line.Position(), better[0], p.Cube); why != nil {
			text = append(text, Line(why)...)
		}
	}
	f, ofBetter, told := analysis.Agreed(p.Line, [2][]engine.Move{earlier, better}, [2][]engine.Move{wrong, better})
	if told = told && !ofBetter; !told {
		f, told = p.allows(reply)
	}
	if told {
		text = append(text, Line(a.Voice.Say("fact-of",
			speech.Text("Move", a.Voice.Move(p.Line.Position(), string(wrong[0]))),
			speech.Text("Fact", a.factOf(m, f))))...)
	}
	if moves := a.continuation(p.Line, wrong, shownPlies); moves != "" {
		text = append(text, Line(a.Voice.Say("moment-after",
			speech.Text("Move", a.Voice.Move(p.Line.Position(), string(wrong[0]))), speech.Text("Moves", moves)))...)
	}
	if !told && reply != nil {
		text = append(text, Line(a.Voice.Say("hint-value", speech.Text("Wins", percent(engine.Whole-reply.Equity))))...)
	}
	list := arrows(p.Line, wrong[:min(followed, len(wrong))])
	for i := range list {
		list[i].Worse = i == 0
	}
	if len(list) > 0 {
		board = a.drawn(m, chat.Plain(text), nil, list...)
	}
	return text, board
}

// allows is what a wrong move allows the other side by a reply whose result is certain, if that is worse than what the
// puzzle is worth.
func (p Puzzle) allows(reply *engine.Weighed) (f analysis.Fact, is bool) {
	switch {
	case reply == nil || !reply.Proven:
		return f, false
	case reply.Win == engine.Whole:
		return analysis.Fact{Code: analysis.FactLosesGame}, true
	}
	return analysis.Fact{Code: analysis.FactLetsDraw}, reply.Draw == engine.Whole && p.Value > engine.Whole/2
}

// PuzzleMoves writes moves that were played on a puzzle's board, one after the other from a position.
func (a Audience) PuzzleMoves(line engine.Line, from int) string {
	text := ""
	for n := from; n < line.Len(); n++ {
		if text != "" {
			text += " "
		}
		text += a.Voice.Move(line.At(n), string(line.Move(n)))
	}
	return text
}
