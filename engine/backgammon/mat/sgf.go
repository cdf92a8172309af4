package mat

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// sgfMark is how the files begin in which GNU Backgammon saves matches: a tree for each game, White on the left.
var sgfMark = regexp.MustCompile(`^\s*\(\s*;[^()]*GM\[6\]`)

// sgfColours are the letters of the sides, and sgfPlaces those of places, as the first side sees them.
const (
	sgfColours = "WB"
	sgfPlaces  = "zabcdefghijklmnopqrstuvwxy"
)

// sgfNode is the properties of a node.
type sgfNode struct {
	line   int
	values map[string][]string
}

func (n sgfNode) value(name string) string {
	if list := n.values[name]; len(list) > 0 {
		return list[0]
	}
	return ""
}

// info is a number of the property MI.
func (n sgfNode) info(name string) int {
	for _, value := range n.values["MI"] {
		if key, number, _ := strings.Cut(value, ":"); key == name {
			n, _ := strconv.Atoi(number)
			return n
		}
	}
	return 0
}

// sgfToken is a value of a property with its brackets, the name of one, or a sign between them.
var sgfToken = regexp.MustCompile(`(?s)\[(?:\\.?|[^\]\\])*\]?|[A-Z]+|[();\n]`)

// sgfTrees lists the nodes of the main line of each tree of a file. Of variations the first one is the main line: where
// one has ended, so has that.
func sgfTrees(text string) (trees [][]sgfNode) {
	depth, line, ended := 0, 1, false
	var name string
	for _, token := range sgfToken.FindAllString(text, -1) {
		last := len(trees) - 1
		switch token[0] {
		case '(':
			if depth++; depth == 1 {
				trees, ended = append(trees, nil), false
			}
		case ')':
			depth, ended = max(0, depth-1), true
		case ';':
			if depth > 0 && !ended {
				trees[last] = append(trees[last], sgfNode{line, make(map[string][]string)})
			}
		case '[':
			if !ended && last >= 0 && len(trees[last]) > 0 {
				values := trees[last][len(trees[last])-1].values
				value := strings.TrimSuffix(token[1:], "]")
				values[name] = append(values[name], strings.NewReplacer(`\\`, `\`, `\`, "").Replace(value))
			}
		default:
			name = token
		}
		line += strings.Count(token, "\n")
	}
	return trees
}

// sgfRows has the games of a file in the rows of a .mat file: a game with the number 0 begins a match.
func sgfRows(text string) (rows []row) {
	for _, tree := range sgfTrees(text) {
		if len(tree) == 0 {
			continue
		}
		root, line := tree[0], tree[0].line
		add := func(format string, facts ...any) { rows = append(rows, row{fmt.Sprintf(format, facts...), line}) }
		game := root.info("game")
		if game == 0 || rows == nil {
			add(" %d point match", root.info("length"))
			add("; [Event \"%s\"]", engine.Tidy(root.value("EV")))
			add("; [Site \"%s\"]", engine.Tidy(root.value("PC")))
			add("; [EventDate \"%s\"]", strings.ReplaceAll(root.value("DT"), "-", "."))
			switch rule := root.value("RU"); {
			case rule == "Jacoby":
				add("; [Jacoby \"On\"]")
			case root.info("length") > 1 && !strings.HasPrefix(rule, "Crawford"):
				add("; [Crawford \"Off\"]")
			}
		}
		add(" Game %d", game+1)
		add(" %s : %d  %s : %d", matName(root.value("PW")), root.info("ws"), matName(root.value("PB")), root.info("bs"))
		for _, node := range tree[1:] {
			line = node.line
			for side, colour := range sgfColours {
				did := node.values[string(colour)]
				if node.value("PL") == string(colour) && strings.Trim(node.value("DI"), "0") != "" {
					did = append(did, node.value("DI"))
				}
				for _, what := range did {
					add(" 1)%*s %s", side*2*matRight, "", sgfCell(side, what))
				}
			}
			if node.values["AE"] != nil || node.values["AB"] != nil || node.values["AW"] != nil {
				add("AE")
			}
		}
		colour, points, won := strings.Cut(root.value("RE"), "+")
		if side := strings.Index(sgfColours, colour); won && side >= 0 && colour != "" {
			add("%*s Wins %s points", side*2*matRight, "", points)
		}
	}
	return rows
}

// sgfCell is what a side did as .mat files have it.
func sgfCell(side int, what string) string {
	switch what {
	case "double":
		return "Doubles"
	case "take":
		return "Takes"
	case "drop":
		return "Drops"
	}
	if len(what) < 2 || strings.Trim(what[:2], "123456") != "" {
		return what + ":"
	}
	text := what[:2] + ":"
	place := func(letter byte) string {
		n := max(strings.IndexByte(sgfPlaces, letter), board.Off)
		if side == 1 && n > board.Off && n < board.Bar {
			n = board.Across(n)
		}
		return board.PlaceName(n)
	}
	for steps := what[2:]; len(steps) >= 2; steps = steps[2:] {
		text += " " + place(steps[0]) + "/" + place(steps[1])
	}
	return text
}
