package view

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
)

// sealed says the seal of the dice of a match; nil without dice.
func (v Voice) sealed(m *match.Match) []chat.Span {
	if m.Dice.Seal == "" {
		return nil
	}
	return v.Seal("dice-fair", m.Dice.Seal, v.Typed("dice"))
}

// Seal says what a seal is for, and the command that shows the whole seal.
func (v Voice) Seal(key, seal, whole string) []chat.Span {
	return append(v.Say(key), Mono(dice.Short(seal)), chat.Span{Text: " " + whole})
}

// SealCheck returns the shell command that computes from a whole seal the short one shown in a match.
func SealCheck(seal string) chat.Span {
	return Mono("printf %s " + seal + " | xxd -r -p | base64 | tr +/ -_ | cut -c1-" + strconv.Itoa(len(dice.Short(seal))))
}

// keyLength is the number of characters of a key that are shown to readers of boards in words.
const keyLength = 8

// unsealed says the last key of the dice of an ended match, from which its seal and all throws follow. Readers of
// boards in words get its beginning only, as a screen reader would read all of it, letter by letter.
func (a Audience) unsealed(m *match.Match) []chat.Span {
	if m.Dice.Throws == 0 {
		return nil
	}
	key := m.Dice.Key
	if a.Look.Show == InWords {
		key = key[:min(keyLength, len(key))] + "…"
	}
	return a.Voice.Say("dice-key", speech.Text("Key", key), speech.Text("Dice", a.Voice.command(m, "dice")))
}

// throwsShown is the number of throws in a message, each with the commands to check it.
const throwsShown = 10

// Dice shows the seal of the dice of a match and how often each die came up, with a button to check the last throws;
// from a number on, counted from 1, it lists the throws with the commands to check them.
func (a Audience) Dice(m *match.Match, throws []match.Throw, from int) chat.Message {
	v, answer := a.Voice, a.private(m)
	answer.Told = true
	answer.AddLine(append(v.Say("dice-seal"), Mono(m.Dice.Seal)))
	begun := m.Status != match.Open && m.Status != match.Void
	last, says := max(1, len(throws)-throwsShown+1), func(n int) string { return v.command(m, "dice", strconv.Itoa(n)) }
	if from > 0 || !begun {
		answer.AddLine(append(v.Say("dice-seal-short"), chat.Span{Text: "\n"}, SealCheck(m.Dice.Seal)))
	}
	if !m.Status.Ended() {
		answer.AddLine(v.Say("dice-word"))
	}
	if !begun {
		return answer
	}
	answer.AddLine(append(v.Say("dice-salt"), Mono(m.Dice.Salt())))
	if from < 1 {
		answer.AddLine(a.dieCounts(throws))
		answer.AddRow(chat.Button{Label: v.Text("button.check-dice"), Says: says(last)})
		return answer
	}
	answer.AddLine(v.Say("dice-check"))
	if from > len(throws) {
		from = last
	}
	for _, e := range throws[from-1 : min(from+throwsShown-1, len(throws))] {
		one, two := dice.Dice(e.Key, e.Salt)
		answer.AddLine(v.Say("dice-throw", speech.Number("Throw", e.Throw), speech.Text("Dice", fmt.Sprintf("%d%d", one, two))))
		answer.AddLine([]chat.Span{Mono(fmt.Sprintf("printf %%s %s | sha256sum", e.Key))})
		answer.AddLine([]chat.Span{Mono(fmt.Sprintf("printf %%s '%s:%s' | sha256sum | tr -cd 1-6 | cut -c1-2", e.Key, e.Salt))})
	}
	answer.AddLine(v.Say("dice-unproved"))
	answer.AddRow(pager(says, page{"‹", max(from-throwsShown, 1), from > 1},
		page{"›", from + throwsShown, from+throwsShown <= len(throws)})...)
	answer.Told = answer.Buttons == nil
	return answer
}

// dieCounts says how often each number came up, and how often a double.
func (a Audience) dieCounts(throws []match.Throw) []chat.Span {
	var faces [7]int
	doubles := 0
	for _, e := range throws {
		one, two := dice.Dice(e.Key, e.Salt)
		faces[one]++
		faces[two]++
		if one == two {
			doubles++
		}
	}
	var list []string
	for face, n := range faces[1:] {
		list = append(list, fmt.Sprintf("%d: %d×", face+1, n))
	}
	return a.Voice.Say("dice-counts", speech.Number("Throws", len(throws)), speech.Number("Doubles", doubles),
		speech.Text("Faces", strings.Join(list, ", ")))
}

// Resignations asks for how many stakes a side resigns a game.
func (a Audience) Resignations(m *match.Match, side engine.Side) chat.Message {
	stake := stakeOf(m.Line.Position())
	var row []chat.Button
	var points []string
	most := ""
	for _, n := range m.Resignations(side) {
		row = append(row, chat.Button{Label: a.Voice.Text("points-of", speech.Count(n*stake)), Says: a.resign(m, n)})
		most = strconv.Itoa(n * stake)
		points = append(points, most)
	}
	return chat.Message{Private: true, Buttons: [][]chat.Button{row, {a.keepOn(m)}},
		Text: a.Voice.Say("which-resignation", speech.Text("Points", a.Voice.Or(points, len(points))),
			speech.Text("Most", most), person("Opponent", m, side.Other()))}
}

// resign returns the command to resign a game for a number of stakes.
func (a Audience) resign(m *match.Match, times int) string {
	return a.Voice.Typed("resign") + " #" + GameID(m) + " " + strconv.Itoa(times)
}

// SureOffer asks to confirm an offer to resign for a number of stakes.
func (a Audience) SureOffer(m *match.Match, times int) chat.Message {
	return a.ConfirmAction(m, "sure-offer-resign", "more.resign", a.resign(m, times), speech.Count(times*stakeOf(m.Line.Position())))
}

// GameID returns the id of a match and, where another game may follow, the number of the game: a question about a game
// ends with it.
func GameID(m *match.Match) string {
	if s := engine.StandingOf(m.Line.Position()); m.Setup.Several() || s.Length > 1 || s.Endless {
		return m.ID + "/" + strconv.Itoa(m.GameNumber())
	}
	return m.ID
}

// Drop returns a row with a button that drops a double, nil while there is none to answer.
func (a Audience) Drop(m *match.Match) [][]chat.Button {
	if _, err := m.Line.Position().Read("drop"); err != nil {
		return nil
	}
	return [][]chat.Button{a.moveButtons(m, "drop")}
}

// Rolls has the statistics of a person's dice.
type Rolls struct {
	Player chat.User
	People dice.Tally // in matches against people
	Bot    dice.Tally // in matches against the computer
	Mine   dice.Tally // the computer's, in matches against it
}

// enoughThrows is the number of throws from which on a comparison means something; rarely and hardlyEver are the
// numbers of standard errors from which on a difference is called rare or odd.
const (
	enoughThrows = 30
	rarely       = 2
	hardlyEver   = 3
)

// Message shows the statistics, and whether their differences are significant.
func (r Rolls) Message(a Audience) chat.Message {
	v := a.Voice
	answer := chat.Message{Private: true, Text: v.Say("rolls", speech.Person("Player", r.Player))}
	if r.People.Throws+r.Bot.Throws == 0 {
		answer.AddLine(v.Say("rolls-none"))
		return answer
	}
	for _, row := range []struct {
		key   string
		tally dice.Tally
	}{{"rolls-row.people", r.People}, {"rolls-row.house", r.Bot}, {"rolls-row.mine", r.Mine}} {
		if row.tally.Throws > 0 {
			answer.AddLine(v.Say(row.key, speech.Count(row.tally.Throws), speech.Text("Pips", v.Decimal("%.2f", row.tally.Mean())),
				speech.Text("Doubles", v.Decimal("%.1f %%", 100*float64(row.tally.Doubles)/float64(row.tally.Throws)))))
		}
	}
	answer.AddLine(v.Say("rolls-fair", speech.Text("Pips", v.Decimal("%.2f", dice.FairPips))))
	for _, pair := range []struct {
		key      string
		one, two dice.Tally
	}{{"rolls-apart.opponents", r.People, r.Bot}, {"rolls-apart.sides", r.Bot, r.Mine}} {
		if pair.one.Throws > 0 && pair.two.Throws > 0 {
			answer.AddLine(v.Say(pair.key))
			answer.Add(a.significance(pair.one, pair.two))
		}
	}
	return answer
}

// significance says whether the difference of two tallies is significant.
func (a Audience) significance(one, two dice.Tally) []chat.Span {
	errors := dice.StandardErrors(one, two)
	key := firstOf(phrase{"rolls-verdict.early", min(one.Throws, two.Throws) < enoughThrows},
		phrase{"rolls-verdict.odd", errors >= hardlyEver}, phrase{"rolls-verdict.rare", errors >= rarely},
		phrase{"rolls-verdict.chance", true})
	return a.Voice.Say(key, speech.Text("Pips", a.Voice.Decimal("%.2f", math.Abs(one.Mean()-two.Mean()))),
		speech.Text("Errors", a.Voice.Decimal("%.1f", errors)), speech.Text("Dice", a.Voice.Typed("dice")))
}
