package judgetest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Tournament is what is known of one: what is stored of it, the games that were exported, and the table that the room
// was shown at the end. Its code knows the rules of tournaments and the form of what is stored; it uses nothing of the
// program.
type Tournament struct {
	ID    string
	Log   string               // as it is stored
	Games map[string]TimedGame // in PDN, by "round.board.game"
	Table string               // the last text with the table; "": it is not over
}

// TimedGame is an exported game, and when the last that is stored of it happened.
type TimedGame struct {
	PDN string
	End time.Time
}

// log is what is stored of a tournament.
type log struct {
	Events []struct {
		Kind   string
		At     time.Time
		By     string
		Person string
		Who    *struct{ ID, Name string }
		Setup  *struct {
			System        string
			Rounds, Games int
			Length        time.Duration
		}
		Chain        *struct{ Seal string }
		Word, Key    string
		Order        []string
		Lots         []int
		Pairs        []struct{ First, Second int }
		Round, Board int
		Points       [2]int
		Reason       string
		Until        time.Time
	}
}

// board is a pairing, seen by the judge. nobody is the opponent of a player with the bye.
type board struct {
	who     [2]int
	decided *[2]int
	played  bool // or awarded by an arbiter
	replays int
}

const nobody = -1

// judging is the state of a tournament as the judge sees it.
type judging struct {
	Tournament
	found  []string
	system string
	games  int
	cycles int
	order  []string
	names  map[string]string
	lots   []int
	out    map[string]bool
	late   map[string]int
	rounds [][]*board
	until  time.Time
	over   bool
}

// JudgeTournament tells everything that is wrong with the pairings and with the standing at the end.
func JudgeTournament(t Tournament) (wrong []string) {
	var l log
	if err := json.Unmarshal([]byte(t.Log), &l); err != nil {
		return []string{"log: " + err.Error()}
	}
	j := &judging{Tournament: t, names: map[string]string{}, out: map[string]bool{}, late: map[string]int{}}
	seal, words := "", map[string]string{}
	for _, e := range l.Events {
		switch e.Kind {
		case "announced":
			seal = e.Chain.Seal
			j.system, j.games, j.cycles = e.Setup.System, max(1, e.Setup.Games), max(1, e.Setup.Rounds)
		case "joined":
			j.names[e.Who.ID], words[e.Who.ID] = e.Who.Name, e.Word
		case "begun":
			j.order, j.lots = slices.Clone(e.Order), e.Lots
			j.drawn(seal, e.Key, words)
		case "paired":
			var round []*board
			for _, p := range e.Pairs {
				round = append(round, &board{who: [2]int{p.First, p.Second}})
			}
			j.pairing(round, e.At)
			j.rounds, j.until = append(j.rounds, round), e.Until
		case "extended":
			j.until = e.Until
		case "replayed":
			b := j.rounds[e.Round][e.Board]
			if points, done := j.result(b, e.Round, e.Board, e.At); !done || points[0] != points[1] {
				j.wrong("pairing: round %d board %d is played again after %v", e.Round+1, e.Board+1, points)
			}
			b.replays++
		case "decided":
			b := j.rounds[e.Round][e.Board]
			j.decision(e.Reason, e.Round, e.Board, e.Points, e.At)
			b.decided, b.played = &e.Points, e.Reason == "arbiter"
			if e.Reason == "no-show" {
				j.late[e.Person]++
			}
		case "withdrawn":
			if e.Reason == "no-show" && j.late[e.Person] < 2 {
				j.wrong("pairing: %s is out after %d games without a move", e.Person, j.late[e.Person])
			}
			j.out[e.Person] = true
		case "replaced":
			for i, id := range j.order {
				if id == e.Person {
					j.order[i] = e.Who.ID
				}
			}
			j.names[e.Who.ID] = "" // the games before are another one's
		case "forgotten":
			j.out[e.Person] = true
			j.names[e.Person] = ""
		case "ended":
			j.over = true
			j.atEnd(e.At)
		}
	}
	return j.found
}

// drawn looks at the lots: a key that was sealed draws them, the lowest hash of the key and a word first.
func (j *judging) drawn(seal, key string, words map[string]string) {
	hash := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	if hash(key) != seal {
		j.wrong("lots: the key %q is not sealed by %q", key, seal)
	}
	for i, a := range j.order {
		for k, b := range j.order {
			if first, second := hash(key+":"+words[a]), hash(key+":"+words[b]); first < second && j.lots[i] >= j.lots[k] {
				j.wrong("lots: %d of %s is not before %d of %s", j.lots[i], a, j.lots[k], b)
			}
		}
	}
}

func (j *judging) wrong(format string, args ...any) {
	j.found = append(j.found, j.ID+": "+fmt.Sprintf(format, args...))
}

// resultTag is what a game says that it ended with.
var resultTag = regexp.MustCompile(`\[Result "(?:([\d/]+)-([\d/]+)|\*)"\]`)

// result is what a board has come to at a moment, in half points.
func (j *judging) result(b *board, round, at int, now time.Time) (points [2]int, done bool) {
	switch {
	case b.who[1] == nobody:
		return [2]int{2 * j.games}, true
	case b.decided != nil:
		return *b.decided, true
	}
	for game := range j.games + b.replays {
		g, there := j.Games[fmt.Sprintf("%d.%d.%d", round+1, at+1, game+1)]
		tag := resultTag.FindStringSubmatch(g.PDN)
		if !there || tag == nil || tag[1] == "" || g.End.After(now) {
			return points, false
		}
		if game >= j.games {
			points = [2]int{}
		}
		white, black := 0, 1 // of the board: sides are changed in every other game
		if game%2 == 1 {
			white, black = 1, 0
		}
		for colour, who := range map[string]int{"White": white, "Black": black} {
			name := regexp.MustCompile(`\[` + colour + ` "([^"]*)"\]`).FindStringSubmatch(g.PDN)
			if want := j.names[j.order[b.who[who]]]; name == nil || plainName.MatchString(name[1]) && want != "" &&
				name[1] != want {
				j.wrong("pairing: round %d board %d game %d has %v as %s, not %s", round+1, at+1, game+1, name, colour, want)
			}
		}
		switch {
		case tag[1] == tag[2]:
			points[0], points[1] = points[0]+1, points[1]+1
		case tag[2] == "0":
			points[white] += 2
		default:
			points[black] += 2
		}
	}
	return points, true
}

// plainName is what people are called who were not forgotten.
var plainName = regexp.MustCompile(`^P\d+[a-z]$`)

// decision looks at something that was decided without being played.
func (j *judging) decision(reason string, round, at int, points [2]int, now time.Time) {
	b := j.rounds[round][at]
	real, done := j.result(b, round, at, now)
	out := func(i int) bool { return j.out[j.order[b.who[i]]] }
	all := 2 * j.games
	ok := true
	switch reason {
	case "absent":
		want := [2]int{}
		for i := range want {
			if !out(i) {
				want[i] = all
			}
		}
		_, begun := j.Games[fmt.Sprintf("%d.%d.1", round+1, at+1)] // what has begun ends by itself, if need be without a move
		ok = !done && !begun && points == want && (out(0) || out(1))
	case "seed":
		want := [2]int{all, 0}
		if b.who[1] < b.who[0] {
			want = [2]int{0, all}
		}
		ok = done && real[0] == real[1] && points == want && (b.replays == 2 || out(0) || out(1))
	case "no-show", "late":
		ok = !done && j.absent(b, round, at, points, reason == "late")
	case "nothing":
		ok = !done && points == [2]int{}
	}
	if !ok {
		j.wrong("standing: round %d board %d is decided %s with %v, played %v %v: %q", round+1, at+1, reason, points, real,
			done,
			j.Games[fmt.Sprintf("%d.%d.1", round+1, at+1)].PDN)
	}
}

// plies are the moves of a game.
var plies = regexp.MustCompile(`\b[a-j]?\d+(?:[-x:][a-j]?\d+)+`)

// absent reports whether a board has a game that came to nothing while the one had to move who has no points for it,
// and
// who had moved in it or had not.
func (j *judging) absent(b *board, round, at int, points [2]int, moved bool) bool {
	for game := range j.games + b.replays {
		g, there := j.Games[fmt.Sprintf("%d.%d.%d", round+1, at+1, game+1)]
		if !there || !strings.Contains(g.PDN, `[Result "*"]`) {
			continue
		}
		_, moves, _ := strings.Cut(g.PDN, "\n\n")
		n := len(plies.FindAllString(moves, -1))
		want := [2]int{2 * j.games, 2 * j.games}
		if want[(n+game)%2] = 0; want == points && n > 1 == moved {
			return true
		}
	}
	return false
}

// scores are what everybody has, and whether all of it is known, at a moment.
func (j *judging) scores(now time.Time) (scores []int, open int) {
	scores = make([]int, len(j.order))
	for round, boards := range j.rounds {
		for at, b := range boards {
			points, done := j.result(b, round, at, now)
			if !done {
				open++
				continue
			}
			for i, who := range b.who {
				if who != nobody {
					scores[who] += points[i]
				}
			}
		}
	}
	return scores, open
}

// pairing looks at a new round.
func (j *judging) pairing(round []*board, now time.Time) {
	n := len(j.rounds) + 1
	seen := map[int]bool{}
	for _, b := range round {
		for _, who := range b.who {
			if who != nobody && (seen[who] || who < 0 || who >= len(j.order)) {
				j.wrong("pairing: round %d has number %d, who is nobody or plays twice", n, who)
				return
			}
			seen[who] = who != nobody
		}
	}
	scores, open := j.scores(now)
	if open > 0 && (j.system == "cup" || now.Before(j.until)) {
		j.wrong("pairing: round %d begins with %d boards open before it is time", n, open)
	}
	switch j.system {
	case "round":
		j.berger(round)
	case "cup":
		j.cup(round, now)
	default:
		j.swiss(round, scores, seen)
	}
}

// berger compares a round with the one that Berger's wheel has: the last number stays, the others turn by half of all.
func (j *judging) berger(round []*board) {
	even := len(j.order) + len(j.order)%2
	turn := len(j.rounds) % (even - 1)
	seat := func(i int) int { return (turn*even/2 + i) % (even - 1) }
	want := map[[2]int]bool{}
	add := func(a, b int, other bool) {
		if other != (len(j.rounds)/(even-1)%2 == 1) {
			a, b = b, a
		}
		switch len(j.order) {
		case a:
			a, b = b, nobody
		case b:
			b = nobody
		}
		want[[2]int{a, b}] = true
	}
	add(seat(0), even-1, turn%2 == 1)
	for i := 1; i < even/2; i++ {
		add(seat(i), seat(even-1-i), false)
	}
	for _, b := range round {
		if !want[b.who] {
			j.wrong("pairing: round %d has %v, Berger's has %v", len(j.rounds)+1, b.who, want)
		}
		delete(want, b.who)
	}
	if len(want) > 0 {
		j.wrong("pairing: round %d lacks %v", len(j.rounds)+1, want)
	}
}

// through is who of a board goes on.
func (j *judging) through(round, at int, now time.Time) (winner, loser int) {
	b := j.rounds[round][at]
	points, _ := j.result(b, round, at, now)
	first := points[0] > points[1] || points[0] == points[1] && b.who[0] < b.who[1] || b.who[1] == nobody
	if first {
		return b.who[0], b.who[1]
	}
	return b.who[1], b.who[0]
}

// cup looks at a round in which those meet who have won beside each other.
func (j *judging) cup(round []*board, now time.Time) {
	same := func(b *board, x, y int) bool { return b.who == [2]int{x, y} || b.who == [2]int{y, x} }
	if len(j.rounds) == 0 {
		size := 1
		for size < len(j.order) {
			size *= 2
		}
		for _, b := range round {
			if other := b.who[1]; other != nobody && b.who[0]+other != size-1 || other == nobody &&
				size-1-b.who[0] < len(j.order) {
				j.wrong("pairing: the cup of %d begins with %v", len(j.order), b.who)
			}
		}
		if len(round) != size/2 {
			j.wrong("pairing: the cup of %d begins with %d boards", len(j.order), len(round))
		}
		return
	}
	last := len(j.rounds) - 1
	main := len(j.rounds[0]) >> last
	for i := 0; i+1 < main; i += 2 {
		a, lostA := j.through(last, i, now)
		b, lostB := j.through(last, i+1, now)
		if i/2 >= len(round) || !same(round[i/2], a, b) {
			j.wrong("pairing: round %d lacks %d against %d", last+2, a, b)
		}
		if main == 2 && lostA != nobody && lostB != nobody && (len(round) != 2 || !same(round[1], lostA, lostB)) {
			j.wrong("pairing: the third place is not played for by %d and %d", lostA, lostB)
		}
	}
}
