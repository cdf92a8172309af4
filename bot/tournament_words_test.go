package bot_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// Those whom a sentence names that may mean a tournament are told of when that is chosen, by a button or a yes.
func TestSuggestedTournamentKeepsNames(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"maybe a draughts tournament with Mia", "talvez um torneio de damas com a Mia",
			"quizás un torneo de damas con Mia"} {
			for _, yes := range []bool{false, true} {
				d := newDesk()
				h, _ := start(t, memory.New(), d)
				mentioned(h, ana, text)
				m := d.last(t)
				e := eventOf(ana, m.m.Buttons[0][0].Says)
				if e.Tap, e.Pressed, e.Addressed = true, "m1", true; yes {
					e = eventOf(ana, "1")
					e.Addressed, e.Quoted = true, chat.Plain(m.m.Text)
					if len(m.m.Buttons) == 1 {
						e.Text = "yes"
					}
				}
				d.heard()
				hear(h, e)
				if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "announces a tournament") ||
					!strings.Contains(got, "Mia") {
					t.Errorf("%s: yes %v: told %q", text, yes, got)
				}
			}
		}
	})
}

// Those who are named with a tournament and are not known here are named in the answer, with how they join.
func TestTournamentNamesStrangers(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string][]string{
			"tournament with mia and raj": {"Which game?", "I enter nobody myself (mia, raj)",
				"/tournament join"},
			"draughts tournament with mia and raj": {"announces a tournament",
				"mia, raj: I cannot tell who that is"},
			"torneio de damas com a mia e o raj": {"announces a tournament",
				"mia, raj: I cannot tell who that is"},
			"torneo de damas con Mía, Raj y @rui": {"announces a tournament",
				"Mía, Raj: I cannot tell who that is", "Rui, you are called to this tournament"},
			"organiza um torneio de damas com a Mia, o Raj e a Eva": {"announces a tournament",
				"Mia, Raj, Eva: I cannot tell who that is"},
		} {
			d := newDesk()
			h, _ := start(t, memory.New(), d)
			for _, part := range want {
				d.tells(t, h, beside, ana, text, part)
				says(h, ana, "/tournament call-off yes")
			}
		}
		for _, text := range []string{"draughts tournament with my friends", "torneio de damas com os amigos",
			"torneo de damas con mis amigos"} {
			d := newDesk()
			h, _ := start(t, memory.New(), d)
			mentioned(h, ana, text)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "announces a tournament") ||
				strings.Contains(got, "who that is") {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// An organiser is told, in the table, that to announce a tournament is not to join it.
func TestOrganiserIsNoEntrant(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		const outside = "Ana has not joined yet: /tournament #"
		d.tells(t, h, says3, ana, "/tournament damas", outside)
		says(h, rui, "/tournament join")
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, outside) {
			t.Errorf("after another one has joined: told %q", got)
		}
		says(h, ana, "/tournament join")
		if got := strings.Join(d.heard(), "\n"); strings.Contains(got, outside) || !strings.Contains(got, "2 have joined") {
			t.Errorf("after the organiser has joined: told %q", got)
		}
	})
}

// A system that a sentence names is that of the tournament.
func TestTournamentSystemInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"round robin of backgammon":                    "(all play all)",
			"lets do a draughts round robin":               "(all play all)",
			"torneio de damas todos contra todos":          "(all play all)",
			"todos contra todos de damas":                  "(all play all)",
			"torneo de damas, todos contra todos":          "(all play all)",
			"draughts cup":                                 "(cup)",
			"torneio de damas com eliminatórias":           "(cup)",
			"taça de damas":                                "(cup)",
			"copa de backgammon":                           "(cup)",
			"organise a draughts knockout":                 "(cup)",
			"draughts tournament":                          "(Swiss)",
			"draughts tournament, everyone plays everyone": "(all play all)",
		} {
			d := newDesk()
			h, _ := start(t, memory.New(), d)
			d.tells(t, h, mentioned, ana, text, want)
		}
	})
}

// A day that a sentence names is that on which the tournament starts.
func TestTournamentStartInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		friday := time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC)
		for text, want := range map[string]string{
			"draughts tournament starts on sunday":               "or on 2026-11-29 12:00",
			"draughts tournament starting tomorrow at 8pm":       "or on 2026-11-28 20:00",
			"torneio de damas, começa sábado":                    "or on 2026-11-28 12:00",
			"torneio de damas que começa sábado às 20h":          "or on 2026-11-28 20:00",
			"torneo de damas que empieza el domingo a las 20:00": "or on 2026-11-29 20:00",
			"torneo de damas, empieza mañana":                    "or on 2026-11-28 12:00",
			"draughts tournament in 2 days":                      "or on 2026-11-29 18:00",
			"torneio de damas daqui a 2 dias":                    "or on 2026-11-29 18:00",
			"torneo de damas en 2 días":                          "or on 2026-11-29 18:00",
			"torneo de damas dentro de 3 horas":                  "or on 2026-11-27 21:00",
			"draughts tournament":                                "It begins when Ana says so.",
			"draughts tournament today at 18:30":                 "cannot begin at that time by itself",
		} {
			d := newDesk()
			h, _ := start(t, memory.New(), d, func(c *bot.Config) { c.Now = func() time.Time { return friday } })
			d.tells(t, h, mentioned, ana, text, want)
		}
	})
}

// A person who says "I'm in" joins the tournament that takes entries.
func TestInATournament(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"i'm in", "im in", "I'm in!", "entro", "eu entro", "yo entro", "alinho", "me apunto",
			"count me in", "conta comigo"} {
			d := newDesk()
			h, _ := start(t, memory.New(), d)
			says(h, ana, "/tournament damas")
			d.tells(t, h, mentioned, rui, text, "you are in tournament #")
			d.tells(t, h, mentioned, rui, text, "already")
		}
	})
}

// While a tournament gathers, "let's start" begins it, or tells whoever may not.
func TestBeginsATournament(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{
			"lets start", "let's start!", "begin now", "start", "ok let's begin", "vamos começar", "começa já", "comecemos",
			"empecemos", "vamos empezar", "ya empecemos",
		} {
			d := newDesk()
			h, _ := start(t, memory.New(), d)
			says(h, ana, "/tournament damas")
			says(h, rui, "/tournament join")
			says(h, chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}, "/tournament join")
			d.tells(t, h, mentioned, rui, text, "Only the organiser")
			d.tells(t, h, mentioned, ana, text, "Round 1")
		}
		d := newDesk()
		h, _ := start(t, memory.New(), d)
		d.tells(t, h, mentioned, ana, "let's start", "Which game?")
		says(h, ana, "/tournament damas")
		says(h, rui, "/tournament join")
		if mentioned(h, ana, "let's start a game of cage"); strings.Contains(strings.Join(d.heard(), "\n"), "Round 1") {
			t.Error("a wish for a game begins the tournament")
		}
	})
}

// Right after a tournament was announced "I'm in" joins it, also said to nobody; later it is talk.
func TestInSaidToNobody(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"I'm in", "im in!", "count me in", "alinho", "conta comigo", "me apunto"} {
			d, evening := newDesk(), time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC)
			var passed atomic.Int64
			h, _ := start(t, memory.New(), d, func(c *bot.Config) {
				c.Now = func() time.Time { return evening.Add(time.Duration(passed.Load())) }
			})
			d.heard()
			if says(h, rui, text); len(d.heard()) > 0 {
				t.Errorf("%s: heard where no tournament gathers", text)
			}
			says(h, ana, "/tournament damas")
			d.tells(t, h, says3, rui, text, "you are in tournament #")
			if says(h, rui, text); len(d.heard()) > 0 {
				t.Errorf("%s: heard twice", text)
			}
			passed.Store(int64(2 * time.Hour))
			if says(h, chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}, text); len(d.heard()) > 0 {
				t.Errorf("%s: heard long after", text)
			}
		}
	})
}

// The table or the matches answer who takes part, and against whom.
func TestWhoIsInATournament(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/tournament damas")
		says(h, rui, "/tournament join")
		in := []string{"who is in?", "whos in", "who joined?", "quem está inscrito", "quem é que entrou?",
			"quién está apuntado?", "quiénes están inscritos"}
		whom := []string{"who do I play?", "who am i playing", "contra quem jogo", "com quem jogo", "con quién juego",
			"contra quién juego?"}
		for _, text := range append(in, whom...) {
			d.tells(t, h, mentioned, rui, text, "1 has joined: Rui.")
		}
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		says(h, eva, "/tournament join")
		says(h, ana, "/tournament begin")
		for _, text := range whom {
			d.tells(t, h, mentioned, rui, text, "One match:")
		}
		for _, text := range in {
			d.tells(t, h, mentioned, rui, text, "Round 1")
		}
	})
}

// says3 says a text in the group, as a command.
func says3(h chat.Handler, who chat.User, text string) { says(h, who, text) }

// beside mentions Rui, too.
func beside(h chat.Handler, who chat.User, text string) {
	e := eventOf(who, text)
	e.Addressed, e.Mentions = true, []chat.User{rui}
	hear(h, e)
}
