package bot

import (
	"slices"

	"tabuleiro/engine/match"
)

// bare takes a yes or no that is all that was said for the answer to an offer that waits for the author: the one whose message
// it answers, or the only one here.
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
	asked := slices.DeleteFunc(mine, func(m *match.Match) bool {
		return quoted != "" && m.ID != quoted || m.Status != match.Playing || !can(m, t.me, match.Agreed)
	})
	if len(asked) != 1 {
		return nil, false, nil
	}
	command, kinds := "accept", []match.Kind{match.Accepted, match.Agreed}
	if !yes {
		command, kinds = "decline", []match.Kind{match.Declined, match.Refused}
	}
	answer, err := p.respond(t, command, "#"+asked[0].ID, kinds...)
	return answer, true, err
}
