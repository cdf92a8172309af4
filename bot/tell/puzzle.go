package tell

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// PuzzleSign begins whatever is said about a puzzle, so that an answer to it is known to be about the puzzle.
const PuzzleSign = "🧩"

// Puzzle is a puzzle in a room, as far as it is solved.
type Puzzle struct {
	Number int // of those that the room has had, from 1
	Game   *engine.Game
	Line   engine.Line // from the position that was shown first to the one on the board
	Ended  bool        // it is solved, or its solution was shown
}

// Match is a puzzle as a match that nobody plays, with the number for its name: boards and moves are told of matches.
func (p Puzzle) Match() *match.Match {
	return &match.Match{ID: strconv.Itoa(p.Number), Game: p.Game, Line: p.Line, Status: match.Playing}
}

// OfPuzzle is the audience of a puzzle: buttons for moves try to solve it.
func (a Pages) OfPuzzle() Pages {
	a.puzzle = true
	return a
}

// Puzzle shows a puzzle under what is news about it, with buttons for moves, for those that go on with the beginning of
// one if it was typed, for the solution and for another puzzle.
func (a Pages) Puzzle(p Puzzle, news []chat.Span, typed string) chat.Message {
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
	if p.Ended {
		message.Buttons = [][]chat.Button{{another}}
	} else {
		message.Text = append(message.Text, Line(a.Voice.Say("puzzle-task",
			speech.Text("Colour", a.colourName(m, m.Turn()))))...)
		message.Buttons = append(a.buttons().controls(m, typed), []chat.Button{
			{Label: a.Voice.Text("button.puzzle-solution"), Says: a.Voice.Typed("puzzle") + " " + a.Voice.Typed("solution")},
			another,
		})
	}
	message.Board = a.Boards().present(m)
	if a.Look.Show == "both" && message.Board.PNG != nil {
		message.Text = append(message.Text, chat.Span{Text: "\n\n"}, Mono(message.Board.Text))
	}
	return message
}

// PuzzleMoves writes moves that were played on a puzzle's board, one after the other from a position.
func (a Lines) PuzzleMoves(line engine.Line, from int) string {
	text := ""
	for n := from; n < line.Len(); n++ {
		if text != "" {
			text += " "
		}
		text += a.Voice.Move(line.At(n), string(line.Move(n)))
	}
	return text
}
