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
	list, private := slices.Clone(events), map[string]bool{}
	for i := range list {
		e := &list[i]
		if e.By == from.ID && e.Alone {
			private[e.Room] = true
		}
		if e.Kind == Lost && private[e.Room] {
			e.Room = ""
		}
		e.replace(from.ID, func(Player) Player { return to })
		if e.Setup != nil {
			e.Setup.rename(from, to, challenged)
		}
	}
	list, _ = Unnamed(list, func(id string) bool { return id == to.ID })
	return list
}

// Joined are the events of a match with the id of a person in the place of another one that the person had before. They
// replay to the same match but for that, unless both play in it. The events given stay as they are.
func Joined(events []Event, from, to string) []Event {
	list := slices.Clone(events)
	for i := range list {
		list[i].replace(from, func(p Player) Player { return Player{ID: to, Handle: p.Handle, Name: p.Name} })
	}
	return list
}

// replace has another one be wherever an id is. What the event points at stays as it is.
func (e *Event) replace(id string, other func(Player) Player) {
	change := func(p Player) Player {
		if p.ID == id {
			return other(p)
		}
		return p
	}
	for _, id := range []*string{&e.By, &e.First, &e.Winner} {
		*id = change(Player{ID: *id}).ID
	}
	if e.Who != nil {
		who := change(*e.Who)
		e.Who = &who
	}
	if e.Setup != nil {
		setup := *e.Setup
		setup.Opponent, setup.Arbiter = change(setup.Opponent), change(setup.Arbiter)
		e.Setup = &setup
	}
}

// rename has a setup tell of another one where it has the handle or the name of from.
func (s *Setup) rename(from, to Player, challenged bool) {
	if challenged && !s.Opponent.Anyone() {
		s.Opponent = to
	}
	if s.Arbiter.Is(from) {
		s.Arbiter = to
	}
	if s.Source == nil {
		return
	}
	source := *s.Source
	for i, name := range source.Names {
		if name != "" && (strings.EqualFold(name, from.Name) || strings.EqualFold(name, from.Handle)) {
			source.Names[i] = to.Name
		}
	}
	s.Source = &source
}

// noWord stands for a word for the dice that is not told any more.
const noWord = "-"

// Unnamed are the events of a match without what those have left in them who were forgotten, and reports whether there
// was anything. They replay to the same match. The events given stay as they are.
func Unnamed(events []Event, forgotten func(id string) bool) (clean []Event, left bool) {
	clean = slices.Clone(events)
	thrown := false
	for i := range slices.Backward(clean) {
		if forgotten(clean[i].By) {
			clean[i].anonymize(thrown)
		}
		thrown = thrown || clean[i].Kind == Rolled
	}
	return clean, !reflect.DeepEqual(events, clean)
}

// anonymize takes out of an event what it may hold of its author besides who that is: a name may stand in each. A word for
// the dice stays where throws have come from it.
func (e *Event) anonymize(thrown bool) {
	e.IdempotencyKey, e.Words = "", ""
	if e.Alone {
		e.Room, e.Alone = "", false
	}
	if e.Word != "" && !thrown {
		e.Word = noWord
	}
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
