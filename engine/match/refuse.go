package match

import (
	"iter"
	"regexp"

	"tabuleiro/engine"
)

// Refusal is the answer to an event that the state does not allow.
type Refusal struct{ Code engine.Code }

func (r *Refusal) Error() string { return "refused: " + string(r.Code) }

// The refusals.
const (
	NotAPlayer    engine.Code = "not-a-player"    // only the two of the match may do that
	NotYourTurn   engine.Code = "not-your-turn"   // the other one moves
	NotStarted    engine.Code = "not-started"     // the challenge is not accepted yet
	MatchOver     engine.Code = "match-over"      // it has ended
	AlreadyBegun  engine.Code = "already-begun"   // the challenge was accepted before
	NotChallenged engine.Code = "not-challenged"  // the challenge is meant for somebody else
	OwnChallenge  engine.Code = "own-challenge"   // a person does not play against himself
	NotChallenger engine.Code = "not-challenger"  // only who challenged may withdraw
	NoOfferThere  engine.Code = "no-offer"        // there is nothing to agree to
	OwnOffer      engine.Code = "own-offer"       // the other one has to answer
	OfferPending  engine.Code = "offer-pending"   // another offer waits for its answer
	NoDraws       engine.Code = "no-draws"        // this game knows no draw by agreement
	NothingToUndo engine.Code = "nothing-to-undo" // the asker has not moved yet
	NoUndo        engine.Code = "no-undo"         // with dice no play is taken back
	NoStop        engine.Code = "no-stop"         // the match ends by itself
	NoSuchStake   engine.Code = "no-such-stake"   // a game cannot be resigned for so many stakes
	Refusable     engine.Code = "refusable"       // a resignation for so little has to be offered
	TooLate       engine.Code = "too-late"        // the second move was made: the match cannot be withdrawn any more
	// the other player has not been waited for long enough to withdraw the match
	NotYet       engine.Code = "not-yet"
	NoClock      engine.Code = "no-clock"      // the match is played without limits of time
	TimeLeft     engine.Code = "time-left"     // the other one still has time
	TimeGone     engine.Code = "time-gone"     // the mover's own time is over, and that ends the match
	TooEarly     engine.Code = "too-early"     // before the fourth move nothing can be won on time
	OwnTime      engine.Code = "own-time"      // a player does not give himself time, or win by his own delay
	BadPause     engine.Code = "bad-pause"     // a pause or an absence has to end, and not in a far future
	NoPause      engine.Code = "no-pause"      // there is none to be ended
	BadReminder  engine.Code = "bad-reminder"  // a reminder would never come
	NotOnTurn    engine.Code = "not-on-turn"   // no time runs
	InTournament engine.Code = "in-tournament" // a match of a tournament is not called off by its players
	NoDice       engine.Code = "no-dice"       // nothing is thrown
	WordThere    engine.Code = "word-there"    // a word for the dice that was chosen stays
)

// IsDead reports whether neither side can win the game that is played, any more.
func (m *Match) IsDead() bool {
	p, can := m.Line.Position().(engine.Drawer)
	return can && m.Status == Playing && !m.IsBetweenGames() && p.IsDeadPosition()
}

// Serious is the number of moves from which on a match counts: it can be lost on time, and is rated.
const Serious = 4

// Moves is the number of moves that stand that were made in this match, in all its games; throws of dice are not
// counted.
func (m *Match) Moves() (n int) {
	for i, g := range m.Games {
		n += g.Line.Len() - m.AfterGame(i+1).SetupMoves()
	}
	return n + m.movesMade(engine.Nobody)
}

// movesMade counts the moves of a side, Nobody for both, that stand in the game on the board and were made in this match.
func (m *Match) movesMade(side engine.Side) (n int) {
	for i := m.SetupMoves(); i < m.Line.Len(); i++ {
		if by := m.Line.At(i).Turn(); by == side || side == engine.Nobody && by != engine.Chance {
			n++
		}
	}
	return n
}

// Rolls is the number of those moves in the game that goes on with which a side, Nobody for both, only had the dice
// thrown.
func (m *Match) Rolls(side engine.Side) (n int) {
	for i := m.SetupMoves(); i < m.Line.Len(); i++ {
		by := m.Line.At(i).Turn()
		if by != engine.Chance && (side == engine.Nobody || by == side) && throws(m.Line.At(i), m.Line.At(i+1)) {
			n++
		}
	}
	return n
}

// Choices is the number of those moves of both sides that were more than a throw of the dice.
func (m *Match) Choices() int { return m.Moves() - m.Rolls(engine.Nobody) }

// undone is the number of moves an undo asked for by side takes back: its own last one and what followed. 0: it has not
// moved.
func (m *Match) undone(side engine.Side) int {
	for n := 1; n <= m.Line.Len()-m.SetupMoves(); n++ {
		if m.Line.At(m.Line.Len()-n).Turn() == side && !throws(m.Line.At(m.Line.Len()-n), m.Line.At(m.Line.Len()-n+1)) {
			return n
		}
	}
	return 0
}

// HasAppeared reports whether a side has made a move in the game on the board that stands.
func (m *Match) HasAppeared(s engine.Side) bool { return m.undone(s) > 0 }

// throws reports whether the move of a side that led from one position to another was no more than the decision to throw.
func throws(before, after engine.Position) bool {
	b, dice := before.(engine.DicePosition)
	a, still := after.(engine.DicePosition)
	return dice && still && (b.Throw().By == engine.Nobody || after.Turn() == engine.Chance &&
		a.Throw().By == before.Turn())
}

// Refusals of touched pieces.
const (
	TouchedMoves engine.Code = "touched-moves" // the piece that was touched has to move
	NotTouchable engine.Code = "not-touchable" // no move begins there, or the match is played without that rule
)

// squareForm is a square at the beginning of a move.
var squareForm = regexp.MustCompile(`^[a-z]?[0-9]+`)

// Origin is the square where a move begins, as it is written; "" for a move that begins at none.
func Origin(m engine.Move) string { return squareForm.FindString(string(m)) }

// Legal yields what the side on turn may play: where a piece was touched, its moves.
func (m *Match) Legal() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		for move := range m.Line.Position().Moves() {
			if (m.Touched == "" || Origin(move) == m.Touched) && !yield(move) {
				return
			}
		}
	}
}

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
