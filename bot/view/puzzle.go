package view

import (
	"cmp"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
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

	Value int // what the move to be found is worth at first, in equity of engine.ProbScale
	Gap   int // by how much less any other is; 0 where that is not known

	Win  int          // of a decision about the stake: the chance to win the game, of engine.ProbScale
	Cube *engine.Cube // of a decision about the stake: what it is worth each way; nil: it is none
}

// ID is what a puzzle is called: the date, or the number.
func (p Puzzle) ID() string { return cmp.Or(p.Day, strconv.Itoa(p.Number)) }

// Match is a puzzle as a match that nobody plays, with the number for its name: boards and moves are told of matches.
func (p Puzzle) Match() *match.Match {
	return &match.Match{ID: p.ID(), Game: p.Game, Line: p.Line, Status: match.Playing}
}

// Audience is that of a puzzle: buttons for moves try to solve it.
func (p Puzzle) Audience(a Audience) Audience {
	a.puzzle, a.tries = true, "/puzzle "+p.ID()+":"+strconv.Itoa(p.Line.Len())
	return a
}

// Puzzle shows a puzzle under what is news about it, with buttons for moves, for those that go on with the beginning of
// one if it was typed, for the solution and for another puzzle.
func (a Audience) Puzzle(p Puzzle, news []chat.Span, typed string) chat.Message {
	a = p.Audience(a)
	m, v := p.Match(), a.Voice
	message := chat.Message{Text: []chat.Span{
		{Text: PuzzleSign + " " + m.ID + " "}, {Text: v.Text("game." + p.Game.Name), Bold: true},
	}}
	message.AddLine(news)
	var last []chat.Button
	if p.Day == "" { // there is one a day
		last = append(last, chat.Button{Label: v.Text("button.puzzle-next"),
			Says: v.Typed("puzzle") + " " + v.Typed("next"), Tone: chat.Usual})
	}
	message.Board = a.present(m)
	if p.Ended {
		if !isDice(p.Line.Position()) && p.Listed > 0 {
			last = append(last, chat.Button{Label: v.Text("button.trial"), Says: strings.Join([]string{v.Typed("try"),
				v.Typed("puzzle")[1:], v.Text("game-typed." + p.Game.Name), strconv.Itoa(p.Listed)}, " ")})
		}
		message.Buttons = [][]chat.Button{last}
		p.solved(a, &message)
	} else {
		message.AddLine(p.task(a))
		if p.Counts {
			message.Add(v.Say("puzzle-counts"))
		}
		solution := chat.Button{Label: v.Text("button.puzzle-solution"), Says: a.Solution(p.Day)}
		message.Buttons = append(a.controls(m, typed), append([]chat.Button{solution}, last...))
	}
	a.addText(&message)
	return message
}

// solved tells of a puzzle that has ended why its solution is one, and draws that.
func (p Puzzle) solved(a Audience, message *chat.Message) {
	var moves []engine.Move
	for n := range p.Line.Len() {
		moves = append(moves, p.Line.Move(n))
	}
	if moves == nil { // an older version has set it
		return
	}
	m := asOf(p.Match(), 0)
	at := m.Line.Position()
	if p.Cube != nil {
		message.AddLine(a.sayMatch(m, "puzzle-chance", speech.Text("Wins", percent(p.Win))))
		message.Add(a.cubeReason(at, moves[0], p.Cube))
		message.Add(a.cubeWorth(at, *p.Cube))
	} else {
		message.AddLine(a.factOf(m, moves[0], analysis.Why(m.Line, moves)...))
		if p.Gap != 0 {
			key := choose(term{"puzzle-worth", isStake(at)}, term{"puzzle-chances", true})
			message.AddLine(a.Voice.Say(key, a.move(at, moves[0]), speech.Text("A", a.Voice.worth(at, p.Value)),
				speech.Text("B", a.Voice.worth(at, p.Value-p.Gap))))
		}
	}
	// where nothing is drawn, as of a word, the board shows what the moves led to
	if way := a.drawn(m, chat.PlainText(message.Text), nil, arrows(m.Line, moves)...); way != nil {
		message.Board.PNG, message.Board.Alt = way.PNG, way.Alt+"\n"+message.Board.Alt
	}
}

// task says what is to be found. For a decision about the stake it says the score and the cube, too.
func (p Puzzle) task(a Audience) []chat.Span {
	m := p.Match()
	side, sign := m.Turn(), speech.Text("Sign", a.sign(m, m.Turn()))
	if p.Cube == nil {
		return a.sayMatch(m, "puzzle-task", sign)
	}
	key := choose(term{"puzzle-take", throw(m.Line.Position()).Doubled > 0}, term{"puzzle-double", true})
	text := chat.Message{Text: a.sayMatch(m, key, sign, speech.Text("Other", a.colourName(m, side.Other())),
		speech.Text("OtherSign", a.sign(m, side.Other())))}
	board := a.scene(m, LastView(m))
	score := board.match()
	if score == nil {
		score = []string{a.Voice.Text("puzzle-single")}
	}
	text.Add(plain(strings.Join(append(score, board.cube()), " ")))
	return text.Text
}

// Solution is the command that asks for the solution of the puzzle of a day; "": of the one that there is.
func (a Audience) Solution(day string) string {
	return strings.Join(strings.Fields(a.Voice.Typed("puzzle")+" "+day+" "+a.Voice.Typed("solution")), " ")
}

// Refutation says what a move that does not solve a puzzle comes to, with the answers to it, and draws that: the move
// with 1. Where no fact tells it from the move to be found it says whether the game is lost or drawn, or the chances
// that are left. Looks are that move with what an earlier look and a later one expect to follow, and reply is what the
// later one has found for the other side, nil if nothing. Better is the move to be found and what follows it, of which
// it says nothing.
func (a Audience) Refutation(p Puzzle, looks [2][]engine.Move, reply *engine.ScoredMove, better []engine.Move) (
	text []chat.Span, board *chat.Board,
) {
	m, earlier, wrong := p.Match(), looks[0], looks[1]
	var message chat.Message
	if len(better) > 0 { // of two answers the other one is no secret
		message.AddLine(a.cubeReason(p.Line.Position(), better[0], p.Cube))
	}
	f, ofBetter, told := analysis.Agreed(p.Line, [2][]engine.Move{earlier, better}, [2][]engine.Move{wrong, better})
	if told = told && !ofBetter; !told {
		f, told = p.allows(reply)
	}
	if told {
		message.AddLine(a.factOf(m, wrong[0], f))
	}
	message.AddLine(a.after(p.Line, wrong))
	if !told && reply != nil {
		message.AddLine(a.Voice.Say("hint-value", speech.Text("Wins", percent(engine.ProbScale-reply.Equity))))
	}
	list := arrows(p.Line, wrong)
	for i := range list {
		list[i].Worse = i == 0
	}
	board = a.drawn(m, chat.PlainText(message.Text), nil, list...)
	return message.Text, board
}

// allows is what a wrong move allows the other side by a reply whose result is certain, if that is worse than what the
// puzzle is worth.
func (p Puzzle) allows(reply *engine.ScoredMove) (f analysis.Fact, is bool) {
	switch {
	case reply == nil || !reply.Proven:
		return f, false
	case reply.Win == engine.ProbScale:
		return analysis.Fact{Code: analysis.FactLosesGame}, true
	}
	return analysis.Fact{Code: analysis.FactLetsDraw}, reply.Draw == engine.ProbScale && p.Value > engine.ProbScale/2
}
