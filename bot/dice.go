package bot

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// chain draws the keys of a match that begins with a position; nil where nothing is thrown.
func (b *Bot) chain(start engine.Position) (*match.Chain, error) {
	r, ok := start.(engine.Roller)
	if !ok {
		return nil, nil
	}
	var secret [32]byte
	if _, err := io.ReadFull(b.Random, secret[:]); err != nil {
		return nil, fmt.Errorf("draw the key of the dice: %w", err)
	}
	c := &match.Chain{Last: dice.LastKey(secret), Length: r.Throws()}
	var err error
	c.Seal, err = dice.Key(c.Last, c.Length, 0)
	return c, err
}

// longestWord bounds the part that a player has in the salt.
const longestWord = 40

// ownWord takes "word=..." out of a text; ok is false if the author was told that it is no word.
func (t *talk) ownWord(text string) (word, rest string, ok bool) {
	var others []string
	for _, w := range strings.Fields(text) {
		key, value, found := strings.Cut(strings.ToLower(w), "=")
		if !found || !t.book.Means("word", key) {
			others = append(others, w)
			continue
		}
		if word = value; !dice.IsWord(word) || len(word) > longestWord {
			t.note("play-word")
			return "", text, false
		}
	}
	return word, strings.Join(others, " "), true
}

// wordOr is the word that a player chose or, without one, the id of what the player said.
func (t *talk) wordOr(chosen string) string {
	if chosen != "" {
		return chosen
	}
	clean := strings.Map(func(r rune) rune {
		if dice.IsWord(string(r)) {
			return r
		}
		return '-'
	}, strings.ToLower(t.event.ID))
	if clean == "" {
		return "-"
	}
	return clean[max(0, len(clean)-longestWord):]
}

// sealed tells how the dice of a match begin: with the seal, and then with what the players add.
func sealed(m *match.Match, e match.Event, v voice) []chat.Span {
	switch {
	case m.Dice.Seal == "":
		return nil
	case e.Kind == match.Challenged:
		return append(line(v.Say("dice-seal")), mono(m.Dice.Seal))
	}
	return append(line(v.Say("dice-salt")), mono(m.Dice.Salt()))
}

func mono(text string) chat.Span { return chat.Span{Text: text, Mono: true} }

// thrown says what the dice showed, as the move number n of the line.
func thrown(m *match.Match, n int, e match.Event, v voice) []chat.Span {
	key := "event.rolled"
	before, after := throw(m.Line.At(n)), throw(m.Line.At(n+1))
	switch {
	case after.By == engine.Nobody:
		key = "event.rolled-tie"
	case before.Each:
		key = "event.rolled-opening"
	}
	spans := v.Say(key,
		speech.Person("Player", user(m.Player(after.By))),
		speech.Person("First", user(m.Player(engine.First))), speech.Text("A", string(e.Move[:1])),
		speech.Person("Second", user(m.Player(engine.Second))), speech.Text("B", string(e.Move[len(e.Move)-1:])),
		speech.Text("Dice", spaced(e.Move)))
	spans = append(spans, chat.Span{Text: " "})
	spans = append(spans, v.Say("dice-key", speech.Text("Throw", strconv.Itoa(e.Throw)))...)
	spans = append(spans, mono(e.Key))
	if standing(m.Line.At(n+1)).Crawford && after.By != engine.Nobody && before.By == engine.Nobody { // a game begins
		spans = append(spans, line(v.Say("crawford"))...)
	}
	return spans
}

// throw is how it stands with the dice; zero where there are none.
func throw(p engine.Position) engine.Throw {
	if r, ok := p.(engine.Roller); ok {
		return r.Throw()
	}
	return engine.Throw{}
}

// standing is how it stands between the sides; zero in a game that is no contest.
func standing(p engine.Position) engine.Standing {
	if c, ok := p.(engine.Contest); ok {
		return c.Standing()
	}
	return engine.Standing{}
}

// spaced is a throw as it is said: "3-1".
func spaced(m engine.Move) string { return strings.Join(strings.Split(string(m), ""), "-") }

// throwsShown is how many throws a message shows with all that is needed to check them.
const throwsShown = 10

// dice shows where the throws of a match come from, and how often what was thrown: the last throws, or those from a number
// on.
func (t *talk) dice(text string) error {
	m, rest, err := t.find(text, "/dice")
	if err != nil {
		return unlessAnswered(err)
	}
	if m.Dice.Seal == "" {
		t.note("no-dice")
		return nil
	}
	throws, err := t.throws(m)
	if err != nil {
		return err
	}
	salt := m.Dice.Salt()
	answer := chat.Message{Text: t.title(m, t.voice, t.caps()), Private: true, Told: true}
	say := func(spans ...chat.Span) { answer.Text = append(answer.Text, spans...) }
	say(append(line(t.voice.Say("dice-seal")), mono(m.Dice.Seal))...)
	if m.Status == match.Open || m.Status == match.Void {
		t.send(answer)
		return nil
	}
	say(append(line(t.voice.Say("dice-salt")), mono(salt))...)
	say(line(t.counts(throws, salt))...)
	say(line(t.voice.Say("dice-check"))...)

	from := max(1, len(throws)-throwsShown+1)
	if n, err := strconv.Atoi(rest); err == nil && n >= 1 && n <= len(throws) {
		from = n
	}
	to := min(from+throwsShown, len(throws)+1)
	for _, e := range throws[from-1 : to-1] {
		a, b := dice.Dice(e.Key, salt)
		say(line(t.voice.Say("dice-throw", speech.Text("Throw", strconv.Itoa(e.Throw)), speech.Text("Dice", fmt.Sprintf("%d%d", a, b))))...)
		say(chat.Span{Text: "\n"}, mono(fmt.Sprintf("printf %%s %s | sha256sum", e.Key)))
		say(chat.Span{Text: "\n"}, mono(fmt.Sprintf("printf %%s '%s:%s' | sha256sum | tr -cd 1-6 | cut -c1-2", e.Key, salt)))
	}
	say(line(t.voice.Say("dice-unproved"))...)
	var row []chat.Button
	command := "/" + t.voice.Words("dice")[0] + " #" + m.ID + " "
	for _, n := range []int{from - throwsShown, from + throwsShown} {
		if n > 1-throwsShown && n <= len(throws) {
			says := command + strconv.Itoa(max(n, 1))
			row = append(row, chat.Button{Label: says, Says: says})
		}
	}
	if row != nil {
		answer.Buttons, answer.Told = [][]chat.Button{row}, false
	}
	t.send(answer)
	return nil
}

// throws are all throws of a match so far.
func (t *talk) throws(m *match.Match) ([]match.Event, error) {
	events, err := t.Store.Events(t.ctx, m.ID)
	if err != nil {
		return nil, err
	}
	var throws []match.Event
	for _, e := range events[:min(m.N, len(events))] {
		if e.Kind == match.Rolled {
			throws = append(throws, e)
		}
	}
	return throws, nil
}

// counts says how often each die came, and how often two equal ones.
func (t *talk) counts(throws []match.Event, salt string) []chat.Span {
	var faces [7]int
	doubles := 0
	for _, e := range throws {
		a, b := dice.Dice(e.Key, salt)
		faces[a]++
		faces[b]++
		if a == b {
			doubles++
		}
	}
	var list []string
	for face, n := range faces[1:] {
		list = append(list, fmt.Sprintf("%d: %d×", face+1, n))
	}
	return t.voice.Say("dice-counts", speech.Text("Throws", strconv.Itoa(len(throws))), speech.Text("Faces", strings.Join(list, ", ")),
		speech.Text("Doubles", strconv.Itoa(doubles)))
}

// readsAsMove tells whether what was said is a move in a match with dice where the author is on turn. There some words are
// moves that are commands elsewhere.
func (t *talk) readsAsMove() bool {
	found, err := t.matches(storage.Query{Room: string(t.event.Room), Player: t.me.ID, Live: true, Limit: most})
	if err != nil || t.me.ID == "" {
		return false
	}
	for _, m := range found {
		if _, ok := m.Line.Position().(engine.Roller); !ok || !can(m, t.me, []match.Kind{match.Moved}) {
			continue
		}
		if _, err := m.Line.Position().Read(t.event.Text); err == nil {
			return true
		}
	}
	return false
}
