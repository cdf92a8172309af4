package matches

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Bare takes a yes or no that is all that was said for the answer to an offer that waits for the author: the one whose
// message it answers, which may be a challenge to the author, or the only one here. Right after a challenge to the
// author it accepts that, as "let's go" does, although it is said to nobody.
func (p Players) Bare(req *request.Request) (*request.Result, bool, error) {
	yes, no := req.Guide.Languages.Book.Means("yes", req.Event.Text), req.Guide.Languages.Book.Means("no", req.Event.Text)
	ok := !yes && !no && req.Direct() && agrees(req)
	goes := !req.Direct() && (yes || goesOn(req))
	if several := consents(req); !yes && !no && !ok && !goes && !several {
		return nil, false, nil
	}
	mine, err := p.Find.Mine(req)
	if err != nil {
		return nil, false, err
	}
	quoted := req.Board
	if m, err := p.Find.ByID(req, quoted, ""); err == nil && (yes || no || goes) && !m.Opponent.Anyone() &&
		request.Can(m, req.Author, match.Accepted) {
		answer, err := p.answer(req, m, yes || goes)
		return answer, true, err
	}
	asked := slices.DeleteFunc(slices.Clone(mine), func(m *match.Match) bool {
		return quoted != "" && m.ID != quoted || m.Status != match.Playing || !request.Can(m, req.Author, match.Agreed)
	})
	if m := p.waits(req, false); goes && len(asked) == 0 && m != nil && p.Now().Sub(m.Began) < fresh &&
		!slices.ContainsFunc(mine, func(one *match.Match) bool {
			return one.ID != m.ID && one.Latest.After(m.Began) // what came since may be meant
		}) {
		answer, err := p.answer(req, m, true)
		return answer, true, err
	}
	if m := p.waits(req, false); ok && len(asked) == 0 && m != nil { // it may only greet
		shown := req.For(m).Present(m)
		shown.Private, shown.Turn = true, chat.User{}
		return request.Say(shown), true, nil
	}
	if len(asked) == 1 && !yes && !no {
		yes, no = consent(req, asked[0].Pending.Offer)
		ok = !yes && !no && agrees(req) && (req.Direct() || !speech.HasQuestion(req.Event.Text) &&
			p.Now().Sub(asked[0].Latest) < fresh)
	}
	if len(asked) != 1 || !yes && !no && !ok {
		return nil, false, nil
	}
	if ok { // it may only tell that something was heard
		m := asked[0]
		key, of := "pending."+string(m.Pending.Offer), " #"+m.ID+":"+strconv.Itoa(m.Pending.N)+" "
		says := req.Guide.Voice.Typed("accept") + of + req.Guide.Voice.Typed("yes")
		return req.Asks("accept", req.For(m).Sure(m, key, "button.accept", says, speech.Text("Player", req.Author.Name),
			speech.Text("Turn", tell.DeclinesByMoving(m)), speech.Text("End", tell.EndsPause(m)))), true, nil
	}
	answer, err := p.answer(req, asked[0], yes)
	return answer, true, err
}

// consents reports whether a text may be a yes or no in several words.
func consents(req *request.Request) bool {
	return agrees(req) || slices.ContainsFunc(offers, func(offer match.Offer) bool {
		yes, no := consent(req, offer)
		return yes || no
	})
}

// offers are those that are answered in words.
var offers = []match.Offer{match.Draw, match.Undo, match.Stop, match.Resign}

// DoubleConsent reports whether a text is a yes or a no to a double, in several words or with its name.
func DoubleConsent(req *request.Request) (yes, no bool) { return consent(req, "double") }

// consent reports whether a text is a yes or a no to an offer, in several words or with its name: "yeah, ok, draw".
// Words
// to the bot may accept or refuse it, too: "I do not accept the resignation".
func consent(req *request.Request, offer match.Offer) (yes, no bool) {
	book, direct := req.Guide.Languages.Book, req.Direct()
	if book.Wonders(req.Event.Text) {
		return false, false
	}
	var named, agreed, accepts, refuses bool
	for _, w := range strings.FieldsFunc(req.Event.Text, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '\'' &&
			r != '’'
	}) {
		switch w = strings.NewReplacer("'", "", "’", "").Replace(w); {
		case book.Means("no", w), direct && book.Meaning("intent-not", w):
			no = true
		case book.Means("yes", w):
			yes = true
		case book.Names(string(offer), w):
			named = true
		case book.Means("agreed", w):
			agreed = true
		case direct && book.Means("accepts", w):
			accepts = true
		case direct && book.Means("refuses", w):
			refuses = true
		case !book.Meaning("intent-this", w) && !book.Means("thanks", w) && !(direct && book.Meaning("beside-offer", w)):
			return false, false
		}
	}
	if no && refuses && !strings.Contains(req.Event.Text, ",") { // "I do not refuse" says too little
		return false, false
	}
	no = no || refuses
	return !no && (yes || accepts || agreed && named), no && !yes && !agreed
}

// fresh is for how long a challenge has just been made.
const fresh = 10 * time.Minute

// BareAnswer reports whether all that was said to the bot is a yes or a no.
func BareAnswer(req *request.Request) bool {
	book := req.Guide.Languages.Book
	return req.Direct() && !req.Event.Tap && (book.Means("yes", req.Event.Text) || book.Means("no", req.Event.Text))
}

// agrees reports whether all that was said are words like "ok" and "bueno".
func agrees(req *request.Request) bool {
	words := strings.FieldsFunc(req.Event.Text, func(r rune) bool { return !unicode.IsLetter(r) })
	other := func(w string) bool { return !req.Guide.Languages.Book.Means("agreed", w) }
	return len(words) > 0 && !slices.ContainsFunc(words, other)
}

// GoesAhead is the challenge that "ok, let's go" accepts: the only one that waits here for the author by name, "" if
// there is none.
func (p Players) GoesAhead(req *request.Request) (id string) {
	if !goesOn(req) {
		return ""
	}
	accepts := func(w string) bool { return req.Guide.Languages.Book.Means("accepts", w) }
	return p.Waits(req, slices.ContainsFunc(speech.Words(req.Event.Text), accepts))
}

// goesOn reports whether all that was said are words like "ok, let's go".
func goesOn(req *request.Request) bool {
	words := strings.FieldsFunc(req.Event.Text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	book := req.Guide.Languages.Book
	goes := func(w string) bool { return book.Meaning("intent-go", strings.ReplaceAll(w, "’", "'")) }
	beside := func(w string) bool {
		return goes(w) || book.Meaning("intent-this", w) || book.Meaning("beside-offer", w) || book.Names("play", w)
	}
	return !book.Wonders(req.Event.Text) && slices.ContainsFunc(words, goes) && !slices.ContainsFunc(words, func(w string) bool { return !beside(w) })
}

// Waits is the only challenge here that the author may accept: of those to the author by name or, with open, to anyone,
// too. It is "" if there is none, or several.
func (p Players) Waits(req *request.Request, open bool) (id string) {
	if m := p.waits(req, open); m != nil {
		return m.ID
	}
	return ""
}

func (p Players) waits(req *request.Request, open bool) *match.Match {
	found, err := p.Find.Live(req)
	if err != nil {
		return nil
	}
	found = slices.DeleteFunc(found, func(m *match.Match) bool {
		return m.Status != match.Open || m.Opponent.Anyone() && !open || m.Challenger.Is(req.Author) ||
			!request.Can(m, req.Author, match.Accepted)
	})
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// answer says yes or no to what waits for the author in a match.
func (p Players) answer(req *request.Request, m *match.Match, yes bool) (*request.Result, error) {
	if yes {
		return p.Respond(req, "accept", "#"+m.ID, match.Accepted, match.Agreed)
	}
	return p.Respond(req, "decline", "#"+m.ID, match.Declined, match.Refused)
}

// answerBehind is what may follow a command that answers: the side of the one who accepts, and the yes of the one who
// was
// asked. Other words are refused.
func answerBehind(req *request.Request, m *match.Match, command, text string) (rest string, err error) {
	switch command {
	case "accept":
		if said, err := req.Asked(command, text); err != nil || req.Guide.Languages.Book.Means("yes", said) {
			return "", err
		}
		if m.Status == match.Playing && req.Guide.Languages.Book.Command(text) == "draw" {
			return "", noDraw(req, m)
		}
		side, chosen := req.Guide.Asking().Side(text, m.Game)
		switch {
		case chosen && (m.Status != match.Open || m.Setup.Theirs || side == m.Setup.Side.Other()):
			return text, nil
		case chosen && request.Can(m, req.Author, match.Accepted):
			return "", request.Instead(req.Waiting(m, req.Guide.Voice.Say("accept-colour")))
		}
	case "cancel":
		if forHouse(req, text) {
			return text, nil
		}
		if text, err = req.Asked(command, text); err != nil || req.Guide.Languages.Book.Means("yes", text) {
			return text, err
		}
	}
	return "", req.NothingElse(m, command, text)
}

// noDraw refuses to accept a draw that is not offered, and has the author offer it; nil, if it is.
func noDraw(req *request.Request, m *match.Match) error {
	if m.Pending.Offer == match.Draw {
		return nil
	}
	none := req.Privately("refusal."+string(match.NoOfferThere), speech.Text("ID", m.ID))
	if request.Can(m, req.Author, match.Offered) && m.Game.Draws {
		none.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("more.draw"), Says: req.Guide.Voice.Typed("draw") +
			" #" + m.ID}}}
	}
	return request.Instead(none)
}

// decideAnswer is what the answer to a challenge or to an offer comes to.
func decideAnswer(req *request.Request, m *match.Match, kinds []match.Kind) match.Event {
	e := match.Event{Kind: kinds[len(kinds)-1], Who: &req.Author}
	if m.Status == match.Open || m.Status == match.Void {
		e.Kind = kinds[0]
	}
	switch {
	case e.Kind == match.Declined && m.Challenger.ID == req.Author.ID:
		e.Kind = match.Withdrawn
	case e.Kind == match.Agreed, e.Kind == match.Refused:
		e.Offer, e.Who = m.Pending.Offer, nil
	}
	return e
}

// answersGame reports whether a command is a move of the author: accept may take a double.
func answersGame(req *request.Request, m *match.Match, command string) bool {
	if _, ok := m.Line.Position().(engine.Roller); !ok || m.Pending != (match.Pending{}) ||
		!request.Can(m, req.Author, match.Moved) {
		return false
	}
	_, err := req.Read(m, command)
	return err == nil
}

// TalksOn answers what somebody says to the bot for kindness' sake: thanks, or laughter and a sign that it was heard,
// which get a smile where all lines are answered, and else need no answer.
func TalksOn(req *request.Request) (*request.Result, bool) {
	means := req.Guide.Languages.Book.Means
	words := speech.Words(req.Event.Text)
	answers := func(w string) bool { return means("yes", w) || means("no", w) }
	switch {
	case !req.Direct() || speech.HasQuestion(req.Event.Text) || slices.ContainsFunc(words, answers):
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

// laughs is a word that is nothing but laughter, in any of the languages.
var laughs = regexp.MustCompile(`(?i)^(k{3,}|(rs){2,}|[hj]?([aei][hj]){2,}[aei]?|lo+l|lmao)$`)

// longestThanks is the number of words that thanks have: of more, something else may be wanted.
const longestThanks = 4
