// Package adaptertest specifies what people see of the bot on every chat service. The tests of each adapter run it
// against a fake server of the service.
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

// Service is a fake chat service in virtual time; people exist as soon as they are named.
type Service interface {
	// Adapter returns a new adapter for the same bot, as a restarted process would create it.
	Adapter(store storage.Store, log *slog.Logger) chat.Adapter

	Group(people ...string) Room // the bot receives everything there
	Talk(person string) Room     // private chat of a person with the bot; the group where the service has none

	// Fail makes the service reject the bot's messages, and Hold makes it leave those to a room unanswered, until mend
	// is called. mend is nil where the service cannot do that.
	Fail() (mend func())
	Hold(in Room) (mend func())

	// TooMuch counts how often the bot exceeded the service's rate limits.
	TooMuch() int
}

// Room is a chat with people and the bot.
type Room interface {
	ID() chat.Room
	Says(who, text string, file *chat.File) // "@rui" in the text mentions that person; file may be nil
	Messages() []Message                    // the bot's messages as they are now, oldest first
}

// Message is a snapshot of a message of the bot.
type Message struct {
	Text    string // without markup of the service
	Board   bool   // has a board
	Picture []byte // picture of the board; nil where it is not part of the message
	Buttons []string
	Called  []string // people who are notified
	File    *chat.File

	Tap func(who, label string) (told func() []Message) // presses a button; told returns what only that person is shown
	Now func() Message                                  // current state; nil where messages never change

	// replies as a person, while the service quotes told as the message's text; nil where there are no replies
	Reply func(who, text, told string)
}

// Run runs all cases. losses are ways in which the bot can lose write access to a room.
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
		if i%4 == 0 { // some games, and each language
			try = run
		}
		try(t, "a lesson of "+g.Name, open, func(w *world) {
			w.games = table.Games
			whole(w, func(w *world) { learning(w, g, speech.Languages[i%len(speech.Languages)]) })
		})
	}
}

// whole runs a case between start and stop of a bot, and verifies the store.
func whole(w *world, c func(w *world)) {
	w.start(nil)
	c(w)
	w.stop()
	bottest.Verify(w.t, w.store, w.games)
}

// runLong is run for a case that is only part of the long tests.
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
	changes bool // messages can be edited
	stop    func()
}

// start starts a bot, or h in its place if it is not nil.
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

// settle waits until everything in flight has arrived. A benchmark runs in real time.
func (w *world) settle() {
	if _, real := w.t.(*testing.B); real {
		time.Sleep(2 * time.Second)
		return
	}
	time.Sleep(20 * time.Second)
	synctest.Wait()
}

// says sends a text as a person, and returns the new message in the room.
func (w *world) says(in Room, who, text string, file ...*chat.File) Message {
	w.t.Helper()
	before := in.Messages()
	in.Says(who, text, append(file, nil)[0])
	w.settle()
	return w.news(in, before)
}

// taps presses a button as a person. It returns what only that person is told, else the message if it has changed, else
// the new message in the room.
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

// news returns the latest message in a room that is not in before, or the latest of all.
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

// last returns the latest message in a room that contains a text, or an empty message.
func (w *world) last(in Room, says string) Message {
	for _, m := range slices.Backward(in.Messages()) {
		if strings.Contains(m.Text, says) {
			return m
		}
	}
	return Message{}
}

// expect fails unless a message contains a text, ignoring case.
func (w *world) expect(m Message, want string) {
	w.t.Helper()
	if !strings.Contains(strings.ToLower(m.Text), strings.ToLower(want)) {
		w.t.Errorf("said %q with %q, want %q", m.Text, m.Buttons, want)
	}
}

// board fails unless a message shows a board and, where people can be notified, notifies exactly those in calls.
func (w *world) board(m Message, says, calls string) {
	w.t.Helper()
	w.expect(m, says)
	if !m.Board || m.Called != nil && !slices.Equal(m.Called, strings.Fields(calls)) {
		w.t.Errorf("%q: a board: %v, called: %q, not %q", m.Text, m.Board, m.Called, calls)
	}
}

// begins starts a match: ana, who moves first, challenges rui, who accepts. It returns the first board and checks that
// the challenge has lost its buttons.
func (w *world) begins() Message {
	w.t.Helper()
	asked := w.says(w.group, "ana", "/play damas colour=white @rui")
	board := w.taps(w.group, "rui", asked, "Accept")
	if w.changes && len(asked.Now().Buttons) > 0 {
		w.t.Errorf("accepted, the challenge has the buttons %q", asked.Now().Buttons)
	}
	return board
}

// head returns the head of the only match.
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
