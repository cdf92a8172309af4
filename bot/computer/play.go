package computer

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// service is the part of the computer's ids before the colon: "house:5" is the computer at level 5, "house:max" at
// engine.Max.
const service = "house:"

// Player is the computer as a player of a level, from 1 to engine.Max.
func Player(level int, name string) match.Player {
	return match.Player{ID: service + engine.LevelName(level), Name: name}
}

// Level is that of the computer by its id as a player; false for people.
func Level(id string) (int, bool) {
	name, ok := strings.CutPrefix(id, service)
	level, known := engine.LevelNamed(name)
	return level, ok && known
}

// Is reports whether an id is that of the computer as a player.
func Is(id string) bool {
	_, ok := Level(id)
	return ok
}

// IDs are those of the computer at all levels.
func IDs() (ids []string) {
	for level := 1; level <= engine.Max; level++ {
		ids = append(ids, Player(level, "").ID)
	}
	return ids
}

// Side is the one that the computer has in a match, Nobody if it plays in none, and at which level.
func Side(m *match.Match) (side engine.Side, level int) {
	for _, s := range []engine.Side{engine.First, engine.Second} {
		if level, ok := Level(m.Player(s).ID); ok {
			return s, level
		}
	}
	return engine.Nobody, 0
}

// Due reports whether a match waits for the computer: for its yes to a challenge, for a move, or for the answer to an
// offer.
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

// Seed is that of the computer's thoughts in a match: the same as long as the match lasts, so that a restart in the middle
// of a thought comes to the same move.
func Seed(m *match.Match) uint64 {
	h := fnv.New64a()
	h.Write([]byte(m.ID + strings.Repeat("+", len(m.Games)))) // the games of a series are not alike
	return h.Sum64()
}

// Manners of the computer, in chances of engine.ProbScale or in levels.
const (
	yields      = 4                           // up to this level a move may always be taken back
	swift       = 7                           // the highest level that thinks for a few hundredths of a second only
	resigning   = 6                           // from this level on the computer does not play on when it is lost
	knowing     = 6                           // from this level on the computer sees what is a draw; below it may misjudge that
	lost        = engine.ProbScale / 100      // an expected score below this is lost
	content     = engine.ProbScale * 48 / 100 // up to this expected score a draw is welcome
	drawn       = engine.ProbScale * 97 / 100 // a draw is so likely that there is nothing left to play for
	level       = engine.ProbScale * 4 / 100  // a score this near to a half is as good as even
	betweenAsks = 20                          // moves between two offers of a draw
	early       = 20                          // moves in which the computer does not take a draw unless it is worried
	worried     = engine.ProbScale * 35 / 100 // an expected score up to which it is
)

// Accept is how the computer takes a challenge, in which the challenger has a side; First unless it is Second.
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

// Decide is what the computer does where it is Due: the events in their order, not yet applied, without time and cause. If
// it has to be brief, because many wait, the levels above swift look at no more than that one does.
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
	if list := m.Resignations(side); stakes > 0 && stakes == list[len(list)-1] {
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

// reply answers the offer that waits.
func reply(m *match.Match, side engine.Side, agrees bool) match.Event {
	e := match.Event{Kind: match.Refused, By: m.Player(side).ID, Offer: m.Pending.Offer}
	if agrees {
		e.Kind = match.Agreed
	}
	return e
}

// obliging reports whether the computer agrees to an offer whatever it thinks.
func obliging(o match.Offer) bool { return o == match.Stop || o == match.Pause || o == match.Off }

// FallbackMove are what the computer does where it is Due and Decide has failed, each instead of the one before it: the first
// legal move, and in the end to resign.
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
	resigns := match.Event{Kind: match.Resigned, By: by}
	if list := m.Resignations(side); len(list) > 0 {
		resigns.Times = list[len(list)-1]
	}
	return append(events, resigns)
}

// offersDraw reports whether the computer offers a draw with its best move: if nothing is left to play for after it.
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

// shortened is a task of a level above swift that costs as much as one of that level. A brain that counts nodes keeps
// what the higher level knows.
func shortened(b engine.Brain, t engine.Limits) engine.Limits {
	if p, ok := b.(engine.NodeBudgeter); ok {
		t.Nodes = p.Nodes(swift)
	} else {
		t.Level = swift
	}
	return t
}

// think weighs the moves of the side on turn.
func think(ctx context.Context, m *match.Match, task engine.Limits) (engine.SearchResult, error) {
	if m.Game.Brain == nil {
		return engine.SearchResult{}, fmt.Errorf("the house does not play %s", m.Game.Name)
	}
	thought, err := m.Game.Brain.Think(ctx, m.Line, task)
	if err == nil && len(thought.Moves) == 0 {
		err = fmt.Errorf("the house has no move in match %s", m.ID)
	}
	return thought, err
}

// score is what a side may expect of a move, of engine.ProbScale.
func score(w engine.ScoredMove) int { return w.Win + w.Draw/2 }

// isLost reports whether the best move loses beyond doubt.
func isLost(m *match.Match, best engine.ScoredMove) bool {
	return best.Proven && best.Win == 0 && best.Draw == 0 || m.Line.Len() > betweenAsks && score(best) < lost
}

// givesUp is for how many stakes the computer gives the game up, because no dice can change any more what it loses; 0: it
// plays on. Where this may be refused the computer moves and offers it: if the other side moves instead of agreeing the
// game goes on.
func givesUp(ctx context.Context, m *match.Match, side engine.Side, best engine.ScoredMove) (int, error) {
	gambler, stake := m.Game.Brain.(engine.CubeEvaluator)
	roller, dice := m.Line.Position().(engine.DicePosition)
	if !stake || !dice || roller.Throw().Dice[0] == 0 || !best.Proven || best.Win > 0 || m.Pending != (match.Pending{}) {
		return 0, nil
	}
	thought, err := think(ctx, m, engine.Limits{}) // a level may misjudge what is lost
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

// agrees tells how the computer answers the offer that waits.
func agrees(ctx context.Context, m *match.Match, side engine.Side, strength int, task engine.Limits) (bool, error) {
	switch {
	case obliging(m.Pending.Offer):
		return true, nil
	case m.Pending.Offer == match.Undo:
		return strength <= yields, nil
	}
	if m.Pending.Offer == match.Resign {
		task.Level = 0 // a level may misjudge what it would get
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

// enough reports whether a resignation on offer gives the computer all that it may expect, if this is the equity of the side
// on turn.
func enough(m *match.Match, side engine.Side, equity int) bool {
	gambler, ok := m.Game.Brain.(engine.CubeEvaluator)
	if m.Turn() != side {
		equity = -equity
	}
	return ok && gambler.Worth(m.Line.Position(), side, m.Pending.Times) >= equity
}
