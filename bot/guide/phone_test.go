package guide_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// phone is a service as people see it: messages on a screen with buttons, edited in place where the bot wants that. It
// counts the work of the service and of people.
type phone struct {
	chattest.Mute
	caps chat.Caps

	mu     sync.Mutex
	screen []*sheet
	heard  chat.User // last
	effort effort
	next   int // number of the next event
}

// sheet is a message on the screen.
type sheet struct {
	chat.Message
	opener chat.User // whose words it answers
}

// tapped is the Reply of the tap on a button: whose message it is on.
type tapped struct{ on *sheet }

// effort counts what a match takes.
type effort struct {
	moves   int
	sent    int // messages
	edits   int // changes of messages, buttons taken off among them
	notices int // answers to taps, which cost nothing
	taps    int
	calls   int // messages that notify somebody
}

func (e effort) String() string {
	return fmt.Sprintf("%d moves: %d messages, %d edits, %d notices, %d taps, %d calls", e.moves, e.sent, e.edits,
		e.notices, e.taps, e.calls)
}

// Two people with phones.
var (
	inês = chat.User{ID: "phone:ines", Handle: "ines", Name: "Inês"}
	raul = chat.User{ID: "phone:raul", Handle: "raul", Name: "Raúl"}
)

// The limits of the two services, as their adapters have them.
var services = map[string]chat.Caps{
	"telegram": {Text: 4096, Pictures: true, Caption: 1024, Rows: 12, Columns: 4, Says: 64, Label: 64, Choices: 8,
		Talk: true},
	"discord": {Text: 2000, Pictures: true, Caption: 2000, Rows: 25, Columns: 5, Says: 100, Label: 80, Choices: 20,
		Privates: true, Turns: true},
}

func (p *phone) Name() string             { return "phone" }
func (p *phone) Caps(chat.Room) chat.Caps { return p.caps }

func (p *phone) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

func (p *phone) Send(_ context.Context, _ chat.Room, m chat.Message) (chat.Ref, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	tap, pressed := m.Answers.(tapped)
	switch {
	case pressed && m.OnlyButtons:
		p.effort.edits++
		tap.on.Buttons, tap.on.Fleeting = m.Buttons, m.Fleeting
		return p.ref(tap.on), nil
	case pressed && m.Instead && !(m.Private && p.caps.Privates):
		p.effort.edits++
		*tap.on = sheet{m, p.heard}
		return p.ref(tap.on), nil
	case pressed && m.Private && m.Board == nil && m.File == nil:
		p.effort.notices++
		if len(m.Buttons) > 0 && p.caps.Privates { // a message for one person only
			p.screen = append(p.screen, &sheet{m, p.heard})
		} else if len(m.Buttons) > 0 {
			p.effort.edits++
			tap.on.Buttons = m.Buttons
		}
		return "", nil
	}
	if m.Private && p.caps.Privates {
		p.effort.notices++
		p.screen = append(p.screen, &sheet{m, p.heard})
		return "", nil
	}
	if pressed && m.Closes {
		p.effort.edits++
		tap.on.Buttons = nil
	}
	p.effort.sent++
	if m.Turn.ID != "" {
		p.effort.calls++
	}
	p.screen = append(p.screen, &sheet{m, p.heard})
	return p.ref(p.screen[len(p.screen)-1]), nil
}

func (p *phone) ref(s *sheet) chat.Ref { return chat.Ref(fmt.Sprint(slices.Index(p.screen, s))) }

func (p *phone) of(ref chat.Ref) *sheet {
	var n int
	fmt.Sscan(string(ref), &n)
	return p.screen[n]
}

func (p *phone) Remove(ctx context.Context, room chat.Room, ref chat.Ref) error {
	return p.Retire(ctx, room, ref)
}

func (p *phone) Edit(_ context.Context, _ chat.Room, ref chat.Ref, m chat.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.effort.edits++
	p.of(ref).Message = m
	return nil
}

func (p *phone) Retire(_ context.Context, _ chat.Room, ref chat.Ref) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	on := p.of(ref)
	if on.Fleeting && !p.caps.Privates { // Telegram's calls are dear
		return nil
	}
	p.effort.edits++
	on.Buttons = nil
	return nil
}

// buttons returns those of the newest message with buttons, as far as the service shows them.
func (p *phone) buttons() (*sheet, []chat.Button) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range slices.Backward(p.screen) {
		if fitted := chat.Fit(s.Message, p.caps); len(s.Buttons) > 0 {
			return s, slices.Concat(fitted[len(fitted)-1].Buttons...)
		}
	}
	return nil, nil
}

// taps presses a button.
func (p *phone) taps(h chat.Handler, u chat.User, on *sheet, says string) {
	p.effort.taps++
	p.says(h, u, says, tapped{on})
}

func (p *phone) says(h chat.Handler, u chat.User, text string, reply any) {
	p.next++
	p.heard = u
	e := chat.Event{ID: fmt.Sprint("phone:", p.next), Room: "phone:group", From: u, Text: text, Addressed: true,
		Reply: reply, Mentions: []chat.User{inês, raul}}
	if t, ok := reply.(tapped); ok {
		e.Tap, e.Hidden = true, t.on.Private && p.caps.Privates
		e.Opener, e.Quoted = t.on.opener, chat.PlainText(t.on.Text)
		if !e.Hidden {
			p.mu.Lock()
			e.Pressed = p.ref(t.on)
			p.mu.Unlock()
		}
	}
	h.Hear(context.Background(), e)
}

// play has two people play a whole match by tapping offered moves, and returns the effort.
func play(t *testing.T, game string, caps chat.Caps) effort {
	p, store := &phone{caps: caps}, memorytest.New()
	h, _ := Serve(t, NewBot(t, store), store, p)
	p.says(h, inês, "/play "+game+" @raul", nil)
	p.says(h, raul, "/accept", nil)
	p.effort = effort{}
	random := rand.New(rand.NewPCG(1, 2))
	for n := 0; ; n++ {
		m := Only(t, store, storage.Query{})
		if m.Status == match.Over || m.Line.Len() >= 150 {
			for _, e := range EventsOf(t, store) {
				if e.Kind == match.Moved && !e.Forced {
					p.effort.moves++
				}
			}
			return p.effort
		}
		if n > 2000 {
			t.Fatalf("after %d taps the match still goes on: %s", n, p.effort)
		}
		u := map[string]chat.User{inês.ID: inês, raul.ID: raul}[m.Player(m.Turn()).ID]
		on, buttons := p.buttons()
		var choices []string
		for _, b := range buttons {
			if text, ok := strings.CutPrefix(b.Says, fmt.Sprintf("/move #%s:%d ", m.ID, m.Line.Len())); ok && text != "double" &&
				text != "drop" {
				choices = append(choices, text)
			}
		}
		if len(choices) == 0 {
			t.Fatalf("nothing to tap among %v", buttons)
		}
		says := fmt.Sprintf("/move #%s:%d %s", m.ID, m.Line.Len(), choices[random.IntN(len(choices))])
		if on == nil || !slices.ContainsFunc(buttons, func(b chat.Button) bool { return b.Says == says }) {
			t.Fatalf("nothing to tap for %q among %v", says, buttons)
		}
		p.taps(h, u, on, says)
	}
}

// bounds are the limits for a hundred moves of a game: messages, edits and taps, a little above the measured values. On
// Discord a tap edits the board: one call each, the response to the tap.
var bounds = map[string]map[string][3]int{
	"telegram": {
		"portuguese": {100, 100, 125}, "chilean": {100, 100, 150}, "eximo": {100, 110, 195}, "cage": {100, 105, 165},
		"backgammon": {100, 130, 205},
	},
	"discord": {
		"portuguese": {0, 100, 100}, "chilean": {0, 105, 105}, "eximo": {0, 170, 170}, "cage": {0, 125, 125},
		"backgammon": {0, 140, 140},
	},
}

// A whole match of each game takes no more than the bounds, and nobody is called more than once a turn.
func TestEffort(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for name, caps := range services {
			for _, g := range Games {
				if g.Further || g.Name != "eximo" && g.Name != "backgammon" && !longtest.All() {
					continue // the further ones are played as Portuguese draughts are
				}
				e := play(t, g.Name, caps)
				t.Logf("%s, %s: %s", name, g.Name, e)
				most := bounds[name][g.Name]
				for i, n := range []int{e.sent, e.edits, e.taps} {
					if 100*n > most[i]*e.moves {
						t.Errorf("%s, %s: %s: more than %v in a hundred moves", name, g.Name, e, most)
					}
				}
				if e.calls > e.sent || e.notices > 0 {
					t.Errorf("%s, %s: %s: people are called too often, or told off", name, g.Name, e)
				}
			}
		}
	})
}
