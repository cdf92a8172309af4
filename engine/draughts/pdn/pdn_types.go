package pdn

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
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

// hint is what a person and the tags of a file say of its game.
type hint struct {
	named                    *engine.Game // nil if no one is
	typed                    bool         // the tags tell the game, by its number
	number, details, variant string
}

// hint gathers what is said of the game; a person counts only with a game that has a number.
func (tags pdnTags) hint(named *engine.Game) hint {
	t, typed := tags["GameType"]
	h := hint{typed: typed, variant: tags["Variant"].text}
	h.number, h.details, _ = strings.Cut(strings.ReplaceAll(t.text, " ", ""), ",")
	if strings.Contains(strings.ToLower(h.variant), "chilen") {
		h.number, h.typed = chileanType, true
	}
	if slices.ContainsFunc(gameTypes, func(kind gameType) bool { return named != nil && kind.game == named.Name }) {
		h.named = named
	}
	return h
}

// isTagged reports whether the tags say a kind of game.
func (h hint) isTagged(kind gameType) bool {
	return kind.number == h.number && (kind.game != "spanish" || h.variant != classicVariant)
}

// allows reports whether a record may be of a game: the one that is named, or else that of the tags, or else any.
func (h hint) allows(g *engine.Game, kind gameType) bool {
	if h.named != nil {
		return h.named == g
	}
	return !h.typed || h.isTagged(kind)
}

// first is the corner from which squares are counted first, by default that of the game, and what the file says
// otherwise.
func (h hint) first(kind gameType, g *engine.Game) (rules.Corner, engine.Code) {
	own := rules.VariantOf(g).Typed()
	same := func(t gameType) bool { return t.number == h.number && t.game == kind.game }
	from, fits := squaresFrom(h.details, rules.VariantOf(g))
	switch tagged := h.isTagged(kind); {
	case tagged && fits:
		return from, ""
	case tagged:
		return own, engine.OddNumbers
	case h.named != nil && h.typed && !slices.ContainsFunc(gameTypes, same):
		return own, engine.OddGame
	}
	return own, ""
}

// readings are those that are tried first, and those for which their squares have to be counted otherwise.
func (tags pdnTags) readings(games []*engine.Game, named *engine.Game) (usual, others []reading, err error) {
	h := tags.hint(named)
	for _, kind := range gameTypes {
		i := slices.IndexFunc(games, func(g *engine.Game) bool { return g.Name == kind.game })
		known := func(r reading) bool { return h.named == nil && h.typed || r.game.Name == kind.game }
		if i < 0 || slices.ContainsFunc(usual, known) || !h.allows(games[i], kind) {
			continue
		}
		first, odd := h.first(kind, games[i])
		usual = append(usual, reading{games[i], first, odd})
		for _, from := range []rules.Corner{rules.VariantOf(games[i]).Typed(), rules.BottomLeft, rules.BottomRight, rules.TopLeft, rules.TopRight} {
			other := reading{games[i], from, engine.OddNumbers}
			if from != first && !slices.Contains(others, other) {
				others = append(others, other)
			}
		}
	}
	if usual != nil {
		return usual, others, nil
	}
	wrong := &engine.FileError{Code: engine.UnknownGame, Text: "GameType " + h.number}
	if n, err := strconv.Atoi(h.number); err == nil && slices.Contains(otherDraughts, n) {
		wrong = &engine.FileError{Code: engine.OtherDraughts, Count: n}
	}
	t := tags["GameType"]
	return nil, nil, engine.InPlace(int(t.line), int(t.column), wrong)
}

// squaresFrom is the corner that the details of a GameType say, as far as there are any; false if they are about
// another board than ours. Letters instead of numbers are as good, and on which squares one plays has been written in
// two ways.
func squaresFrom(details string, v *rules.Variant) (rules.Corner, bool) {
	m, width := pdnDetails.FindStringSubmatch(details), strconv.Itoa(v.Width)
	begins, wide, high, kind, digit := m[1], m[2], m[3], m[4], m[5]
	switch {
	case cmp.Or(wide, width) != width || cmp.Or(high, width) != width:
		return v.Typed(), false
	case kind == "" || kind == "A" || kind == "S":
		return v.Typed(), true
	case kind != "N" || digit == "":
		return v.Typed(), false
	}
	corner := rules.Corner(digit[0] - '0')
	if begins == "B" || begins == "" && v.Black {
		corner = rules.TopRight - corner // as Black sees it, who begins
	}
	return corner, true
}

// pdnDetails is who begins, the width and the height of the board, and how its squares are named.
var pdnDetails = regexp.MustCompile(`^([WB])?(?:,([^,]*))?(?:,([^,]*))?(?:,([A-Z])([0-3])?)?`)
