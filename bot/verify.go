package bot

import (
	"fmt"
	"slices"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// VerifyMatch tells everything that is wrong with a match as it is stored: events that do not follow from one another,
// or a head that does not say what they do.
func VerifyMatch(games []*engine.Game, head storage.Head, events []match.Event) (wrong []error) {
	defer func() {
		if p := recover(); p != nil { // no event that was ever stored does that
			wrong = append(wrong, fmt.Errorf("the events cannot be replayed: %v", p))
		}
	}()
	known := (&archive.Archive{Games: games}).Game
	m := &match.Match{ID: head.ID}
	for i, e := range events {
		var err error
		if m, err = m.Apply(e, known); err != nil {
			return []error{fmt.Errorf("event %d (%s): %w", i+1, e.Kind, err)}
		}
	}
	// The person who declined is known since; older heads have the handle only.
	want, last := archive.HeadOf(m, nil, match.Event{}), events[len(events)-1]
	last.Room = ""
	since := archive.HeadOf(m, nil, last)
	compare := func(what string, same bool, stored, real any) {
		if !same {
			wrong = append(wrong, fmt.Errorf("the head has the %s %v, the events make it %v", what, stored, real))
		}
	}
	compare("number of events", head.N == want.N, head.N, want.N)
	compare("status", head.Status == want.Status, head.Status, want.Status)
	compare("game", head.Game == want.Game, head.Game, want.Game)
	compare("players", slices.Equal(head.Players, want.Players) || slices.Equal(head.Players, since.Players), head.Players,
		want.Players)
	compare("beginning", head.Began.Equal(want.Began), head.Began, want.Began)
	compare("latest event", head.Latest.Equal(want.Latest), head.Latest, want.Latest)
	for _, p := range head.Places {
		if p.Delivered < 0 || p.Delivered > head.N {
			wrong = append(wrong, fmt.Errorf("%d events of %d were announced in room %s", p.Delivered, head.N, p.Room))
		}
		if chat.Room(p.Room).Service() == p.Room {
			wrong = append(wrong, fmt.Errorf("the room %q names no service", p.Room))
		}
	}
	return wrong
}

// Inspection looks through all that a bot has stored, and finds what it would not have written. Give it every match,
// rating and setting, in any order, then End.
type Inspection struct {
	Games []*engine.Game
	Wrong func(of string, err error) // told each problem, and what it is a problem of

	Left int // matches in which something is left of somebody who was forgotten

	recount change.Recount
	ratings []storage.Rating
}

// Match looks at one match.
func (i *Inspection) Match(head storage.Head, events []match.Event) {
	for _, err := range VerifyMatch(i.Games, head, events) {
		i.Wrong("match "+head.ID, err)
	}
	if _, left := match.Unnamed(events, view.IsGone); left {
		i.Left++
	}
	i.recount.Match(i.Games, head, events)
}

// Rating takes a rating, to be compared with the matches at the End.
func (i *Inspection) Rating(r storage.Rating) { i.ratings = append(i.ratings, r) }

// Setting looks at one setting. Those of the services are left out, which look after theirs themselves, and what an
// older version has left behind, which is no problem.
func (i *Inspection) Setting(key, value string) {
	if service, _, _ := strings.Cut(key, "/"); service == "telegram" || service == "discord" || kv.IsRetired(key) {
		return
	}
	if err := kv.Verify(key, value); err != nil {
		i.Wrong("setting "+key, err)
	}
}

// End looks at what can only be seen when all is known.
func (i *Inspection) End() {
	for _, err := range i.recount.Problems(i.ratings) {
		i.Wrong("ratings", err)
	}
}
