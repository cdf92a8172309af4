package discord_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	enginetable "tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// world is a Discord with a bot in it.
type world struct {
	*discordtest.Server
	t     testing.TB
	store storage.Store
	log   *servertest.Log
	bot   *discord.Discord
	games []*engine.Game
	stop  func()       // ends the bot, in good order
	ends  func() error // waits until the bot ends by itself, and returns what Run returned
}

// begin makes a world in which the bot runs.
func begin(t testing.TB, change ...func(*discord.Config)) *world {
	t.Helper()
	w := prepare(t)
	w.run(nil, change...)
	w.Connected(1)
	return w
}

// virtually runs a test in a bubble where time passes only while everybody waits: hours take no time, and how fast the
// machine is does not matter.
func virtually(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, test)
}

// prepare makes a world in which nothing runs.
func prepare(t testing.TB) *world {
	return &world{Server: discordtest.Virtual(t), t: t, store: memorytest.New(), log: servertest.NewLog(),
		games: []*engine.Game{draughts.Portuguese}}
}

// make makes the adapter.
func (w *world) make(change ...func(*discord.Config)) {
	w.t.Helper()
	log := slog.New(slog.NewTextHandler(w.log, nil))
	c := discord.Config{
		Token: discordtest.Token, API: w.API, Dial: w.Dial, Content: true, Rate: 100000,
		Commands: discordtest.Commands(), Settings: w.store, Log: log,
		Say: func(locale, key string, gaps map[string]string) string {
			text := locale + " " + key
			for _, v := range gaps {
				text += ": " + v
			}
			return text
		},
	}
	for _, f := range change {
		f(&c)
	}
	var err error
	if w.bot, err = discord.New(c); err != nil {
		w.t.Fatal(err)
	}
	judge := &bottest.Judge{T: w.t, Store: w.store, Games: w.games, Now: time.Now}
	w.Watch(func(m chat.Message) {
		for i := range m.Text {
			m.Text[i].Text = styled.Unescape(m.Text[i].Text)
		}
		judge.Seen(m)
	})
}

// run makes the adapter and starts the bot; with a handler it is that instead of the real one.
func (w *world) run(h chat.Handler, change ...func(*discord.Config)) {
	w.t.Helper()
	w.make(change...)
	w.start(h)
}

func (w *world) start(h chat.Handler) {
	w.t.Helper()
	b, err := bot.New(bot.Config{
		Store: w.store, Games: w.games, Language: "en", Log: w.bot.Log, Now: time.Now,
		Random: rand.NewChaCha8([32]byte{3}),
		Limits: bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6}, // tests are in a hurry
	})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		if h != nil {
			ended <- w.bot.Run(ctx, h)
			return
		}
		ended <- b.Run(ctx, w.bot)
	}()
	w.ends = sync.OnceValue(func() error {
		select {
		case err := <-ended:
			return err
		case <-time.After(discordtest.Patience):
			return errors.New("the bot does not end")
		}
	})
	ends := w.ends
	w.stop = func() {
		w.t.Helper()
		cancel()
		if err := ends(); err != nil {
			w.t.Errorf("the bot ended with: %v", err)
		}
	}
	w.t.Cleanup(func() {
		cancel()
		_ = ends()
		bottest.Verify(w.t, w.store, w.games)
		if w.t.Failed() {
			w.t.Logf("log:\n%s", w.log.String())
		}
	})
}

// people are two who want to play, ana and rui, on a server with a channel.
func (w *world) people() (ana, rui *discordtest.User, c *discordtest.Channel) {
	ana, rui = w.User("ana"), w.User("rui")
	ana.Name, rui.Name = "Ana", "Rui *the* Rook"
	return ana, rui, w.Guild(ana, rui).Channel("general")
}

var idForm = regexp.MustCompile(`#([a-z0-9]{4,8})\b`)

// matchID is the id of the match that a message is about.
func matchID(t testing.TB, m *discordtest.Message) string {
	t.Helper()
	found := idForm.FindStringSubmatch(m.Content)
	if found == nil {
		t.Fatalf("no match in %q", m.Content)
	}
	return found[1]
}

// matchOf is a match as it is stored.
func matchOf(t testing.TB, w *world, id string) *match.Match {
	t.Helper()
	events, err := w.store.Events(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.Replay(id, enginetable.Named, events)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// turn is whose turn it is on a board, nil if the match is over.
func (w *world) turn(board *discordtest.Message) *discordtest.User {
	w.t.Helper()
	m := matchOf(w.t, w, matchID(w.t, board))
	if m.Status.Ended() {
		return nil
	}
	return w.Person(strings.TrimPrefix(m.Player(m.Turn()).ID, "discord:"))
}

// moves are those that are possible on a board.
func (w *world) moves(board *discordtest.Message) (all []string) {
	w.t.Helper()
	for move := range matchOf(w.t, w, matchID(w.t, board)).Line.Position().Moves() {
		all = append(all, string(move))
	}
	return all
}

// legal is a move that is possible on a board.
func legal(t testing.TB, w *world, m *discordtest.Message) string {
	t.Helper()
	return w.moves(m)[0]
}

// play plays a whole game from the board that m shows: legal moves drawn by a generator that makes a short game. move
// is how a player moves; it is given the board before and returns the board after.
func play(w *world, m *discordtest.Message, most int,
	move func(by *discordtest.User, m *discordtest.Message, text string) *discordtest.Message) *discordtest.Message {
	w.t.Helper()
	random := rand.New(rand.NewPCG(1, 684))
	for range most {
		by := w.turn(m)
		if by == nil {
			break
		}
		moves := w.moves(m)
		m = move(by, m, moves[random.IntN(len(moves))])
	}
	return m
}

// sends says something in a channel, and returns the message with its Ref.
func (w *world) sends(in *discordtest.Channel, m chat.Message) (*discordtest.Message, chat.Ref) {
	w.t.Helper()
	ref, err := w.bot.Send(w.t.Context(), roomOf(in), m)
	if err != nil {
		w.t.Fatal(err)
	}
	return in.Next(), ref
}

// reads wants a message to say something.
func (w *world) reads(m *discordtest.Message, want string) {
	w.t.Helper()
	if !strings.Contains(m.Content, want) {
		w.t.Errorf("said %q with %q, not %q", m.Content, m.Buttons(), want)
	}
}

// quiet wants nothing more to have been said in a channel.
func (w *world) quiet(c *discordtest.Channel) {
	w.t.Helper()
	if n := c.Unread(); n > 0 {
		w.t.Errorf("%d messages too many: %q", n, c.Next().Content)
	}
}

// hears wants a text to be heard next.
func (w *world) hears(heard chan chat.Event, want string) {
	w.t.Helper()
	if e := <-heard; e.Text != want {
		w.t.Errorf("heard %q, not %q", e.Text, want)
	}
}

// typed has somebody type something, and returns what the bot says then.
func typed(c *discordtest.Channel, by *discordtest.User, text string) *discordtest.Message {
	by.Types(c, text)
	return c.Next()
}

// answers makes a world in which the bot answers each event.
func answers(t *testing.T, by func(e chat.Event) chat.Message) *world {
	w := prepare(t)
	w.run(listener{hear: func(ctx context.Context, e chat.Event) {
		m := by(e)
		m.Answers = e.Reply
		if _, err := w.bot.Send(ctx, e.Room, m); err != nil {
			t.Error(err)
		}
	}})
	w.Connected(1)
	return w
}
