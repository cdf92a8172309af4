package mat

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tabuleiro/engine"
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

// sgfPlace is the letter of a place as a side sees it.
func sgfPlace(side, place int) byte {
	switch {
	case place <= 0:
		return 'z'
	case place >= 25:
		return 'y'
	case side == 0:
		return 'a' + byte(place-1)
	}
	return 'x' - byte(place-1)
}

// sgfName is the name of a place, as a side sees it, by its letter.
func sgfName(side int, letter byte) string {
	switch {
	case letter == 'y':
		return "bar"
	case letter < 'a' || letter > 'x':
		return "off"
	case side == 0:
		return strconv.Itoa(int(letter-'a') + 1)
	}
	return strconv.Itoa(int('x'-letter) + 1)
}

func writeSGF(r engine.Record) (string, error) {
	start, ok := r.Line.At(0).(rules.Position)
	if !ok || !fits(start) || start.Rules.Game() != rules.Name {
		return "", fmt.Errorf("write .sgf: %w", engine.ErrCannotHold)
	}
	var text, game strings.Builder
	head, number, dice := start, 0, ""
	node := func(side int, what string) { fmt.Fprintf(&game, "\n;%c[%s]", sgfColours[side], what) }
	thrown := func(side int) { // and not played
		if dice != "" {
			fmt.Fprintf(&game, "\n;PL[%c]DI[%s]", sgfColours[side], dice)
		}
		dice = ""
	}
	end := func(result string) {
		fmt.Fprintf(&text, "(;FF[4]GM[6]CA[UTF-8]AP[tabuleiro]MI[length:%d][game:%d][ws:%d][bs:%d]", length(start), number,
			head.Score[0], head.Score[1])
		sgfProperty(&text, "PW", r.Names[0])
		sgfProperty(&text, "PB", r.Names[1])
		if number == 0 {
			sgfProperty(&text, "DT", strings.ReplaceAll(r.Date, ".", "-"))
			sgfProperty(&text, "EV", r.Event)
			sgfProperty(&text, "PC", r.Site)
			comment := sgfOptions + optionsOf(start)
			if o := r.Outcome(); o.Decided() && !r.Line.Outcome().Decided() {
				comment += sgfResult + o.Result()
			}
			sgfProperty(&text, "GC", comment)
		}
		switch {
		case start.Jacoby:
			sgfProperty(&text, "RU", "Jacoby")
		case start.Rules.Crawford && start.Length > 1:
			sgfProperty(&text, "RU", "Crawford")
		}
		sgfProperty(&text, "RE", result)
		text.WriteString(game.String() + ")\n")
		game.Reset()
		number++
	}
	open := true
	for n := range r.Line.Len() {
		before, _ := r.Line.At(n).(rules.Position)
		after, _ := r.Line.At(n + 1).(rules.Position)
		if before.Phase == rules.Ended && !open {
			head, open = before, true
		}
		side := sideIndex(before)
		switch m := r.Line.Move(n); {
		case before.Turn() == engine.Chance && after.Phase == rules.Playing:
			dice = fmt.Sprintf("%d%d", after.Dice[0], after.Dice[1])
		case m == rules.Double || m == rules.Take || m == rules.Drop:
			node(side, string(m))
		case before.Phase == rules.Playing && after.End != id.Resigned:
			steps := dice
			for _, hop := range before.Trace(m).Hops {
				steps += string([]byte{sgfPlace(side, rules.OnBoard(before.Mover, hop.From)),
					sgfPlace(side, rules.OnBoard(before.Mover, hop.To))})
			}
			node(side, steps)
			dice = ""
		}
		if after.Phase == rules.Ended && open {
			thrown(before.Mover)
			o, gave := after.GameOutcome(), ""
			if after.End == id.Resigned {
				gave = "R"
			}
			end(fmt.Sprintf("%c+%d%s", sgfColours[after.Winner], o.Points, gave))
			open = false
		}
	}
	if last, _ := r.Line.Position().(rules.Position); open {
		thrown(last.Mover)
		end("")
	}
	return text.String(), nil
}

// sgfProperty writes a property that has a value.
func sgfProperty(text *strings.Builder, name, value string) {
	if value = engine.Tidy(value); value != "" {
		fmt.Fprintf(text, "%s[%s]", name, strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(value))
	}
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

// sgfTrees lists the nodes of the main line of each tree of a file. Of variations the first one is the main line.
func sgfTrees(text string) (trees [][]sgfNode) {
	depth, line, skipped := 0, 1, 0 // skipped: the depth of a variation that is no main line
	closed := false                 // a subtree of this line has ended
	var name string
	for i := 0; i < len(text); i++ {
		last := len(trees) - 1
		switch c := text[i]; {
		case c == '\n':
			line++
		case c == '(':
			depth++
			switch {
			case depth == 1:
				trees, closed = append(trees, nil), false
			case closed && skipped == 0:
				skipped = depth
			}
		case c == ')':
			if depth == skipped {
				skipped = 0
			}
			depth, closed = max(0, depth-1), true
		case c == ';' && depth > 0:
			if skipped == 0 {
				trees[last] = append(trees[last], sgfNode{line, make(map[string][]string)})
			}
			name = ""
		case c == '[':
			end := i + 1
			for end < len(text) && text[end] != ']' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end, len(text))
			if skipped == 0 && last >= 0 && len(trees[last]) > 0 {
				values := trees[last][len(trees[last])-1].values
				values[name] = append(values[name], strings.NewReplacer(`\\`, `\`, `\`, "").Replace(text[i+1:end]))
			}
			line += strings.Count(text[i:end], "\n")
			i = end
		case c >= 'A' && c <= 'Z':
			if i == 0 || text[i-1] < 'A' || text[i-1] > 'Z' {
				name = ""
			}
			name += string(c)
		}
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
		r.ours, r.chosen = true, engine.ParseOptions(options)
	}
	r.tags.Event, r.tags.Site = engine.Tidy(root.value("EV")), engine.Tidy(root.value("PC"))
	if date := strings.ReplaceAll(root.value("DT"), "-", "."); engine.IsDate(date) {
		r.tags.Date = date
	}
	number := sgfInfo(root, "length")
	if err := r.match(strconv.Itoa(number)); err != nil {
		return err
	}
	switch rule := root.value("RU"); {
	case r.ours:
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
	if err := r.scored(strconv.Itoa(sgfInfo(root, "ws")), strconv.Itoa(sgfInfo(root, "bs"))); err != nil {
		return err
	}
	for _, node := range nodes[1:] {
		r.line = node.line
		for side := range sgfColours {
			for _, what := range node.values[sgfColours[side:side+1]] {
				if err := r.cell(side, sgfCell(side, what)); err != nil {
					return err
				}
			}
			if dice := node.value("DI"); node.value("PL") == sgfColours[side:side+1] && strings.Trim(dice, "0") != "" {
				if err := r.cell(side, sgfCell(side, dice)); err != nil {
					return err
				}
			}
		}
		if node.values["AE"] != nil || node.values["AB"] != nil || node.values["AW"] != nil {
			return &engine.FileError{Code: engine.NotUnderstood, Text: "AE"}
		}
	}
	colour, points, won := strings.Cut(root.value("RE"), "+")
	if side := strings.Index(sgfColours, colour); won && side >= 0 && colour != "" {
		return r.wins(side, "Wins "+points+" points")
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
	for steps := what[2:]; len(steps) >= 2; steps = steps[2:] {
		text += " " + sgfName(side, steps[0]) + "/" + sgfName(side, steps[1])
	}
	return text
}
