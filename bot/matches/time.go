package matches

import (
	"cmp"
	"slices"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Claim takes the win in a match in which the other player's time is over.
func (p Players) Claim(req *request.Request, text string) (*request.Result, error) {
	return p.timed(req, text, "claim", func(m *match.Match, rest string) (match.Event, error) {
		return match.Event{Kind: match.Claimed}, req.NothingElse(m, "claim", rest)
	})
}

// usualGift is how much time is given without a word about it.
const usualGift = 3 * 24 * time.Hour

// Give gives the other player more time.
func (p Players) Give(req *request.Request, text string) (*request.Result, error) {
	return p.timed(req, text, "give", func(_ *match.Match, rest string) (match.Event, error) {
		span, err := span(req, rest, usualGift)
		return match.Event{Kind: match.Gave, Span: match.Span(span)}, err
	})
}

// usualPause is how long a pause is without a word about it.
const usualPause = 7 * 24 * time.Hour

// Pause proposes that no time runs for a while, or by "/pause 0" that it runs again; if the other player has proposed
// that it agrees.
func (p Players) Pause(req *request.Request, text string) (*request.Result, error) {
	return p.timed(req, text, "pause", func(m *match.Match, rest string) (match.Event, error) {
		if req.Guide.Languages.Book.Means("returned", rest) {
			rest = "0"
		}
		span, err := p.lasting(req, rest, "pause")
		offer := match.Event{Kind: match.Offered, Offer: match.Pause}
		if span > 0 {
			offer.Until = p.Now().Add(span)
		}
		same := rest == "" || span == 0 && m.Pending.Until.IsZero()
		if m.Pending.Offer == match.Pause && m.Pending.By == m.Side(req.Author.ID).Other() && same && err == nil {
			return match.Event{Kind: match.Agreed, Offer: match.Pause}, nil
		}
		return offer, err
	})
}

// timed does something about the time of a match: the one that is named or answered, else the only one with a limit.
func (p Players) timed(req *request.Request, text, command string,
	decide func(m *match.Match, rest string) (match.Event, error)) (*request.Result, error) {
	m, rest, err := p.Find.FindWhere(req, text, command, []match.Kind{match.Gave}, func(m *match.Match) bool {
		return m.Status == match.Playing && m.Side(req.Author.ID) != engine.Nobody && m.Setup.Time != match.Control{}
	})
	if err != nil {
		return nil, err
	}
	return nil, p.Change.Act(req, m.ID, func(m *match.Match) (match.Event, error) { return decide(m, rest) })
}

// usualReminder is how long before the end of the time a reminder comes without a word about it.
const usualReminder = 2 * time.Hour

// Remind asks for a reminder of the author's own: "/remind 2h" before the time for each decision is over, "/remind in
// 2h" or "/remind at 20:30" for the decision of now, "/remind 0" for none. An hour that is named is that of the
// author's zone; a reminder at a moment comes at night, too. Of several matches words that name none mean the last one,
// and it is said which that is. The other player is told nothing of it.
func (p Players) Remind(req *request.Request, text string) (*request.Result, error) {
	fits := func(m *match.Match) bool { return m.Status == match.Playing && m.Side(req.Author.ID) != engine.Nobody }
	last := lastOf(p, req, text, fits)
	m, rest, err := p.Find.FindWhere(req, text, "remind", []match.Kind{match.Reminds}, func(m *match.Match) bool {
		return fits(m) && (last == nil || m.ID == last.ID)
	})
	if err != nil {
		return nil, err
	}
	now := p.Local(req)
	if EveryDay(rest) {
		return nil, req.Note("no-daily", req.Typed("Command", "remind"))
	}
	if rest == asks {
		set := m.Reminder(req.Author.ID, p.Now())
		set.At, set.Until = p.Now(), set.Until.In(now.Location())
		return request.Say(req.For(m).Reminds(m, set)), nil
	}
	wish, err := p.reminder(req, rest, now)
	if err != nil {
		return nil, err
	}
	before := m.Reminder(req.Author.ID, wish.At)
	before.Until = before.Until.In(now.Location())
	if err := p.Change.Decide(req, m.ID, func(*match.Match) (match.Event, error) { return wish, nil }); err != nil {
		return nil, err
	}
	p.Change.Say(req, m.ID)
	answer := req.For(m).Reminded(m, wish, before)
	if last != nil && last.ID == m.ID {
		lines := req.For(m)
		answer.Text = append(append(answer.Text, chat.Span{Text: " "}),
			req.Guide.Voice.Say("reminds-which", speech.Text("Match", chat.Plain(lines.Title(m))))...)
	}
	return request.Say(answer), nil
}

// reminder reads when a reminder is wanted.
func (p Players) reminder(req *request.Request, text string, now time.Time) (match.Event, error) {
	wish := match.Event{Kind: match.Reminds, At: p.Now()}
	if book := req.Guide.Languages.Book; book.Command(text) == "cancel" || book.Means("returned", text) {
		return wish, nil
	}
	if hour, named := HourIn(text); named {
		wish.Until = hour.After(now)
		return wish, nil
	}
	once, text := req.Without("in", text)
	span, err := span(req, text, usualReminder)
	if once {
		wish.Until = now.Add(span)
	} else {
		wish.Span = match.Span(span)
	}
	return wish, err
}

// lastOf is, of several matches here that are meant by words which name none, the one in which something has happened
// last, of those that wait for the author if any does; nil where it is not so.
func lastOf(p Players, req *request.Request, text string, fits func(*match.Match) bool) *match.Match {
	mine, err := p.Find.Mine(req)
	mine = request.Filter(mine, fits)
	if id, _ := request.Named(text); err != nil || !req.Meant || len(mine) < 2 || id != "" || req.Board != "" {
		return nil
	}
	waiting := request.Filter(mine, func(m *match.Match) bool { return tell.Awaited(m).ID == req.Author.ID })
	if len(waiting) > 0 {
		mine = waiting
	}
	return slices.MaxFunc(mine, func(a, b *match.Match) int { return a.Latest.Compare(b.Latest) })
}

// asks is what stands behind a command for the answer how things are.
const asks = "?"

// awayFromNow asks the one who means to be away from a later day on whether to be so from now: an absence begins at
// once.
func awayFromNow(req *request.Request, end string) *request.Result {
	until := req.Guide.Voice.Text("away-until", speech.Text("Day", speech.Clean(end, tell.LongestName)))
	says := req.Guide.Voice.Typed("away") + " " + until
	m := req.Privately("away-from", speech.Text("Until", until))
	m.Buttons = [][]chat.Button{{{Label: says, Says: says}}}
	return request.Ask(m, &request.Question{Text: chat.Plain(m.Text), Yes: says, Brief: true})
}

// Away stops the clocks of a person in all matches for a while: "/away 7d"; "/away 0" and "/away off" are back. In a
// year there are no more than match.MostAway.
func (p Players) Away(req *request.Request, text string) (*request.Result, error) {
	switch _, end, later := Period(text, p.Local(req)); {
	case later && end != "":
		return awayFromNow(req, end), nil
	case later:
		return nil, req.Note("away-later", req.Typed("Command", "away"))
	case end != "":
		text = "until " + end
	}
	if req.Guide.Languages.Book.Means("returned", text) {
		text = "0"
	}
	span, err := p.lasting(req, text, "away")
	if err != nil {
		return nil, err
	}
	clocked, err := p.clocked(req)
	if err != nil {
		return nil, err
	}
	defer p.Archive.Away.Enter(req.Author.ID)()
	before, err := p.Archive.Absences(req.Ctx, req.Author.ID)
	if err != nil {
		return nil, err
	}
	now := p.Now()
	until := now.Add(span)
	after, ok := before.Leave(now, until)
	switch {
	case span == 0 && !before.Now(now):
		return nil, req.Note("away-not")
	case !ok && span > 0:
		return nil, req.Note("away-too-long")
	}
	if err := p.Archive.SetAbsences(req.Ctx, req.Author.ID, after); err != nil {
		return nil, err
	}
	stopped, err := p.leaveClocks(req, clocked, until)
	if !stopped {
		err = cmp.Or(p.Archive.SetAbsences(req.Ctx, req.Author.ID, before), err)
	}
	return nil, err
}

// clocked are the matches of the author in which the own clock can be stopped; the error says why there are none.
func (p Players) clocked(req *request.Request) ([]*match.Match, error) {
	found, err := p.Archive.Search(req.Ctx, storage.Query{Player: req.Author.ID, Live: true})
	if err != nil {
		return nil, err
	}
	timed := request.Filter(found, func(m *match.Match) bool {
		return m.Status == match.Playing && m.Setup.Time != match.Control{}
	})
	if len(timed) == 0 {
		return nil, req.Note("no-clocks")
	}
	clocked := request.Filter(timed, func(m *match.Match) bool { return !m.Setup.Time.Sudden() })
	if len(clocked) == 0 { // in those nobody stops the own clock alone
		return nil, req.Note("away-sudden", req.Typed("Pause", "pause"))
	}
	return clocked, nil
}

// leaveClocks stops the author's clocks, and reports whether any has stopped; the error is that of one that has not.
func (p Players) leaveClocks(req *request.Request, clocked []*match.Match, until time.Time) (stopped bool, no error) {
	for _, m := range clocked {
		err := p.Change.Act(req, m.ID, func(*match.Match) (match.Event, error) {
			return match.Event{Kind: match.Away, Until: until}, nil
		})
		stopped = stopped || err == nil
		no = cmp.Or(no, err)
	}
	return stopped, no
}
