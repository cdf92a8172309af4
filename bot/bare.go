package bot

import (
	"slices"
	"strings"
	"unicode"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// bare takes a yes or no that is all that was said for the answer to an offer that waits for the author: the one whose message
// it answers, which may be a challenge to the author, or the only one here.
func (p players) bare(t *talk) (reply, bool, error) {
	yes := t.Languages.Book.Means("yes", t.event.Text)
	if !yes && !t.Languages.Book.Means("no", t.event.Text) {
		return nil, false, nil
	}
	mine, err := p.mine(t)
	if err != nil {
		return nil, false, err
	}
	quoted := t.quoted()
	if m, err := p.byID(t, quoted, ""); err == nil && !m.Opponent.Anyone() && can(m, t.me, match.Accepted) {
		answer, err := p.answer(t, m, yes)
		return answer, true, err
	}
	asked := slices.DeleteFunc(mine, func(m *match.Match) bool {
		return quoted != "" && m.ID != quoted || m.Status != match.Playing || !can(m, t.me, match.Agreed)
	})
	if len(asked) != 1 {
		return nil, false, nil
	}
	answer, err := p.answer(t, asked[0], yes)
	return answer, true, err
}

// answer says yes or no to what waits for the author in a match.
func (p players) answer(t *talk, m *match.Match, yes bool) (reply, error) {
	if yes {
		return p.respond(t, "accept", "#"+m.ID, match.Accepted, match.Agreed)
	}
	return p.respond(t, "decline", "#"+m.ID, match.Declined, match.Refused)
}

// answerBehind is what may follow a command that answers: the side of whoever accepts, and the yes of whoever was asked. Other words
// are refused.
func (t *talk) answerBehind(m *match.Match, command, text string) (rest string, err error) {
	switch command {
	case "accept":
		side, chosen := t.Asking().Side(text, m.Game)
		switch {
		case chosen && (m.Status != match.Open || m.Setup.Theirs || side == m.Setup.Side.Other()):
			return text, nil
		case chosen && can(m, t.me, match.Accepted):
			return "", instead(t.waiting(m, t.Voice.Say("accept-colour")))
		}
	case "cancel":
		if t.forHouse(text) {
			return text, nil
		}
		if text, err = t.asked(command, text); err != nil || t.Languages.Book.Means("yes", text) {
			return text, err
		}
	}
	return "", t.nothingElse(m, command, text)
}

// decideAnswer is what the answer to a challenge or to an offer comes to.
func (t *talk) decideAnswer(m *match.Match, kinds []match.Kind) match.Event {
	e := match.Event{Kind: kinds[len(kinds)-1], Who: &t.me}
	if m.Status == match.Open || m.Status == match.Void {
		e.Kind = kinds[0]
	}
	switch {
	case e.Kind == match.Declined && m.Challenger.ID == t.me.ID:
		e.Kind = match.Withdrawn
	case e.Kind == match.Agreed, e.Kind == match.Refused:
		e.Offer, e.Who = m.Pending.Offer, nil
	}
	return e
}

// answersGame tells whether a command is a move of the author: accept may take a double.
func (t *talk) answersGame(m *match.Match, command string) bool {
	if _, ok := m.Line.Position().(engine.Roller); !ok || m.Pending != (match.Pending{}) || !can(m, t.me, match.Moved) {
		return false
	}
	_, err := t.read(m, command)
	return err == nil
}

// lost answers what was said to the bot and is no move in any match of the author here: with the challenge that waits for the
// author, if there is one, else with how to begin a match.
func (f finder) lost(t *talk) error {
	here, err := f.live(t)
	if err != nil {
		return err
	}
	for _, m := range here {
		if !m.Opponent.Anyone() && can(m, t.me, match.Accepted) {
			why := t.Voice.Say("not-understood")
			if t.shaped(m, t.event.Text) {
				why = t.to(m).Refusal(m, match.NotStarted).Text
			}
			return instead(t.waiting(m, why))
		}
	}
	if slices.ContainsFunc(here, func(m *match.Match) bool { return t.shaped(m, t.event.Text) }) {
		return t.note("no-match")
	}
	return t.note("lost", t.typed("Play", "play"), t.typed("Help", "help"))
}

// waiting shows the author a challenge that is not answered yet, and says why.
func (t *talk) waiting(m *match.Match, why []chat.Span) chat.Message {
	waiting := t.to(m).Present(m)
	waiting.Text = append(append(why, chat.Span{Text: "\n"}), waiting.Text...)
	waiting.Private, waiting.Turn = true, chat.User{}
	return waiting
}

// talksOn answers what somebody says to the bot for kindness' sake: thanks, or a sign that it was heard, which needs no answer where
// lines are not all answered.
func (t *talk) talksOn() (reply, bool) {
	means := t.Languages.Book.Means
	words := strings.FieldsFunc(t.event.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	answers := func(w string) bool { return means("yes", w) || means("no", w) }
	switch {
	case !t.direct() || strings.Contains(t.event.Text, "?") || slices.ContainsFunc(words, answers):
		return nil, false
	case len(words) <= longestThanks && slices.ContainsFunc(words, func(w string) bool { return means("thanks", w) }):
		return reply{t.privately("welcome")}, true
	}
	return nil, !t.Caps.Together && !slices.ContainsFunc(words, func(w string) bool { return !means("small-talk", w) })
}

// longestThanks is how many words thanks have: of more, something else may be wanted.
const longestThanks = 4
