package change

import (
	"cmp"
	"errors"
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/notify"
	"tabuleiro/bot/request"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Decider brings about what people decide, and announces it.
type Decider struct {
	Matches  *Matches
	Notifier *notify.Notifier
	Computer Replier
}

// Replier has the computer do what it has to do in a match, for a person by the id, and waits a moment for that.
type Replier interface{ Reply(id, person string) }

// A decision is what a person's words come to in a match: an event, or an error that tells the person something. It may
// be asked again with another state of the match, and does nothing.
type decision func(*match.Match) (match.Event, error)

// Act brings the event of a decision to pass and announces it.
func (d Decider) Act(req *request.Request, id string, decide decision) error {
	if err := d.Decide(req, id, decide); err != nil {
		return err
	}
	d.Say(req, id)
	return nil
}

// Decided tells the adapter that the next event may be decided while the answer to this one is still to be said.
func Decided(req *request.Request) {
	if p := req.Event.Progress; p != nil {
		p.Decided()
	}
}

// Settled tells the adapter that the effect of the event is stored, so that a restart says the rest.
func Settled(req *request.Request) {
	if p := req.Event.Progress; p != nil {
		p.Settled()
	}
}

// Say announces what the author brought about, with what the computer does about it if that is quick.
func (d Decider) Say(req *request.Request, id string) {
	Settled(req)
	d.Computer.Reply(id, req.Author.ID)
	d.Notifier.Notify(req.Ctx, id, req.Origin())
}

// Decide brings the event of a decision to pass. The caller announces it.
func (d Decider) Decide(req *request.Request, id string, decide decision) error {
	_, err := d.Matches.Change(req.Ctx, id, req.Author.ID, func(s State) (State, error) {
		e, err := decide(s.Match)
		if old, wrong := Outdated(req, d.Matches.Archive, id, e.Kind); old || wrong != nil {
			return s, cmp.Or(wrong, request.ErrNothing)
		}
		if err != nil {
			return s, err
		}
		e.SentAt, e.By, e.IdempotencyKey = req.Event.Said, req.Author.ID, req.Event.ID
		told := e.Room != "" || archive.IsAt(s.Head, req.Event.Room)
		next, err := s.Then(e)
		var refusal *match.Refusal
		if errors.As(err, &refusal) {
			return s, request.Replace(req.Refusal(s.Match, refusal.Code))
		}
		// told here, too, from now on
		if err == nil && req.Event.Private && e.Kind != match.Planned && !told && view.Plays(s.Match, req.Author) {
			place := storage.Place{Room: string(req.Event.Room), For: req.Author.ID, Delivered: s.Match.N}
			next.Head.Places = append(slices.Clone(s.Head.Places), place)
		}
		return next, err
	})
	return err
}
