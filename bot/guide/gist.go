package guide

import (
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
)

// learn is the button that begins a lesson of a game; none if there is no such lesson.
func (g Reading) learn(game *engine.Game) []chat.Button {
	if puzzle.Lesson(game) == nil {
		return nil
	}
	return []chat.Button{{Label: g.Voice.Text("button.learn"), Says: g.Voice.Typed("learn") + " " + g.TypedGame(game)}}
}

// Gist tells in a few sentences how a game goes and is won, and offers to learn it and to read its rules, if there are
// such, and to play it.
func (g Reading) Gist(game *engine.Game) chat.Message {
	row := g.learn(game)
	if game.Help != nil {
		row = append(row, chat.Button{Label: g.Voice.Text("menu.rules"),
			Says: g.Voice.Typed("rules") + " " + g.TypedGame(game)})
	}
	row = append(row, chat.Button{Label: g.Voice.Text("button.gist-play"),
		Says: g.Asking().Play(Challenge{Game: game, Asks: AskWhom})})
	return chat.Message{Private: true, Buttons: [][]chat.Button{row},
		Text: append([]chat.Span{{Text: g.gameName(game), Bold: true}, {Text: "\n"}}, g.Voice.Say("gist."+game.Name,
			speech.Text("Men", g.Voice.Text("gist-men")), speech.Text("Both", g.Voice.Text("gist-men-both")),
			speech.Text("Most", g.Voice.Text("gist-most")), speech.Text("Free", g.Voice.Text("gist-free")),
			speech.Text("Flies", g.Voice.Text("gist-flies")), speech.Text("Walks", g.Voice.Text("gist-walks")),
			speech.Text("End", g.Voice.Text("gist-end")),
			speech.Text("Race", g.Voice.Text("gist-race")), speech.Text("Off", g.Voice.Text("gist-off")))...)}
}
