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

// gameType is a number of a game in PDN.
type gameType struct {
	number, details, game string
	variant               string // value of the tag Variant, "" for none
}

// gameTypes lists the known types. The first one of a game is its own.
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

// otherDraughts lists the numbers of other draughts games in PDN 3.0.
var otherDraughts = []int{20, 21, 22, 23, 25, 26, 27, 29, 30, 31, 40, 41}

// reading is an interpretation of a record: as which game, and from which corner its squares are numbered.
type reading struct {
	game *engine.Game
	from rules.Corner
	odd  engine.Code // contradiction with the file, "" for none
}

// hint is what the user and the tags of a file say about its game.
type hint struct {
	named                    *engine.Game // nil if the user named none
	typed                    bool         // the tags have the number of the game
	number, details, variant string
}

// hint collects the hints about the game. A game named by the user counts only if it has a PDN number.
func (g *pdnGame) hint(named *engine.Game) hint {
	t, typed := g.tags["GameType"]
	h := hint{typed: typed, variant: g.tags["Variant"].text}
	h.number, h.details, _ = strings.Cut(strings.ReplaceAll(t.text, " ", ""), ",")
	if strings.Contains(strings.ToLower(h.variant), "chilen") {
		h.number, h.typed = chileanType, true
	}
	if slices.ContainsFunc(gameTypes, func(kind gameType) bool { return named != nil && kind.game == named.Name }) {
		h.named = named
	}
	return h
}

// isTagged reports whether the tags name a type of game.
func (h hint) isTagged(kind gameType) bool {
	return kind.number == h.number && (kind.game != "spanish" || h.variant != classicVariant)
}

// allows reports whether a record may be of a game: the named one, else that of the tags, else any.
func (h hint) allows(g *engine.Game, kind gameType) bool {
	if h.named != nil {
		return h.named == g
	}
	return !h.typed || h.isTagged(kind)
}

// first returns the corner to try first, by default that of the game, and a code if the file contradicts it.
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

// readings returns the readings to try first, and those with other numberings of the squares.
func (g *pdnGame) readings(games []*engine.Game, named *engine.Game) (usual, others []reading, err error) {
	h := g.hint(named)
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
	t := g.tags["GameType"]
	return nil, nil, engine.InPlace(t.line, t.column, wrong)
}

// squaresFrom returns the corner given by the details of a GameType, if any; false if they are for another board.
// Letters are as good as numbers, and the digit for the playing squares is ignored, because files write it in two
// ways.
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
		corner = rules.TopRight - corner // as seen by Black, who begins
	}
	return corner, true
}

// pdnDetails matches who begins, the width and height of the board, and the notation of its squares.
var pdnDetails = regexp.MustCompile(`^([WB])?(?:,([^,]*))?(?:,([^,]*))?(?:,([A-Z])([0-3])?)?`)
