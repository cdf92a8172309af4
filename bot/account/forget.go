package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Eraser forgets people who want that.
type Eraser struct {
	archive  *archive.Archive
	change   change.Decider
	speaker  *speak.Speaker
	registry *people.Registry
	blocks   *people.Blocklists
	quotas   *people.Quotas
	draws    change.Draws
	served   bool // the store is a server's, whose files are not ours, and is long in clearing them
	others   []Forgetter

	wiping  chan struct{} // the store may hold traces of what was deleted
	erasing sync.Mutex    // held while the mark of that changes
	traces  int           // how often something was deleted that may leave them
}

// NewEraser forgets people, and what others have of them.
func NewEraser(d change.Decider, r *people.Registry, b *people.Blocklists, o *people.Quotas, l change.Draws,
	served bool, others ...Forgetter) *Eraser {
	return &Eraser{archive: d.Matches.Archive, change: d, speaker: d.Speaker, registry: r, blocks: b, quotas: o, draws: l,
		served: served, others: others, wiping: make(chan struct{}, 1)}
}

// Forgetting is a note of somebody who is to be forgotten. It is the first thing stored and the last but one thing
// deleted, so that a restart goes on from it.
type Forgetting struct {
	Who   match.Player `json:"who"`
	At    string       `json:"at,omitempty"`    // the service of the handle; "": that of the id
	Rooms []string     `json:"rooms,omitempty"` // where nobody else was
}

// The notes, by a mark of the person, and what stands while the store may still hold traces of what was deleted.
var (
	forgettings = notebook.New[Forgetting](notebook.Kind{
		Name: "forgetting/", Of: notebook.Own, Bound: "while somebody is being forgotten", Forgotten: "Eraser.forgetPerson",
	})
	erasing = notebook.New[notebook.Mark](notebook.Kind{Name: "erasing", Of: notebook.Bot, Bound: "one note"})
)

// Forget explains what it is to be forgotten, or does it: "/forget", "/forget yes". A button tells whose it is, since
// others may see it.
func (f *Eraser) Forget(req *request.Request, text string) (*request.Result, error) {
	word, whose, _ := strings.Cut(text, " ")
	switch {
	case req.Guide.Languages.Book.Means("no", text):
		return nil, req.Note("forget-not")
	case text != "" && (!req.Guide.Languages.Book.Means("yes", word) || whose != "" && !strings.Contains(whose, ":")):
		return nil, req.Extra(text, req.Guide.Voice.Typed("forget"))
	case !req.Guide.Languages.Book.Means("yes", word):
		says := req.Guide.Voice.Typed("forget") + " " + req.Guide.Voice.Typed("yes")
		yours, err := f.yours(req)
		if err != nil {
			return nil, err
		}
		explained := append(yours, req.Guide.Voice.Say("forget-explain", req.UnlessButton("Command", says))...)
		asked := &request.Question{Text: chat.Plain(explained), Yes: says + " " + req.Author.ID,
			No: req.Guide.Voice.Typed("forget") + " " + req.Guide.Voice.Typed("no")}
		return request.Ask(chat.Message{
			Text: explained,
			Buttons: [][]chat.Button{{{Label: req.Guide.Voice.Text("button.forget"), Says: asked.Yes, Tone: chat.Grave},
				{Label: req.Guide.Voice.Text("button.forget-no"), Says: asked.No}}},
			Private: true,
			Told:    true,
		}, asked), nil
	case whose != "" && whose != req.Author.ID:
		return nil, req.Note("forget-other", req.Typed("Forget", "forget"))
	}
	noted, err := f.note(req)
	if err == nil {
		err = f.forgetPerson(req.Ctx, noted, req.Guide)
	}
	if err != nil {
		return nil, fmt.Errorf("forget somebody: %w", err)
	}
	change.Settled(req) // so that what was said does not stand with what is still to be dealt with
	f.quotas.Services.Forget(req.Ctx, req.Event.Room)
	if f.served {
		f.wipe()
	} else if err := f.erase(req.Ctx); err != nil {
		f.wipe()
		return nil, fmt.Errorf("forget somebody: %w", err)
	}
	return request.Say(req.Privately("forget-done")), nil
}

// yours tells the author how much there is to be forgotten, and how to keep a copy; nothing if there is none.
func (f *Eraser) yours(req *request.Request) ([]chat.Span, error) {
	heads, err := f.archive.Find(req.Ctx, storage.Query{Player: req.Author.ID})
	if err != nil || len(heads) == 0 {
		return nil, err
	}
	live := 0
	var dear []string // of which more stakes may be lost than one
	for _, h := range heads {
		if h.Status.Ended() {
			continue
		}
		live++
		m, _, err := f.archive.Load(req.Ctx, h.ID)
		if err != nil {
			return nil, err
		}
		if e, ends := parting(m, req.Author); ends && e.Kind == match.Resigned && e.Times > 1 {
			dear = append(dear, "#"+m.ID)
		}
	}
	text := append(req.Guide.Voice.Say("forget-yours", speech.Text("Live", strconv.Itoa(live)),
		speech.Text("Ended", strconv.Itoa(len(heads)-live)),
		req.Typed("MyData", "mydata")), chat.Span{Text: "\n"})
	if len(dear) > 0 {
		text = append(append(text, req.Guide.Voice.Say("forget-stakes", speech.Text("IDs", strings.Join(dear, ", ")),
			req.Typed("Resign", "resign"))...),
			chat.Span{Text: "\n"})
	}
	return text, nil
}

// noteOf is the name of the note of somebody.
func noteOf(id string) string { return people.MarkOf(forgettings.Name, id) }

// note stores that the author is to be forgotten.
func (f *Eraser) note(req *request.Request) (Forgetting, error) {
	noted := Forgetting{Who: req.Author, At: req.Event.Room.Service()}
	if req.Event.Private {
		noted.Rooms = []string{string(req.Event.Room)}
	}
	heads, err := f.archive.Find(req.Ctx, storage.Query{Player: req.Author.ID})
	if err != nil {
		return noted, err
	}
	for _, h := range heads {
		for _, p := range h.Places {
			if p.For == req.Author.ID && !slices.Contains(noted.Rooms, p.Room) {
				noted.Rooms = append(noted.Rooms, p.Room)
			}
		}
	}
	return noted, forgettings.Put(req.Ctx, f.archive, noteOf(req.Author.ID), noted)
}

// Finish goes on with what was begun before a restart. The guide puts into words what has to be.
func (f *Eraser) Finish(ctx context.Context, words guide.Guide) error {
	err := forgettings.Each(ctx, f.archive, "", func(name string) error {
		noted, there, err := forgettings.Get(ctx, f.archive, name)
		if err != nil || !there {
			return err
		}
		return f.forgetPerson(ctx, noted, words)
	})
	if err != nil {
		return err
	}
	_, left, err := erasing.Get(ctx, f.archive, "")
	if left {
		f.wipe()
	}
	return err
}

// forgetPerson ends the matches of somebody by ordinary events, puts somebody without a name in the person's place in
// all of them, deletes all else that is of the person, and then the note. It may be done again at any point.
func (f *Eraser) forgetPerson(ctx context.Context, noted Forgetting, words guide.Guide) error {
	req := &request.Request{Ctx: ctx, Author: noted.Who, Guide: words}
	defer f.quotas.StartLeaving(noted.Who.ID)()
	noted.At = cmp.Or(noted.At, people.Service(noted.Who.ID))
	heads, err := f.matchesOf(ctx, noted, true)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if err := f.leave(req, h.ID); err != nil {
			return fmt.Errorf("leave match %s: %w", h.ID, err)
		}
	}
	if heads, err = f.matchesOf(ctx, noted, false); err != nil {
		return err
	}
	judged, err := f.archive.Arbitrated(ctx, noted.Who)
	if err != nil {
		return err
	}
	heads = append(heads, judged...)
	for _, h := range heads {
		if err := f.rename(ctx, h.ID, noted); err != nil {
			return fmt.Errorf("rename in match %s: %w", h.ID, err)
		}
	}
	if err := notebook.Forget(ctx, f.archive, notebook.Person, noted.Who.ID); err != nil {
		return err
	}
	for _, room := range noted.Rooms {
		if err := f.archive.ForgetChoices(ctx, archive.OfRoom(chat.Room(room))); err != nil {
			return err
		}
	}
	if err := f.archive.ForgetArbiter(ctx, noted.Who); err != nil {
		return err
	}
	if err := f.blocks.Forget(ctx, noted.Who, noted.At); err != nil {
		return err
	}
	if err := f.archive.SetRatings(ctx, noted.Who.ID, nil); err != nil {
		return err
	}
	if err := f.separate(ctx, noted.Who.ID); err != nil {
		return err
	}
	for _, other := range f.others {
		if err := other.Forget(ctx, noted.Who.ID); err != nil {
			return err
		}
	}
	f.archive.Drop(noted.Who)
	// Its id may be the number of a private room, too.
	f.speaker.Forget(append(slices.Clone(noted.Rooms), noted.Who.ID))
	if err := f.markErasing(ctx); err != nil {
		return err
	}
	return forgettings.Delete(ctx, f.archive, noteOf(noted.Who.ID))
}

// separate makes the accounts of somebody accounts of nobody known.
func (f *Eraser) separate(ctx context.Context, id string) error {
	p, err := f.registry.Person(ctx, id)
	if err != nil {
		return err
	}
	for _, account := range people.Accounts(p) {
		if err := notebook.Forget(ctx, f.archive, notebook.Person, account); err != nil {
			return err
		}
	}
	if p.ID != id || len(p.Identities) == 0 {
		return nil
	}
	return f.registry.Has(ctx, id)
}

// matchesOf are the heads of all matches of somebody, also of those where only the handle is known.
func (f *Eraser) matchesOf(ctx context.Context, noted Forgetting, live bool) ([]storage.Head, error) {
	heads, err := f.archive.Find(ctx, storage.Query{Player: noted.Who.ID, Live: live})
	if err != nil || noted.Who.Handle == "" {
		return heads, err
	}
	more, err := f.archive.Find(ctx, storage.Query{Player: archive.AtHandle(noted.Who), Live: live})
	// whose handle that is there is not known
	others := func(h storage.Head) bool { return archive.BegunAt(h) != noted.At }
	return append(heads, slices.DeleteFunc(more, others)...), err
}

// leave ends a match for a player, as far as one player can.
func (f *Eraser) leave(req *request.Request, id string) error {
	for {
		err := f.change.Act(req, id, func(m *match.Match) (match.Event, error) {
			e, ok := parting(m, req.Author)
			if !ok {
				return e, request.ErrNothing
			}
			return e, nil
		})
		if errors.Is(err, request.ErrNothing) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// parting is the next thing that a player does to leave a match; false if there is nothing more. Games that follow one
// another without end are left by giving up the one under way and proposing to stop.
func parting(m *match.Match, p match.Player) (match.Event, bool) {
	may := m.May(p)
	switch {
	case slices.Contains(may, match.Withdrawn):
		return match.Event{Kind: match.Withdrawn}, true
	case slices.Contains(may, match.Declined):
		return match.Event{Kind: match.Declined, Who: &p}, true
	case slices.Contains(may, match.Agreed) && m.Pending.Offer == match.Stop:
		return match.Event{Kind: match.Agreed, Offer: match.Stop}, true
	case !slices.Contains(may, match.Resigned):
		return match.Event{}, false
	}
	if engine.StandingOf(m.Line.Position()).Endless && !underWay(m) {
		switch {
		case m.Pending.Offer == match.Stop:
			return match.Event{}, false
		case m.Pending == (match.Pending{}):
			return match.Event{Kind: match.Offered, Offer: match.Stop}, true
		}
	}
	e := match.Event{Kind: match.Resigned}
	if list := m.Resignations(m.Side(p.ID)); len(list) > 0 {
		e.Times = list[len(list)-1]
	}
	return e, true
}

// underWay reports whether in the latest game of a match somebody has moved.
func underWay(m *match.Match) bool {
	n := m.Line.Len()
	for n > 0 && m.Line.At(n-1).Turn() == engine.Chance {
		n--
	}
	return n > 0 && !engine.StandingOf(m.Line.At(n)).Ended.Decided()
}

// rename puts somebody without a name in a person's place in a match.
func (f *Eraser) rename(ctx context.Context, id string, noted Forgetting) error {
	code, err := f.draws.ID(10)
	if err != nil {
		return err
	}
	to := match.Player{ID: people.GonePrefix + code, Name: people.GoneName}
	return f.change.Matches.Rewrite(ctx, id, func(head storage.Head, events []match.Event) (storage.Head, []match.Event,
		bool) {
		renamed := match.Renamed(events, noted.Who, to)
		for i, p := range head.Players {
			if p == noted.Who.ID || p == archive.AtHandle(noted.Who) && renamed[0].Setup.Opponent == to {
				head.Players[i] = to.ID
			}
		}
		if head.Winner == noted.Who.ID {
			head.Winner = to.ID
		}
		head.Places = slices.DeleteFunc(head.Places, func(p storage.Place) bool {
			return p.For == noted.Who.ID || slices.Contains(noted.Rooms, p.Room)
		})
		return head, renamed, slices.Contains(head.Players, to.ID) || renamed[0].Setup != nil &&
			renamed[0].Setup.Arbiter.ID == to.ID
	})
}
