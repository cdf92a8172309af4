package bot

import (
	"slices"

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
