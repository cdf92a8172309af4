package bot

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// errAnswered is an error for which the person has had an answer already.
var errAnswered = errors.New("answered")

// idForm is how a match is named in a text: #k7q2.
var idForm = regexp.MustCompile(`(?:^|\s)#([a-z0-9]{4,8})\b`)

// named takes the id of a match out of a command's text. Without the # it must stand alone.
func (t *talk) named(text string) (id, rest string) {
	if at := idForm.FindStringSubmatchIndex(strings.ToLower(text)); at != nil {
		return strings.ToLower(text[at[2]:at[3]]), strings.TrimSpace(text[:at[0]] + " " + text[at[1]:])
	}
	return "", strings.TrimSpace(text)
}

// quoted is the id of the match whose board was answered, "" if none was. It ends the first line of what the bot says; a
// name before it may look like one too.
func (t *talk) quoted() string {
	first, _, _ := strings.Cut(t.event.Quoted, "\n")
	all := idForm.FindAllStringSubmatch(first, -1)
	if all == nil {
		return ""
	}
	return all[len(all)-1][1]
}

// find is the match that a text is about, of those in which its author may do one of the kinds: the one named in the
// text, the one whose board was answered, the only one there is; else the author is asked. says is what the author's
// answer begins with. It returns the text without the name. The error is errAnswered after the author got an answer.
func (t *talk) find(text, says string, kinds ...match.Kind) (*match.Match, string, error) {
	return t.findWhere(text, says, kinds, func(m *match.Match) bool { return can(m, t.me, kinds) })
}

// findBegun is find for matches in which there is something to look at.
func (t *talk) findBegun(text, says string) (*match.Match, string, error) {
	m, rest, err := t.find(text, says)
	if err == nil && m.First.ID == "" {
		t.note("not-begun", speech.Text("ID", m.ID))
		err = errAnswered
	}
	return m, rest, err
}

// findWhere is find where more than the kinds tells in which match a text makes sense.
func (t *talk) findWhere(text, says string, kinds []match.Kind, fits func(*match.Match) bool) (*match.Match, string, error) {
	id, rest := t.named(text)
	if id == "" {
		id = t.quoted()
	}
	if id != "" {
		m, err := t.byID(id)
		return m, rest, err
	}
	here, err := t.live()
	if err != nil {
		return nil, rest, err
	}
	// a bare id, for those who leave out the #
	for _, m := range here {
		if word, tail, _ := strings.Cut(rest, " "); strings.EqualFold(word, m.ID) {
			return m, tail, nil
		}
	}
	fit := slices.DeleteFunc(slices.Clone(here), func(m *match.Match) bool { return !fits(m) })
	if len(fit) == 0 {
		if fit, err = t.next(here, kinds); err != nil {
			return nil, rest, err
		}
	}
	switch len(fit) {
	case 0:
		t.note("no-match")
		return nil, rest, errAnswered
	case 1:
		return fit[0], rest, nil
	}
	t.askWhich(fit, says, rest)
	return nil, rest, errAnswered
}

// next is what to do with when the author may do none of the kinds in any match here: all to look at for onlookers, else
// any one that says why not, be it the last one that ended.
func (t *talk) next(here []*match.Match, kinds []match.Kind) ([]*match.Match, error) {
	if kinds == nil && len(here) > 0 {
		return here, nil
	}
	fit := slices.DeleteFunc(slices.Clone(here), func(m *match.Match) bool { return !plays(m, t.me) })
	if len(fit) == 0 && slices.Contains(kinds, match.Accepted) {
		fit = slices.DeleteFunc(here, func(m *match.Match) bool { return m.Status != match.Open })
	}
	if len(fit) > 0 {
		return fit[:1], nil
	}
	return t.matches(storage.Query{Room: string(t.event.Room), Player: t.me.ID, Limit: 1})
}

// can tells whether the person may do one of the kinds; nil kinds: whether the person plays.
func can(m *match.Match, p match.Player, kinds []match.Kind) bool {
	if kinds == nil {
		return plays(m, p)
	}
	may := m.May(p)
	return slices.ContainsFunc(kinds, func(k match.Kind) bool { return slices.Contains(may, k) })
}

func plays(m *match.Match, p match.Player) bool {
	return m.Challenger.Is(p) || m.Opponent.Is(p) || m.Reader.ID != "" && m.Reader.ID == p.ID
}

// byID is a match that is played in this room or by the author in another one, or a challenge that waits for an answer:
// who knows its id was given it.
func (t *talk) byID(id string) (*match.Match, error) {
	m, head, err := t.load(t.ctx, id)
	if errors.Is(err, storage.ErrNotFound) || err == nil && m.Status != match.Open && !at(head, t.event.Room) && !plays(m, t.me) {
		t.note("no-such-match", speech.Text("ID", id))
		return nil, errAnswered
	}
	return m, err
}

func at(h storage.Head, room chat.Room) bool {
	return slices.ContainsFunc(h.Places, func(p storage.Place) bool { return p.Room == string(room) })
}

// most is how many live matches of a room are looked through.
const most = 200

// live are the matches of this room that have not ended, newest first.
func (t *talk) live() ([]*match.Match, error) {
	return t.matches(storage.Query{Room: string(t.event.Room), Live: true, Limit: most})
}

func (t *talk) matches(q storage.Query) ([]*match.Match, error) {
	heads, err := t.Store.Find(t.ctx, q)
	if err != nil {
		return nil, err
	}
	found := make([]*match.Match, 0, len(heads))
	for _, h := range heads {
		m, err := t.replay(t.ctx, h)
		if err != nil {
			t.Log.Error("match cannot be read", "match", h.ID, "error", err)
			continue
		}
		found = append(found, m)
	}
	return found, nil
}

// askWhich offers several matches; the buttons say the text again, with the id in it.
func (t *talk) askWhich(found []*match.Match, says, rest string) {
	m := chat.Message{Text: t.voice.Say("which-match"), Private: true}
	for _, f := range found {
		m.Text = append(append(m.Text, chat.Span{Text: "\n"}), t.title(f, t.voice, t.caps())...)
		m.Buttons = append(m.Buttons, []chat.Button{{
			Label: "#" + f.ID + " " + t.voice.Text("game."+f.Game.Name),
			Says:  strings.TrimSpace(fmt.Sprintf("%s #%s %s", says, f.ID, rest)),
		}})
	}
	t.send(m)
}
