package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// message returns a message that begins with the title of a match.
func (a Audience) message(m *match.Match) chat.Message { return chat.Message{Text: a.Title(m)} }

// private is like message, for the person who asked alone.
func (a Audience) private(m *match.Match) chat.Message {
	return chat.Message{Text: a.Title(m), Private: true}
}

// News announces events of a match, and its state after them.
func (a Audience) News(m *match.Match, events []match.Event) chat.Message {
	message := a.message(m)
	if Unanswered(m, events) {
		message.AddLine(a.challenge(m))
	}
	message.Text = append(message.Text, a.eventLines(m, events, true)...)
	a.state(&message, m, events, slices.ContainsFunc(events, func(e match.Event) bool { return isBoardNew(m, e) }))
	if n := len(events); n > 0 && (!slices.ContainsFunc(events, calls) || events[n-1].Kind == match.Refused &&
		events[n-1].By == message.Turn.ID) {
		message.Turn = chat.User{}
	}
	if m.Counts() && m.Rated == nil && !IsGone(m.Challenger.ID) && !IsGone(m.Opponent.ID) &&
		User(m.Challenger).ID != "" && User(m.Opponent).ID != "" {
		message.AddLine(a.Voice.Say("rating-enough"))
	}
	return message
}

// GonePrefix begins the ids, and GoneName is the name, of people whose data was deleted. Each match has another id, so
// that nothing tells which matches belonged to one person.
const (
	GonePrefix = "gone:"
	GoneName   = "—"
)

// IsGone reports whether an id is that of a player whose data was deleted.
func IsGone(id string) bool { return strings.HasPrefix(id, GonePrefix) }

// calls reports whether an event is a reason to notify the player who has to answer. Events about time alone are not,
// as the board has notified that player already, nor is a withdrawn offer.
func calls(e match.Event) bool {
	return !slices.Contains([]match.Kind{match.Gave, match.Away, match.Reminds, match.Retracted, match.Salted}, e.Kind)
}

// HasKind reports whether any of the events is of a kind.
func HasKind(events []match.Event, kind match.Kind) bool {
	return slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == kind })
}

// Unanswered reports whether a challenge has expired without an answer.
func Unanswered(m *match.Match, events []match.Event) bool {
	return m.First.ID == "" && len(events) > 0 && events[len(events)-1].Kind == match.Expired
}

// Elsewhere announces events of a match that is played in another room.
func (a Audience) Elsewhere(m *match.Match, events []match.Event, room chat.Room) chat.Message {
	message := a.message(m)
	message.Text = append(message.Text, a.eventLines(m, events, false)...)
	message.AddLine([]chat.Span{{Text: a.Voice.Text("elsewhere"), Room: room}})
	return message
}

// Present shows the current state of a match.
func (a Audience) Present(m *match.Match) chat.Message {
	message := a.message(m)
	if m.Status == match.Open {
		message.AddLine(a.challenge(m))
	}
	message.Text = append(message.Text, a.eventLines(m, latest(m), true)...)
	a.state(&message, m, nil, m.Status == match.Playing || m.Status == match.Over)
	return message
}

// challenge says who challenges whom.
func (a Audience) challenge(m *match.Match) []chat.Span {
	return a.sentence(m, match.Event{Kind: match.Challenged, By: m.Challenger.ID}, m.Line.Position())
}

// state adds the state of a match after some events: who has to answer or how it ended, the buttons for that and, if
// board is set, the board.
func (a Audience) state(message *chat.Message, m *match.Match, events []match.Event, board bool) {
	switch m.Status {
	case match.Open:
		a.terms(message, m)
		message.Turn, message.Buttons = User(m.Opponent), a.answerButtons(m)
	case match.Over:
		message.AddLine(a.gameEnd(m))
		message.AddLine(a.Result(m))
		message.AddLine(a.score(m, m.Line.Position()))
		message.Text = append(message.Text, a.ratings(m)...)
		message.AddLine(a.unsealed(m))
		message.Buttons = a.afterwards(m)
	case match.Playing:
		if HasKind(events, match.Accepted) {
			a.start(message, m)
		}
		a.addTask(message, m, events)
		a.waiting(message, m)
	}
	if board {
		message.Board = a.present(m)
		a.addText(message)
	}
}

// terms adds the conditions of a challenge.
func (a Audience) terms(message *chat.Message, m *match.Match) {
	message.AddLine(a.sides(m))
	if m.Setup.Time != (match.Control{}) {
		message.AddLine(plain(a.Voice.Control(m.Setup.Time)))
	}
	message.AddLine(a.Voice.sealed(m))
	for _, key := range []string{
		firstOf(phrase{"challenge-arbiter", !m.Setup.Arbiter.Anyone()}),
		firstOf(phrase{"challenge-appear", m.Setup.Appear}),
		firstOf(phrase{"challenge-hints", m.Setup.Hints}, phrase{"challenge-set", m.Setup.Start != ""},
			phrase{"challenge-unrated", m.Setup.Unrated || !m.Setup.Usual()}),
		firstOf(phrase{"challenge-touch", m.Setup.Touch}),
	} {
		if key != "" {
			message.AddLine(a.Voice.Say(key, speech.Person("Player", User(m.Setup.Arbiter))))
		}
	}
}

// start adds what players need to know when a match begins.
func (a Audience) start(message *chat.Message, m *match.Match) {
	if _, level := computer.Side(m); level > 0 {
		message.AddLine(a.levelTaken(m.Game, level))
	} else if m.Setup.Start != "" {
		message.AddLine(a.Voice.Say("challenge-set"))
	}
	// how to double, where that is possible: nobody should learn that from a double of the opponent
	p, ok := m.Line.Position().(engine.DicePosition)
	if ok && p.MayDouble(engine.First) && (p.Throw().Dice[0] == 0 || !mayDouble(m.Line.Position())) { // else a button
		key := firstOf(phrase{"double-waits", a.holds(m)}, phrase{"double-before", true})
		message.AddLine(a.Voice.Say(key, speech.Text("Double", a.Voice.Text("button.double"))))
	}
}

// addTask adds what the side on turn must and may do, its time, and the buttons for that.
func (a Audience) addTask(message *chat.Message, m *match.Match, events []match.Event) {
	message.Turn = User(m.Player(m.Turn()))
	message.AddLine(a.turn(m))
	if m.Touched != "" {
		message.AddLine(a.sayMatch(m, "touched", speech.Text("At", a.Voice.Move(m.Line.Position(), m.Touched))))
	}
	if a.pictured() {
		message.AddLine(a.Voice.stake(m.Line.View()))
	}
	a.clocks(message, m, events)
	message.AddLine(a.counts(m)...)
	message.AddLine(a.Voice.duty(m.Line.Position()))
	if arbiter, ok := m.Line.Position().(engine.Obligations); ok && arbiter.Rights() != nil {
		message.AddLine(a.sayMatch(m, "rights")) // the buttons offer them
	}
	if !a.Beside {
		message.Buttons = append(message.Buttons, a.controls(m, "")...)
	}
	a.overdue(message, m)
}

// waiting adds what else is pending: other matches of the reader, and the answer to an offer.
func (a Audience) waiting(message *chat.Message, m *match.Match) {
	if a.Waiting > 0 && (a.Only == "" || a.Only == m.Player(m.Turn()).ID) {
		message.AddLine(a.Voice.Say("others-wait", speech.Count(a.Waiting),
			speech.Text("Next", a.Voice.Typed("games")+" "+a.Voice.Typed("next"))))
	}
	if m.Pending == (match.Pending{}) {
		return
	}
	message.Turn = User(m.Player(m.Pending.By.Other()))
	if message.Turn.ID != "" { // not the computer, which answers itself
		message.AddLine(a.askedOf(m))
		message.Buttons = append(a.answerButtons(m), message.Buttons...)
	}
}

// otherLevel is the level of the computer given as an example.
const otherLevel = 5

// levelTaken says the level of the computer, and how to get another level or a human opponent: in words where the bot
// reads them, else by commands.
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
	return v.Say("level-taken", speech.Text("Number", engine.LevelName(level)), speech.Text("Level", v.LevelName(level)),
		speech.Text("Other", said), speech.Text("Friend", friend), speech.Text("Words", words))
}

// LevelName describes a level of the computer in a line.
func (v Voice) LevelName(level int) string { return v.Text("level-name." + engine.LevelName(level)) }

// sides says who plays which side in a challenge.
func (a Audience) sides(m *match.Match) []chat.Span {
	key := firstOf(phrase{"sides-theirs", m.Setup.Theirs}, phrase{"sides-chosen", m.Setup.Side != engine.Nobody},
		phrase{"sides-lot", true})
	return a.Voice.Say(key, speech.Person("Player", User(m.Challenger)),
		speech.Text("Colour", a.colourName(m, m.Setup.Side)))
}

// colourName returns the colour of the pieces of a side in a match, "" for no side.
func (a Audience) colourName(m *match.Match, s engine.Side) string {
	return Scene{Voice: a.Voice, Game: m.Game, Theme: a.theme()}.colour(s)
}

// Title names a match by its game, its players with their marks, and its id.
func (a Audience) Title(m *match.Match) []chat.Span {
	spans := []chat.Span{{Text: a.Voice.Text("game."+m.Game.Name) + a.chosen(m), Bold: true}}
	if m.First.ID != "" {
		spans = append(spans, a.sayMatch(m, "players")...)
	}
	if m.ID == "" { // no match: see Trial
		return spans
	}
	return append(spans, chat.Span{Text: " #" + m.ID})
}

// discs are the characters for pieces of a colour.
var discs = map[string]string{"white": "⚪", "black": "⚫", "red": "🔴", "blue": "🔵", "orange": "🟠", "hatched": "◍"}

// mark returns the character for the pieces of a side, as on the picture or on the text board; for readers of boards in
// words it is their colour.
func (a Audience) mark(m *match.Match, s engine.Side) string {
	switch {
	case s != engine.First && s != engine.Second:
		return ""
	case a.Look.Show == InWords:
		return strings.ToLower(a.colourName(m, s))
	case a.Look.Show != "both" && a.pictured() && a.Caps.Caption > 0:
		// with "both", the picture itself shows the pieces beside the names
		return discs[render.ColourName(a.theme(), m.Game.Colours[s-engine.First])]
	}
	return a.letter(m, s)
}

// letter returns the sign of a side on a text board.
func (a Audience) letter(m *match.Match, s engine.Side) string {
	return string(render.Letters(m.Game.Colours)[s-engine.First])
}

// sign returns the mark of a side, " (O)", if it is that of a text board; else "".
func (a Audience) sign(m *match.Match, s engine.Side) string {
	if mark := a.mark(m, s); mark != "" && mark == a.letter(m, s) {
		return " (" + mark + ")"
	}
	return ""
}

// Result says how a match ended; nil before its end.
func (a Audience) Result(m *match.Match) []chat.Span { return a.ended(m, m.Outcome, User) }

// ended says how a match or one of its games ended, nil if it has not; called returns the name to use for a player.
func (a Audience) ended(m *match.Match, o engine.Outcome, called func(match.Player) chat.User) []chat.Span {
	if !o.Decided() {
		return nil
	}
	judge, verdict := "", m.Verdict()
	if verdict.Ruling != "" && verdict.By == "" {
		judge = m.Setup.Tournament
	}
	top := cmp.Or(o.Winner, engine.First)
	return a.Voice.Say(a.Voice.Of(m.Game, "reason."+string(o.Reason)), speech.Person("Winner", called(m.Player(o.Winner))),
		speech.Person("Loser", called(m.Player(o.Winner.Other()))), speech.Count(o.Points),
		speech.Text("Match", firstOf(phrase{"match", m.Setup.Several() && !m.Ended.Decided()})), speech.Text("Tournament", judge),
		speech.Text("A", points(m, top)), speech.Text("B", points(m, top.Other())), speech.Text("Words", verdict.Words))
}

// turn says whose turn it is, and for what.
func (a Audience) turn(m *match.Match) []chat.Span {
	return a.sayMatch(m, "turn"+turnOf(m.Line.Position()), speech.Count(throw(m.Line.Position()).Doubled))
}

// turnOf returns the part of a key that tells what the side on turn has to do: "-double" to answer a double, "-dice" to
// play a throw, "-roll" to roll or double, "-throw" to roll, "" to move.
func turnOf(p engine.Position) string {
	if !isDice(p) {
		return ""
	}
	t := throw(p)
	return firstOf(phrase{"-double", t.Doubled > 0}, phrase{"-dice", t.Dice[0] != 0 && t.By != engine.Nobody},
		phrase{"-roll", mayDouble(p)}, phrase{"-throw", true})
}

// mayDouble reports whether the side on turn may double.
func mayDouble(p engine.Position) bool {
	_, err := p.Read("double")
	return err == nil
}

// Refusal says why a match does not allow something.
func (a Audience) Refusal(m *match.Match, code engine.Code) chat.Message {
	key := "refusal." + string(code)
	if code == match.OwnChallenge && a.Caps.Together {
		key = "own-challenge-together"
	}
	accepts := cmp.Or(m.Setup.Opponent.Handle, speech.Example(m.Challenger.Handle))
	return chat.Message{Private: true, Text: a.sayMatch(m, key, speech.Text("Accept", a.Voice.Typed("accept")),
		speech.Text("Example", accepts), speech.Person("Opponent", User(m.Opponent)))}
}

// Gist says briefly how a match ended, or what it is waiting for.
func (a Audience) Gist(m *match.Match) []chat.Span {
	switch m.Status {
	case match.Open:
		return a.challenge(m)
	case match.Void:
		key := firstOf(phrase{"void-begun", m.First.ID != ""}, phrase{"void", true})
		return a.Voice.Say(key, speech.Person("Player", User(m.Challenger)), opponent(m), speech.Text("ID", m.Setup.Tournament))
	case match.Over:
		if won := a.wonBy(m, m.Line.Position()); won != nil { // rather than how its last game ended
			return won
		}
		return a.Result(m)
	}
	gist := chat.Message{Text: a.sayMatch(m, "turn")}
	gist.Add(a.left(m))
	return gist.Text
}

// Awaits says briefly which offer or double a match waits to be answered; else it is Gist.
func (a Audience) Awaits(m *match.Match) []chat.Span {
	switch {
	case m.Status != match.Playing:
	case m.Pending != (match.Pending{}):
		return a.askedOf(m)
	case throw(m.Line.Position()).Doubled > 0:
		return a.turn(m)
	}
	return a.Gist(m)
}

// askedOf returns the question to the player who has to answer an offer.
func (a Audience) askedOf(m *match.Match) []chat.Span {
	key := "pending." + string(m.Pending.Offer)
	if a.Only == m.Player(m.Pending.By).ID && a.Only != "" {
		key = "pending-own"
	}
	return a.Voice.Say(key, person("Player", m, m.Pending.By.Other()), speech.Text("Turn", DeclinesByMoving(m)),
		speech.Text("End", EndsPause(m)))
}

// ratings says how a match has changed the ratings of its players.
func (a Audience) ratings(m *match.Match) []chat.Span {
	var lines chat.Message
	for i, s := range sides {
		if m.Rated != nil {
			lines.AddLine(a.Voice.Say("rating-change", person("Player", m, s), speech.Number("From", m.Rated.From[i]),
				speech.Number("To", m.Rated.To[i])))
		}
	}
	return lines.Text
}

// Awaited returns the player who has to answer a challenge or an offer, or to move; zero if nobody has to, or anyone
// may.
func Awaited(m *match.Match) match.Player {
	switch {
	case m.Status == match.Open:
		return m.Opponent
	case m.Status == match.Playing && m.Pending != (match.Pending{}):
		return m.Player(m.Pending.By.Other())
	}
	return m.Player(m.Turn())
}

// Lost tells a player in private that the room of a match can no longer be reached, and what can be done about that.
func (a Audience) Lost(m *match.Match) chat.Message {
	message := a.message(m)
	message.Turn = User(m.Player(m.Turn()))
	message.AddLine(a.Voice.Say("event.lost"))
	message.AddLine(a.Voice.Say("lost-here", speech.Text("Games", a.Voice.Typed("games"))))
	message.AddLine(a.turn(m))
	message.AddRow(a.Voice.button(m, "button.here", "board"), a.Voice.button(m, "button.call-off", "cancel"))
	return message
}

// Missing says that a player cannot be reached, and what the opponent may do: withdraw a challenge or a match that has
// only begun, else wait for the end of the time and claim the win or, without a time limit, call the match off after a
// while.
func (a Audience) Missing(m *match.Match, gone match.Player) chat.Message {
	other := m.Challenger
	if other.ID == gone.ID {
		other = m.Opponent
	}
	cancel := slices.Contains(m.May(other), match.Withdrawn)
	key := firstOf(phrase{"missing-challenge", m.Status == match.Open}, phrase{"missing-cancel", cancel},
		phrase{"missing-claim", m.Setup.Time != match.Control{}}, phrase{"missing-untimed", true})
	message := a.message(m)
	if m.Status != match.Open || a.Only == "" {
		message.AddLine(a.Voice.Say(key, speech.Person("Player", User(gone)),
			speech.Text("Cancel", a.Voice.command(m, "cancel"))))
	}
	if cancel {
		message.AddRow(a.Voice.button(m, "button.cancel", "cancel"))
	}
	return message
}
