package match

import (
	"reflect"
	"slices"
	"strings"
)

// Renamed returns the events of a match with to in place of from, whose ID must be known, as author, player and
// person challenged, also by handle only. It removes from's other traces as Unnamed does; otherwise the events replay
// to the same match, and the given ones are not modified.
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
		e.replace(Replacer(from.ID, to))
		if e.Setup != nil {
			e.Setup.rename(from, to, challenged)
		}
	}
	list, _ = Unnamed(list, func(id string) bool { return id == to.ID })
	return list
}

// Joined returns the events of a match with one id replaced by another of the same person. Unless both ids play in it
// they replay to the same match otherwise, and the given events are not modified.
func Joined(events []Event, from, to string) []Event {
	list := slices.Clone(events)
	for i := range list {
		list[i].replace(Replacer(from, Player{ID: to}))
	}
	return list
}

// Replacer returns a function that replaces the player with an id; if to has no name the old names stay.
func Replacer(id string, to Player) func(Player) Player {
	return func(p Player) Player {
		switch {
		case p.ID != id:
			return p
		case to.Name == "":
			p.ID = to.ID
			return p
		}
		return to
	}
}

// replace changes a player in all fields. Values behind pointers are copied, not modified.
func (e *Event) replace(change func(Player) Player) {
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

// rename replaces from in a setup, also where it is named by handle or name.
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

// noWord replaces a word for the dice that was removed.
const noWord = "-"

// Unnamed returns the events of a match without the personal data of forgotten authors, and reports whether there was
// any. They replay to the same match, and the given events are not modified.
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

// anonymize removes from an event all personal data of its author except who it is; every text may contain a name. A
// word for the dice stays if rolls were derived from it.
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

// isChallenged reports whether the challenge of a match is for p. An answer to it shows who had the handle at that
// time; later it may belong to somebody else.
func isChallenged(events []Event, p Player) bool {
	for _, e := range events {
		if e.Kind == Accepted || e.Kind == Declined {
			return e.By == p.ID
		}
	}
	return len(events) > 0 && events[0].By != p.ID && events[0].Setup != nil && events[0].Setup.Opponent.Is(p)
}
