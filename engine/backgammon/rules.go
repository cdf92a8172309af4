package backgammon

import (
	"fmt"
	"strconv"

	"tabuleiro/engine"
)

// rules are the options, resolved.
type rules struct {
	law
	opening  string
	double   string
	cubeMost int // logarithm of the largest cube
	gammons  bool
	jacoby   bool // in money games
	crawford bool // in matches
	points   int  // 1: a single game; 0: one game after another
}

// Values of options.
const (
	standard = "standard"
	manual   = "manual"
	preset   = "preset" // as the preset says
	on       = "on"
	none     = "none"

	each  = "each"
	black = "black"

	all      = "all"
	rearmost = "rearmost"
	anything = "any"

	before = "before"
	turn   = "turn"
	never  = "off"
)

const (
	cubeBits  = 15    // logarithm of the largest cube that a Match ID can say, where no option limits it
	mostScore = 32767 // that a Match ID can say
	longest   = 25    // match that can be asked for
)

// setting is an option and what it is in each preset.
type setting struct {
	name, group, standard, manual string
	values                        []string
}

var settings = []setting{
	{"opening", "plays", each, black, []string{each, black}},
	{"dice", "plays", all, anything, []string{all, anything}},
	{"bearoff", "plays", rearmost, anything, []string{rearmost, anything}},
	{"double", "cube", before, turn, []string{before, turn, never}},
	{"cube-max", "cube", none, "64", []string{none, "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024"}},
	{"gammons", "score", on, never, []string{on, never}},
	{"jacoby", "score", never, never, []string{on, never}},
	{"points", "score", "1", "1", numbers(0, longest)},
	{"crawford", "score", on, never, []string{on, never}},
}

func numbers(from, to int) []string {
	var list []string
	for n := from; n <= to; n++ {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

// options are the preset, and for each setting a value of its own or that of the preset.
func options() []engine.Option {
	list := []engine.Option{{Name: "rules", Values: []string{standard, manual}, Default: standard}}
	for _, s := range settings {
		list = append(list, engine.Option{Name: s.name, Values: append([]string{preset}, s.values...), Default: preset, Group: s.group})
	}
	return list
}

// resolve turns complete options into rules.
func resolve(o engine.Options) (*rules, error) {
	value := make(map[string]string)
	for _, s := range settings {
		value[s.name] = o[s.name]
		switch {
		case o[s.name] != preset:
		case o["rules"] == manual:
			value[s.name] = s.manual
		default:
			value[s.name] = s.standard
		}
	}
	r := &rules{
		law:      law{anyDice: value["dice"] == anything, anyOff: value["bearoff"] == anything},
		opening:  value["opening"],
		double:   value["double"],
		cubeMost: cubeBits,
		gammons:  value["gammons"] == on,
		jacoby:   value["jacoby"] == on,
		crawford: value["crawford"] == on,
	}
	if most := value["cube-max"]; most != none {
		n, err := strconv.Atoi(most)
		if err != nil {
			return nil, fmt.Errorf("option cube-max %q: %w", most, err)
		}
		r.cubeMost = log2(n)
	}
	var err error
	if r.points, err = strconv.Atoi(value["points"]); err != nil {
		return nil, fmt.Errorf("option points %q: %w", value["points"], err)
	}
	return r, nil
}

// log2 is the logarithm of a power of two.
func log2(n int) int {
	log := 0
	for ; n > 1; n /= 2 {
		log++
	}
	return log
}
