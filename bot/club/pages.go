package club

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
	"tabuleiro/engine/tournament"
	"tabuleiro/render"
)

// sign begins every message about a tournament.
const sign = "🏆"

// page renders a tournament for some readers.
type page struct {
	guide  guide.Guide
	s      tournament.State
	game   *engine.Game
	played tournament.Played
	zone   *time.Location
}

// page returns the page of a tournament for the readers of a guide. Its contents are valid only if failed returns nil
// afterwards.
func (c *Club) page(ctx context.Context, g guide.Guide, s tournament.State) (_ page, failed func() error) {
	played, failed := c.played(ctx)
	zone := cmp.Or(g.Voice.Preferences.Location(), request.ZoneOf(g.Voice))
	return page{g, s, c.Archive.Game(s.Setup.Match.Game), played, zone}, failed
}

// moment formats a time; "" for none.
func (p page) moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(p.zone).Format("2006-01-02 15:04")
}

// digest returns a short hash of all that a message shows.
func digest(m chat.Message) string {
	table := ""
	if m.Board != nil {
		table = m.Board.Text + m.Board.Alt
	}
	sum := sha256.Sum256([]byte(chat.PlainText(m.Text) + fmt.Sprint(m.Buttons) + table))
	return hex.EncodeToString(sum[:8])
}

// says returns a command about the tournament.
func (p page) says(act string) string {
	return strings.TrimSpace(p.guide.Voice.Typed(string(sortOf(p.s))) + " #" + p.s.ID + " " + act)
}

func (p page) button(key, act string, tone chat.Tone) chat.Button {
	return chat.Button{Label: p.guide.Voice.Text(key), Says: p.says(act), Tone: tone}
}

// title returns the first line: which tournament it is.
func (p page) title() []chat.Span {
	v, system := p.guide.Voice, ""
	if sortOf(p.s) != ladders {
		system = v.Text("tournament-system." + string(p.s.Setup.System))
	}
	return append([]chat.Span{{Text: sign + " #" + p.s.ID + " "}}, v.Say("club-title."+string(sortOf(p.s)),
		speech.Text("Game", v.Text("game."+p.game.Name)), speech.Text("System", system))...)
}

// message shows the current state of the tournament, below the news.
func (p page) message(news []tournament.Event) chat.Message {
	v := p.guide.Voice
	m := chat.Message{Text: p.title(), Quiet: true}
	for _, e := range news {
		m.AddLine(p.event(e))
	}
	if sortOf(p.s) == ladders {
		p.ladder(&m, news)
		return m
	}
	if !slices.ContainsFunc(news, ends) {
		m.AddLine(p.ending())
	}
	switch p.s.Status {
	case tournament.Gathering:
		p.rules(&m)
		m.AddLine(p.entrants())
		if p.s.Number(p.s.Organiser.ID) < 0 { // the organiser may reconsider
			m.AddLine(v.Say("tournament-organiser", speech.Person("Name", view.User(p.s.Organiser)),
				speech.Text("Join", p.says(v.Typed("join")))))
		}
		m.Buttons = [][]chat.Button{
			{p.button("button.tournament-join", v.Typed("join"), chat.Agrees),
				p.button("button.tournament-leave", v.Typed("quit"), chat.Even)},
			{p.button("button.tournament-begin", v.Typed("begin"), chat.Even)},
		}
	case tournament.Running:
		if len(p.s.Rounds) > 0 {
			m.AddLine(p.round())
		}
		p.pairs(&m)
		m.Board = p.board()
		m.AddRow(p.button("button.tournament-table", "", chat.Even))
	case tournament.Over:
		m.Board = p.board()
	}
	return m
}

// ending says how a tournament has ended; nil if it has not.
func (p page) ending() []chat.Span {
	switch p.s.Status {
	case tournament.Over:
		return p.event(tournament.Event{Kind: tournament.Ended})
	case tournament.Void:
		return p.event(tournament.Event{Kind: tournament.Cancelled})
	}
	return nil
}

// ends reports whether an event ends a tournament.
func ends(e tournament.Event) bool {
	return e.Kind == tournament.Ended || e.Kind == tournament.Cancelled
}

// rules adds what people need to know before they join: two lines, and a third if the matches have unusual terms.
func (p page) rules(m *chat.Message) {
	v, s := p.guide.Voice, p.s.Setup
	m.AddLine(v.Say("tournament-rules."+string(s.System), speech.Positive("Rounds", s.Rounds)))
	length := v.Span(s.Length)
	if s.System == tournament.Cup { // a round ends when its games have ended
		length = ""
	}
	m.AddLine(v.Say("tournament-pace", speech.Text("Time", v.Limit(s.Match.Time)), speech.Text("Length", length),
		speech.Number("Games", s.Matches())))
	m.AddLine(p.terms())
	m.AddLine(v.Say("tournament-waits", speech.Positive("Needs", s.Needs), speech.Text("Starts", p.moment(s.Starts)),
		speech.Person("Name", view.User(p.s.Organiser))))
	if seal := p.s.Chain.Seal; seal != "" {
		m.AddLine(v.Seal("lots-fair", seal, p.says(v.Typed("story"))))
	}
}

// terms returns the line about what is unusual in the matches; nil if nothing is.
func (p page) terms() []chat.Span {
	v, of := p.guide.Voice, p.s.Setup.Match
	var m chat.Message
	if options := p.guide.Chosen(&match.Match{Game: p.game, Setup: of}); options != nil {
		m.Add(v.Say("tournament-terms.options", speech.Text("Options", strings.Join(options, ", "))))
	}
	if of.Touch {
		m.Add(v.Say("challenge-touch"))
	}
	if of.Hints {
		m.Add(v.Say("tournament-terms.hints"))
	} else if of.Unrated || !of.Usual() {
		m.Add(v.Say("tournament-terms.unrated"))
	}
	if !of.Arbiter.Anyone() {
		m.Add(v.Say("challenge-arbiter", speech.Person("Player", view.User(of.Arbiter))))
	}
	return m.Text
}

// lots returns the seal of the lots and, after the draw, what is needed to verify it.
func (p page) lots() (spans []chat.Span) {
	v, chain := p.guide.Voice, p.s.Chain
	if chain.Seal == "" {
		return nil
	}
	spans = append(view.Line(v.Say("lots-seal")), view.Mono(chain.Seal), chat.Span{Text: "\n"}, view.SealCheck(chain.Seal))
	if p.s.Lots == nil {
		return spans
	}
	names, words := make([]string, len(p.s.Lots)), make([]string, len(p.s.Lots))
	for i, lot := range p.s.Lots {
		names[lot], words[lot] = p.name(p.s.Entrants[i]), p.s.Entrants[i].Word
	}
	spans = append(spans, view.Line(v.Say("lots-check", speech.Text("Names", strings.Join(names, ", "))))...)
	return append(spans, chat.Span{Text: "\n"}, view.Mono("printf %s "+chain.Last+" | sha256sum"), chat.Span{Text: "\n"},
		view.Mono("for w in "+strings.Join(words, " ")+"; do printf %s "+chain.Last+":$w | sha256sum; done"))
}

// entrants lists who has joined.
func (p page) entrants() []chat.Span {
	var names []string
	for _, e := range p.s.Entrants {
		names = append(names, p.name(e))
	}
	return p.guide.Voice.Say("tournament-entrants", speech.Count(len(names)),
		speech.Text("Names", strings.Join(names, ", ")))
}

// name returns the name of an entrant, followed by the handle if two have the same name.
func (p page) name(e tournament.Entrant) string {
	called := func(e tournament.Entrant) string { return view.Clean(view.User(e.Who)).Name }
	name := called(e)
	if e.Who.Handle != "" && slices.ContainsFunc(p.s.Entrants,
		func(other tournament.Entrant) bool { return other.Who.ID != e.Who.ID && called(other) == name }) {
		name += " @" + speech.Clean(e.Who.Handle, view.LongestName)
	}
	return name
}

// unknown stands for a name that is not known.
const unknown = "—"

// person returns the name of an entrant, of one who was replaced, or of the organiser.
func (p page) person(id string) string {
	if i := p.s.Number(id); i >= 0 {
		return p.name(p.s.Entrants[i])
	}
	for _, who := range append(slices.Clip(p.s.Replaced), p.s.Organiser) {
		if who.ID == id {
			return view.Clean(view.User(who)).Name
		}
	}
	return unknown
}

// judge returns the fact By: in which capacity somebody decided, as organiser, arbiter or admin.
func (p page) judge(e tournament.Event) speech.Fact {
	as := "organiser"
	switch {
	case e.Judge:
		as = "admin"
	case e.By != "" && e.By == p.s.Setup.Match.Arbiter.ID:
		as = "arbiter"
	}
	return speech.Text("By", p.guide.Voice.Text("tournament-judge."+as))
}

// round says which round is being played, and until when.
func (p page) round() []chat.Span {
	last := p.s.Rounds[len(p.s.Rounds)-1]
	until := ""
	if p.s.Setup.System != tournament.Cup && len(p.s.Rounds) < p.s.RoundsInAll() {
		until = p.moment(last.Until)
	}
	return p.guide.Voice.Say("tournament-round", speech.Number("Round", len(p.s.Rounds)),
		speech.Number("Rounds", p.s.RoundsInAll()), speech.Text("Until", until))
}

// pairs adds the boards of the last round, one a line, and earlier ones that are still being played.
func (p page) pairs(m *chat.Message) {
	for round := range p.s.Rounds {
		last := round == len(p.s.Rounds)-1
		for board, b := range p.s.Rounds[round].Boards {
			r, done := p.s.Result(round, board, p.played)
			if !last && done {
				continue
			}
			text := strconv.Itoa(board+1) + ". " + p.tie(round, board) + p.name(p.s.Entrants[b.First])
			switch {
			case b.Second == pairing.Bye:
				text += ": " + p.guide.Voice.Text("tournament-bye")
			case done:
				text += " " + p.points(r.Points[0]) + "-" + p.points(r.Points[1]) + " " + p.name(p.s.Entrants[b.Second])
			default:
				text += " – " + p.name(p.s.Entrants[b.Second])
				for _, id := range p.s.Games(round, board) {
					if !p.played(id).Over {
						text += " #" + id
					}
				}
			}
			m.AddLine([]chat.Span{{Text: text}})
		}
	}
}

// tie returns the heading of a board in the last round of a cup, "Final: " or that of the third place; "" for other
// boards.
func (p page) tie(round, board int) string {
	switch {
	case p.s.Setup.System != tournament.Cup || round == 0 || round < p.s.RoundsInAll()-1:
		return ""
	case board == 0:
		return p.guide.Voice.Text("tournament-final") + ": "
	}
	return p.guide.Voice.Text("tournament-third") + ": "
}

// points formats half points in the way usual for the game.
func (p page) points(half int) string {
	if p.s.Setup.Whole {
		return match.Halves(half)
	}
	return strconv.Itoa(half)
}

// event says an event, if it is worth a line.
func (p page) event(e tournament.Event) []chat.Span {
	v := p.guide.Voice
	switch e.Kind {
	case tournament.Announced:
		return v.Say("club-announced."+string(sortOf(p.s)), speech.Text("Name", view.Clean(view.User(p.s.Organiser)).Name))
	case tournament.Withdrawn:
		return v.Say("tournament-withdrawn."+string(e.Reason), speech.Text("Name", p.person(e.Person)), p.judge(e))
	case tournament.Replaced:
		return v.Say("club-replaced."+string(sortOf(p.s)), speech.Text("Name", view.Clean(view.User(*e.Who)).Name),
			speech.Text("Other", p.person(e.Person)))
	case tournament.Extended:
		return v.Say("tournament-extended", speech.Text("Until", p.moment(e.Until)))
	case tournament.Decided:
		return p.decided(e)
	case tournament.Ended:
		return p.ended()
	case tournament.Cancelled:
		return v.Say("club-cancelled." + string(sortOf(p.s)))
	case tournament.Paired, tournament.Declined, tournament.Dropped:
		if sortOf(p.s) == ladders {
			return p.climb(e)
		}
	}
	return nil
}

// decided says how a board was decided without playing.
func (p page) decided(e tournament.Event) []chat.Span {
	b := p.s.Rounds[e.Round].Boards[e.Board]
	key := "tournament-decided." + string(e.Reason)
	if e.Reason == tournament.Absent && e.Points == [2]int{} {
		key += "-both"
	}
	return p.guide.Voice.Say(key,
		speech.Text("First", p.name(p.s.Entrants[b.First])), speech.Text("Second", p.name(p.s.Entrants[b.Second])),
		speech.Text("Result", p.points(e.Points[0])+"-"+p.points(e.Points[1])), speech.Text("Words", e.Words), p.judge(e))
}

// ended says who has won, and who has the same points and lost by lot alone.
func (p page) ended() []chat.Span {
	name, level := "", []string(nil)
	rows := p.s.Standing(p.played)
	for i, row := range rows {
		switch {
		case i == 0:
			name = p.name(p.s.Entrants[row.Entrant])
		case p.s.Setup.System != tournament.Cup && row.Level(rows[0]):
			level = append(level, p.name(p.s.Entrants[row.Entrant]))
		}
	}
	return p.guide.Voice.Say("club-ended."+string(sortOf(p.s)), speech.Text("Name", name),
		speech.Text("Level", strings.Join(level, ", ")))
}

// widest is the maximum width of a name in a table, so that a line fits on a phone.
const widest = 14

// board shows the standing as the readers want it: as a picture, in fixed width, or in words. It is nil before there is
// one.
func (p page) board() *chat.Board {
	rows := p.s.Standing(p.played)
	if len(rows) == 0 {
		return nil
	}
	t := p.crosstable(rows)
	var words, cells []string
	for i, row := range rows {
		words = append(words, fmt.Sprintf("%d. %s: %s", row.Place, p.name(p.s.Entrants[row.Entrant]), p.made(row)))
		cells = append(cells, strings.Join(t.Rows[i], " "))
	}
	show := p.guide.Voice.Preferences.Of("show")
	if show == view.InWords {
		return &chat.Board{Text: strings.Join(words, "\n"), Told: true}
	}
	b := &chat.Board{Text: p.table(t), Alt: strings.Join(words, "; ")}
	if p.guide.Caps.Pictures && view.Pictured(show) {
		b.PNG, _ = render.Crosstable(t, p.guide.Voice.Preferences.Of("theme")) // without it the text is still there
		b.Alt += "\n" + strings.Join(cells, "; ")                              // so that a picture that has changed is known
	}
	return b
}

// mostShown is the maximum number of rounds in a picture, so that names stay readable.
const mostShown = 6

// crosstable lists the standing with the results of the latest rounds: +3 is a win against the third, =3 a draw, -3 a
// loss, ·3 in progress, and a sign alone a bye. A ladder has challenges won, drawn and lost instead.
func (p page) crosstable(rows []pairing.Row) render.Table {
	v := p.guide.Voice
	t := render.Table{Title: "#" + p.s.ID + " " + v.Text("game."+p.game.Name), Head: []string{"", ""}, Lit: 1}
	first := max(0, len(p.s.Rounds)-mostShown)
	last := []string{v.Text("tournament-column.points"), v.Text("tournament-column.buchholz")}
	if sortOf(p.s) == ladders {
		first, last = len(p.s.Rounds), []string{"+", "=", "-"}
	}
	for round := first; round < len(p.s.Rounds); round++ {
		t.Head = append(t.Head, strconv.Itoa(round+1))
	}
	t.Head = append(t.Head, last...)
	place := map[int]int{pairing.Bye: 0}
	for _, row := range rows {
		place[row.Entrant] = row.Place
	}
	for _, row := range rows {
		cells := []string{strconv.Itoa(row.Place), p.name(p.s.Entrants[row.Entrant])}
		for round := first; round < len(p.s.Rounds); round++ {
			cells = append(cells, p.cell(round, row.Entrant, place))
		}
		if sortOf(p.s) == ladders {
			for _, n := range p.s.Tally(row.Entrant) {
				cells = append(cells, strconv.Itoa(n))
			}
		} else {
			cells = append(cells, p.points(row.Points), p.points(row.Buchholz))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// cell returns the result of an entrant in a round, "" if there was nothing to play. place maps entrants to places.
func (p page) cell(round, entrant int, place map[int]int) string {
	board := slices.IndexFunc(p.s.Rounds[round].Boards, func(b tournament.Board) bool {
		return b.First == entrant ||
			b.Second == entrant
	})
	if board < 0 {
		return ""
	}
	b := p.s.Rounds[round].Boards[board]
	if b.Second == pairing.Bye {
		return "+"
	}
	r, done := p.s.Result(round, board, p.played)
	made, other, against := r.Points[0], r.Points[1], b.Second
	if b.Second == entrant {
		made, other, against = other, made, b.First
	}
	sign := "="
	switch {
	case !done:
		sign = "·"
	case made > other:
		sign = "+"
	case made < other || made == 0:
		sign = "-"
	}
	return sign + strconv.Itoa(place[against])
}

// table formats the standing in fixed width: place, name, points and Buchholz, or won, drawn and lost on a ladder.
func (p page) table(t render.Table) string {
	width, last := 4, len(t.Head)-2
	if sortOf(p.s) == ladders {
		last = 2
	}
	for _, row := range t.Rows {
		width = max(width, min(widest, runewidth.StringWidth(row[1])))
	}
	var text strings.Builder
	text.WriteString(runewidth.FillRight("", width+3))
	for _, head := range t.Head[last:] {
		fmt.Fprintf(&text, " %4s", head)
	}
	for _, row := range t.Rows {
		fmt.Fprintf(&text, "\n%2s %s", row[0], runewidth.FillRight(runewidth.Truncate(row[1], width, "…"), width))
		for _, cell := range row[last:] {
			fmt.Fprintf(&text, " %4s", cell)
		}
	}
	return text.String()
}
