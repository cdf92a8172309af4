package guide_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A player who asks how to move, or which way, during a match is told how that game goes, and the own direction.
func TestWords_WhichWay(t *testing.T) {
	InTime(t, func(t *testing.T) {
		asks := []string{"how do I move", "which way do I go", "para que lado jogo", "como se mueve", "como se mexe",
			"hacia dónde voy"}
		for game, want := range map[string][2]string{
			"damas": {"You play White: your men go from lower numbers to higher ones",
				"You play Black: your men go from higher numbers to lower ones"},
			"10x10": {"You play White: your men go from higher numbers to lower ones",
				"You play Black: your men go from lower numbers to higher ones"},
			"russas": {"You play White: your men go from lower numbers to higher ones",
				"You play Black: your men go from higher numbers to lower ones"},
			"eximo": {"You play White: your men go from lower numbers to higher ones",
				"You play Black: your men go from higher numbers to lower ones"},
			"cage": {"You play Red: your checkers have no fixed direction",
				"You play Blue: your checkers have no fixed direction"},
			"gamao": {"You play Black: your checkers go from point 24 down to point 1",
				"You play Red: your checkers go from point 24 down to point 1"},
			"nackgammon": {"your checkers go from point 24", "your checkers go from point 24"},
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play "+game+" colour=first @rui")
			Says(h, Rui, "/accept")
			for _, text := range asks {
				d.Tells(t, h, Mentioned, Ana, text, want[0])
				d.Tells(t, h, Mentioned, Rui, text, want[1])
			}
			d.Heard()
			Mentioned(h, Ana, "which way do I go")
			if got := strings.Join(d.Heard(), "\n"); strings.Count(got, "\n") != 2 {
				t.Errorf("%s: told %q", game, got)
			}
		}
	})
}

// Whether a capture is compulsory is said of the game that is played.
func TestWords_IsCaptureCompulsory(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for game, want := range map[string]string{
			"damas": "Capturing is compulsory", "chilenas": "Capturing is compulsory", "checkers": "Capturing is compulsory",
			"10x10":  "ompulsory",
			"russas": "ompulsory", "italianas": "ompulsory", "espanholas": "ompulsory", "brasileiras": "ompulsory",
			"eximo": "Capturing is compulsory", "cage": "Jumping is not compulsory", "gamao": "A hit is not compulsory",
			"nackgammon":  "A hit is not compulsory",
			"hypergammon": "A hit is not compulsory", "portes": "A hit is not compulsory",
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			Privately(h, Ana, "/play "+game+" @house:1")
			for _, text := range []string{"do I have to capture?", "must i take", "tenho de comer?", "é obrigatório capturar?",
				"tengo que comer?", "es obligatorio capturar?"} {
				d.Tells(t, h, Privately, Ana, text, want)
			}
		}
	})
}
