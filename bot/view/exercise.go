package view

import (
	"cmp"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
	"tabuleiro/engine/puzzle"
)

// PuzzleSign is the first character of all messages about puzzles, by which replies to them are recognized.
const PuzzleSign = "🧩"

// Puzzle is a puzzle of a room, and how far it is solved.
type Puzzle struct {
	Number int // among the puzzles of the room, from 1
	// date of a puzzle of the day, "2026-11-26", which everybody answers alone; "" for others
	Day    string
	Game   *engine.Game
	Line   engine.Line // from the first position to the current one
	Ended  bool        // it is solved, or its solution was shown
	Listed int         // its number among those of the game, from 1
	Counts bool        // the reader's next try or hint counts for the rating

	puzzle.Puzzle // the solution's values; its Gap is 0 if unknown
}

// ID returns the date of a puzzle of the day, or else the number.
func (p Puzzle) ID() string { return cmp.Or(p.Day, strconv.Itoa(p.Number)) }

// Match returns a puzzle as a match without players, whose id is that of the puzzle: package view shows only matches.
func (p Puzzle) Match() *match.Match {
	return &match.Match{ID: p.ID(), Game: p.Game, Line: p.Line, Status: match.Playing}
}

// Command returns the command that tries the move after it in the puzzle.
func (p Puzzle) Command() string { return "/puzzle " + p.ID() + ":" + strconv.Itoa(p.Line.Len()) }

// Audience returns an audience whose buttons for moves try to solve the puzzle.
func (p Puzzle) Audience(a Audience) Audience {
	a.puzzle, a.tries = true, p.Command()
	return a
}

// Puzzle shows a puzzle below news about it, with buttons for moves, or for the continuations of the typed beginning of
// a move, for the solution and for another puzzle.
func (a Audience) Puzzle(p Puzzle, news []chat.Span, typed string) chat.Message {
	a = p.Audience(a)
	m, v := p.Match(), a.Voice
	message := chat.Message{Text: []chat.Span{
		{Text: PuzzleSign + " " + m.ID + " "}, {Text: v.Text("game." + p.Game.Name), Bold: true},
	}}
	message.AddLine(news)
	var last []chat.Button
	if p.Day == "" { // only one a day
		last = append(last, chat.Button{Label: v.Text("button.puzzle-next"),
			Says: v.Typed("puzzle") + " " + v.Typed("next"), Tone: chat.Usual})
	}
	message.Board = a.present(m)
	if p.Ended {
		if !isDice(p.Line.Position()) && p.Listed > 0 {
			last = append(last, chat.Button{Label: v.Text("button.trial"), Says: strings.Join([]string{v.Typed("try"),
				v.Typed("puzzle")[1:], v.Text("game-typed." + p.Game.Name), strconv.Itoa(p.Listed)}, " ")})
		}
		message.Buttons = [][]chat.Button{last}
		p.solved(a, &message)
	} else {
		message.AddLine(p.task(a))
		if p.Counts {
			message.Add(v.Say("puzzle-counts"))
		}
		solution := chat.Button{Label: v.Text("button.puzzle-solution"), Says: a.Solution(p.Day)}
		message.Buttons = append(a.controls(m, typed), append(append([]chat.Button{solution}, last...),
			leaving(v, strings.TrimSpace(v.Typed("puzzle")+" "+p.Day))))
	}
	a.addText(&message)
	return message
}

// solved adds to a message why the solution of an ended puzzle is right, with a picture.
func (p Puzzle) solved(a Audience, message *chat.Message) {
	var moves []engine.Move
	for n := range p.Line.Len() {
		moves = append(moves, p.Line.Move(n))
	}
	if moves == nil { // a puzzle stored by an older version
		return
	}
	m := asOf(p.Match(), 0)
	at := m.Line.Position()
	if p.Cube != nil {
		message.AddLine(a.sayMatch(m, "puzzle-chance", speech.Text("Wins", percent(p.Win))))
		message.Add(a.cubeReason(at, moves[0], p.Cube))
		message.Add(a.cubeWorth(at, *p.Cube))
	} else {
		message.AddLine(a.factOf(m, moves[0], analysis.Why(m.Line, moves)...))
		if p.Gap != 0 {
			key := firstOf(phrase{"puzzle-worth", isStake(at)}, phrase{"puzzle-chances", true})
			message.AddLine(a.Voice.Say(key, a.move(at, moves[0]), speech.Text("A", a.Voice.worth(at, p.Value)),
				speech.Text("B", a.Voice.worth(at, p.Value-p.Gap))))
		}
	}
	// if the picture has nothing to mark, as for a word, the board shows the position after the moves
	if way := a.drawn(m, chat.PlainText(message.Text), nil, arrows(m.Line, moves)...); way != nil {
		message.Board.PNG, message.Board.Alt = way.PNG, way.Alt+"\n"+message.Board.Alt
	}
}

// task says what is to be found and, for a decision about the cube, the score and the cube.
func (p Puzzle) task(a Audience) []chat.Span {
	m := p.Match()
	side, sign := m.Turn(), speech.Text("Sign", a.sign(m, m.Turn()))
	if p.Cube == nil {
		return a.sayMatch(m, "puzzle-task", sign)
	}
	key := firstOf(phrase{"puzzle-take", throw(m.Line.Position()).Doubled > 0}, phrase{"puzzle-double", true})
	text := chat.Message{Text: a.sayMatch(m, key, sign, speech.Text("Other", a.colourName(m, side.Other())),
		speech.Text("OtherSign", a.sign(m, side.Other())))}
	board := a.scene(m, LastView(m))
	score := board.match()
	if score == nil {
		score = []string{a.Voice.Text("puzzle-single")}
	}
	text.Add(plain(strings.Join(append(score, board.cube()), " ")))
	return text.Text
}

// Solution returns the command that shows the solution of the puzzle of a day, or, if day is "", of the one in the
// room.
func (a Audience) Solution(day string) string {
	return strings.Join(strings.Fields(a.Voice.Typed("puzzle")+" "+day+" "+a.Voice.Typed("solution")), " ")
}

// Refutation says and draws what a wrong move leads to, without revealing the solution, with which better begins. looks
// has the move with its continuations by an earlier and a later search, and reply is the later one's best reply, nil if
// unknown; without a fact to tell, it says who wins then, or the chances.
func (a Audience) Refutation(p Puzzle, looks [2][]engine.Move, reply *engine.ScoredMove,
	better []engine.Move) (message chat.Message) {
	m, earlier, wrong := p.Match(), looks[0], looks[1]
	if len(better) > 0 { // with only two answers the other one is no secret
		message.AddLine(a.cubeReason(p.Line.Position(), better[0], p.Cube))
	}
	f, ofBetter, told := analysis.Agreed(p.Line, [2][]engine.Move{earlier, better}, [2][]engine.Move{wrong, better})
	if told = told && !ofBetter; !told {
		f, told = p.allows(reply)
	}
	if told {
		message.AddLine(a.factOf(m, wrong[0], f))
	}
	message.AddLine(a.after(p.Line, wrong))
	if !told && reply != nil {
		message.AddLine(a.Voice.Say("hint-value", speech.Text("Wins", percent(engine.ProbScale-reply.Equity))))
	}
	list := arrows(p.Line, wrong)
	for i := range list {
		list[i].Worse = i == 0
	}
	message.Board = a.drawn(m, chat.PlainText(message.Text), nil, list...)
	return message
}

// allows returns the fact that a wrong move lets the opponent win or draw by a proven reply, if that is worse than the
// value of the puzzle.
func (p Puzzle) allows(reply *engine.ScoredMove) (f analysis.Fact, is bool) {
	switch {
	case reply == nil || !reply.Proven:
		return f, false
	case reply.Win == engine.ProbScale:
		return analysis.Fact{Code: analysis.FactLosesGame}, true
	}
	return analysis.Fact{Code: analysis.FactLetsDraw}, reply.Draw == engine.ProbScale && p.Value > engine.ProbScale/2
}

// Lesson is a step of the lesson about a game. The last step has no line: it is a game against the computer.
type Lesson struct {
	Game *engine.Game
	Line engine.Line
	Name string // of the task, within the game
	Step int    // from 1
	Of   int
}

// Match returns a step as a match without players: see Puzzle.Match.
func (l Lesson) Match() *match.Match {
	return &match.Match{ID: l.Game.Name + ":" + strconv.Itoa(l.Step), Game: l.Game, Line: l.Line, Status: match.Playing}
}

// Command returns the command that tries the move after it in the step.
func (l Lesson) Command() string { return "/learn " + l.Match().ID }

// Audience returns an audience whose buttons for moves do the task of the step.
func (l Lesson) Audience(a Audience) Audience {
	a.puzzle, a.tries = true, l.Command()
	return a
}

// Message shows a step of a lesson below news about it, with buttons for moves, or for the continuations of the typed
// beginning of a move, for the neighbouring steps, and for the rules.
func (l Lesson) Message(a Audience, news []chat.Span, typed string) chat.Message {
	a = l.Audience(a)
	message := chat.Message{Private: true, Text: []chat.Span{
		{Text: LessonSign + " "}, {Text: a.Voice.Text("game." + l.Game.Name), Bold: true},
		{Text: " " + strconv.Itoa(l.Step) + "/" + strconv.Itoa(l.Of)},
	}}
	message.AddLine(news)
	if v := a.Voice; l.Step == l.Of {
		play := v.Typed("play") + " " + l.Game.Name + " " + v.Typed("house") + " " + v.Typed("level") + "=1 " +
			v.Typed("lesson") + "=" + v.Typed("yes")
		message.AddLine(v.Say("lesson-play"))
		message.AddRow(chat.Button{Label: v.Text("button.lesson-play"), Says: play, Tone: chat.Usual})
	} else {
		message.AddLine(v.Say("lesson-task." + l.Name))
		message.Buttons = a.controls(l.Match(), typed)
		message.Board = a.present(l.Match())
	}
	if typed == "" {
		message.Buttons = append(message.Buttons, l.navigation(a.Voice))
	}
	a.addText(&message)
	return message
}

// navigation returns the buttons for the previous step, the rules if there are any, the next step, and the way out.
func (l Lesson) navigation(v Voice) []chat.Button {
	says := func(n int) string { return v.Typed("learn") + " " + l.Game.Name + " " + strconv.Itoa(n) }
	row := pager(says, page{"‹", l.Step - 1, l.Step > 1})
	if l.Game.Help != nil {
		row = append(row, chat.Button{Label: v.Text("menu.rules"), Says: v.Typed("rules") + " " + l.Game.Name})
	}
	return append(append(row, pager(says, page{"›", l.Step + 1, l.Step < l.Of})...), leaving(v, v.Typed("learn")))
}

// leaving returns the button that closes the lesson or puzzle of a command.
func leaving(v Voice, command string) chat.Button {
	return chat.Button{Label: v.Text("button.exercise-leave"), Says: command + " " + v.Typed("none"), Tone: chat.Leaves}
}

// Trial is a line of moves on an analysis board.
type Trial struct {
	Line  []engine.Move // from the current position of the match
	At    int           // how many of its moves are on the board
	Typed string        // the chosen beginning of a move, "" for none
	If    bool          // the moves on the board can be conditional moves
	Rival match.Player  // the opponent, who does not see it; zero without a match
}

// Trial shows an analysis board, which only its player sees. It returns an error if the line cannot be played.
func (a Audience) Trial(m *match.Match, t Trial) (chat.Message, error) {
	then, at := *m, m.Line.Len()+t.At
	line, err := m.Line.Play(t.Line...)
	if err != nil {
		return chat.Message{}, err
	}
	then.Line, then.Pending = line.Back(line.Len()-at), match.Pending{}
	message, v := a.private(m), a.Voice
	command, key := v.Typed("try")+" ", "trial"
	a.tries = command + "#" + m.ID
	if m.ID == "" {
		command, key = command+v.Typed("board")[1:]+" ", "trial-board"
		a.tries = strings.TrimSpace(command)
	}
	a.tries += ":" + strconv.Itoa(then.Number())
	message.AddLine(v.Say(key, speech.Person("Player", User(t.Rival)), speech.Text("Move", command+a.Example(m)),
		speech.Text("Back", command+v.Typed("undo")[1:])))
	if len(t.Line) > 0 {
		moves := v.Moves(line, m.Line.Len(), at) + " | " + v.Moves(line, at, line.Len())
		message.AddLine(plain(strings.TrimSpace(strings.TrimPrefix(moves, " | "))))
	}
	message.Board = a.Board(&then, then.Line.View(), nil)
	says := a.says(&then) + " "
	message.Buttons = chat.Columns(a.moveButtons(&then, a.choices(&then, t.Typed)...))
	words := []string{"<<", "<", ">", v.Typed("if")[1:]}
	message.AddRow(pager(func(i int) string { return says + words[i] },
		page{"⏮", 0, t.At > 1}, page{"◀", 1, t.At > 0}, page{"▶", 2, t.At < len(t.Line)},
		page{v.Text("button.trial-if"), 3, t.If})...)
	return message, nil
}

// Sight shows a position as a match without players, with its best moves and their chances, the values of a decision
// about the cube unless cube is nil, and buttons to continue from there. says is the command that shows the position.
func (a Audience) Sight(m *match.Match, best []engine.ScoredMove, cube *engine.Cube, says string) chat.Message {
	v, p := a.Voice, m.Line.Position()
	message := a.private(m)
	message.Board = a.Board(m, m.Line.View(), nil)
	if words := a.scene(m, m.Line.View()).Words(); len(words) > 0 {
		message.AddLine(plain(words[0]))
	}
	for _, w := range best {
		text := v.worth(p, w.Equity)
		if isStake(p) {
			text += "  " + percent(w.Win)
		}
		message.AddLine(plain(text + "  " + v.Move(p, string(w.Move))))
	}
	if cube != nil {
		message.AddLine(a.cubeWorth(p, *cube))
	}
	if len(best) == 0 && m.Line.Turn() == engine.Chance {
		message.AddLine(v.Say("sight-roll", speech.Text("Command", says+" 31")))
	}
	play := v.Typed("play") + " " + m.Game.Name + " " + `from="` + m.Setup.Start + `"`
	if n := engine.StandingOf(p).Length; n > 1 {
		play += " points=" + strconv.Itoa(n)
	}
	a.Offer(&message, v.Text("button.sight-play"), play)
	a.Offer(&message, v.Text("button.sight-text"), says+" "+v.Typed("position")[1:])
	return message
}

// Offer adds a button, or the command as text to copy where a button cannot carry its length.
func (a Audience) Offer(message *chat.Message, label, says string) {
	if a.Caps.Says > 0 && len(says) > a.Caps.Says {
		message.AddLine([]chat.Span{{Text: label + ": "}, Mono(says)})
		return
	}
	message.AddRow(chat.Button{Label: label, Says: says})
}
