package matches

import (
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// arbiter returns the person whom a challenge names as arbiter; zero if nobody.
func (p Players) arbiter(req *request.Request, w guide.Challenge) (who match.Player, err error) {
	name := strings.TrimPrefix(w.Terms["arbiter"], "@")
	if name == "" {
		return who, nil
	}
	u, err := p.Registry.Known(req.Ctx, req.Event, name)
	who = view.Player(u)
	if err == nil && (who.Anyone() || who.Is(req.Author) || who.Is(view.Player(w.Opponent)) || u.Robot || w.Level > 0) {
		err = req.Refuse("arbiter-who")
	}
	return who, err
}

// mostWords is the maximum length of an arbiter's reason, in characters.
const mostWords = 200

// Rule applies a ruling of the author as the arbiter of a match. "/arbiter" alone explains who rules and how; otherwise
// a word for the ruling follows, and then a reason:
//
//	no                   steps down as arbiter
//	award @ana, draw     decides the game or, after the word "match", a whole series
//	absent @rui          ends the match, as the player has not appeared
//	back 2               takes moves back
//	pause 2d, give 1d    stops the clock, or gives time
func (p Players) Rule(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := p.Find.FindWhere(req, text, "arbiter", []match.Kind{match.Ruled}, func(m *match.Match) bool {
		return !m.Status.Ended() && m.Setup.Arbiter.Is(req.Author)
	})
	if err != nil {
		return nil, err
	}
	game := ""
	if m.Setup.Several() {
		game = strconv.Itoa(len(m.Games) + 1)
	}
	how := req.Refuse("arbiter-how", speech.Text("ID", m.ID), speech.Text("Game", game),
		speech.Person("Arbiter", view.User(m.Setup.Arbiter)), req.Typed("Command", "arbiter"))
	switch {
	case m.Setup.Arbiter.Anyone():
		return nil, req.Refuse("arbiter-none", speech.Text("ID", m.ID))
	case rest == "":
		return nil, how
	}
	e, ok := p.ruling(req, m, rest)
	if !ok {
		return nil, how
	}
	if err := p.Archive.KeepArbiter(req.Ctx, req.Author, m.ID); err != nil {
		return nil, err
	}
	return nil, p.Change.Act(req, m.ID, func(now *match.Match) (match.Event, error) {
		if e.Ruling == match.Back && now.Number() != m.Number() || len(now.Games) != len(m.Games) {
			return e, req.Refuse("old-board")
		}
		return e, nil
	})
}

// ruling reads a ruling; ok is false if it is unclear.
func (p Players) ruling(req *request.Request, m *match.Match, text string) (e match.Event, ok bool) {
	word, rest, _ := strings.Cut(text, " ")
	book := req.Guide.Languages.Book
	whole := book.Means("match", word)
	if whole {
		word, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	what, behind, _ := strings.Cut(strings.TrimSpace(rest), " ")
	e = match.Event{Kind: match.Ruled, Who: &req.Author}
	ok = true
	var err error
	switch {
	case book.Means("no", word):
		e.Ruling, behind = match.Recused, rest
	case book.Means("award", word):
		e.Ruling = match.Award
		e.Winner, ok = playerCalled(m, what)
	case book.Means("absent", word):
		e.Ruling = match.Absent
		var absent string
		absent, ok = playerCalled(m, what)
		e.Winner = m.Player(m.Side(absent).Other()).ID
	case book.Command(word) == "draw":
		e.Ruling, behind = match.Even, rest
	case book.Means("back", word):
		e.Ruling = match.Back
		e.Times, err = strconv.Atoi(what)
	case book.Command(word) == "pause", book.Command(word) == "give":
		span, wrong := parseSpan(what)
		if e.Ruling, err = match.More, wrong; book.Command(word) == "give" {
			e.Span = span
		} else {
			e.Ruling, e.Until = match.Halt, p.Now().Add(time.Duration(span))
		}
	default:
		return e, false
	}
	of := map[match.Ruling]match.Ruling{match.Award: match.AwardGame, match.Even: match.EvenGame}
	switch game := of[e.Ruling]; {
	case whole && game == "":
		return e, false
	case !whole && game != "" && m.Setup.Several():
		e.Ruling = game
	}
	e.Words = speech.Clean(strings.TrimSpace(behind), mostWords)
	return e, ok && err == nil
}

// playerCalled returns the id of the player of a match with a handle, name or id.
func playerCalled(m *match.Match, text string) (string, bool) {
	name := strings.TrimPrefix(text, "@")
	for _, p := range []match.Player{m.Player(engine.First), m.Player(engine.Second)} {
		for _, called := range []string{p.Handle, p.Name, p.ID} {
			if name != "" && strings.EqualFold(called, name) {
				return p.ID, true
			}
		}
	}
	return "", false
}
