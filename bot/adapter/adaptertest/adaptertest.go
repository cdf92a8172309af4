// Package adaptertest states once what people see of the bot on every chat service. The tests of each adapter run it
// against a server that speaks like the service.
package adaptertest

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Service is a chat service with people, who are there as soon as they are named, in virtual time.
type Service interface {
	// Adapter is a new one of the same bot, as each process makes it.
	Adapter(store storage.Store, log *slog.Logger) chat.Adapter

	Group(people ...string) Room // the bot hears everything there
	Talk(person string) Room     // of one person and the bot; where there are no private talks it is the group

	// Fail has the service refuse what the bot says, and Hold has it say nothing to that in a room, until it is mended.
	// mend is nil where that cannot be.
	Fail() (mend func())
	Hold(in Room) (mend func())

	// TooMuch is how often the bot has done more at once than the service takes.
	TooMuch() int
}

// Room is where people and the bot are.
type Room interface {
	ID() chat.Room
	Says(who, text string, file *chat.File) // "@rui" in the text is that person; the file may be nil
	Messages() []Message                    // of the bot, as they stand there by now, oldest first
}

// Message is one of the bot's, as it was when it was looked at.
type Message struct {
	Text    string // without marks of the service
	Board   bool   // with a board to look at
	Picture []byte // of that; nil where it is a file of its own
	Buttons []string
	Called  []string // people who are notified
	File    *chat.File

	Tap func(who, label string) (told func() []Message) // told is what that person alone is shown
	Now func() Message                                  // as it is by now; nil where nothing changes any more

	// has somebody answer it, and the service tell another text of it; nil where nothing can be answered
	Reply func(who, text, told string)
}

// Run runs all cases. losses are ways in which the bot can no longer write in a room.
func Run(t *testing.T, open func(t testing.TB) Service, losses map[string]func(in Room)) {
	for name, lose := range losses {
		run(t, name, open, func(w *world) { losing(w, lose) })
	}
	for name, c := range map[string]func(w *world){
		"a slow room": holding, "what is said": saying, "events that wait": waiting,
	} {
		run(t, name, open, c)
	}
	for name, f := range floods(100, 600) {
		runLong(t, name, open, func(w *world) { f.test(w) })
	}
	for name, c := range paths {
		run(t, name, open, func(w *world) {
			w.start(nil)
			if m := c(w); !m.Board {
				w.t.Errorf("there is no board, but %q", m.Text)
			}
		})
	}
	runLong(t, "a cup of eight", open, func(w *world) { whole(w, cup) })
	for name, c := range map[string]func(w *world){
		"a match": playing, "buttons for others": others, "a challenge becomes the board": becoming,
		"two taps at once": racing,
		"after a match":    after, "a puzzle": solving,
		"back to the moves": back, "a board is put in order": order, "a restart": restart,
		"a menu of another": menu, "a question": asking, "words about the time": timing, "names in offers": naming,
		"answers to boards": answering,
	} {
		run(t, name, open, func(w *world) { whole(w, c) })
	}
	for i, g := range table.Games {
		try := runLong
		if i%4 == 0 { // some of them, and each language
			try = run
		}
		try(t, "a lesson of "+g.Name, open, func(w *world) {
			w.games = table.Games
			whole(w, func(w *world) { learning(w, g, speech.Languages[i%len(speech.Languages)]) })
		})
	}
}

// whole is a case of a bot from its start to its end.
func whole(w *world, c func(w *world)) {
	w.start(nil)
	c(w)
	w.stop()
	bottest.Verify(w.t, w.store, w.games)
}

// runLong is run for a case that only the long tests have.
func runLong(t *testing.T, name string, open func(t testing.TB) Service, c func(w *world)) {
	if !longtest.All() {
		t.Run(name, func(t *testing.T) { longtest.Skip(t) })
		return
	}
	run(t, name, open, c)
}

func run(t *testing.T, name string, open func(t testing.TB) Service, c func(w *world)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
			w := &world{Service: open(t), t: t, store: memorytest.New(), games: games}
			w.group = w.Group("ana", "rui", "eva")
			c(w)
		})
	})
}

var games = []*engine.Game{draughts.Portuguese}

// world is a service with a bot.
type world struct {
	Service
	adapter chat.Adapter
	t       testing.TB
	store   storage.Store
	games   []*engine.Game
	group   Room
	changes bool // a message can be changed
	stop    func()
}

// start has a bot hear, or a handler that is not nil.
func (w *world) start(h chat.Handler) {
	log := slog.New(slog.NewTextHandler(w.t.Output(), nil))
	w.adapter = w.Adapter(w.store, log)
	w.changes = w.adapter.Caps("").Turns
	b, err := bot.New(bot.Config{Store: w.store, Games: w.games, Language: "en", Log: log, Now: time.Now,
		Random: rand.NewChaCha8([32]byte{3}),
		Limits: bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6}}) // tests are in a hurry
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		if h != nil {
			ended <- w.adapter.Run(ctx, h)
		} else {
			ended <- b.Run(ctx, w.adapter)
		}
	}()
	w.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			w.t.Errorf("the bot ended with: %v", err)
		}
	})
	w.t.Cleanup(w.stop)
	w.settle()
}

// settle lets everything come that is on its way. A benchmark's time is the true one.
func (w *world) settle() {
	if _, real := w.t.(*testing.B); real {
		time.Sleep(2 * time.Second)
		return
	}
	time.Sleep(20 * time.Second)
	synctest.Wait()
}

// says has somebody say something in a room, and returns what is new there then.
func (w *world) says(in Room, who, text string, file ...*chat.File) Message {
	w.t.Helper()
	before := in.Messages()
	in.Says(who, text, append(file, nil)[0])
	w.settle()
	return w.news(in, before)
}

// taps has somebody press a button, and returns what that person alone is told; else the message if it has changed, or
// what is new in the room.
func (w *world) taps(in Room, who string, m Message, label string) Message {
	w.t.Helper()
	if !slices.Contains(m.Buttons, label) {
		w.t.Fatalf("%q has the buttons %q, and not %q", m.Text, m.Buttons, label)
	}
	before := in.Messages()
	told := m.Tap(who, label)
	w.settle()
	if list := told(); len(list) > 0 {
		return list[len(list)-1]
	}
	if m.Now != nil && m.Now().Text != m.Text {
		return m.Now()
	}
	return w.news(in, before)
}

// news is the latest message in a room that was not there before, or said something else.
func (w *world) news(in Room, before []Message) Message {
	w.t.Helper()
	all := in.Messages()
	for _, m := range slices.Backward(all) {
		if !slices.ContainsFunc(before, func(b Message) bool { return b.Text == m.Text && b.Board == m.Board }) {
			return m
		}
	}
	if len(all) == 0 {
		w.t.Fatal("nothing was said")
	}
	return all[len(all)-1]
}

// last is the latest message in a room that says something; one without text if none does.
func (w *world) last(in Room, says string) Message {
	for _, m := range slices.Backward(in.Messages()) {
		if strings.Contains(m.Text, says) {
			return m
		}
	}
	return Message{}
}

// expect fails unless a message says something.
func (w *world) expect(m Message, want string) {
	w.t.Helper()
	if !strings.Contains(strings.ToLower(m.Text), strings.ToLower(want)) {
		w.t.Errorf("said %q with %q, want %q", m.Text, m.Buttons, want)
	}
}

// board fails unless a message shows a board and calls somebody, where people can be called.
func (w *world) board(m Message, says, calls string) {
	w.t.Helper()
	w.expect(m, says)
	if !m.Board || m.Called != nil && !slices.Equal(m.Called, strings.Fields(calls)) {
		w.t.Errorf("%q: a board: %v, called: %q, not %q", m.Text, m.Board, m.Called, calls)
	}
}

// begins has rui accept a challenge of ana, who begins, and returns the first board. The challenge has no buttons then.
func (w *world) begins() Message {
	w.t.Helper()
	asked := w.says(w.group, "ana", "/play damas colour=white @rui")
	board := w.taps(w.group, "rui", asked, "Accept")
	if w.changes && len(asked.Now().Buttons) > 0 {
		w.t.Errorf("accepted, the challenge has the buttons %q", asked.Now().Buttons)
	}
	return board
}

// head is that of the only match.
func (w *world) head() storage.Head {
	w.t.Helper()
	heads, err := w.store.Find(w.t.Context(), storage.Query{})
	if err != nil || len(heads) != 1 {
		w.t.Fatalf("%d matches, %v", len(heads), err)
	}
	return heads[0]
}

func (w *world) status(want match.Status) {
	w.t.Helper()
	if h := w.head(); h.Status != want {
		w.t.Errorf("it is %s, want %s", h.Status, want)
	}
}
