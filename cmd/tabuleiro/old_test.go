package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"

	"tabuleiro/bot"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/database"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/postgres/postgrestest"
)

// town has the people of the old databases, under their ids there: a club and a group on Telegram, a channel on
// Discord, in virtual time.
type town struct {
	t          *testing.T
	telegram   *telegramtest.Server
	discord    *discordtest.Server
	people     map[string]*telegramtest.Person
	users      map[string]*discordtest.User
	club, café *telegramtest.Chat
	channel    *discordtest.Channel
	rooms      map[string]any // all of these, and the private talks of people by their names
	stops      []func()       // of the processes that run
}

func newTown(t *testing.T) *town {
	w := &town{t: t, telegram: telegramtest.Virtual(t), discord: discordtest.Virtual(t),
		people: map[string]*telegramtest.Person{}, users: map[string]*discordtest.User{}}
	w.telegram.Privacy(false)
	var all []*telegramtest.Person
	for _, name := range []string{"ana", "rui", "eva", "bob", "zoe"} {
		w.people[name] = w.telegram.Person(name, name)
		all = append(all, w.people[name])
	}
	w.club, w.café = w.telegram.Supergroup(all...), w.telegram.Supergroup(all...)
	var users []*discordtest.User
	for _, name := range []string{"leo", "mia"} {
		w.users[name] = w.discord.User(name)
		users = append(users, w.users[name])
	}
	w.channel = w.discord.Guild(users...).Channel("jogos")
	w.rooms = map[string]any{"club": w.club, "café": w.café, "channel": w.channel}
	for _, p := range all {
		w.rooms[p.Handle] = p.Private()
	}
	for _, u := range users {
		w.rooms[u.Handle] = u.Direct()
	}
	return w
}

// run starts a bot on a store, which runs until stop.
func (w *town) run(store storage.Store) {
	book, err := speech.Load()
	if err != nil {
		w.t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(w.t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	one, err := telegram.New(telegram.Config{
		Token: w.telegram.Token, API: w.telegram.URL, Dial: w.telegram.Dial, Commands: telegramCommands(book),
		Say: sayer(book, "en"), Places: store, Log: log,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	other, err := discord.New(discord.Config{
		Token: discordtest.Token, API: w.discord.API, Dial: w.discord.Dial, Commands: discordCommands(book), Content: true,
		Say: sayer(book, "en"), Settings: store, Log: log,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	b, err := bot.New(bot.Config{Store: store, Games: table.Games, Language: "en", Log: log, Now: time.Now,
		Random: rand.NewChaCha8([32]byte{byte(len(w.stops))}),
		Limits: bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6}})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, []chat.Adapter{one, other}...) }()
	w.stops = append(w.stops, func() {
		cancel()
		if err := <-ended; err != nil {
			w.t.Error(err)
		}
	})
	w.rest()
}

// stop stops all bots.
func (w *town) stop() {
	for _, stop := range w.stops {
		stop()
	}
	w.stops = nil
}

// rest lets time pass until all messages are sent.
func (w *town) rest() {
	time.Sleep(20 * time.Second)
	synctest.Wait()
}

// says has a person send a text to a room, and returns the bot's answers there.
func (w *town) says(who string, in any, text string) []string {
	w.t.Helper()
	switch in := in.(type) {
	case *telegramtest.Chat:
		before := len(in.Texts())
		w.people[who].Says(in, text)
		w.rest()
		return in.Texts()[before:]
	case *discordtest.Channel:
		before := len(in.Texts())
		w.users[who].Types(in, w.discord.Bot.Mention()+" "+text)
		w.rest()
		return in.Texts()[before:]
	}
	w.t.Fatalf("no room: %v", in)
	return nil
}

// match returns a match as it is stored.
func (w *town) match(store storage.Store, id string) *match.Match {
	w.t.Helper()
	events, err := store.Events(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	m := &match.Match{ID: id}
	for _, e := range events {
		if m, err = m.Apply(e, table.Named); err != nil {
			w.t.Fatal(err)
		}
	}
	return m
}

// named returns the ids of the running matches of ana and rui in the club, by game.
func (w *town) named(store storage.Store) map[string]string {
	heads, err := store.Find(w.t.Context(), storage.Query{Live: true, Room: fmt.Sprint("telegram:", w.club.ID)})
	if err != nil {
		w.t.Fatal(err)
	}
	ids := map[string]string{}
	for _, h := range heads {
		if len(h.ID) == 4 && slices.Contains(h.Players, "telegram:1001") && slices.Contains(h.Players, "telegram:1002") {
			ids[h.Game] = h.ID
		}
	}
	for _, h := range heads {
		if len(h.Places) == 2 && strings.HasPrefix(h.Places[1].Room, "discord:") {
			ids["abroad"] = h.ID
		}
	}
	return ids
}

// goOn has the player on turn move in each running match except one.
func (w *town) goOn(store storage.Store, but string) (moved map[string]bool) {
	w.t.Helper()
	heads, err := store.Find(w.t.Context(), storage.Query{Live: true})
	if err != nil {
		w.t.Fatal(err)
	}
	moved = map[string]bool{}
	for _, h := range heads {
		m := w.match(store, h.ID)
		if m.Status != match.Playing || h.ID == but {
			continue
		}
		on := m.Player(m.Turn()).Name
		var room any = w.club
		switch {
		case w.users[on] != nil:
			room = w.channel
		case !slices.ContainsFunc(h.Places, func(p storage.Place) bool {
			return p.Room == fmt.Sprint("telegram:", w.club.ID)
		}):
			room = w.café
		}
		for move := range m.Line.Position().Moves() {
			w.says(on, room, "/m #"+h.ID+" "+string(move))
			break
		}
		if now := w.match(store, h.ID); now.Line.Len() <= m.Line.Len() {
			w.t.Errorf("%s #%s takes no move of %s", h.Game, h.ID, on)
		}
		moved[h.Game] = true
	}
	return moved
}

// snapped is the minute after the databases were copied.
var snapped = time.Date(2026, time.November, 20, 21, 6, 0, 0, time.UTC)

// later are the texts that people send to the current version, and its answers: #GAME stands for the match of ana and
// rui in the club, #abroad for that of eva and leo. A room with a person's name is that person's private chat.
var later = []struct{ who, room, text, want string }{
	{"leo", "channel", "1", "resign"},
	{"bob", "bob", "no", "nothing was deleted"},
	{"ana", "ana", "yes", "rui wins"},
	{"zoe", "zoe", "cage", "Cage"},
	{"leo", "channel", "/accept #abroad", "A draw by agreement"},
	{"ana", "club", "/accept #chilean", "aceita"},
	{"rui", "club", "/accept #eximo", "aceita"},
	{"rui", "club", "/accept #backgammon", "rui aceita a dobra"},
	{"eva", "club", "/games", "eva"}, // whose handle is known again once she was heard
	{"zoe", "club", "/play cage @eva", "não aceita este desafio"},
	{"zoe", "club", "/accept", "zoe aceita"},
	{"eva", "club", "/accept", "eva aceita"},
	{"ana", "club", "/torneio atribuir 2 1-0 por correio", "Ronda 2"},
	{"rui", "café", "/resign yes", "bob wins"},
	{"ana", "café", "/ladder", "🏆"},
	{"rui", "club", "12-15", "no problema ou numa partida?"},
	{"ana", "ana", "d4-d5", "2/9"},
	{"ana", "ana", "/try <", "Portuguese draughts"},
	{"leo", "channel", "/puzzle", "🧩"},
	{"ana", "club", "/ranking", "1. ana"},
	{"bob", "bob", "/unlink", "begins afresh"},
}

// The current version goes on with the database of a killed older one: running matches of every game, open questions
// and offers, unanswered messages, a tournament and a ladder, puzzles, lessons, reminders, conditional moves, settings,
// blocks, linked accounts and ratings.
//
// The files were written by commit ad3a368f, with telegramtest and discordtest as services, while it ran:
// testdata/services.db.gz by its backup, testdata/services.sql.gz by pg_dump --inserts while two processes shared one
// PostgreSQL. The last three messages in the café had been received and not answered.
func TestOld(t *testing.T) {
	t.Run("bolt", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "tabuleiro.db")
		if err := os.WriteFile(path, unpacked(t, "services.db.gz"), 0o600); err != nil {
			t.Fatal(err)
		}
		goOnWith(t, path)
	})
	t.Run("postgres", func(t *testing.T) {
		longtest.Skip(t)
		address := postgrestest.New(t)
		conn, err := pgx.Connect(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		_, err = conn.PgConn().Exec(t.Context(), string(unpacked(t, "services.sql.gz"))).ReadAll()
		if err := errors.Join(err, conn.Close(t.Context())); err != nil {
			t.Fatal(err)
		}
		goOnWith(t, address)
	})
}

// goOnWith runs the current version on a database.
func goOnWith(t *testing.T, at string) {
	t.Setenv("TABULEIRO_DATABASE", at)
	done(t, "check")
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t)
		w.run(memorytest.New()) // so that the services know what the program made known to them on its first day
		for _, who := range []string{"ana", "rui", "eva", "bob", "zoe"} {
			w.says(who, w.rooms[who], "/start")
		}
		w.stop()
		time.Sleep(time.Until(snapped))
		w.telegram.NumberUpdates(7_001_000)
		for _, room := range w.rooms {
			if c, ok := room.(*telegramtest.Chat); ok {
				c.Number(1000)
			}
		}
		store, err := database.Open(t.Context(), config.Database(at), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		}()
		retired := func() bool {
			keys, err := store.Keys(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			return slices.ContainsFunc(keys, kv.IsRetired)
		}
		if !retired() {
			t.Error("there are no receipts")
		}
		w.run(store)
		defer w.stop()
		w.goesOn(store)
		if retired() {
			t.Error("there are receipts still")
		}
		bottest.Verify(t, store, table.Games)
	})
	done(t, "check")
}

// goesOn sends the texts of later, and plays on.
func (w *town) goesOn(store storage.Store) {
	w.t.Helper()
	ids := w.named(store)
	for _, step := range later {
		text := step.text
		for game, id := range ids {
			text = strings.ReplaceAll(text, "#"+game, "#"+id)
		}
		if said := strings.Join(w.says(step.who, w.rooms[step.room], text), "\n"); !strings.Contains(said, step.want) {
			w.t.Errorf("%s: %s: %q, want %q", step.who, step.text, said, step.want)
		}
	}
	moved := w.goOn(store, ids["cage"])
	for _, g := range table.Games {
		if !moved[g.Name] {
			w.t.Errorf("no match of %s goes on", g.Name)
		}
	}
	if _, held := store.(storage.Holder); held || !longtest.All() {
		return // two days and a half are many looks at the clock and heartbeats
	}
	before := len(w.club.Texts())
	time.Sleep(time.Until(time.Date(2026, time.November, 23, 12, 0, 0, 0, time.UTC)))
	w.rest()
	said := strings.Join(w.club.Texts()[before:], "\n")
	for _, want := range []string{"🧩", "Esta semana acabaram aqui", "#" + ids["cage"]} {
		if !strings.Contains(said, want) {
			w.t.Errorf("until Monday nothing is said of %s: %s", want, said)
		}
	}
	w.goOn(store, "")
}

// done runs a command, which must succeed.
func done(t *testing.T, command ...string) string {
	t.Helper()
	var out, diagnostics bytes.Buffer
	if status := do(command, nil, &out, &diagnostics); status != 0 {
		t.Errorf("%v: status %d\n%s%s", command, status, &out, &diagnostics)
	}
	return out.String()
}

// unpacked returns the content of a compressed file of testdata.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
