package tell

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/house"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// News is what to say about the last events of a match, with the state that they lead to.
func (a Audience) News(m *match.Match, events []match.Event) chat.Message {
	message := chat.Message{Text: append(a.Title(m), a.eventLines(m, events, true)...)}
	board := false
	for _, e := range events {
		switch e.Kind {
		case match.Accepted, match.Imported, match.Rolled, match.Touched, match.Moved, match.Agreed, match.Resigned,
			match.Next:
			board = true
		case match.Challenged:
			board = len(m.Setup.Played) > 0 || m.Setup.Start != ""
		case match.Ruled:
			board = board || e.Ruling == match.Back
		case match.Called:
			board = board || old(m, e.At)
		}
	}
	a.state(&message, m, events, board)
	if n := len(events); n > 0 && (!slices.ContainsFunc(events, calls) || events[n-1].Kind == match.Refused &&
		events[n-1].By == message.Turn.ID) {
		message.Turn = chat.User{}
	}
	if m.Counts() && m.Rated == nil && User(m.Challenger).ID != "" && User(m.Opponent).ID != "" {
		message.Text = append(message.Text, Line(a.Voice.Say("rating-enough"))...)
	}
	return message
}

// calls reports whether an event is a reason to call the one who is to answer: what is about time alone is none, since
// the
// board has called that person already. Nor is an offer that the same person has just refused, or one taken back.
func calls(e match.Event) bool {
	return !slices.Contains([]match.Kind{match.Gave, match.Away, match.Reminds, match.Retracted, match.Salted}, e.Kind)
}

// Unanswered reports whether a challenge has ended by nobody answering it.
func Unanswered(m *match.Match, events []match.Event) bool {
	return m.First.ID == "" && len(events) > 0 && events[len(events)-1].Kind == match.Expired
}

// Unanswered is what the message with a challenge says when nobody has answered.
func (a Audience) Unanswered(m *match.Match) chat.Message {
	message := chat.Message{Text: append(a.Title(m), Line(a.challenge(m))...)}
	message.Text = append(message.Text, a.eventLines(m, []match.Event{{Kind: match.Expired}}, false)...)
	return message
}

// Elsewhere is what to say about the last events of a match that is played in another room.
func (a Audience) Elsewhere(m *match.Match, events []match.Event, room chat.Room) chat.Message {
	message := chat.Message{Text: append(a.Title(m), a.eventLines(m, events, false)...)}
	message.Text = append(message.Text, Line([]chat.Span{{Text: a.Voice.Text("elsewhere"), Room: room}})...)
	return message
}

// Present shows a match as it is.
func (a Audience) Present(m *match.Match) chat.Message {
	message := chat.Message{Text: a.Title(m)}
	if m.Status == match.Open {
		message.Text = append(message.Text, Line(a.challenge(m))...)
	}
	message.Text = append(message.Text, a.eventLines(m, latest(m), true)...)
	a.state(&message, m, nil, m.Status == match.Playing || m.Status == match.Over)
	return message
}

// challenge says who challenges whom.
func (a Audience) challenge(m *match.Match) []chat.Span {
	return a.sentence(m, match.Event{Kind: match.Challenged, By: m.Challenger.ID}, m.Line.Position())
}

// state appends how a match stands after events that were told: whose answer is waited for or how it ended, the buttons
// for that, and the board.
func (a Audience) state(message *chat.Message, m *match.Match, events []match.Event, board bool) {
	v := a.Voice
	say := func(spans []chat.Span) { message.Text = append(message.Text, Line(spans)...) }
	switch {
	case m.Status == match.Void:
	case m.Status == match.Open:
		message.Turn = User(m.Opponent)
		say(a.sides(m))
		a.limits(message, m)
		message.Text = append(message.Text, v.sealed(m)...)
		if !m.Setup.Arbiter.Anyone() {
			say(v.Say("challenge-arbiter", speech.Person("Player", User(m.Setup.Arbiter))))
		}
		if m.Setup.Appear {
			say(v.Say("challenge-appear"))
		}
		switch {
		case m.Setup.Hints:
			say(v.Say("challenge-hints"))
		case m.Setup.Start != "":
			say(v.Say("challenge-set"))
		case m.Setup.Unrated || !m.Setup.Usual():
			say(v.Say("challenge-unrated"))
		}
		if m.Setup.Touch {
			say(v.Say("challenge-touch"))
		}
		message.Buttons = a.answerButtons(m)
	case m.Status == match.Over:
		message.Text = append(message.Text, a.gameEnd(m)...)
		say(a.Result(m))
		message.Text = append(message.Text, a.score(m, m.Line.Position())...)
		message.Text = append(message.Text, a.ratings(m)...)
		message.Text = append(message.Text, a.unsealed(m)...)
		message.Buttons = a.afterwards(m)
	default:
		message.Turn = User(m.Player(m.Turn()))
		begins := slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == match.Accepted })
		switch _, level := house.Side(m); {
		case !begins:
		case level > 0:
			say(a.levelTaken(m.Game, level))
		case m.Setup.Start != "":
			say(v.Say("challenge-set"))
		}
		if told := a.doubling(m, a.holds(m)); begins && told != nil {
			say(told)
		}
		say(a.turn(m))
		if m.Touched != "" {
			say(v.Say("touched", speech.Person("Player", User(m.Player(m.Turn()))),
				speech.Text("At", v.Move(m.Line.Position(), m.Touched))))
		}
		if stake := a.Voice.stake(m.Line.View()); stake != nil && a.pictured() {
			say(stake)
		}
		a.clocks(message, m, events)
		for _, line := range a.counts(m) {
			say(line)
		}
		if duty := v.duty(m.Line.Position()); duty != nil {
			say(duty)
		}
		a.rights(message, m)
		if !a.Beside {
			message.Buttons = append(message.Buttons, a.controls(m, "")...)
		}
		a.overdue(message, m)
		if a.Waiting > 0 && (a.Only == "" || a.Only == m.Player(m.Turn()).ID) {
			say(v.Say("others-wait", speech.Count(a.Waiting), speech.Text("Next", v.Typed("games")+" "+v.Typed("next"))))
		}
		if m.Pending != (match.Pending{}) {
			asked := User(m.Player(m.Pending.By.Other()))
			message.Turn = asked
			if asked.ID != "" { // the house answers by itself
				say(a.askedOf(m))
				message.Buttons = append(a.answerButtons(m), message.Buttons...)
			}
		}
	}
	if !board {
		return
	}
	message.Board = a.present(m)
	if a.Look.Show == "both" && message.Board.PNG != nil {
		message.Text = append(message.Text, chat.Span{Text: "\n\n"}, Mono(message.Board.Text))
	}
}

// doubling says how to double in a match that begins, where that is possible; nil where it is not. Nobody is to learn of
// it from a double of the other side.
func (a Audience) doubling(m *match.Match, waits bool) []chat.Span {
	p, dice := m.Line.Position().(engine.Roller)
	switch {
	case !dice || !p.MayDouble(engine.First):
		return nil
	case waits:
		return a.Voice.Say("double-waits", speech.Text("Double", a.Voice.Text("button.double")))
	}
	return a.Voice.Say("double-before")
}

// otherLevel is the example of a level of the house.
const otherLevel = 5

// levelTaken says at which level the house plays, and how another one is had, or a person: in words where they are
// heard by the bot, else as commands.
func (a Audience) levelTaken(game *engine.Game, level int) []chat.Span {
	v, other := a.Voice, otherLevel
	if level == other {
		other = 1
	}
	said, friend, words := v.Typed("level")+" "+strconv.Itoa(other), v.Text("game-typed."+game.Name), "yes"
	if a.Only == "" && !a.Caps.Together {
		play := v.Typed("play") + " " + friend + " "
		said, friend, words = play+v.Typed("house")+" "+strings.ReplaceAll(said, " ", "="), play+v.Typed("friend"), ""
	}
	return v.Say("level-taken", speech.Text("Number", engine.LevelName(level)), speech.Text("Level", v.LevelName(level)), speech.Text("Other", said),
		speech.Text("Friend", friend), speech.Text("Words", words))
}

// LevelName says in a line what a level of the house is.
func (v Voice) LevelName(level int) string { return v.Text("level-name." + engine.LevelName(level)) }

// sides says who is to play which side, in a challenge.
func (a Audience) sides(m *match.Match) []chat.Span {
	key := "sides-lot"
	switch {
	case m.Setup.Theirs:
		key = "sides-theirs"
	case m.Setup.Side != engine.Nobody:
		key = "sides-chosen"
	}
	return a.Voice.Say(key, speech.Person("Player", User(m.Challenger)),
		speech.Text("Colour", a.colourName(m, m.Setup.Side)))
}

// colourName is what the pieces of a side are in a match, "" for no side.
func (a Audience) colourName(m *match.Match, s engine.Side) string {
	if s != engine.First && s != engine.Second {
		return ""
	}
	return a.Voice.Text("colour." + render.Called(a.theme(), m.Game.Colours[s-engine.First]))
}

// Title names a match: game, players with their marks, id.
func (a Audience) Title(m *match.Match) []chat.Span {
	spans := []chat.Span{{Text: a.Voice.Text("game."+m.Game.Name) + a.chosen(m), Bold: true}}
	if m.First.ID != "" {
		spans = append(spans, a.Voice.Say("players",
			speech.Person("First", User(m.Player(engine.First))), speech.Text("FirstMark", a.mark(m, engine.First)),
			speech.Text("A", points(m, engine.First)), speech.Text("B", points(m, engine.Second)),
			speech.Person("Second", User(m.Player(engine.Second))), speech.Text("SecondMark", a.mark(m, engine.Second)))...)
	}
	if m.ID == "" { // no match: see Trial
		return spans
	}
	return append(spans, chat.Span{Text: " #" + m.ID})
}

// discs are the pieces of a colour where they are shown among words.
var discs = map[string]string{"white": "⚪", "black": "⚫", "red": "🔴", "blue": "🔵", "orange": "🟠", "hatched": "◍"}

// mark is how the pieces of a side look: on a picture or, where there are none, on a text board; for those who have
// boards told to them it is their colour.
func (a Audience) mark(m *match.Match, s engine.Side) string {
	switch {
	case s != engine.First && s != engine.Second:
		return ""
	case a.Look.Show == InWords:
		return strings.ToLower(a.colourName(m, s))
	case a.Look.Show != "both" && a.pictured() && a.Caps.Caption > 0:
		// With both, the names on the picture have its pieces beside them.
		return discs[render.Called(a.theme(), m.Game.Colours[s-engine.First])]
	}
	return string(render.Letters(m.Game.Colours)[s-engine.First])
}

// Result says how a match ended.
func (a Audience) Result(m *match.Match) []chat.Span { return a.result(m, User) }

// result is Result with the players called in some way.
func (a Audience) result(m *match.Match, called func(match.Player) chat.User) []chat.Span {
	winner := m.Outcome.Winner
	named := speech.Person("Winner", called(m.Player(winner)))
	if winner == engine.Nobody {
		named = speech.Text("Winner", "")
	}
	whole := ""
	if m.Setup.Several() && !m.Ended.Decided() {
		whole = "match"
	}
	judge := ""
	if d := m.Verdict(); d.Ruling != "" && d.By == "" {
		judge = m.Setup.Tournament
	}
	return a.Voice.Say(a.Voice.Of(m.Game, "reason."+string(m.Outcome.Reason)),
		named, speech.Text("Match", whole), speech.Text("Tournament", judge),
		speech.Person("Loser", called(m.Player(winner.Other()))), speech.Count(m.Outcome.Points),
		speech.Text("A", points(m, cmp.Or(winner, engine.First))),
		speech.Text("B", points(m, cmp.Or(winner, engine.First).Other())),
		speech.Text("Words", m.Verdict().Words))
}

// turn says whose turn it is, and for what.
func (a Audience) turn(m *match.Match) []chat.Span {
	key, n, dice := "turn", 0, ""
	if _, rolls := m.Line.Position().(engine.Roller); rolls {
		switch t := throw(m.Line.Position()); {
		case t.Doubled > 0:
			key, n = "turn-double", t.Doubled
		case t.Dice[0] != 0 && t.By != engine.Nobody:
			key, dice = "turn-dice", strconv.Itoa(t.Dice[0])+"-"+strconv.Itoa(t.Dice[1])
		case mayDouble(m.Line.Position()):
			key = "turn-roll"
		default:
			key = "turn-throw"
		}
	}
	return a.Voice.Say(key,
		speech.Person("Player", User(m.Player(m.Turn()))), speech.Text("Mark", a.mark(m, m.Turn())),
		speech.Person("Opponent", User(m.Player(m.Turn().Other()))), speech.Text("Dice", dice), speech.Count(n))
}

// mayDouble reports whether the side on turn may double.
func mayDouble(p engine.Position) bool {
	_, err := p.Read("double")
	return err == nil
}

// rights tells what the side on turn may do before it moves, and offers it.
func (a Audience) rights(message *chat.Message, m *match.Match) {
	arbiter, ok := m.Line.Position().(engine.Arbiter)
	if !ok || len(arbiter.Rights()) == 0 {
		return
	}
	message.Text = append(message.Text, Line(a.Voice.Say("rights",
		speech.Person("Player", User(m.Player(m.Turn()))), speech.Person("Opponent", User(m.Player(m.Turn().Other())))))...)
	if a.Caps.Rows > 0 {
		return // the controls offer it
	}
	var row []chat.Button
	for _, r := range arbiter.Rights() {
		row = append(row, a.moveButton(m, string(r)))
	}
	message.Buttons = append(message.Buttons, row)
}

// Refusal says why a match does not allow something.
func (a Audience) Refusal(m *match.Match, code engine.Code) chat.Message {
	key := "refusal." + string(code)
	if code == match.OwnChallenge && a.Caps.Together {
		key = "own-challenge-together"
	}
	accepts := speech.Example(m.Challenger.Handle)
	if called := m.Setup.Opponent.Handle; called != "" {
		accepts = called
	}
	return chat.Message{Private: true, Text: a.Voice.Say(key, speech.Text("Accept", a.Voice.Typed("accept")),
		speech.Text("Example", accepts),
		speech.Person("Turn", User(m.Player(m.Turn()))),
		speech.Person("Challenger", User(m.Challenger)),
		speech.Person("Opponent", User(m.Opponent)),
		speech.Text("ID", m.ID))}
}

// Gist says in a few words what became of a match, or what is going on in it.
func (a Audience) Gist(m *match.Match) []chat.Span {
	switch m.Status {
	case match.Open:
		return a.challenge(m)
	case match.Void:
		if m.First.ID != "" {
			return a.Voice.Say("void-begun", speech.Person("Player", User(m.Challenger)), opponent(m),
				speech.Text("ID", m.Setup.Tournament))
		}
		return a.Voice.Say("void", speech.Person("Player", User(m.Challenger)), opponent(m))
	case match.Over:
		return a.finalOf(m)
	}
	gist := a.Voice.Say("turn", speech.Person("Player", User(m.Player(m.Turn()))),
		speech.Text("Mark", a.mark(m, m.Turn())))
	if left := a.left(m); left != nil {
		gist = append(append(gist, chat.Span{Text: " "}), left...)
	}
	return gist
}

// Awaits says in a few words what a match waits for: the answer to an offer or to a double, else what its gist is.
func (a Audience) Awaits(m *match.Match) []chat.Span {
	switch _, undoubled := m.Line.Position().Read("drop"); {
	case m.Status != match.Playing:
	case m.Pending != (match.Pending{}):
		return a.askedOf(m)
	case undoubled == nil:
		return a.turn(m)
	}
	return a.Gist(m)
}

// askedOf is the question that an offer puts to a player.
func (a Audience) askedOf(m *match.Match) []chat.Span {
	key := "pending." + string(m.Pending.Offer)
	if a.Only == m.Player(m.Pending.By).ID && a.Only != "" {
		key = "pending-own"
	}
	return a.Voice.Say(key, speech.Person("Player", User(m.Player(m.Pending.By.Other()))),
		speech.Text("Turn", DeclinesByMoving(m)),
		speech.Text("End", EndsPause(m)))
}

// ratings tells what a match has done to the ratings of its players.
func (a Audience) ratings(m *match.Match) []chat.Span {
	if m.Rated == nil {
		return nil
	}
	var lines []chat.Span
	for i, s := range []engine.Side{engine.First, engine.Second} {
		lines = append(lines, Line(a.Voice.Say("rating-change", speech.Person("Player", User(m.Player(s))),
			speech.Text("From", strconv.Itoa(m.Rated.From[i])), speech.Text("To", strconv.Itoa(m.Rated.To[i]))))...)
	}
	return lines
}
