package mat

import (
	"fmt"
	"regexp"
	"slices"
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
	w, open := sgfWriter{record: r, start: start, head: start}, true
	for n := range r.Line.Len() {
		before, _ := r.Line.At(n).(rules.Position)
		after, _ := r.Line.At(n + 1).(rules.Position)
		if before.Phase == rules.Ended && !open {
			w.head, open = before, true
		}
		w.move(before, after, r.Line.Move(n))
		if after.Phase == rules.Ended && open {
			o, gave := after.GameOutcome(), ""
			if after.End == id.Resigned {
				gave = "R"
			}
			w.end(before.Mover, fmt.Sprintf("%c+%d%s", sgfColours[after.Winner], o.Points, gave))
			open = false
		}
	}
	if last, _ := r.Line.Position().(rules.Position); open {
		w.end(last.Mover, "")
	}
	return w.text.String(), nil
}

// sgfWriter writes a match game by game.
type sgfWriter struct {
	record      engine.Record
	start, head rules.Position  // where the match and the game begin
	text, game  strings.Builder // the games that are complete, and the nodes of the next one
	number      int             // of the game
	dice        string          // thrown and not played yet
}

func (w *sgfWriter) node(side int, what string) {
	fmt.Fprintf(&w.game, "\n;%c[%s]", sgfColours[side], what)
}

// move writes what a side did; a throw is kept until it is played.
func (w *sgfWriter) move(before, after rules.Position, m engine.Move) {
	side := sideIndex(before)
	switch {
	case before.Turn() == engine.Chance && after.Phase == rules.Playing:
		w.dice = fmt.Sprintf("%d%d", after.Dice[0], after.Dice[1])
	case m == rules.Double || m == rules.Take || m == rules.Drop:
		w.node(side, string(m))
	case before.Phase == rules.Playing && after.End != id.Resigned:
		steps := w.dice
		for _, hop := range before.Trace(m).Hops {
			steps += string([]byte{sgfPlace(side, rules.OnBoard(before.Mover, hop.From)),
				sgfPlace(side, rules.OnBoard(before.Mover, hop.To))})
		}
		w.node(side, steps)
		w.dice = ""
	}
}

// end writes the tree of a game, in which the side on turn may have thrown and not played.
func (w *sgfWriter) end(side int, result string) {
	r := w.record
	fmt.Fprintf(&w.text, "(;FF[4]GM[6]CA[UTF-8]AP[tabuleiro]MI[length:%d][game:%d][ws:%d][bs:%d]", length(w.start),
		w.number, w.head.Score[0], w.head.Score[1])
	w.property("PW", r.Names[0])
	w.property("PB", r.Names[1])
	if w.number == 0 {
		w.property("DT", strings.ReplaceAll(r.Date, ".", "-"))
		w.property("EV", r.Event)
		w.property("PC", r.Site)
		comment := sgfOptions + optionsOf(w.start)
		if o := r.Outcome(); o.Decided() && !r.Line.Outcome().Decided() {
			comment += sgfResult + o.Result()
		}
		w.property("GC", comment)
	}
	switch {
	case w.start.Jacoby:
		w.property("RU", "Jacoby")
	case w.start.Rules.Crawford && w.start.Length > 1:
		w.property("RU", "Crawford")
	}
	w.property("RE", result)
	if w.dice != "" {
		fmt.Fprintf(&w.game, "\n;PL[%c]DI[%s]", sgfColours[side], w.dice)
	}
	w.text.WriteString(w.game.String() + ")\n")
	w.game.Reset()
	w.dice = ""
	w.number++
}

// property writes a property that has a value.
func (w *sgfWriter) property(name, value string) {
	if value = engine.Tidy(value); value != "" {
		fmt.Fprintf(&w.text, "%s[%s]", name, strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(value))
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

// sgfToken is a value of a property with its brackets, the name of one, or a sign between them.
var sgfToken = regexp.MustCompile(`(?s)\[(?:\\.?|[^\]\\])*\]?|[A-Z]+|[();\n]`)

// sgfTrees lists the nodes of the main line of each tree of a file. Of variations the first one is the main line.
func sgfTrees(text string) (trees [][]sgfNode) {
	depth, line, skipped := 0, 1, 0 // skipped: the depth of a variation that is no main line
	closed := false                 // a subtree of this line has ended
	var name string
	for _, token := range sgfToken.FindAllString(text, -1) {
		last := len(trees) - 1
		switch token[0] {
		case '(':
			depth++
			switch {
			case depth == 1:
				trees, closed = append(trees, nil), false
			case closed && skipped == 0:
				skipped = depth
			}
		case ')':
			if depth == skipped {
				skipped = 0
			}
			depth, closed = max(0, depth-1), true
		case ';':
			if depth > 0 && skipped == 0 {
				trees[last] = append(trees[last], sgfNode{line, make(map[string][]string)})
			}
		case '[':
			if skipped == 0 && last >= 0 && len(trees[last]) > 0 {
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
		r.ours, r.chosen = true, engine.ParseOptions(options)
	}
	r.tags.Event, r.tags.Site = engine.Tidy(root.value("EV")), engine.Tidy(root.value("PC"))
	r.date(strings.ReplaceAll(root.value("DT"), "-", "."))
	number := sgfInfo(root, "length")
	if err := r.match(strconv.Itoa(number)); err != nil {
		return err
	}
	switch rule := root.value("RU"); {
	case rule == "Jacoby":
		r.option("jacoby", rules.On)
	case number > 1 && !strings.HasPrefix(rule, "Crawford"):
		r.option("crawford", rules.Never)
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
	for steps := what[2:]; len(steps) >= 2; steps = steps[2:] {
		text += " " + sgfName(side, steps[0]) + "/" + sgfName(side, steps[1])
	}
	return text
}
