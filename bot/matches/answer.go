package matches

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// An assent is what all that was said comes to: a yes, a no, a word like "ok" that may only tell that something was
// heard, or a word like "let's go" that accepts a challenge, although it is said to nobody.
type assent struct{ yes, no, ok, goes bool }

func assentOf(req *request.Request) assent {
	book, text := req.Guide.Languages.Book, req.Event.Text
	a := assent{yes: book.Means("yes", text), no: book.Means("no", text)}
	a.ok = !a.yes && !a.no && req.Direct() && agrees(req)
	a.goes = !req.Direct() && (a.yes || goesOn(req))
	return a
}

// Bare takes a yes or no that is all that was said for the answer to an offer that waits for the author: the one whose
// message it answers, which may be a challenge to the author, or the only one here. Right after a challenge to the
// author it accepts that.
func (p Players) Bare(req *request.Request) (*request.Result, bool, error) {
	said := assentOf(req)
	if said == (assent{}) && !consents(req) {
		return nil, false, nil
	}
	mine, err := p.Find.Mine(req)
	if err != nil {
		return nil, false, err
	}
	if m, err := p.Find.ByID(req, req.Board, ""); err == nil && (said.yes || said.no || said.goes) &&
		!m.Opponent.Anyone() && request.Can(m, req.Author, match.Accepted) {
		answer, err := p.answer(req, m, !said.no)
		return answer, true, err
	}
	asked := request.Filter(mine, func(m *match.Match) bool {
		return (req.Board == "" || m.ID == req.Board) && m.Status == match.Playing && request.Can(m, req.Author, match.Agreed)
	})
	switch len(asked) {
	case 0:
		return p.bareToChallenge(req, said, mine)
	case 1:
		return p.bareToOffer(req, said, asked[0])
	}
	return nil, false, nil
}

// bareToChallenge accepts the only challenge that waits here for the author, if it is fresh and nothing came since that
// may be meant, or shows it again to the one who may only have greeted.
func (p Players) bareToChallenge(req *request.Request, said assent, mine []*match.Match) (*request.Result, bool, error) {
	m := p.waits(req, false)
	since := func(one *match.Match) bool { return one.ID != m.ID && one.Latest.After(m.Began) }
	switch {
	case m == nil:
		return nil, false, nil
	case said.goes && p.Now().Sub(m.Began) < fresh && !slices.ContainsFunc(mine, since):
		answer, err := p.answer(req, m, true)
		return answer, true, err
	case said.ok:
		shown := req.For(m).Present(m)
		shown.Private, shown.Turn = true, chat.User{}
		return request.Say(shown), true, nil
	}
	return nil, false, nil
}

// bareToOffer answers an offer in a match, or asks whether that is meant.
func (p Players) bareToOffer(req *request.Request, said assent, m *match.Match) (*request.Result, bool, error) {
	if !said.yes && !said.no {
		said.yes, said.no = consent(req, m.Pending.Offer)
		said.ok = agrees(req) && (req.Direct() || !speech.HasQuestion(req.Event.Text) && p.Now().Sub(m.Latest) < fresh)
	}
	switch {
	case said.yes, said.no:
		answer, err := p.answer(req, m, said.yes)
		return answer, true, err
	case !said.ok:
		return nil, false, nil
	}
	key, of := "pending."+string(m.Pending.Offer), " #"+m.ID+":"+strconv.Itoa(m.Pending.N)+" "
	says := req.Guide.Voice.Typed("accept") + of + req.Guide.Voice.Typed("yes")
	return req.Asks("accept", req.For(m).Sure(m, key, "button.accept", says, speech.Text("Player", req.Author.Name),
		speech.Text("Turn", tell.DeclinesByMoving(m)), speech.Text("End", tell.EndsPause(m)))), true, nil
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
// Words to the bot may accept or refuse it, too: "I do not accept the resignation".
func consent(req *request.Request, offer match.Offer) (yes, no bool) {
	book, direct := req.Guide.Languages.Book, req.Direct()
	if book.Wonders(req.Event.Text) {
		return false, false
	}
	has := map[string]bool{}
	for _, w := range speech.Words(req.Event.Text) {
		kind, ok := consentWord(book, offer, w, direct)
		if !ok {
			return false, false
		}
		has[kind] = true
	}
	if has["no"] && has["refuses"] && !strings.Contains(req.Event.Text, ",") { // "I do not refuse" says too little
		return false, false
	}
	no = has["no"] || has["refuses"]
	return !no && (has["yes"] || has["accepts"] || has["agreed"] && has["offer"]), no && !has["yes"] && !has["agreed"]
}

// consentWords are the words of a consent, by what they say there and the key under which they are listed; some only in
// what is said to the bot.
var consentWords = []struct {
	kind, key string
	direct    bool
}{
	{"no", "word.no", false}, {"no", "intent-not", true}, {"yes", "word.yes", false}, {"agreed", "word.agreed", false},
	{"accepts", "word.accepts", true}, {"refuses", "word.refuses", true}, {"", "intent-this", false},
	{"", "word.thanks", false}, {"", "beside-offer", true},
}

// consentWord is what a word says in a consent to an offer; false if it belongs to none.
func consentWord(book *speech.Book, offer match.Offer, word string, direct bool) (kind string, ok bool) {
	if book.Names(string(offer), word) {
		return "offer", true
	}
	for _, w := range consentWords {
		if (direct || !w.direct) && book.Meaning(w.key, word) {
			return w.kind, true
		}
	}
	return "", false
}

// fresh is for how long a challenge has just been made.
const fresh = 10 * time.Minute

// BareAnswer reports whether all that was said to the bot is a yes or a no.
func BareAnswer(req *request.Request) bool {
	book := req.Guide.Languages.Book
	return req.Direct() && !req.Event.Tap && (book.Means("yes", req.Event.Text) || book.Declines(req.Event.Text))
}

// agrees reports whether all that was said are words like "ok" and "bueno".
func agrees(req *request.Request) bool {
	words := speech.Words(req.Event.Text)
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
	words, book := speech.Words(req.Event.Text), req.Guide.Languages.Book
	goes := func(w string) bool { return book.Meaning("intent-go", w) }
	other := func(w string) bool {
		return !goes(w) && !book.Meaning("intent-this", w) && !book.Meaning("beside-offer", w) && !book.Names("play", w)
	}
	return !book.Wonders(req.Event.Text) && slices.ContainsFunc(words, goes) && !slices.ContainsFunc(words, other)
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

// acceptBehind is what may follow the command that accepts: the side of the one who does, which is returned, and the
// yes of the one who was asked. Other words are refused.
func acceptBehind(req *request.Request, m *match.Match, text string) (side string, err error) {
	if said, err := req.Asked("accept", text); err != nil || req.Guide.Languages.Book.Means("yes", said) {
		return "", err
	}
	if m.Status == match.Playing && req.Guide.Languages.Book.Command(text) == "draw" {
		return "", noDraw(req, m)
	}
	mine, chosen := req.Guide.Asking().Side(text, m.Game)
	switch {
	case chosen && (m.Status != match.Open || m.Setup.Theirs || mine == m.Setup.Side.Other()):
		return text, nil
	case chosen && request.Can(m, req.Author, match.Accepted):
		return "", request.Instead(req.Waiting(m, req.Guide.Voice.Say("accept-colour")))
	}
	return "", req.NothingElse(m, "accept", text)
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
