package rules

import (
	"math/bits"
	"strconv"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
)

// rules holds the resolved options.
type rules struct {
	board.Law
	*kind
	Opening  string
	Self     bool // sides roll when they say so, in an opening each its own die
	Absolute bool // both sides use the numbers on the board, as in the manual
	Double   string
	CubeMost int // logarithm of the largest cube
	Gammons  bool
	jacoby   bool // in money games
	Crawford bool // in matches
	Points   int  // length of the match; 1: a single game; 0: one game after another
}

// Values of options.
const (
	standard = "standard"
	manual   = "manual"
	preset   = "preset" // as in the preset
	On       = "on"
	None     = "none"

	Each  = "each"
	black = "black"

	bot  = "bot"
	self = "self"

	all      = "all"
	rearmost = "rearmost"
	anything = "any"

	before = "before"
	Turn   = "turn"
	Never  = "off"
)

// Longest is the maximum length of a match, in points.
const Longest = 25

// setting is an option with its value in each preset.
type setting struct {
	name, group, standard, manual string
	values                        []string
}

var settings = []setting{
	{"opening", "plays", Each, black, []string{Each, black}},
	{"throw", "plays", bot, bot, []string{bot, self}},
	{"dice", "plays", all, anything, []string{all, anything}},
	{"bearoff", "plays", rearmost, anything, []string{rearmost, anything}},
	{"double", "cube", before, Turn, []string{before, Turn, Never}},
	{"cube-max", "cube", None, "64", []string{None, "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024"}},
	{"gammons", "score", On, Never, []string{On, Never}},
	{"jacoby", "score", Never, Never, []string{On, Never}},
	{"points", "score", "1", "1", Numbers(0, Longest)},
	{"crawford", "score", On, Never, []string{On, Never}},
}

// Numbers lists numbers as values of an option, both ends included.
func Numbers(from, to int) []string {
	var list []string
	for n := from; n <= to; n++ {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

// resolve converts complete options to rules of the kind.
func (k *kind) resolve(o engine.Options) *rules {
	value := make(map[string]string)
	for _, s := range settings {
		value[s.name] = o[s.name]
		if o[s.name] == preset || o[s.name] == "" {
			value[s.name] = k.usual(s, o["rules"] == manual)
		}
	}
	r := &rules{
		kind:     k,
		Law:      board.Law{AnyDice: value["dice"] == anything, AnyOff: value["bearoff"] == anything},
		Opening:  value["opening"],
		Self:     value["throw"] == self,
		Absolute: o["rules"] == manual,
		Double:   value["double"],
		CubeMost: id.CubeBits,
		Gammons:  value["gammons"] == On,
		jacoby:   value["jacoby"] == On,
		Crawford: value["crawford"] == On,
	}
	if most := value["cube-max"]; most != None {
		n, _ := strconv.Atoi(most)
		r.CubeMost = bits.Len(uint(n)) - 1
	}
	r.Points, _ = strconv.Atoi(value["points"])
	return r
}
