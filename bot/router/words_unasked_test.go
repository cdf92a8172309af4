package router_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A player who asks who has won a match that goes on is told how it stands, and is not asked to resign.
func TestWords_WhoHasLost(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, all := range map[string][]string{
			"en": {"did I lose?", "have I lost?", "did I win?"}, "es": {"¿perdí?", "perdí?", "¿he perdido?", "¿gané?"},
			"pt": {"perdi?", "perdemos?", "então perdi?", "ganhei?"},
		} {
			stands := map[string]string{"en": "to move", "es": "Juega Ana", "pt": "Joga Ana"}[lang]
			over := map[string]string{"en": "resigns", "es": "abandona", "pt": "desiste"}[lang]
			for _, text := range all {
				Asked{
					{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {text, stands}, {"/resign yes", ""},
					{text, over},
				}.Grant(t)
			}
		}
	})
}

// The bot is called politely, too, and no small word is the name of somebody.
func TestWords_PoliteYouIsTheBot(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, all := range map[string][]string{
			"pt": {"quero jogar damas contra si, por favor", "quero jogar damas contra o senhor",
				"quero jogar damas contra a senhora", "quero jogar damas contra você", "quero jogar damas com si"},
			"es": {"quiero jugar a las damas contra usted", "quiero jugar a las damas con usted, por favor",
				"quiero jugar damas contra ustedes"},
			"en": {"I'd like to play draughts against you, please", "draughts with yourself please",
				"I'd like to play draughts against you, sir"},
		} {
			for _, text := range all {
				Asked{{"/language " + lang, ""}, {text, "Bot, "}}.Grant(t)
			}
		}
		for lang, text := range map[string]string{"pt": "quero jogar cage contra mas", "es": "quiero jugar cage contra mas"} {
			d := NewDesk()
			d.Can.Together = true
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			Privately(h, Ana, "/language "+lang)
			d.Heard()
			Privately(h, Ana, text)
			if got := strings.Join(d.Heard(), "\n"); got == "" || strings.Contains(got, " mas") || strings.Contains(got,
				"@mas") {
				t.Errorf("%q is answered with %q", text, got)
			}
		}
	})
}

// A question who is there makes no challenge, and the same wish said twice makes one.
func TestWords_WhoIsThere(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, all := range map[string][]string{
			"en": {"is anybody there?", "is anyone else online?", "anybody else here?"},
			"es": {"¿hay alguien?", "¿hay alguien más conectado?", "¿hay alguien en línea?"},
			"pt": {"há mais alguém online?", "há alguém aí?", "está cá mais alguém?"},
		} {
			none := map[string]string{"en": "no match", "es": "ninguna partida", "pt": "nenhuma partida"}[lang]
			for _, text := range all {
				Asked{{"/language " + lang, ""}, {text, ""}, {"/games", none}}.Hold(t)
			}
		}
		Asked{{"/language pt", ""}, {"quero jogar contra uma pessoa", "Ana joga contra quem aceitar"},
			{"quero jogar contra uma pessoa", "#"}, {"/games", "Uma partida"}}.Grant(t)
		Asked{{"/language es", ""}, {"quiero jugar contra una persona", "quien"}, {"quiero jugar contra una persona", "#"},
			{"/games", "Una partida"}}.Grant(t)
		Asked{{"I want to play draughts with a friend", ""}, {"I want to play draughts with a friend", "#"},
			{"/games", "One match"}}.Grant(t)
		for lang, text := range map[string]string{"en": "I want to play backgammon to 3 points with rui",
			"es": "quiero jugar backgammon a 3 puntos con rui", "pt": "quero jogar gamão a 3 pontos com o rui"} {
			d := NewDesk()
			d.Can.Together = true
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			Mentioned(h, Ana, "/language "+lang)
			Mentioned(h, Ana, text)
			Mentioned(h, Ana, text)
			d.Heard()
			Mentioned(h, Ana, "/games")
			if got := strings.Join(d.Heard(), "\n"); strings.Count(got, "#") != 1 {
				t.Errorf("%q said twice: %q", text, got)
			}
		}
	})
}

// A letter, or a yes or no with more words, answers an open question, and so does a yes after something else was said.
func TestWords_AnswersInMoreWords(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"y": "wins", "s": "wins", "n": "goes on", "No, I'd rather go on": "goes on", "no, mejor no": "goes on",
			"no, seguir": "goes on", "não, prefiro continuar": "goes on",
			"sim, desisto": "wins", "sí, me rindo": "wins", "yes, resign": "wins", "yes, I resign": "wins",
			"sim, quero desistir": "wins",
		} {
			Asked{{"/play damas house level=1 colour=white", ""}, {"I resign", "Do you really"}, {text, want}}.Hold(t)
		}
		for _, text := range []string{"who is winning?", "quem está a ganhar?", "¿quién va ganando?"} {
			Asked{{"/play damas house level=1 colour=white", ""}, {"I resign", "Do you really"}, {text, ""},
				{"yes", "wins"}}.Hold(t)
		}
		Asked{{"/play damas house level=1 colour=white", ""}, {"I resign", "Do you really"}, {"9-13", ""},
			{"yes", "not waiting"}}.Hold(t)
		for lang, text := range map[string]string{"en": "yes, forget everything", "es": "si, borra todo",
			"pt": "sim, apaga tudo"} {
			Asked{{"/language " + lang, ""}, {"/play damas house level=1", ""}, {"/forget", ""}, {text, ""},
				{"/games", map[string]string{"en": "no match", "es": "no match", "pt": "no match"}[lang]}}.Hold(t)
		}
	})
}

// A challenge is accepted where a double would be, if none was offered, and by no yes that may be for something else.
func TestWords_AcceptsTheChallenge(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"acepto", "aceito", "I accept", "accept"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play gamao house level=1")
			Says(h, Rui, "/play damas @ana")
			d.Tells(t, h, Mentioned, Ana, text, "to move")
		}
		for _, text := range []string{"si", "yes", "sim"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Rui, "/play damas @ana")
			Says(h, Ana, "/play cage house level=1")
			d.Heard()
			Says(h, Ana, text)
			if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, "Portuguese") {
				t.Errorf("%q is answered with %q", text, got)
			}
		}
	})
}

// A puzzle is given up by those who have set it since the last move of their match, and by nobody else.
func TestWords_GivesUpWhatCameLast(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"I give up", "me rindo", "desisto"} {
			Asked{{"/play damas house level=1 colour=white", ""}, {"/puzzle damas", ""}, {text, "The solution"}}.Grant(t)
			Asked{{"/puzzle damas", ""}, {"/play damas house level=1 colour=white", ""}, {text, "really want to resign"}}.Grant(t)
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Rui, "/puzzle damas")
			d.Heard()
			Mentioned(h, Ana, text)
			if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, "The solution") {
				t.Errorf("%q gives up the puzzle of another: %q", text, got)
			}
		}
	})
}
