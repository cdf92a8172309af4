package router_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
)

// A player who asks whether a piece can be taken sees the moves, and no move is taken back.
func TestWords_MayTakeIsNoUndo(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, all := range map[string]struct{ texts, has string }{
			"en": {"can I take that piece|can I take that?|can I capture that piece?|may I take this one|can I take it", "Ana has"},
			"es": {"puedo comer esa pieza?|¿puedo comer esa?|puedo capturar esa ficha|me puedo comer esa", "Ana tiene"},
			"pt": {"posso comer essa?|posso comer essa pedra|posso apanhar essa peça?|posso capturar esta|posso pegar essa?",
				"Ana tem"},
		} {
			for text := range strings.SplitSeq(all.texts, "|") {
				Asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {"11-15", ""},
					{text, all.has}}.Grant(t)
			}
		}
	})
}

// A player who asks why the bot made its move reads how it chooses.
func TestWords_WhyItPlayed(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string]struct{ texts, chooses string }{
			"en": {"why did you play that?|why did you do that|why that move?|why did you move there", "I look ahead"},
			"es": {"¿por qué jugaste eso?|por qué jugaste esa?|por qué hiciste eso?|por qué moviste ahí|por que jugo eso",
				"Miro"},
			"pt": {"porque jogaste isso?|PQ JOGOU ISSO|pq vc jogou isso|pq vc fez isso|porque é que fizeste isso", "Olho para"},
		} {
			for text := range strings.SplitSeq(c.texts, "|") {
				Asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=black", ""}, {text, c.chooses}}.Hold(t)
			}
		}
	})
}

// Short words that people say while they play are understood in each language.
func TestWords_ShortWhilePlaying(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, all := range map[string][][2]string{
			"en": {{"later|enough for today|maybe later", "See you"}, {"what did you just do", "1. "},
				{"what was your last move", "Bot: "},
				{"how do I play this", "diagonally"}},
			"es": {{"después sigo|basta por hoy|luego sigo", "Hasta pronto"}, {"qué jugada hiciste|qué moviste?", "1. "},
				{"cómo se juega esto", "diagonal"}},
			"pt": {{"depois|mais logo continuo|chega por hoje", "Até à próxima"}, {"que jogada fizeste|qual lance vc fez", "1. "},
				{"como joga isso|como e que se joga isto", "diagonal"}, {"desisto nao, brincadeira|desisto não", ""}},
		} {
			for _, c := range all {
				for text := range strings.SplitSeq(c[0], "|") {
					Asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {"11-15", ""},
						{text, c[1]}}.Grant(t)
				}
			}
		}
	})
}

// Under a puzzle the answer is given to the one who asks for it, and another puzzle to the one who skips it.
func TestWords_AnswerAndSkip(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string][2]string{"en": {"the answer please|what's the answer", "skip|skip this one"},
			"es": {"la respuesta|cuál es la respuesta?", "saltar este"},
			"pt": {"resposta|qual é a resposta?", "pula|pula essa"}} {
			solved := map[string]string{"en": "The solution", "es": "La solución", "pt": "A solução"}[lang]
			for text := range strings.SplitSeq(c[0], "|") {
				Asked{{"/language " + lang, ""}, {"/puzzle damas", "🧩 1"}, {text, solved}}.Grant(t)
			}
			for text := range strings.SplitSeq(c[1], "|") {
				Asked{{"/language " + lang, ""}, {"/puzzle damas", "🧩 1"}, {text, "🧩 2"}}.Grant(t)
			}
		}
	})
}

// Where every line is answered, laughter and a nod are not taken for a move.
func TestWords_Laughter(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, texts := range map[string]string{"en": "lol|hahaha|ok|haha nice", "es": "jajaja|jajajaja|ok",
			"pt": "kkkk|kkkkkkk|ahah|ahahah|rsrsrs|ok"} {
			for text := range strings.SplitSeq(texts, "|") {
				types := Together(t, lang)
				types(Ana, "/play damas house level=1 colour=white")
				if got := types(Ana, text); got != "🙂\n" {
					t.Errorf("%s: %q is answered with %q", lang, text, got)
				}
			}
		}
	})
}

// Help is given with a command that is named in words, in the plural, too.
func TestWords_HelpWithSomething(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string][2]string{"en": {"help with tournaments", "/tournament  "},
			"es": {"ayuda con los torneos", "/torneo  "}, "pt": {"ajuda com os torneios", "/torneio  "}} {
			Asked{{"/language " + lang, ""}, {c[0], c[1]}}.Hold(t)
		}
	})
}

// A section of the rules is named by its number or its title, without a slash, too.
func TestWords_RulesSection(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string][2]string{
			"en": {"rules draughts 4|rules draughts captures|draughts rules 4|the rules of draughts 4", "Captures (4/"},
			"es": {"reglas damas 4|reglas damas capturas|las reglas de las damas 4", "Capturas (4/"},
			"pt": {"regras damas 4|regras damas capturas|as regras das damas 4", "Capturas (4/"},
		} {
			for text := range strings.SplitSeq(c[0], "|") {
				Asked{{"/language " + lang, ""}, {text, c[1]}}.Hold(t)
				Asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {text, c[1]}}.Hold(t)
			}
		}
	})
}

// Suggestions have no words that are written in haste.
func TestWords_SuggestedPlainly(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, texts := range map[string]string{"pt": "onde esta a minha dama|onde está a dama branca",
			"en": "maybe an easy cage", "es": "dónde está mi dama"} {
			for text := range strings.SplitSeq(texts, "|") {
				told := Together(t, lang)(Ana, text)
				for _, haste := range []string{" vc", " u ", " q ", " pls"} {
					if strings.Contains(strings.ToLower(told), haste) {
						t.Errorf("%s: %q is answered with %q", lang, text, told)
					}
				}
			}
		}
	})
}

// The match or the rules answer questions about pieces and how they move.
func TestWords_AsksAboutPieces(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, all := range map[string][][2]string{
			"en": {{"how many kings have you got|how many kings do I have", "Pieces left"}},
			"es": {{"¿cuántas damas tienes?|cuántas damas tengo", "Fichas que quedan"}},
			"pt": {{"quantas damas tens?|quantas damas eu tenho", "Peças que restam"},
				{"posso andar para trás com a pedra?|a pedra anda para trás?", "Lances ("}},
		} {
			for _, c := range all {
				for text := range strings.SplitSeq(c[0], "|") {
					Asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {text, c[1]}}.Grant(t)
				}
			}
		}
		for lang, c := range map[string][2]string{"en": {"how do I bear off|can I bear off?", "Bearing off ("},
			"es": {"cómo se sacan las fichas|¿puedo sacar fichas?", "Sacar"},
			"pt": {"como se tiram as pedras|posso tirar pedras?", "Retirar ("}} {
			for text := range strings.SplitSeq(c[0], "|") {
				Asked{{"/language " + lang, ""}, {"/play gamao @house:1", ""}, {text, c[1]}}.Grant(t)
			}
		}
	})
}

// A player who names the game that has just begun sees it, and no second one begins.
func TestWords_GameNamedTwice(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, texts := range map[string]string{
			"en": "Portuguese draughts|I want to play Portuguese draughts", "es": "quiero jugar a las damas portuguesas|damas portuguesas",
			"pt": "quero jogar damas|jogar damas|damas portuguesas|damas|gostava de jogar damas clássicas",
		} {
			one := map[string]string{"en": "One match", "es": "Una partida", "pt": "Uma partida"}[lang]
			for text := range strings.SplitSeq(texts, "|") {
				Asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {text, ""}, {"/games",
					one}}.Hold(t)
			}
		}
	})
}
