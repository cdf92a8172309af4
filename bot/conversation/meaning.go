package conversation

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"tabuleiro/bot/guide"
	"tabuleiro/bot/intent"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
)

// A sentence to the bot in words of its author's own becomes the command that does it. Commands by themselves, moves,
// and answers to what waits for one are left to the functions that know them.

// plain tells whether a text is to be looked at for what it means.
func (c *Conversation) plain(req *request.Request, text string) bool {
	e := req.Event
	_, said := request.Named(text)
	letters := strings.Count(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || r == '?' {
			return 'x'
		}
		return -1
	}, said), "x")
	switch {
	case e.Tap || req.Author.ID == "" || !req.Direct() || letters == 0:
		return false
	case req.Guide.Languages.Book.Means("yes", said) || req.Guide.Languages.Book.Means("no", said):
		return false
	}
	book := req.Guide.Languages.Book
	answers := (book.Means("accepts", said) || book.Means("refuses", said)) && !doubled(c, req) // which is no double then
	return !c.Moves.Expects(req) && (answers || !c.Moves.Played(req, text))
}

// goesAhead is the challenge that a text accepts by saying that it goes on, "" if it is said to nobody or names
// anything.
func (c *Conversation) goesAhead(req *request.Request, slash bool) string {
	if slash || !c.plain(req, req.Event.Text) {
		return ""
	}
	return c.Players.GoesAhead(req)
}

// meant finds the command that a text surely comes to, if there is one, among the guesses at what it may come to.
func (c *Conversation) meant(req *request.Request,
	text string) (as *request.Request, name, rest string, guesses []intent.Meaning) {
	// what is that?
	if game, asks := strings.CutSuffix(strings.TrimSpace(text), "?"); asks && req.Guide.Game(game) != nil {
		name, rest = "help", req.Guide.Game(game).Name
		return saying(req, name, rest), name, rest, []intent.Meaning{{Command: name + " " + rest, Whole: true}}
	}
	number, said := number(c.Moves.Find, req, text)
	guesses = c.Grammar.Read(said, req.Guide.Voice.Language)
	for i, m := range guesses {
		name, _, _ := strings.Cut(m.Command, " ")
		switch {
		case number != "" && name == "play" && strings.Contains(text, number): // that one is meant, and no other
			guesses[i].Command = "board " + number
		case number != "" && (!slices.Contains(noMatch, name) || slices.Contains(ofEnded, name) &&
			strings.Contains(text, number)):
			guesses[i].Command += " " + number
		}
	}
	if said := speech.Fold(said); !strings.Contains(said, "portug") && !strings.Contains(said, "classic") &&
		!strings.Contains(said, "clasic") {
		for i, m := range guesses { // they said "damas", which may be another game here
			guesses[i].Command = strings.Replace(m.Command, " portuguese", " damas", 1)
		}
	}
	for i, m := range guesses { // a question what something is begins nothing
		game, plays := strings.CutPrefix(m.Command, "play ")
		switch words := strings.Fields(game); {
		case !plays || len(words) == 0 || strings.Contains(game, "="):
		case asksWhat.MatchString(speech.Fold(said)):
			guesses[i].Command = "rules " + words[0]
		case asksWhether(req, words):
			guesses[i].Command = "known " + words[0]
		}
	}
	on := inHand(c.Moves.Find, req)
	if again := corrected(c, req, on, guesses); again != "" {
		as = saying(req, "play", again).With(func(r *request.Request) { r.Corrects = true })
		return as, "play", again, []intent.Meaning{{Command: "play " + again, Whole: true}}
	}
	if len(guesses) == 0 || c.leaves(req, on.match, guesses[0].Command) {
		return nil, "", "", guesses
	}
	name, rest = c.commandOf(req, guesses[0], on)
	guesses[0].Whole = guesses[0].Whole || onlyShows(guesses[0], name)
	asks := name == "play" && guesses[0].Likely && strings.Contains(rest, guide.AskWhom) // which begins nothing yet
	if !asks && !guesses[0].Sure() && !(guesses[0].Likely && surelyContest(c, req, name, rest)) {
		return nil, "", "", guesses
	}
	if costs(req, text, guesses[0]) && c.Lessons.Charges(req) {
		if name != "hint" {
			return nil, "", "", guesses
		}
		name, rest = "puzzle", "" // whose buttons help
	}
	return saying(req, name, rest), name, rest, guesses
}

// costs tells whether a text is taken for the wish for help with a puzzle that counts for its author then, and does not
// plainly say so.
func costs(req *request.Request, text string, m intent.Meaning) bool {
	book := req.Guide.Languages.Book
	words := strings.FieldsFunc(speech.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) })
	switch m.Command {
	case "hint":
		return !slices.ContainsFunc(words, func(w string) bool {
			return book.Command(w) == "hint" ||
				book.Meaning("intent-hint", w)
		})
	case "puzzle solution":
		return !m.Whole && slices.ContainsFunc(words, func(w string) bool {
			return !book.Meaning("intent-filler", w) && !book.Meaning("intent-solution", w)
		})
	}
	return false
}

// noMatch are the commands that are about none, or about one that has ended, or find it themselves.
var noMatch = strings.Fields("talk how known differ play help rules manual start learn puzzle language theme settings privacy mydata forget games history ranking tournament ladder block unblock profile versus link unlink thanks bye unplayed entrants whom stays way away timed move rematch analyse step replay export")

// ofEnded are those of noMatch that are about one that has ended, and take its number.
var ofEnded = strings.Fields("rematch analyse step replay export")

// saying is the request as if a command had been typed.
func saying(req *request.Request, name, rest string) *request.Request {
	return req.With(func(typed *request.Request) {
		typed.Event.Text, typed.Meant = strings.TrimSpace("/"+name+" "+rest), true
	})
}

// commandOf completes a meaning with what goes without saying: who is called by a name, and against whom one plays; on
// is the match in hand.
func (c *Conversation) commandOf(req *request.Request, m intent.Meaning, on hand) (name, rest string) {
	name, rest, _ = strings.Cut(m.Command, " ")
	if as, what := goingOn(c, req, m, on); as != "" {
		return as, what
	}
	switch {
	case m.Command == "thanks" && slices.ContainsFunc(strings.Fields(req.Event.Text), func(w string) bool {
		return req.Guide.Languages.Book.Meaning("good-game-words", strings.Trim(w, ",?¡"))
	}):
		return "praised", ""
	case m.Command == "tournament join":
		return c.joining(req)
	case name == "language" && !strings.Contains(speech.Fold(req.Event.Text), "portugal"):
		return name, req.Guide.Languages.Book.Nearer(rest, req.Event.Locale)
	case name == "resign" && rest == "" && c.Lessons.GivesUp(req, req.Event.Text):
		return "puzzle", "solution"
	case (m.Command == "puzzle" || m.Command == "puzzle next") && compares(req) != "":
		return name, compares(req)
	// "harder" is about what came last
	case (rest == "level=6" || rest == "level=1") && name == "play" && c.Lessons.Last(req):
		return "puzzle", map[string]string{"level=6": "harder", "level=1": "easier"}[rest]
	case name == "resign" && (rest == "" || strings.HasPrefix(rest, "#")):
		return name, strings.TrimSpace(rest + " " + matches.ResignedFor(c.Moves.Find, req, req.Event.Text))
	case name == "way" && (c.Lessons.Taught(req) != nil || len(played(c, req, rest)) == 0):
		return c.rulesAbout(req, strings.Fields(rest))
	case name == "stuck", m.Command == "hint double":
		return stuck(c, req, rest)
	case m.Command == "dice" && len(speech.Words(req.Event.Text)) > 1: // what they doubt is answered before the page
		return "talk", "dice"
	case name == "differ":
		return name, strings.Join(gamesIn(c, req, req.Event.Text), " ")
	case m.Command == "board score" && len(played(c, req, "")) == 0: // of all that was played
		return "profile", ""
	case m.Command == "talk proxy" && c.hinted(req): // whose next step has the move as a button
		return "hint", ""
	case name == "entrants":
		return entrants(c, req)
	case name == "whom":
		return whom(c, req)
	case name == "tournament": // people join it themselves
		return name, contest(c, req, rest)
	case name == "ladder" && m.Person != "":
		return name, strings.TrimSpace(rest + " " + cmp.Or(c.Players.Called(req, m.Person), m.Person))
	case name == "ladder":
		return name, rest
	case name == "ranking" && rest == "" && tabled(req): // that of what goes on here, if something does
		if of, act, is := c.acts(req, "table"); is {
			return of, act
		}
	}
	if m.Person != "" {
		if handle := c.Players.Called(req, m.Person); handle != "" {
			return name, strings.TrimSpace(rest + " " + handle)
		}
		if name != "play" {
			return name, rest
		}
		return name, strings.TrimSpace(rest + " " + guide.AskWhom + m.Person) // somebody is meant, and not the bot
	}
	if name == "remind" && rest != "0" && matches.EveryDay(req.Event.Text) {
		return name, "daily" // of which there is none
	}
	if hour, named := matches.HourIn(req.Event.Text); named && name == "remind" && !strings.HasSuffix(rest, "h") &&
		rest != "0" {
		return name, hour.String()
	}
	if gone, err := c.Archive.Absences(req.Ctx, req.Author.ID); m.Command == "away 0" && err == nil && !gone.Now(c.Now()) {
		return "resume", ""
	}
	if name == "away" || name == "pause" {
		span, id, _ := strings.Cut(rest+" ", "#")
		if from, _, _ := matches.Between(req.Event.Text, c.Now()); from != "" {
			return name, from
		}
		if from := matches.BeginsOn(req.Event.Text, c.Now()); from != "" && name == "away" {
			return name, from
		}
		_, said, until := matches.UntilIn(req.Event.Text, c.Now())
		if until && slices.Contains(tomorrows, strings.TrimSpace(span)) {
			return name, strings.TrimSpace(strings.TrimSuffix("#"+id, "#") + " until " + said)
		}
	}
	if daily, at, _ := strings.Cut(rest, "puzzle "); name == "settings" && strings.Contains(at, ":") {
		if hour, named := matches.HourIn(req.Event.Text); named {
			return name, fmt.Sprintf("%spuzzle %d:%02d", daily, hour.Hour, hour.Minute)
		}
	}
	words := strings.Fields(rest)
	if name == "rules" {
		return c.rulesAbout(req, words)
	}
	if game := req.Guide.Game(lastWord(req.Event.Text)); name == "board" && rest == "pieces" && game != nil {
		mine, err := c.Moves.Find.Mine(req)
		if err == nil && !slices.ContainsFunc(mine, func(m *match.Match) bool { return m.Game == game }) {
			return "help", game.Name // with how many one begins
		}
	}
	if as, again := instead(c.Moves.Find, req, on, name, words); as != "" {
		return as, again
	}
	if name == "play" && len(words) == 1 && strings.HasPrefix(rest, "level=") { // the same game
		if mine, err := c.Moves.Find.Mine(req); err == nil && len(mine) > 0 {
			return name, mine[0].Game.Name + " " + rest
		}
	}
	if name == "play" && len(words) == 1 && strings.HasPrefix(rest, "time=") && c.Players.Times(req) != nil {
		return "timed", ""
	}
	if name == "play" && len(words) > 0 && !slices.ContainsFunc(words, intent.Against) {
		if req.Alone() {
			return name, rest + " house"
		}
		return name, rest + " ??"
	}
	return name, rest
}

// lastWord is that of a text.
func lastWord(text string) string {
	words := strings.Fields(strings.TrimRight(text, "?! "))
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// lasting are the commands behind which it is said how long.
var lasting = strings.Fields("away pause give remind")

// tomorrows are what is read, of a text that names a day, as how long something lasts.
var tomorrows = []string{"", "1d", "2d"}

// guess asks with buttons what a text may mean.
func (c *Conversation) guess(req *request.Request, guesses []intent.Meaning) (*request.Result, error) {
	guesses = slices.DeleteFunc(guesses, func(m intent.Meaning) bool {
		return slices.Contains(wordless, m.Command) || strings.HasPrefix(m.Command, "talk ")
	})
	if len(guesses) == 0 {
		return nil, nil
	}
	var all []string
	level := req.Guide.Voice.Typed("level")
	called, on := map[string]string{level + "=?": level}, inHand(c.Moves.Find, req)
	for _, m := range guesses[:min(len(guesses), mostGuesses)] {
		name, rest := c.commandOf(req, m, on)
		// nobody types the number of an account
		if i := strings.LastIndexByte(rest, '@'); i >= 0 && strings.Contains(rest[i:], ":") {
			called[rest[i:]] = m.Person
		}
		if m.Person != "" {
			called[guide.AskWhom+m.Person] = m.Person
		}
		if slices.Contains(wordless, name) {
			if len(all) == 0 {
				return c.command(req, name, rest) // it only tells
			}
			continue
		}
		if says := strings.TrimSpace(req.Guide.Voice.Typed(name) + " " + typed(req.Guide, name, rest)); !slices.Contains(all,
			says) {
			all = append(all, says)
			said := c.Grammar.Says(strings.TrimSpace(name+" "+rest), req.Guide.Voice.Language, longestSuggested)
			if said != "" {
				called[says] = said
			}
			if name == "move" && req.Guide.Voice.Has("button."+rest) { // which is no word to be typed in each language
				called[says] = req.Guide.Voice.Text("button." + rest)
			}
		}
	}
	answer := request.DidYouMean(req, all, called)
	if slices.ContainsFunc(guesses, func(m intent.Meaning) bool { return strings.HasPrefix(m.Command, "tournament") }) {
		answer.Question.About = req.Event.Text
	}
	return answer, nil
}

// typed are the words behind a command as they are typed in the language of the reader.
func typed(g guide.Guide, command, rest string) string {
	words := strings.Fields(rest)
	switch command {
	case "settings":
		own, mine := strings.CutPrefix(rest, "me ")
		setting, value := g.Settings().Typed(own)
		if mine {
			setting = g.Voice.Typed("me") + " " + setting
		}
		return strings.TrimSpace(setting + " " + value)
	case "theme", "confirm":
		_, value := g.Settings().Typed(command + " " + rest)
		return value
	}
	for i, word := range words {
		name, value, valued := strings.Cut(word, "=")
		game := g.Game(word)
		switch {
		case game != nil:
			words[i] = g.TypedGame(game)
		case valued && g.Voice.Has("word."+name):
			words[i] = g.Voice.Typed(name) + "=" + typed(g, command, value)
		case g.Voice.Has("word." + word), g.Voice.Has("command." + word):
			words[i] = strings.TrimPrefix(g.Voice.Typed(word), "/")
		}
	}
	return strings.Join(words, " ")
}

// again reads a command with words that were not understood as a sentence, if that makes sense.
func (c *Conversation) again(req *request.Request, name, rest string, refused error) (*request.Result, bool, error) {
	var no request.Refused
	text, slash := strings.CutPrefix(req.Event.Text, "/")
	if req.Event.Tap || !errors.As(refused, &no) || !no.Misread && (slash || rest == "") {
		return nil, false, nil
	}
	as, meant, behind, guesses := c.meant(req, text)
	if as != nil && meant == "unplayed" {
		answer, err := c.command(as, meant, "")
		return answer, true, err
	}
	if as == nil && !slash && len(guesses) > 0 {
		answer, err := c.guess(req, guesses)
		return answer, answer != nil, err
	}
	// how long was said, and is not known
	unheard := !strings.ContainsAny(behind, "0123456789") && slices.Contains(lasting, name)
	if as == nil || slash && (meant != name || unheard) || behind == rest || strings.Contains(rest, "=") {
		return nil, false, nil
	}
	answer, err := c.command(as, meant, behind)
	if meant == "tournament" && err == nil {
		answer = invited(c, as, text, behind, answer)
	}
	return answer, true, err
}
