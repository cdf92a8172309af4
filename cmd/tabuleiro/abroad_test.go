package main

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/storage/memorytest"
)

// abroad has Ana in a Telegram group and Leo in a Discord channel, with one bot, in virtual time.
type abroad struct {
	t        *testing.T
	telegram *telegramtest.Server
	discord  *discordtest.Server
	store    *memorytest.Store
	ana      *telegramtest.Person
	leo      *discordtest.User
	group    *telegramtest.Chat
	channel  *discordtest.Channel
	id       string       // of the match
	seen     *match.Match // as it stood last
	stop     func() error
}

// meet starts both services and the bot, with pictures or with boards as text. Leo's channel speaks Portuguese.
func meet(t *testing.T, pictures bool) *abroad {
	a := &abroad{t: t, telegram: telegramtest.Virtual(t), discord: discordtest.Virtual(t), store: memorytest.New()}
	a.telegram.Limit(telegramtest.Real)
	a.ana, a.leo = a.telegram.Person("Ana", "ana"), a.discord.User("leo")
	a.group, a.channel = a.telegram.Group(a.ana), a.discord.Guild(a.leo).Channel("jogos")
	a.run()
	a.leo.Command(a.channel, "language", discordtest.With("language", "pt"))
	a.rest()
	if !pictures {
		a.ana.Says(a.group, "/settings show text")
		a.leo.Command(a.channel, "settings", discordtest.With("what", "show text"))
		a.rest()
	}
	return a
}

// rest lets time pass until all messages are sent.
func (a *abroad) rest() {
	time.Sleep(20 * time.Second)
	synctest.Wait()
}

// run starts the bot; stop ends it.
func (a *abroad) run() {
	book, err := speech.Load()
	if err != nil {
		a.t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	one, err := telegram.New(telegram.Config{
		Token: a.telegram.Token, API: a.telegram.URL, Dial: a.telegram.Dial, Commands: telegramCommands(book),
		Say: sayer(book, "en"), Places: a.store, Log: log,
	})
	if err != nil {
		a.t.Fatal(err)
	}
	other, err := discord.New(discord.Config{
		Token: discordtest.Token, API: a.discord.API, Dial: a.discord.Dial, Commands: discordCommands(book),
		Say: sayer(book, "en"), Settings: a.store, Log: log,
	})
	if err != nil {
		a.t.Fatal(err)
	}
	b, err := bot.New(bot.Config{Store: a.store, Games: table.Games, Language: "en", Log: log, Now: time.Now,
		Random: rand.NewChaCha8([32]byte{})})
	if err != nil {
		a.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, []chat.Adapter{one, other}...) }()
	a.stop = func() error {
		cancel()
		return <-ended
	}
	a.rest()
}

// ends stops the bot, and fails the test if that is an error.
func (a *abroad) ends() {
	if err := a.stop(); err != nil {
		a.t.Error(err)
	}
	bottest.Verify(a.t, a.store, table.Games)
}

// begin has Ana challenge anyone, and Leo accept by the code.
func (a *abroad) begin(words string) {
	a.t.Helper()
	a.ana.Says(a.group, "/settings message new") // each move is to be read afterwards
	a.leo.Command(a.channel, "settings", discordtest.With("what", "message new"))
	a.rest()
	a.ana.Says(a.group, "/play "+words)
	a.rest()
	sent := a.group.Sent()
	told := sent[len(sent)-1].Text
	code := regexp.MustCompile(`To accept on Discord: /tabuleiro accept match: ([a-z0-9]{4}-[a-z0-9]{8})`).
		FindStringSubmatch(told)
	if code == nil {
		a.t.Fatalf("no code in %q", told)
	}
	a.id = code[1][:4]
	a.seen = &match.Match{ID: a.id}
	a.leo.Command(a.channel, "accept", discordtest.With("match", code[1]))
	a.rest()
}

// match returns the current state of the match.
func (a *abroad) match() *match.Match {
	a.t.Helper()
	events, err := a.store.Events(a.t.Context(), a.id)
	if err != nil {
		a.t.Fatal(err)
	}
	game := func(name string) *engine.Game {
		return table.Games[slices.IndexFunc(table.Games, func(g *engine.Game) bool { return g.Name == name })]
	}
	for _, e := range events[a.seen.N:] {
		if a.seen, err = a.seen.Apply(e, game); err != nil {
			a.t.Fatal(err)
		}
	}
	return a.seen
}

// move makes a random legal move for the player on turn, on that player's service.
func (a *abroad) move(random *rand.Rand) {
	m := a.match()
	var all []engine.Move
	for move := range m.Line.Position().Moves() {
		if word, _ := engine.WordOf(m.Line.Position(), move); word == "" || len(all) == 0 {
			all = append(all, move)
		}
	}
	move := string(all[random.IntN(len(all))])
	if m.Player(m.Turn()).Name == "Ana" {
		a.ana.Says(a.group, "/m #"+a.id+" "+move)
	} else {
		a.leo.Command(a.channel, "move", discordtest.With("move", "#"+a.id+" "+move))
	}
}

// told returns the moves that each room was told, in order.
func (a *abroad) told() (here, there []string) {
	for _, m := range a.group.Sent() {
		here = append(here, movesIn(m.Text)...)
	}
	for _, m := range a.channel.Sent() {
		there = append(there, movesIn(strings.NewReplacer("**", "", `\`, "", "barra/", "bar/", "/fora",
			"/off").Replace(m.Content))...)
	}
	return here, there
}

// moveTold matches a move in a message: a player's own, or the only legal one. It does not match a rating.
var moveTold = regexp.MustCompile(`(?m)^(?:Ana|leo)(?:: | (?:rolls \d-\d and )?can only play | (?:lança \d-\d e )?só pode jogar )([^(→\n]+?)(?: \(.*\))?\.?$`)

func movesIn(text string) (moves []string) {
	for _, found := range moveTold.FindAllStringSubmatch(text, -1) {
		moves = append(moves, found[1])
	}
	return moves
}

// away makes one of the services fail every call, until back is called.
func (a *abroad) away(discordIs bool) (back func()) {
	if !discordIs {
		for _, method := range []string{"sendMessage", "sendPhoto", "editMessageMedia", "editMessageCaption",
			"editMessageReplyMarkup"} {
			a.telegram.Fail(method, 1e6, telegramtest.Status(502))
		}
		return a.telegram.Mend
	}
	var faults []*discordtest.Fault
	for _, method := range []string{"POST", "PATCH"} {
		faults = append(faults, a.discord.Fail(discordtest.Fault{Method: method, Path: "/channels/", Times: 1e6,
			Status: 503}))
	}
	return func() {
		for _, f := range faults {
			f.End()
		}
	}
}

// Whole games of every kind are played between the two services. Now and then one service is away for hours, or the bot
// is restarted meanwhile; the other one goes on, and in the end both rooms have been told every move once, in order,
// each in its language.
func TestAbroad(t *testing.T) {
	for n, words := range []string{"damas", "chilenas", "gamao", "eximo", "cage size=6"} {
		t.Run(words, func(t *testing.T) {
			if words != "cage size=6" {
				longtest.Skip(t)
			}
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				a := meet(t, words == "damas")
				defer func() { a.ends() }()
				random := rand.New(rand.NewPCG(7, uint64(n)))
				a.begin(words)
				for i := 0; a.match().Status == match.Playing; i++ {
					if i%12 != 5 {
						a.move(random)
						a.rest()
						continue
					}
					mover := a.match().Player(a.match().Turn()).Name
					back := a.away(mover == "Ana") // the other one's service is away
					before := a.match().N
					a.move(random)
					a.rest()
					if a.match().N == before {
						t.Fatalf("while the other service is away %s cannot move", mover)
					}
					time.Sleep(3 * time.Hour)
					if i%24 == 5 {
						a.ends()
						a.run()
					}
					back()
					time.Sleep(2 * time.Minute)
					synctest.Wait()
				}
				a.inTheEnd()
			})
		})
	}
}

// inTheEnd fails unless both rooms were told all moves and the result.
func (a *abroad) inTheEnd() {
	a.t.Helper()
	m := a.match()
	head, err := a.store.Head(a.t.Context(), a.id)
	if err != nil || head.Undelivered() {
		a.t.Errorf("something is not said: %+v, %v", head, err)
	}
	here, there := a.told()
	if !slices.Equal(here, there) {
		a.t.Errorf("told on Telegram %q, on Discord %q", here, there)
	}
	moves := 0
	for i := range m.Line.Len() {
		p, move := m.Line.At(i), m.Line.Move(i)
		if word, _ := engine.WordOf(p, move); p.Turn() != engine.Chance && word == "" {
			moves++
		}
	}
	if moves == 0 || len(here) != moves {
		a.t.Errorf("%d moves of %d are told: %q", len(here), moves, here)
	}
	sent, posted := a.group.Sent(), a.channel.Sent()
	ends, fim := sent[len(sent)-1].Text, posted[len(posted)-1].Content
	if !strings.Contains(ends, "wins") && !strings.Contains(ends, "draw") || !strings.Contains(fim, "ganha") &&
		!strings.Contains(fim, "mpate") {
		a.t.Errorf("the end is %q, and %q", ends, fim)
	}
	a.t.Log(fmt.Sprint(moves, " moves"))
}

// Offers, takebacks, pauses, more time and a rematch work from both services, and a service that fails for good does
// not affect the other.
func TestAbroad_BothEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := meet(t, false)
		a.begin("damas time=3d colour=white")
		onDiscord := func(command string, options ...discordtest.Option) func() {
			return func() { a.leo.Command(a.channel, command, options...) }
		}
		onTelegram := func(text string) func() { return func() { a.ana.Says(a.group, text) } }
		for _, step := range []struct {
			say         func()
			here, there string
		}{
			{onTelegram("/m 11-15"), "Ana: 11-15", "**Ana**: 11-15"},
			{onDiscord("undo"), "You have not moved yet", ""},
			{onDiscord("move", discordtest.With("move", "22-18")), "leo: 22-18", "**leo**: 22-18"},
			{onDiscord("undo"), "leo asks to take their last move back", "**leo** pede"},
			{onTelegram("/accept"), "Ana agrees", "**Ana** aceita"},
			{onDiscord("draw"), "leo offers a draw", "**leo** propõe empate"},
			{onTelegram("/decline"), "Ana declines the draw", "**Ana** recusa o empate"},
			{onDiscord("pause", discordtest.With("time", "2d")), "leo proposes a pause", "**leo** propõe uma pausa"},
			{onTelegram("/accept"), "Ana agrees", "**Ana** aceita"},
			{onTelegram("/give 2d"), "Ana gives", "**Ana** dá"},
			{onTelegram("/resign yes"), "leo wins", "**leo** ganha"},
			{onDiscord("rematch"), "leo challenges Ana", "**leo** desafia"},
			{onTelegram("/accept"), "Ana accepts", "**Ana** aceita"},
		} {
			here, there := len(a.group.Sent()), len(a.channel.Sent())
			step.say()
			a.rest()
			sent, posted := a.group.Sent()[here:], a.channel.Sent()[there:]
			if step.there == "" {
				continue
			}
			if len(sent) == 0 || !strings.Contains(sent[len(sent)-1].Text, step.here) {
				t.Errorf("on Telegram %d messages, no %q: %q", len(sent), step.here, last(a.group.Sent()).Text)
			}
			if len(posted) == 0 || !strings.Contains(posted[len(posted)-1].Content, step.there) {
				t.Errorf("on Discord %d messages, no %q: %q", len(posted), step.there, last(a.channel.Sent()).Content)
			}
		}
		a.discord.ChangeToken()
		a.discord.Drop()
		a.rest()
		a.ana.Says(a.group, "/resign yes")
		a.rest()
		if got := last(a.group.Sent()).Text; !strings.Contains(got, "leo wins") {
			t.Errorf("without Discord: %q", got)
		}
		if err := a.stop(); err == nil || !strings.Contains(err.Error(), "discord: ") {
			t.Errorf("Discord has ended with %v", err)
		}
	})
}

func last[T any](list []T) T { return list[len(list)-1] }
