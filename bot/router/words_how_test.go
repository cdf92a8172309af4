package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A person who asks how something is done is told how, with the button that does it; it is not done.
func TestWords_HowIsAnswered(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"how do I take back": "/undo", "how do I undo?": "/undo", "como volto atrás?": "/desfazer",
			"cómo deshago?": "/deshacer", "cómo deshago una jugada": "/deshacer",
			"how do I resign": "/resign", "como desisto": "/desistir", "cómo me rindo": "/abandonar",
			"how do I offer a draw": "/draw", "como ofereço empate?": "/empate", "cómo ofrezco tablas": "/tablas",
			"how do I cancel": "/cancel", "como cancelo": "/cancelar", "cómo cancelo": "/cancelar",
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			for language, word := range map[string]string{"/language pt": "como", "/language es": "cómo",
				"/language en": "how"} {
				if strings.Contains(text, word) {
					Privately(h, Ana, language)
				}
			}
			Privately(h, Ana, "/play damas @house:1 colour=white")
			Privately(h, Ana, "11-15")
			d.Heard()
			Privately(h, Ana, text)
			m := d.Last(t).M
			if got := chat.PlainText(m.Text); !strings.HasPrefix(got, want+" ") {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// A person who asks how one plays against the bot, or doubles, has nothing begun or doubled by it.
func TestWords_HowBeginsNothing(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"how do I play against the bot", "como jogo contra o bot", "cómo juego contra el bot"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			if got := d.Asks(h, Ana, text); got == "" || strings.Contains(got, "#") {
				t.Errorf("%s: told %q", text, got)
			}
		}
		for _, text := range []string{"how do I double", "como dobro", "cómo doblo"} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			Says(h, Ana, "/play gamao opening=black colour=black @rui")
			Says(h, Rui, "/accept")
			PlayOn(t, h, store, 1)
			d.Heard()
			Mentioned(h, Rui, text)
			if got := strings.Join(d.Heard(), "\n"); got == "" || strings.Contains(got, "At stake") {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// Words that propose something are no question how it is done.
func TestWords_HowAboutProposes(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		h.Grants = d
		Privately(h, Ana, "/play damas @house:1 colour=white")
		Privately(h, Ana, "11-15")
		d.Tells(t, h, Privately, Ana, "how about a draw", "Ana offers a draw.")
	})
}

// A person who says to wait takes no move back by it.
func TestWords_WaitTakesNothingBack(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"wait", "hold on", "sorry", "espera", "peraí", "¡espera!", "espera un momento"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Privately(h, Ana, "/play damas @house:1 colour=white")
			Privately(h, Ana, "11-15")
			if got := d.Asks(h, Ana, text); strings.Contains(got, "taken back") || strings.Contains(got, "read that as a move") {
				t.Errorf("%s: told %q", text, got)
			}
		}
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d)
		Privately(h, Ana, "/play damas @house:1 colour=white")
		Privately(h, Ana, "11-15")
		h.Grants = d
		d.Tells(t, h, Privately, Ana, "oops, undo", "Move taken back.")
	})
}

// A person who doubts the dice is told how they come about, and led to what shows it where there are some.
func TestWords_DoubtsTheDice(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"are the dice rigged", "os dados estão viciados", "los dados están trucados"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			d.Tells(t, h, Privately, Ana, text, "I do not choose the dice")
			Privately(h, Ana, "/play gamao @house:1")
			d.Tells(t, h, Privately, Ana, text, "I do not choose the dice")
			d.Tells(t, h, Privately, Ana, "/dice", "Seal of the dice")
		}
	})
}

// The words of people without a match, or in one, are answered by what they ask for.
func TestWords_More(t *testing.T) {
	InTime(t, func(t *testing.T) {
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
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Privately(h, Ana, "/play damas @house:1 colour=white")
			d.Tells(t, h, Privately, Ana, text, want)
		}
	})
}

// The section of the rules on the last row says that a man is crowned there.
func TestWords_LastRowCrowns(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, game := range []string{"brazilian", "international", "russian"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			d.Tells(t, h, Privately, Ana, "/rules "+game+" last", "becomes a king")
		}
	})
}
