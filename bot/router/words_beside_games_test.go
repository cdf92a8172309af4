package router_test

import (
	"testing"

	. "tabuleiro/bot/desktest"
)

// Words beside a match are answered shortly, and are no move: who plays, what was rolled, courtesy, and what the bot
// is.
func TestWords_BesideGames(t *testing.T) {
	InTime(t, func(t *testing.T) {
		Asked{
			{"/play gamao @house:1", ""},
			{"which dice did I roll?", "to play"}, {"¿qué números saqué?", "to play"}, {"que dados me saíram?", "to play"},
			{"how many moves did we play?", "Moves made: "}, {"quantos lances fiz?", "Moves made: "},
			{"¿cuántas jugadas llevamos?", "Moves made: "},
			{"who has the black pieces?", "Ana has black"}, {"qual é a minha cor?", "Ana has black"},
			{"¿quién tiene las negras?", "Ana has black"},
			{"what game is this?", "Backgammon"}, {"que jogo é este?", "Backgammon"}, {"¿qué juego es este?", "Backgammon"},
			{"how strong is the bot?", "at level 1"}, {"qual o nível do bot?", "at level 1"},
			{"¿qué nivel tiene el bot?", "at level 1"},
			{"who starts?", "Setup"},
			{"who are you?", "I am a program"}, {"quem te fez?", "I am a program"}, {"es una ia?", "I am a program"},
			{"is it free?", "is free"}, {"isto é pago?", "is free"}, {"¿cuesta algo?", "is free"},
			{"what time is it?", "London"}, {"que horas são?", "London"}, {"¿qué hora es?", "London"},
			{"how are you?", "All well"}, {"como está?", "All well"}, {"¿cómo estás?", "All well"},
			{"volto já", "See you!"}, {"ya vuelvo", "See you!"}, {"back in a minute", "See you!"}, {"good night", "See you!"},
			{"merda", "-"}, {"bolas", "-"}, {"mierda", "-"}, {"shit", "-"}, {"percebi", "-"}, {"entendido", "-"},
			{"understood", "-"},
			{"posso pensar um bocadinho?", "without a time limit"},
			{"déjame pensar", "without a time limit"},
			{"juega por mí", "I do not move for you"},
		}.Grant(t)
		Asked{{"que horas são?", "London"}}.Grant(t)
	})
}

// Several games that are compared have the gist of each; the names of kinds of draughts are not taken for draughts
// alone.
func TestWords_GamesCompared(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for says, told := range map[string][]string{
			"What is the difference between backgammon and nackgammon?":     {"Backgammon", "Nackgammon"},
			"qual é a diferença entre damas e cage?":                        {"Portuguese draughts", "Cage"},
			"¿qué diferencia hay entre las damas chilenas y las españolas?": {"Chilean draughts", "Spanish draughts"},
		} {
			for _, one := range told {
				Asked{{says, one}}.Hold(t)
			}
		}
	})
}

// A match is begun with all that is said of it at once, and against the bot where its level is named.
func TestWords_BegunWithDetails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for says, told := range map[string]string{
			"quiero jugar backgammon a 3 puntos con cubo, facil":                            "Bot, level 1",
			"I'd like to play backgammon with you to 3 points with the doubling cube, easy": "points: 3",
			"quiero jugar damas chilenas contra el bot con reloj de 5 minutos":              "5 minutes",
			"quero uma partida de damas contra ti com relógio de 10 minutos":                "10 minutes",
			"queria uma partida de damas mas sou muito fraquinha":                           "Bot, level 1",
			"Quero jogar Gamão, se faz favor, mas devagarinho":                              "Backgammon: ⚫ Ana",
			"está bem, vamos jogar cage contra ti, mas fácil":                               "Cage: 🔴 Ana",
			"queria jogar às damas com a minha amiga Rosa que está aqui ao lado":            "Rosa",
			"un problema de cubo": "Take or drop?", "um problema de dobrar": "Take or drop?",
			"a backgammon cube puzzle please": "Take or drop?",
		} {
			Asked{{says, told}}.Grant(t)
		}
		Asked{{"un problema de cubo", ""}, {"drop it", "drop"}}.Grant(t)
		Asked{{"/play gamao @house:1", ""}, {"Why can't I move 24 to 13?", "24"},
			{"por que no puedo mover de la 24 a la 13?", "24"}}.Grant(t)
		Asked{{"/play chilenas @house:1", ""}, {"que pasa si no como?", "Which capture"}}.Grant(t)
	})
}
