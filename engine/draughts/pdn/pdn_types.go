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

// game finds the game that the tags are about, and in which corner its squares begin. Without GameType it is Portuguese
// draughts, or Chilean draughts if the tag Variant or a square of the start says so; or the only one of those given.
func (tags pdnTags) game(games []*engine.Game) (g *engine.Game, from rules.Corner, err error) {
	t, typed := tags["GameType"]
	number, details, _ := strings.Cut(strings.ReplaceAll(t.text, " ", ""), ",")
	if !typed {
		number = gameTypes[0].number
		if tags.chilean() {
			number = chileanType
		}
		only := func(kind gameType) bool { return len(games) == 1 && kind.game == games[0].Name }
		if i := slices.IndexFunc(gameTypes, only); i >= 0 {
			number = gameTypes[i].number
		}
	}
	for _, kind := range gameTypes {
		if kind.number != number || kind.game == "spanish" && tags["Variant"].text == classicVariant {
			continue
		}
		from, ok := squaresFrom(details, kind.details)
		if !ok {
			return nil, 0, engine.InPlace(t.line, t.column,
				&engine.FileError{Code: engine.WrongHeader, Text: "GameType " + t.text})
		}
		if i := slices.IndexFunc(games, func(g *engine.Game) bool { return g.Name == kind.game }); i >= 0 {
			return games[i], from, nil
		}
	}
	wrong := &engine.FileError{Code: engine.UnknownGame, Text: "GameType " + number}
	if n, err := strconv.Atoi(number); err == nil && slices.Contains(otherDraughts, n) {
		wrong = &engine.FileError{Code: engine.OtherDraughts, Count: n}
	}
	return nil, 0, engine.InPlace(t.line, t.column, wrong)
}

// chilean tells whether the tags are about Chilean draughts.
func (tags pdnTags) chilean() bool {
	if strings.Contains(strings.ToLower(tags["Variant"].text), "chilen") {
		return true
	}
	notNumber := func(r rune) bool { return r < '0' || r > '9' }
	return slices.ContainsFunc(strings.FieldsFunc(tags["FEN"].text, notNumber), func(n string) bool {
		return len(n) == 2 &&
			n > "32"
	})
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
