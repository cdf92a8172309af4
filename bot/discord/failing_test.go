package discord_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
)

// calls is a fault of calls to a path.
func calls(method, path string, status, code int) discordtest.Fault {
	return discordtest.Fault{Method: method, Path: path, Status: status, Code: code, Times: 1000}
}

// logs wants the log to tell something.
func (w *world) logs(want ...string) {
	w.t.Helper()
	synctest.Wait()
	for _, text := range want {
		if !strings.Contains(w.log.String(), text) {
			w.t.Errorf("the log does not tell %q", text)
		}
	}
}

// secret is a message for one person, in answer to an event.
func secret(text string, e chat.Event) chat.Message {
	m := say(text)
	m.Private, m.Answers = true, e.Reply
	return m
}

// An interaction that nobody waits for any more when its room is free is not acted on, and one whose author is still
// there is.
func TestInteraction_Overdue(t *testing.T) {
	for refused, want := range map[bool]int{true: 1, false: 2} {
		synctest.Test(t, func(t *testing.T) {
			w := prepare(t)
			heard := 0
			w.run(listener{hear: func(context.Context, chat.Event) {
				heard++
				time.Sleep(2 * time.Second)
			}})
			w.Connected(1)
			ana, _, c := w.people()
			ana.Types(c, "first")
			synctest.Wait()
			if refused {
				w.Fail(calls("POST", "/callback", 404, 10062))
			}
			ana.Command(c, "help")
			time.Sleep(10 * time.Second)
			if heard != want {
				t.Errorf("%d events are heard, want %d", heard, want)
			}
			for _, text := range []string{"waited too long", "the author of an interaction cannot be told"} {
				if told := strings.Contains(w.log.String(), text); told != refused {
					t.Errorf("%q is told: %v", text, told)
				}
			}
		})
	}
}

// Where an answer for one person comes too late nobody else reads it: it is said in the talk with that person, and
// nowhere else.
func TestAnswer_Late(t *testing.T) {
	for direct, want := range map[bool]int{true: 1, false: 0} {
		synctest.Test(t, func(t *testing.T) {
			w := prepare(t)
			w.run(listener{hear: func(ctx context.Context, e chat.Event) {
				time.Sleep(2 * time.Second)
				for range 2 {
					if _, err := w.bot.Send(ctx, e.Room, secret("for you", e)); err != nil {
						t.Error(err)
					}
					time.Sleep(time.Second)
				}
			}})
			w.Connected(1)
			ana, _, c := w.people()
			if direct {
				c = ana.Direct()
			}
			w.Fail(calls("POST", "/callback", 404, 10062))
			ana.Command(c, "help")
			time.Sleep(10 * time.Second)
			if got := len(c.Texts()); got != 2*want {
				t.Errorf("%q are said, want %d", c.Texts(), 2*want)
			}
			if told := strings.Contains(w.log.String(), "came too late"); told == direct {
				t.Errorf("it is told that an answer came too late: %v", told)
			}
		})
	}
}

// What Discord does not take as the first answer leaves the interaction acknowledged.
func TestAnswer_Refused(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		failed := make(chan error, 1)
		w.run(listener{hear: func(ctx context.Context, e chat.Event) {
			_, err := w.bot.Send(ctx, e.Room, secret("for you", e))
			failed <- err
			time.Sleep(time.Second)
		}})
		w.Connected(1)
		ana, _, c := w.people()
		w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Status: 400, Code: 50035})
		i := ana.Command(c, "help")
		if err := <-failed; err == nil {
			t.Error("what was refused is taken for said")
		}
		if kind := i.Acknowledged(); kind != 5 {
			t.Errorf("acknowledged with type %d", kind)
		}
	})
}

// A menu that is answered apart, and then closed, loses its buttons.
func TestMenu_ClosedAfterAnswer(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.run(listener{hear: func(ctx context.Context, e chat.Event) {
			closes := say("done")
			closes.Closes, closes.Answers = true, e.Reply
			for _, m := range []chat.Message{secret("for you", e), closes} {
				if _, err := w.bot.Send(ctx, e.Room, m); err != nil {
					t.Error(err)
				}
			}
		}})
		w.Connected(1)
		ana, _, c := w.people()
		menu := say("menu")
		menu.Buttons = [][]chat.Button{{{Label: "Go", Says: "/go"}}}
		m, _ := w.sends(c, menu)
		ana.Presses(m, "Go")
		if done := c.Next(); done.Content != "done" {
			t.Errorf("said: %q", done.Content)
		}
		m.Bare()
	})
}

// Whoever takes no direct messages is told by the latest interaction there.
func TestTalk_ByInteraction(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t)
		ana := w.User("ana")
		ana.Command(ana.Direct(), "help")
		<-heard
		synctest.Wait()
		w.Fail(calls("POST", "/messages", 403, 50007))
		if m, _ := w.sends(ana.Direct(), say("your turn")); m.Content != "your turn" {
			t.Errorf("said: %q", m.Content)
		}
		if strings.Contains(w.log.String(), "an acknowledgement or a menu cannot be removed") {
			t.Error("what is taken away is told to stay")
		}
	})
}

// unkind is a listener whose bot knows nothing.
type unkind struct{ listener }

func (unkind) Hear(context.Context, chat.Event) {}

var errUnknown = errors.New("the store does not answer")

func (unkind) Moved(context.Context, chat.Room, chat.Room) error { return errUnknown }

func (unkind) Playing(context.Context, string) ([]chat.Room, error) { return nil, errUnknown }

// What goes wrong with a thread is told, and what has been begun goes on: one cannot be opened, somebody is not let in,
// somebody else is known by name only, and its match cannot be moved.
func TestThread_Fails(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.run(unkind{})
		w.Connected(1)
		ana, rui, c := w.people()
		people := []chat.User{{Handle: "eva"}, {ID: "discord:" + ana.ID}, {ID: "discord:" + rui.ID}}
		f := w.Fail(calls("POST", "/threads", 403, 50013))
		if room, err := w.bot.Thread(t.Context(), roomOf(c), "match", people...); err == nil || room != "" {
			t.Errorf("opened %q, %v", room, err)
		}
		f.End()
		w.Fail(discordtest.Fault{Method: "PUT", Path: "/thread-members/" + ana.ID, Status: 403, Code: 50013})
		room, err := w.bot.Thread(t.Context(), roomOf(c), "match", people...)
		if err != nil {
			t.Fatal(err)
		}
		thread := c.NewThread()
		if thread.Has(ana) || !thread.Has(rui) || roomOf(thread) != room {
			t.Errorf("in %q there are ana: %v, rui: %v", room, thread.Has(ana), thread.Has(rui))
		}
		w.logs("a player cannot be added to a thread")
		before := w.Others()
		asked := w.Counts()["GET channels"]
		rui.Types(thread, "hello")
		if synctest.Wait(); w.Counts()["GET channels"] != asked || w.Others() != before {
			t.Error("where the thread belongs is asked for, though the bot has opened it")
		}
		thread.Delete()
		time.Sleep(time.Second)
		w.logs("a thread is closed, and its match cannot move")
		w.quiet(c)
		w.Forget()
		w.Drop()
		time.Sleep(20 * time.Second)
		w.logs("the places of matches cannot be looked up")
	})
}

// deafNotes take nothing, and tell nothing.
type deafNotes struct{}

func (deafNotes) Get(_ context.Context, key string) (string, error) {
	if strings.HasPrefix(key, "discord/session") {
		return "", nil
	}
	return "", errUnknown
}

func (deafNotes) Put(context.Context, string, string) error { return errUnknown }

// Without notes the bot is there all the same, and it is told what was not noted; before it knows who it is it is nobody.
func TestNotes_Fail(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.make(func(c *discord.Config) { c.Settings = deafNotes{} })
		if u := w.bot.Self(); u != (chat.User{}) {
			t.Errorf("the bot is %+v", u)
		}
		w.start(listener{hear: func(context.Context, chat.Event) {}})
		w.Connected(1)
		synctest.Wait()
		if u := w.bot.Self(); u.ID != "discord:"+w.Bot.ID {
			t.Errorf("the bot is %+v", u)
		}
		w.logs("a note cannot be stored", "a note cannot be read")
	})
}

// A refusal of the gateway that does not pass ends the bot, with its reason.
func TestGateway_Refuses(t *testing.T) {
	type refusal struct {
		refuse func(w *world)
		want   string
	}
	servertest.Each(t, map[string]refusal{
		"version": {func(w *world) { w.Close(4012) }, "close code 4012"},
		"intents": {func(w *world) { w.Close(4014) }, "intents that need no permission"},
		"token":   {func(w *world) { w.ChangeToken(); w.Close(4004) }, "token"},
		"shards":  {func(w *world) { w.NeedShards(); w.Forget(); w.Close(4009) }, "shards"},
	}, func(t *testing.T, x refusal) {
		w := prepare(t)
		w.run(listener{}, func(c *discord.Config) { c.Content = false })
		w.Connected(1)
		x.refuse(w)
		if err := w.ends(); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("the bot ends with %v, want %s", err, x.want)
		}
	})
}

// Whether somebody is there, and where a channel is, is an error where Discord does not tell.
func TestPresence_Fails(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, _ := listen(t)
		ana, rui, c := w.people()
		ana.Types(c, "hello")
		synctest.Wait()
		f := w.Fail(calls("GET", "/members/", 500, 0))
		if here, err := w.bot.Present(t.Context(), roomOf(c), "discord:"+rui.ID, true); here || !errors.Is(err, chat.ErrAway) {
			t.Errorf("rui is there: %v, %v", here, err)
		}
		if f.End(); true {
			here, err := w.bot.Present(t.Context(), roomOf(c), "discord:"+rui.ID, true)
			if !here || err != nil {
				t.Errorf("rui is there: %v, %v", here, err)
			}
		}
		ana.Types(ana.Direct(), "hello")
		synctest.Wait()
		if here, err := w.bot.Present(t.Context(), roomOf(ana.Direct()), "discord:"+rui.ID, true); !here || err != nil {
			t.Errorf("in a direct talk somebody may be: %v, %v", here, err)
		}
		w.Around(func(out http.ResponseWriter, r *http.Request, real func(http.ResponseWriter)) {
			if strings.HasSuffix(r.URL.Path, "/channels/77") {
				_, _ = out.Write([]byte(`{"id":"77","type":3}`))
				return
			}
			real(out)
		})
		if here, err := w.bot.Present(t.Context(), "discord:77", "discord:"+rui.ID, true); here || err == nil ||
			!strings.Contains(err.Error(), "one of type 3 belongs to no server") {
			t.Errorf("in a talk of people rui is there: %v, %v", here, err)
		}
	})
}

// Commands are registered once, also when the bot is connected again meanwhile.
func TestRegister_Slow(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		slow := w.Fail(discordtest.Fault{Method: "GET", Path: "/commands", Hang: true})
		w.run(listener{})
		w.Connected(1)
		slow.Met(1)
		w.AskToReconnect()
		w.Connected(2)
		time.Sleep(time.Minute)
		if n := w.Registrations(); n != 1 || w.Calls("GET commands") > 2 {
			t.Errorf("registered %d times, after %d calls", n, w.Calls("GET commands"))
		}
	})
}

// A remark that cannot be said is told in the log, and what is no message is not deleted.
func TestRemark_Fails(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, _ := listen(t, func(c *discord.Config) { c.Content = false })
		ana, _, c := w.people()
		w.Fail(calls("POST", "/messages", 400, 50035))
		ana.Types(c, "<@"+w.Bot.ID+">")
		time.Sleep(time.Minute)
		w.logs("a hint cannot be sent")
		if err := w.bot.Remove(t.Context(), roomOf(c), ""); err != nil {
			t.Error(err)
		}
		if n := w.Calls("DELETE messages"); n != 0 {
			t.Errorf("%d messages are deleted", n)
		}
	})
}

// What was heard is finished for ten seconds at the end, whatever Discord does, and what comes to nothing is told.
func TestEnd_Grace(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		var failed error
		w.run(listener{hear: func(ctx context.Context, e chat.Event) { _, failed = w.bot.Send(ctx, e.Room, say("hello")) }})
		w.Connected(1)
		ana, _, c := w.people()
		hang := w.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Hang: true, Times: 1000})
		ana.Types(c, "hello")
		hang.Met(1)
		began := time.Now()
		w.stop()
		if took := time.Since(began); took != 10*time.Second || !errors.Is(failed, chat.ErrAway) {
			t.Errorf("it ends after %s, and the answer with %v", took, failed)
		}
	})
}

// witness notes which rooms are shut, and which are shown again.
type witness struct {
	listener
	rooms       []chat.Room
	shut, shown chan chat.Room
}

func (w witness) Playing(context.Context, string) ([]chat.Room, error) { return w.rooms, nil }

func (w witness) Shut(_ context.Context, room chat.Room, _ chat.User) { w.shut <- room }

func (w witness) ShowAgain(_ context.Context, room chat.Room, missed bool) {
	if !missed { // all was heard
		w.shown <- room
	}
}

// The matches of a server are shut when the bot has been taken off it, and not while it is only away or for another one.
// Somebody who could not be told something is shown it when the bot hears of them again, once.
func TestServer_Gone(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, _, c := w.people()
		g := w.Guild(ana)
		other := g.Channel("other")
		h := witness{listener{hear: func(context.Context, chat.Event) {}}, []chat.Room{roomOf(c), roomOf(other)},
			make(chan chat.Room, 10), make(chan chat.Room, 10)}
		w.run(h)
		w.Connected(1)
		ana.Types(c, "hello")
		ana.Types(other, "hello")
		ana.Types(ana.Direct(), "hello")
		synctest.Wait()
		w.Raw("GUILD_DELETE", `{"id":"`+g.ID+`","unavailable":true}`)
		if synctest.Wait(); len(h.shut) > 0 {
			t.Errorf("%s is shut though its server is only away", <-h.shut)
		}
		w.Raw("GUILD_DELETE", `{"id":"`+g.ID+`"}`)
		if synctest.Wait(); len(h.shut) != 1 || <-h.shut != roomOf(other) {
			t.Error("not the one room is shut whose server is gone")
		}
		ana.Deafen(true)
		if _, err := w.bot.Send(t.Context(), roomOf(ana.Direct()), say("your turn")); !errors.Is(err, chat.ErrClosed) {
			t.Errorf("who takes no messages is told: %v", err)
		}
		ana.Deafen(false)
		for range 2 {
			ana.Types(ana.Direct(), "I am back")
		}
		if synctest.Wait(); len(h.shown) != 1 || <-h.shown != roomOf(ana.Direct()) {
			t.Errorf("%d rooms are shown again", len(h.shown))
		}
	})
}

// A bot that somebody names is nobody to be challenged by a handle.
func TestFind_Robot(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t)
		ana, rui, c := w.people()
		robot := w.Robot("helper")
		ana.Types(c, "/play "+robot.Mention()+" "+rui.Mention())
		<-heard
		for handle, want := range map[string]bool{"helper": false, "rui": true, "": false} {
			if u, found := w.bot.Find(roomOf(c), "discord:"+ana.ID, handle); found != want {
				t.Errorf("%q is found: %+v", handle, u)
			}
		}
	})
}
