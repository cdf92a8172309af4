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

// Text is the format of all games.
var Text = engine.Format{
	Name:  "text",
	Ext:   ".txt",
	Write: func(r engine.Record) (string, error) { return write(r), nil },
	Knows: func(text string) bool { return first.MatchString(text) },
	Read:  read,
}

func write(r engine.Record) string {
	var s strings.Builder
	header := func(key, value string) { fmt.Fprintf(&s, "%s: %s\n", key, value) }
	named := func(key, name, unknown string) {
		if name = cmp.Or(engine.Tidy(name), unknown); name != "" {
			header(key, name)
		}
	}
	header("Game", r.Game.Name)
	if len(r.Options) > 0 {
		header("Options", r.Options.String())
	}
	if start := r.Start(); start != "" {
		header("Start", start)
	}
	named("Event", r.Event, "")
	named("Site", r.Site, "")
	named("Round", r.Round, "")
	named("First", r.Names[0], "?")
	named("Second", r.Names[1], "?")
	named("Date", date(r.Date), "?")
	o := r.Outcome()
	header("Result", o.Result())
	if o.Decided() && o.Reason != engine.Recorded {
		header("Reason", string(o.Reason))
	}
	s.WriteByte('\n')
	for n := range r.Line.Len() {
		fmt.Fprintf(&s, "%d. %s\n", n+1, r.Line.Move(n))
	}
	return s.String()
}

// date is a date if it is one.
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

// keys are the headers that there may be.
var keys = []string{"Game", "Options", "Start", "Event", "Site", "Round", "First", "Second", "Date", "Result", "Reason"}

// reader is a text on its way to a record.
type reader struct {
	games  []*engine.Game
	budget *engine.Budget
	values map[string]string
	lines  map[string]int // where each header stands
	record *engine.Record // nil while there are headers only
	err    error
}

// read reads the games of a text. Another one begins where a line begins with Game, behind moves or an empty line.
func read(text string, games []*engine.Game, _ *engine.Game) (engine.File, error) {
	var f engine.File
	budget := engine.NewBudget(len(text))
	number, begin, parted, moves := 0, 1, false, false
	var lines []string
	end := func() {
		from, list := begin, lines
		begin, lines, moves = number, nil, false
		r := newReader(games, budget)
		for _, line := range list {
			if m := field.FindStringSubmatch(strings.TrimSpace(line)); m != nil && r.values[m[1]] == "" {
				r.values[m[1]] = m[2]
			}
		}
		if len(r.values) == 0 && len(f.Entries) > 0 {
			return
		}
		f.Entries = append(f.Entries, engine.Entry{
			Names: [2]string{engine.Tidy(r.values["First"]), engine.Tidy(r.values["Second"])},
			Event: engine.Tidy(r.values["Event"]), Date: r.values["Date"],
			Read: func() (engine.Record, error) { return newReader(games, budget).all(list, from) },
		})
	}
	for line := range strings.SplitSeq(text, "\n") {
		number++
		bare := strings.TrimSpace(line)
		if strings.HasPrefix(bare, "Game:") && (moves || parted) {
			end()
		}
		if bare != "" && bare[0] != '#' {
			moves, parted = moves || !field.MatchString(bare), false
		} else {
			parted = slices.ContainsFunc(lines, field.MatchString)
		}
		lines = append(lines, line)
	}
	end()
	return f, nil
}

// all reads the lines of a game, of which the first has a number.
func (r *reader) all(lines []string, number int) (engine.Record, error) {
	for i, line := range lines {
		bare := strings.TrimSpace(line)
		if bare == "" || bare[0] == '#' {
			continue
		}
		if r.err = engine.InLine(number+i, r.read(bare, number+i, line)); r.err != nil {
			break
		}
	}
	if r.err != nil && r.record != nil && r.record.Line.Len() > 0 { // it is kept up to there
		r.record.Remark(&engine.FileError{Code: engine.CutShort, Count: r.record.Line.Len(), Err: r.err})
		r.err = nil
	}
	if r.err == nil {
		r.err = r.begin()
	}
	if r.err == nil {
		r.err = engine.InLine(r.lines["Result"], r.end())
	}
	if r.err != nil {
		return engine.Record{}, r.err
	}
	return *r.record, nil
}

func newReader(games []*engine.Game, budget *engine.Budget) *reader {
	return &reader{games: games, budget: budget, values: make(map[string]string), lines: make(map[string]int)}
}

// read reads a line without the blanks around it; whole has them.
func (r *reader) read(line string, number int, whole string) error {
	if m := field.FindStringSubmatch(line); m != nil && r.record == nil {
		key, value := m[1], m[2]
		if r.lines[key] > 0 || !slices.Contains(keys, key) || key == "Date" && value != "?" && date(value) == "" {
			return &engine.FileError{Code: engine.WrongHeader, Text: line}
		}
		r.lines[key], r.values[key] = number, value
		return nil
	}
	if err := r.begin(); err != nil {
		return err
	}
	if m := row.FindStringSubmatch(line); m != nil {
		line = m[1]
	}
	if !r.budget.Spend() {
		return &engine.FileError{Code: engine.TooMuchWork}
	}
	column := 1 + utf8.RuneCountInString(whole[:strings.LastIndex(whole, line)])
	err := r.record.Enter(line, engine.ReadMove)
	for _, odd := range r.record.Odd {
		_ = engine.InPlace(number, column, odd)
	}
	return engine.InPlace(number, column, err)
}

// begin makes a record of the headers, unless there is one.
func (r *reader) begin() error {
	if r.record != nil {
		return nil
	}
	name := r.values["Game"]
	i := slices.IndexFunc(r.games, func(g *engine.Game) bool { return g.Called(strings.ToLower(name)) })
	switch {
	case name == "":
		return &engine.FileError{Code: engine.NoGame}
	case i < 0:
		return engine.InLine(r.lines["Game"], &engine.FileError{Code: engine.UnknownGame, Text: name})
	}
	record, err := r.games[i].NewRecord(engine.ParseOptions(r.values["Options"]), r.values["Start"])
	if err != nil {
		lines := map[engine.Code]int{engine.WrongOption: r.lines["Options"], engine.WrongStart: r.lines["Start"]}
		return engine.InLine(lines[engine.FileCode(err)], err)
	}
	record.Names = [2]string{engine.Tidy(r.values["First"]), engine.Tidy(r.values["Second"])}
	record.Event, record.Site, record.Date = engine.Tidy(r.values["Event"]), engine.Tidy(r.values["Site"]),
		date(r.values["Date"])
	record.Round = engine.Tidy(r.values["Round"])
	r.record = &record
	return nil
}

// end settles how it ended.
func (r *reader) end() error {
	said, known := engine.Outcome{}, true
	if text := r.values["Result"]; text != "" {
		said, known = engine.ParseResult(text)
	}
	if !known {
		return &engine.FileError{Code: engine.WrongHeader, Text: "Result: " + r.values["Result"]}
	}
	r.record.End(said)
	return nil
}
