package guide

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
)

// PerPage is the number of matches that are listed at once.
const PerPage = 6

// Pages is the number of pages n things need, so many on each, at least one.
func Pages(n, each int) int { return max(1, (n+each-1)/each) }

// turn adds buttons for the page before one of so many and for the page after, as far as there are such, with others
// between them, and a line that tells what is typed for the latter.
func (g Lists) turn(m *chat.Message, page, of int, says func(page int) string, between ...chat.Button) {
	if page > 1 {
		between = append([]chat.Button{{Label: "‹", Says: says(page - 1)}}, between...)
	}
	if page < of {
		between = append(between, chat.Button{Label: "›", Says: says(page + 1)})
		m.AddLine(g.Voice.Say("page-more", speech.Text("Next", says(page+1))))
	}
	m.AddRow(between...)
}

// Page lists one page of n matches, and offers the others and the list of another command. The commands are "games" and
// "history".
// Where tells in which room a match is played, "" for one that need not be named.
func (g Lists) Page(command, other string, n, page int, found []*match.Match,
	where func(*match.Match) chat.Room) chat.Message {
	heading := g.Voice.Say(command, speech.Count(n))
	if n == 0 {
		heading = g.Voice.Say("no-" + command)
	}
	m := chat.Message{Text: heading, Told: true, Private: true, Instead: true}
	for _, one := range found {
		g.list(&m, one, where(one))
	}
	g.turn(&m, page, Pages(n, PerPage),
		func(page int) string { return g.Voice.Typed(command) + " " + strconv.Itoa(page) },
		chat.Button{Label: g.Voice.Text("menu." + other), Says: g.Voice.Typed(other)})
	return m
}

// Under lists matches under a heading.
func (g Lists) Under(heading []chat.Span, found ...*match.Match) chat.Message {
	m := chat.Message{Text: heading, Told: true}
	for _, one := range found {
		g.list(&m, one, "")
	}
	return m
}

// Waiting lists some of n matches that are going on in a room, and how long nobody has brought each on.
func (g Lists) Waiting(n int, found []*match.Match) chat.Message {
	m := chat.Message{Text: g.Voice.Say("games-room", speech.Count(n)), Told: true, Instead: true}
	for _, one := range found {
		g.list(&m, one, "")
		m.Add(g.since(one.Turned))
	}
	return m
}

// since tells for how long a match has waited, in minutes.
func (g Lists) since(at time.Time) []chat.Span {
	waited := max(time.Minute, g.Now.Sub(at).Round(time.Minute))
	return g.Voice.Say("games-since", speech.Text("Time", g.Voice.Span(waited)))
}

// list says in a line what became of a match, or what is going on in it, with a button for it. The room is where it is
// played, "" if that need not be named.
func (g Lists) list(message *chat.Message, m *match.Match, room chat.Room) {
	message.AddLine(slices.Concat(g.Title(m), []chat.Span{{Text: ": "}}, g.Gist(m)))
	label := g.label(m)
	switch {
	case room == "":
	case m.Lost.IsZero():
		message.Add([]chat.Span{{Text: g.Voice.Text("elsewhere"), Room: room}})
	case m.Status == match.Playing: // it may not be told there any more
		label = g.Voice.Text("button.here") + " · " + label
	}
	command := "board"
	if m.Status == match.Over {
		command = "step"
	}
	if m.Status != match.Void {
		message.AddRow(chat.Button{Label: label, Says: g.Voice.Typed(command) + " #" + m.ID})
	}
}

// label names a match on a button: the game and the other player, or both for an onlooker.
func (g Lists) label(m *match.Match) string {
	label := g.gameName(m.Game)
	var names []string
	for _, p := range []match.Player{m.Challenger, m.Opponent} {
		if !p.Anyone() && !p.Is(g.Reader) {
			names = append(names, cmp.Or(g.Voice.Titled(view.User(p)), "@"+p.Handle))
		}
	}
	if names != nil {
		label += " · " + strings.Join(names, " – ")
	}
	return label + " #" + m.ID
}

// WhichMatch offers several matches; the buttons say a command again, with the number of one in it and the rest of what
// was said. Those under way with the same game and players are told apart by how long they have waited. Of more than a
// page the rest is counted.
func (g Lists) WhichMatch(found []*match.Match, command, rest string) chat.Message {
	m := chat.Message{Text: g.Voice.Say("which-match"), Private: true}
	alike := map[string]int{}
	for _, f := range found {
		alike[strings.TrimSuffix(g.label(f), f.ID)]++
	}
	listed := found
	if len(found) > PerPage {
		listed = found[:PerPage-1]
	}
	for _, f := range listed {
		label := g.label(f)
		m.AddLine(g.Title(f))
		if f.Status == match.Playing && alike[strings.TrimSuffix(label, f.ID)] > 1 {
			m.Add(g.since(f.Latest))
		}
		m.AddRow(chat.Button{Label: label, Says: strings.TrimSpace(g.Voice.Typed(command) + " #" + f.ID + " " + rest)})
	}
	if more := len(found) - len(listed); more > 0 {
		m.AddLine(g.Voice.Say("which-more", speech.Count(more)))
	}
	return m
}
