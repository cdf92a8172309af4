package adaptertest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
)

// A match is agreed on by a button, played by words among others, and given up.
func playing(w *world) {
	w.board(w.begins(), "accepts", "ana")
	n := len(w.group.Messages())
	w.group.Says("eva", "hm, what now?", nil)
	w.settle()
	if got := len(w.group.Messages()); w.changes && got != n {
		w.t.Errorf("talk is answered: %d messages, %d before", got, n)
	}
	w.board(w.says(w.group, "ana", "11-15"), "11-15", "rui")
	n = w.head().N
	w.says(w.group, "rui", "11-15")
	if got := w.head().N; got != n {
		w.t.Errorf("%d events after a move that is none, %d before", got, n)
	}
	w.board(w.says(w.group, "rui", "22-18"), "22-18", "ana")
	w.expect(w.says(w.group, "ana", "/resign yes"), "wins")
	w.status(match.Over)
}

// A challenge is only for the person who is meant, and to be taken back by its author; others are told so privately.
func others(w *world) {
	asked := w.says(w.group, "ana", "/play damas @rui")
	n := len(w.group.Messages())
	for _, x := range []struct{ who, label, told string }{
		{"eva", "Accept", "not for you"}, {"eva", "Decline", "not for you"}, {"rui", "Cancel", "ana"}, {"ana", "Accept", ""},
	} {
		if told := w.taps(w.group, x.who, asked, x.label); told.Text == asked.Text {
			w.t.Errorf("%s, who presses %s, is told nothing", x.who, x.label)
		} else {
			w.expect(told, x.told)
		}
	}
	w.status(match.Open)
	if got := len(w.group.Messages()); w.changes && got != n {
		w.t.Errorf("%d messages, want %d", got, n)
	}
	w.expect(w.taps(w.group, "ana", asked, "Cancel"), "takes the challenge back")
	if got := len(w.group.Messages()); w.changes && (got != n || len(asked.Now().Buttons) > 0) {
		w.t.Errorf("taken back, there are %d messages, and the buttons %q", got, asked.Now().Buttons)
	}
}

// A challenge becomes the first board when the person who accepts it by its button is on turn, so that the bot calls
// nobody, and that the next one.
func becoming(w *world) {
	asked := w.says(w.group, "ana", "/play damas colour=black @rui")
	n := len(w.group.Messages())
	board := w.taps(w.group, "rui", asked, "Accept")
	if !board.Board {
		w.t.Errorf("the challenge has become %q", board.Text)
	}
	if !w.changes {
		return
	}
	w.board(w.taps(w.group, "rui", board, "11-15"), "11-15", strings.Join(asked.Now().Called, " "))
	if got := len(w.group.Messages()); got != n {
		w.t.Errorf("%d messages, want %d", got, n)
	}
}

// Of two buttons that are pressed at the same moment one counts, and the other is refused to who has pressed it.
func racing(w *world) {
	board := w.begins()
	if !w.changes {
		return
	}
	before := w.head().N
	board.Tap("ana", "11-15")
	told := board.Tap("ana", "9-13")
	w.settle()
	if n := w.head().N; n != before+1 || len(told()) == 0 {
		w.t.Errorf("%d moves; told %v", n-before, told())
	}
}

// An answer to a board is meant for its match, whatever the service tells of the text of the board.
func answering(w *world) {
	boards := []Message{w.begins(), w.begins()}
	for i, board := range boards {
		for n, told := range []string{"", "rui " + matchID(boards[1-i])} {
			if board.Reply == nil {
				return
			}
			move := []string{"11-15", "22-18"}[n]
			board.Reply([]string{"ana", "rui"}[n], move, told)
			w.settle()
			board = w.last(w.group, ": "+move)
			w.expect(board, matchID(boards[i]))
		}
	}
}

// After a match: look through it on one message that changes, see it move, take it away as a file, bring it back in a
// private talk, and play again. Settings change on one message, too.
func after(w *world) {
	w.begins()
	w.says(w.group, "ana", "11-15")
	w.says(w.group, "rui", "22-18")
	over := w.says(w.group, "ana", "/resign yes")
	step := w.taps(w.group, "ana", over, "Look back")
	w.board(step, "After move 2 of 2.", strings.Join(step.Called, " "))
	w.expect(w.taps(w.group, "ana", step, "⏮"), "After move 0 of 2.")
	if w.changes {
		w.expect(step.Now(), "After move 0 of 2.")
		if film := w.taps(w.group, "ana", step.Now(), "Moving picture"); film.File == nil ||
			!strings.HasPrefix(string(film.File.Data), "GIF8") {
			w.t.Errorf("what moves is %+v", film.File)
		}
	}
	saved := w.says(w.group, "ana", "/export")
	if w.changes {
		saved = w.taps(w.group, "ana", over, "Share or save")
	}
	file := saved.File
	if file == nil || !strings.HasSuffix(file.Name, ".pdn") || !strings.Contains(string(file.Data), `[White "`) {
		w.t.Fatalf("the file is %+v", file)
	}
	w.expect(w.taps(w.group, "ana", saved, "Position"), "W:")
	talk := w.Talk("ana")
	loaded := w.says(talk, "ana", "/import", file)
	w.board(loaded, "loaded a game from a file", strings.Join(loaded.Called, " "))
	settings := w.says(talk, "ana", "/settings")
	looks := w.taps(talk, "ana", settings, "Look")
	w.expect(looks, "The colours of the boards")
	w.expect(w.taps(talk, "ana", looks, "slate"), "Look: slate")
	if w.changes {
		w.expect(settings.Now(), "Look: slate")
		asked := w.taps(w.group, "rui", over, "Rematch")
		w.expect(asked, "challenges")
		w.expect(w.taps(w.group, "rui", over, "Rematch"), matchID(asked)) // asked twice it is asked once
		w.board(w.taps(w.group, "ana", over, "Rematch"), matchID(asked), "rui")
	}
}

// A choice from the menu of everything besides moving changes nothing of the board, and the menu is gone then.
func back(w *world) {
	if !w.changes {
		return
	}
	board := w.begins()
	for _, in := range []Room{w.group, w.Talk("ana")} {
		labels := []string{"←", "As text", "Flip board", "Offer a draw", "Rules"}
		if in != w.group {
			board, labels = w.says(in, "ana", "/play house colour=white"), []string{"←", "In words", "Hint", "Rules"}
		}
		for _, label := range labels {
			menu := w.taps(in, "ana", board, "⋯")
			w.expect(menu, "What would you like to do in the match against ")
			w.taps(in, "ana", menu, label)
			left := slices.ContainsFunc(in.Messages(),
				func(m Message) bool { return strings.Contains(m.Text, "would you like to do") })
			if got := board.Now().Buttons; left || !slices.Equal(got, board.Buttons) {
				w.t.Errorf("after %q the board has the buttons %q, want %q; the menu is left: %v", label, got, board.Buttons, left)
			}
			if label == "Offer a draw" {
				w.says(w.group, "rui", "/decline")
			}
		}
	}
}

// The buttons of a board stay what they are while [⋯] is open, or the question whether somebody really wants to resign:
// these are gone when the person turns to something else in words, after a restart too.
func order(w *world) {
	if !w.changes {
		return
	}
	board := w.begins()
	for _, x := range []struct {
		opens, says, told string
		restart           bool
	}{
		{"Resign", "no", "Good: the match goes on.", false},
		{"Resign", "no", "Good: the match goes on.", true},
		{"Resign", "/rules damas", "Portuguese draughts · Setup", false},
		{"", "/rules damas", "Portuguese draughts · Setup", true},
	} {
		opened := w.taps(w.group, "ana", board, "⋯")
		if x.opens != "" {
			opened = w.taps(w.group, "ana", opened, x.opens)
		}
		if x.restart {
			w.stop()
			w.start(nil)
		}
		w.expect(w.says(w.group, "ana", x.says), x.told)
		if slices.ContainsFunc(w.group.Messages(), func(m Message) bool { return m.Text == opened.Text }) {
			w.t.Errorf("%+v: it stays: %q", x, opened.Text)
		}
		if got := board.Now().Buttons; !slices.Equal(got, board.Buttons) {
			w.t.Errorf("%+v: the board has the buttons %q, want %q", x, got, board.Buttons)
		}
	}
}

// A move that was stored and could not be said before the end, or was just being said, is said after the next start,
// once, and the match goes on.
func restart(w *world) {
	w.begins()
	for i, fails := range []func() func(){w.Fail, func() func() { return w.Hold(w.group) }} {
		move := []string{"11-15", "22-18"}[i]
		mend := fails()
		w.group.Says([]string{"ana", "rui"}[i], move, nil)
		w.settle()
		w.stop()
		if mend != nil {
			mend()
		}
		w.start(nil)
		w.settle()
		if said := slices.DeleteFunc(w.group.Messages(),
			func(m Message) bool { return !strings.Contains(m.Text, ": "+move) }); len(said) != 1 {
			w.t.Errorf("%s is said %d times", move, len(said))
		}
	}
	who, move := w.legal(w.group)
	w.board(w.says(w.group, who, move), move, "rui")
}

// A menu in a group is changed by the one alone who has opened it, and by nobody else after a restart either.
func menu(w *world) {
	menu := w.says(w.group, "rui", "/settings")
	if !w.changes {
		return
	}
	for _, label := range []string{"Look", "slate"} {
		w.taps(w.group, "ana", menu, label)
		if now := menu.Now().Text; now != menu.Text {
			w.t.Errorf("changed by another to %q", now)
		}
		if label == "Look" {
			w.taps(w.group, "rui", menu, label)
			menu = menu.Now()
			w.expect(menu, "The colours of the boards")
			w.stop()
			w.start(nil)
		}
	}
}

// A question that stands by itself loses its buttons when it was answered in words.
func asking(w *world) {
	talk := w.Talk("ana")
	asked := w.says(talk, "ana", "/forget")
	if len(asked.Buttons) != 2 {
		w.t.Errorf("asked with %q", asked.Buttons)
	}
	w.says(talk, "ana", "no")
	if w.changes && len(asked.Now().Buttons) > 0 {
		w.t.Errorf("answered, it has the buttons %q", asked.Now().Buttons)
	}
}

// People are called by their names in what the bot offers, not by the numbers of their accounts.
func naming(w *world) {
	w.begins()
	offered := w.says(w.Talk("ana"), "ana", "I want to play with rui")
	for _, text := range append(offered.Buttons, offered.Text) {
		if regexp.MustCompile(`@\w+:`).MatchString(text) {
			w.t.Errorf("offered with %q and %q", offered.Text, offered.Buttons)
		}
	}
	if !strings.Contains(strings.Join(offered.Buttons, " "), "rui") {
		w.t.Errorf("offered with %q and %q", offered.Text, offered.Buttons)
	}
}

// The board has called the player on turn; a message about the time alone calls nobody.
func timing(w *world) {
	w.begins()
	for _, name := range []string{"/remind", "/give", "/away"} {
		if m := w.says(w.group, "rui", name); len(m.Called) > 0 || m.Text == "" {
			w.t.Errorf("%s calls %q: %q", name, m.Called, m.Text)
		}
	}
}

// Both players are told in their private talks, within a minute, that the bot may not write any more where they play.
// There they go on, or call the match off.
func losing(w *world, lose func(in Room)) {
	w.start(nil)
	people := []string{"ana", "rui"}
	for _, who := range people {
		w.says(w.Talk(who), who, "/start")
	}
	id := matchID(w.begins())
	time.Sleep(4 * time.Minute) // so that a new board calls the player to move, nor does it go on where it is
	for range 10 {
		w.group.Says("eva", "the weather is fine", nil)
	}
	w.settle()
	lose(w.group)
	w.settle()
	told := func(who string) Message {
		return w.last(w.Talk(who), "I can no longer write where this match is played.")
	}
	if told("rui").Text == "" { // the bot gets to know of it when it is to say something
		w.says(w.Talk("ana"), "ana", "/move "+id+" 11-15")
		w.settle()
	}
	w.board(w.taps(w.Talk("rui"), "rui", told("rui"), "Go on here"), id, "")
	w.taps(w.Talk("ana"), "ana", told("ana"), "Cancel it")
	w.taps(w.Talk("ana"), "ana", w.last(w.Talk("ana"), ""), "Cancel the match") // it has only just begun
	w.status(match.Void)
}

// From the first words it takes a line, and a tap if it names no game, until there is a board.
var paths = map[string]func(w *world) Message{
	"the bot by words": func(w *world) Message { // they are offered as what they mean
		return w.taps(w.Talk("ana"), "ana", w.says(w.Talk("ana"), "ana", "I want to play you"), "play bot")
	},
	"the bot by its game":  func(w *world) Message { return w.says(w.Talk("ana"), "ana", "draughts") },
	"the bot by a command": func(w *world) Message { return w.says(w.group, "ana", "/play house") },
	"a friend by a command": func(w *world) Message {
		return w.taps(w.group, "rui", w.says(w.group, "ana", "/play @rui"),
			"Accept")
	},
	"the bot by a tap": func(w *world) Message { // the greeting comes by itself where a talk is opened
		return w.taps(w.Talk("ana"), "ana", w.says(w.Talk("ana"), "ana", "/start"), "Play me")
	},
}

// A room to which nothing gets through keeps no other waiting, and its messages arrive in order afterwards.
func holding(w *world) {
	w.start(Hesitant{})
	mend, other := w.Hold(w.group), w.Group("ana")
	if mend == nil {
		return
	}
	say := func(in Room, text string) {
		if _, err := w.adapter.Send(w.t.Context(), in.ID(), chat.Message{Text: []chat.Span{{Text: text}}}); err != nil {
			w.t.Error(err)
		}
	}
	go func() {
		for n := range 3 {
			say(w.group, strconv.Itoa(n))
		}
	}()
	say(other, "quick")
	if n := len(w.group.Messages()); n > 0 {
		w.t.Errorf("%d messages got through", n)
	}
	mend()
	w.settle()
	var said string
	for _, m := range w.group.Messages() {
		said += m.Text
	}
	if said != "012" {
		w.t.Errorf("said %q", said)
	}
}

// Names that try to be markup, commands, links or calls are shown as they are, and a text is cut to what the service
// takes, though it gets longer by that.
func saying(w *world) {
	w.start(Hesitant{})
	say := func(m chat.Message) Message {
		if _, err := w.adapter.Send(w.t.Context(), w.group.ID(), m); err != nil {
			w.t.Errorf("%.40q: %v", chat.PlainText(m.Text), err)
		}
		w.settle()
		all := w.group.Messages()
		return all[len(all)-1]
	}
	for _, name := range []string{
		"<b>Ana</b>", "*Ana*_[x](http://evil.example)`", "@rui", "@everyone", "/resign", "evil.example", "#abcd",
		"&amp;", "||x||", "~~x~~", "👩‍👩‍👧‍👦 família", "😀",
	} {
		who := chat.User{ID: w.adapter.Name() + ":42", Name: name}
		m := say(chat.Message{Text: []chat.Span{{Text: "Game", Bold: true}, {Text: ": "}, {Text: name, User: &who}}})
		if want := "Game: " + name; !strings.Contains(m.Text, want) || len(m.Called) > 0 {
			w.t.Errorf("%q, which calls %q, want %q", m.Text, m.Called, want)
		}
	}
	for _, text := range []string{strings.Repeat("@", 4096), strings.Repeat("*", 1990),
		strings.Repeat("a long line of words\n", 1000)} {
		if m := say(chat.Message{Text: []chat.Span{{Text: text}}}); !strings.HasSuffix(strings.TrimSpace(text),
			strings.TrimSpace(m.Text[max(0, len(m.Text)-20):])) {
			w.t.Errorf("the end of %.20q is %.100q", text, m.Text)
		}
	}
}
