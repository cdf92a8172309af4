package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/discord/gateway"
)

// brokenNotes do not tell the session so many times.
type brokenNotes struct {
	notes
	fails atomic.Int64
	full  atomic.Bool // takes nothing
}

func (n *brokenNotes) Put(ctx context.Context, key, value string) error {
	if n.full.Load() {
		return errors.New("the store is full")
	}
	return n.notes.Put(ctx, key, value)
}

func (n *brokenNotes) Get(ctx context.Context, key string) (string, error) {
	if key == sessionKey && n.fails.Add(-1) >= 0 {
		return "", errors.New("the store does not answer")
	}
	return n.notes.Get(ctx, key)
}

const sessionKey = "discord/session/1/0"

// A process goes on with the session of the one before, also when the store does not tell it at once. One that ends
// before it knows the session leaves what is noted of that alone.
func TestSession_OfAnother(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		kept := &brokenNotes{}
		w.config.Notes = kept
		stop := w.run()
		w.Connected(1)
		time.Sleep(time.Minute)
		_ = stop()
		noted, _ := kept.Get(t.Context(), sessionKey)
		if noted == "" {
			t.Fatal("no session is noted")
		}
		kept.fails.Store(1 << 30)
		stop = w.run()
		time.Sleep(time.Second)
		_ = stop()
		kept.fails.Store(0)
		if now, _ := kept.Get(t.Context(), sessionKey); now != noted {
			t.Fatalf("noted %q, and now %q", noted, now)
		}
		kept.fails.Store(3)
		w.run()
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if identified, resumed := w.Gateway(); identified != 1 || resumed != 1 {
			t.Errorf("%d sessions began, %d went on", identified, resumed)
		}
		if !w.log.Has("the session is not known, trying again") || w.log.Has("is not noted") {
			t.Error("a store that fails is not told")
		}
		kept.full.Store(true)
		time.Sleep(time.Minute)
		if !w.HasBot() || !w.log.Has("the session cannot be stored for the next process") {
			t.Error("a store that takes nothing ends the connection, or is not told")
		}
	})
}

// Notes that nobody can read are those of no session.
func TestSession_Unreadable(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		_ = w.notes.Put(t.Context(), sessionKey, `{"id":`)
		w.run()
		w.Connected(1)
		if identified, _ := w.Gateway(); identified != 1 || !w.log.Has("the session cannot be read") {
			t.Errorf("%d sessions began", identified)
		}
	})
}

// speaks is a gateway that says what a test wants, and returns what was heard, with a star if that is told again, and how
// the bot's connections have ended.
func speaks(t *testing.T, kept *notes, talk func(*websocket.Conn) error) (heard []string, ends []error) {
	listener := servertest.Listen()
	var all sync.WaitGroup
	var one sync.Mutex
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var upgrader websocket.Upgrader
		c, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		all.Add(1)
		defer all.Done()
		defer c.Close()
		_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
		one.Lock()
		defer one.Unlock()
		ends = append(ends, talk(c))
	})}
	go func() { _ = server.Serve(listener) }()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	err := gateway.Run(ctx, gateway.Config{
		Token: "secret", Dial: listener.Dial, Notes: kept, Log: slog.New(slog.DiscardHandler),
		Ask: func(context.Context) (discordgo.GatewayBotResponse, error) {
			return discordgo.GatewayBotResponse{URL: "ws://gateway.example",
				SessionStartLimit: discordgo.SessionInformation{Total: 1000, Remaining: 1000, ResetAfter: 3600000}}, nil
		},
		Handle: func(_ context.Context, e gateway.Event) {
			if e.Replayed {
				e.Type += "*"
			}
			heard = append(heard, e.Type)
		},
		Missed: func(time.Time) {},
	})
	if err != nil {
		t.Error(err)
	}
	all.Wait()
	_ = server.Close()
	return heard, ends
}

// answer reads what the bot says but for heartbeats, and returns the operation.
func answer(c *websocket.Conn) (int, error) {
	for {
		var said struct {
			Op int `json:"op"`
		}
		if err := c.ReadJSON(&said); err != nil || said.Op != 1 {
			return said.Op, err
		}
	}
}

// A bot introduces itself to a gateway that says how often it wants to hear a heartbeat, within reason.
func TestHello(t *testing.T) {
	for hello, want := range map[string]bool{`{"heartbeat_interval":1}`: true, `{"heartbeat_interval":41250}`: true,
		`{"heartbeat_interval":10000000}`: true, `{"heartbeat_interval":0.5}`: false, `{"heartbeat_interval":10000001}`: false,
		`{}`: false, `"soon"`: false} {
		synctest.Test(t, func(t *testing.T) {
			op := 0
			_, ends := speaks(t, &notes{}, func(c *websocket.Conn) (err error) {
				if err = c.WriteMessage(websocket.TextMessage, []byte(`{"op":10,"d":`+hello+`}`)); err == nil {
					op, err = answer(c)
				}
				return err
			})
			if (op == 2) != want || len(ends) == 0 || want != (ends[0] == nil) {
				t.Errorf("%s is answered with %d: %v", hello, op, ends)
			}
		})
	}
}

// greet begins a session.
func greet(c *websocket.Conn) error {
	if err := c.WriteMessage(websocket.TextMessage, []byte(`{"op":10,"d":{"heartbeat_interval":41250}}`)); err != nil {
		return err
	}
	if _, err := answer(c); err != nil {
		return err
	}
	return c.WriteMessage(websocket.TextMessage, []byte(`{"op":0,"t":"READY","s":1,"d":{"session_id":"x"}}`))
}

// A connection that the gateway closes is closed from here so that the session lives on, whatever the code.
func TestClose_Code(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, ends := speaks(t, &notes{}, func(c *websocket.Conn) error {
			if err := greet(c); err != nil {
				return err
			}
			away := websocket.FormatCloseMessage(websocket.CloseGoingAway, "")
			if err := c.WriteControl(websocket.CloseMessage, away, time.Now().Add(time.Second)); err != nil {
				return err
			}
			_, err := answer(c)
			return err
		})
		var closed *websocket.CloseError
		if len(ends) == 0 || !errors.As(ends[0], &closed) || closed.Code != 4900 {
			t.Errorf("the end is %v", ends)
		}
	})
}

// A packet that is far too large ends the connection, and a large one does not.
func TestPacket_Large(t *testing.T) {
	for size, want := range map[int]bool{1 << 20: true, 16<<20 + 1: false} {
		synctest.Test(t, func(t *testing.T) {
			heard, _ := speaks(t, &notes{}, func(c *websocket.Conn) error {
				err := greet(c)
				if err == nil {
					text := `{"op":0,"t":"LARGE","s":2,"d":"` + strings.Repeat("x", size) + `"}`
					err = c.WriteMessage(websocket.TextMessage, []byte(text))
				}
				return err
			})
			if got := slices.Contains(heard, "LARGE"); got != want {
				t.Errorf("%d bytes are heard: %v", size, got)
			}
		})
	}
}

// tells says something over a connection.
func tells(c *websocket.Conn, texts ...string) {
	for _, text := range texts {
		_ = c.WriteMessage(websocket.TextMessage, []byte(text))
	}
}

// beats reads until a heartbeat, answers it, and returns the number of the event that it tells.
func beats(c *websocket.Conn) string {
	for {
		var said struct {
			Op   int             `json:"op"`
			Data json.RawMessage `json:"d"`
		}
		if err := c.ReadJSON(&said); err != nil {
			return err.Error()
		}
		if said.Op == 1 {
			tells(c, `{"op":11}`)
			return string(said.Data)
		}
	}
}

// A heartbeat tells the number of the latest event, also that of the connection before, and none in a new session. What
// comes before a session goes on is told again.
func TestBeat_Number(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		connections := 0
		heard, _ := speaks(t, &notes{}, func(c *websocket.Conn) error {
			connections++
			tells(c, `{"op":10,"d":{"heartbeat_interval":1000}}`)
			got = append(got, beats(c))
			switch connections {
			case 1:
				tells(c, `{"op":0,"t":"READY","s":1,"d":{"session_id":"x"}}`)
				got = append(got, beats(c))
				tells(c, `{"op":0,"t":"X","s":9}`)
				got = append(got, beats(c))
			case 2:
				tells(c, `{"op":0,"t":"OLD","s":10}`, `{"op":0,"t":"RESUMED","s":11}`, `{"op":0,"t":"NEW","s":12}`)
				got = append(got, beats(c))
				tells(c, `{"op":9}`)
			}
			return nil
		})
		want := []string{"null", "1", "9", "9", "12", "null"}
		if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
			t.Errorf("the heartbeats tell %q, want %q", got, want)
		}
		if want := []string{"READY*", "X", "OLD*", "RESUMED*", "NEW"}; !slices.Equal(heard, want) {
			t.Errorf("heard %q, want %q", heard, want)
		}
	})
}

// A session that is about to begin is counted in what is noted, however soon after another note.
func TestNote_BeforeSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept notes
		var left []int
		_, _ = speaks(t, &kept, func(c *websocket.Conn) error {
			err := greet(c)
			text, _ := kept.Get(t.Context(), sessionKey)
			var noted struct{ Left int }
			_ = json.Unmarshal([]byte(text), &noted)
			left = append(left, noted.Left)
			time.Sleep(6 * time.Second)
			tells(c, `{"op":0,"t":"X","s":2}`)
			time.Sleep(time.Second)
			forget := websocket.FormatCloseMessage(4009, "")
			_ = c.WriteControl(websocket.CloseMessage, forget, time.Now().Add(time.Second))
			return err
		})
		if want := []int{999, 998}; len(left) < 2 || !slices.Equal(left[:2], want) {
			t.Errorf("noted %d, want %d", left, want)
		}
	})
}
