package record

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tabuleiro/engine"
)

// Text is the plain text format of all games.
var Text = engine.Format{
	Name:  "text",
	Ext:   ".txt",
	Write: func(r engine.Record) (string, error) { return write(r), nil },
	Knows: func(text string) bool { return first.MatchString(text) },
	Read:  read,
}

func write(r engine.Record) string {
	var s strings.Builder
	o, reason := r.Outcome(), ""
	if o.Decided() && o.Reason != engine.Recorded {
		reason = string(o.Reason)
	}
	for _, h := range [][2]string{
		{"Game", r.Game.Name}, {"Options", r.Options.String()}, {"Start", r.Start()},
		{"Event", engine.Tidy(r.Event)}, {"Site", engine.Tidy(r.Site)}, {"Round", engine.Tidy(r.Round)},
		{"First", cmp.Or(engine.Tidy(r.Names[0]), "?")}, {"Second", cmp.Or(engine.Tidy(r.Names[1]), "?")},
		{"Date", cmp.Or(date(r.Date), "?")}, {"Result", o.Result()}, {"Reason", reason},
	} {
		if h[1] != "" {
			fmt.Fprintf(&s, "%s: %s\n", h[0], h[1])
		}
	}
	s.WriteByte('\n')
	for n := range r.Line.Len() {
		fmt.Fprintf(&s, "%d. %s\n", n+1, r.Line.Move(n))
	}
	return s.String()
}

// date returns a valid date, else "".
func date(text string) string {
	if engine.IsDate(text) {
		return text
	}
	return ""
}

var (
	first = regexp.MustCompile(`^(?:\s|#.*\n)*Game:`)
	field = regexp.MustCompile(`^([A-Z][a-z]+):\s*(.*)$`)
	row   = regexp.MustCompile(`^[0-9]{1,5}[.)]\s+(.*)$`)
)

// keys lists the valid headers.
var keys = []string{"Game", "Options", "Start", "Event", "Site", "Round", "First", "Second", "Date", "Result", "Reason"}

// draft is a parsed game of a text.
type draft struct {
	values map[string]string
	lines  map[string]int // line number of each header
	moves  []entry
	wrong  error // error of the first invalid header
}

// entry is a move with its position in the file.
type entry struct {
	text         string
	line, column int
}

// read reads the games of a text. A new game begins at a line with Game: after moves or an empty line.
func read(text string, games []*engine.Game, _ *engine.Game) (engine.File, error) {
	var list []*draft
	parted := true
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		bare := strings.TrimSpace(line)
		if list == nil || strings.HasPrefix(bare, "Game:") && (parted || len(list[len(list)-1].moves) > 0) {
			list = append(list, &draft{values: make(map[string]string), lines: make(map[string]int)})
		}
		d := list[len(list)-1]
		if parted = bare == "" || bare[0] == '#'; parted {
			parted = len(d.values) > 0
			continue
		}
		d.add(bare, line, number)
	}
	var f engine.File
	budget := engine.NewBudget(len(text))
	for _, d := range list {
		f.Entries = append(f.Entries, engine.Entry{
			Names: [2]string{engine.Tidy(d.values["First"]), engine.Tidy(d.values["Second"])},
			Event: engine.Tidy(d.values["Event"]), Date: d.values["Date"],
			Read: func() (engine.Record, error) { return d.record(games, budget) },
		})
	}
	return f, nil
}

// add parses a line: a header or, after the headers, a move. Whole is the line with surrounding spaces.
func (d *draft) add(line, whole string, number int) {
	if m := field.FindStringSubmatch(line); m != nil && d.moves == nil {
		key, value := m[1], m[2]
		if d.lines[key] > 0 || !slices.Contains(keys, key) || key == "Date" && value != "?" && date(value) == "" {
			d.wrong = cmp.Or(d.wrong, engine.InLine(number, &engine.FileError{Code: engine.WrongHeader, Text: line}))
			return
		}
		d.lines[key], d.values[key] = number, value
		return
	}
	if m := row.FindStringSubmatch(line); m != nil {
		line = m[1]
	}
	d.moves = append(d.moves, entry{line, number, 1 + utf8.RuneCountInString(whole[:strings.LastIndex(whole, line)])})
}

// record replays the moves, up to the first that cannot be played.
func (d *draft) record(games []*engine.Game, budget *engine.Budget) (engine.Record, error) {
	if d.wrong != nil {
		return engine.Record{}, d.wrong
	}
	r, err := d.begin(games)
	if err != nil {
		return engine.Record{}, err
	}
	for _, m := range d.moves {
		err = &engine.FileError{Code: engine.TooMuchWork}
		if budget.Spend() {
			err = r.Enter(m.text, engine.ReadMove)
		}
		for _, odd := range r.Odd {
			_ = engine.InPlace(m.line, m.column, odd)
		}
		if err = engine.InPlace(m.line, m.column, err); err == nil {
			continue
		}
		if r.Line.Len() == 0 {
			return engine.Record{}, err
		}
		r.Remark(&engine.FileError{Code: engine.CutShort, Count: r.Line.Len(), Err: err})
		break
	}
	said, known := engine.Outcome{}, true
	if text := d.values["Result"]; text != "" {
		said, known = engine.ParseResult(text)
	}
	if !known {
		return engine.Record{}, engine.InLine(d.lines["Result"],
			&engine.FileError{Code: engine.WrongHeader, Text: "Result: " + d.values["Result"]})
	}
	r.End(said)
	return r, nil
}

// begin makes a record from the headers.
func (d *draft) begin(games []*engine.Game) (engine.Record, error) {
	name := d.values["Game"]
	i := slices.IndexFunc(games, func(g *engine.Game) bool { return g.IsNamed(strings.ToLower(name)) })
	switch {
	case name == "":
		return engine.Record{}, &engine.FileError{Code: engine.NoGame}
	case i < 0:
		return engine.Record{}, engine.InLine(d.lines["Game"], &engine.FileError{Code: engine.UnknownGame, Text: name})
	}
	r, err := games[i].NewRecord(engine.ParseOptions(d.values["Options"]), d.values["Start"])
	if err != nil {
		lines := map[engine.Code]int{engine.WrongOption: d.lines["Options"], engine.WrongStart: d.lines["Start"]}
		return engine.Record{}, engine.InLine(lines[engine.FileCode(err)], err)
	}
	r.Names = [2]string{engine.Tidy(d.values["First"]), engine.Tidy(d.values["Second"])}
	r.Event, r.Site, r.Round = engine.Tidy(d.values["Event"]), engine.Tidy(d.values["Site"]), engine.Tidy(d.values["Round"])
	r.Date = date(d.values["Date"])
	return r, nil
}
