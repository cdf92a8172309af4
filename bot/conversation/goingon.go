package conversation

import (
	"slices"
	"strings"
	"unicode"

	"tabuleiro/bot/guide"
	"tabuleiro/bot/intent"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Words about a match that goes on may sound like the wish for another one, or like its end.

// mostOfOneself is how many words a question has in which somebody asks who has won.
const mostOfOneself = 4

// goingOn is what a meaning comes to that is about a match that goes on, the one in hand say; "" if it is about none.
func goingOn(c *Conversation, req *request.Request, m intent.Meaning, on hand) (as, rest string) {
	name, rest, _ := strings.Cut(m.Command, " ")
	asks := speech.Asks(req.Event.Text) && len(speech.Words(req.Event.Text)) <= mostOfOneself
	switch {
	case (name == "resign" || name == "history") && asks && saysOne(req, "intent-lost"): // "did I lose?"
		if on := playing(c.Moves.Find, req); on != nil {
			return "board", "#" + on.ID
		}
		return "history", "last"
	case asksHow(c, req, m):
		if own := waits(c, req); own != nil && asksLink(req) {
			return "board", "#" + own.ID
		}
		return "invite", m.Person
	case name == "play":
		if on.match != nil && rest != "" && unmoved(req, on.match) && namesOnly(req, on.match, rest) { // it has begun
			return "board", "#" + on.match.ID
		}
		return shown(c, req, m, strings.Fields(rest))
	case name == "settings" && strings.HasPrefix(rest, "squares "):
		if wanted := squaresWanted(req); wanted != "" {
			return name, "squares " + wanted
		}
	case name == "board":
		if handle := against(c, req); handle != "" {
			return "versus", handle
		}
		if rest != "" && rest[0] != '#' {
			break
		}
		for _, w := range strings.Fields(c.Grammar.Match(req.Event.Text, req.Guide.Voice.Language).Command)[1:] {
			game := req.Guide.Game(w)
			if game == nil || slices.Contains(anyDraughts, game.Name) {
				continue
			}
			mine, err := c.Moves.Find.Mine(req)
			if err == nil && !slices.ContainsFunc(mine, func(m *match.Match) bool { return m.Game == game }) {
				return "not-on", ""
			}
		}
	}
	return "", ""
}

// waits is the newest challenge of the author that waits here, nil if none does.
func waits(c *Conversation, req *request.Request) *match.Match {
	mine, err := c.Moves.Find.Mine(req)
	at := slices.IndexFunc(mine, func(m *match.Match) bool {
		return m.Status == match.Open && m.Challenger.ID == req.Author.ID
	})
	if err != nil || at < 0 {
		return nil
	}
	return mine[at]
}

// namesOnly tells whether the words behind the command for a match name nothing but the bot, and a match against it.
func namesOnly(req *request.Request, m *match.Match, rest string) bool {
	return !slices.ContainsFunc(strings.Fields(rest), func(w string) bool {
		return w != "house" && req.Guide.Game(w) != m.Game && !(guide.Bare(w) && request.Naming(req, m, w) > 0)
	})
}

// anyDraughts are the games that words name which may mean any kind of draughts.
var anyDraughts = []string{"portuguese", "draughts"}

// shown is how the match is shown that somebody wants to see who names its game, and does not want to play.
func shown(c *Conversation, req *request.Request, m intent.Meaning, named []string) (as, rest string) {
	if len(named) == 0 || !saysOne(req, "intent-see") || saysOne(req, "intent-plays") ||
		slices.ContainsFunc(named, intent.Against) {
		return "", ""
	}
	mine, err := c.Moves.Find.Mine(req)
	if err != nil {
		return "", ""
	}
	mine = request.Filter(mine, func(one *match.Match) bool {
		return one.Status == match.Playing && !slices.ContainsFunc(named, func(w string) bool {
			option, value, is := strings.Cut(w, "=")
			if !is {
				return !guide.Bare(w) && req.Guide.Game(w) != one.Game || guide.Bare(w) && request.Naming(req, one, w) == 0
			}
			return one.Setup.Options[option] != "" && one.Setup.Options[option] != value
		}) && (m.Person == "" || request.Naming(req, one, m.Person) > 0)
	})
	if len(mine) == 0 {
		return "not-on", ""
	}
	return "board", "#" + mine[0].ID
}

// fewWords is how many of them name what was meant without a word that corrects.
const fewWords = 5

// corrects tells whether a text says that something else was meant.
func corrects(req *request.Request) bool {
	words := speech.Words(req.Event.Text)
	says := func(key string) bool {
		own := speech.Words(req.Guide.Voice.Text(key))
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(own, w) })
	}
	if speech.HasQuestion(req.Event.Text) || saysOne(req, "intent-see") {
		return false
	}
	return says("intent-correct") || len(words) <= fewWords && says("intent-that-one") && !saysOne(req, "intent-plays")
}

// onlyShows tells whether a meaning comes to a look at a match that words may be taken to begin, or that is not there.
func onlyShows(m intent.Meaning, name string) bool {
	return name == "not-on" || name == "invite" || name == "known" || name == "board" && strings.HasPrefix(m.Command, "play ")
}

// correcting are the commands that words may be taken for which say that another match was meant.
var correcting = strings.Fields("play undo decline cancel draw stays rematch sorry never")

// corrected is how the match is begun that was meant, where words that follow the beginning of one against the bot at
// once name another game, or other options; "" if they do not. Other options stay as named before.
func corrected(c *Conversation, req *request.Request, on hand, guesses []intent.Meaning) (rest string) {
	m := on.match
	other := len(guesses) > 0 && guesses[0].Sure() &&
		!slices.Contains(correcting, strings.Fields(guesses[0].Command)[0])
	if m == nil || other || !unmoved(req, m) || c.Now().Sub(m.Began) > answering || !corrects(req) {
		return ""
	}
	wish := c.Grammar.Match(req.Event.Text, req.Guide.Voice.Language)
	game, level, options := m.Game, engine.LevelName(on.level), engine.Options{}
	for _, o := range m.Game.Options {
		if value := m.Setup.Options[o.Name]; value != o.Default {
			options[o.Name] = value
		}
	}
	changed, more := false, ""
	for _, w := range strings.Fields(wish.Command)[1:] {
		key, value, is := strings.Cut(w, "=")
		switch {
		case !is && req.Guide.Game(w) != nil && !(guide.Bare(w) && request.Naming(req, m, w) > 0):
			changed, game = changed || req.Guide.Game(w) != game, req.Guide.Game(w)
		case key == "level" && value != "?":
			changed, level = changed || value != level, value
		case is && key != "level" && m.Setup.Options[key] != value:
			changed, options[key] = changed || key != "time", value // of which alone it is told that it is settled
		}
	}
	if wish.Person != "" || !changed {
		return ""
	}
	for _, o := range game.Options {
		if value := options[o.Name]; value != "" && slices.Contains(o.Values, value) {
			more += " " + o.Name + "=" + value
		}
		delete(options, o.Name)
	}
	for _, o := range m.Game.Options { // which the other game does not have
		delete(options, o.Name)
	}
	for key, value := range options {
		more += " " + key + "=" + value
	}
	return game.Name + more + " level=" + level
}

// squareMeant is the move that begins on the square, or with the piece, that is all that words name of somebody who is
// on turn: "I play 9", "jogo a 9"; "" if they name none.
func squareMeant(c *Conversation, req *request.Request) string {
	book := req.Guide.Languages.Book
	words, number, letter := speech.Words(req.Event.Text), "", ""
	if len(words) < 2 || !saysOne(req, "intent-plays") {
		return ""
	}
	for i, w := range words {
		switch {
		case strings.Trim(w, "0123456789") == "" && number == "" && i > 0:
			number = w
			if len(words[i-1]) == 1 {
				letter = words[i-1]
			}
		case strings.ContainsFunc(w, unicode.IsDigit), !book.Meaning("intent-filler", w) &&
			!book.Meaning("intent-plays", w) && !book.Meaning("beside-kind", w):
			return ""
		}
	}
	mine, err := c.Moves.Find.Mine(req)
	mine = request.Filter(mine, func(m *match.Match) bool { return request.Can(m, req.Author, match.Moved) })
	if err != nil || len(mine) != 1 || number == "" {
		return ""
	}
	for _, square := range []string{letter + number, number} {
		if square != "" && req.Legible(mine[0], square) {
			return "#" + mine[0].ID + " " + square
		}
	}
	return ""
}

// mostAnswering is how many words an answer has that begins with a yes or no.
const mostAnswering = 6

// yesOrNo tells whether a text answers an open question with a yes or a no: by that word, a letter for it, or more
// words behind it, "no, I'd rather go on". Behind a yes there is only what the question is about, or what says little.
func yesOrNo(req *request.Request, q *request.Question) (yes, no bool) {
	book, text := req.Guide.Languages.Book, req.Event.Text
	yes, no = book.Means("yes", text) || book.Meaning("intent-yes", text), book.Means("no", text) ||
		book.Meaning("intent-no", text)
	words := speech.Words(text)
	if yes || no || q.Text == "" || len(words) < 2 || len(words) > mostAnswering ||
		strings.ContainsAny(text, "/?0123456789") {
		return yes, no
	}
	asked := slices.Concat(speech.Words(q.Text), speech.Words(q.Yes))
	of := ""
	if strings.HasPrefix(q.Yes, "/") {
		of = book.Command(speech.Words(q.Yes)[0])
	}
	about := func(w string) bool {
		stem := w[:min(len(w), 4)]
		return book.Meaning("intent-filler", w) || book.Means("yes", w) || of != "" && book.Names(of, w) ||
			len(stem) == 4 && slices.ContainsFunc(asked, func(a string) bool { return strings.HasPrefix(a, stem) })
	}
	first := strings.Fields(text)[0]
	no = book.Means("no", words[0]) && (len(words) == 2 || strings.HasSuffix(first, ",") && req.Direct())
	yes = req.Direct() && book.Means("yes", words[0]) && q.Yes != "" &&
		!slices.ContainsFunc(words[1:], func(w string) bool { return !about(w) || book.Meaning("intent-not", w) })
	return yes, no
}

// doubled tells whether a double waits for the author.
func doubled(c *Conversation, req *request.Request) bool {
	return c.Moves.Find.AnyMine(req, func(m *match.Match) bool {
		if m.Status != match.Playing || !request.Can(m, req.Author, match.Moved) {
			return false
		}
		points := m.Line.View().Points
		return points != nil && points.Doubled
	})
}

// bare deals with a yes or no that answers no question of the bot's: it answers what waits for the author in a match,
// an offer, a double or a challenge.
func (c *Conversation) bare(req *request.Request) (*request.Result, error) {
	here, err := c.Moves.Find.Live(req)
	if err != nil {
		return nil, err
	}
	waits := func(m *match.Match) bool {
		return request.Can(m, req.Author, match.Accepted, match.Declined, match.Agreed, match.Refused,
			match.Retracted)
	}
	if !slices.ContainsFunc(here, waits) && !doubled(c, req) {
		return nil, req.Note("nothing-asked")
	}
	name := "accept"
	if req.Guide.Languages.Book.Means("no", req.Event.Text) {
		name = "decline"
	}
	return c.command(saying(req, name, ""), name, "")
}

// leaves tells whether a command that only names a level, or points, would leave a match that counts already, that in
// hand or, where it is nil, one against a person, for another one.
func (c *Conversation) leaves(req *request.Request, m *match.Match, command string) bool {
	words := slices.DeleteFunc(strings.Fields(command), func(w string) bool { return w == "house" })
	switch {
	case len(words) != 2 || words[0] != "play" || words[1] == "level=?":
		return false
	case m == nil:
		serious := func(m *match.Match) bool { return m.Moves() >= match.Serious }
		return strings.HasPrefix(words[1], "level=") && c.Moves.Find.AnyMine(req, serious)
	}
	if strings.HasPrefix(words[1], "points=") && request.Can(m, req.Author, match.Moved) &&
		!saysOne(req, "intent-points") {
		return true // "I play 9"
	}
	return m.Choices() > 1 &&
		(strings.HasPrefix(words[1], "level=") || strings.HasPrefix(words[1], "points=") && m.Setup.Options["points"] != "")
}
