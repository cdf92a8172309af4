package view

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Lesson is a step of the lesson of a game. The last one, without a line, is a game against the computer.
type Lesson struct {
	Game *engine.Game
	Line engine.Line
	Name string // of the task, among those of the game
	Step int    // from 1
	Of   int
}

// Match is a step as a match that nobody plays: see Puzzle.Match.
func (l Lesson) Match() *match.Match {
	return &match.Match{ID: l.Game.Name + ":" + strconv.Itoa(l.Step), Game: l.Game, Line: l.Line, Status: match.Playing}
}

// Audience is that of a lesson: buttons for moves do what the step asks for.
func (l Lesson) Audience(a Audience) Audience {
	a.puzzle, a.tries = true, "/learn "+l.Match().ID
	return a
}

// Message shows a step of a lesson under what is news about it, with buttons for moves, for those that go on with the
// beginning of one if it was typed, for the steps beside it, and for the rules.
func (l Lesson) Message(a Audience, news []chat.Span, typed string) chat.Message {
	a = l.Audience(a)
	message := chat.Message{Private: true, Text: []chat.Span{
		{Text: LessonSign + " "}, {Text: a.Voice.Text("game." + l.Game.Name), Bold: true},
		{Text: " " + strconv.Itoa(l.Step) + "/" + strconv.Itoa(l.Of)},
	}}
	message.AddLine(news)
	if v := a.Voice; l.Step == l.Of {
		play := v.Typed("play") + " " + l.Game.Name + " " + v.Typed("house") + " " + v.Typed("level") + "=1 " +
			v.Typed("lesson") + "=" + v.Typed("yes")
		message.AddLine(v.Say("lesson-play"))
		message.AddRow(chat.Button{Label: v.Text("button.lesson-play"), Says: play, Tone: chat.Usual})
	} else {
		message.AddLine(v.Say("lesson-task." + l.Name))
		message.Buttons = a.controls(l.Match(), typed)
		message.Board = a.present(l.Match())
	}
	if typed == "" {
		message.Buttons = append(message.Buttons, l.navigation(a.Voice))
	}
	a.addText(&message)
	return message
}

// navigation are buttons for the step before, the rules if they are written, and the step that follows.
func (l Lesson) navigation(v Voice) []chat.Button {
	says := func(n int) string { return v.Typed("learn") + " " + l.Game.Name + " " + strconv.Itoa(n) }
	row := pager(says, page{"‹", l.Step - 1, l.Step > 1})
	if l.Game.Help != nil {
		row = append(row, chat.Button{Label: v.Text("menu.rules"), Says: v.Typed("rules") + " " + l.Game.Name})
	}
	return append(row, pager(says, page{"›", l.Step + 1, l.Step < l.Of})...)
}
