package bot

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// claim takes the win in a match in which the other player's time is over.
func (p players) claim(t *talk, text string) (reply, error) {
	return p.timed(t, text, "claim", func(m *match.Match, rest string) (match.Event, error) {
		return match.Event{Kind: match.Claimed}, t.nothingElse(m, "claim", rest)
	})
}

// usualGift is how much time is given without a word about it.
const usualGift = 3 * 24 * time.Hour

// give gives the other player more time.
func (p players) give(t *talk, text string) (reply, error) {
	return p.timed(t, text, "give", func(m *match.Match, rest string) (match.Event, error) {
		span, err := t.span(rest, usualGift)
		return match.Event{Kind: match.Gave, Span: match.Span(span)}, err
	})
}

// usualPause is how long a pause is without a word about it.
const usualPause = 7 * 24 * time.Hour

// pause proposes that no time runs for a while; if the other player has proposed one it agrees.
func (p players) pause(t *talk, text string) (reply, error) {
	return p.timed(t, text, "pause", func(m *match.Match, rest string) (match.Event, error) {
		if m.Pending.Offer == match.Pause && m.Pending.By == m.Side(t.me.ID).Other() && rest == "" {
			return match.Event{Kind: match.Agreed, Offer: match.Pause}, nil
		}
		span, err := t.span(rest, usualPause)
		return match.Event{Kind: match.Offered, Offer: match.Pause, Until: p.now().Add(span)}, err
	})
}

// span reads a time that was typed.
func (t *talk) span(text string, usual time.Duration) (time.Duration, error) {
	if text = strings.TrimSpace(text); text == "" {
		return usual, nil
	}
	span, err := match.ParseSpan(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		return 0, t.note("no-span", speech.Text("Word", speech.Clean(text, tell.LongestName)))
	}
	return time.Duration(span), nil
}

// timed does something about the time of a match: the one that is named or answered, else the only one with a limit.
func (p players) timed(t *talk, text, command string, decide func(m *match.Match, rest string) (match.Event, error)) (reply, error) {
	m, rest, err := p.findWhere(t, text, command, []match.Kind{match.Gave}, nil, func(m *match.Match) bool {
		return m.Status == match.Playing && m.Side(t.me.ID) != engine.Nobody && m.Setup.Time != match.Control{}
	})
	if err != nil {
		return nil, err
	}
	return nil, p.act(t, m.ID, func(m *match.Match) (match.Event, error) { return decide(m, rest) })
}

// usualReminder is how long before the end of the time a reminder comes without a word about it.
const usualReminder = 2 * time.Hour

// remind asks for a reminder of the author's own: "/remind 2h" before the time for each decision is over, "/remind in 2h" for
// the decision of now, "/remind 0" for none.
func (p players) remind(t *talk, text string) (reply, error) {
	m, rest, err := p.findWhere(t, text, "remind", []match.Kind{match.Reminds}, nil, func(m *match.Match) bool {
		return m.Status == match.Playing && m.Side(t.me.ID) != engine.Nobody
	})
	if err != nil {
		return nil, err
	}
	once, rest := t.without("in", rest)
	span, err := t.span(rest, usualReminder)
	if err != nil {
		return nil, err
	}
	head, err := p.archive.Head(t.ctx, m.ID)
	if err != nil {
		return nil, err
	}
	return nil, p.act(t, m.ID, func(m *match.Match) (match.Event, error) {
		if once {
			at := p.now().Add(span)
			if span > 0 && !m.Setup.Time.Sudden() {
				at = morning(t.ctx, p.archive, t.Languages, m, head, at) // nobody is called at night, and what is said is so
			}
			return match.Event{Kind: match.Reminds, Until: at}, nil
		}
		return match.Event{Kind: match.Reminds, Span: match.Span(span)}, nil
	})
}

// away stops the clocks of a person in all matches for a while: "/away 7d"; "/away 0" is back. In a year there are no more
// than match.MostAway.
func (p players) away(t *talk, text string) (reply, error) {
	span, err := t.span(text, usualPause)
	if err != nil {
		return nil, err
	}
	found, err := p.archive.Search(t.ctx, storage.Query{Player: t.me.ID, Live: true})
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(m *match.Match) bool {
		return m.Status != match.Playing || m.Setup.Time == match.Control{}
	})
	if len(found) == 0 {
		return nil, t.note("no-clocks")
	}
	found = slices.DeleteFunc(found, func(m *match.Match) bool { return m.Setup.Time.Sudden() })
	if len(found) == 0 { // in those nobody stops the own clock alone
		return nil, t.note("away-sudden", t.typed("Pause", "pause"))
	}
	defer p.archive.Away.Enter(t.me.ID)()
	before, err := p.archive.Absences(t.ctx, t.me.ID)
	if err != nil {
		return nil, err
	}
	now := p.now()
	until := now.Add(span)
	if span == 0 && !before.Now(now) {
		return nil, t.note("away-not")
	}
	after, ok := before.Leave(now, until)
	if !ok && span > 0 {
		return nil, t.note("away-too-long")
	}
	if err := p.archive.SetAbsences(t.ctx, t.me.ID, after); err != nil {
		return nil, err
	}
	told := 0
	var no error // of one in which no clock stops
	for _, m := range found {
		err := p.act(t, m.ID, func(*match.Match) (match.Event, error) {
			return match.Event{Kind: match.Away, Until: until}, nil
		})
		if err == nil {
			told++
		}
		no = cmp.Or(no, err)
	}
	if told == 0 { // no clock has stopped
		if err := p.archive.SetAbsences(t.ctx, t.me.ID, before); err != nil {
			return nil, err
		}
	}
	return nil, no
}
