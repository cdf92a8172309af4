package engine

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Record is a game, or a match of several games, as stored in a file. Unknown fields are empty.
type Record struct {
	Game    *Game
	Options Options // complete
	Line    Line

	Names [2]string // of First and Second
	Event string
	Site  string
	Round string    // number of the game in a match: "2"
	Notes []Comment // of an arbiter, in order
	Date  string    // of the beginning: 2026.11.21, with question marks for unknown digits; see IsDate

	// Result is the recorded end; zero if there is none. If the line is decided it is the line's outcome. Otherwise
	// somebody has resigned or a draw was agreed; an end stated only by a file has the reason Recorded.
	Result Outcome

	Odd []*FileError // oddities of the file that were skipped or reinterpreted, in order
}

// Comment is a remark of somebody who does not play, after a number of moves.
type Comment struct {
	After int
	Text  string
}

// File is the content of a file: at least one game.
type File struct{ Entries []Entry }

// Entry is a game of a file: its headers, and Read, which replays its moves. The error of Read is a *FileError or a
// *ReadingsError.
type Entry struct {
	Names       [2]string // of First and Second
	Event, Date string
	Read        func() (Record, error)
}

// Found returns the indexes of the games whose names, event and date contain all the words, after folding them; the
// words must be folded.
func (f File) Found(words []string, fold func(string) string) (list []int) {
	for n, e := range f.Entries {
		text := fold(strings.Join([]string{e.Names[0], e.Names[1], e.Event, e.Date}, " "))
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
			list = append(list, n)
		}
	}
	return list
}

// ReadingsError holds the readings of a game that are playable to its end, if there are several.
type ReadingsError struct{ Readings []Record }

func (e *ReadingsError) Error() string {
	return fmt.Sprintf("%d readings last to the end; they differ in move %d", len(e.Readings), e.Differ()+1)
}

// Differ returns the index of the first move in which the readings differ.
func (e *ReadingsError) Differ() int {
	first := e.Readings[0].Line
	for n := range first.Len() {
		if slices.ContainsFunc(e.Readings, func(r Record) bool {
			return r.Line.Len() <= n || r.Line.Move(n) != first.Move(n)
		}) {
			return n
		}
	}
	return first.Len()
}

// Budget limits the work of reading a file.
type Budget struct{ left int }

// Moves that may be tried for a file: a minimum, one more per so many bytes, and a maximum.
const (
	leastBudget   = 4000
	bytesPerTried = 12
	mostBudget    = 60000
)

// NewBudget returns the budget for a file of a size.
func NewBudget(bytes int) *Budget { return &Budget{min(leastBudget+bytes/bytesPerTried, mostBudget)} }

// Spend reports whether one more move may be tried.
func (b *Budget) Spend() bool {
	b.left--
	return b.left >= 0
}

// Recorded is the reason of an end that is stated by a file but does not follow from its moves.
const Recorded Code = "record"

// Limits of a file.
const (
	MaxFileBytes = 1 << 20
	MaxFileMoves = 6000 // including those of Chance
)

// Format is a file format for records.
type Format struct {
	Name string // stable: "pdn"
	Ext  string // file name extension: ".pdn"

	// Write fails only with ErrCannotHold, if there are games that the format cannot represent.
	Write func(Record) (string, error)

	// Knows reports whether a text looks like the format. Read reads it as one of games, or as named; its error is a
	// *FileError about the file as a whole. Lines end with \n. Both are nil if another format of the game reads what
	// Write writes.
	Knows func(text string) bool
	Read  func(text string, games []*Game, named *Game) (File, error)
}

// ErrCannotHold says that a format cannot represent a record.
var ErrCannotHold = errors.New("the format cannot hold this game")

// longestStart is more bytes than the text of any position has.
const longestStart = 1000

// NewRecord returns a record without moves. The start is the text of a position, or "" for the usual one; the error
// is a *FileError.
func (g *Game) NewRecord(chosen Options, start string) (Record, error) {
	o, err := g.Complete(chosen)
	if err != nil {
		return Record{}, &FileError{Code: WrongOption, Text: chosen.String(), Err: err}
	}
	var p Position
	switch {
	case start == "":
		p, err = g.New(o)
	case len(start) > longestStart:
		err = errors.New("no position is so long")
	default:
		p, err = g.Parse(start, o)
	}
	if err != nil {
		return Record{}, &FileError{Code: WrongStart, Text: start, Err: err}
	}
	return Record{Game: g, Options: o, Line: g.NewLine(p)}, nil
}

// Start returns the text of the start position, or "" for the usual one.
func (r Record) Start() string {
	text := r.Line.At(0).String()
	if usual, err := r.Game.New(r.Options); err == nil && usual.String() == text {
		return ""
	}
	return text
}

// Enter plays the move that read finds in a text, even after an unclaimed draw. An error is a *FileError and leaves
// the record unchanged.
func (r *Record) Enter(text string, read func(Position, string) (Move, error)) error {
	if r.Line.Len() >= MaxFileMoves {
		return &FileError{Code: TooManyMoves, Count: MaxFileMoves}
	}
	line := r.Line.Unclaimed()
	if line.Outcome().Decided() {
		return &FileError{Code: AfterEnd, Text: text}
	}
	// The new line may share memory with the old one: to extend a record in two ways, copy its line by Line.Back first.
	m, err := read(line.Position(), text)
	if err == nil {
		line, err = line.extend(m)
	}
	if err != nil {
		e := &FileError{Code: WrongMove, Text: text}
		if !errors.As(err, &e.Move) {
			e.Err = err
		}
		return e
	}
	if r.Line.Outcome().Decided() {
		r.Remark(&FileError{Code: DrawPassed, Text: text})
	}
	r.Line = line
	return nil
}

// maxRemarks is the maximum number of oddities kept for a record.
const maxRemarks = 3

// Remark records an oddity, once per code.
func (r *Record) Remark(e *FileError) {
	same := func(other *FileError) bool { return other.Code == e.Code }
	if len(r.Odd) < maxRemarks && !slices.ContainsFunc(r.Odd, same) {
		r.Odd = append(slices.Clip(r.Odd), e)
	}
}

// ReadMove reads a move of a record: a canonical one, including those that are never typed, such as rolls of dice and
// agreements; or whatever Position.Read accepts.
func ReadMove(p Position, text string) (Move, error) {
	if _, err := p.Play(Move(text)); err == nil {
		return Move(text), nil
	}
	return p.Read(text)
}

// End sets the Result after the last move from what the file says: an outcome of which only the winner and the points
// count, or zero if the file states none. The moves decide, unless they end in a draw that need not be claimed or do
// not end the game.
func (r *Record) End(said Outcome) {
	o := r.Line.Outcome()
	if o.Decided() && said.Decided() && said.Winner != o.Winner {
		r.Remark(&FileError{Code: WrongResult, Text: said.Result()})
	}
	switch {
	case o.Decided() && (!o.Draw() || said.Winner == Nobody):
		r.Result = o
	case said.Decided():
		r.Result = Outcome{Winner: said.Winner, Reason: Recorded}
		if said.Winner != Nobody {
			r.Result.Points = max(1, said.Points)
		}
	}
}

// Outcome returns the end by the line or by Result; zero if there is none.
func (r Record) Outcome() Outcome {
	if o := r.Line.Outcome(); o.Decided() && !(o.Draw() && r.Result.Decided()) {
		return o
	}
	return r.Result
}

// Result describes the outcome in short: "first", "second 3" with the points if there are several, "draw" or
// "unfinished".
func (o Outcome) Result() string {
	switch {
	case !o.Decided():
		return "unfinished"
	case o.Draw():
		return "draw"
	case o.Points > 1:
		return o.Winner.String() + " " + strconv.Itoa(o.Points)
	}
	return o.Winner.String()
}

// ParseResult parses the text of Result; the reason is Recorded.
func ParseResult(text string) (o Outcome, ok bool) {
	word, points, several := strings.Cut(text, " ")
	for _, said := range []Outcome{{}, {Reason: Recorded}, {First, Recorded, 1}, {Second, Recorded, 1}} {
		if word == said.Result() && several {
			said.Points, _ = strconv.Atoi(points)
		}
		if text == said.Result() && said.Points < 1<<16 {
			return said, true
		}
	}
	return Outcome{}, false
}

// Tidy makes a name fit for a file, or one from a file fit for display: one line of at most 100 printable characters.
// A lone question mark, which stands for an unknown name in files, becomes "".
func Tidy(name string) string {
	if name = oneLine(name); name == "?" {
		return ""
	}
	return name
}

// longestLine is the maximum number of characters shown of a line of a file.
const longestLine = 100

// oneLine puts a text on one line, drops unprintable characters and cuts it.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return strings.TrimSpace(string(runes[:min(len(runes), longestLine)]))
}

var dateForm = regexp.MustCompile(`^[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}$`)

// IsDate reports whether a text has the form of Record.Date with at least one digit.
func IsDate(text string) bool {
	return dateForm.MatchString(text) && strings.ContainsAny(text, "0123456789")
}
