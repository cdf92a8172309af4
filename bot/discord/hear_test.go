package discord_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
)

// listener is a handler that does what a test wants.
type listener struct {
	chattest.Deaf
	hear    func(context.Context, chat.Event)
	suggest func(chat.Event) []string
}

func (l listener) Hear(ctx context.Context, e chat.Event) { l.hear(ctx, e) }

func (l listener) Suggest(_ context.Context, e chat.Event) []string { return l.suggest(e) }

func (listener) Weigh(chat.Event) chat.Weight { return chat.Move }

// listen makes a world in which a test hears what the adapter passes on.
func listen(t *testing.T, change ...func(*discord.Config)) (*world, chan chat.Event) {
	t.Helper()
	w := prepare(t)
	heard := make(chan chat.Event, 1000)
	w.run(listener{hear: func(_ context.Context, e chat.Event) { heard <- e }}, change...)
	w.Connected(1)
	return w, heard
}

func TestHeard(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t)
		ana, rui, ines := w.User("ana"), w.User("rui_c"), w.User("ines")
		ana.Name, rui.Name, ana.Locale = "Ana", "Rui", "pt-BR"
		g := w.Guild(ana, rui, ines)
		g.Nick(rui, "Ruizinho")
		c, direct := g.Channel("general"), ana.Direct()
		id := func(u *discordtest.User) string { return "discord:" + u.ID }
		anaIs := chat.User{ID: id(ana), Handle: "ana", Name: "Ana"}
		ruiIs := chat.User{ID: id(rui), Handle: "rui_c", Name: "Ruizinho"}
		room, server := chat.Room("discord:"+c.ID), chat.Room("discord:server-"+g.ID)

		if _, err := w.bot.Send(t.Context(), room, chat.Message{
			Text:    []chat.Span{{Text: "Damas", Bold: true}, {Text: " #k7q2\n1 * 2_3"}},
			Buttons: [][]chat.Button{{{Label: "Accept", Says: "/accept #k7q2"}}},
		}); err != nil {
			t.Fatal(err)
		}
		board := c.Next()
		quoted := "Damas #k7q2\n1 * 2_3"
		many := chat.Message{Text: []chat.Span{{Text: "Which?"}}, Buttons: [][]chat.Button{{}}}
		for i := range 40 {
			label := strings.Repeat("x", i+1)
			many.Buttons[0] = append(many.Buttons[0], chat.Button{Label: label, Says: "/move " + label})
		}
		if _, err := w.bot.Send(t.Context(), room, many); err != nil {
			t.Fatal(err)
		}
		menus := c.Next()
		if got := menus.Menus(); len(got) != 2 || got[0] != "x … "+strings.Repeat("x", 25) {
			t.Errorf("menus %q", got)
		}

		for _, x := range []struct {
			name string
			do   func()
			want chat.Event
		}{
			{"talk", func() { rui.Types(c, "good luck") },
				chat.Event{Room: room, From: ruiIs, Text: "good luck"}},
			{"mention of the bot", func() { ana.Types(c, w.Bot.Mention()+" 11-15") },
				chat.Event{Room: room, From: anaIs, Text: "11-15", Addressed: true}},
			{"mention of others", func() { ana.Types(c, "/play "+rui.Mention()) },
				chat.Event{Room: room, From: anaIs, Text: "/play @rui_c", Mentions: []chat.User{ruiIs}}},
			{"reply to the bot", func() { ana.Replies(board, "11-15") },
				chat.Event{Room: room, From: anaIs, Text: "11-15", Addressed: true, Quoted: quoted,
					QuotedRef: chat.Ref(board.ID)}},
			{"reply to a person", func() { ana.Replies(rui.Types(c, "me!"), "/play") },
				chat.Event{Room: room, From: anaIs, Text: "/play", Answered: ruiIs}},
			{"direct message", func() { ana.Types(direct, "help") },
				chat.Event{Room: chat.Room("discord:" + direct.ID), From: anaIs, Text: "help", Addressed: true, Private: true}},
			{"command", func() { rui.Command(c, "move", discordtest.With("move", "11-15")) },
				chat.Event{Room: room, From: ruiIs, Text: "/move 11-15", Addressed: true, Locale: "en-US"}},
			{"command with a person", func() {
				ana.Command(c, "play", discordtest.With("opponent", rui), discordtest.With("game", "damas"))
			}, chat.Event{Room: room, From: anaIs, Text: "/play damas @rui_c", Addressed: true, Mentions: []chat.User{ruiIs},
				Locale: "pt-BR"}},
			{"command with a prefix", func() { ana.Command(c, "accept", discordtest.With("match", "k7q2")) },
				chat.Event{Room: room, From: anaIs, Text: "/accept #k7q2", Addressed: true, Locale: "pt-BR"}},
			{"command in private", func() { ana.Command(direct, "board", discordtest.With("match", "#k7q2")) },
				chat.Event{Room: chat.Room("discord:" + direct.ID), From: anaIs, Text: "/board #k7q2", Addressed: true,
					Private: true, Locale: "pt-BR"}},
			{"button", func() { rui.Presses(board, "Accept") },
				chat.Event{Room: room, From: ruiIs, Text: "/accept #k7q2", Addressed: true, Tap: true,
					Pressed: chat.Ref(board.ID + "+"), Quoted: quoted, QuotedRef: chat.Ref(board.ID), Locale: "en-US"}},
			{"menu", func() { rui.Presses(menus, "xxx") },
				chat.Event{Room: room, From: ruiIs, Text: "/move xxx", Addressed: true, Tap: true,
					Pressed: chat.Ref(menus.ID + "+"), Quoted: "Which?", QuotedRef: chat.Ref(menus.ID), Locale: "en-US"}},
		} {
			x.do()
			got := <-heard
			for got.Text == "me!" {
				got = <-heard
			}
			if !strings.HasPrefix(got.ID, "discord:") {
				t.Errorf("%s: id %q", x.name, got.ID)
			}
			if age := time.Since(got.Said); age < 0 || age > time.Hour {
				t.Errorf("%s: said %v ago", x.name, age)
			}
			got.ID, got.Reply, got.Progress, got.Said = "", nil, nil, time.Time{}
			if x.want.Room == room {
				x.want.Server = server
			}
			if diff := cmp.Diff(x.want, got); diff != "" {
				t.Errorf("%s: %s", x.name, diff)
			}
		}
	})
}

// A server that has chosen a language speaks it in messages too, as soon as it was heard of.
func TestServerLanguage(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t)
		ana, _, c := w.people()
		g := w.Guild(ana)
		g.Locale, g.Community = "es-ES", true
		chosen := g.Channel("chosen")
		for where, want := range map[*discordtest.Channel]string{chosen: "es-ES", c: ""} {
			ana.Command(where, "help")
			<-heard
			ana.Types(where, "hello")
			if e := <-heard; e.Locale != want {
				t.Errorf("in %s a message is in %q, not %q", where.Name, e.Locale, want)
			}
		}
	})
}

// The bot passes over messages of other programs and halves of events, and hears what comes after them.
func TestNotHeard(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t, func(c *discord.Config) { c.Content = false })
		ana, _, c := w.people()
		other := w.User("otherbot")
		for _, e := range []struct{ kind, data string }{
			{"MESSAGE_CREATE", `null`},
			{"MESSAGE_CREATE", `{}`},
			{"MESSAGE_CREATE", `{"id":"1","channel_id":"` + c.ID + `","content":"no author"}`},
			{"MESSAGE_CREATE", `{"id":"2","channel_id":"` + c.ID + `","content":"a number for an author","author":7}`},
			{"MESSAGE_CREATE", `{"id":"3","channel_id":"` + c.ID + `","content":"from a bot","author":{"id":"` + other.ID +
				`","bot":true}}`},
			{"MESSAGE_CREATE", `{"id":"4","channel_id":"` + c.ID +
				`","content":"webhook","webhook_id":"9","author":{"id":"9"}}`},
			{"MESSAGE_CREATE", `{"id":"5","channel_id":"` + c.ID + `","content":"joined","type":7,"author":{"id":"` + ana.ID +
				`"}}`},
			{"MESSAGE_CREATE", `{"id":"6","channel_id":"` + c.ID + `","content":"","author":{"id":"` + ana.ID + `"}}`},
			{"INTERACTION_CREATE", `null`},
			{"INTERACTION_CREATE", `{"id":"7","type":2}`},
			{"INTERACTION_CREATE", `{"id":"8","type":2,"token":"x","channel_id":"` + c.ID + `"}`},
			{"INTERACTION_CREATE", `{"id":"9","type":99,"token":"x","channel_id":"` + c.ID + `","user":{"id":"1"}}`},
			{"INTERACTION_CREATE", `{"id":"10","type":3,"token":"x","channel_id":"` + c.ID + `","member":{}}`},
			{"INTERACTION_CREATE", `{"id":"11","type":4,"token":"x","channel_id":"` + c.ID + `","user":"ana"}`},
			{"SOMETHING_NEW", `{"a":[]}`},
		} {
			w.Raw(e.kind, e.data)
		}
		// A component that nobody knows yet, in the message replied to, takes nothing away from the reply.
		w.Raw("MESSAGE_CREATE", `{"id":"12","channel_id":"`+c.ID+`","content":"heard","author":{"id":"`+ana.ID+`","username":"ana"},
		"components":[{"type":4711}],"referenced_message":{"id":"5","components":[{"type":99}],"author":{"id":"1"}}}`)
		w.hears(heard, "heard")
		w.Raw("MESSAGE_CREATE", `{"id":"12","channel_id":"`+c.ID+`","content":"again","author":{"id":"`+ana.ID+`"}}`)
		ana.Types(c, "kept from the bot")
		ana.RepliesSilently(ana.Types(c, "x"), "kept from the bot too")
		ana.Types(c, w.Bot.Mention()+" the end")
		w.hears(heard, "the end")
	})
}

func TestCompletion(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		mover := board.Pinged[0]
		got := mover.Completes(c, "move", discordtest.With("move", "1"))
		if len(got) == 0 || !strings.HasPrefix(got[0], "1") {
			t.Errorf("moves %q", got)
		}
		mover.Command(c, "move", discordtest.With("move", got[0])).Silent()
		w.reads(board.Next(), got[0])
		if got := mover.Completes(c, "language", discordtest.With("language", "p")); !cmp.Equal(got,
			[]string{"pt", "pt-BR"}) {
			t.Errorf("languages %q", got)
		}
	})
}

func TestCompletions_TooMany(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.run(listener{suggest: func(e chat.Event) []string {
			if e.Text == "/move panic" {
				panic("told by the test")
			}
			found := []string{"/move ", "/move " + strings.Repeat("x", 101)}
			for i := range 100 {
				found = append(found, e.Text+strings.Repeat("y", i))
			}
			return found
		}})
		w.Connected(1)
		ana, _, c := w.people()
		if got := ana.Completes(c, "move", discordtest.With("move", "z")); len(got) != 25 || got[1] != "zy" {
			t.Errorf("completions %q", got)
		}
		if got := ana.Completes(c, "move", discordtest.With("move", "panic")); len(got) != 0 {
			t.Errorf("completions after a panic: %q", got)
		}
	})
}

// A few commands stand for themselves, the rest under one; they are registered when they are others than before.
func TestCommands_Registered(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		for locale, want := range map[string]string{"en-US": "play", "pt-BR": "jogar", "es-419": "jugar", "es-ES": "jugar",
			"de": "play"} {
			names := w.Registered(1, nil, locale)
			if len(names) != 11 || names[0] != want || names[10] != "tabuleiro" {
				t.Errorf("in %s the commands are %q", locale, names)
			}
		}
		if names := w.Registered(1, nil, "pt-BR"); names[2] != "ver" { // else there would be two of a name
			t.Errorf("in Portuguese the board is shown by /%s", names[2])
		}
		for _, name := range []string{"undo", "rematch", "forget", "export"} {
			if under := w.Under("tabuleiro"); !slices.Contains(under, name) || len(under) > 50 {
				t.Errorf("under /tabuleiro there are %q", under)
			}
		}
		again := func(times, number int, change ...func(*discord.Config)) {
			t.Helper()
			w.stop()
			i, r := w.Gateway()
			w.run(nil, change...)
			w.Connected(i + r + 1)
			if n := len(w.Registered(times, nil, "")); n != number {
				t.Errorf("%d commands, not %d", n, number)
			}
			synctest.Wait()
			if n := w.Registrations(); n != times {
				t.Errorf("commands were registered %d times, not %d", n, times)
			}
		}
		again(1, 11)
		fewer := func(c *discord.Config) { c.Commands = c.Commands[:3] }
		again(2, 3, fewer)
		again(2, 3, fewer)
		again(3, 11)
	})
}

// An application that has an Activity keeps its entry point, which Discord lets nobody leave out. The person who presses
// it is answered alone.
func TestCommandsRegistered_EntryPointKept(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.AddActivity()
		w.run(nil)
		w.Connected(1)
		if names := w.Registered(1, nil, "en-US"); len(names) != 12 || !w.HasActivity() {
			t.Errorf("the commands are %q", names)
		}
		ana, _, c := w.people()
		w.reads(ana.Launches(c).Private(), "/launch")
		w.quiet(c)
	})
}

// Commands that Discord refuses today are registered later, without a start.
func TestCommandsRegistered_TriedLater(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		refused := w.Fail(discordtest.Fault{Method: "PUT", Path: "/commands", Status: 403, Code: 50001, Times: 1000})
		w.run(nil)
		w.Connected(1)
		refused.Met(1)
		refused.End()
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if n := w.Registrations(); n != 1 {
			t.Errorf("commands were registered %d times", n)
		}
	})
}

// Discord shows truly what can be given there: nothing tells what to type, and no word is cut.
func TestDescriptions(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		for _, locale := range []string{"en-US", "pt-BR", "es-419"} {
			w.Registered(1, nil, locale)
			for _, text := range w.Descriptions(locale) {
				if strings.Contains(text, "/") || strings.HasSuffix(text, "…") || len(text) < 3 {
					t.Errorf("in %s: %q", locale, text)
				}
			}
		}
	})
}

// Somebody is challenged from the menu of the person, but for bots and oneself, who are refused at once.
func TestPicked(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		ana.Picks(c, "Challenge to a game", rui)
		if m := c.Next(); !strings.Contains(m.Content, "challenges") || !slices.Equal(m.Pinged, []*discordtest.User{rui}) {
			t.Errorf("said: %q", m.Content)
		}
		for who, want := range map[*discordtest.User]string{
			w.Robot("music"): "en-US robot: music", ana: "You cannot play against yourself",
		} {
			for _, i := range []*discordtest.Interaction{
				ana.Picks(c, "Challenge to a game", who), ana.Command(c, "play", discordtest.With("opponent", who)),
			} {
				w.reads(i.Private(), want)
			}
		}
		w.quiet(c)
		w.reads(typed(c, ana, "/play @ana"), "You cannot play against yourself")
	})
}

// A person who mentions the bot and says nothing, where it reads all texts, is greeted, and not told that it cannot
// read. Other messages without a text are for others.
func TestMentioned(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t)
		ana, _, c := w.people()
		ana.Types(c, w.Bot.Mention())
		if e := <-heard; e.Text != "/start" || !e.Addressed {
			t.Errorf("heard %q", e.Text)
		}
		ana.Uploads(c, "", &discordtest.File{Name: "cat.png", Data: []byte("\x89PNG")})
		time.Sleep(time.Minute)
		if n := c.Unread() + len(heard); n != 0 {
			t.Errorf("%d things too many are heard or said", n)
		}
	})
}

// A person who answers the bot without a text that it may read, or mentions it and says nothing, is told once how to be
// heard.
func TestHint(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t, func(c *discord.Config) { c.Content = false })
		ana, rui, c := w.people()
		board, _ := w.sends(c, say("a board"))
		for range 3 {
			ana.RepliesSilently(board, "11-15")
			rui.Types(c, w.Bot.Mention())
		}
		if one, other := c.Next(), c.Next(); one.Content != "unread" && one.Content != " unread" ||
			other.Content != one.Content {
			t.Errorf("said: %q, %q", one.Content, other.Content)
		}
		ana.Replies(board, "11-15")
		w.hears(heard, "11-15")
		w.quiet(c)
	})
}

// Nobody is told how to be heard who said nothing to the bot, is alone with it, sent a file, or can be heard anyway.
func TestHint_NotNeeded(t *testing.T) {
	servertest.Each(t, map[string]bool{"all is read": true, "replies are": false}, func(t *testing.T, content bool) {
		w, _ := listen(t, func(c *discord.Config) { c.Content = content })
		ana, rui, c := w.people()
		board, _ := w.sends(c, say("a board"))
		picture := &discordtest.File{Name: "us.png", Data: []byte("x")}
		ana.Types(c, "good morning")
		ana.RepliesWith(board, "", picture)
		ana.Types(ana.Direct(), "")
		if content {
			ana.RepliesSilently(board, "")
		}
		synctest.Wait()
		if n := c.Unread() + ana.Direct().Unread(); n != 0 {
			t.Errorf("with content %t: %d hints", content, n)
		}
		if !content { // those who were told nothing are told where they need it
			ana.RepliesSilently(board, "11-15")
			rui.RepliesSilently(board, "11-15")
			if one, other := c.Next(), c.Next(); one.Content != other.Content || !strings.Contains(one.Content, "unread") {
				t.Errorf("said: %q, %q", one.Content, other.Content)
			}
		}
	})
}
