package rules

import (
	"fmt"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

// howToThink reads how a player of a duel thinks.
func howToThink(how string, seed uint64) (engine.Limits, error) {
	task := engine.Limits{Seed: seed}
	for field := range strings.SplitSeq(how, ",") {
		key, value, _ := strings.Cut(field, "=")
		number, err := strconv.Atoi(value)
		level, named := engine.LevelNamed(value)
		switch {
		case key == "level" && named:
			task.Level = level
		case key == "nodes" && err == nil && number > 0:
			task.Nodes = number
		default:
			return task, fmt.Errorf("%q is none of level=1 to level=%d, level=max, nodes=20000", field, engine.Levels)
		}
	}
	return task, nil
}
