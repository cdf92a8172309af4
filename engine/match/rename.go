package match

import (
	"reflect"
	"slices"
	"strings"
)

// Renamed are the events of a match with to in the place of from, whose ID has to be known: as author, as player
// and as who was challenged, be it by handle only. What from has left besides goes; see Unnamed. They replay to the same
// match but for that. The events given stay as they are.
func Renamed(events []Event, from, to Player) []Event {
	challenged := isChallenged(events, from)
	list := slices.Clone(events)
	private := map[string]bool{}
	for i := range list {
		e := &list[i]
		if e.By == from.ID {
			e.By = to.ID
			private[e.Room] = private[e.Room] || e.Alone
		}
		if e.Kind == Lost && private[e.Room] {
			e.Room = ""
		}
		if e.Who != nil && e.Who.ID == from.ID {
			e.Who = &to
		}
		if e.First == from.ID {
			e.First = to.ID
		}
		if e.Winner == from.ID {
			e.Winner = to.ID
		}
		if e.Setup != nil {
			setup := e.Setup.renamed(from, to)
			if challenged && !setup.Opponent.Anyone() {
				setup.Opponent = to
			}
			e.Setup = &setup
		}
	}
	list, _ = Unnamed(list, func(id string) bool { return id == to.ID })
	return list
}

// traces are what an event may hold of its author besides who that is: a name may stand in each of them. Each takes it
// out of the first of some events, of which the others follow it.
var traces = []struct {
	name string
	drop func(events []Event)
}{
	{"cause", func(events []Event) { events[0].Cause = "" }},
	{"reason", func(events []Event) { events[0].Words = "" }},
	{"private room", func(events []Event) {
		if events[0].Alone {
			events[0].Room, events[0].Alone = "", false
		}
	}},
	{"word for the dice", func(events []Event) {
		thrown := slices.ContainsFunc(events, func(e Event) bool { return e.Kind == Rolled })
		if events[0].Word != "" && !thrown { // else the throws come from it
			events[0].Word = noWord
		}
	}},
	{"text from a file", func(events []Event) {
		e := &events[0]
		if e.Setup == nil || e.Setup.Source == nil || e.Who == nil {
			return
		}
		setup, source := *e.Setup, *e.Setup.Source
		source.Date = ""
		for i, name := range source.Names {
			if name != e.Who.Name {
				source.Names[i] = ""
			}
		}
		setup.Source = &source
		e.Setup = &setup
	}},
}

// noWord stands for a word for the dice that is not told any more.
const noWord = "-"

// Unnamed are the events of a match without what those have left in them who were forgotten, and names what that was.
// They replay to the same match. The events given stay as they are.
func Unnamed(events []Event, forgotten func(id string) bool) (clean []Event, left []string) {
	clean = slices.Clone(events)
	for i := range clean {
		if !forgotten(clean[i].By) {
			continue
		}
		for _, t := range traces {
			before := clean[i]
			if t.drop(clean[i:]); !reflect.DeepEqual(before, clean[i]) && !slices.Contains(left, t.name) {
				left = append(left, t.name)
			}
		}
	}
	return clean, left
}

// Joined are the events of a match with the id of a person in the place of another one that the person had before. They
// replay to the same match but for that, unless both play in it. The events given stay as they are.
func Joined(events []Event, from, to string) []Event {
	list := slices.Clone(events)
	for i := range list {
		e := &list[i]
		for _, id := range []*string{&e.By, &e.First, &e.Winner} {
			if *id == from {
				*id = to
			}
		}
		if e.Who != nil && e.Who.ID == from {
			who := *e.Who
			who.ID = to
			e.Who = &who
		}
		if e.Setup != nil && (e.Setup.Opponent.ID == from || e.Setup.Arbiter.ID == from) {
			setup := *e.Setup
			for _, p := range []*Player{&setup.Opponent, &setup.Arbiter} {
				if p.ID == from {
					p.ID = to
				}
			}
			e.Setup = &setup
		}
	}
	return list
}

// isChallenged reports whether the challenge of a match is for p. The answer tells the owner of the handle then, if there
// was one: a handle may be somebody else's later.
func isChallenged(events []Event, p Player) bool {
	for _, e := range events {
		if e.Kind == Accepted || e.Kind == Declined {
			return e.By == p.ID
		}
	}
	return len(events) > 0 && events[0].By != p.ID && events[0].Setup != nil && events[0].Setup.Opponent.Is(p)
}

// renamed is a setup in which a file does not tell the name of from any more.
func (s Setup) renamed(from, to Player) Setup {
	if !s.Arbiter.Anyone() && s.Arbiter.Is(from) {
		s.Arbiter = to
	}
	if s.Source == nil {
		return s
	}
	source := *s.Source
	for i, name := range source.Names {
		if name != "" && (strings.EqualFold(name, from.Name) || strings.EqualFold(name, from.Handle)) {
			source.Names[i] = to.Name
		}
	}
	s.Source = &source
	return s
}
