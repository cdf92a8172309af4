package conversation

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"tabuleiro/bot/command"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/intent"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// A sentence to the bot in words of its author's own becomes the command that does it, which is carried out, offered as
// one button, or not understood. Commands by themselves, moves, and answers to what waits for one are left to the
// functions that know them.

// plain reports whether a text is to be looked at for what it means.
func (c *Conversation) plain(req *request.Request, text string) bool {
	_, said := request.Named(text)
	book := req.Guide.Languages.Book
	switch {
	case req.Event.Tap || req.Author.ID == "" || !req.Direct():
		return false
	case !strings.ContainsFunc(said, func(r rune) bool { return unicode.IsLetter(r) || r == '?' }):
		return false
	case book.Means("yes", said) || book.Means("no", said):
		return false
	}
	answers := (book.Means("accepts", said) || book.Means("refuses", said)) && !doubled(c, req) // which is no double then
	return !c.Moves.Expects(req) && (answers || !c.Moves.Played(req, text))
}

// wish is what a sentence comes to: a command, and what to do with it.
type wish struct {
	name, rest string
	way        intent.Way
	person     string           // who is named, as it was said
	req        *request.Request // in the language of the sentence, where its author's is not known
}

// wished finds out what a text in words of its author's own comes to.
func (c *Conversation) wished(req *request.Request, text string) (w wish) {
	number, said := number(c.Moves.Find, req, text)
	r := c.Reader.Read(said, req.Guide.Voice.Language)
	w.req, w.person = c.inLanguage(req, r.Language), r.Person()
	if game, asks := strings.CutSuffix(strings.TrimSpace(text), "?"); asks && req.Guide.Game(game) != nil { // what is that?
		w.name, w.rest, w.way = "help", req.Guide.Game(game).Name, intent.Do
		return w
	}
	w.name, w.rest = c.completed(w.req, r, text)
	if number != "" && w.name == "play" && strings.Contains(text, number) { // that one is meant, and no other
		w.name, w.rest = "board", ""
	}
	if number != "" && takesMatch(w.name) && (!slices.Contains(ofEnded, w.name) || strings.Contains(text, number)) {
		w.rest = strings.TrimSpace(w.rest + " " + number)
	}
	w.way = intent.Decide(strings.TrimSpace(w.name+" "+w.rest), r.Slots, r.P(), intent.State{
		Match:  c.plays(req),
		Priced: c.Lessons.Charges(req),
	})
	return w
}

// plays reports whether the author plays a match here. Another one is only begun beside it by a command, or a tap.
func (c *Conversation) plays(req *request.Request) bool {
	return c.Moves.Find.AnyMine(req, func(m *match.Match) bool { return m.Status == match.Playing })
}

// namesGame reports whether words behind the command for a match name a game.
func (c *Conversation) namesGame(rest string) bool { return len(c.Reader.Games(rest)) > 0 }

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

// takesMatch reports whether the number of a match may stand behind a command.
func takesMatch(name string) bool {
	return slices.ContainsFunc(command.Named(name).Args, func(a command.Arg) bool { return a.Name == "match" })
}

// ofEnded are the commands about a match that has ended.
var ofEnded = strings.Fields("rematch analyse step replay export")

// saying is the request as if a command had been typed.
func saying(req *request.Request, name, rest string) *request.Request {
	return req.With(func(typed *request.Request) {
		typed.Event.Text, typed.Meant = strings.TrimSpace("/"+name+" "+rest), true
	})
}

// wished is a command in words: its name, what follows it, and the text and the person of the words.
type wished struct{ name, rest, text, person string }

// completed is the likeliest command of a reading, with what goes without saying where the text was said: who is called
// by a name, against whom one plays, which game or which time is meant.
func (c *Conversation) completed(req *request.Request, r intent.Reading, text string) (name, rest string) {
	name, rest, _ = strings.Cut(r.Command(0), " ")
	w := wished{name, c.people(req, name, rest), text, r.Person()}
	if complete := completions[name]; complete != nil {
		return complete(c, req, w)
	}
	return w.name, w.rest
}

// completions complete the commands in words that leave something unsaid.
var completions = map[string]func(*Conversation, *request.Request, wished) (name, rest string){
	"play": func(c *Conversation, req *request.Request, w wished) (string, string) {
		return c.matchOf(req, strings.Fields(w.rest))
	},
	"rematch":    (*Conversation).ended,
	"resign":     (*Conversation).ended,
	"tournament": (*Conversation).contestOf,
	"rules": func(c *Conversation, req *request.Request, w wished) (string, string) {
		return c.rulesAbout(req, strings.Fields(w.rest))
	},
	"history": func(c *Conversation, req *request.Request, w wished) (string, string) {
		if on := playing(c.Moves.Find, req); w.rest == "last" && on != nil { // "did I lose?"
			return "board", "#" + on.ID
		}
		return w.name, w.rest
	},
	"way": func(c *Conversation, req *request.Request, w wished) (string, string) {
		if c.Lessons.Taught(req) != nil || len(played(c, req, w.rest)) == 0 {
			return c.rulesAbout(req, strings.Fields(w.rest))
		}
		return w.name, w.rest
	},
	"stuck": func(c *Conversation, req *request.Request, _ wished) (string, string) { return stuck(c, req), "" },
	"differ": func(c *Conversation, req *request.Request, w wished) (string, string) {
		return w.name, strings.Join(gamesIn(c, req, w.text), " ")
	},
	"language": func(_ *Conversation, req *request.Request, w wished) (string, string) {
		if strings.EqualFold(w.person, "portugal") {
			return w.name, w.rest
		}
		return w.name, req.Guide.Languages.Book.Nearer(w.rest, req.Event.Locale)
	},
	"ranking": func(c *Conversation, req *request.Request, w wished) (string, string) {
		if _, _, is := c.acts(req, "table"); is && w.rest == "" { // that of what goes on here
			return c.table(req)
		}
		return w.name, w.rest
	},
	"away":     (*Conversation).absence,
	"remind":   (*Conversation).timed,
	"pause":    (*Conversation).timed,
	"settings": (*Conversation).timed,
}

// ended completes what is said of a match: that it is the last one, and for how many points somebody resigns.
func (c *Conversation) ended(req *request.Request, w wished) (name, rest string) {
	if name, rest, is := c.aboutLast(req, w.name, w.rest); is {
		return name, rest
	}
	if w.name == "resign" {
		w.rest += " " + matches.ResignedFor(c.Moves.Find, req, w.text)
	}
	return w.name, strings.TrimSpace(w.rest)
}

// contestOf completes what is said of a tournament or a ladder.
func (c *Conversation) contestOf(req *request.Request, w wished) (name, rest string) {
	switch w.rest {
	case "join":
		return c.joining(req)
	case "table":
		return c.table(req)
	}
	return w.name, contest(c, req, w.rest)
}

// absence completes what is said of being away: who is back without having been away goes on playing.
func (c *Conversation) absence(req *request.Request, w wished) (name, rest string) {
	gone, err := c.Archive.Absences(req.Ctx, req.Author.ID)
	if w.rest == "0" && err == nil && !gone.Now(c.Now()) {
		return "resume", ""
	}
	return c.timed(req, w)
}

// timed completes what is said of a time.
func (c *Conversation) timed(_ *request.Request, w wished) (name, rest string) {
	return w.name, c.timeOf(w.name, w.rest, w.text)
}

// people puts who is called by a name in the place of that. Somebody who is not known is asked for, where a match is to
// begin, and else named as before.
func (c *Conversation) people(req *request.Request, name, rest string) string {
	words := strings.Fields(rest)
	for i, w := range words {
		person, is := strings.CutPrefix(w, "~")
		switch handle := c.Players.Called(req, person); {
		case !is:
		case handle != "":
			words[i] = handle
		case name == "play":
			words[i] = guide.AskWhom + person
		default:
			words[i] = person
		}
	}
	return strings.Join(words, " ")
}

// Levels that words name which name no number.
const (
	easyLevel = 1
	hardLevel = 6
)

// matchOf completes the words behind the command for a match. A level alone that is easier or harder goes by what came
// last, a puzzle, or the level of the match in hand against the bot, or of the last one.
func (c *Conversation) matchOf(req *request.Request, words []string) (name, rest string) {
	harder := slices.Contains(words, "level=hard")
	compared := harder || slices.Contains(words, "level=easy")
	alone := !slices.ContainsFunc(words, func(w string) bool { return w != "house" && !strings.HasPrefix(w, "level=") })
	if compared && alone {
		if c.Lessons.Last(req) {
			return "puzzle", map[bool]string{true: "harder", false: "easier"}[harder]
		}
		on := inHand(c.Moves.Find, req)
		if on.match == nil {
			on = ended(c.Moves.Find, req)
		}
		if on.match != nil {
			return nextLevel(on, harder)
		}
	}
	for i, w := range words {
		switch w {
		case "level=easy":
			words[i] = "level=" + engine.LevelName(easyLevel)
		case "level=hard":
			words[i] = "level=" + engine.LevelName(hardLevel)
		}
	}
	if len(words) > 0 && !slices.ContainsFunc(words, namesOpponent) {
		words = append(words, map[bool]string{true: "house", false: guide.AskWhom}[req.Alone()])
	}
	return "play", strings.Join(words, " ")
}

// namesOpponent reports whether a word behind the command for a match says whom it is against: the bot, anyone or
// somebody.
func namesOpponent(word string) bool {
	return word == "house" || word == "friend" || strings.HasPrefix(word, "level=") || strings.HasPrefix(word, "@") ||
		strings.HasPrefix(word, guide.AskWhom)
}

// nextLevel is what begins the match that follows another one against the bot a level above, or below; while that is
// played, what tells how it is begun.
func nextLevel(of hand, harder bool) (name, rest string) {
	next := of.level - 1
	if harder {
		next = of.level + 1
	}
	switch {
	case next > engine.Max:
		return "no-level-higher", ""
	case next < 1:
		return "no-level-lower", ""
	}
	rest = of.match.Game.Name
	for _, o := range of.match.Game.Options {
		if value := of.match.Setup.Options[o.Name]; value != o.Default {
			rest += " " + o.Name + "=" + value
		}
	}
	rest += " level=" + engine.LevelName(next)
	if of.match.Status == match.Playing && !matches.IsReplaceable(of.match) {
		return "level-next", rest
	}
	return "play", rest
}

// timeOf completes the words behind a command that takes a time with the hour or the day that a text names.
func (c *Conversation) timeOf(name, rest, text string) string {
	hour, named := matches.HourIn(text)
	switch name {
	case "settings":
		switch whose, what := strings.CutSuffix(rest, "puzzle"); {
		case !what:
		case named:
			return fmt.Sprintf("%spuzzle %d:%02d", whose, hour.Hour, hour.Minute)
		default:
			return rest + " 9:00"
		}
	case "remind":
		switch {
		case rest == "0":
		case matches.EveryDay(text):
			return "daily" // of which there is none
		case named && !strings.ContainsAny(rest, "0123456789"):
			return hour.String()
		}
	default:
		if from, end, _ := matches.Period(text, c.Now()); from != "" && (end != "" || name == "away") {
			return from
		}
		if _, said, until := matches.UntilIn(text, c.Now()); until && rest != "0" {
			return "until " + said
		}
	}
	return rest
}

// grant does what a sentence comes to, or offers it; nil if it is not understood.
func (c *Conversation) grant(w wish) (*request.Result, error) {
	switch w.way {
	case intent.Do:
		return c.command(saying(w.req, w.name, w.rest), w.name, w.rest)
	case intent.Offer:
		return c.offered(w), nil
	}
	return nil, nil
}

// offered is the question whether a sentence means the command that it comes to, which a button gives; nil if no button
// can.
func (c *Conversation) offered(w wish) *request.Result {
	if slices.Contains(wordless, w.name) {
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
	called := map[string]string{says: strings.ReplaceAll(label, "=", " ")}
	if w.name == "move" && v.Has("button."+w.rest) { // which is no word to be typed in each language
		called[says] = v.Text("button." + w.rest)
	}
	return request.DidYouMean(w.req, []string{says}, called)
}

// aboutLast is the command that asks for more of what came last, or gives it up, where a match may be meant elsewhere:
// "another" or "play that" after a hint, "another" after a puzzle, "I give up" under one.
func (c *Conversation) aboutLast(req *request.Request, name, rest string) (of, what string, is bool) {
	if rest != "" || req.Event.Tap || !req.Meant && strings.HasPrefix(req.Event.Text, "/") {
		return "", "", false
	}
	move, hinted := c.Hinted(req)
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
	if !errors.As(refused, &no) || !isSentence(req, rest, no) {
		return nil, false, nil
	}
	w := c.wished(req, text)
	same := w.name == name && w.way == intent.Offer && !no.Misread // it is understood, and cannot be done
	if same || slash && (w.name != name && w.name != "unplayed" || w.way != intent.Do) || w.rest == rest {
		return nil, false, nil
	}
	answer, err := c.grant(w)
	return answer, answer != nil || err != nil || w.way == intent.Do, err
}

// isSentence reports whether what was refused as a command with words behind it may be read as a sentence.
func isSentence(req *request.Request, rest string, no request.Refused) bool {
	slash := strings.HasPrefix(req.Event.Text, "/")
	return !req.Event.Tap && !req.Meant && (no.Misread || !slash && rest != "")
}

// contest completes the words behind the command for tournaments with the system that a text names, and the moment at
// which the tournament is to start.
func contest(c *Conversation, req *request.Request, rest string) string {
	text := req.Event.Text
	if rest != "" && req.Guide.Game(rest) == nil {
		return rest
	}
	systems := []struct{ phrases, system string }{{"intent-system-round", "round"}, {"intent-system-cup", "cup"}}
	for _, s := range systems {
		if req.Guide.Languages.Book.Phrased(s.phrases, text) && rest != "" {
			rest += " system=" + s.system
			break
		}
	}
	now := c.Players.Local(req)
	start := matches.StartIn(text, now)
	if ahead := start.Sub(now); rest != "" && !start.IsZero() && ahead >= time.Hour && ahead <= 366*24*time.Hour {
		rest += " starts=" + match.Span(ahead.Round(time.Second)).String()
	}
	return rest
}

// joining is what is joined by somebody who names nothing: the tournament here that waits for people, else the only
// challenge that may be accepted, else what is offered in a match, else the ladder here; where there is none, what is
// going on here is shown.
func (c *Conversation) joining(req *request.Request) (name, rest string) {
	name, rest, is := c.acts(req, "join")
	if is && name == "tournament" {
		return name, rest
	}
	if id := c.Players.Waits(req, true); id != "" {
		return "accept", "#" + id
	}
	if c.Moves.Find.AnyMine(req, func(m *match.Match) bool {
		return request.Can(m, req.Author, match.Accepted, match.Agreed)
	}) {
		return "accept", ""
	}
	if is {
		return name, rest
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
