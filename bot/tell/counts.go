package tell

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
)

// lastMoves is the number of moves before a draw by counting that is said.
const lastMoves = 3

// counts are lines that tell what is counted towards a draw, so that none comes as a surprise.
func (a Audience) counts(m *match.Match) (lines [][]chat.Span) {
	for _, c := range m.Line.Counts() {
		left := ""
		if n := c.Most - c.Number; n <= lastMoves {
			left = strconv.Itoa(n)
		}
		lines = append(lines, a.Voice.Say("count-"+string(c.Of), speech.Text("Number", strconv.Itoa(c.Number)),
			speech.Text("Most", strconv.Itoa(c.Most)), speech.Text("Left", left)))
	}
	return lines
}
