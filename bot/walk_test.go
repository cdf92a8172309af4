package bot_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// printer is a minimal service, which prints the text of each message.
type printer struct {
	chattest.Mute
	out     *strings.Builder
	buttons map[string]string // of the last message: what each of them says
}

func (printer) Name() string { return "print" }
func (printer) Caps(chat.Room) chat.Caps {
	return chat.Caps{Text: 4096, Rows: 8, Columns: 8, Says: 64, Label: 40}
}

func (printer) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

func (p printer) Send(_ context.Context, _ chat.Room, m chat.Message) (chat.Ref, error) {
	clear(p.buttons)
	for _, b := range slices.Concat(m.Buttons...) {
		p.buttons["["+b.Label+"]"] = b.Says
	}
	text, _, _ := strings.Cut(chat.PlainText(m.Text), "\n\n")
	fmt.Fprintf(p.out, "  says: %s\n", strings.ReplaceAll(text, "\n", " / "))
	return "a message", nil
}

// walk sends a bot the texts that people type or, in brackets, press in one room, and returns after each what was sent
// and the stored events of the newest match. A text takes the path described in the comment of package bot.
func walk(t *testing.T, texts ...string) string {
	p, store := printer{chattest.Mute{}, new(strings.Builder), map[string]string{}}, memorytest.New()
	h, _ := Serve(t, NewBot(t, store, Thinking, func(c *bot.Config) { c.Random = rand.NewChaCha8([32]byte{}) }), store, p)
	for n, line := range texts {
		name, text, _ := strings.Cut(line, ": ")
		fmt.Fprintln(p.out, line)
		says, tap := p.buttons[text]
		Hear(h, chat.Event{
			ID: fmt.Sprint("print:", n), Room: "print:room", From: chat.User{ID: "print:" + name, Handle: name, Name: name},
			Text: cmp.Or(says, text), Tap: tap, Addressed: true,
		})
		fmt.Fprintf(p.out, "  stored: %s\n", strings.Join(eventsIn(t.Context(), store), ", "))
	}
	return p.out.String()
}

// eventsIn returns the kinds and authors of the events of the newest match.
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

// A typed move is received, decided, stored and sent; a button's text is handled as if it had been typed; and the
// computer's move is in the message about the one that it answers.
func TestText_Way(t *testing.T) {
	for name, c := range map[string]struct {
		texts []string
		want  string
	}{
		"a typed move": {[]string{"ana: /play damas colour=white @bob", "bob: /accept", "ana: 11-15"}, `
ana: /play damas colour=white @bob
  says: Portuguese draughts #35tp / ana challenges bob. / ana plays white. / 7 days for each move.
  stored: challenged ana
bob: /accept
  says: Portuguese draughts: O ana · X bob #35tp / bob accepts. / ana (O) to move. 7 days left.
  stored: challenged ana, accepted bob
ana: 11-15
  says: Portuguese draughts: O ana · X bob #35tp / ana: 11-15 / bob (X) to move. 7 days left.
  stored: challenged ana, accepted bob, moved ana
`},
		"a challenge by a button": {[]string{"ana: /play damas @bob", "bob: [Accept]"}, `
ana: /play damas @bob
  says: Portuguese draughts #35tp / ana challenges bob. / The sides will be drawn by lot. / 7 days for each move.
  stored: challenged ana
bob: [Accept]
  says: Portuguese draughts: O bob · X ana #35tp / bob accepts. The sides were drawn by lot. / bob (O) to move. 7 days left.
  stored: challenged ana, accepted bob
`},
		"the house's reply": {[]string{"ana: /play damas level=1 colour=white", "ana: 11-15"}, `
ana: /play damas level=1 colour=white
  says: Portuguese draughts: O ana · X Bot, level 1 #35tp / I play at level 1: just learned the rules. To change it: /play draughts bot level=5. Or with a friend: /play draughts friend / ana (O) to move.
  stored: challenged ana, accepted house:1
ana: 11-15
  says: Portuguese draughts: O ana · X Bot, level 1 #35tp / ana: 11-15 / Bot: 22-19 / ana (O) to move. / Capture is compulsory: 15x22.
  stored: challenged ana, accepted house:1, moved ana, moved house:1
`},
	} {
		Subtest(t, name, func(t *testing.T) {
			if got := walk(t, c.texts...); got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("the way is\n%s", got)
			}
		})
	}
}
