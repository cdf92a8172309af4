package mat

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
)

// SGF are the files in which GNU Backgammon saves matches: a tree for each game, White on the left. They hold what .mat
// files do; our options stand in the comment about the game.
var SGF = engine.Format{Name: "sgf", Ext: ".sgf", Write: writeSGF, Knows: sgfMark.MatchString, Read: readSGF}

var sgfMark = regexp.MustCompile(`^\s*\(\s*;[^()]*GM\[6\]`)

// sgfColours are the letters of the sides.
const sgfColours = "WB"

// What begins our options in a comment, and the result of a match that was broken off behind them.
const (
	sgfOptions = "Options: "
	sgfResult  = " | Result: "
)

// sgfPlaces are the letters of places, as the first side sees them.
const sgfPlaces = "zabcdefghijklmnopqrstuvwxy"

// sgfPlace is a place of the other side as the first one sees it, or the other way round.
func sgfPlace(side, place int) int {
	if side == 1 && place > board.Off && place < board.Bar {
		return board.Across(place)
	}
	return place
}

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
		property("PW", r.Names[0])
		property("PB", r.Names[1])
		if n == 0 {
			property("DT", strings.ReplaceAll(r.Date, ".", "-"))
			property("EV", r.Event)
			property("PC", r.Site)
			result := ""
			if o := r.Outcome(); o.Decided() && !r.Line.Outcome().Decided() {
				result = sgfResult + o.Result()
			}
			fmt.Fprintf(&s, "GC[%s%s%s]", sgfOptions, r.Options, result)
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

// node is a cell as a node of a tree.
func (c cell) node() string {
	text := string(c.word) + c.dice
	for _, hop := range c.steps {
		text += string([]byte{sgfPlaces[sgfPlace(c.side, hop.From)], sgfPlaces[sgfPlace(c.side, hop.To)]})
	}
	if c.open {
		return fmt.Sprintf("\n;PL[%c]DI[%s]", sgfColours[c.side], c.dice)
	}
	return fmt.Sprintf("\n;%c[%s]", sgfColours[c.side], text)
}

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

// readSGF reads the matches of a file: a game with the number 0 begins one.
func readSGF(text string, games []*engine.Game, named *engine.Game) (engine.File, error) {
	var f engine.File
	budget := engine.NewBudget(len(text))
	var matches [][][]sgfNode
	for _, tree := range sgfTrees(text) {
		if len(tree) == 0 {
			continue
		}
		if n := len(matches); n > 0 && sgfInfo(tree[0], "game") != 0 {
			matches[n-1] = append(matches[n-1], tree)
		} else {
			matches = append(matches, [][]sgfNode{tree})
		}
	}
	for _, trees := range matches {
		root := trees[0][0]
		f.Entries = append(f.Entries, engine.Entry{
			Names: [2]string{engine.Tidy(root.value("PW")), engine.Tidy(root.value("PB"))},
			Event: engine.Tidy(root.value("EV")), Date: strings.ReplaceAll(root.value("DT"), "-", "."),
			Read: func() (engine.Record, error) {
				r := newMatReader(games, named, budget)
				return r.kept(func() error { return r.trees(trees) })
			},
		})
	}
	if f.Entries == nil {
		return f, &engine.FileError{Code: engine.NoGame}
	}
	return f, nil
}

// sgfInfo is a number of the property MI.
func sgfInfo(root sgfNode, name string) int {
	for _, value := range root.values["MI"] {
		if key, number, _ := strings.Cut(value, ":"); key == name {
			n, _ := strconv.Atoi(number)
			return n
		}
	}
	return 0
}

// trees reads the games of a match.
func (r *matReader) trees(trees [][]sgfNode) error {
	root := trees[0][0]
	r.line = root.line
	if options, ours := strings.CutPrefix(root.value("GC"), sgfOptions); ours {
		options, result, _ := strings.Cut(options, sgfResult)
		r.result, _ = engine.ParseResult(result)
		r.ours = engine.ParseOptions(options)
	}
	r.tags.Event, r.tags.Site = engine.Tidy(root.value("EV")), engine.Tidy(root.value("PC"))
	r.date(strings.ReplaceAll(root.value("DT"), "-", "."))
	number := sgfInfo(root, "length")
	if err := r.match(strconv.Itoa(number)); err != nil {
		return err
	}
	switch rule := root.value("RU"); {
	case rule == "Jacoby":
		r.chosen["jacoby"] = rules.On
	case number > 1 && !strings.HasPrefix(rule, "Crawford"):
		r.chosen["crawford"] = rules.Never
	}
	for _, tree := range trees {
		if err := r.tree(tree); err != nil {
			return err
		}
	}
	return nil
}

// tree reads a game.
func (r *matReader) tree(nodes []sgfNode) error {
	root := nodes[0]
	r.line = root.line
	if err := r.begin(); err != nil {
		return err
	}
	r.record.Names = [2]string{engine.Tidy(root.value("PW")), engine.Tidy(root.value("PB"))}
	if err := r.scored(sgfInfo(root, "ws"), sgfInfo(root, "bs")); err != nil {
		return err
	}
	for _, node := range nodes[1:] {
		if err := r.node(node); err != nil {
			return err
		}
	}
	colour, points, won := strings.Cut(root.value("RE"), "+")
	if side := strings.Index(sgfColours, colour); won && side >= 0 && colour != "" {
		return r.wins(side, "Wins "+points+" points")
	}
	return nil
}

// node reads what the sides did in a node.
func (r *matReader) node(node sgfNode) error {
	r.line = node.line
	for side := range sgfColours {
		colour := sgfColours[side : side+1]
		did := slices.Clone(node.values[colour])
		if dice := node.value("DI"); node.value("PL") == colour && strings.Trim(dice, "0") != "" {
			did = append(did, dice)
		}
		for _, what := range did {
			if err := r.cell(side, sgfCell(side, what)); err != nil {
				return err
			}
		}
	}
	if node.values["AE"] != nil || node.values["AB"] != nil || node.values["AW"] != nil {
		return &engine.FileError{Code: engine.NotUnderstood, Text: "AE"}
	}
	return nil
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
		return board.PlaceName(sgfPlace(side, max(strings.IndexByte(sgfPlaces, letter), board.Off)))
	}
	for steps := what[2:]; len(steps) >= 2; steps = steps[2:] {
		text += " " + place(steps[0]) + "/" + place(steps[1])
	}
	return text
}
