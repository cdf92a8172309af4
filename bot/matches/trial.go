package matches

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/puzzle"
	"tabuleiro/engine/record"
)

// trial is a private analysis board of a person: a position, of a match or of any game, and a line of moves from it.
type trial struct {
	Game    string         `json:"game,omitempty"`
	Options engine.Options `json:"options,omitempty"`
	Start   string         `json:"start,omitempty"`
	Side    engine.Side    `json:"side,omitempty"` // at the bottom of the board
	Base    int            `json:"base"`           // number of moves of the match before Line; 0 without a match
	Line    []engine.Move  `json:"line,omitempty"`
	At      int            `json:"at,omitempty"` // how many moves of Line are on the board
}

// trials stores the boards of people by person and match; studies stores the last board of a person that belongs to no
// match.
var (
	trials  = kv.New[trial](kv.Schema{Name: "trial/", Owner: kv.Person, Bound: "one a match of a person"})
	studies = kv.New[trial](kv.Schema{Name: "study/", Owner: kv.Person, Bound: "one a person"})
)

// longestTrial is the maximum number of moves of a line.
const longestTrial = 60

// carryOver updates a trial to the current position of its match: moves that the match has made are dropped from its
// line, and the whole line is dropped if the match has not followed it.
func carryOver(t trial, m *match.Match, side engine.Side) trial {
	now := trial{Game: m.Game.Name, Options: m.Setup.Options, Start: m.Line.Position().String(), Side: side,
		Base: m.Number()}
	if shift := m.Number() - t.Base; shift >= 0 && shift <= min(m.Line.Len(), len(t.Line)) {
		then, err := m.Line.Back(shift).Play(t.Line...)
		if err == nil && then.At(m.Line.Len()).String() == now.Start {
			now.Line, now.At = t.Line[shift:], max(0, t.At-shift)
		}
	}
	return now
}

// made returns the moves that are on the board.
func (t trial) made() []engine.Move { return t.Line[:min(t.At, len(t.Line))] }

// Try shows an analysis board that only the author sees. It begins with the current position of a match or another one
// (see positionIn), and takes moves of both sides or one of:
//
//	<, undo   one move back
//	>         one move forward
//	<<        back to the beginning
//	none      drops the line
//	if        makes the moves on the board conditional moves
//	board     the last board without a match, then any of these
func (s Moves) Try(req *request.Request, text string) (*request.Result, error) {
	text = strings.TrimSpace(text)
	if !req.PlaysBot() && !(req.Event.Tap && req.Guide.Caps.Privates) {
		return nil, req.Refuse("trial-private", speech.Text("Command", strings.TrimSpace(req.Guide.Voice.Typed("try")+" "+text)))
	}
	word, rest, _ := strings.Cut(text, " ")
	if name, at, _ := strings.Cut(word, ":"); req.Guide.Languages.Book.Command(name) == "board" {
		return s.tryBoard(req, at, rest)
	}
	r, moves, is, err := positionIn(req, text)
	if err != nil {
		return nil, err
	}
	if is {
		return s.tryFrom(req, r, engine.Nobody, moves)
	}
	m, rest, err := s.Find.Find(req, text, "try", match.Planned)
	if err != nil {
		mine, _ := s.Find.Mine(req)
		_, own, _ := studies.Get(req.Ctx, s.Archive, req.Author.ID)
		if id, _ := request.Named(text); own && id == "" && len(mine) == 0 { // the author plays no match here
			return s.tryBoard(req, "", text)
		}
		return nil, err
	}
	return s.tryMatch(req, m, request.BoardOf(text), request.GameOf(text), rest)
}

// tryMatch applies a text to the board of a match with at moves, or to that of a game of a series. When the match is
// over, it continues the line kept from it.
func (s Moves) tryMatch(req *request.Request, m *match.Match, at, game int, rest string) (*request.Result, error) {
	if stop, err := strconv.Atoi(rest); err == nil && m.Status == match.Over {
		return s.tryAt(req, m, game, stop)
	}
	if err := mayTry(req, m); err != nil {
		return nil, err
	}
	t, _, err := trials.Get(req.Ctx, s.Archive, req.Author.ID+"/"+m.ID)
	switch {
	case err != nil:
		return nil, err
	case m.Status != match.Over:
	case t.Game == "" || len(t.Line) == 0:
		return nil, req.Refuse("trial-none", speech.Text("ID", m.ID))
	default:
		t.Base, t.At = 0, len(t.Line)
		return s.goOn(req, nil, t, -1, "")
	}
	t = carryOver(t, m, m.Side(req.Author.ID))
	if req.Guide.Languages.Book.Command(rest) == "if" {
		if !s.foresees(req, m, t) {
			return nil, req.Refuse("trial-if", speech.Text("Most", strconv.Itoa(match.MostAhead)))
		}
		return s.addPlan(req, m, match.ConditionalMoves{slices.Clone(t.made())})
	}
	return s.goOn(req, m, t, at, rest)
}

// tryFrom sets up a board seen from a side, Nobody for the side on turn, and makes moves on it.
func (s Moves) tryFrom(req *request.Request, r engine.Record, side engine.Side, moves string) (*request.Result, error) {
	position := r.Line.Position()
	if side == engine.Nobody {
		side = max(engine.First, position.Turn())
	}
	t := trial{Game: r.Game.Name, Options: r.Options, Start: position.String(), Side: side}
	return s.goOn(req, nil, t, -1, moves)
}

// tryAt sets up a board from one of the view.Stops of an ended match.
func (s Moves) tryAt(req *request.Request, m *match.Match, game, stop int) (*request.Result, error) {
	if game > 0 && game <= len(m.Games)+1 && m.Setup.Several() {
		m = m.SingleGame(game)
	}
	stops := view.Stops(m)
	if stop < 0 || stop >= len(stops) {
		return nil, req.Refuse("no-such-step", speech.Text("Word", strconv.Itoa(stop)), speech.Count(len(stops)-1))
	}
	r := engine.Record{Game: m.Game, Options: m.Setup.Options, Line: m.Line.Back(m.Line.Len() - stops[stop])}
	return s.tryFrom(req, r, m.Side(req.Author.ID), "")
}

// tryBoard applies a text to the author's last board without a match. at is the number of moves on the board whose
// button was pressed, "" if none was.
func (s Moves) tryBoard(req *request.Request, at, text string) (*request.Result, error) {
	t, there, err := studies.Get(req.Ctx, s.Archive, req.Author.ID)
	if err == nil && !there {
		err = noBoard(req)
	}
	if err != nil {
		return nil, err
	}
	n, _ := strconv.Atoi(cmp.Or(at, "-1")) // 0, with an error: no button says that
	return s.goOn(req, nil, t, n, text)
}

// noBoard returns an error that tells which boards a text may name.
func noBoard(req *request.Request) error {
	return req.Refuse("trial-none-there", req.Typed("Command", "try"))
}

// boardOf makes a match without players for a board, as package view shows only matches.
func (s Moves) boardOf(t trial) (*match.Match, error) {
	game := s.Archive.Game(t.Game)
	if game == nil {
		return nil, &engine.FileError{Code: engine.UnknownGame, Text: t.Game}
	}
	r, err := game.NewRecord(t.Options, t.Start)
	return &match.Match{Game: r.Game, Line: r.Line, Status: match.Playing,
		Setup: match.Setup{Game: t.Game, Options: r.Options}}, err
}

// goOn applies a text to the board of a match, or to one without a match if m is nil, stores it and shows it. at is the
// number of moves on the board that the text is about, -1 if unknown; a button of an older board changes nothing.
func (s Moves) goOn(req *request.Request, m *match.Match, t trial, at int, text string) (_ *request.Result, err error) {
	kept, name, to := studies, req.Author.ID, req.Guide.Audience
	if m != nil {
		kept, name, to = trials, name+"/"+m.ID, req.Audience(m)
	} else if m, err = s.boardOf(t); err != nil {
		return nil, err
	} else {
		to = to.Facing(m, t.Side)
	}
	shown := view.Trial{}
	if at < 0 || at == m.Number()+len(t.made()) {
		if t, shown.Typed, err = applyText(req, m, t, strings.TrimSpace(text)); err != nil {
			return nil, err
		}
	}
	if err := kept.Put(req.Ctx, s.Archive, name, t); err != nil {
		return nil, err
	}
	shown.Line, shown.At = t.Line, len(t.made())
	if m.ID != "" {
		shown.If, shown.Rival = s.foresees(req, m, t), m.Player(m.Side(req.Author.ID).Other())
	}
	page, err := to.Trial(m, shown)
	page.Instead = req.Event.Tap && (req.PlaysBot() || req.Event.Hidden)
	return request.Say(page), err
}

// positionIn parses a position and returns the moves after it; is reports whether there was one. The position may be a
// text after the name of its game or alone, the name of a game, for its beginning, or "puzzle", a game and a number.
func positionIn(req *request.Request, text string) (r engine.Record, moves string, is bool, err error) {
	word, behind, _ := strings.Cut(text, " ")
	if req.Guide.Languages.Book.Command(word) == "puzzle" {
		r, err = puzzleIn(req, strings.TrimSpace(behind))
		return r, "", true, err
	}
	game, games := req.Guide.Game(word), req.Guide.Games
	if game != nil {
		text, games = strings.TrimSpace(behind), []*engine.Game{game}
	}
	first, after, _ := strings.Cut(text, " ")
	list := record.Positions(text, games)
	if list == nil {
		list, moves = record.Positions(first, games), after
	}
	switch {
	case len(list) > 1:
		return r, "", true, request.Replace(req.WhichGame(list, "try", text))
	case list != nil:
		return list[0], moves, true, nil
	case game == nil:
		return r, "", false, nil
	}
	r, err = game.NewRecord(nil, "")
	if err == nil && text != "" {
		_, _, err = firstMove(r.Line.Position(), strings.Fields(text))
	}
	// other moves are refused on the board
	if no, ok := errors.AsType[*engine.MoveError](err); ok && no.Kind == engine.NotMove {
		_, err = game.NewRecord(nil, text)
		return r, "", true, noPosition(req, game, text, err)
	}
	return r, text, true, nil
}

// puzzleIn returns the puzzle with the name of a game and a number.
func puzzleIn(req *request.Request, text string) (engine.Record, error) {
	word, number, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(number)
	game := req.Guide.Game(word)
	if game == nil || err != nil || n < 1 || n > len(puzzle.Of(game)) {
		return engine.Record{}, noBoard(req)
	}
	line, err := puzzle.Of(game)[n-1].Line(game)
	return engine.Record{Game: game, Line: line}, err
}

// mayTry returns an error for matches without an analysis board.
func mayTry(req *request.Request, m *match.Match) error {
	_, dice := m.Line.Position().(engine.DicePosition)
	switch {
	case !view.Plays(m, req.Author):
		return request.Replace(req.Audience(m).Refusal(m, match.NotAPlayer))
	case m.Status == match.Over:
		return nil
	case m.Status != match.Playing || m.IsBetweenGames():
		return req.NotPlaying(m)
	case dice:
		return request.Replace(req.Audience(m).Refusal(m, match.PlanDice))
	}
	return nil
}

// diceWord matches dice that the author sets.
var diceWord = regexp.MustCompile(`^[1-6]-?[1-6]$`)

// foresees reports whether the moves on the board of a trial can be conditional moves of the author.
func (s Moves) foresees(req *request.Request, m *match.Match, t trial) bool {
	n := len(t.made())
	return n > 0 && n%2 == 0 && n <= match.MostAhead && request.Can(m, req.Author, match.Planned) &&
		m.Turn() != m.Side(req.Author.ID)
}

// applyText applies a text to a trial, and returns the beginning of a move that the text ends with. A move other than
// the next one of the line replaces the rest of the line.
func applyText(req *request.Request, m *match.Match, t trial, text string) (_ trial, typed string, err error) {
	switch book := req.Guide.Languages.Book; {
	case text == "<", book.Command(text) == "undo":
		t.At--
	case text == "<<":
		t.At = 0
	case text == ">":
		t.At++
	case book.Means("none", text):
		t.Line = nil
	default:
		return applyMoves(req, m, t, text)
	}
	t.At = min(max(0, t.At), len(t.Line))
	return t, "", nil
}

// applyMoves is applyText for a text of moves.
func applyMoves(req *request.Request, m *match.Match, t trial, text string) (_ trial, typed string, err error) {
	at, err := m.Line.Play(t.made()...)
	if err != nil {
		return t, "", err
	}
	moves, at, rest, unread := playWords(at, strings.Fields(text))
	moves = slices.Concat(t.made(), moves)
	if t.At = len(moves); !slices.Equal(moves, t.Line[:min(len(moves), len(t.Line))]) {
		t.Line = moves
	}
	switch wrong, ok := errors.AsType[*engine.MoveError](unread); {
	case len(moves) > longestTrial:
		return t, "", req.Refuse("trial-long", speech.Text("Most", strconv.Itoa(longestTrial)))
	case ok && wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0:
		return t, strings.Join(rest, " "), nil
	case unread != nil:
		return t, "", wordError(req, "trial-move", text, rest[0], at, unread)
	}
	return t, "", nil
}

// playWords plays the moves of some words, and returns the words from the first that is no move on. Before dice that
// the author sets, it plays the decision to roll.
func playWords(l engine.Line, words []string) (moves []engine.Move, at engine.Line, rest []string, err error) {
	for len(words) > 0 {
		if dice := diceWord.MatchString(words[0]); dice && l.Turn() != engine.Chance {
			if rolled, err := l.Play("roll"); err == nil { // nobody doubles before dice that are set
				moves, l = append(moves, "roll"), rolled
			}
		}
		move, n, err := firstMove(l.Position(), words)
		next, wrong := l.Play(move)
		if err = cmp.Or(err, wrong); err != nil {
			return moves, l, words, err
		}
		moves, l, words = append(moves, move), next, words[n:]
	}
	return moves, l, nil, nil
}

// wordError returns an error for a word of a line that is no move there, with the rule that forbids it.
func wordError(req *request.Request, key, line, word string, at engine.Line, unread error) error {
	no := req.Privately(key, speech.Text("Move", speech.Clean(word, view.LongestName)),
		speech.Text("Line", speech.Clean(line, longestLine)))
	if wrong, ok := errors.AsType[*engine.MoveError](unread); ok && wrong.Kind != engine.NotMove {
		no.Text = append(no.Text, view.Line(req.Guide.Voice.Obstacle(at.Position(), wrong))...)
	}
	return request.Replace(no)
}

// longestLine is the maximum number of letters of a line in an answer.
const longestLine = 100

// lineEnds matches the separators of the lines of a plan.
var lineEnds = regexp.MustCompile(`\s*[,;\n]\s*`)

// If stores conditional moves of the author: "/if 21-17 11-15, 18-14 10x17" adds two lines, replacing those that
// contradict them, and without moves it shows all. It works only where the opponent does not read it.
func (s Moves) If(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := s.Find.Find(req, text, "if", match.Planned)
	if err != nil {
		return nil, err
	}
	switch {
	case !req.Event.Private && !req.Guide.Caps.Together:
		return nil, req.Refuse("plan-private", speech.Text("Command", req.Guide.Voice.Typed("if")+" #"+m.ID))
	case !request.Can(m, req.Author, match.Planned), req.Guide.Languages.Book.Means("none", rest):
		return s.keepPlan(req, m, nil) // the match says why not
	case rest == "":
		return s.plan(req, m, m.Conditional(m.Side(req.Author.ID))), nil
	}
	plan, err := parsePlan(req, m, rest)
	if err != nil {
		return nil, err
	}
	return s.addPlan(req, m, plan)
}

// addPlan adds lines to the author's conditional moves, replacing those that contradict them, and shows all.
func (s Moves) addPlan(req *request.Request, m *match.Match, added match.ConditionalMoves) (*request.Result, error) {
	plan, replaced := slices.Clone(m.Conditional(m.Side(req.Author.ID))), match.ConditionalMoves{}
	for _, line := range added {
		plan = slices.DeleteFunc(plan, func(other []engine.Move) bool {
			gone := match.Contradict(other, line)
			if gone && !slices.Equal(other, line) {
				replaced = append(replaced, other)
			}
			return gone
		})
		plan = append(plan, line)
	}
	if len(plan) > match.MostLines {
		return nil, req.Refuse("plan-lines", speech.Text("Most", strconv.Itoa(match.MostLines)))
	}
	answer, err := s.keepPlan(req, m, plan)
	if err == nil && len(replaced) > 0 {
		text := &answer.Messages[0].Text
		*text = append(append(*text, view.Line(req.Guide.Voice.Say("plan-replaced"))...), lines(req, m, replaced)...)
	}
	return answer, err
}

// keepPlan stores the author's conditional moves for the running game, and shows them.
func (s Moves) keepPlan(req *request.Request, m *match.Match, plan match.ConditionalMoves) (*request.Result, error) {
	err := s.Change.Act(req, m.ID, func(now *match.Match) (match.Event, error) {
		if now.Number() != m.Number() {
			return match.Event{}, req.Refuse("old-board")
		}
		return match.Event{Kind: match.Planned, Lines: plan}, nil
	})
	if err != nil {
		return nil, err
	}
	return s.plan(req, m, plan), nil
}

// plan shows conditional moves.
func (s Moves) plan(req *request.Request, m *match.Match, plan match.ConditionalMoves) *request.Result {
	answer := req.Privately("plan-none", speech.Text("Example", req.Guide.Voice.Typed("if")+" #"+m.ID))
	if len(plan) > 0 {
		answer = req.Privately("plan-kept", speech.Person("Player", view.User(m.Player(m.Turn()))), speech.Text("ID", m.ID),
			speech.Text("None", req.Guide.Voice.Typed("if")+" #"+m.ID+" "+req.Guide.Voice.Typed("none")))
		answer.Text = append(answer.Text, lines(req, m, plan)...)
	}
	return request.Say(answer)
}

// lines writes the lines of conditional moves.
func lines(req *request.Request, m *match.Match, plan match.ConditionalMoves) (spans []chat.Span) {
	for _, line := range plan {
		at, _ := m.Line.Play(line...) // it was checked before
		spans = append(spans, chat.Span{Text: "\n• " + req.Guide.Voice.Moves(at, m.Line.Len(), at.Len())})
	}
	return spans
}

// parsePlan parses the lines of conditional moves.
func parsePlan(req *request.Request, m *match.Match, text string) (plan match.ConditionalMoves, err error) {
	for _, said := range lineEnds.Split(strings.TrimSpace(text), -1) {
		if said == "" {
			continue
		}
		line, at, rest, wrong := playWords(m.Line, strings.Fields(said))
		if wrong != nil {
			return nil, wordError(req, "plan-move", said, rest[0], at, wrong)
		}
		if len(line)%2 == 1 || len(line) > match.MostAhead {
			return nil, req.Refuse("plan-odd", speech.Text("Line", speech.Clean(said, longestLine)),
				speech.Text("Most", strconv.Itoa(match.MostAhead)))
		}
		plan = append(plan, line)
	}
	return plan, nil
}

// longestMove is the maximum number of words of a move.
const longestMove = 4

// firstMove parses the move that some words begin with, and returns how many words it has.
func firstMove(p engine.Position, words []string) (move engine.Move, n int, err error) {
	for n = 1; n <= min(longestMove, len(words)); n++ {
		var wrong error
		if move, wrong = p.Read(strings.Join(words[:n], " ")); wrong == nil {
			return move, n, nil
		}
		err = cmp.Or(err, wrong)
	}
	return "", 0, err
}
