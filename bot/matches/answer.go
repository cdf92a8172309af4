package matches

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// answer is the author's answer to a challenge or an offer.
type answer struct {
	Players
	req     *request.Request
	command string
	offer   int       // the number of the offer, -1 if the text names none
	rest    string    // the side that the author chooses, "" for none
	word    string    // the author's part of the salt of the dice
	room    chat.Room // where the match begins
}

// answers are the kinds of event that a command causes: the first for a challenge, the last for an offer.
var answers = map[string][]match.Kind{
	"accept": {match.Accepted, match.Agreed}, "decline": {match.Declined, match.Refused}, "cancel": {match.Withdrawn},
}

// Respond answers a challenge or an offer, whichever is pending; command is a key of answers. Where neither is, the
// command may be a move, such as taking a double.
func (p Players) Respond(req *request.Request, command, text string) (*request.Result, error) {
	word, text, err := change.OwnWord(req, text)
	if err != nil {
		return nil, err
	}
	a := answer{Players: p, req: req, command: command, offer: request.BoardOf(text), word: word, room: req.Event.Room}
	kinds := answers[command]
	m, rest, err := p.Find.FindWhere(req, text, command, kinds, func(m *match.Match) bool {
		return request.Can(m, req.Author, kinds...) || answersGame(req, m, command) ||
			command == "cancel" && (p.mayCancel(req, m) || lostOf(m, req.Author) || request.Can(m, req.Author, match.Retracted))
	})
	if err == nil {
		err = a.refusal(m)
	}
	if err != nil {
		return nil, err
	}
	offered, rest := req.RemoveWord("offer", rest)
	rest = req.WithoutNames(m, rest)
	switch command {
	case "accept":
		a.rest, err = acceptBehind(req, m, rest)
	case "cancel":
		return a.cancel(m, rest, offered)
	default:
		err = req.NothingElse(m, command, rest)
	}
	switch {
	case err != nil:
		return nil, err
	case answersGame(req, m, command):
		return p.Moves.Move(req, "#"+m.ID+" "+command, true)
	case command == "accept" && request.Can(m, req.Author, match.Accepted):
		return nil, a.acceptChallenge(m)
	}
	return nil, p.Change.Act(req, m.ID, a.decide)
}

// refusal returns an error if an answer comes too late: another offer is pending, or somebody else has accepted the
// challenge.
func (a answer) refusal(m *match.Match) error {
	switch {
	case m.Status != match.Playing:
		return nil
	case a.offer >= 0 && a.offer != m.Pending.N:
		return a.req.Refuse("old-offer")
	// an answer to a challenge, not to an offer
	case a.command == "accept" && m.Pending.Offer == "" && !view.Plays(m, a.req.Author):
		return a.req.Refuse("taken")
	}
	return nil
}

// decide returns the event of an answer.
func (a answer) decide(m *match.Match) (match.Event, error) {
	if err := a.refusal(m); err != nil {
		return match.Event{}, err
	}
	kinds, author := answers[a.command], a.req.Author
	e := match.Event{Kind: kinds[len(kinds)-1], Who: &author}
	if m.Status == match.Open || m.Status == match.Void {
		e.Kind = kinds[0]
	}
	switch {
	case e.Kind == match.Declined && m.Challenger.ID == author.ID:
		e.Kind = match.Withdrawn
	case e.Kind == match.Agreed, e.Kind == match.Refused:
		e.Offer, e.Who = m.Pending.Offer, nil
	case e.Kind == match.Withdrawn && lostOf(m, author) && !a.mayCancel(a.req, m):
		return offerOrAgree(m, author, match.Off), nil
	case e.Kind == match.Accepted:
		return a.fill(m, e), nil
	}
	return e, nil
}

// cancel withdraws an offer, a challenge or, after a confirmation, a match that may still be canceled. Under an open
// challenge, a button for the computer asks for a match against it instead.
func (a answer) cancel(m *match.Match, text string, offered bool) (*request.Result, error) {
	req := a.req
	if _, ofBot := req.NamesBot(text); ofBot && req.Event.Tap {
		return a.askInstead(req, m.ID)
	}
	text, err := req.TakeAsked("cancel", text)
	yes := req.Guide.Languages.Book.Means("yes", text)
	if err == nil && !yes {
		err = req.NothingElse(m, "cancel", text)
	}
	switch {
	case err != nil:
		return nil, err
	case m.Status == match.Playing && (offered || !yes && request.Can(m, req.Author, match.Retracted)):
		return nil, a.Change.Act(req, m.ID, func(m *match.Match) (match.Event, error) {
			if !request.Can(m, req.Author, match.Retracted) {
				return match.Event{}, req.Refuse("nothing-offered", speech.Text("ID", m.ID))
			}
			return match.Event{Kind: match.Retracted, Offer: m.Pending.Offer}, nil
		})
	case m.Status == match.Playing && !yes && a.mayCancel(req, m):
		says := req.Guide.Voice.Typed("cancel") + " #" + m.ID + " " + req.Guide.Voice.Typed("yes")
		return req.Asks("cancel", req.Audience(m).ConfirmAction(m, "sure-cancel", "button.cancel-it", says, speech.Text("ID", m.ID))), nil
	}
	return nil, a.Change.Act(req, m.ID, a.decide)
}

// acceptChallenge begins a match, in a thread of its own if the setup asks for that.
func (a answer) acceptChallenge(m *match.Match) error {
	req := a.req
	if old, err := change.Outdated(req, a.Archive, m.ID, match.Accepted); old || err != nil {
		return cmp.Or(err, request.ErrNothing)
	}
	if err := a.Quotas.MayAccept(req, m); err != nil {
		return err
	}
	if err := a.Find.KeepLanguage(req); err != nil {
		return err
	}
	err := a.Quotas.WhileBeginning(req, match.Accepted, func() error {
		if m.Setup.Apart && !req.Event.Private {
			a.room = a.Services.Thread(req, m, a.opponentsHere(req, m)...)
			a.Archive.Warn(a.Archive.NestUnder(req.Ctx, a.room, req.Event.Room),
				"the settings of a channel cannot be copied to its thread", "room", a.room)
		}
		return a.Change.Decide(req, m.ID, a.decide)
	})
	if err == nil {
		a.Change.Say(req, m.ID)
	}
	return err
}

// Salt stores the author's part of the salt of a match's dice.
func (p Players) Salt(req *request.Request, text string) error {
	m, rest, err := p.Find.Find(req, text, "dice", match.Salted)
	if err != nil {
		return err
	}
	word, rest, err := change.OwnWord(req, rest)
	if err := cmp.Or(err, req.NothingElse(m, "dice", rest)); err != nil {
		return err
	}
	return p.Change.Act(req, m.ID, func(*match.Match) (match.Event, error) {
		return match.Event{Kind: match.Salted, Word: word, Own: true}, nil
	})
}

// askInstead withdraws a challenge to anyone, and replaces its message by the question at which level the computer is
// to play instead.
func (p Players) askInstead(req *request.Request, id string) (*request.Result, error) {
	w := guide.Challenge{Level: beginnersLevel, Asks: guide.AskWhom, Terms: engine.Options{}}
	err := p.Change.Decide(req, id, func(m *match.Match) (match.Event, error) {
		if m.Status == match.Playing { // somebody was faster
			return match.Event{}, req.Refuse("old-board")
		}
		w.Game, w.Terms["from"] = m.Game, m.Setup.Start
		if m.Setup.Played != nil { // which no command can express
			w.Terms["from"] = m.Line.Position().String()
		}
		w.Terms["colour"] = []string{"", "first", "second"}[m.Setup.Side]
		w.Terms["rated"] = map[bool]string{true: "no"}[m.Setup.Unrated]
		w.Terms["hints"] = map[bool]string{true: "yes"}[m.Setup.Hints]
		w.Terms["touch"] = map[bool]string{true: "yes"}[m.Setup.Touch]
		w.Options = Unusual(m)
		return match.Event{Kind: match.Withdrawn, Who: &req.Author}, nil
	})
	if err != nil {
		return nil, err
	}
	head, err := p.Archive.Head(req.Ctx, id)
	if err == nil { // its message becomes the question: do not announce the withdrawal in it
		err = p.Archive.NoteDelivered(req.Ctx, id, string(req.Event.Room), false, head.N, req.Event.Pressed)
	}
	if err != nil {
		return nil, err
	}
	p.Change.Say(req, id)
	return request.Say(req.Guide.Asking().Ask(w, nil)), nil
}

// mayCancel reports whether the author may cancel a match now, without a result.
func (p Players) mayCancel(req *request.Request, m *match.Match) bool {
	_, err := m.Apply(match.Event{Kind: match.Withdrawn, By: req.Author.ID, Who: &req.Author, At: p.Now()}, p.Archive.Game)
	return err == nil
}

// fill completes the event that accepts a challenge: with the room, the side and the salt of the dice.
func (a answer) fill(m *match.Match, e match.Event) match.Event {
	req := a.req
	e.Room, e.Alone = string(a.room), req.Event.Private
	if m.Dice.Seal != "" {
		e.Word, e.Own = change.WordOr(req, a.word), a.word != ""
	}
	side := m.Setup.Side
	if mine, ok := req.Guide.Asking().Side(a.rest, m.Game); ok {
		side = mine.Other()
	}
	if e.First = req.Author.ID; a.Draws.Side(side) == engine.First {
		e.First = m.Challenger.ID
	}
	return e
}

// opponentsHere returns those players of a match that the author accepts, author included, who have accounts on this
// service.
func (p Players) opponentsHere(req *request.Request, m *match.Match) (some []chat.User) {
	for _, u := range []chat.User{view.User(m.Challenger), req.Event.From} {
		if u, err := p.Registry.LocalUser(req.Ctx, req.Event.Room, u); err == nil && u.ID != "" {
			some = append(some, u)
		}
	}
	return some
}

// Consent is the meaning of a text as an answer: a yes, a no, a word such as "ok" that may only acknowledge (Nod), or
// nothing of these.
type Consent struct{ Yes, No, Nod bool }

// ConsentTo reads a text as the answer to something with a name, such as "draw", in one or several words: "yeah, ok,
// draw". asked is the text of the open question, words of which are ignored; without one, text to the bot may also say
// "I do not accept the resignation".
func ConsentTo(req *request.Request, name, asked string) Consent {
	book, text := req.Guide.Languages.Book, req.Event.Text
	has := map[string]bool{}
	for _, w := range speech.Words(text) {
		has[kindOf(req, name, asked, w)] = true
	}
	switch {
	case book.Means("yes", text):
		return Consent{Yes: true}
	case book.Declines(text):
		return Consent{No: true}
	case book.Wonders(text), strings.HasPrefix(text, "/"), has["other"],
		has["no"] && has["refuses"] && !strings.Contains(text, ","): // "I do not refuse" says too little
		return Consent{}
	case has["no"], has["refuses"]:
		return Consent{No: !has["yes"] && !has["nod"]} // "yes and no" is neither
	case has["yes"], has["accepts"], has["nod"] && has["name"]:
		return Consent{Yes: true}
	}
	return Consent{Nod: has["nod"] && len(has) == 1}
}

// isLetsGo reports whether a text consists of words such as "ok, let's go".
func isLetsGo(req *request.Request) bool {
	words, book := speech.Words(req.Event.Text), req.Guide.Languages.Book
	goes := func(w string) bool { return book.Meaning("intent-go", w) }
	other := func(w string) bool {
		beside := (book.Meaning("intent-this", w) || book.Meaning("beside-offer", w)) && book.Command(w) == ""
		return book.Means("no", w) || !goes(w) && !beside && !book.Names("play", w)
	}
	return slices.ContainsFunc(words, goes) && !slices.ContainsFunc(words, other) && !book.Wonders(req.Event.Text)
}

// kindOf returns the kind of a word for ConsentTo: "name", "yes", "no", "nod", "accepts", "refuses", "" for a word to
// ignore, "other" for none of these. Some kinds occur only in text to the bot.
func kindOf(req *request.Request, name, asked, word string) string {
	book := req.Guide.Languages.Book
	if name != "" && book.Names(name, word) {
		return "name"
	}
	for _, c := range []struct {
		kind, key string
		always    bool
	}{
		{"no", "word.no", true}, {"no", "intent-not", false}, {"yes", "word.yes", true}, {"nod", "word.agreed", true},
		{"accepts", "word.accepts", false}, {"refuses", "word.refuses", false}, {"", "intent-this", true},
		{"", "word.thanks", true}, {"", "beside-offer", false},
	} {
		if (c.always || req.Event.Addressed && asked == "") && book.Meaning(c.key, word) {
			return c.kind
		}
	}
	const stem = 4
	about := func(w string) bool { return len(word) >= stem && strings.HasPrefix(w, word[:stem]) }
	if asked != "" && req.SaidToBot() && !book.Meaning("intent-not", word) &&
		(book.Meaning("intent-filler", word) || slices.ContainsFunc(speech.Words(asked), about)) {
		return ""
	}
	return "other"
}

// AnswerInWords reads a text as the answer to what awaits its author: the challenge or offer whose message it replies
// to, else the only one here; the result reports whether it was one. A text not addressed to the bot accepts only a
// fresh challenge to the author, and a mere "ok" is asked about.
func (p Players) AnswerInWords(req *request.Request) (*request.Result, bool, error) {
	here, err := p.Find.Live(req)
	if err != nil || req.Event.Tap {
		return nil, false, err
	}
	book, direct := req.Guide.Languages.Book, req.SaidToBot()
	yes := book.Means("yes", req.Event.Text)
	switch waiting := p.waiting(req, here); {
	case len(waiting) == 1 && waiting[0].Status == match.Open:
		return p.answersChallenge(req, waiting[0], here)
	case len(waiting) == 1:
		return p.answersOffer(req, waiting[0])
	case !direct || !yes && !book.Declines(req.Event.Text) || len(waiting) == 0 && p.Moves.IsMoveHere(req, req.Event.Text):
		return nil, false, nil
	case len(waiting) == 0:
		return nil, true, req.Refuse("nothing-asked")
	}
	return p.answer(req, "", yes)
}

// waiting returns those matches that await an answer of the author.
func (p Players) waiting(req *request.Request, here []*match.Match) []*match.Match {
	return request.Filter(here, func(m *match.Match) bool {
		open := request.Can(m, req.Author, match.Accepted) && (req.SaidToBot() || !m.Opponent.Anyone())
		return (req.Board == "" || m.ID == req.Board) &&
			(open || answersGame(req, m, "accept") || request.Can(m, req.Author, match.Agreed))
	})
}

// answersOffer is AnswerInWords for an offer, or for a double, which only text to the bot answers.
func (p Players) answersOffer(req *request.Request, m *match.Match) (*request.Result, bool, error) {
	offer := m.Pending.Offer
	said := ConsentTo(req, cmp.Or(string(offer), "double"), "")
	switch {
	case (said.Yes || said.No) && (req.SaidToBot() || offer != ""):
		return p.answer(req, "#"+m.ID, said.Yes)
	case !said.Nod || offer == "" || !req.SaidToBot() && p.Now().Sub(m.Latest) >= newChallenge:
		return nil, false, nil
	}
	key, of := "pending."+string(offer), " #"+m.ID+":"+strconv.Itoa(m.Pending.N)+" "
	says := req.Guide.Voice.Typed("accept") + of + req.Guide.Voice.Typed("yes")
	return req.Asks("accept", req.Audience(m).ConfirmAction(m, key, "button.accept", says, speech.Text("Player", req.Author.Name),
		speech.Text("Turn", view.DeclinesByMoving(m)), speech.Text("End", view.EndsPause(m)))), true, nil
}

// answersChallenge is AnswerInWords for a challenge.
func (p Players) answersChallenge(req *request.Request, m *match.Match, here []*match.Match) (*request.Result, bool, error) {
	said, named := ConsentTo(req, "challenge", ""), !m.Opponent.Anyone()
	plainly := req.SaidToBot() || named && req.Board == m.ID
	yes := said.Yes || named && isLetsGo(req)
	switch {
	case plainly && (yes || said.No), named && yes && p.isFresh(req, m, here):
		return p.answer(req, "#"+m.ID, yes)
	case said.Nod && named && req.SaidToBot():
		shown := req.Audience(m).Present(m)
		shown.Private, shown.Turn = true, chat.User{}
		return request.Say(shown), true, nil
	}
	return nil, false, nil
}

// isFresh reports whether a challenge is younger than newChallenge, and no other match of the author has had an event
// since.
func (p Players) isFresh(req *request.Request, m *match.Match, here []*match.Match) bool {
	return p.Now().Sub(m.Began) < newChallenge && !slices.ContainsFunc(here, func(one *match.Match) bool {
		return one.ID != m.ID && view.Plays(one, req.Author) && one.Latest.After(m.Began)
	})
}

// Waits returns the id of the only challenge here that the author may accept, "" if there is none, or several.
func (p Players) Waits(req *request.Request) (id string) {
	found, err := p.Find.Live(req)
	found = request.Filter(found, func(m *match.Match) bool { return request.Can(m, req.Author, match.Accepted) })
	if err != nil || len(found) != 1 {
		return ""
	}
	return found[0].ID
}

// newChallenge is how long a challenge counts as fresh.
const newChallenge = 10 * time.Minute

// answer accepts or declines what awaits the author in the match that named identifies, the only one if it is "". It
// reports that it has taken the text.
func (p Players) answer(req *request.Request, named string, yes bool) (*request.Result, bool, error) {
	answer, err := p.Respond(req, map[bool]string{true: "accept", false: "decline"}[yes], named)
	return answer, true, err
}

// acceptBehind reads the words after the accept command: the side of the author, which it returns, or the yes to a
// confirmation. It returns an error for other words.
func acceptBehind(req *request.Request, m *match.Match, text string) (side string, err error) {
	if said, err := req.TakeAsked("accept", text); err != nil || req.Guide.Languages.Book.Means("yes", said) {
		return "", err
	}
	mine, chosen := req.Guide.Asking().Side(text, m.Game)
	switch draw := m.Status == match.Playing && req.Guide.Languages.Book.Command(text) == "draw"; {
	case draw && m.Pending.Offer == match.Draw:
		return "", nil
	case draw && m.Pending != (match.Pending{}): // another one
		return "", request.Replace(req.Refusal(m, match.OfferPending))
	case draw:
		return "", request.Replace(req.Refusal(m, match.NoOfferThere))
	case chosen && (m.Status != match.Open || m.Setup.Theirs || mine == m.Setup.Side.Other()):
		return text, nil
	case chosen && request.Can(m, req.Author, match.Accepted):
		return "", request.Replace(req.Waiting(m, req.Guide.Voice.Say("accept-colour")))
	}
	return "", req.NothingElse(m, "accept", text)
}

// answersGame reports whether a command is a legal move of the author, as "accept" is after a double.
func answersGame(req *request.Request, m *match.Match, command string) bool {
	if m.Pending != (match.Pending{}) || !request.Can(m, req.Author, match.Moved) {
		return false
	}
	_, err := req.Read(m, command)
	return err == nil
}

// TalksOn answers small talk to the bot: thanks by a sentence, and laughter or a nod by silence or, in a terminal, by a
// smile. It reports whether the text was small talk.
func TalksOn(req *request.Request) (*request.Result, bool) {
	means := req.Guide.Languages.Book.Means
	words := speech.Words(req.Event.Text)
	answers := func(w string) bool { return means("yes", w) || means("no", w) }
	switch {
	case !req.SaidToBot() || speech.HasQuestion(req.Event.Text) || slices.ContainsFunc(words, answers):
		return nil, false
	case len(words) <= longestThanks && slices.ContainsFunc(words, func(w string) bool { return means("thanks", w) }):
		return request.Say(req.Privately("welcome")), true
	case slices.ContainsFunc(words, func(w string) bool { return !means("small-talk", w) && !laughs.MatchString(w) }):
		return nil, false
	case req.Guide.Caps.Together && len(words) > 0:
		return request.Say(chat.Message{Text: []chat.Span{{Text: "🙂"}}, Private: true}), true
	}
	return nil, !req.Guide.Caps.Together
}

// laughs matches a word of laughter, in any of the languages.
var laughs = regexp.MustCompile(`(?i)^(k{3,}|(rs){2,}|[hj]?([aei][hj]){2,}[aei]?|lo+l|lmao)$`)

// longestThanks is the maximum number of words of a text of thanks: a longer one may ask for something else.
const longestThanks = 4
