package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// A person who asks how something is done is told how, with the button that does it; it is not done.
func TestHowIsAnswered(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"how do I take back": "/undo", "how do I undo?": "/undo", "como volto atrás?": "/desfazer",
			"cómo deshago?": "/deshacer", "cómo deshago una jugada": "/deshacer",
			"how do I resign": "/resign", "como desisto": "/desistir", "cómo me rindo": "/abandonar",
			"how do I offer a draw": "/draw", "como ofereço empate?": "/empate", "cómo ofrezco tablas": "/tablas",
			"how do I cancel": "/cancel", "como cancelo": "/cancelar", "cómo cancelo": "/cancelar",
		} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			h.grants = d
			for language, word := range map[string]string{"/language pt": "como", "/language es": "cómo",
				"/language en": "how"} {
				if strings.Contains(text, word) {
					privately(h, ana, language)
				}
			}
			privately(h, ana, "/play damas @house:1 colour=white")
			privately(h, ana, "11-15")
			d.heard()
			privately(h, ana, text)
			m := d.last(t).m
			if got := chat.Plain(m.Text); !strings.HasPrefix(got, want+" ") {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// A person who asks how one plays against the bot, or doubles, has nothing begun or doubled by it.
func TestHowBeginsNothing(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"how do I play against the bot", "como jogo contra o bot", "cómo juego contra el bot"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			if got := d.asks(h, ana, text); got == "" || strings.Contains(got, "#") {
				t.Errorf("%s: told %q", text, got)
			}
		}
		for _, text := range []string{"how do I double", "como dobro", "cómo doblo"} {
			store, d := memorytest.New(), newDesk()
			h, _ := start(t, store, d)
			says(h, ana, "/play gamao opening=black colour=black @rui")
			says(h, rui, "/accept")
			playOn(t, h, store, 1)
			d.heard()
			mentioned(h, rui, text)
			if got := strings.Join(d.heard(), "\n"); got == "" || strings.Contains(got, "At stake") {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// Words that propose something are no question how it is done.
func TestHowAboutProposes(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		h.grants = d
		privately(h, ana, "/play damas @house:1 colour=white")
		privately(h, ana, "11-15")
		d.tells(t, h, privately, ana, "how about a draw", "Ana offers a draw.")
	})
}

// A person who says to wait takes no move back by it.
func TestWaitTakesNothingBack(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"wait", "hold on", "sorry", "espera", "peraí", "¡espera!", "espera un momento"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			privately(h, ana, "/play damas @house:1 colour=white")
			privately(h, ana, "11-15")
			if got := d.asks(h, ana, text); strings.Contains(got, "taken back") || strings.Contains(got, "read that as a move") {
				t.Errorf("%s: told %q", text, got)
			}
		}
		d := newDesk()
		h, _ := start(t, memorytest.New(), d)
		privately(h, ana, "/play damas @house:1 colour=white")
		privately(h, ana, "11-15")
		h.grants = d
		d.tells(t, h, privately, ana, "oops, undo", "Move taken back.")
	})
}

// A person who doubts the dice is told how they come about, and led to what shows it where there are some.
func TestDoubtsTheDice(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"are the dice rigged", "os dados estão viciados", "los dados están trucados"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			d.tells(t, h, privately, ana, text, "I do not choose the dice")
			privately(h, ana, "/play gamao @house:1")
			d.tells(t, h, privately, ana, text, "I do not choose the dice")
			d.tells(t, h, privately, ana, "/dice", "Seal of the dice")
		}
	})
}

// The words of people without a match, or in one, are answered by what they ask for.
func TestMoreWordsUnderstood(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"vc é um robô?": "I am a program", "é um robô?": "I am a program", "are you a bot?": "I am a program",
			"who is winning the tournament": "no tournament here", "quem está a ganhar o torneio": "no tournament here",
			"quién va ganando el torneo": "no tournament here", "now what?": "Ana (⚪) to move", "e agora?": "Ana (⚪) to move",
			"¿y ahora?": "Ana (⚪) to move", "turn the board around": "Ana (⚪) to move", "vire o tabuleiro": "Ana (⚪) to move",
			"how do two of us share the keyboard": "challenge", "como dividimos o teclado?": "challenge",
			"cómo compartimos el teclado entre dos": "challenge", "¿te he ganado?": "Ana (⚪) to move", "te gané?": "Ana (⚪) to move",
			"¿es obligación comer?": "Capturing is compulsory.", "é obrigação comer?": "Capturing is compulsory.",
			"o que é o sopro": "Chilean draughts", "qué es soplar": "Chilean draughts", "what is huffing": "Chilean draughts",
		} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			privately(h, ana, "/play damas @house:1 colour=white")
			d.tells(t, h, privately, ana, text, want)
		}
	})
}

// The section of the rules on the last row says that a man is crowned there.
func TestLastRowCrowns(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, game := range []string{"brazilian", "international", "russian"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			d.tells(t, h, privately, ana, "/rules "+game+" last", "becomes a king")
		}
	})
}
