package telegram_test

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

var games = []*engine.Game{draughts.Portuguese}

// virtually runs a test in a bubble, where time passes only while everybody waits.
func virtually(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, test)
}

// fast is a configuration that does not keep a test waiting, and has time where the machine has none.
func fast(s *telegramtest.Server) telegram.Config {
	open := telegram.Quota{Most: 1000, Per: time.Microsecond}
	return telegram.Config{
		Token:  s.Token,
		API:    s.URL,
		Dial:   s.Dial,
		Places: memorytest.New(),
		Rates:  telegram.Rates{All: open, Person: open, Group: open},
		Times: telegram.Times{
			Poll:    20 * time.Second,
			Press:   telegramtest.Patience / 2, // else a slow machine's answers come as messages
			Request: telegramtest.Patience,
			Retry:   2 * time.Millisecond,
			Send:    telegramtest.Patience, // less than the hour of 20 ms seconds after which floods are tried again
			Settle:  20 * time.Millisecond,
			Second:  20 * time.Millisecond,
		},
	}
}

// secretFree fails if the token, or the part of it that is a secret, can be read in a text.
func secretFree(t testing.TB, s *telegramtest.Server, text string) {
	t.Helper()
	_, secret, _ := strings.Cut(s.Token, ":")
	if strings.Contains(text, secret) {
		t.Errorf("the token can be read in:\n%s", text)
	}
}

// connected makes an adapter and its log, which must not contain the token in the end.
func connected(t testing.TB, s *telegramtest.Server, places telegram.Places,
	change ...func(*telegram.Config)) (*telegram.Telegram, *servertest.Log) {
	t.Helper()
	log := servertest.NewLog()
	t.Cleanup(func() {
		secretFree(t, s, log.String())
		if t.Failed() {
			t.Log("what was logged:\n" + log.String())
		}
	})
	c := fast(s)
	c.Log, c.Places = log.Logger(), places
	for _, f := range change {
		f(&c)
	}
	a, err := telegram.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return a, log
}

// runs runs something until it is stopped or the test is over. It has to end in good order.
func runs(t testing.TB, run func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("it ended with: %v", err)
			}
		case <-time.After(telegramtest.Patience):
			t.Error("it does not stop")
		}
	})
	t.Cleanup(stop)
	return stop
}

// table is a bot with everything around it.
type table struct {
	*telegramtest.Server
	t        testing.TB
	store    storage.Store
	telegram *telegram.Telegram
	log      *servertest.Log
	stop     func() // and wait until it has stopped
}

// open starts a Telegram and a bot.
func open(t testing.TB, change ...func(*telegram.Config)) *table {
	return openAt(t, telegramtest.Virtual(t), memorytest.New(), change...)
}

// openAt starts a bot on what there is.
func openAt(t testing.TB, s *telegramtest.Server, store storage.Store, change ...func(*telegram.Config)) *table {
	t.Helper()
	return openGames(t, s, store, games, change...)
}

// openGames starts a bot that knows some games.
func openGames(t testing.TB, s *telegramtest.Server, store storage.Store, games []*engine.Game,
	change ...func(*telegram.Config)) *table {
	t.Helper()
	o := &table{Server: s, t: t, store: store}
	o.telegram, o.log = connected(t, s, store, change...)
	b, err := bot.New(bot.Config{Store: store, Games: games, Language: "en", Log: o.log.Logger(), Now: time.Now,
		Random: rand.Reader,
		Limits: bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6}}) // tests are in a hurry
	if err != nil {
		t.Fatal(err)
	}
	judge := &bottest.Judge{T: t, Store: store, Games: games, Now: time.Now}
	s.Watch(judge.Seen)
	t.Cleanup(func() { bottest.Verify(t, store, games) })
	o.stop = runs(t, func(ctx context.Context) error { return b.Run(ctx, o.telegram) })
	return o
}

// people are two who want to play, in a group.
func (o *table) people() (ana, rui *telegramtest.Person, group *telegramtest.Chat) {
	ana, rui = o.Person("Ana", "ana"), o.Person("Rui", "rui")
	return ana, rui, o.Supergroup(ana, rui)
}

// duel is a match being played. It knows what is on the board.
type duel struct {
	*table
	players map[int64]*telegramtest.Person
	rooms   map[int64]*telegramtest.Chat // where each of them plays
	game    engine.Line
	board   map[int64]*telegramtest.Message  // the last one that each of them saw
	shows   map[*telegramtest.Message]string // what it said then
	random  *mathrand.Rand
	say     func(d *duel, p *telegramtest.Person, move string)
}

// replies types a move in answer to the board, as people do in groups where the bot hears nothing else.
func replies(d *duel, p *telegramtest.Person, move string) {
	p.Says(d.rooms[p.ID], move, telegramtest.Reply(d.board[p.ID]))
}

// types types a move.
func types(d *duel, p *telegramtest.Person, move string) { p.Says(d.rooms[p.ID], move) }

// commands types a move as a command.
func commands(d *duel, p *telegramtest.Person, move string) { p.Says(d.rooms[p.ID], "/m "+move) }

// begin has two people agree on a match in one room. The one who has challenged begins, so that the board is a new
// message.
func (o *table) begin(room *telegramtest.Chat, ana, rui *telegramtest.Person) *duel {
	o.t.Helper()
	asked := say(room, ana, "/play colour=white @"+rui.Handle)
	rui.Taps(asked, "Accept")
	return o.duel(map[int64]*telegramtest.Chat{ana.ID: room, rui.ID: room}, ana, rui)
}

// duel waits for the first board.
func (o *table) duel(rooms map[int64]*telegramtest.Chat, players ...*telegramtest.Person) *duel {
	o.t.Helper()
	start, err := games[0].New(nil)
	if err != nil {
		o.t.Fatal(err)
	}
	d := &duel{
		table: o, rooms: rooms, players: map[int64]*telegramtest.Person{}, board: map[int64]*telegramtest.Message{},
		shows:  map[*telegramtest.Message]string{},
		game:   games[0].NewLine(start),
		random: mathrand.New(mathrand.NewPCG(76, 0)), // a short game
		say:    replies,
	}
	for _, p := range players {
		d.players[p.ID] = p
	}
	d.look()
	return d
}

// look waits for the board in every room.
func (d *duel) look() {
	d.t.Helper()
	seen := map[*telegramtest.Chat]*telegramtest.Message{}
	for id, room := range d.rooms {
		if seen[room] == nil {
			seen[room] = d.next(room, d.board[id])
			if seen[room] == nil {
				d.t.Fatal("no board")
			}
			if seen[room].Now().Photo == nil {
				d.t.Fatalf("no picture: %q", seen[room].Text)
			}
		}
		d.board[id] = seen[room]
		d.shows[seen[room]] = seen[room].Now().Text
	}
}

// next waits for a new message, or for a board to become another one.
func (d *duel) next(room *telegramtest.Chat, board *telegramtest.Message) (next *telegramtest.Message) {
	if board == nil || board.Text == "" {
		return room.Next()
	}
	d.Until("the board is another one, or a new message comes", func() bool {
		if next = room.NextWithin(0); next == nil && board.Now().Text != d.shows[board] {
			next = board
		}
		return next != nil
	})
	return next
}

// turn is whose move it is, as Telegram tells.
func (d *duel) turn() *telegramtest.Person {
	d.t.Helper()
	for _, m := range d.board {
		if ids := m.Mentions(); len(ids) == 1 && d.players[ids[0]] != nil {
			return d.players[ids[0]]
		}
		d.t.Fatalf("it is not clear whose turn it is: %q", m.Text)
	}
	return nil
}

// move plays some legal move and waits for the board after it.
func (d *duel) move() {
	d.t.Helper()
	who, move := d.turn(), d.choose()
	d.say(d, who, string(move))
	d.see(move)
}

// see waits for the board with a move.
func (d *duel) see(move engine.Move) {
	d.t.Helper()
	d.look()
	said := ": " + string(move) + "\n"
	for _, m := range d.board {
		if !strings.Contains(m.Now().Text, said) {
			d.t.Fatalf("%s was played, and this was said: %q", move, m.Now().Text)
		}
	}
}

// choose takes some legal move and plays it on the board of the test.
func (d *duel) choose() engine.Move {
	d.t.Helper()
	all := slices.Collect(d.game.Position().Moves())
	move := all[d.random.IntN(len(all))]
	var err error
	if d.game, err = d.game.Play(move); err != nil {
		d.t.Fatal(err)
	}
	return move
}

// ended reports whether there is nothing left to play: the game is decided, or neither side can win it any more.
func (d *duel) ended() bool { return d.game.Outcome().Decided() || d.dead() }

// dead reports whether neither side can win, which the bot notes as one more event.
func (d *duel) dead() bool {
	p, can := d.game.Position().(engine.Drawer)
	return can && p.IsDeadPosition()
}

// finish plays to the end, and looks into the store whether that is how it went.
func (d *duel) finish() {
	d.t.Helper()
	for !d.ended() {
		d.move()
	}
	d.over()
	heads, err := d.store.Find(context.Background(), storage.Query{Player: "telegram:" + itoa(d.anyone().ID)})
	if err != nil {
		d.t.Fatal(err)
	}
	for _, h := range heads {
		if n := d.game.Len() + 2; h.Status == match.Over && (h.N == n || h.N == n+1 && d.dead()) {
			return
		}
	}
	d.t.Errorf("no match of %d moves has ended: %+v", d.game.Len(), heads)
}

// resign has who is on turn give up, and waits for the last board.
func (d *duel) resign() {
	d.t.Helper()
	who := d.turn()
	who.Says(d.rooms[who.ID], "/resign yes")
	d.look()
	d.over()
}

func (d *duel) over() {
	d.t.Helper()
	for _, m := range d.board {
		if len(m.Mentions()) > 0 || m.ForceReply {
			d.t.Errorf("the game is over, and yet somebody is called: %q", m.Text)
		}
	}
}

func (d *duel) anyone() *telegramtest.Person {
	for _, p := range d.players {
		return p
	}
	return nil
}

var seats atomic.Int64

// seat begins a match in a group of its own, of people who have not played before.
func seat(o *table) *duel {
	ana, rui := o.Person("Ana", ""), o.Person("Rui", fmt.Sprintf("rui%d", seats.Add(1)))
	d := o.begin(o.Group(ana, rui), ana, rui)
	d.say = types
	return d
}

// head is that of the only match.
func (o *table) head() storage.Head {
	o.t.Helper()
	heads, err := o.store.Find(o.t.Context(), storage.Query{})
	if err != nil || len(heads) != 1 {
		o.t.Fatalf("%d matches, %v", len(heads), err)
	}
	return heads[0]
}
