package tournament

import (
	"slices"

	"tabuleiro/engine/match"
)

// Forget replaces a person in the events by as, who takes no further part; rooms where only that person is are
// replaced by the room of the announcement. The events otherwise lead to the same state.
func Forget(events []Event, person string, as match.Player) []Event {
	home := events[0].Room
	begun := slices.ContainsFunc(events, func(e Event) bool { return e.Kind == Begun }) // drawn from the words
	events = renamed(events, person, as)
	for i, e := range events {
		if e.By != as.ID {
			continue
		}
		events[i].IdempotencyKey, events[i].Words = "", ""
		if !begun {
			events[i].Word = ""
		}
		if e.Alone {
			events[i].Room, events[i].Alone = home, false
		}
	}
	return append(events, Event{Kind: Forgotten, At: events[len(events)-1].At, Person: as.ID, Who: &as})
}

// Merged returns the events with one id of a person replaced by another. If the person has joined with both, the
// first becomes other, as if that entrant were forgotten.
func Merged(events []Event, from, to string, other match.Player) []Event {
	joins := func(id string) bool {
		return slices.ContainsFunc(events, func(e Event) bool {
			return e.Who != nil && e.Who.ID == id && (e.Kind == Joined || e.Kind == Replaced)
		})
	}
	if joins(from) && joins(to) {
		return Forget(events, from, other)
	}
	return renamed(events, from, match.Player{ID: to})
}

// renamed returns the events with a person replaced by another; if to has no name the old one stays.
func renamed(events []Event, from string, to match.Player) []Event {
	change, events := match.Replacer(from, to), slices.Clone(events)
	for i := range events {
		e := &events[i]
		e.By, e.Person = change(match.Player{ID: e.By}).ID, change(match.Player{ID: e.Person}).ID
		if e.Who != nil {
			who := change(*e.Who)
			e.Who = &who
		}
		if e.Setup != nil {
			setup := *e.Setup
			setup.Match.Arbiter = change(setup.Match.Arbiter)
			e.Setup = &setup
		}
		if at := slices.Index(e.Order, from); at >= 0 {
			e.Order = slices.Clone(e.Order)
			e.Order[at] = to.ID
		}
	}
	return events
}
