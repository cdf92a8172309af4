package guide

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
	"tabuleiro/render"
)

// Rules returns a section of the rules of the game that a text begins with, or else of here, the game being played,
// which may be nil: "damas", "damas 3", "damas captures", "captures", "damas all". It returns nil if the text names
// something else.
func (g Reading) Rules(text string, here *engine.Game) []chat.Message {
	game, rest := g.gameBefore(text)
	named := game != nil
	game = cmp.Or(game, here)
	switch more := g.means("more", text); {
	case game == nil && (text == "" || more):
		rules := g.Voice.Typed("rules") + " "
		explained := g.Guide
		explained.Games = slices.DeleteFunc(slices.Clone(g.Games), func(game *engine.Game) bool { return game.Help == nil })
		return []chat.Message{explained.Asking().AskGame(more, rules+g.Voice.Typed("more"), func(game *engine.Game) string {
			return rules + g.TypedGame(game)
		})}
	case game == nil:
		return nil
	case game.Help == nil:
		return []chat.Message{g.Gist(game)}
	}
	r := g.open(game)
	if _, ok := r.find(rest); !ok && !named && !g.means("all", rest) {
		return nil
	}
	return r.read(rest)
}

// About returns the number of the first section of the rules of a game that one of some words, separated by slashes,
// names; "" if none does.
func (g Reading) About(game *engine.Game, words string) string {
	r := g.open(game)
	for word := range strings.SplitSeq(words, "/") {
		if n, ok := r.find(word); ok {
			return strconv.Itoa(n + 1)
		}
	}
	return ""
}

// Game finds a game by any of its names, typed with or without accents, and with a space for a hyphen; nil if there is
// none. A bare "damas" is the default draughts of the reader.
func (g Guide) Game(word string) *engine.Game {
	if IsAnyDraughts(word) {
		return usualDraughts(g.Games, g.Voice)
	}
	return gameCalled(g.Games, strings.ReplaceAll(word, " ", "-"))
}

// LongestName is the maximum number of words in the name of a game.
const LongestName = 3

// JoinNames joins each name of a game in several words by hyphens: "damas-chilenas".
func (g Guide) JoinNames(text string) string {
	var all []string
	for words := strings.Fields(text); len(words) > 0; {
		n := min(len(words), LongestName)
		for n > 1 && g.Game(strings.Join(words[:n], " ")) == nil {
			n--
		}
		all, words = append(all, strings.Join(words[:n], "-")), words[n:]
	}
	return strings.Join(all, " ")
}

// IsAnyDraughts reports whether a word means draughts of no particular kind.
func IsAnyDraughts(word string) bool { return slices.Contains(bareNames, speech.Fold(word)) }

var bareNames = []string{"damas", "draughts"}

// usualDraughts returns the game that a bare "damas" means by the preferences, else by the language of the reader; nil
// if it is not among the games.
func usualDraughts(games []*engine.Game, v view.Voice) *engine.Game {
	first, _, _ := strings.Cut(v.Text("usual-draughts"), " ")
	usual := gameCalled(games, cmp.Or(v.Preferences["draughts"].Value, first))
	return cmp.Or(usual, gameCalled(games, bareNames[0]))
}

// Offered returns those games that are offered first, or the further ones. The reader's usual draughts comes before all
// others.
func Offered(games []*engine.Game, v view.Voice, further bool) (all []*engine.Game) {
	usual := usualDraughts(games, v)
	if usual != nil && !further {
		all = append(all, usual)
	}
	for _, game := range games {
		if game.Further == further && game != usual {
			all = append(all, game)
		}
	}
	return all
}

// Unplayed says that a game cannot be played here, names all that can, and offers the usual ones, against the bot if
// the reader is alone.
func (g Reading) Unplayed(alone bool) chat.Message {
	play, whom := g.Voice.Typed("play")+" ", " ??"
	if alone {
		whom = " " + g.Voice.Typed("house")
	}
	m := g.Asking().AskGame(false, play+"?? "+g.Voice.Typed("more"),
		func(game *engine.Game) string { return play + g.TypedGame(game) + whom })
	m.Text = g.Voice.Say("unplayed", speech.Text("Games", strings.Join(each(g.Games, g.gameName), ", ")))
	return m
}

// gameCalled finds a game by its name; nil if there is none.
func gameCalled(games []*engine.Game, word string) *engine.Game {
	for _, game := range games {
		if game.IsNamed(speech.Fold(word)) {
			return game
		}
	}
	return nil
}

// gameBefore finds the game whose name a text begins with, and returns the rest of the text.
func (g Guide) gameBefore(text string) (*engine.Game, string) {
	word, rest, _ := strings.Cut(g.JoinNames(text), " ")
	if game := g.Game(word); game != nil {
		return game, rest
	}
	return nil, text
}

// diagramSize is the width of a diagram, in pixels.
const diagramSize = 400

// drawDiagram draws a diagram of a game. It panics if that is not legal, as the program has none but its own.
func (g Reading) drawDiagram(game *engine.Game, d diagram) *chat.Board {
	line, err := d.line(game)
	if err != nil {
		panic(err)
	}
	shown := line.View()
	scene := view.Scene{Voice: g.Voice, Game: game, Position: line.Position(), View: shown, Count: sideShown(line)}
	style := render.Style{Flip: shown.Black, Count: scene.Count, Words: g.Voice.BoardWords()}
	style.Arrows = d.lines(&shown)
	board := &chat.Board{Text: render.Text(shown, style)}
	preferences := g.Voice.Preferences
	if g.Caps.Pictures && g.Draw != nil && view.Pictured(preferences.Of("show")) {
		style.Size, style.Theme = diagramSize, preferences.Of("theme")
		board.PNG, scene.Theme = g.Draw(shown, style), style.Theme
	}
	words := scene.Words()
	if style.Arrows != nil {
		words = d.moves
	}
	if board.Alt = strings.Join(words, " "); preferences.Of("show") == view.InWords {
		board.Text, board.Told = strings.Join(words, "\n"), true
	}
	return board
}

// lineMark is the prefix of a line in a diagram, in place of a move.
const lineMark = "~"

// lines returns the lines of a diagram; if there are any, it removes the pieces from the view.
func (d diagram) lines(view *engine.View) (all []render.Arrow) {
	for _, text := range d.moves {
		line, ok := strings.CutPrefix(text, lineMark)
		if !ok {
			continue
		}
		name, squares, _ := strings.Cut(line, " ")
		arrow := render.Arrow{Number: name}
		for square := range strings.SplitSeq(squares, "-") {
			at := slices.IndexFunc(view.Cells, func(c engine.Cell) bool { return c.Label == square })
			arrow.Way.Path = append(arrow.Way.Path, at)
		}
		all = append(all, arrow)
	}
	if all != nil {
		view.Cells, view.Turn = slices.Clone(view.Cells), engine.Nobody
		for i := range view.Cells {
			view.Cells[i].Side, view.Cells[i].King = engine.Nobody, false
		}
	}
	return all
}

// sideShown returns the side of the last move of pieces in a diagram, from whose view its points are numbered; Nobody
// if there is none.
func sideShown(line engine.Line) engine.Side {
	for n := line.Len() - 1; n >= 0; n-- {
		p, move := line.At(n), line.Move(n)
		if word, _ := engine.WordOf(p, move); word == "" && p.Turn() != engine.Chance {
			return p.Turn()
		}
	}
	return engine.Nobody
}

// line returns the start of a diagram with its moves played.
func (d diagram) line(game *engine.Game) (engine.Line, error) {
	position, chosen := strings.Fields(d.start), engine.Options{}
	for last := len(position) - 1; last > 0; last-- { // options follow the position
		name, value, ok := strings.Cut(position[last], "=")
		if !ok {
			break
		}
		chosen[name], position = value, position[:last]
	}
	text := strings.Join(position, " ")
	if text == "start" {
		text = ""
	}
	r, err := game.NewRecord(chosen, text)
	for _, move := range d.moves {
		if err == nil && !strings.HasPrefix(move, lineMark) {
			err = r.Enter(move, engine.ReadMove)
		}
	}
	return r.Line, err
}

// learn returns the button that begins the lesson of a game; nil if there is no lesson.
func (g Reading) learn(game *engine.Game) []chat.Button {
	if puzzle.Lesson(game) == nil {
		return nil
	}
	return []chat.Button{{Label: g.Voice.Text("button.learn"), Says: g.Voice.Typed("learn") + " " + g.TypedGame(game)}}
}

// Gist says briefly how a game is played and won, and offers its lesson and its rules, if there are any, and a match.
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
