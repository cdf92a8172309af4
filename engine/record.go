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

// Record is a game, or a match of several, as a file keeps it. Unknown fields are empty.
type Record struct {
	Game    *Game
	Options Options // complete
	Line    Line

	Names [2]string // of First and Second
	Event string
	Site  string
	Round string    // of the game in a match of several: "2"
	Notes []Comment // of an arbiter, in their order
	Date  string    // of the beginning: 2026.11.21, with question marks for unknown digits; see IsDate

	// Result is what is said about the end; zero if nothing is. Where the line is decided it is the line's outcome.
	// Elsewhere somebody has given up, or both have agreed; an end told by a file alone has the reason Recorded.
	Result Outcome

	Odd []*FileError // what a file has that was passed over or read otherwise, in its order
}

// Comment is what somebody who does not play says about a game, behind so many moves of it.
type Comment struct {
	After int
	Text  string
}

// File is what a file has in it: at least one game.
type File struct{ Entries []Entry }

// Entry is one of the games of a file: what stands around its moves, and Read, which plays these. The error of Read is
// a *FileError or a *ReadingsError.
type Entry struct {
	Names       [2]string // of First and Second
	Event, Date string
	Read        func() (Record, error)
}

// Found lists the numbers, counted from 0, of the games whose names, event or date have all of some words, when both are
// folded.
func (f File) Found(words []string, fold func(string) string) (list []int) {
	for n, e := range f.Entries {
		text := fold(strings.Join([]string{e.Names[0], e.Names[1], e.Event, e.Date}, " "))
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
			list = append(list, n)
		}
	}
	return list
}

// ReadingsError holds the readings of a game that last to its end, if there are several.
type ReadingsError struct{ Readings []Record }

func (e *ReadingsError) Error() string {
	return fmt.Sprintf("%d readings last to the end; they differ in move %d", len(e.Readings), e.Differ()+1)
}

// Differ is the number of the first move, counted from 0, in which the readings are not the same.
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

// Budget bounds the work of reading a file.
type Budget struct{ left int }

// The moves that may be tried for a file, however small, and for each of its bytes.
const (
	leastBudget   = 4000
	bytesPerTried = 12
	mostBudget    = 60000
)

// NewBudget is what a file of so many bytes may cost.
func NewBudget(bytes int) *Budget { return &Budget{min(leastBudget+bytes/bytesPerTried, mostBudget)} }

// Spend reports whether one more move may be tried.
func (b *Budget) Spend() bool {
	b.left--
	return b.left >= 0
}

// Recorded is the reason of an end that a file tells and its moves do not.
const Recorded Code = "record"

// The bounds of a file.
const (
	MaxFileBytes = 1 << 20
	MaxFileMoves = 6000 // those of Chance included
)

// Format is a way to write records down.
type Format struct {
	Name string // stable: "pdn"
	Ext  string // what the names of its files end with: ".pdn"

	// Write fails with ErrCannotHold if there are games that the format has no place for, and with nothing else.
	Write func(Record) (string, error)

	// Knows reports whether a text looks like the format. Read reads it, as one of the games given, or as the one that
	// somebody has named; its error is a *FileError, and about the file as a whole. Lines end with \n. Both are nil if
	// another format of the game reads what Write writes.
	Knows func(text string) bool
	Read  func(text string, games []*Game, named *Game) (File, error)
}

// ErrCannotHold says that a format has no place for what should be written.
var ErrCannotHold = errors.New("the format cannot hold this game")

// longestStart is more than the text of a position has, in bytes.
const longestStart = 1000

// NewRecord is a record without moves. The start is the text of a position, or "" for the usual one. Its error is a
// *FileError.
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

// Start is the text of the position in which the line begins, or "" for the usual one.
func (r Record) Start() string {
	text := r.Line.At(0).String()
	if usual, err := r.Game.New(r.Options); err == nil && usual.String() == text {
		return ""
	}
	return text
}

// Enter plays a move that read finds in a text, also where nobody claimed a draw. Its error is a *FileError, and leaves
// the record as it was. Of two records that go on from one, one needs a Line.Back.
func (r *Record) Enter(text string, read func(Position, string) (Move, error)) error {
	if r.Line.Len() >= MaxFileMoves {
		return &FileError{Code: TooManyMoves, Count: MaxFileMoves}
	}
	line := r.Line.Unclaimed()
	if line.Outcome().Decided() {
		return &FileError{Code: AfterEnd, Text: text}
	}
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

// maxRemarks bounds what is told of one record.
const maxRemarks = 3

// Remark keeps what is odd, once for each kind.
func (r *Record) Remark(e *FileError) {
	same := func(other *FileError) bool { return other.Code == e.Code }
	if len(r.Odd) < maxRemarks && !slices.ContainsFunc(r.Odd, same) {
		r.Odd = append(slices.Clip(r.Odd), e)
	}
}

// ReadMove finds a move as records have them: a canonical one, which includes moves that are never typed, as the throws
// of dice and what both sides have agreed on; or whatever Position.Read takes.
func ReadMove(p Position, text string) (Move, error) {
	if _, err := p.Play(Move(text)); err == nil {
		return Move(text), nil
	}
	return p.Read(text)
}

// End settles the Result, when all moves are played, by what the file says: an outcome of which only the winner and the
// points count, or zero if the file does not say how it ended. What the file says stands where the moves leave a draw
// that nobody has to claim; elsewhere the moves decide.
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

// Outcome is how it ended, by the line or by what is said; zero if neither tells.
func (r Record) Outcome() Outcome {
	if o := r.Line.Outcome(); o.Decided() && !(o.Draw() && r.Result.Decided()) {
		return o
	}
	return r.Result
}

// Result is the outcome in a few words: "first", "second 3" with the points if there are more than one, "draw" or
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

// ParseResult reads what Result writes; the reason is Recorded.
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

// Tidy makes a name fit for a file, and one from a file fit to be shown: one line of at most 100 characters, none of
// which is invisible. A lone question mark is what formats have for an unknown name.
func Tidy(name string) string {
	if name = oneLine(name); name == "?" {
		return ""
	}
	return name
}

// longestLine is more characters than a name has, or than anybody wants to see of a file.
const longestLine = 100

// oneLine cuts a text, and leaves out what is invisible.
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

// IsDate reports whether a text has the form of Record.Date, and says something.
func IsDate(text string) bool {
	return dateForm.MatchString(text) && strings.ContainsAny(text, "0123456789")
}
