package match

import "tabuleiro/engine"

// MovesToAsk is the number of moves somebody whose offer of a draw was refused, or taken back, makes before offering
// one
// again: offers made to disturb are improper conduct [FPD 5.1.6]; the number is ours.
const MovesToAsk = 5

// DrawWait is the number of moves a side has still to make before it may offer a draw again. A caller that makes an
// event
// asks for it; Apply does not, as matches are kept in which offers came sooner.
func (m *Match) DrawWait(s engine.Side) int {
	if m.drawRefused[s] == 0 {
		return 0
	}
	return max(0, MovesToAsk-(m.movesMade(s)+1-m.drawRefused[s]))
}

// noteDrawRefusal notes that the offer of a draw that waits for an answer is refused, or taken back.
func (m *Match) noteDrawRefusal() {
	if m.Pending.Offer == Draw && m.Pending.By != engine.Nobody {
		m.drawRefused[m.Pending.By] = m.movesMade(m.Pending.By) + 1
	}
}
