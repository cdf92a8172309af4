package router

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/command"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/intent"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// A sentence to the bot is classified as a command, which is run, or offered with one button, or not understood. Moves,
// bare commands and answers to open questions are not classified.

// isSentence reports whether a text is to be classified as a sentence.
func (c *Router) isSentence(req *request.Request, text string) bool {
	_, said := request.Named(text)
	talks := strings.ContainsFunc(said, func(r rune) bool { return unicode.IsLetter(r) || r == '?' })
	return talks && !req.Event.Tap && req.SaidToBot() && !c.Moves.IsDiceMove(req) && !c.Moves.IsMoveHere(req, text)
}

// intention is what a sentence means: a command, and what to do with it.
type intention struct {
	name, rest string
	way        intent.Action
	text       string           // the sentence
	person     string           // name of a person in the sentence, as it was typed
	req        *request.Request // in the language of the sentence, if the author's is unknown
}

// intentOf returns what a sentence means, and whether to run, offer or ignore it.
func (c *Router) intentOf(req *request.Request, text string) *intention {
	id, said, named := c.aboutMatch(req, text)
	respelt := c.Reader.Respell(said, req.Guide.Voice.Language, func(word string) string { return misspelt(req, word) })
	r := c.Reader.Read(respelt, req.Guide.Voice.Language)
	w := &intention{text: text, person: r.Person(), req: c.inLanguage(req, r.Language)}
	if c.isTopic(w, said) {
		return w
	}
	w.name, w.rest, _ = strings.Cut(r.Command(0), " ")
	c.people(w)
	if complete := completions[w.name]; complete != nil {
		complete(c, w)
	}
	of, takes := command.Named(w.name), func(a command.Arg) bool { return a.Name == "match" }
	switch {
	case named && w.name == "play": // about that match: begin no other
		w.name, w.rest = "board", "#"+id
	case id == "" || !named && (of.Group == command.Afterwards || w.name == "rematch"): // about ended matches
	case slices.ContainsFunc(of.Args, takes):
		w.rest = strings.TrimSpace(w.rest + " #" + id)
	}
	w.way = intent.Decide(strings.TrimSpace(w.name+" "+w.rest), r.Slots, r.P(), intent.State{
		Match:  c.played(req, "") != nil,
		Priced: c.Exercises.Charges(req),
	})
	if respelt != said {
		w.way = min(w.way, intent.Offer)
	}
	return w
}

// isTopic reports whether a text only names what it is about, and completes what it means: "damas?", or "time" for that
// of the match or, without a clock, for the option.
func (c *Router) isTopic(w *intention, text string) bool {
	of, asks := strings.CutSuffix(strings.TrimSpace(text), "?")
	game, m := w.req.Guide.Game(of), c.played(w.req, "")
	w.way = intent.Do
	switch time := c.Languages.Book.Means("time", of); {
	case asks && game != nil:
		w.name, w.rest = "help", game.Name
	case time && m != nil && m.Setup.Time != (match.Control{}):
		w.name, w.rest = "board", "#"+m.ID
	case time:
		w.name, w.rest = "manual", of
	default:
		return false
	}
	return true
}

// aboutMatch cuts the id of a match, with or without "#", out of a sentence. Without an id it looks for a game or
// opponent that names one of several matches, and returns that match with outright = false.
func (c *Router) aboutMatch(req *request.Request, text string) (id, said string, outright bool) {
	mine, _ := c.Moves.Find.Mine(req) // none, with an error
	signed := " " + text + " "
	for _, m := range mine {
		signed = strings.ReplaceAll(signed, " "+m.ID+" ", " #"+m.ID+" ")
	}
	if id, said = request.Named(signed); id != "" && said != "" {
		return id, said, true
	}
	if fit, _ := req.NamedIn(mine, text); len(mine) > 1 && len(fit) == 1 {
		return fit[0].ID, text, false
	}
	return "", text, false
}

// askAnother returns the question whether to begin a match beside the running one, after the name of its game or a
// sentence.
func (c *Router) askAnother(req *request.Request, rest string) (*request.Result, error) {
	w := c.intentOf(req, req.Event.Text)
	if w.name != "play" {
		w.name, w.rest = "play", rest
	}
	return c.offered(w)
}

// inLanguage returns the request with answers in a language, unless the language of the author or the room is known.
func (c *Router) inLanguage(req *request.Request, language string) *request.Request {
	_, known := c.Languages.Book.In(req.Event.Locale)
	if !c.Languages.Assumed || known && req.Event.Locale != "" || req.Room.Preferences["language"].Value != "" ||
		language == req.Guide.Voice.Language {
		return req
	}
	return req.With(func(r *request.Request) { r.Event.Locale = language }).Speaking(req.Room.Preferences)
}

// asCommand returns the request as if a command had been typed; Meant tells that it was not.
func asCommand(req *request.Request, name, rest string) *request.Request {
	return req.With(func(typed *request.Request) {
		typed.Event.Text, typed.Meant = strings.TrimSpace("/"+name+" "+rest), true
	})
}

// completions complete the commands of sentences with what the sentence leaves open: the opponent, the game, the time.
var completions = map[string]func(*Router, *intention){
	"play":       (*Router).matchOf,
	"rematch":    (*Router).ofLast,
	"resign":     (*Router).ofLast,
	"tournament": (*Router).contestOf,
	"rules":      (*Router).rulesOf,
	"differ":     (*Router).rulesOf,
	"history": func(c *Router, w *intention) {
		if w.rest == "last" && c.played(w.req, "") != nil { // "did I lose?"
			w.name, w.rest = "board", ""
		}
	},
	"way": func(c *Router, w *intention) {
		if c.Exercises.Taught(w.req) != nil || c.played(w.req, w.rest) == nil {
			c.rulesAbout(w)
		}
	},
	"sorry": func(c *Router, w *intention) {
		if c.Moves.Find.AnyMine(w.req, func(m *match.Match) bool {
			return m.Status == match.Playing && m.Moves() > 0 && request.Can(m, w.req.Author, match.Offered)
		}) {
			w.name = "undo"
		}
	},
	"learn": (*Router).finish,
	"stop":  (*Router).finish,
	"bye":   (*Router).finish,
	"stuck": func(c *Router, w *intention) { w.name, w.rest = c.helpCommand(w.req), "" },
	"language": func(_ *Router, w *intention) {
		if !strings.EqualFold(w.person, "portugal") {
			w.rest = w.req.Guide.Languages.Book.Nearer(w.rest, w.req.Event.Locale)
		}
	},
	"away": func(c *Router, w *intention) { // "I am back" of somebody who was not away
		gone, err := c.Archive.Absences(w.req.Ctx, w.req.Author.ID)
		if c.timed(w); w.rest == "0" && err == nil && !gone.IsAway(c.Now()) {
			w.name, w.rest = "resume", ""
		}
	},
	"remind":   (*Router).timed,
	"pause":    (*Router).timed,
	"settings": (*Router).timed,
}

// ofLast completes a command about the latest puzzle or match.
func (c *Router) ofLast(w *intention) {
	if name, rest, is := c.aboutLast(w.req, w.name, w.rest); is {
		w.name, w.rest = name, rest
	}
}

// finish completes a wish to stop: it leaves the lesson or puzzle that was shown last, else it is about the match.
func (c *Router) finish(w *intention) {
	switch name, rest := c.Exercises.Applied(w.req, "none"); {
	case w.name == "learn" && w.rest != "none":
	case name != "":
		w.name, w.rest = name, rest
	case w.name == "learn":
		w.name, w.rest = map[bool]string{true: "resign", false: intent.Talk}[c.played(w.req, "") != nil], ""
	}
}

// contestOf completes a command about a tournament or ladder: what to join or show, or the system of a new tournament.
func (c *Router) contestOf(w *intention) {
	switch book := w.req.Guide.Languages.Book; {
	case w.rest == "join":
		w.name, w.rest = c.joining(w.req)
	case w.rest == "table":
		name, act, _ := c.acts(w.req, "table")
		w.name, w.rest = cmp.Or(name, w.name), act
	case w.req.Guide.Game(w.rest) == nil:
	case book.Phrased("intent-system-round", w.req.Event.Text):
		w.rest += " system=round"
	case book.Phrased("intent-system-cup", w.req.Event.Text):
		w.rest += " system=cup"
	}
}

// people replaces names, marked by "~", by handles. An unknown opponent becomes a request to ask for one; any other
// unknown person stays a name.
func (c *Router) people(w *intention) {
	words := strings.Fields(w.rest)
	for i, word := range words {
		if person, is := strings.CutPrefix(word, "~"); is {
			unknown := map[bool]string{true: guide.AskWhom}[w.name == "play"] + person
			words[i] = cmp.Or(c.Players.Handle(w.req, person), unknown)
		}
	}
	w.rest = strings.Join(words, " ")
}

// levels replaces the words "easy" and "hard" by levels.
var levels = strings.NewReplacer("level=easy", "level=1", "level=hard", "level=6")

// matchOf completes the arguments of a challenge. "Easier", "harder" or a bare level refers to the latest puzzle or
// match against the bot.
func (c *Router) matchOf(w *intention) {
	words := strings.Fields(w.rest)
	harder := slices.Contains(words, "level=hard")
	compared := harder || slices.Contains(words, "level=easy")
	_, wanted, _ := strings.Cut(w.rest, "level=")
	wanted, _, _ = strings.Cut(wanted, " ")
	number, err := strconv.Atoi(wanted)
	if !slices.ContainsFunc(words, isBesideLevel) {
		on, level := c.againstBot(w.req)
		switch {
		case compared && c.Exercises.Last(w.req):
			w.name, w.rest = "puzzle", map[bool]string{true: "harder", false: "easier"}[harder]
			return
		case compared && on != nil:
			w.name, w.rest = nextLevel(on, level+map[bool]int{true: 1, false: -1}[harder])
			return
		case err == nil && number > 0 && number <= engine.Levels && on != nil && on.Status == match.Playing:
			w.name, w.rest = nextLevel(on, number)
			return
		}
	}
	words = c.Players.WithOptions(w.req, words, w.text) // also those that the slots do not have
	if len(words) > 0 && !slices.ContainsFunc(words, namesOpponent) {
		words = append(words, map[bool]string{true: "house", false: guide.AskWhom}[w.req.PlaysBot()])
	}
	w.rest = levels.Replace(strings.Join(words, " "))
}

// isBesideLevel reports whether a word tells more about a match than the bot and its level.
func isBesideLevel(word string) bool { return word != "house" && !strings.HasPrefix(word, "level=") }

// namesOpponent reports whether a word of a challenge names the opponent: the bot, anyone or somebody.
func namesOpponent(word string) bool {
	return word == "house" || word == "friend" || strings.HasPrefix(word, "level=") || strings.HasPrefix(word, "@") ||
		strings.HasPrefix(word, guide.AskWhom)
}

// againstBot returns the author's running match here against the bot, or else the last one if it was against the bot,
// and its level; nil if there is none.
func (c *Router) againstBot(req *request.Request) (of *match.Match, level int) {
	found, err := c.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: find.RecentMatches})
	for i, m := range found {
		side, at := computer.Side(m)
		if err == nil && side != engine.Nobody && (m.Status == match.Playing || i == 0 && m.Status.Ended()) {
			return m, at
		}
	}
	return nil, 0
}

// nextLevel returns the command for a match like another one at another level of the bot. While that match is being
// played, it is a command that explains how to begin the new one.
func nextLevel(of *match.Match, next int) (name, rest string) {
	switch {
	case next > engine.Max:
		return "no-level-higher", ""
	case next < 1:
		return "no-level-lower", ""
	}
	rest = of.Game.Name
	chosen := matches.Unusual(of)
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		rest += " " + name + "=" + chosen[name]
	}
	rest += " level=" + engine.LevelName(next)
	if of.Status == match.Playing && !matches.IsReplaceable(of) {
		return "level-next", rest
	}
	return "play", rest
}

// timed completes a command with the hour or day that its sentence names.
func (c *Router) timed(w *intention) {
	hour, named := matches.HourIn(w.text)
	switch {
	case w.name == "settings" && strings.HasSuffix(w.rest, "puzzle"):
		at := matches.Morning
		if named {
			at = hour
		}
		w.rest += fmt.Sprintf(" %d:%02d", at.Hour, at.Minute)
	case w.name == "settings", w.rest == "0":
	case w.name == "remind" && matches.EveryDay(w.text):
		w.rest = "daily" // refused: there are no daily reminders
	case w.name == "remind":
		if when := matches.Moment(w.text, c.Players.Local(w.req), matches.Morning); !when.IsZero() {
			w.rest = when.Format("2/1 15:04")
		}
	default:
		if _, said, _ := matches.End(w.text, c.Now()); said != "" {
			w.rest = said
		}
	}
}

// grant runs or offers what a sentence means; understood is false if it does neither.
func (c *Router) grant(w *intention) (answer *request.Result, understood bool, err error) {
	switch w.way {
	case intent.Do:
		answer, err = c.command(asCommand(w.req, w.name, w.rest), w.name, w.rest)
		return answer, true, err
	case intent.Offer:
		if w.name == "help" { // which a lesson or puzzle gives itself
			answer, err = c.Exercises.Explains(w.req)
		}
		if answer == nil && err == nil {
			answer, err = c.offered(w)
		}
	}
	return answer, answer != nil || err != nil, err
}

// refusal returns the reason for which a command about a match would be refused now; nil if it would not be.
func (c *Router) refusal(req *request.Request, name, rest string) error {
	do, of := c.Commands[name], command.Named(name)
	switch {
	case name == "move":
		do = func(req *request.Request, text string) (*request.Result, error) { return c.Moves.Move(req, text, true) }
	case name != "play" && !of.Binding && of.Group != command.Time:
		return nil
	}
	_, err := do(asCommand(req, name, rest).With(func(r *request.Request) { r.Trial = true }), req.Guide.JoinNames(rest))
	var no request.Refused
	switch {
	case !errors.As(err, &no) || no.Result.Question != nil:
		return nil
	case (name == "accept" || name == "decline") && c.played(req, "") == nil && c.Players.Waits(req) == "":
		return req.Refuse("nothing-asked")
	}
	return no
}

// offered returns the question whether a sentence means its command, with a button for it, or the reason for which that
// would be refused; nil if the command cannot be given by a button. What is said in the words of the button is done.
func (c *Router) offered(w *intention) (*request.Result, error) {
	if intent.IsAnswer(w.name) || w.name == "move" && w.rest != "" && !c.Moves.IsMoveHere(w.req, w.rest) {
		return nil, nil
	}
	if err := c.refusal(w.req, w.name, w.rest); err != nil {
		return nil, err
	}
	v := w.req.Guide.Voice
	says := strings.TrimSpace(v.Typed(w.name) + " " + typed(w.req.Guide, w.name, w.rest))
	label := says
	for _, word := range strings.Fields(says) {
		if strings.HasPrefix(word, "@") && strings.Contains(word, ":") { // show the name instead of the account
			label = strings.Replace(label, word, w.person, 1)
		}
	}
	label = strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(label, "/"), guide.AskWhom, ""))
	if w.name == "move" && v.Has("button."+w.rest) { // "roll" and the like have labels in each language
		label = v.Text("button." + w.rest)
	}
	label = strings.ReplaceAll(label, "=", " ")
	if said := strings.ReplaceAll(w.text, "=", " "); speech.Fold(said) == speech.Fold(label) {
		return c.command(asCommand(w.req, w.name, w.rest), w.name, w.rest)
	}
	return w.req.DidYouMean(says, label), nil
}

// aboutLast returns the command that a word means right after a hint or puzzle: "another" or "play that" after a hint,
// "another" after a puzzle, "I give up" under one.
func (c *Router) aboutLast(req *request.Request, name, rest string) (of, what string, is bool) {
	if rest != "" || req.Event.Tap || !req.Meant && strings.HasPrefix(req.Event.Text, "/") {
		return "", "", false
	}
	move, hinted := c.Viewer.Hinted(req)
	switch {
	case name == "resign" && c.Exercises.GivesUp(req):
		return "puzzle", "solution", true
	case name == "play" && hinted && move != "":
		return "move", move, true
	case (name == "play" || name == "rematch") && hinted:
		return "hint", "", true
	case name == "rematch" && c.Exercises.Last(req):
		return "puzzle", "next", true
	}
	return "", "", false
}

// typed returns the arguments of a command as they are typed in the author's language.
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
		if value == rest { // a size of boards, after the command for their look
			_, value = g.Settings().Typed("size " + rest)
		}
		return value
	}
	return g.InWords(rest)
}

// again reads the text of a command that was refused as a sentence, if a word of it was misread or it has no slash. It
// reports whether its result replaces the refusal.
func (c *Router) again(req *request.Request, name, rest string, refused error) (*request.Result, bool, error) {
	var no request.Refused
	if !errors.As(refused, &no) {
		return nil, false, nil
	}
	if games := c.Reader.Games(rest); name == "help" && len(games) == 1 {
		answer, err := c.command(req, name, games[0])
		return answer, true, err
	}
	text, slash := strings.CutPrefix(req.Event.Text, "/")
	if !no.Misread && (slash || areArguments(req, name, rest)) {
		return nil, false, nil
	}
	w := c.intentOf(req, text)
	same := w.name == name && w.way == intent.Offer && !no.Misread // understood, but impossible
	if same || slash && (w.name != name && w.name != "unplayed" || w.way != intent.Do) || w.rest == rest {
		return nil, false, nil
	}
	return c.grant(w)
}

// joining returns the command for joining what is open here: a tournament, else the only challenge, else the ladder. If
// nothing is, it shows the room's tournament, ladder or matches.
func (c *Router) joining(req *request.Request) (name, rest string) {
	name, rest, is := c.acts(req, "join")
	id := c.Players.Waits(req)
	switch {
	case is && (name == "tournament" || id == ""):
		return name, rest
	case id != "":
		return "accept", "#" + id
	}
	if name, _, is := c.acts(req, "table"); is { // it tells why one cannot join
		return name, "join"
	}
	return "games", "room"
}

// acts returns the command that a word is for the room's tournament or ladder.
func (c *Router) acts(req *request.Request, word string) (name, act string, is bool) {
	return c.Act(req.With(func(said *request.Request) { said.Event.Text = word }))
}

// unplayed answers a wish for a game that the bot does not have.
func unplayed(req *request.Request, _ string) (*request.Result, error) {
	return request.Say(req.Guide.Reading().Unplayed(req.PlaysBot())), nil
}

// levelNext tells how to play at another level, as rest says, after the running match.
func levelNext(req *request.Request, rest string) (*request.Result, error) {
	says := strings.TrimPrefix(req.Guide.Voice.Typed("play")+" "+typed(req.Guide, "play", rest), "/")
	return nil, req.Refuse("level-next", speech.Text("Command", strings.ReplaceAll(says, "=", " ")))
}

// resume restarts what the author has stopped: a paused match, or all matches while away. Otherwise it shows the board
// or, if there are several matches, their list.
func (c *Router) resume(req *request.Request, _ string) (*request.Result, error) {
	mine, err := c.Moves.Find.Mine(req)
	gone, failed := c.Archive.Absences(req.Ctx, req.Author.ID)
	paused := slices.IndexFunc(mine, func(m *match.Match) bool { return m.Clock.Until.After(c.Now()) })
	switch {
	case err != nil || failed != nil:
		return nil, cmp.Or(err, failed)
	case paused >= 0:
		return c.Commands["pause"](req, "#"+mine[paused].ID+" 0")
	case gone.IsAway(c.Now()):
		return c.Commands["away"](req, "0")
	case len(mine) > 1:
		return c.Commands["games"](req, "")
	}
	return c.Commands["board"](req, "")
}

// helpCommand returns the command that helps somebody who is stuck: a hint in the latest puzzle or lesson or in a match
// that allows it, else help.
func (c *Router) helpCommand(req *request.Request) string {
	switch given := c.Exercises.GivesUp(req); {
	case given && c.Exercises.Charges(req):
		return "priced"
	case given, c.Exercises.Taught(req) != nil, c.Moves.Find.AnyMine(req, func(m *match.Match) bool {
		return m.Status == match.Playing && request.Helps(m) && request.Can(m, req.Author, match.Moved)
	}):
		return "hint"
	}
	return "help"
}

// differ describes several games, one after the other.
func differ(req *request.Request, games string) (*request.Result, error) {
	all := request.Say()
	for game := range strings.FieldsSeq(games) {
		all.Messages = append(all.Messages, req.Guide.Reading().Gist(req.Guide.Game(game)))
	}
	return all, nil
}

// talk answers small talk and questions about the bot; about names the sentence.
func (c *Router) talk(req *request.Request, about string) (*request.Result, error) {
	v, example := req.Guide.Voice, ""
	on, level := c.againstBot(req)
	switch {
	case about == "level" && (on == nil || on.Status.Ended()):
		return c.Commands["play"](req, "level=?")
	case about == "why" && (on == nil || on.Status.Ended()): // which shows all moves of a match that has ended
		return c.Commands["analyse"](req, "")
	case req.Guide.Caps.Together:
		example = speech.Example(req.Author.Handle)
	}
	says := req.Privately("talk-"+about, speech.Text("Time", c.Players.Local(req).Format("15:04")),
		speech.Text("Zone", req.ZoneName(c.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID)))),
		speech.Text("N", engine.LevelName(level)), speech.Text("Level", v.LevelName(max(level, 1))),
		speech.Person("Player", view.User(req.Author)), speech.Text("Example", example), req.Typed("Dice", "dice"))
	if about == "proxy" {
		req.Guide.Offer(&says, v.Text("more.hint"), v.Typed("hint"))
	}
	return request.Say(says), nil
}

// rulesOf completes a question about the rules of a game, or about the differences between several games.
func (c *Router) rulesOf(w *intention) {
	if games := c.Reader.Games(w.text); len(games) > 1 {
		w.name, w.rest = "differ", strings.Join(games, " ")
		return
	}
	c.rulesAbout(w)
}

// rulesAbout completes a question about the rules with the game and the section. Without a section it becomes a short
// description of the game.
func (c *Router) rulesAbout(w *intention) {
	about, named := "", ""
	for word := range strings.FieldsSeq(w.rest) {
		if w.req.Guide.Game(word) == nil {
			about = word
		} else {
			named = word
		}
	}
	said := speech.Words(w.req.Event.Text)
	asked := slices.ContainsFunc(said, func(word string) bool {
		return w.req.Guide.Languages.Book.Command(word) == "rules"
	})
	game, section := c.section(w.req, about, named)
	if last := said[max(0, len(said)-1):]; asked && section == "" && strings.Trim(last[0], "0123456789") == "" {
		section = last[0]
	}
	switch {
	case game == nil:
		w.name, w.rest = "rules", ""
	case section == "" && !asked:
		w.name, w.rest = "help", game.Name
	default:
		w.name, w.rest = "rules", strings.TrimSpace(game.Name+" "+section)
	}
}

// section returns a game and the section of its rules about a topic, "" if there is none. The game is the one named,
// else the one being played or learned here, else the first with such a section.
func (c *Router) section(req *request.Request, about, named string) (*engine.Game, string) {
	game := req.Guide.Game(named)
	if about == "" && strings.Contains(req.Event.Text, "*") {
		about = "notation"
	}
	if game == nil || guide.IsAnyDraughts(named) || named == "english" && about != "" {
		game = cmp.Or(c.gameHere(req), game)
	}
	some := []*engine.Game{game}
	if named == "" {
		some = append(some, req.Guide.Games...)
	}
	for _, g := range some {
		if g == nil || g.Help == nil || about == "" {
			continue
		}
		if section := req.Guide.Reading().About(g, about); section != "" {
			return g, section
		}
	}
	return game, ""
}

// gameHere returns the game being taught here, else that of the author's match; nil if there is none.
func (c *Router) gameHere(req *request.Request) *engine.Game {
	taught := c.Exercises.Taught(req)
	if m := c.played(req, ""); taught == nil && m != nil {
		return m.Game
	}
	return taught
}

// played returns a running match of the author here, of the named game unless game is "", preferably one that awaits
// the author's move; nil if there is none.
func (c *Router) played(req *request.Request, game string) *match.Match {
	mine, _ := c.Moves.Find.Mine(req) // none, with an error
	mine = request.Filter(mine, func(m *match.Match) bool {
		return m.Status == match.Playing && (game == "" || m.Game == req.Guide.Game(game))
	})
	turn := slices.IndexFunc(mine, func(m *match.Match) bool { return request.Can(m, req.Author, match.Moved) })
	if len(mine) == 0 {
		return nil
	}
	return mine[max(turn, 0)]
}

// goesWhere describes the game that the author plays here and the direction in which the author's pieces move; without
// a match it shows the rules.
func (c *Router) goesWhere(req *request.Request, game string) (*request.Result, error) {
	m := c.played(req, game)
	if m == nil {
		return c.Commands["rules"](req, game)
	}
	answer := req.Guide.Reading().Gist(m.Game)
	answer.Buttons = answer.Buttons[:0] // without the button to begin one
	answer.Text = append(answer.Text, view.Line(req.Audience(m).Directions(m, m.Side(req.Author.ID)))...)
	return request.Say(answer), nil
}
