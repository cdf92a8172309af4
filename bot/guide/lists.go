package guide

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
)

// PerPage is the number of matches listed on a page.
const PerPage = 6

// Pages returns the number of pages for n things, each on a page, at least one.
func Pages(n, each int) int { return max(1, (n+each-1)/each) }

// turn adds the buttons for the previous and the next of some pages, with others between them, and a line with the text
// for the next page.
func (g Lists) turn(m *chat.Message, page, of int, says func(page int) string, between ...chat.Button) {
	if page > 1 {
		between = append([]chat.Button{{Label: "‹", Says: says(page - 1)}}, between...)
	}
	if page < of {
		between = append(between, chat.Button{Label: "›", Says: says(page + 1)})
		m.AddLine(g.Voice.Say("page-more", speech.Text("Next", says(page+1))))
	}
	m.AddRow(between...)
}

// Page lists a page of n matches for a command, "games" or "history", and offers the other pages and the other command.
// where is the room in which a match is played, "" for one that need not be named.
func (g Lists) Page(command, other string, n, page int, found []*match.Match,
	where func(*match.Match) chat.Room) chat.Message {
	heading := g.Voice.Say(command, speech.Count(n))
	if n == 0 {
		heading = g.Voice.Say("no-" + command)
	}
	m := chat.Message{Text: heading, Told: true, Private: true, Instead: true}
	for _, one := range found {
		g.list(&m, one, where(one))
	}
	g.turn(&m, page, Pages(n, PerPage),
		func(page int) string { return g.Voice.Typed(command) + " " + strconv.Itoa(page) },
		chat.Button{Label: g.Voice.Text("menu." + other), Says: g.Voice.Typed(other)})
	return m
}

// Under lists matches under a heading.
func (g Lists) Under(heading []chat.Span, found ...*match.Match) chat.Message {
	m := chat.Message{Text: heading, Told: true}
	for _, one := range found {
		g.list(&m, one, "")
	}
	return m
}

// Waiting lists some of n matches that are being played in a room, with the time since the last move in each.
func (g Lists) Waiting(n int, found []*match.Match) chat.Message {
	m := chat.Message{Text: g.Voice.Say("games-room", speech.Count(n)), Told: true, Instead: true}
	for _, one := range found {
		g.list(&m, one, "")
		m.Add(g.Voice.Say("games-since", speech.Text("Time", g.Voice.Span(max(time.Minute, g.Now.Sub(one.Turned))))))
	}
	return m
}

// list adds a line with the gist of a match, and a button for it. room is where the match is played, "" if that need
// not be shown.
func (g Lists) list(message *chat.Message, m *match.Match, room chat.Room) {
	message.AddLine(slices.Concat(g.Title(m), []chat.Span{{Text: ": "}}, g.Gist(m)))
	label := g.label(m)
	switch {
	case room == "":
	case m.Lost.IsZero():
		message.Add([]chat.Span{{Text: g.Voice.Text("elsewhere"), Room: room}})
	case m.Status == match.Playing: // the room may be unreachable by now
		label = g.Voice.Text("button.here") + " · " + label
	}
	command := "board"
	if m.Status == match.Over {
		command = "step"
	}
	if m.Status != match.Void {
		message.AddRow(chat.Button{Label: label, Says: g.Voice.Typed(command) + " #" + m.ID})
	}
}

// label returns the name of a match on a button: the game and the opponent, or both players for an onlooker.
func (g Lists) label(m *match.Match) string {
	label := g.gameName(m.Game)
	var names []string
	for _, p := range []match.Player{m.Challenger, m.Opponent} {
		if !p.Anyone() && !p.Is(g.Reader) {
			names = append(names, cmp.Or(g.Voice.Titled(view.User(p)), "@"+p.Handle))
		}
	}
	if names != nil {
		label += " · " + strings.Join(names, " – ")
	}
	return label + " #" + m.ID
}

// WhichMatch offers several matches; the buttons repeat a command with the id of one and the rest of the text, and
// matches beyond a page are counted. Matches of the same game and players are distinguished by their options and by the
// time since their last event.
func (g Lists) WhichMatch(found []*match.Match, command, rest string) chat.Message {
	m := chat.Message{Text: g.Voice.Say("which-match"), Private: true}
	since := func(f *match.Match) string {
		return g.Voice.Span(max(time.Minute, g.Now.Sub(f.Latest).Round(time.Minute)))
	}
	alike, times := map[string]int{}, map[string]bool{}
	for _, f := range found {
		alike[strings.TrimSuffix(g.label(f), f.ID)]++
		times[since(f)] = true
	}
	listed := found
	if len(found) > PerPage {
		listed = found[:PerPage-1]
	}
	for _, f := range listed {
		title, label := g.Title(f), g.label(f)
		m.AddLine(title)
		if alike[strings.TrimSuffix(label, f.ID)] > 1 {
			label = title[0].Text
			if len(times) > 1 {
				label += " · " + since(f)
				m.Add(g.Voice.Say("games-since", speech.Text("Time", since(f))))
			}
			label += " #" + f.ID
		}
		m.AddRow(chat.Button{Label: label, Says: strings.TrimSpace(g.Voice.Typed(command) + " #" + f.ID + " " + rest)})
	}
	if more := len(found) - len(listed); more > 0 {
		m.AddLine(g.Voice.Say("which-more", speech.Count(more)))
	}
	return m
}

// perContents is the number of games of a file on a page, with a button each.
const perContents = 8

// unknownName is shown for a player whose name a file does not have.
const unknownName = "?"

// NamesIn returns the names of the players of a game from a file, safe to show.
func NamesIn(r engine.Record) (names [2]string) {
	for i, name := range r.Names {
		names[i] = cmp.Or(speech.Clean(name, view.LongestName), unknownName)
	}
	return names
}

// Contents lists a page of some games of a file; pages are counted from 1, list has indices from 0. chooses returns the
// text that chooses a game, counted from 1, and turnsTo the text that shows another page.
func (g Lists) Contents(f engine.File, list []int, page int, chooses, turnsTo func(n int) string) chat.Message {
	of := Pages(len(list), perContents)
	page = min(max(page, 1), of)
	shown := list[(page-1)*perContents : min(page*perContents, len(list))]
	m := chat.Message{Text: g.GamesIn(f, len(list), shown, ""), Told: true, Private: true, Instead: true}
	var row []chat.Button
	for _, n := range shown {
		row = append(row, chat.Button{Label: strconv.Itoa(n + 1), Says: chooses(n + 1)})
	}
	m.Buttons = slices.Collect(slices.Chunk(row, perContents/2))
	g.turn(&m, page, of, turnsTo)
	return m
}

// GamesIn lists some games of a file by their indices, counted from 0, and says how to choose one of choice games. how
// is an example of the text to type where there are no buttons.
func (g Lists) GamesIn(f engine.File, choice int, shown []int, how string) []chat.Span {
	all := ""
	if choice < len(f.Entries) {
		all = strconv.Itoa(len(f.Entries))
	}
	spans := g.Voice.Say("file-games", speech.Count(choice), speech.Text("All", all), speech.Text("How", how))
	for _, n := range shown {
		spans = append(spans, view.Line(g.gameIn(strconv.Itoa(n+1), f.Entries[n]))...)
	}
	return spans
}

// gameIn describes a game of a file in a line.
func (g Lists) gameIn(number string, e engine.Entry) []chat.Span {
	r, err := e.Read()
	if wrong, ok := errors.AsType[*engine.FileError](err); ok {
		return append(g.Voice.Say("file-game-wrong", speech.Text("Number", number)), g.Voice.Fault(wrong)...)
	}
	if open, ok := errors.AsType[*engine.ReadingsError](err); ok {
		r = open.Readings[0]
	}
	result := "*"
	if o := r.Outcome(); o.Decided() {
		result = map[engine.Side]string{engine.First: "1-0", engine.Second: "0-1", engine.Nobody: "½-½"}[o.Winner]
	}
	names := NamesIn(r)
	spans := g.Voice.Say("file-game", speech.Text("Number", number), speech.Text("First", names[0]),
		speech.Text("Second", names[1]), speech.Count(r.Line.Len()), speech.Text("Result", result))
	if len(r.Odd) > 0 {
		spans = append(append(spans, chat.Span{Text: ". "}), g.Voice.Oddities(r)...)
	}
	return spans
}

// Tally counts won, drawn and lost matches.
type Tally struct{ Won, Drawn, Lost int }

// Played returns the number of all matches.
func (t Tally) Played() int { return t.Won + t.Drawn + t.Lost }

// AtGame has the results of a person at a game.
type AtGame struct {
	Game   *engine.Game
	Tally  Tally
	Rating *rating.Rating // nil if not rated
}

// Profile has the results and ratings of a person.
type Profile struct {
	Player    chat.User
	Games     []AtGame  // against people
	Bot       []AtGame  // against the computer, whatever its level
	Run       int       // longest run of matches won against people
	Favourite chat.User // met most often; zero if there is none
	Met       int       // how often
	Puzzles   rating.Record
}

// Profile shows the results and ratings of a person.
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

// games adds a line for each game with results.
func (g Lists) games(m *chat.Message, games []AtGame) {
	for _, at := range games {
		m.AddLine(g.Voice.Say("profile-game", speech.Text("Game", g.gameName(at.Game)), speech.Number("Won", at.Tally.Won),
			speech.Number("Drawn", at.Tally.Drawn), speech.Number("Lost", at.Tally.Lost)))
		if at.Rating != nil {
			m.Add(g.rating(*at.Rating))
		}
	}
}

// rating says a rating, with a mark if it is provisional.
func (g Lists) rating(r rating.Rating) []chat.Span {
	key := "rating"
	if r.Provisional() {
		key = "rating-provisional"
	}
	return g.Voice.Say(key, speech.Number("Rating", int(r.Rating+0.5)), speech.Number("Deviation", int(r.Deviation+0.5)))
}

// Versus shows the results of two people against each other, from the side of the first.
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

// PerRanking is the number of places on a page of a ranking.
const PerRanking = 10

// Ranking shows a page of a ranking, which must exist, of all people or of those in the room, and offers the other
// pages and, if open is set, the ranking of all people.
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
