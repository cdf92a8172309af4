package view

import (
	"fmt"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// OptionName returns the name of a game's option in words: "Size".
func (v Voice) OptionName(name string) string {
	if key := "option." + name; v.Has(key) {
		return strings.ReplaceAll(strings.Fields(v.Text(key))[0], "_", " ")
	}
	return name
}

// OptionValue returns a value of an option in words; a number is returned as it is.
func (v Voice) OptionValue(name, value string) string {
	for _, key := range []string{"option-value." + name + "-" + value, "option-value." + value} {
		if v.Has(key) {
			return v.Text(key)
		}
	}
	return value
}

// OptionCalled finds an option of a game by a word of any language, or by its name.
func OptionCalled(book *speech.Book, game *engine.Game, word string) (engine.Option, bool) {
	for _, o := range game.Options {
		if o.Name == word || book.Meaning("option."+o.Name, word) {
			return o, true
		}
	}
	return engine.Option{}, false
}

// ValueCalled returns the value of an option for its words in any language, for a word that only this value has
// ("black" for "black begins"), or for itself; without one it returns the folded word.
func ValueCalled(book *speech.Book, o engine.Option, word string) string {
	if slices.Contains(o.Values, word) {
		return word
	}
	word = speech.Fold(word)
	var within []string
	for _, value := range o.Values {
		for _, said := range slices.Concat(book.All("option-value."+o.Name+"-"+value), book.All("option-value."+value)) {
			words := strings.Fields(speech.Fold(said))
			if strings.Join(words, "-") == word {
				return value
			}
			if len(word) > 2 && slices.Contains(words, word) && !slices.Contains(within, value) {
				within = append(within, value)
			}
		}
	}
	if len(within) == 1 {
		return within[0]
	}
	return word
}

// Decimal formats a number as fmt does, with the decimal sign of the language.
func (v Voice) Decimal(format string, n float64) string {
	return strings.ReplaceAll(fmt.Sprintf(format, n), ".", v.Text("decimal-sign"))
}

// chosen returns the options of a match that are not the default, in parentheses after a blank; "" if there are none.
func (a Audience) chosen(m *match.Match) string {
	list := a.Chosen(m)
	if list == nil {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// Chosen returns the options of a match that are not the default, in words. The match need not have begun.
func (a Audience) Chosen(m *match.Match) (list []string) {
	for _, o := range m.Game.Options {
		if value := m.Setup.Options[o.Name]; value != "" && value != o.Default {
			list = append(list, strings.ToLower(a.Voice.OptionName(o.Name))+": "+a.Voice.OptionValue(o.Name, value))
		}
	}
	if m.Setup.Start != "" && !m.Setup.Lesson {
		list = append(list, a.Voice.Text("set-position"))
	}
	return append(list, a.seriesOf(m)...)
}

// seriesOf returns phrases for how many games a match has, which one is on the board, and its opening.
func (a Audience) seriesOf(m *match.Match) (list []string) {
	add := func(key string, n int, facts ...speech.Fact) {
		list = append(list, a.Voice.Text(key, append(facts, speech.Number("Number", n))...))
	}
	if s := m.Setup.Series; m.Setup.Several() {
		if m.First.ID != "" {
			add("series.game", len(m.Games)+1, speech.Positive("Of", s.Games))
		}
		switch {
		case s.Best > 0:
			add("series.best", s.Best)
		case s.Points > 0:
			add("series.points", s.Points)
		case m.First.ID == "" || s.Games == 0: // else the number of the game includes it
			add("series.games", s.Games)
		}
	}
	switch opening := m.Opening(); {
	case (m.First.ID != "" || m.N == 0 || !m.Setup.Drawn) && opening.Number > 0:
		add("series.opening", opening.Number)
	case m.Setup.Openings != nil:
		list = append(list, a.Voice.Text("series.opening-drawn"))
	}
	return list
}

// points returns the points of a side in a series, "" in a single game.
func points(m *match.Match, s engine.Side) string {
	if !m.Setup.Several() || m.First.ID == "" {
		return ""
	}
	return match.Halves(m.Halves(s))
}

// pointed returns a name followed by the points of a side.
func pointed(m *match.Match, s engine.Side, name string) string {
	return strings.TrimSpace(name + "  " + points(m, s))
}

// gameEnd says how the game on the board ended, in a series.
func (a Audience) gameEnd(m *match.Match) []chat.Span { return a.ended(m, m.Ended, User) }

// nextGames says events of a series during which one game ends and the next begins; false if none does.
func (a Audience) nextGames(m *match.Match, events []match.Event, turn bool) ([]chat.Span, bool) {
	at, more := -1, 0
	for i, e := range events {
		if e.Kind == match.Next {
			if at < 0 {
				at = i
			}
			more++
		}
	}
	if at < 0 || more > len(m.Games) {
		return nil, false
	}
	before, after := m.AfterGame(len(m.Games)-more+1), m.AfterGame(len(m.Games)-more+2)
	told := chat.Message{Text: a.eventLines(before, events[:at], false)}
	told.AddLine(a.gameEnd(before))
	told.AddLine(a.begins(after))
	return append(told.Text, a.eventLines(m, events[at+1:], turn)...), true
}

// begins says that a game of a series begins, the score, and its opening.
func (a Audience) begins(m *match.Match) []chat.Span {
	then := *m
	then.Ended = engine.Outcome{} // the game may have ended since
	told := chat.Message{Text: a.sayMatch(&then, "event.next", speech.Number("Number", len(m.Games)+1))}
	told.AddLine(a.opening(m))
	return told.Text
}

// opening says the opening moves of a game, which the players have not chosen; nil if there are none.
func (a Audience) opening(m *match.Match) []chat.Span {
	opening := m.Opening()
	if len(opening.Moves) == 0 {
		return nil
	}
	return a.Voice.Say("opening-begins", speech.Number("Number", opening.Number),
		speech.Text("Moves", a.Voice.Moves(m.Line, 0, len(opening.Moves))))
}
