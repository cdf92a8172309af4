package computer

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// service is the prefix of the computer's ids: "house:5" is the computer at level 5, "house:max" at engine.Max.
const service = "house:"

// Player returns the computer as a player of a level, from 1 to engine.Max.
func Player(level int, name string) match.Player {
	return match.Player{ID: service + engine.LevelName(level), Name: name}
}

// Level returns the level of the computer with an id, and false for people.
func Level(id string) (int, bool) {
	name, ok := strings.CutPrefix(id, service)
	level, known := engine.LevelNamed(name)
	return level, ok && known
}

// Is reports whether an id is the computer's.
func Is(id string) bool {
	_, ok := Level(id)
	return ok
}

// IDs returns the ids of the computer at all levels.
func IDs() (ids []string) {
	for level := 1; level <= engine.Max; level++ {
		ids = append(ids, Player(level, "").ID)
	}
	return ids
}

// Side returns the side and level of the computer in a match, Nobody if it does not play.
func Side(m *match.Match) (side engine.Side, level int) {
	for _, s := range []engine.Side{engine.First, engine.Second} {
		if level, ok := Level(m.Player(s).ID); ok {
			return s, level
		}
	}
	return engine.Nobody, 0
}

// Due reports whether a match waits for the computer: to accept a challenge, to move, or to answer an offer.
func Due(m *match.Match) bool {
	if m.Status == match.Open {
		_, ok := Level(m.Opponent.ID)
		return ok
	}
	side, _ := Side(m)
	return side != engine.Nobody && m.Status == match.Playing && (offered(m, side) || m.Turn() == side)
}

// offered reports whether the other side waits for an answer.
func offered(m *match.Match, side engine.Side) bool {
	return m.Pending != (match.Pending{}) && m.Pending.By == side.Other()
}

// Seed returns the random seed of the computer in a match. It depends only on the match and the game, so that a search
// that is repeated after a restart finds the same move.
func Seed(m *match.Match) uint64 {
	h := fnv.New64a()
	h.Write([]byte(m.ID + strings.Repeat("+", len(m.Games)))) // the games of a series differ
	return h.Sum64()
}

// Behaviour of the computer, in units of engine.ProbScale or in levels.
const (
	yields      = 4                           // highest level that always agrees to take back a move
	swift       = 7                           // highest level that thinks for only a few hundredths of a second
	resigning   = 6                           // lowest level that resigns lost games
	knowing     = 6                           // lowest level that recognizes a draw
	lost        = engine.ProbScale / 100      // expected score below which a game is lost
	content     = engine.ProbScale * 48 / 100 // expected score up to which a draw is welcome
	drawn       = engine.ProbScale * 97 / 100 // probability of a draw from which nothing is left to play for
	level       = engine.ProbScale * 4 / 100  // distance from one half that counts as even
	betweenAsks = 20                          // plies between two draw offers
	early       = 20                          // plies before which it neither resigns nor accepts a draw unless it is worried
	worried     = engine.ProbScale * 35 / 100 // expected score up to which it is worried
)

// Accept returns the event by which the computer accepts a challenge. It gives the challenger a side, First unless that
// is Second.
func Accept(m *match.Match, challenger engine.Side) match.Event {
	who := m.Opponent
	e := match.Event{Kind: match.Accepted, By: who.ID, Who: &who, First: m.Challenger.ID}
	if challenger == engine.Second {
		e.First = who.ID
	}
	if m.Dice.Seal != "" {
		e.Word = "house"
	}
	return e
}

// Decide returns what the computer does where it is Due: events in order, not yet applied, without time and idempotency
// key. With brief, because many matches wait, levels above swift search no more than swift does.
func Decide(ctx context.Context, m *match.Match, brief bool) ([]match.Event, error) {
	side, strength := Side(m)
	task := engine.Limits{Level: strength, Seed: Seed(m), Best: 1}
	if brief && strength > swift {
		task = shortened(m.Game.Brain, task)
	}
	if offered(m, side) {
		agrees, err := agrees(ctx, m, side, strength, task)
		return []match.Event{reply(m, side, agrees)}, err
	}
	thought, err := think(ctx, m, task)
	if err != nil {
		return nil, err
	}
	by, best := m.Player(side).ID, thought.Moves[0]
	if _, stake := m.Line.Position().(engine.StakeGame); !stake && strength >= resigning && isLost(m, best) {
		return []match.Event{{Kind: match.Resigned, By: by}}, nil
	}
	move := match.Event{Kind: match.Moved, By: by, Move: best.Move, Nodes: thought.Nodes}
	stakes, err := givesUp(ctx, m, side, best)
	if err != nil {
		return nil, err
	}
	if stakes > 0 && stakes == m.SureResignation(side) {
		return []match.Event{{Kind: match.Resigned, By: by, Times: stakes}}, nil
	}
	if stakes > 0 {
		return []match.Event{move, {Kind: match.Offered, By: by, Offer: match.Resign, Times: stakes}}, nil
	}
	draw, err := offersDraw(ctx, m, strength, best)
	if draw {
		return []match.Event{move, {Kind: match.Offered, By: by, Offer: match.Draw}}, err
	}
	return []match.Event{move}, err
}

// reply returns the answer to the pending offer.
func reply(m *match.Match, side engine.Side, agrees bool) match.Event {
	e := match.Event{Kind: match.Refused, By: m.Player(side).ID, Offer: m.Pending.Offer}
	if agrees {
		e.Kind = match.Agreed
	}
	return e
}

// obliging reports whether the computer agrees to an offer in any position.
func obliging(o match.Offer) bool { return o == match.Stop || o == match.Pause || o == match.Off }

// FallbackMove returns what the computer may do where it is Due and Decide has failed, each event as an alternative to
// the one before: the first legal move, and finally resigning.
func FallbackMove(m *match.Match) (events []match.Event) {
	side, _ := Side(m)
	if offered(m, side) {
		return []match.Event{reply(m, side, obliging(m.Pending.Offer))}
	}
	by := m.Player(side).ID
	for move := range m.Line.Position().Moves() {
		events = append(events, match.Event{Kind: match.Moved, By: by, Move: move})
		break
	}
	return append(events, match.Event{Kind: match.Resigned, By: by, Times: m.SureResignation(side)})
}

// offersDraw reports whether the computer offers a draw with its best move, because nothing is left to play for after
// it.
func offersDraw(ctx context.Context, m *match.Match, strength int, best engine.ScoredMove) (bool, error) {
	if !m.Game.Draws || m.Pending != (match.Pending{}) || m.Line.Len()%betweenAsks >= 2 {
		return false, nil
	}
	if strength >= knowing {
		return best.Draw >= drawn, nil
	}
	after, err := m.Line.Play(best.Move)
	if err != nil || after.Outcome().Decided() {
		return false, err
	}
	thought, err := m.Game.Brain.Think(ctx, after, engine.Limits{Level: knowing, Seed: Seed(m), Best: 1})
	return len(thought.Moves) > 0 && thought.Moves[0].Draw >= drawn, err
}

// shortened limits the search of a level above swift to the cost of swift. A brain that counts nodes keeps the
// knowledge of the higher level.
func shortened(b engine.Brain, t engine.Limits) engine.Limits {
	if p, ok := b.(engine.NodeBudgeter); ok {
		t.Nodes = p.Nodes(swift)
	} else {
		t.Level = swift
	}
	return t
}

// think searches the moves of the side on turn.
func think(ctx context.Context, m *match.Match, task engine.Limits) (engine.SearchResult, error) {
	if m.Game.Brain == nil {
		return engine.SearchResult{}, fmt.Errorf("the computer does not play %s", m.Game.Name)
	}
	thought, err := m.Game.Brain.Think(ctx, m.Line, task)
	if err == nil && len(thought.Moves) == 0 {
		err = fmt.Errorf("the computer has no move in match %s", m.ID)
	}
	return thought, err
}

// score returns the expected score of a move, in units of engine.ProbScale.
func score(w engine.ScoredMove) int { return w.Win + w.Draw/2 }

// isLost reports whether the best move loses for certain.
func isLost(m *match.Match, best engine.ScoredMove) bool {
	return best.Proven && best.Win == 0 && best.Draw == 0 || m.Line.Len() > early && score(best) < lost
}

// givesUp returns for how many stakes the computer resigns, because no dice can change its loss any more; 0 if it plays
// on. Where the opponent may refuse, the computer moves and offers the resignation, and the game continues if the
// opponent moves instead.
func givesUp(ctx context.Context, m *match.Match, side engine.Side, best engine.ScoredMove) (int, error) {
	gambler, stake := m.Game.Brain.(engine.CubeEvaluator)
	roller, dice := m.Line.Position().(engine.DicePosition)
	if !stake || !dice || roller.Throw().Dice[0] == 0 || !best.Proven || best.Win > 0 || m.Pending != (match.Pending{}) {
		return 0, nil
	}
	thought, err := think(ctx, m, engine.Limits{}) // a lower level may misjudge what is lost
	if err != nil {
		return 0, err
	}
	for _, stakes := range m.Resignations(side) {
		if gambler.Worth(m.Line.Position(), side.Other(), stakes) >= -thought.Moves[0].Equity {
			return stakes, nil
		}
	}
	return 0, nil
}

// agrees reports whether the computer agrees to the pending offer.
func agrees(ctx context.Context, m *match.Match, side engine.Side, strength int, task engine.Limits) (bool, error) {
	switch {
	case obliging(m.Pending.Offer):
		return true, nil
	case m.Pending.Offer == match.Undo:
		return strength <= yields, nil
	}
	if m.Pending.Offer == match.Resign {
		task.Level = 0 // a lower level may misjudge what it would get
	} else {
		task.Level = max(task.Level, knowing)
	}
	thought, err := think(ctx, m, task)
	if err != nil {
		return false, err
	}
	best := thought.Moves[0]
	if m.Pending.Offer == match.Resign {
		return enough(m, side, best.Equity), nil
	}
	own := score(best)
	if m.Turn() != side {
		own = engine.ProbScale - own
	}
	if m.Line.Len() < early {
		return own <= worried || best.Draw >= drawn, nil
	}
	even := own < engine.ProbScale/2+level && best.Draw > engine.ProbScale/2
	return own <= content || even, nil
}

// enough reports whether an offered resignation gives the computer all it can expect, given the equity of the side on
// turn.
func enough(m *match.Match, side engine.Side, equity int) bool {
	gambler, ok := m.Game.Brain.(engine.CubeEvaluator)
	if m.Turn() != side {
		equity = -equity
	}
	return ok && gambler.Worth(m.Line.Position(), side, m.Pending.Times) >= equity
}
