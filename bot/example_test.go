package bot_test

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// printer is the smallest service there is: what the bot says in it is printed, the text and the buttons.
type printer struct {
	hears   chan chat.Handler
	buttons map[string]string // of the last message: what each of them says
}

func (printer) Name() string { return "print" }
func (printer) Caps() chat.Caps {
	return chat.Caps{Text: 4096, Rows: 8, Columns: 8, Says: 64, Label: 40}
}

func (p printer) Run(ctx context.Context, h chat.Handler) error {
	p.hears <- h
	<-ctx.Done()
	return nil
}

func (p printer) Send(_ context.Context, _ chat.Room, m chat.Message) (chat.Ref, error) {
	clear(p.buttons)
	for _, b := range slices.Concat(m.Buttons...) {
		p.buttons["["+b.Label+"]"] = b.Says
	}
	text, _, _ := strings.Cut(chat.Plain(m.Text), "\n\n")
	fmt.Printf("  says: %s\n", strings.ReplaceAll(text, "\n", " / "))
	return "a message", nil
}

func (printer) Retire(context.Context, chat.Room, chat.Ref) error { return nil }

// walk has a bot hear in one room what people say or, in brackets, press, one after the other, and prints after each
// text what was said and what is stored of the newest match. A text goes the way that the comment of package bot tells.
func walk(texts ...string) {
	store := memory.New()
	b, err := bot.New(bot.Config{
		Store: store, Games: table.Games, Language: "en", Log: slog.New(slog.DiscardHandler), Now: time.Now,
		// so that its answer stands in the message about the move
		Random: rand.NewChaCha8([32]byte{}), HouseWait: time.Minute,
	})
	if err != nil {
		panic(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	p, ended := printer{make(chan chat.Handler), map[string]string{}}, make(chan error)
	go func() { ended <- b.Run(ctx, p) }()
	<-p.hears
	for n, line := range texts {
		name, text, _ := strings.Cut(line, ": ")
		fmt.Println(line)
		says, tap := p.buttons[text]
		b.HearAll(ctx, chat.Event{
			ID: fmt.Sprint("print:", n), Room: "print:room", From: chat.User{ID: "print:" + name, Handle: name, Name: name},
			Text: cmp.Or(says, text), Tap: tap, Addressed: true,
		})
		fmt.Printf("  stored: %s\n", strings.Join(eventsIn(ctx, store), ", "))
	}
	stop()
	if err := <-ended; err != nil {
		panic(err)
	}
}

// eventsIn are the kinds and authors of the events of the newest match.
func eventsIn(ctx context.Context, store storage.Store) (events []string) {
	heads, err := store.Find(ctx, storage.Query{Room: "print:room"})
	if err != nil || len(heads) == 0 {
		return nil
	}
	all, err := store.Events(ctx, heads[0].ID)
	if err != nil {
		panic(err)
	}
	for _, e := range all {
		events = append(events, strings.TrimSpace(fmt.Sprint(e.Kind, " ", strings.TrimPrefix(e.By, "print:"))))
	}
	return events
}

// A typed move: heard, decided, stored, said.
func Example_typedMove() {
	walk("ana: /play damas colour=white @bob", "bob: /accept", "ana: 11-15")
	// Output:
	// ana: /play damas colour=white @bob
	//   says: Portuguese draughts #35tp / ana challenges bob. / ana plays white. / 7 days for each move.
	//   stored: challenged ana
	// bob: /accept
	//   says: Portuguese draughts: ana (O) and bob (X) #35tp / bob accepts. / ana (O) to move. 7 days left.
	//   stored: challenged ana, accepted bob
	// ana: 11-15
	//   says: Portuguese draughts: ana (O) and bob (X) #35tp / ana: 11-15 / bob (X) to move. 7 days left.
	//   stored: challenged ana, accepted bob, moved ana
}

// A challenge by a button: what the button says is heard as if it had been typed.
func Example_challengeByButton() {
	walk("ana: /play damas @bob", "bob: [Accept]")
	// Output:
	// ana: /play damas @bob
	//   says: Portuguese draughts #35tp / ana challenges bob. / The sides will be drawn by lot. / 7 days for each move.
	//   stored: challenged ana
	// bob: [Accept]
	//   says: Portuguese draughts: bob (O) and ana (X) #35tp / bob accepts. The sides were drawn by lot. / bob (O) to move. 7 days left.
	//   stored: challenged ana, accepted bob
}

// The house's reply: its move stands in the message about the one that it answers.
func Example_housesReply() {
	walk("ana: /play damas level=1 colour=white", "ana: 11-15")
	// Output:
	// ana: /play damas level=1 colour=white
	//   says: Portuguese draughts: ana (O) and Bot (level 1) (X) #35tp / My level: just learned the rules. Another one: /play draughts bot level=5. Or with a friend: /play draughts friend / ana (O) to move.
	//   stored: challenged ana, accepted house:1
	// ana: 11-15
	//   says: Portuguese draughts: ana (O) and Bot (level 1) (X) #35tp / ana: 11-15 / Bot (level 1): 22-19 / ana (O) to move. / Capture is compulsory: 15x22.
	//   stored: challenged ana, accepted house:1, moved ana, moved house:1
}
