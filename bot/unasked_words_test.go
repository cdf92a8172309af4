package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/storage/memory"
)

// A player who asks who has won a match that goes on is told how it stands, and is not asked to resign.
func TestAsksWhoHasLost(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for lang, all := range map[string][]string{
			"en": {"I lost?", "did I lose?", "have I lost?", "did I win?"}, "es": {"¿perdí?", "perdí?", "¿he perdido?", "¿gané?"},
			"pt": {"perdi?", "perdemos?", "então perdi?", "ganhei?"},
		} {
			stands := map[string]string{"en": "to move", "es": "Juega Ana", "pt": "Joga Ana"}[lang]
			over := map[string]string{"en": "resigns", "es": "abandona", "pt": "desiste"}[lang]
			for _, text := range all {
				asked{
					{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {text, stands}, {"/resign yes", ""},
					{text, over},
				}.hold(t)
			}
		}
	})
}

// The number of a square said by whoever is to move is that, and begins no match to as many points.
func TestSquareIsNoMatch(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, square := range map[string]string{
			"jogo a 9": "9-", "jogo o 9": "9-", "I play 9": "9-", "juego el 9": "9-", "juego a 9": "9-", "I'll move 9": "9-",
		} {
			asked{{"/play damas house level=1 colour=white", ""}, {text, square}, {"/games", "One match"}}.hold(t)
		}
		for _, text := range []string{"jogo a 3", "juego a 3", "I play a 3"} {
			asked{{"/play brazilian house level=1 colour=white", ""}, {text, "a3-"}, {"/games", "One match"}}.hold(t)
		}
		for _, text := range []string{"jogo a 5", "juego a 7", "jogo a 9"} {
			asked{{"/play brazilian house level=1 colour=white", ""}, {text, ""}, {"/games", "One match"}}.hold(t)
			asked{{"/play gamao opening=black colour=black @house:3", ""}, {text, ""}, {"/games", "One match"}}.hold(t)
		}
		asked{{"/play gamao opening=black colour=black @house:3", ""}, {"quero jogar a 5 pontos", "points: 5"},
			{"/games", "One match"}}.hold(t)
	})
}

// The bot is called politely, too, and no small word is the name of somebody.
func TestPoliteYouIsTheBot(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for lang, all := range map[string][]string{
			"pt": {"quero jogar damas contra si, por favor", "quero jogar damas contra o senhor",
				"quero jogar damas contra a senhora", "quero jogar damas contra você", "quero jogar damas com si"},
			"es": {"quiero jugar a las damas contra usted", "quiero jugar a las damas con usted, por favor",
				"quiero jugar damas contra ustedes"},
			"en": {"I'd like to play draughts against you, please", "draughts with yourself please",
				"I'd like to play draughts against you, sir"},
		} {
			for _, text := range all {
				asked{{"/language " + lang, ""}, {text, "Bot, "}}.hold(t)
			}
		}
		for lang, text := range map[string]string{"pt": "quero jogar cage contra mas", "es": "quiero jugar cage contra mas",
			"en": "I want to play cage against mas"} {
			d := newDesk()
			d.caps.Together = true
			h, _ := start(t, memory.New(), d)
			privately(h, ana, "/language "+lang)
			d.heard()
			privately(h, ana, text)
			if got := strings.Join(d.heard(), "\n"); got == "" || strings.Contains(got, " mas") || strings.Contains(got,
				"@mas") {
				t.Errorf("%q is answered with %q", text, got)
			}
		}
	})
}

// A question who is there makes no challenge, and the same wish said twice makes one.
func TestAsksWhoIsThere(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for lang, all := range map[string][]string{
			"en": {"is anybody there?", "is anyone else online?", "anybody else here?"},
			"es": {"¿hay alguien?", "¿hay alguien más conectado?", "¿hay alguien en línea?"},
			"pt": {"há mais alguém online?", "há alguém aí?", "está cá mais alguém?"},
		} {
			none := map[string]string{"en": "no match", "es": "ninguna partida", "pt": "nenhuma partida"}[lang]
			for _, text := range all {
				asked{{"/language " + lang, ""}, {text, ""}, {"/games", none}}.hold(t)
			}
		}
		asked{{"/language pt", ""}, {"quero jogar contra uma pessoa", "Ana joga contra quem aceitar"},
			{"quero jogar contra uma pessoa", "#"}, {"/games", "Uma partida"}}.hold(t)
		asked{{"/language es", ""}, {"quiero jugar contra una persona", "quien"}, {"quiero jugar contra una persona", "#"},
			{"/games", "Una partida"}}.hold(t)
		asked{{"I want to play draughts with a friend", ""}, {"I want to play draughts with a friend", "#"},
			{"/games", "One match"}}.hold(t)
		for lang, text := range map[string]string{"en": "I want to play backgammon to 3 points with rui",
			"es": "quiero jugar backgammon a 3 puntos con rui", "pt": "quero jogar gamão a 3 pontos com o rui"} {
			d := newDesk()
			d.caps.Together = true
			h, _ := start(t, memory.New(), d)
			mentioned(h, ana, "/language "+lang)
			mentioned(h, ana, text)
			mentioned(h, ana, text)
			d.heard()
			mentioned(h, ana, "/games")
			if got := strings.Join(d.heard(), "\n"); strings.Count(got, "#") != 1 {
				t.Errorf("%q said twice: %q", text, got)
			}
		}
	})
}

// The bot is the opponent of the match that has just begun already, and a player who corrects that match means no
// second one.
func TestMatchJustBegunIsMeant(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"against you", "contra ti", "I'd like to play against you", "quero jogar contra si",
			"quiero jugar contra usted", "with you"} {
			asked{{"/play gamao house level=1 points=3", "points: 3"}, {text, "points: 3"}, {"/games", "points: 3"}}.hold(t)
		}
		for lang, texts := range map[string][]string{
			"en": {"no, I wanted it to 3 points", "sorry, I meant to 3 points"},
			"es": {"no, yo lo queria a 3 puntos con cubo", "perdón, quería a 3 puntos"},
			"pt": {"não, eu queria a 3 pontos", "desculpa, queria até 3 pontos"},
		} {
			one := map[string]string{"en": "One match", "es": "Una partida", "pt": "Uma partida"}[lang]
			for _, text := range texts {
				asked{{"/language " + lang, ""}, {"/play gamao house level=4", " 4 #"}, {text, " 4 #"}, {"/games", "3):"},
					{"/games", one}}.hold(t)
			}
		}
		for lang, texts := range map[string][]string{
			"en": {"Oh no, I meant English draughts", "the English one, please"},
			"es": {"no, quería las damas inglesas", "la inglesa, por favor"},
			"pt": {"não, queria as damas inglesas", "a inglesa, por favor"},
		} {
			one := map[string]string{"en": "One match:\nEnglish", "es": "Una partida:\nDamas inglesas",
				"pt": "Uma partida:\nDamas Inglesas"}[lang]
			for _, text := range texts {
				asked{{"/language " + lang, ""}, {"/play damas house level=4", ""}, {text, " 4 #"}, {"/games", one},
					{"/games", " 4 "}}.hold(t)
			}
		}
		asked{{"/play damas house level=4 colour=white", "Portuguese"}, {"11-15", ""}, {"9-13", ""},
			{"no, I meant English draughts", ""}, {"/games", "Portuguese"}}.hold(t)
	})
}

// An author who wants to see a match is shown it, or told that there is none, and begins none.
func TestSeesTheMatchNamed(t *testing.T) {
	inTime(t, func(t *testing.T) {
		begin := asked{{"/play brazilian house level=1", ""}, {"/play gamao house level=1 points=3", ""},
			{"/play damas house level=1", ""}}
		for text, want := range map[string]string{
			"show me the Brazilian game": "Brazilian", "Let me see the backgammon match to 3 points": "points: 3",
			"dejame ver la partida de backgammon a 3 puntos": "points: 3",
			"muéstrame la partida de damas brasileñas":       "Brazilian", "ver mi partida de damas brasileñas": "Brazilian",
			"mostra-me a partida de brasileiras":    "Brazilian",
			"leva-me à partida de gamão a 3 pontos": "points: 3", "take me back to the backgammon game": "points: 3",
			"volver a la partida de backgammon": "points: 3",
		} {
			append(begin[:3:3], asked{{text, want}, {"/games", "3 matches"}}...).hold(t)
		}
		for _, text := range []string{"take me back to the English draughts game", "ver mi partida de damas chilenas",
			"mostra-me a partida de damas chilenas", "show me the Cage game", "muestrame mi partida de cage"} {
			append(begin[:3:3], asked{{text, "You play in no match"}, {"/games", "3 matches"}}...).hold(t)
			asked{{text, "no game"}, {"/games", "no match"}}.hold(t)
		}
		for _, text := range []string{"show me the backgammon board", "muéstrame el tablero de backgammon",
			"mostra o tabuleiro de gamão"} {
			asked{{"/play cage house level=1", ""}, {text, "You play in no match"}}.hold(t)
			asked{{text, "no game"}}.hold(t)
		}
	})
}

// A letter, or a yes or no with more words, answers an open question, and so does a yes after something else was said.
func TestAnswersInMoreWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"y": "wins", "s": "wins", "n": "goes on", "No, I'd rather go on": "goes on", "no, mejor no": "goes on",
			"no, seguir": "goes on", "não, prefiro continuar": "goes on",
			"sim, desisto": "wins", "sí, me rindo": "wins", "yes, resign": "wins", "yes, I resign": "wins",
			"sim, quero desistir": "wins",
		} {
			asked{{"/play damas house level=1 colour=white", ""}, {"I resign", "Do you really"}, {text, want}}.hold(t)
		}
		for _, text := range []string{"who is winning?", "quem está a ganhar?", "¿quién va ganando?"} {
			asked{{"/play damas house level=1 colour=white", ""}, {"I resign", "Do you really"}, {text, ""},
				{"yes", "wins"}}.hold(t)
		}
		asked{{"/play damas house level=1 colour=white", ""}, {"I resign", "Do you really"}, {"9-13", ""},
			{"yes", "not waiting"}}.hold(t)
		for lang, text := range map[string]string{"en": "yes, forget everything", "es": "si, borra todo",
			"pt": "sim, apaga tudo"} {
			asked{{"/language " + lang, ""}, {"/play damas house level=1", ""}, {"/forget", ""}, {text, ""},
				{"/games", map[string]string{"en": "no match", "es": "no match", "pt": "no match"}[lang]}}.hold(t)
		}
	})
}

// A challenge is accepted where a double would be, if none was offered, and by no yes that may be for something else.
func TestAcceptsTheChallenge(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"acepto", "aceito", "I accept", "accept"} {
			d := newDesk()
			h, _ := start(t, memory.New(), d)
			says(h, ana, "/play gamao house level=1")
			says(h, rui, "/play damas @ana")
			d.tells(t, h, mentioned, ana, text, "to move")
		}
		for _, text := range []string{"si", "yes", "sim"} {
			d := newDesk()
			h, _ := start(t, memory.New(), d)
			says(h, rui, "/play damas @ana")
			says(h, ana, "/play cage house level=1")
			d.heard()
			says(h, ana, text)
			if got := strings.Join(d.heard(), "\n"); strings.Contains(got, "Portuguese") {
				t.Errorf("%q is answered with %q", text, got)
			}
		}
	})
}

// A puzzle is given up by those who have set it since the last move of their match, and by nobody else.
func TestGivesUpWhatCameLast(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"I give up", "me rindo", "desisto"} {
			asked{{"/play damas house level=1 colour=white", ""}, {"/puzzle damas", ""}, {text, "The solution"}}.hold(t)
			asked{{"/puzzle damas", ""}, {"/play damas house level=1 colour=white", ""}, {text, "really want to resign"}}.hold(t)
			d := newDesk()
			h, _ := start(t, memory.New(), d)
			says(h, rui, "/puzzle damas")
			d.heard()
			mentioned(h, ana, text)
			if got := strings.Join(d.heard(), "\n"); strings.Contains(got, "The solution") {
				t.Errorf("%q gives up the puzzle of another: %q", text, got)
			}
		}
	})
}
