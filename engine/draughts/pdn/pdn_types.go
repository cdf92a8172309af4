package pdn

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/grid"
)

// gameType is the number of a game in PDN.
type gameType struct {
	number, details, game string
	variant               string // the tag Variant, "" for none
}

// gameTypes are those that are known. The first one of a game is its own.
var gameTypes = []gameType{
	{"28", "W,8,8,N1,1", "portuguese", ""},
	{"24", "W,8,8,N1,1", "spanish", ""},
	{"24", "W,8,8,N1,1", "portuguese", classicVariant}, // the same game under another number
	{chileanType, "W,10,10,N2,0", "chilean", "Damas Chilenas"},
	{internationalType, "W,10,10,N2,0", "international", ""},
	{"21", "B,8,8,N1,0", "english", ""},
	{"22", "W,8,8,N2,1", "italian", ""},
	{"25", "W,8,8,A0,0", "russian", ""},
	{"26", "W,8,8,A0,0", "brazilian", ""},
}

const (
	chileanType       = "49"
	internationalType = "20"
	classicVariant    = "Damas Clássicas"
)

// otherDraughts are the numbers that PDN 3.0 gives to other games of draughts.
var otherDraughts = []int{20, 21, 22, 23, 25, 26, 27, 29, 30, 31, 40, 41}

// pdnTags are the tags of a game by their names.
type pdnTags map[string]pdnToken

// reading is a game as which a record is read, and the corner where its squares are counted from.
type reading struct {
	game *engine.Game
	from rules.Corner
	odd  engine.Code // what the file says otherwise, "" for nothing
}

// readings are those that are tried first, and those for which their squares have to be counted otherwise: as the game
// that is named, or else that of the tags, or else every game.
func (tags pdnTags) readings(games []*engine.Game, named *engine.Game) (usual, others []reading, err error) {
	t, typed := tags["GameType"]
	number, details, _ := strings.Cut(strings.ReplaceAll(t.text, " ", ""), ",")
	if strings.Contains(strings.ToLower(tags["Variant"].text), "chilen") {
		number, typed = chileanType, true
	}
	if !slices.ContainsFunc(gameTypes, func(kind gameType) bool { return named != nil && kind.game == named.Name }) {
		named = nil
	}
	for _, kind := range gameTypes {
		i := slices.IndexFunc(games, func(g *engine.Game) bool { return g.Name == kind.game })
		tagged := kind.number == number && (kind.game != "spanish" || tags["Variant"].text != classicVariant)
		known := slices.ContainsFunc(usual, func(r reading) bool { return named == nil && typed || r.game.Name == kind.game })
		if i < 0 || known || named != nil && games[i] != named || named == nil && typed && !tagged {
			continue
		}
		own, _ := squaresFrom("", kind.details)
		first, fits := own, true
		odd := engine.Code("")
		switch {
		case tagged:
			if first, fits = squaresFrom(details, kind.details); !fits {
				first, odd = own, engine.OddNumbers
			}
		case named != nil && typed && !slices.ContainsFunc(gameTypes, func(same gameType) bool {
			return same.number == number && same.game == named.Name
		}):
			odd = engine.OddGame
		}
		usual = append(usual, reading{games[i], first, odd})
		for _, from := range []rules.Corner{own, rules.BottomLeft, rules.BottomRight, rules.TopLeft, rules.TopRight} {
			if other := (reading{games[i], from, engine.OddNumbers}); from != first && !slices.Contains(others, other) {
				others = append(others, other)
			}
		}
	}
	if usual != nil {
		return usual, others, nil
	}
	wrong := &engine.FileError{Code: engine.UnknownGame, Text: "GameType " + number}
	if n, err := strconv.Atoi(number); err == nil && slices.Contains(otherDraughts, n) {
		wrong = &engine.FileError{Code: engine.OtherDraughts, Count: n}
	}
	return nil, nil, engine.InPlace(int(t.line), int(t.column), wrong)
}

// squaresFrom is the corner that the details of a GameType say, as far as there are any; false if they are about
// another board than ours. Letters instead of numbers are as good, and on which squares one plays has been written in
// two ways.
func squaresFrom(details, ours string) (rules.Corner, bool) {
	theirs, want := strings.Split(details, ","), strings.Split(ours, ",")
	n := len(theirs)
	for i := 1; i < min(n, 3); i++ {
		if theirs[i] != want[i] {
			return 0, false
		}
	}
	notation := want[3]
	if n > 3 && strings.HasPrefix(theirs[3], "N") {
		notation = theirs[3]
	} else if n > 3 && !strings.HasPrefix(theirs[3], "A") && !strings.HasPrefix(theirs[3], "S") {
		return 0, false
	}
	if len(notation) != 2 || notation[1] < '0' || notation[1] > '3' {
		return 0, false
	}
	corner := rules.Corner(notation[1] - '0')
	switch {
	case notation[0] == 'A':
		corner = rules.TopLeft // where programs count that write numbers all the same
	case theirs[0] == "B":
		corner = rules.TopRight - corner // as Black sees it, who begins
	case n < 2 && want[0] == "B":
		corner = rules.TopRight - corner
	}
	return corner, true
}

// ourMove writes a move with our numbers.
func ourMove(v *rules.Variant, from rules.Corner, text string) string {
	typed, ok := grid.Split(text)
	if !ok || from == v.Typed() || typed.Squares[0].Number < 0 || typed.Mixed {
		return text
	}
	sign := "-"
	if typed.Captures() {
		sign = "x"
	}
	var s strings.Builder
	for i, square := range typed.Squares {
		if i > 0 {
			s.WriteString(sign)
		}
		s.WriteString(strconv.Itoa(v.Alias(rules.Counted(v, from, square.Number))))
	}
	if typed.Open() {
		s.WriteString(sign)
	}
	return s.String()
}

var fenNumbers = regexp.MustCompile(`([A-Za-z]*)([0-9]+)(?:-([0-9]+))?`)

// ourFEN writes the start of a game with our numbers; names of squares stay.
func ourFEN(v *rules.Variant, from rules.Corner, fen string) string {
	if from == v.Typed() || rules.FenNamed(strings.ToUpper(fen)) {
		return fen
	}
	return fenNumbers.ReplaceAllStringFunc(fen, func(item string) string {
		m := fenNumbers.FindStringSubmatch(item)
		first, err := strconv.Atoi(m[2])
		if err != nil {
			return item
		}
		last, err := strconv.Atoi(m[3])
		if err != nil {
			last = first
		}
		var list []string
		for n := first; n <= min(last, v.Count); n++ {
			list = append(list, strings.TrimLeft(m[1], "WBwb")+strconv.Itoa(v.Alias(rules.Counted(v, from, n))))
		}
		if len(list) == 0 {
			return item
		}
		return m[1][:len(m[1])-len(strings.TrimLeft(m[1], "WBwb"))] + strings.Join(list, ",")
	})
}
