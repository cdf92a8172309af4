package club

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// Limits of a room's tournaments.
const (
	mostLive = 3
	idLength = 5
)

// Command runs "/tournament": alone it shows those of the room, with a game and options it announces one, and with an
// act, perhaps after an id, it does that with the tournament named or the only one under way.
func (c *Club) Command(req *request.Request, text string) (*request.Result, error) {
	return c.command(req, contests, acts, text)
}

func (c *Club) command(req *request.Request, of sort, acts []act, text string) (*request.Result, error) {
	s, rest, err := c.named(req, of, text)
	if err != nil {
		return nil, err
	}
	word, after, _ := strings.Cut(rest, " ")
	i := slices.IndexFunc(acts, func(a act) bool { return req.Guide.Languages.Book.Means(a.word, word) })
	if i >= 0 && s.ID == "" {
		s, err = c.only(req, of, acts[i].word, rest)
	}
	switch {
	case err != nil:
		return nil, err
	case i >= 0:
		return c.do(req, acts[i], s.ID, strings.TrimSpace(after))
	case s.ID != "" && rest == "":
		return c.show(req, s.ID)
	case s.ID != "" && strings.EqualFold(strings.Fields(text)[0], "#"+s.ID):
		return nil, req.Refuse("tournament-what", speech.Text("Word", speech.Clean(word, view.LongestName)),
			req.Typed("Tournament", string(of)))
	case strings.TrimSpace(text) == "":
		return nil, c.askTournament(req, of, "")
	}
	made, text := req.RemoveWord("create", text)
	further, with := req.RemoveWord("more", text)
	named := func(word string) bool { return !strings.Contains(word, "=") }
	if made && !slices.ContainsFunc(strings.Fields(with), named) && !req.Event.Private {
		return request.Say(askGame(req, of, further, with)), nil
	}
	return c.announce(req, of, text)
}

// only returns the one tournament here that an act can be meant for; if there is not exactly one it asks which.
func (c *Club) only(req *request.Request, of sort, word, rest string) (s tournament.State, err error) {
	fit, err := c.open(req, of, word)
	if err == nil && len(fit) == 1 {
		return fit[0], nil
	}
	_, wanted := req.RemoveWord("yes", rest) // without the yes, so that the chosen one is confirmed
	return s, cmp.Or(err, c.askTournament(req, of, wanted))
}

// askGame asks for the game of a tournament to be announced, and keeps the other words of the announcement.
func askGame(req *request.Request, of sort, further bool, with string) chat.Message {
	v := req.Guide.Voice
	more := strings.Join([]string{v.Typed(string(of)), v.Typed("create"), v.Typed("more"), with}, " ")
	return req.Guide.Asking().AskGame(further, strings.TrimSpace(more), func(game *engine.Game) string {
		return strings.TrimSpace(v.Typed(string(of)) + " " + req.Guide.TypedGame(game) + " " + with)
	})
}

// justAnnounced is how long a tournament can be joined by words that are not addressed to the bot.
const justAnnounced = time.Hour

// open returns the tournaments, or ladders, of a room for which a word makes sense to the author. For an act that only
// shows something, the last one that has ended counts if none is under way.
func (c *Club) open(req *request.Request, of sort, word string) ([]tournament.State, error) {
	live, ended, err := c.at(req.Ctx, req.Event.Room, of)
	if len(live) == 0 && (word == "story" || word == "table") {
		live = ended[max(0, len(ended)-1):]
	}
	return slices.DeleteFunc(live, func(s tournament.State) bool { return !c.fits(req, s, word) }), err
}

// fits reports whether the author can do what a word says with a tournament that is under way.
func (c *Club) fits(req *request.Request, s tournament.State, word string) bool {
	gathers := s.Status == tournament.Gathering
	switch word {
	case "join":
		return (gathers || sortOf(s) == ladders) && !s.Plays(req.Author.ID) &&
			(req.SaidToBot() || c.Now().Sub(s.Began) < justAnnounced)
	case "quit":
		return s.Plays(req.Author.ID)
	case "begin":
		return gathers
	}
	return true
}

// Act returns the command that a text of one word stands for, if the room has a tournament or, without one, a ladder.
// "table" shows it; "join", "quit" and "begin" count only if the author can do that.
func (c *Club) Act(req *request.Request) (name, act string, is bool) {
	what, word := actIn(req)
	if what == "" {
		return "", "", false
	}
	for _, of := range []sort{contests, ladders} {
		live, err := c.open(req, of, what)
		if err != nil {
			return "", "", false
		}
		if what == "table" {
			word = "" // it is shown, or all of them are listed
		}
		if len(live) == 1 {
			word = strings.TrimSpace("#" + live[0].ID + " " + word)
		}
		if len(live) > 0 {
			return string(of), word, true
		}
	}
	return "", "", false
}

// actIn returns the act that a text of one word names, and the word; "" if it cannot be meant for a tournament.
func actIn(req *request.Request) (what, word string) {
	word, book := strings.Trim(req.Event.Text, " /!."), req.Guide.Languages.Book
	if req.Event.Tap || req.Event.Private ||
		book.Command(word) == "ranking" && strings.HasPrefix(req.Event.Text, "/") { // that is the ranking of people
		return "", ""
	}
	for _, what := range []string{"join", "quit", "begin", "table"} {
		if book.Means(what, word) && (req.SaidToBot() || req.Meant && what == "join") {
			return what, word
		}
	}
	return "", ""
}

// named cuts the id of a tournament out of a text. Without an id it returns the only one under way here, or none.
func (c *Club) named(req *request.Request, of sort, text string) (s tournament.State, rest string, err error) {
	first, rest, _ := strings.Cut(text, " ")
	if name, is := strings.CutPrefix(strings.ToLower(first), "#"); is {
		_, s, err := c.load(req.Ctx, name)
		if errors.Is(err, storage.ErrNotFound) || err == nil && sortOf(s) != of {
			err = req.Refuse("club-unknown."+string(of), speech.Text("ID", speech.Clean(name, view.LongestName)),
				req.Typed("Tournament", string(of)))
		}
		return s, strings.TrimSpace(rest), err
	}
	live, _, err := c.at(req.Ctx, req.Event.Room, of)
	if len(live) == 1 {
		s = live[0]
	}
	return s, text, err
}

// askTournament lists the tournaments of a room and how to announce one. The buttons of those under way do what the
// author wanted.
func (c *Club) askTournament(req *request.Request, of sort, wanted string) error {
	live, ended, err := c.at(req.Ctx, req.Event.Room, of)
	if err != nil {
		return err
	}
	all := append(live, ended[max(0, len(ended)-mostLive):]...)
	if wanted != "" && len(live) > 0 {
		all = live
	}
	switch {
	case len(all) == 0 && req.Event.Private:
		return req.Refuse("club-alone."+string(of), req.Typed("Tournament", string(of)))
	case len(all) == 0:
		m := askGame(req, of, false, "")
		m.Text = req.Guide.Voice.Say("club-none."+string(of), req.Typed("Tournament", string(of)),
			speech.Text("Game", req.Guide.TypedGame(c.Archive.Games[0])))
		return request.Replace(m)
	}
	m := chat.Message{Text: req.Guide.Voice.Say("club-list."+string(of), req.Typed("Tournament", string(of))),
		Private: true}
	if wanted != "" && len(live) > 1 {
		m.Text = req.Guide.Voice.Say("club-which." + string(of))
	}
	ways, ask := map[string]string{}, strings.TrimSpace(req.Guide.Voice.Typed(string(of))+" "+wanted)
	for i, s := range all {
		says, words, err := c.offer(req, &m, s, wanted)
		if err != nil {
			return err
		}
		for _, word := range append(words, strconv.Itoa(i+1)) {
			if before := ways[word]; before != "" && before != says {
				ways[word] = ask // the word names several
			} else {
				ways[word] = says
			}
		}
	}
	q := request.Question{Text: chat.PlainText(m.Text), Ways: ways, ClearWhenLeft: true}
	return request.Refused{Result: request.Ask(m, &q)}
}

// offer adds a tournament to a list, with a button. It returns the command of the button, and the words that name the
// tournament: its id and its game.
func (c *Club) offer(req *request.Request, m *chat.Message, s tournament.State, wanted string) (says string,
	words []string, err error) {
	p, failed := c.page(req.Ctx, req.Guide, s)
	m.AddLine(p.title())
	if over := p.ending(); over != nil {
		m.Text = append(append(m.Text, chat.Span{Text: ". "}), over...)
	}
	says = p.says(wanted)
	m.AddRow(chat.Button{Label: "#" + s.ID, Says: says})
	book, words := req.Guide.Languages.Book, []string{s.ID}
	for _, names := range append(book.All("game."+p.game.Name), book.All("game-typed."+p.game.Name)...) {
		words = append(words, strings.Fields(speech.Fold(names))...)
	}
	return says, words, failed()
}

// show shows a tournament. It is brought up to date first, as a match of it may just have ended.
func (c *Club) show(req *request.Request, id string) (*request.Result, error) {
	_, s, err := c.load(req.Ctx, id)
	if err == nil && s.Status == tournament.Running {
		defer c.dealing.Enter(id)()
		c.dealNow(req.Ctx, id)
		_, s, err = c.load(req.Ctx, id)
	}
	if err != nil {
		return nil, err
	}
	p, failed := c.page(req.Ctx, req.RoomGuide(), s)
	return request.Say(p.message(nil)), failed()
}

// announce starts a tournament that people can join.
func (c *Club) announce(req *request.Request, of sort, text string) (*request.Result, error) {
	if req.Event.Private {
		return nil, req.Refuse("club-alone."+string(of), req.Typed("Tournament", string(of)))
	}
	live, _, err := c.at(req.Ctx, req.Event.Room, of)
	if err != nil {
		return nil, err
	}
	setup, err := c.read(req, of, text)
	if err != nil {
		return nil, err
	}
	for _, s := range live {
		if of == ladders && s.Setup.Match.Game == setup.Match.Game {
			return c.show(req, s.ID) // a room has one of a game
		}
	}
	if len(live) >= mostLive {
		return nil, req.Refuse("club-many."+string(of), speech.Number("Most", mostLive))
	}
	for length := idLength; ; length++ {
		id := c.Draws.ID(length)
		defer c.dealing.Enter(id)()
		_, err := c.act(req, id, func(s tournament.State) (tournament.Event, error) {
			if s.N > 0 {
				return tournament.Event{}, storage.ErrConflict
			}
			e := tournament.Event{Kind: tournament.Announced, Who: &req.Author, Room: string(req.Event.Room), Setup: &setup}
			if of == ladders {
				return e, nil
			}
			chain := c.Draws.Sealed(1)
			e.Chain = &chain
			return e, nil
		})
		if !errors.Is(err, storage.ErrConflict) {
			return nil, err
		}
	}
}

// administers reports whether the author is an administrator of the room, and the act is one that administrators may
// do.
func (c *Club) administers(req *request.Request, k tournament.Kind) bool {
	return judged[k] && c.Services.KnowsAdmins(req.Event.Room) && c.Services.Administers(req)
}

// judged has the kinds of events that only the organiser or an administrator may cause.
var judged = map[tournament.Kind]bool{
	tournament.Begun: true, tournament.Cancelled: true, tournament.Decided: true, tournament.Withdrawn: true,
	tournament.Replaced: true,
	tournament.Extended: true,
}

// act stores the event that the author causes, deals with the tournament, and returns the event. The caller holds
// dealing.
func (c *Club) act(req *request.Request, id string,
	decide func(tournament.State) (tournament.Event, error)) (done tournament.Event, err error) {
	_, err = c.change(req.Ctx, id, func(r record, s tournament.State) (tournament.Event, error) {
		for _, e := range r.Events {
			if e.IdempotencyKey == req.Event.ID && e.By == req.Author.ID && e.IdempotencyKey != "" {
				return e, request.ErrNothing // delivered again
			}
		}
		e, err := decide(s)
		if err != nil {
			return e, err
		}
		e.By, e.IdempotencyKey = req.Author.ID, req.Event.ID
		e.Judge = !s.Judges(e.By) && e.Person != e.By && s.N > 0 && s.Rooms[0] == string(req.Event.Room) &&
			c.administers(req, e.Kind)
		done = e
		return e, nil
	})
	switch refusal, ok := errors.AsType[tournament.Refusal](err); {
	case ok:
		return done, req.Refuse("tournament-refusal."+string(refusal), speech.Text("ID", id))
	case err == nil:
		c.dealNow(req.Ctx, id)
	case done.Kind != "": // the event may be stored in spite of the error
		c.scheduleNow(id)
	}
	return done, err
}

// dealNow is deal at once: a failure is logged, and the agenda tries again.
func (c *Club) dealNow(ctx context.Context, id string) {
	if err := c.deal(ctx, id); err != nil {
		c.Log.Warn("a tournament cannot advance yet", "error", err)
		c.agenda.Wake()
	}
}
