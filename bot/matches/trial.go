package matches

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/notebook"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// trial is what somebody tries on a board of the own that nobody else sees: lines of moves that go on from a match as
// it is.
type trial struct {
	Base  int             `json:"base"`            // moves that the match had
	Lines [][]engine.Move `json:"lines,omitempty"` // the first one is on the board, the latest of the others follow
	At    int             `json:"at,omitempty"`    // how many of its moves are made
}

// trials are what people try, by person and match.
var trials = notebook.New[trial](notebook.Kind{Name: "trial/", Of: notebook.Person,
	Bound: "one a match of a person, of match.MostLines lines"})

// longestTrial bounds the moves of a line.
const longestTrial = 60

// carried is a trial as it goes on from a match as it is now: lines that the match has followed are shorter, others are
// gone.
func carried(t trial, m *match.Match) trial {
	shift := m.Number() - t.Base
	if shift < 0 || shift > m.Line.Len() {
		return trial{Base: m.Number()}
	}
	var made []engine.Move
	for n := m.Line.Len() - shift; n < m.Line.Len(); n++ {
		made = append(made, m.Line.Move(n))
	}
	now := trial{Base: m.Number()}
	for i, line := range t.Lines {
		if len(line) <= shift || !slices.Equal(line[:shift], made) {
			continue
		}
		if _, err := ahead(m.Line, line[shift:]); err != nil {
			continue
		}
		if i == 0 {
			now.At = max(0, t.At-shift)
		}
		now.Lines = append(now.Lines, line[shift:])
	}
	return now
}

// ahead is a line with more moves.
func ahead(l engine.Line, moves []engine.Move) (engine.Line, error) {
	var err error
	for _, move := range moves {
		if l, err = l.Play(move); err != nil {
			return l, err
		}
	}
	return l, nil
}

// line is what is on the board, with what was made and taken back.
func (t trial) line() []engine.Move {
	if len(t.Lines) == 0 {
		return nil
	}
	return t.Lines[0]
}

// made are the moves on the board.
func (t trial) made() []engine.Move { return t.line()[:min(t.At, len(t.line()))] }

// with is the trial after one more move. Moves that had been taken back stay as a line if this is another way.
func (t trial) with(move engine.Move) trial {
	line, at := t.line(), len(t.made())
	t.At = at + 1
	switch {
	case at < len(line) && line[at] == move:
		return t
	case at < len(line):
		t.Lines = slices.Insert(slices.Clone(t.Lines), 0, append(slices.Clone(line[:at]), move))
	case len(t.Lines) == 0:
		t.Lines = [][]engine.Move{{move}}
	default:
		t.Lines = slices.Clone(t.Lines)
		t.Lines[0] = append(slices.Clone(line), move)
	}
	t.Lines = t.Lines[:min(len(t.Lines), match.MostLines)]
	return t
}

// Try is a board to try things on, which nobody but the author sees: "/try 11-15 22-18" makes moves of both sides, "<"
// (or "undo") and ">" go back and forth, "<<" to the match as it is, "other" to the line tried before, "if" makes what
// is on the board an answer in advance. Other boards than those of running matches are told of at study. When the match
// is over the lines that are kept go on there.
func (s Moves) Try(req *request.Request, text string) (*request.Result, error) {
	if result, is, err := s.study(req, text); is || err != nil {
		return result, err
	}
	board := request.BoardOf(text)
	m, rest, err := s.Find.Find(req, text, "try", match.Planned)
	if err != nil {
		if s.meansStudy(req, text) {
			return s.studied(req, "", text)
		}
		return nil, err
	}
	if stop, err := strconv.Atoi(rest); err == nil && m.Status == match.Over {
		return s.studyAt(req, m, request.GameOf(text), stop)
	}
	if err := mayTry(req, m); err != nil {
		return nil, err
	}
	name := req.Author.ID + "/" + m.ID
	kept, _, err := trials.Get(req.Ctx, s.Archive, name)
	if err != nil {
		return nil, err
	}
	if m.Status == match.Over {
		return s.studyTried(req, m, kept)
	}
	now, typed := carried(kept, m), ""
	if req.Guide.Languages.Book.Command(rest) == "if" {
		return s.foresee(req, m, now)
	}
	if board < 0 || board == m.Number()+len(now.made()) { // else a button of a board before
		if now, typed, err = s.tried(req, m, now, strings.TrimSpace(rest)); err != nil {
			return nil, err
		}
	}
	if err := trials.Put(req.Ctx, s.Archive, name, now); err != nil {
		return nil, err
	}
	page, err := req.For(m).Trial(m, tell.Trial{
		Line: now.line(), At: len(now.made()), Typed: typed, Others: max(0, len(now.Lines)-1), If: s.foresees(req, m, now),
		Rival: m.Player(m.Side(req.Author.ID).Other()),
	})
	page.Instead = inPlace(req)
	return request.Say(page), err
}

// meansStudy reports whether a text that names no match is about the author's own board: nothing else goes on here.
func (s Moves) meansStudy(req *request.Request, text string) bool {
	mine, _ := s.Find.Mine(req)
	_, own, _ := studies.Get(req.Ctx, s.Archive, req.Author.ID)
	id, _ := request.Named(text)
	return own && id == "" && len(mine) == 0
}

// mayTry refuses a board where others would read it, or of a match in which nothing can be tried.
func mayTry(req *request.Request, m *match.Match) error {
	_, dice := m.Line.Position().(engine.Roller)
	switch {
	case !alone(req):
		return req.Note("plan-private", speech.Text("Command", req.Guide.Voice.Typed("try")+" #"+m.ID))
	case !tell.Plays(m, req.Author):
		return request.Instead(req.For(m).Refusal(m, match.NotAPlayer))
	case m.Status == match.Over:
		return nil
	case m.Status != match.Playing || m.Between():
		return req.NotPlaying(m)
	case dice:
		return request.Instead(req.For(m).Refusal(m, match.PlanDice))
	}
	return nil
}

// diceWord is dice that somebody sets.
var diceWord = regexp.MustCompile(`^[1-6]-?[1-6]$`)

// foresees reports whether what is on the board of a trial can be an answer in advance.
func (s Moves) foresees(req *request.Request, m *match.Match, t trial) bool {
	n := len(t.made())
	return n > 0 && n%2 == 0 && n <= match.MostAhead && request.Can(m, req.Author, match.Planned) &&
		m.Turn() != m.Side(req.Author.ID)
}

// turned is a trial after a word that only goes back or forth, or to another line; false if the text is none.
func (t trial) turned(book *speech.Book, text string) (trial, bool) {
	switch {
	case text == "<", book.Command(text) == "undo":
		t.At = max(0, t.At-1)
	case text == "<<":
		t.At = 0
	case text == ">":
		t.At = min(len(t.line()), t.At+1)
	case book.Means("next", text) && len(t.Lines) > 1:
		t.Lines = append(slices.Clone(t.Lines[1:]), t.Lines[0])
		t.At = len(t.Lines[0])
	case book.Means("none", text):
		return trial{Base: t.Base}, true
	default:
		return t, false
	}
	return t, true
}

// tried is what a text makes of a trial, and the beginning of a move that it ends with.
func (s Moves) tried(req *request.Request, m *match.Match, t trial, text string) (_ trial, typed string, err error) {
	if t, turned := t.turned(req.Guide.Languages.Book, text); turned {
		return t, "", nil
	}
	words := strings.Fields(text)
	at, err := ahead(m.Line, t.made())
	for err == nil && len(words) > 0 {
		var wrong *engine.MoveError
		if dice := diceWord.MatchString(words[0]); dice && at.Turn() != engine.Chance {
			if rolled, err := at.Play("roll"); err == nil { // before dice that one sets nobody doubles
				t, at = t.with("roll"), rolled
			}
		}
		move, n, unread := firstMove(at.Position(), words)
		switch {
		case errors.As(unread, &wrong) && wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0:
			return t, strings.Join(words, " "), nil
		case unread != nil:
			return t, "", noTrial(req, at, words[0], wrong)
		case len(t.made()) >= longestTrial:
			return t, "", req.Note("trial-long", speech.Text("Most", strconv.Itoa(longestTrial)))
		}
		t, words = t.with(move), words[n:]
		at, err = at.Play(move)
	}
	return t, "", err
}

// noTrial refuses a word that is no move on the board of a trial.
func noTrial(req *request.Request, at engine.Line, word string, wrong *engine.MoveError) error {
	answer := req.Privately("trial-move", speech.Text("Move", speech.Clean(word, tell.LongestName)))
	if wrong != nil && wrong.Kind != engine.NotMove {
		answer.Text = req.Guide.Voice.Obstacle(at.Position(), wrong)
	}
	return request.Instead(answer)
}

// foresee adds what is on the board of a trial to what the author has said in advance, in the place of lines that have
// other answers.
func (s Moves) foresee(req *request.Request, m *match.Match, t trial) (*request.Result, error) {
	if !s.foresees(req, m, t) {
		return nil, req.Note("trial-if", speech.Text("Most", strconv.Itoa(match.MostAhead)))
	}
	line := slices.Clone(t.made())
	plan := slices.DeleteFunc(slices.Clone(m.Plan(m.Side(req.Author.ID))),
		func(other []engine.Move) bool { return match.Contradict(other, line) })
	plan = append(plan, line)
	plan = plan[max(0, len(plan)-match.MostLines):]
	return s.keepPlan(req, m, plan)
}
