package change

import (
	"slices"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/engine/match"
)

// Outdated reports whether the author was unaware of an event of a match that bears on what would come of the event
// heard.
func Outdated(req *request.Request, a *archive.Archive, id string, kind match.Kind) (bool, error) {
	if req.Event.Reread.IsZero() {
		return false, nil
	}
	events, err := a.Events(req.Ctx, id)
	if err != nil {
		return false, err
	}
	var last request.Moment // of what was said in the author's service
	for _, e := range events {
		if e.IdempotencyKey == beforehand(req.Event.ID) {
			continue
		}
		is := request.Moment{At: e.At, Said: e.SentAt, Service: people.Service(e.IdempotencyKey), Cause: e.IdempotencyKey}
		unaware := req.Unaware(is)
		switch {
		case is.Service == req.Event.Room.Service() && !is.Said.IsZero():
			last = is
		case e.Kind == match.Moved && e.IdempotencyKey == "" && !computer.Is(e.By):
			continue // it had to follow
		case !last.Said.IsZero(): // as long after the last text as by the clock here, or later
			is.Service, is.Said = last.Service, last.Said.Add(is.At.Sub(last.At)).Truncate(time.Second)
			unaware = unaware || req.Unaware(is)
		}
		if unaware && bears(e.Kind, kind) {
			return true, nil
		}
	}
	return false, nil
}

// Beforehand is a request by which something comes about before what its event is about. If the program falls in
// between, the event is heard again as if for the first time, and what it brought about itself is not held against it.
func Beforehand(req *request.Request) *request.Request {
	return req.With(func(r *request.Request) { r.Event.ID = beforehand(r.Event.ID) })
}

func beforehand(cause string) string { return cause + "-before" }

// bears reports whether an event of one kind changes what an author has meant by one of another kind, "" if that is not
// known.
func bears(then, said match.Kind) bool {
	switch said {
	case match.Gave, match.Away, match.Reminds, match.Salted: // they are about people, clocks and dice
		return false
	case match.Moved: // no offer stands in its way
		return slices.Contains(beginnings, then)
	}
	return then == match.Offered || then == match.Refused || then == match.Retracted || slices.Contains(beginnings, then)
}

// beginnings are the kinds of events after which there is another position.
var beginnings = []match.Kind{match.Challenged, match.Accepted, match.Rolled, match.Moved, match.Agreed}
