package conversation

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"tabuleiro/bot/command"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/house"
	"tabuleiro/bot/intent"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// A sentence to the bot in words of its author's own becomes the command that does it, which is carried out, offered as
// one button, or not understood. Commands by themselves, moves, and answers to what waits for one are left to the
// functions that know them.

// plain reports whether a text is to be looked at for what it means.
func (c *Conversation) plain(req *request.Request, text string) bool {
	_, said := request.Named(text)
	talks := strings.ContainsFunc(said, func(r rune) bool { return unicode.IsLetter(r) || r == '?' })
	return talks && !req.Event.Tap && req.Direct() && !c.Moves.Expects(req) && !c.Moves.Played(req, text)
}

// wish is what a sentence comes to: a command, and what to do with it.
type wish struct {
	name, rest string
	way        intent.Way
	text       string           // the sentence
	person     string           // who is named, as it was said
	req        *request.Request // in the language of the sentence, where its author's is not known
}

// wished finds out what a text in words of its author's own comes to.
func (c *Conversation) wished(req *request.Request, text string) *wish {
	id, said, named := c.aboutMatch(req, text)
	r := c.Reader.Read(said, req.Guide.Voice.Language)
	w := &wish{text: text, person: r.Person(), req: c.inLanguage(req, r.Language)}
	if game, asks := strings.CutSuffix(strings.TrimSpace(text), "?"); asks && req.Guide.Game(game) != nil { // what is that?
		w.name, w.rest, w.way = "help", req.Guide.Game(game).Name, intent.Do
		return w
	}
	w.name, w.rest, _ = strings.Cut(r.Command(0), " ")
	c.people(w)
	if complete := completions[w.name]; complete != nil {
		complete(c, w)
	}
	of, takes := command.Named(w.name), func(a command.Arg) bool { return a.Name == "match" }
	switch {
	case named && w.name == "play": // that one is meant, and no other
		w.name, w.rest = "board", "#"+id
	case id == "" || !named && (of.Group == command.Afterwards || w.name == "rematch"): // which are of what has ended
	case slices.ContainsFunc(of.Args, takes):
		w.rest = strings.TrimSpace(w.rest + " #" + id)
	}
	w.way = intent.Decide(strings.TrimSpace(w.name+" "+w.rest), r.Slots, r.P(), intent.State{
		Match:  c.played(req, "") != nil,
		Priced: c.Lessons.Charges(req),
	})
	return w
}

// aboutMatch takes the number of a match out of a sentence, with or without its sign; of several that are played that
// of the one that is named by its game or its opponent, which is not named outright.
func (c *Conversation) aboutMatch(req *request.Request, text string) (id, said string, outright bool) {
	mine, _ := c.Moves.Find.Mine(req) // none, with an error
	words := strings.Fields(text)
	for _, m := range mine {
		if i := slices.Index(words, m.ID); i >= 0 {
			words[i] = "#" + m.ID
		}
	}
	if id, said = request.Named(strings.Join(words, " ")); id != "" && said != "" {
		return id, said, true
	}
	if fit, _ := req.NamedIn(mine, text); len(mine) > 1 && len(fit) == 1 {
		return fit[0].ID, text, false
	}
	return "", text, false
}

// another is the question whether a match is to begin beside the one that is played, of which somebody types the name of
// the game, or a sentence.
func (c *Conversation) another(req *request.Request, rest string) *request.Result {
	w := c.wished(req, req.Event.Text)
	if w.name != "play" {
		w.name, w.rest = "play", rest
	}
	return c.offered(w)
}

// inLanguage is the request where its author is answered in a language, unless another one was chosen or is known.
func (c *Conversation) inLanguage(req *request.Request, language string) *request.Request {
	_, known := c.Languages.Book.In(req.Event.Locale)
	if !c.Languages.Assumed || known && req.Event.Locale != "" || req.Preferences["language"].Value != "" ||
		language == req.Guide.Voice.Language {
		return req
	}
	return req.With(func(r *request.Request) { r.Event.Locale = language }).Speaking(req.Preferences)
}

// saying is the request as if a command had been typed.
func saying(req *request.Request, name, rest string) *request.Request {
	return req.With(func(typed *request.Request) {
		typed.Event.Text, typed.Meant = strings.TrimSpace("/"+name+" "+rest), true
	})
}

// completions complete the commands in words that leave something unsaid where they were said: against whom one plays,
// which game or which time is meant.
var completions = map[string]func(*Conversation, *wish){
	"play":       (*Conversation).matchOf,
	"rematch":    (*Conversation).ofLast,
	"resign":     (*Conversation).ofLast,
	"tournament": (*Conversation).contestOf,
	"rules":      (*Conversation).rulesAbout,
	"differ": func(c *Conversation, w *wish) {
		if games := c.Reader.Games(w.text); len(games) > 1 {
			w.rest = strings.Join(games, " ")
			return
		}
		c.rulesAbout(w)
	},
	"history": func(c *Conversation, w *wish) {
		if w.rest == "last" && c.played(w.req, "") != nil { // "did I lose?"
			w.name, w.rest = "board", ""
		}
	},
	"way": func(c *Conversation, w *wish) {
		if c.Lessons.Taught(w.req) != nil || c.played(w.req, w.rest) == nil {
			c.rulesAbout(w)
		}
	},
	"never": func(c *Conversation, w *wish) { // which is offered, as what binds is
		mine, _ := c.Moves.Find.Mine(w.req) // none, with an error
		for _, m := range mine {
			if m.Status == match.Open && request.Can(m, w.req.Author, match.Withdrawn) {
				w.name, w.rest = "cancel", "#"+m.ID
			}
		}
	},
	"sorry": func(c *Conversation, w *wish) {
		if c.Moves.Find.AnyMine(w.req, func(m *match.Match) bool {
			return m.Status == match.Playing && m.Moves() > 0 && request.Can(m, w.req.Author, match.Offered)
		}) {
			w.name = "undo"
		}
	},
	"stuck": func(c *Conversation, w *wish) { w.name, w.rest = c.stuck(w.req), "" },
	"language": func(_ *Conversation, w *wish) {
		if !strings.EqualFold(w.person, "portugal") {
			w.rest = w.req.Guide.Languages.Book.Nearer(w.rest, w.req.Event.Locale)
		}
	},
	"ranking": func(c *Conversation, w *wish) {
		if _, _, is := c.acts(w.req, "table"); is && w.rest == "" { // that of what goes on here
			w.name, w.rest = c.table(w.req)
		}
	},
	"away": func(c *Conversation, w *wish) { // who is back without having been away goes on playing
		gone, err := c.Archive.Absences(w.req.Ctx, w.req.Author.ID)
		if c.timed(w); w.rest == "0" && err == nil && !gone.Now(c.Now()) {
			w.name, w.rest = "resume", ""
		}
	},
	"remind":   (*Conversation).timed,
	"pause":    (*Conversation).timed,
	"settings": (*Conversation).timed,
}

// ofLast completes what is said of the puzzle or the match that came last.
func (c *Conversation) ofLast(w *wish) {
	if name, rest, is := c.aboutLast(w.req, w.name, w.rest); is {
		w.name, w.rest = name, rest
	}
}

// contestOf completes what is said of a tournament or a ladder: what is joined or shown, else with the system that a
// text names for a new one.
func (c *Conversation) contestOf(w *wish) {
	switch book := w.req.Guide.Languages.Book; {
	case w.rest == "join":
		w.name, w.rest = c.joining(w.req)
	case w.rest == "table":
		w.name, w.rest = c.table(w.req)
	case w.req.Guide.Game(w.rest) == nil:
	case book.Phrased("intent-system-round", w.req.Event.Text):
		w.rest += " system=round"
	case book.Phrased("intent-system-cup", w.req.Event.Text):
		w.rest += " system=cup"
	}
}

// people puts who is called by a name in the place of that. Somebody who is not known is asked for, where a match is to
// begin, and else named as before.
func (c *Conversation) people(w *wish) {
	words := strings.Fields(w.rest)
	for i, word := range words {
		if person, is := strings.CutPrefix(word, "~"); is {
			unknown := map[bool]string{true: guide.AskWhom}[w.name == "play"] + person
			words[i] = cmp.Or(c.Players.Called(w.req, person), unknown)
		}
	}
	w.rest = strings.Join(words, " ")
}

// Levels that words name which name no number.
const (
	easyLevel = 1
	hardLevel = 6
)

// matchOf completes the words behind the command for a match. A level alone that is easier or harder goes by what came
// last, a puzzle, or a match against the bot.
func (c *Conversation) matchOf(w *wish) {
	words := strings.Fields(w.rest)
	harder := slices.Contains(words, "level=hard")
	compared := harder || slices.Contains(words, "level=easy")
	if compared && !slices.ContainsFunc(words, func(w string) bool { return w != "house" && !strings.HasPrefix(w, "level=") }) {
		on, level := c.againstBot(w.req)
		switch {
		case c.Lessons.Last(w.req):
			w.name, w.rest = "puzzle", map[bool]string{true: "harder", false: "easier"}[harder]
			return
		case on != nil:
			w.name, w.rest = nextLevel(on, level, harder)
			return
		}
	}
	for i, word := range words {
		switch word {
		case "level=easy":
			words[i] = "level=" + engine.LevelName(easyLevel)
		case "level=hard":
			words[i] = "level=" + engine.LevelName(hardLevel)
		}
	}
	if len(words) > 0 && !slices.ContainsFunc(words, namesOpponent) {
		words = append(words, map[bool]string{true: "house", false: guide.AskWhom}[w.req.Alone()])
	}
	w.rest = strings.Join(words, " ")
}

// namesOpponent reports whether a word behind the command for a match says whom it is against: the bot, anyone or
// somebody.
func namesOpponent(word string) bool {
	return word == "house" || word == "friend" || strings.HasPrefix(word, "level=") || strings.HasPrefix(word, "@") ||
		strings.HasPrefix(word, guide.AskWhom)
}

// againstBot is the match here of the author that goes on against the bot, else the last one if it was against the bot,
// and its level; nil if there is none.
func (c *Conversation) againstBot(req *request.Request) (of *match.Match, level int) {
	found, err := c.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: find.Lately})
	for i, m := range found {
		side, at := house.Side(m)
		if err == nil && side != engine.Nobody && (m.Status == match.Playing || i == 0 && m.Status.Ended()) {
			return m, at
		}
	}
	return nil, 0
}

// nextLevel is what begins the match that follows another one against the bot a level above, or below; while that is
// played, what tells how it is begun.
func nextLevel(of *match.Match, level int, harder bool) (name, rest string) {
	next := level - 1
	if harder {
		next = level + 1
	}
	switch {
	case next > engine.Max:
		return "no-level-higher", ""
	case next < 1:
		return "no-level-lower", ""
	}
	rest = of.Game.Name
	for _, o := range of.Game.Options {
		if value := of.Setup.Options[o.Name]; value != o.Default {
			rest += " " + o.Name + "=" + value
		}
	}
	rest += " level=" + engine.LevelName(next)
	if of.Status == match.Playing && !matches.IsReplaceable(of) {
		return "level-next", rest
	}
	return "play", rest
}

// timed completes the words behind a command that takes a time with the hour or the day that a text names.
func (c *Conversation) timed(w *wish) {
	hour, named := matches.HourIn(w.text)
	switch {
	case w.name == "settings" && strings.HasSuffix(w.rest, "puzzle"):
		at := matches.Hour{Hour: 9}
		if named {
			at = hour
		}
		w.rest += fmt.Sprintf(" %d:%02d", at.Hour, at.Minute)
	case w.name == "settings", w.rest == "0":
	case w.name == "remind" && matches.EveryDay(w.text):
		w.rest = "daily" // of which there is none
	case w.name == "remind" && named && !strings.ContainsAny(w.rest, "0123456789"):
		w.rest = hour.String()
	case w.name != "remind":
		if from, end, _ := matches.Period(w.text, c.Now()); from != "" && (end != "" || w.name == "away") {
			w.rest = from
		} else if _, said, until := matches.UntilIn(w.text, c.Now()); until {
			w.rest = "until " + said
		}
	}
}

// grant does what a sentence comes to, or offers it, if it is understood.
func (c *Conversation) grant(w *wish) (answer *request.Result, understood bool, err error) {
	switch w.way {
	case intent.Do:
		answer, err = c.command(saying(w.req, w.name, w.rest), w.name, w.rest)
		return answer, true, err
	case intent.Offer:
		answer = c.offered(w)
	}
	return answer, answer != nil, nil
}

// offered is the question whether a sentence means the command that it comes to, which a button gives; nil if no button
// can.
func (c *Conversation) offered(w *wish) *request.Result {
	if answers[w.name] != nil {
		return nil
	}
	v := w.req.Guide.Voice
	says := strings.TrimSpace(v.Typed(w.name) + " " + typed(w.req.Guide, w.name, w.rest))
	label := says
	for _, word := range strings.Fields(says) {
		if strings.HasPrefix(word, "@") && strings.Contains(word, ":") { // nobody types an account
			label = strings.Replace(label, word, w.person, 1)
		}
	}
	label = strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(label, "/"), guide.AskWhom, ""))
	if w.name == "move" && v.Has("button."+w.rest) { // which is no word to be typed in each language
		label = v.Text("button." + w.rest)
	}
	return w.req.DidYouMean([]string{says}, strings.ReplaceAll(label, "=", " "))
}

// aboutLast is the command that asks for more of what came last, or gives it up, where a match may be meant elsewhere:
// "another" or "play that" after a hint, "another" after a puzzle, "I give up" under one.
func (c *Conversation) aboutLast(req *request.Request, name, rest string) (of, what string, is bool) {
	if rest != "" || req.Event.Tap || !req.Meant && strings.HasPrefix(req.Event.Text, "/") {
		return "", "", false
	}
	move, hinted := c.Insights.Hinted(req)
	switch {
	case name == "resign" && c.Lessons.GivesUp(req, req.Event.Text):
		return "puzzle", "solution", true
	case name == "play" && hinted && move != "":
		return "move", move, true
	case (name == "play" || name == "rematch") && hinted:
		return "hint", "", true
	case name == "rematch" && c.Lessons.Last(req):
		return "puzzle", "next", true
	}
	return "", "", false
}

// typed are the words behind a command as they are typed in the language of the reader.
func typed(g guide.Guide, command, rest string) string {
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
	return g.InWords(rest)
}

// again reads a command with words that were not understood as a sentence, if that makes sense.
func (c *Conversation) again(req *request.Request, name, rest string, refused error) (*request.Result, bool, error) {
	var no request.Refused
	text, slash := strings.CutPrefix(req.Event.Text, "/")
	if !errors.As(refused, &no) || !no.Misread && (slash || rest == "") {
		return nil, false, nil
	}
	w := c.wished(req, text)
	same := w.name == name && w.way == intent.Offer && !no.Misread // it is understood, and cannot be done
	if same || slash && (w.name != name && w.name != "unplayed" || w.way != intent.Do) || w.rest == rest {
		return nil, false, nil
	}
	return c.grant(w)
}

// joining is what is joined by somebody who names nothing: the tournament here that waits for people, else the only
// challenge that may be accepted, else the ladder here; where there is none, what is going on here is shown.
func (c *Conversation) joining(req *request.Request) (name, rest string) {
	name, rest, is := c.acts(req, "join")
	id := c.Players.Waits(req)
	switch {
	case is && (name == "tournament" || id == ""):
		return name, rest
	case id != "":
		return "accept", "#" + id
	}
	if name, _, is := c.acts(req, "table"); is { // which says why not
		return name, "join"
	}
	return "games", "room"
}

// table is what shows who takes part, the table of the room.
func (c *Conversation) table(req *request.Request) (name, rest string) {
	if name, act, is := c.acts(req, "table"); is {
		return name, act
	}
	return "tournament", ""
}

// acts is what a word does to the tournament or the ladder of the room.
func (c *Conversation) acts(req *request.Request, word string) (name, act string, is bool) {
	return c.Act(req.With(func(said *request.Request) { said.Event.Text = word }))
}
