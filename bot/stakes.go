package bot

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// resign gives the game up or, where that costs some number of stakes, offers one of them; only the highest cannot be
// refused.
func (t *talk) resign(text string) error {
	m, rest, err := t.find(text, "/resign", match.Resigned)
	if err != nil {
		return unlessAnswered(err)
	}
	return t.act(m.ID, func(m *match.Match) (match.Event, error) {
		e := match.Event{Kind: match.Resigned}
		list := m.Resignations(m.Side(t.me.ID))
		if len(list) == 0 {
			return e, nil
		}
		e.Times = list[len(list)-1]
		if len(list) == 1 {
			return e, nil
		}
		if rest == "" {
			t.askResignation(m, list)
			return e, errAnswered
		}
		times, err := strconv.Atoi(rest)
		if err == nil && times == e.Times {
			return e, nil
		}
		return match.Event{Kind: match.Offered, Offer: match.Resign, Times: times}, nil
	})
}

// askResignation asks for how many stakes.
func (t *talk) askResignation(m *match.Match, list []int) {
	stake := 1
	if p, ok := m.Line.Position().(engine.Contest); ok {
		stake = p.Stake()
	}
	answer := chat.Message{Text: t.voice.Say("which-resignation", speech.Count(stake)), Private: true}
	var row []chat.Button
	for _, n := range list {
		row = append(row, chat.Button{
			Label: t.voice.Text("points-of", speech.Count(n*stake)),
			Says:  "/" + t.voice.Words("resign")[0] + " #" + m.ID + " " + strconv.Itoa(n),
		})
	}
	answer.Buttons = [][]chat.Button{row}
	t.send(answer)
}
