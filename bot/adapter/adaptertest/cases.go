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

// playing checks that a match can be accepted by a button, played in text amid talk, and resigned.
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

// others checks that a challenge can be accepted only by its addressee and cancelled only by its author. Others are
// told so privately.
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

// becoming checks that a challenge turns into the first board if the person who accepts it by its button is on turn,
// and that board into the next one. Nobody is notified.
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

// racing checks that of two buttons pressed at the same moment one is applied, and the other is refused to the person
// who pressed it.
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

// answering checks that a reply to a board is applied to its match, whatever text of the board the service quotes.
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

// after checks that a finished match can be reviewed on one message, animated, saved as a file, imported in a private
// chat, and played again. Settings change on one message, too.
func after(w *world) {
	w.begins()
	w.says(w.group, "ana", "11-15")
	w.says(w.group, "rui", "22-18")
	over := w.says(w.group, "ana", "/resign yes")
	step := w.taps(w.group, "ana", over, "Look back")
	w.board(step, "After 2 of 2 moves of both sides.", strings.Join(step.Called, " "))
	w.expect(w.taps(w.group, "ana", step, "⏮"), "After 0 of 2 moves of both sides.")
	if w.changes {
		w.expect(step.Now(), "After 0 of 2 moves of both sides.")
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
		w.expect(w.taps(w.group, "rui", over, "Rematch"), matchID(asked)) // a second press does not challenge again
		w.board(w.taps(w.group, "ana", over, "Rematch"), matchID(asked), "rui")
	}
}

// back checks that choices from the menu [⋯] leave the board unchanged, and the menu disappears.
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

// order checks that the buttons of a board stay while [⋯] or the confirmation of resigning is open. These disappear
// when the person types something else, even after a restart.
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

// restart checks that a move that was stored but not announced before the bot stopped is announced once after the next
// start, and the match continues.
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

// menu checks that a menu in a group obeys only the person who opened it, even after a restart.
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

// asking checks that a question in a message of its own loses its buttons when it is answered in text.
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

// naming checks that offers call people by name, not by account number.
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

// timing checks that a message that is only about the clock notifies nobody, as the board has notified the player on
// turn.
func timing(w *world) {
	w.begins()
	for _, name := range []string{"/remind", "/give", "/away"} {
		if m := w.says(w.group, "rui", name); len(m.Called) > 0 || m.Text == "" {
			w.t.Errorf("%s calls %q: %q", name, m.Called, m.Text)
		}
	}
}

// losing checks that when the bot loses write access to the room of a match, both players are told in their private
// chats within a minute. There they can continue the match or cancel it.
func losing(w *world, lose func(in Room)) {
	w.start(nil)
	people := []string{"ana", "rui"}
	for _, who := range people {
		w.says(w.Talk(who), who, "/start")
	}
	id := matchID(w.begins())
	time.Sleep(4 * time.Minute) // so that a new board is sent, which notifies the player to move
	for range 10 {
		w.group.Says("eva", "the weather is fine", nil)
	}
	w.settle()
	lose(w.group)
	w.settle()
	told := func(who string) Message {
		return w.last(w.Talk(who), "I can no longer write where this match is played.")
	}
	if told("rui").Text == "" { // the bot learns of it only when it tries to write
		w.says(w.Talk("ana"), "ana", "/move "+id+" 11-15")
		w.settle()
	}
	if list := w.says(w.Talk("rui"), "rui", "/games"); strings.Contains(list.Text, "Played here") ||
		!strings.Contains(list.Buttons[0], "Go on here") && !strings.Contains(list.Buttons[0], id) {
		w.t.Errorf("the list says %q with %q", list.Text, list.Buttons)
	}
	w.board(w.taps(w.Talk("rui"), "rui", told("rui"), "Go on here"), id, "")
	w.taps(w.Talk("ana"), "ana", told("ana"), "Cancel it")
	w.taps(w.Talk("ana"), "ana", w.last(w.Talk("ana"), ""), "Cancel the match") // it has only just begun
	w.status(match.Void)
}

// paths are ways to the first board: one line, and one tap if the line names no game.
var paths = map[string]func(w *world) Message{
	"the bot by words": func(w *world) Message { // the words are answered by buttons for what they may mean
		return w.taps(w.Talk("ana"), "ana", w.says(w.Talk("ana"), "ana", "I want to play you"), "play bot")
	},
	"the bot by its game":  func(w *world) Message { return w.says(w.Talk("ana"), "ana", "draughts") },
	"the bot by a command": func(w *world) Message { return w.says(w.group, "ana", "/play house") },
	"a friend by a command": func(w *world) Message {
		return w.taps(w.group, "rui", w.says(w.group, "ana", "/play @rui"),
			"Accept")
	},
	"the bot by a tap": func(w *world) Message { // a new private chat begins with the greeting
		return w.taps(w.Talk("ana"), "ana", w.says(w.Talk("ana"), "ana", "/start"), "Play me")
	},
}

// holding checks that an unreachable room delays no other, and its messages arrive in order afterwards.
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

// saying checks that names that look like markup, commands, links or mentions are shown literally. Text that grows by
// escaping is still cut to the service's limit.
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
