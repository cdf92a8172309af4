package guide

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/rating"
)

// Tally is how often somebody has won, drawn and lost.
type Tally struct{ Won, Drawn, Lost int }

// Played is how often in all.
func (t Tally) Played() int { return t.Won + t.Drawn + t.Lost }

// AtGame is how somebody stands at a game.
type AtGame struct {
	Game   *engine.Game
	Tally  Tally
	Rating *rating.Rating // nil: not rated
}

// Profile is how somebody stands.
type Profile struct {
	Player    chat.User
	Games     []AtGame  // against people
	Bot       []AtGame  // against the computer, whatever its level
	Run       int       // longest run of matches won against people
	Favourite chat.User // met most often; zero if there is none
	Met       int       // how often
	Puzzles   rating.Record
}

// Profile shows how somebody stands.
func (g Lists) Profile(p Profile) chat.Message {
	m := chat.Message{Private: true, Text: g.Voice.Say("profile", speech.Person("Player", p.Player))}
	if len(p.Games)+len(p.Bot) == 0 {
		m.AddLine(g.Voice.Say("profile-nothing"))
	}
	g.games(&m, p.Games)
	if p.Run > 1 {
		m.AddLine(g.Voice.Say("profile-run", speech.Count(p.Run)))
	}
	if p.Favourite != (chat.User{}) {
		m.AddLine(g.Voice.Say("profile-favourite", speech.Person("Opponent", p.Favourite), speech.Count(p.Met)))
	}
	if len(p.Bot) > 0 {
		m.AddLine(g.Voice.Say("profile-house"))
	}
	g.games(&m, p.Bot)
	if p := p.Puzzles; p.Played() > 0 {
		m.AddLine(g.Voice.Say("profile-puzzles", speech.Number("Won", p.Won), speech.Number("Lost", p.Lost)))
		m.Add(g.rating(p.Now(p.Period)))
	}
	var row []chat.Button
	against := p.Player
	if p.Player.ID == g.Reader.ID {
		against = p.Favourite
	}
	if against.ID != "" && g.Reader.ID != "" {
		row = append(row, chat.Button{Label: g.Voice.Text("button.versus", speech.Person("Opponent", against)),
			Says: g.Voice.Typed("versus") + " @" + against.ID})
	}
	if len(p.Games) > 0 {
		row = append(row, chat.Button{Label: g.Voice.Text("button.ranking"), Says: g.Voice.Typed("ranking")})
	}
	m.AddRow(row...)
	return m
}

// games tells how somebody stands at games, each in a line.
func (g Lists) games(m *chat.Message, games []AtGame) {
	for _, at := range games {
		m.AddLine(g.Voice.Say("profile-game", speech.Text("Game", g.gameName(at.Game)), speech.Number("Won", at.Tally.Won),
			speech.Number("Drawn", at.Tally.Drawn), speech.Number("Lost", at.Tally.Lost)))
		if at.Rating != nil {
			m.Add(g.rating(*at.Rating))
		}
	}
}

// rating says a rating, with a mark if it says little yet.
func (g Lists) rating(r rating.Rating) []chat.Span {
	key := "rating"
	if r.Provisional() {
		key = "rating-provisional"
	}
	return g.Voice.Say(key, speech.Number("Rating", int(r.Rating+0.5)), speech.Number("Deviation", int(r.Deviation+0.5)))
}

// Versus shows how two people stand against each other, from the side of the first.
func (g Lists) Versus(one, other chat.User, games []AtGame) chat.Message {
	m := chat.Message{Private: true, Text: g.Voice.Say("versus", speech.Person("Player", one),
		speech.Person("Opponent", other))}
	if len(games) == 0 {
		m.AddLine(g.Voice.Say("versus-nothing"))
	}
	g.games(&m, games)
	return m
}

// Ranked is a place in a ranking.
type Ranked struct {
	Player chat.User
	Rating rating.Rating
}

// PerRanking is the number of places of a ranking that are shown at once.
const PerRanking = 10

// Ranking shows a page of a ranking, which there is, of all people or of those here, and offers the other pages and, if
// it is open, the other people.
func (g Lists) Ranking(game *engine.Game, list []Ranked, page int, all, open bool) chat.Message {
	title := "ranking"
	if all {
		title = "ranking-all"
	}
	m := chat.Message{Instead: true, Told: true, Text: g.Voice.Say(title, speech.Text("Game", g.gameName(game)))}
	if len(list) == 0 {
		m.AddLine(g.Voice.Say("ranking-nothing"))
	}
	first := (page - 1) * PerRanking
	for i, r := range list[first:min(first+PerRanking, len(list))] {
		m.AddLine([]chat.Span{{Text: strconv.Itoa(first+i+1) + ". "}, {Text: r.Player.Name, Bold: true}})
		m.Add(g.rating(r.Rating))
	}
	here := g.Voice.Typed("ranking") + " "
	everybody := here + g.Voice.Typed("all") + " " + g.TypedGame(game) + " "
	here += g.TypedGame(game) + " "
	var others []chat.Button
	switch {
	case all:
		others = []chat.Button{{Label: g.Voice.Text("button.ranking-here"), Says: here + "1"}}
		here = everybody
	case open:
		others = []chat.Button{{Label: g.Voice.Text("button.ranking-all"), Says: everybody + "1"}}
	}
	g.turn(&m, page, Pages(len(list), PerRanking), func(page int) string { return here + strconv.Itoa(page) }, others...)
	return m
}
