package match

import (
	"iter"
	"regexp"

	"tabuleiro/engine"
)

// Refusal is the error for an event that the state of the match does not allow.
type Refusal struct{ Code engine.Code }

func (r *Refusal) Error() string { return "refused: " + string(r.Code) }

// Refusals.
const (
	NotAPlayer    engine.Code = "not-a-player"    // only the players of the match may do that
	NotYourTurn   engine.Code = "not-your-turn"   // the other player is on turn
	NotStarted    engine.Code = "not-started"     // the challenge has not been accepted yet
	MatchOver     engine.Code = "match-over"      // it has ended
	AlreadyBegun  engine.Code = "already-begun"   // the challenge has already been accepted
	NotChallenged engine.Code = "not-challenged"  // the challenge is for somebody else
	OwnChallenge  engine.Code = "own-challenge"   // people cannot play against themselves
	NotChallenger engine.Code = "not-challenger"  // only the challenger may withdraw
	NoOfferThere  engine.Code = "no-offer"        // there is no offer
	OwnOffer      engine.Code = "own-offer"       // the other player has to answer
	OfferPending  engine.Code = "offer-pending"   // another offer is pending
	NoDraws       engine.Code = "no-draws"        // the game has no draw by agreement
	NothingToUndo engine.Code = "nothing-to-undo" // the player has not moved yet
	NoUndo        engine.Code = "no-undo"         // games with dice have no undo
	NoStop        engine.Code = "no-stop"         // the match ends by itself
	NoSuchStake   engine.Code = "no-such-stake"   // a game cannot be resigned for this multiple
	Refusable     engine.Code = "refusable"       // a resignation for this multiple has to be offered
	TooLate       engine.Code = "too-late"        // the second move was made, so the match cannot be withdrawn
	// it is too early to withdraw a match because the other player does not move
	NotYet       engine.Code = "not-yet"
	NoClock      engine.Code = "no-clock"      // the match has no time control
	TimeLeft     engine.Code = "time-left"     // the other player still has time
	TimeGone     engine.Code = "time-gone"     // the mover's own time is over, which ends the match
	TooEarly     engine.Code = "too-early"     // before the fourth move no match is won on time
	OwnTime      engine.Code = "own-time"      // players cannot give themselves time, or win by their own delay
	BadPause     engine.Code = "bad-pause"     // a pause or an absence must end, within its limit
	NoPause      engine.Code = "no-pause"      // there is no pause to end
	BadReminder  engine.Code = "bad-reminder"  // the reminder would never come
	NotOnTurn    engine.Code = "not-on-turn"   // no clock is running
	InTournament engine.Code = "in-tournament" // players cannot call off a match of a tournament
	NoDice       engine.Code = "no-dice"       // the game has no dice
	WordThere    engine.Code = "word-there"    // the player has already chosen a word for the dice
)

// IsDead reports whether the current game is a dead position: neither side can win it.
func (m *Match) IsDead() bool {
	p, can := m.Line.Position().(engine.Drawer)
	return can && m.Status == Playing && !m.IsBetweenGames() && p.IsDeadPosition()
}

// Serious is the number of moves from which on a match can be lost on time and is rated.
const Serious = 4

// Moves counts the moves made in this match and not taken back, in all its games, without rolls of the dice by
// Chance.
func (m *Match) Moves() (n int) {
	for i, g := range m.Games {
		n += g.Line.Len() - m.AfterGame(i+1).SetupMoves()
	}
	return n + m.movesMade(engine.Nobody)
}

// LastMove returns the number of moves of the current game up to the last one of a side, without the rolls after it; 0
// if no side has moved.
func (m *Match) LastMove() int {
	n := m.Line.Len()
	for n > 0 && m.Line.At(n-1).Turn() == engine.Chance {
		n--
	}
	return n
}

// movesMade counts the moves of a side, Nobody for both, made in the current game of this match and not taken back.
func (m *Match) movesMade(side engine.Side) (n int) {
	for i := m.SetupMoves(); i < m.Line.Len(); i++ {
		if by := m.Line.At(i).Turn(); by == side || side == engine.Nobody && by != engine.Chance {
			n++
		}
	}
	return n
}

// Rolls counts those of these moves in the current game, of a side or with Nobody of both, that were only the
// decision to roll.
func (m *Match) Rolls(side engine.Side) (n int) {
	for i := m.SetupMoves(); i < m.Line.Len(); i++ {
		by := m.Line.At(i).Turn()
		if by != engine.Chance && (side == engine.Nobody || by == side) && throws(m.Line.At(i), m.Line.At(i+1)) {
			n++
		}
	}
	return n
}

// Choices counts the moves of both sides that were more than the decision to roll.
func (m *Match) Choices() int { return m.Moves() - m.Rolls(engine.Nobody) }

// undone returns the number of moves that an undo for a side takes back: its own last one and all after it. It is 0
// if the side has not moved.
func (m *Match) undone(side engine.Side) int {
	for n := 1; n <= m.Line.Len()-m.SetupMoves(); n++ {
		if m.Line.At(m.Line.Len()-n).Turn() == side && !throws(m.Line.At(m.Line.Len()-n), m.Line.At(m.Line.Len()-n+1)) {
			return n
		}
	}
	return 0
}

// HasAppeared reports whether a side has made a move in the current game that was not taken back.
func (m *Match) HasAppeared(s engine.Side) bool { return m.undone(s) > 0 }

// throws reports whether the move of a side between two positions was only the decision to roll.
func throws(before, after engine.Position) bool {
	b, dice := before.(engine.DicePosition)
	a, still := after.(engine.DicePosition)
	return dice && still && (b.Throw().By == engine.Nobody || after.Turn() == engine.Chance &&
		a.Throw().By == before.Turn())
}

// Refusals about touched pieces.
const (
	TouchedMoves engine.Code = "touched-moves" // the touched piece has to move
	NotTouchable engine.Code = "not-touchable" // no move begins there, or the match has no touch-move rule
)

// squareForm matches the square at the beginning of a move.
var squareForm = regexp.MustCompile(`^[a-z]?[0-9]+`)

// Origin returns the square where a move begins, as it is written; "" for a move without one.
func Origin(m engine.Move) string { return squareForm.FindString(string(m)) }

// Legal yields the legal moves, after a touch only those of the touched piece.
func (m *Match) Legal() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		for move := range m.Line.Position().Moves() {
			if (m.Touched == "" || Origin(move) == m.Touched) && !yield(move) {
				return
			}
		}
	}
}

// MovesToAsk is the number of moves a side must make after a refused or withdrawn draw offer before offering again.
// Offers meant to disturb are improper conduct [FPD 5.1.6]; the number is ours.
const MovesToAsk = 5

// DrawWait returns the number of moves a side still has to make before it may offer a draw again. Callers that make
// an event must check it; Apply does not, because stored matches have earlier offers.
func (m *Match) DrawWait(s engine.Side) int {
	if m.drawRefused[s] == 0 {
		return 0
	}
	return max(0, MovesToAsk-(m.movesMade(s)+1-m.drawRefused[s]))
}

// noteDrawRefusal records that the pending draw offer is refused or withdrawn.
func (m *Match) noteDrawRefusal() {
	if m.Pending.Offer == Draw && m.Pending.By != engine.Nobody {
		m.drawRefused[m.Pending.By] = m.movesMade(m.Pending.By) + 1
	}
}
