package club

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
)

// act is something that people do with a tournament; decide makes its event from the rest of the text. The error of
// decide may be a question or an answer in place of an event.
type act struct {
	word   string // key of the words for it
	decide func(*Club, *request.Request, tournament.State, string) (tournament.Event, error)
}

// acts are possible in tournaments of every sort.
var acts = []act{
	{"join", (*Club).join}, {"quit", (*Club).quit}, {"begin", (*Club).begin}, {"call-off", (*Club).callOff},
	{"award", (*Club).award}, {"take-out", (*Club).takeOut}, {"replace", (*Club).replace}, {"extend", (*Club).extend},
	{"story", (*Club).story},
}

// do carries out an act of the author's. The table shows it to everybody; joining and leaving are also confirmed to the
// author alone.
func (c *Club) do(req *request.Request, a act, id, text string) (*request.Result, error) {
	defer c.dealing.Enter(id)()
	if _, err := c.bringOn(req.Ctx, id); err != nil { // one of its matches may just have ended
		return nil, err
	}
	e, err := c.act(req, id, func(s tournament.State) (tournament.Event, error) { return a.decide(c, req, s, text) })
	if err != nil {
		return nil, err
	}
	key := "tournament-quit"
	switch _, s, err := c.load(req.Ctx, id); {
	case e.Kind == tournament.Joined && sortOf(s) == contests && err == nil && s.Status != tournament.Gathering:
		key = "tournament-joined-last"
	case e.Kind == tournament.Joined:
		key = "club-joined." + string(sortOf(s))
	case e.Kind != tournament.Left && e.Reason != tournament.OwnWish:
		return nil, nil
	}
	return request.Say(req.Privately(key, speech.Text("ID", id),
		speech.Text("Name", view.Clean(view.User(req.Author)).Name))), nil
}

func (c *Club) join(req *request.Request, _ tournament.State, _ string) (tournament.Event, error) {
	return tournament.Event{Kind: tournament.Joined, Who: &req.Author, Room: string(req.Event.Room),
		Alone: req.Event.Private, Word: change.WordOr(req, "")}, nil
}

func (c *Club) quit(req *request.Request, s tournament.State, text string) (tournament.Event, error) {
	text, err := req.TakeAsked("tournament", text)
	switch {
	case err != nil:
		return tournament.Event{}, err
	case s.Status == tournament.Gathering:
		return tournament.Event{Kind: tournament.Left}, nil
	case s.Status == tournament.Running && s.Number(req.Author.ID) >= 0 && !req.Guide.Languages.Book.Means("yes", text):
		return tournament.Event{}, confirm(req, s, "quit")
	}
	return tournament.Event{Kind: tournament.Withdrawn, Person: req.Author.ID, Reason: tournament.OwnWish}, nil
}

// confirm asks before an act that cannot be undone.
func confirm(req *request.Request, s tournament.State, act string) error {
	v, of := req.Guide.Voice, string(sortOf(s))
	m := req.Privately("club-sure-"+act+"."+of, speech.Text("ID", s.ID))
	says := v.Typed(of) + " #" + s.ID + " " + v.Typed(act) + " " + v.Typed("yes")
	m.AddRow(chat.Button{Label: v.Text("button.club-" + act + "." + of), Says: says, Tone: chat.Grave})
	return request.Refused{Result: req.Asks("tournament", m)}
}

func (c *Club) begin(req *request.Request, s tournament.State, _ string) (tournament.Event, error) {
	e := tournament.Event{Kind: tournament.Begun}
	if !s.Judges(req.Author.ID) && !c.administers(req, e.Kind) {
		return e, tournament.NotAllowed
	}
	return e, c.order(req.Ctx, s, &e)
}

func (c *Club) callOff(req *request.Request, s tournament.State, text string) (tournament.Event, error) {
	text, err := req.TakeAsked("tournament", text)
	may := s.Live() && (s.Judges(req.Author.ID) || c.administers(req, tournament.Cancelled))
	if err == nil && may && !req.Guide.Languages.Book.Means("yes", text) {
		err = confirm(req, s, "call-off")
	}
	return tournament.Event{Kind: tournament.Cancelled}, err
}

// results maps the results that can be awarded to half points for each match of a board.
var results = map[string][2]int{"1-0": {2, 0}, "2-0": {2, 0}, "0-1": {0, 2}, "0-2": {0, 2},
	"1-1": {1, 1}, "½-½": {1, 1}, "1/2-1/2": {1, 1}, "=": {1, 1}, "0-0": {}}

// award decides a board of the last round: "award 2 1-0", and a reason may follow.
func (c *Club) award(req *request.Request, s tournament.State, text string) (e tournament.Event, err error) {
	words := append(strings.Fields(text), "", "")
	board, _ := strconv.Atoi(words[0])
	points, known := results[words[1]]
	if !known {
		return e, req.Refuse("club-award." + string(sortOf(s)))
	}
	half := s.Setup.Matches()
	return tournament.Event{
		Kind: tournament.Decided, Round: max(0, len(s.Rounds)-1), Board: board - 1, Reason: tournament.ByArbiter,
		Points: [2]int{points[0] * half, points[1] * half},
		Words:  speech.Clean(strings.Join(words[2:], " "), mostWords),
	}, nil
}

// mostWords bounds an arbiter's reason, in characters.
const mostWords = 200

// someone returns the person named at the start of a text, as the entrant if there is one, and the rest of the text.
func (c *Club) someone(req *request.Request, s tournament.State, text string) (match.Player, string, error) {
	word, rest, _ := strings.Cut(text, " ")
	handle := strings.TrimPrefix(word, "@")
	u, err := c.Registry.Known(req.Ctx, req.Event, handle)
	who := view.Player(u)
	for _, e := range s.Entrants {
		if e.Who.Is(who) || strings.EqualFold(e.Who.Name, handle) {
			who = e.Who
			break
		}
	}
	return who, strings.TrimSpace(rest), err
}

func (c *Club) takeOut(req *request.Request, s tournament.State, text string) (tournament.Event, error) {
	who, _, err := c.someone(req, s, text)
	switch {
	case err == nil && who.ID == req.Author.ID: // not removed by an organiser
		return c.quit(req, s, "")
	case err == nil && s.Number(who.ID) < 0:
		err = req.Refuse("tournament-outside", speech.Text("ID", s.ID))
	}
	return tournament.Event{Kind: tournament.Withdrawn, Person: who.ID, Reason: tournament.ByArbiter}, err
}

// replace puts another player in the place of an entrant: "replace @ana @rui".
func (c *Club) replace(req *request.Request, s tournament.State, text string) (tournament.Event, error) {
	who, rest, err := c.someone(req, s, text)
	by, _, failed := c.someone(req, s, rest)
	switch {
	case err != nil || failed != nil:
		err = cmp.Or(err, failed)
	case who.ID == "" || by.ID == "":
		err = req.Refuse("tournament-replace")
	case s.Number(who.ID) < 0:
		err = req.Refuse("tournament-outside", speech.Text("ID", s.ID))
	case s.Number(by.ID) >= 0:
		err = req.Refuse("tournament-inside", speech.Text("ID", s.ID))
	}
	return tournament.Event{Kind: tournament.Replaced, Person: who.ID, Who: &by}, err
}

func (c *Club) extend(req *request.Request, s tournament.State, text string) (e tournament.Event, err error) {
	var by time.Duration
	switch {
	case !lasting(&by, text):
		return e, req.Refuse("tournament-extend")
	case sortOf(s) == ladders: // it has no rounds
		return e, req.Refuse("tournament-what", req.Typed("Word", "extend"), req.Typed("Tournament", string(ladders)))
	case len(s.Rounds) == 0:
		return e, tournament.NotBegun
	}
	return tournament.Event{Kind: tournament.Extended, Until: s.Rounds[len(s.Rounds)-1].Until.Add(by)}, nil
}

// mostTold is the maximum number of events in a story; the latest are kept.
const mostTold = 30

// story lists the decisions in a tournament other than results of play: what, when, and by whom.
func (c *Club) story(req *request.Request, s tournament.State, _ string) (none tournament.Event, err error) {
	r, s, err := c.load(req.Ctx, s.ID)
	if err != nil {
		return none, err
	}
	p, failed := c.page(req.Ctx, req.Guide, s)
	var lines [][]chat.Span
	then := tournament.State{ID: s.ID}
	for _, e := range r.Events {
		if then, err = then.Apply(e); err != nil {
			return none, err
		}
		p.s = then // with the entrants at that time
		said := p.event(e)
		if said == nil {
			continue
		}
		head := p.moment(e.At)
		if who := p.person(e.By); who != unknown {
			head += " " + who
		}
		lines = append(lines, append([]chat.Span{{Text: "\n" + head + ": "}}, said...))
	}
	p.s = s
	m := req.Privately("tournament-story", speech.Text("ID", s.ID))
	for _, line := range lines[max(0, len(lines)-mostTold):] {
		m.Text = append(m.Text, line...)
	}
	m.Text = append(m.Text, p.lots()...)
	return none, cmp.Or(failed(), request.Replace(m))
}
