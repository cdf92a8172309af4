package mat

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
)

// SGF is the format in which GNU Backgammon saves matches: a tree per game, with White on the left. It holds what
// .mat files do; our options, and the result of an unfinished match, are in the comment on the first game.
var SGF = engine.Format{Name: "sgf", Ext: ".sgf", Write: writeSGF, Knows: sgfMark.MatchString, Read: readMat}

var sgfMark = regexp.MustCompile(`^\s*\(\s*;[^()]*GM\[6\]`)

// sgfColours are the letters of the sides, and sgfPlaces those of places as the first side sees them.
const (
	sgfColours = "WB"
	sgfPlaces  = "zabcdefghijklmnopqrstuvwxy"
)

// sgfWords maps the cube actions of .mat files to those of SGF.
var sgfWords = map[string]string{"Doubles": "double", "Takes": "take", "Drops": "drop"}

// sgfOurs matches the comment with our options and an optional result.
var sgfOurs = regexp.MustCompile(`^Options: ([^|]*)(?: \| Result: (.*))?$`)

func writeSGF(r engine.Record) (string, error) {
	start, games, err := gamesOf(r)
	if err == nil && start.Rules.Game() != rules.Name {
		err = engine.ErrCannotHold
	}
	if err != nil {
		return "", fmt.Errorf("write .sgf: %w", err)
	}
	var s strings.Builder
	property := func(name, value string) {
		if value = engine.Tidy(value); value != "" {
			fmt.Fprintf(&s, "%s[%s]", name, strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(value))
		}
	}
	for n, g := range games {
		fmt.Fprintf(&s, "(;FF[4]GM[6]CA[UTF-8]AP[tabuleiro]MI[length:%d][game:%d][ws:%d][bs:%d]", length(start), n,
			g.head.Score[0], g.head.Score[1])
		property("PW", strings.ReplaceAll(r.Names[0], ":", " ")) // in the form in which they are read
		property("PB", strings.ReplaceAll(r.Names[1], ":", " "))
		if n == 0 {
			property("DT", strings.ReplaceAll(r.Date, ".", "-"))
			property("EV", r.Event)
			property("PC", r.Site)
			result := ""
			if o := r.Outcome(); o.Decided() && !r.Line.Outcome().Decided() {
				result = " | Result: " + o.Result()
			}
			fmt.Fprintf(&s, "GC[Options: %s%s]", r.Options, result)
		}
		switch {
		case start.Jacoby:
			property("RU", "Jacoby")
		case start.Rules.Crawford && start.Length > 1:
			property("RU", "Crawford")
		}
		if g.end != nil {
			gave := ""
			if g.end.End == id.Resigned {
				gave = "R"
			}
			property("RE", fmt.Sprintf("%c+%d%s", sgfColours[g.end.Winner], g.end.GameOutcome().Points, gave))
		}
		for _, c := range g.cells {
			s.WriteString(c.node())
		}
		s.WriteString(")\n")
	}
	return s.String(), nil
}

// node returns an action as a node of a tree.
func (c cell) node() string {
	words := strings.Fields(strings.ReplaceAll(c.text, "*", ""))
	text := strings.TrimSuffix(words[0], ":")
	if c.open {
		return fmt.Sprintf("\n;PL[%c]DI[%s]", sgfColours[c.side], text)
	}
	if word := sgfWords[words[0]]; word != "" {
		text, words = word, nil
	}
	for _, step := range words[min(1, len(words)):] {
		for place := range strings.SplitSeq(step, "/") {
			n, _ := strconv.Atoi(place) // a number written by gamesOf
			text += string(sgfPlaces[mirror(c.side, n)])
		}
	}
	return fmt.Sprintf("\n;%c[%s]", sgfColours[c.side], text)
}

// mirror converts a place between the numbering of a side and that of the first side.
func mirror(side, place int) int {
	if side == 1 && place > board.Off && place < board.Bar {
		return board.Mirror(place)
	}
	return place
}

// sgfNode holds the properties of a node; the facts of MI are properties of their own, such as "MI length".
type sgfNode struct {
	line   int
	values map[string]string
}

// info returns a number of the property MI.
func (n sgfNode) info(name string) int {
	number, _ := strconv.Atoi(n.values["MI "+name])
	return number
}

// sgfToken matches a value with its brackets, the name of a property, or a sign between them.
var sgfToken = regexp.MustCompile(`(?s)\[(?:\\.?|[^\]\\])*\]?|[A-Z]+|[();\n]`)

// sgfTrees lists the nodes of the main line of each tree of a file. The first of several variations is the main line,
// which ends with it.
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
				trees[last] = append(trees[last], sgfNode{line, make(map[string]string)})
			}
		case '[':
			if ended || last < 0 || len(trees[last]) == 0 {
				break
			}
			key, value := name, strings.NewReplacer(`\\`, `\`, `\`, "").Replace(strings.TrimSuffix(token[1:], "]"))
			if fact, number, ok := strings.Cut(value, ":"); ok && name == "MI" {
				key, value = name+" "+fact, number
			}
			trees[last][len(trees[last])-1].values[key] += value // several values make no action
		default:
			name = token
		}
		line += strings.Count(token, "\n")
	}
	return trees
}

// sgfRows converts the games of a file to the rows of a .mat file. A game with number 0 begins a match.
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
			add("; [Event \"%s\"]", engine.Tidy(root.values["EV"]))
			add("; [Site \"%s\"]", engine.Tidy(root.values["PC"]))
			add("; [EventDate \"%s\"]", strings.ReplaceAll(root.values["DT"], "-", "."))
			if ours := sgfOurs.FindStringSubmatch(root.values["GC"]); ours != nil {
				add("; [Options \"%s\"]", ours[1])
				if ours[2] != "" {
					add("; [Result \"%s\"]", ours[2])
				}
			}
			switch rule := root.values["RU"]; {
			case rule == "Jacoby":
				add("; [Jacoby \"On\"]")
			case root.info("length") > 1 && !strings.HasPrefix(rule, "Crawford"):
				add("; [Crawford \"Off\"]")
			}
		}
		add(" Game %d", game+1)
		add(" %s : %d  %s : %d", matName(root.values["PW"]), root.info("ws"), matName(root.values["PB"]), root.info("bs"))
		for _, node := range tree[1:] {
			line = node.line
			for _, text := range node.rows() {
				add("%s", text)
			}
		}
		colour, points, won := strings.Cut(root.values["RE"], "+")
		if side := strings.Index(sgfColours, colour); won && side >= 0 && colour != "" {
			add("%*s Wins %s points", side*matColumn, "", points)
		}
	}
	return rows
}

// rows returns the actions in a node, each as a row of its own.
func (n sgfNode) rows() (list []string) {
	for side, colour := range sgfColours {
		what, did := n.values[string(colour)]
		if dice := n.values["DI"]; !did && n.values["PL"] == string(colour) && strings.Trim(dice, "0") != "" {
			what, did = dice, true
		}
		if did {
			list = append(list, fmt.Sprintf(" 1)%*s %s", side*matColumn, "", sgfCell(side, what)))
		}
	}
	if n.values["AE"]+n.values["AB"]+n.values["AW"] != "" {
		list = append(list, "AE")
	}
	return list
}

// sgfCell returns an action in the form of .mat files.
func sgfCell(side int, what string) string {
	for word, letters := range sgfWords {
		if what == letters {
			return word
		}
	}
	if len(what) < 2 || strings.Trim(what[:2], "123456") != "" {
		return what + ":"
	}
	text := what[:2] + ":"
	place := func(letter byte) string {
		return board.PlaceName(mirror(side, max(strings.IndexByte(sgfPlaces, letter), board.Off)))
	}
	for steps := what[2:]; len(steps) >= 2; steps = steps[2:] {
		text += " " + place(steps[0]) + "/" + place(steps[1])
	}
	return text
}
