package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/storage/memorytest"
)

// A player who asks how to move, or which way, during a match is told how that game goes, and the own direction.
func TestWhichWay(t *testing.T) {
	inTime(t, func(t *testing.T) {
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
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/play "+game+" colour=first @rui")
			says(h, rui, "/accept")
			for _, text := range asks {
				d.tells(t, h, mentioned, ana, text, want[0])
				d.tells(t, h, mentioned, rui, text, want[1])
			}
			d.heard()
			mentioned(h, ana, "which way do I go")
			if got := strings.Join(d.heard(), "\n"); strings.Count(got, "\n") != 2 {
				t.Errorf("%s: told %q", game, got)
			}
		}
	})
}

// Whether a capture is compulsory is said of the game that is played.
func TestIsCaptureCompulsory(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for game, want := range map[string]string{
			"damas": "Capturing is compulsory", "chilenas": "Capturing is compulsory", "checkers": "Capturing is compulsory",
			"10x10":  "ompulsory",
			"russas": "ompulsory", "italianas": "ompulsory", "espanholas": "ompulsory", "brasileiras": "ompulsory",
			"eximo": "Capturing is compulsory", "cage": "Jumping is not compulsory", "gamao": "A hit is not compulsory",
			"nackgammon":  "A hit is not compulsory",
			"hypergammon": "A hit is not compulsory", "portes": "A hit is not compulsory",
		} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			h.grants = d
			privately(h, ana, "/play "+game+" @house:1")
			for _, text := range []string{"do I have to capture?", "must i take", "tenho de comer?", "é obrigatório capturar?",
				"tengo que comer?", "es obligatorio capturar?"} {
				d.tells(t, h, privately, ana, text, want)
			}
		}
	})
}
