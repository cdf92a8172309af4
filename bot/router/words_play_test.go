package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// granting is together, where people tap what the bot asks to be meant.
func granting(t *testing.T, lang string) func(u chat.User, text string) (told string) {
	t.Helper()
	d := NewDesk()
	h, _ := Start(t, memorytest.New(), d)
	h.Grants = d
	return Typing(h, d, lang)
}

// Squares get letters where numbers are what is not wanted, and numbers where letters are not.
func TestWords_InsteadOfNumbers(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string]struct{ letters, numbers, wants, others string }{
			"en": {"squares: letters", "squares: numbers",
				"squares with letters instead of numbers|letters instead of numbers|I'd like letters rather than numbers on the squares|instead of numbers, letters on the squares please",
				"squares with numbers instead of letters|numbers instead of letters|use numbers rather than letters for the squares|instead of letters, numbers on the squares please"},
			"es": {"damas: letras", "damas: números",
				"casillas con letras en vez de números|letras en lugar de números|quiero letras en vez de números en las casillas|en vez de números pon letras en las casillas",
				"casillas con números en vez de letras|números en lugar de letras|quiero números en vez de letras en las casillas|en vez de letras pon números en las casillas"},
			"pt": {"damas: letras", "damas: números",
				"casas com letras em vez de números|letras em vez de números|quero letras nas casas em lugar de números|em vez de números põe letras nas casas",
				"casas com números em vez de letras|números em vez de letras|quero números nas casas em lugar de letras|em vez de letras põe números nas casas"},
		} {
			for want, texts := range map[string]string{c.letters: c.wants, c.numbers: c.others} {
				for text := range strings.SplitSeq(texts, "|") {
					Asked{{"/language " + lang, ""}, {text, want}}.Grant(t)
				}
			}
		}
	})
}

// A request to play for the bot begins no match.
func TestWords_PlayForTheBot(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string][2]string{
			"en": {"I make my own moves", "play for the bot|move for the bot|can you play for the bot?"},
			"es": {"Mis jugadas las hago yo", "juega por el bot|mueve por el bot|¿puedes jugar por el bot?"},
			"pt": {"Os meus lances faço-os eu", "joga pelo bot|joga em vez do bot|podes jogar pelo bot?"},
		} {
			none := map[string]string{"en": "no match", "es": "ninguna partida", "pt": "nenhuma partida"}[lang]
			for text := range strings.SplitSeq(c[1], "|") {
				Asked{{"/language " + lang, ""}, {text, c[0]}, {"/games", none}}.Hold(t)
			}
		}
	})
}

// How many matches somebody has won is answered with numbers, and who gave up with a name.
func TestWords_HowManyWon(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string]struct{ counts, won, resigned, who string }{
			"en": {"0 won, 0 drawn, 1 lost", "how many games have I won?|how many matches did I win|how many did I win?|how many games did I win|how many have I won|how many did I lose?|how many have I lost?|how many games have I won against the bot?",
				"Ana resigns", "who resigned?|who gave up?|who was it that resigned"},
			"es": {"victorias 0, tablas 0, derrotas 1",
				"¿cuántas partidas gané?|¿cuántas gané?|¿cuántas partidas he ganado?|¿cuántas he perdido?|cuántas perdí|¿cuántas partidas le gané al bot?",
				"Ana abandona", "¿quién abandonó?|¿Quién abandona?|quién se rindió"},
			"pt": {"vitórias 0, empates 0, derrotas 1",
				"quantas partidas ganhei?|quantas ganhei?|quantas partidas já ganhei|quantas perdi?|quantos jogos perdi?|quantos jogos ganhei contra o bot?",
				"Ana desiste", "quem desistiu?|quem abandonou?|quem é que desistiu"},
		} {
			begun := Asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {"/resign yes", ""}}
			for text := range strings.SplitSeq(c.won, "|") {
				append(begun, Asked{{text, c.counts}}...).Grant(t)
				append(begun, Asked{{"/play cage house level=1", ""}, {text, c.counts}}...).Grant(t)
			}
			for text := range strings.SplitSeq(c.who, "|") {
				append(begun, Asked{{text, c.resigned}}...).Grant(t)
			}
		}
	})
}

// Short forms of everyday words are read as the words.
func TestWords_ShortForms(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string][2]string{
			"en": {"challenges", "draughts w/ rui|can u play draughts w/ rui|lets play draughts w rui"},
			"es": {"desafía", "kiero jugar damas cn rui|juguemos damas c/ rui|jugar damas con rui xfa"},
			"pt": {"desafia", "bora damas cm o rui|bora jogar damas c/ o rui|kero jogar damas cm rui"},
		} {
			for text := range strings.SplitSeq(c[1], "|") {
				types := granting(t, lang)
				if got := types(Ana, text); !strings.Contains(got, c[0]) {
					t.Errorf("%s: %q is answered with %q", lang, text, got)
				}
			}
		}
	})
}

// An author who asks how to play with somebody challenges nobody by that.
func TestWords_HowToPlayWithSomebody(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, texts := range map[string]string{
			"en": "how do I get my sister to play against me|how do I play with my friend|how can I invite my brother?|how do I play draughts with a friend?|how do I challenge Rui?",
			"es": "cómo hago para jugar contra mi primo|como juego con un amigo|¿cómo invito a mi hermano?|¿cómo juego damas con un amigo?|¿cómo desafío a Rui?",
			"pt": "como é que jogo com a minha irmã|como jogo com um amigo|como convido o meu irmão?|como é que jogo damas com um amigo?|como é que desafio o Rui?",
		} {
			none := map[string]string{"en": "no match", "es": "ninguna partida", "pt": "nenhuma partida"}[lang]
			for text := range strings.SplitSeq(texts, "|") {
				types := Together(t, lang)
				got := types(Ana, text)
				if strings.Contains(got, "#") || got == "" {
					t.Errorf("%s: %q is answered with %q", lang, text, got)
				}
				if got := types(Ana, "/games"); !strings.Contains(got, none) {
					t.Errorf("%s: %q has begun %q", lang, text, got)
				}
			}
		}
	})
}
