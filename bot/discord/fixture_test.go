package discord_test

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// world is a Discord with a bot in it.
type world struct {
	*discordtest.Server
	t     testing.TB
	store storage.Store
	log   *logged
	bot   *discord.Discord
	next  atomic.Uint64 // number of what is made next
	games []*engine.Game
	stop  func() error // ends the bot and returns what Run returned
	ends  func() error // waits until the bot ends by itself
}

// logged keeps what is logged.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func debugLog(to io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelDebug}))
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
	return &world{Server: discordtest.Virtual(t), t: t, store: memorytest.New(), log: &logged{},
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
	over, waited := false, error(nil)
	w.ends = func() error {
		if over {
			return waited
		}
		select {
		case waited = <-ended:
		case <-time.After(discordtest.Patience):
			w.t.Error("the bot does not end")
		}
		over = true
		return waited
	}
	w.stop = func() error {
		cancel()
		return w.ends()
	}
	w.t.Cleanup(func() {
		_ = w.stop()
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

// play plays a whole game from the board that m shows: legal moves drawn by a generator that makes a short game. move
// is how a player moves; it is given the board before and returns the board after.
func play(t testing.TB, w *world, m *discordtest.Message, most int,
	move func(by *discordtest.User, m *discordtest.Message, text string) *discordtest.Message) *discordtest.Message {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 684))
	for range most {
		head, err := w.store.Head(t.Context(), matchID(t, m))
		if err != nil {
			t.Fatal(err)
		}
		events, err := w.store.Events(t.Context(), head.ID)
		if err != nil {
			t.Fatal(err)
		}
		game, err := match.Replay(head.ID, func(string) *engine.Game { return draughts.Portuguese }, events)
		if err != nil {
			t.Fatal(err)
		}
		if game.Status.Ended() {
			return m
		}
		var moves []string
		for x := range game.Line.Position().Moves() {
			moves = append(moves, string(x))
		}
		by := w.Person(strings.TrimPrefix(game.Player(game.Turn()).ID, "discord:"))
		m = move(by, m, moves[random.IntN(len(moves))])
	}
	return m
}
