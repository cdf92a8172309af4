package club

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
	"tabuleiro/engine/tournament"
)

// onLadders are the acts on a ladder: those of ladders alone, and those of all tournaments.
var onLadders = slices.Concat([]act{{"challenge", (*Club).defy}, {"decline-challenge", (*Club).decline}}, acts)

// Ladder runs "/ladder": alone it shows the ladder of the room; with a game it begins one, or shows the one for that
// game.
func (c *Club) Ladder(req *request.Request, text string) (*request.Result, error) {
	return c.command(req, ladders, onLadders, text)
}

// placeForm matches a place on a ladder. After a dot it may have the number of the entrant who had the place when the
// button was made, and who is meant wherever that entrant is now.
var placeForm = regexp.MustCompile(`^#?(\d{1,3})(?:\.(\d{1,4}))?\.?$`)

// defy challenges somebody up the ladder: "challenge 2", "challenge @ana", or "challenge next" for the one right above.
// "challenge" alone asks whom.
func (c *Club) defy(req *request.Request, s tournament.State, text string) (e tournament.Event, err error) {
	number, other := s.Number(req.Author.ID), -1
	me := s.Place(number)
	at := placeForm.FindStringSubmatch(text)
	switch {
	case me == 0:
		return e, req.Refuse("ladder-outside", speech.Text("ID", s.ID))
	case text == "":
		return e, c.askOpponent(req, s)
	case me > 1 && req.Guide.Languages.Book.Means("next", text):
		other = s.Ladder[me-2]
	case at == nil:
		var who match.Player
		who, _, err = c.someone(req, s, text)
		other = s.Number(who.ID)
	case at[2] != "":
		other, _ = strconv.Atoi(at[2])
	default:
		if place, _ := strconv.Atoi(at[1]); place >= 1 && place <= len(s.Ladder) {
			other = s.Ladder[place-1]
		}
	}
	if err == nil && s.Place(other) == 0 {
		err = tournament.OutOfReach
	}
	return tournament.Event{Kind: tournament.Paired, Pairs: []pairing.Pair{{First: number, Second: other}}}, err
}

// askOpponent asks whom the author challenges.
func (c *Club) askOpponent(req *request.Request, s tournament.State) error {
	me := s.Number(req.Author.ID)
	p, _ := c.page(req.Ctx, req.Guide, s)
	list := s.InReach(me)
	if len(list) == 0 {
		why := "nobody"
		switch {
		case s.Place(me) == 1:
			why = "top"
		case s.OpenBoard(me) >= 0:
			why = "open"
		}
		return req.Refuse("ladder-whom."+why, speech.Text("ID", s.ID))
	}
	m := req.Privately("ladder-whom.ask", speech.Text("ID", s.ID))
	// a new message, as replacing the ladder would take its buttons from everybody else
	if req.Event.Tap && !req.Guide.Caps.Privates {
		m = chat.Message{Text: append([]chat.Span{{Text: p.name(s.Entrants[me]) + ": "}}, m.Text...)}
	}
	for _, other := range list {
		place := s.Place(other)
		says := p.says(req.Guide.Voice.Typed("challenge") + fmt.Sprintf(" %d.%d", place, other))
		m.AddRow(chat.Button{Label: fmt.Sprintf("%d. %s", place, p.name(s.Entrants[other])), Says: says})
	}
	return request.Replace(m)
}

func (c *Club) decline(req *request.Request, s tournament.State, _ string) (e tournament.Event, err error) {
	p, _ := c.page(req.Ctx, req.Guide, s)
	var names []string
	for _, b := range s.Rounds[0].Boards {
		if b.Decided == nil {
			names = append(names, p.name(s.Entrants[b.Second]))
		}
	}
	if me := s.Number(req.Author.ID); len(names) > 0 && (me < 0 || !slices.Contains(names, p.name(s.Entrants[me]))) {
		return e, req.Refuse("ladder-decline-other", speech.Text("Names", strings.Join(names, ", ")))
	}
	return tournament.Event{Kind: tournament.Declined}, nil
}

// ladder adds a ladder to a message: the open challenges, the table and, if there are none and on request, the rules.
func (p page) ladder(m *chat.Message, news []tournament.Event) {
	v, boards := p.guide.Voice, p.s.Rounds[0].Boards
	m.Board = p.board()
	if called := p.challenged(news); !called.Anyone() {
		m.Turn, m.Quiet = view.User(called), false
	}
	if p.s.Status != tournament.Running {
		return
	}
	if len(boards) == 0 || len(news) == 0 {
		m.AddLine(v.Say("ladder-rules", speech.Number("Reach", tournament.Reach),
			speech.Text("Idle", v.Span(tournament.Idle)), speech.Text("Time", v.Limit(p.s.Setup.Match.Time))))
		m.AddLine(p.terms())
	}
	if m.Board == nil {
		m.AddLine(v.Say("ladder-empty"))
	}
	m.Buttons = [][]chat.Button{{p.button("button.tournament-join", v.Typed("join"), chat.Agrees),
		p.button("button.ladder-challenge", v.Typed("challenge"), chat.Even)}}
	open := false
	for board, b := range boards {
		if b.Decided != nil {
			continue
		}
		open = true
		m.AddLine([]chat.Span{{Text: fmt.Sprintf("%d. %s – %s #%s", board+1, p.name(p.s.Entrants[b.First]),
			p.name(p.s.Entrants[b.Second]), p.s.Games(0, board)[0])}})
	}
	if open {
		m.AddRow(p.button("button.ladder-decline", v.Typed("decline-challenge"), chat.Grave))
	}
}

// challenged returns the player to be notified of a new challenge whose board does not do that, as the opponent moves
// first; zero if nobody.
func (p page) challenged(news []tournament.Event) (called match.Player) {
	for _, e := range news {
		for board, b := range p.s.Rounds[0].Boards {
			if e.Kind != tournament.Paired || b.Pair != e.Pairs[0] || b.Decided != nil {
				continue
			}
			if who := p.s.Entrants[b.Second].Who; p.s.FirstSide(0, board, 0).ID != who.ID {
				called = who
			}
		}
	}
	return called
}

// climb says an event of a ladder.
func (p page) climb(e tournament.Event) []chat.Span {
	name := func(as string, entrant int) speech.Fact {
		if entrant < 0 { // has been replaced since
			return speech.Text(as, unknown)
		}
		u := view.User(p.s.Entrants[entrant].Who)
		u.Name = p.name(p.s.Entrants[entrant])
		return speech.Person(as, u)
	}
	switch e.Kind {
	case tournament.Paired:
		return p.guide.Voice.Say("ladder-challenged", name("First", e.Pairs[0].First), name("Second", e.Pairs[0].Second))
	case tournament.Declined:
		return p.guide.Voice.Say("ladder-declined", name("Name", p.s.Number(e.By)))
	}
	return p.guide.Voice.Say("ladder-dropped", name("Name", p.s.Number(e.Person)),
		speech.Text("Idle", p.guide.Voice.Span(tournament.Idle)))
}

// made formats what an entrant has so far: points or, on a ladder, challenges won, drawn and lost.
func (p page) made(row pairing.Row) string {
	if sortOf(p.s) != ladders {
		return p.points(row.Points)
	}
	made := p.s.Tally(row.Entrant)
	return fmt.Sprintf("+%d =%d -%d", made[0], made[1], made[2])
}
