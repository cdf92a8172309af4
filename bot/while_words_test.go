package bot_test

import (
	"strings"
	"testing"
)

// Whoever asks whether a piece can be taken is shown the moves, and no move is taken back.
func TestMayTakeIsNoUndo(t *testing.T) {
	for lang, all := range map[string]struct{ texts, has string }{
		"en": {"can I take that piece|can I take that?|can I capture that piece?|may I take this one|can I take it", "Ana has"},
		"es": {"puedo comer esa pieza?|¿puedo comer esa?|puedo capturar esa ficha|me puedo comer esa", "Ana tiene"},
		"pt": {"posso comer essa?|posso comer essa pedra|posso apanhar essa peça?|posso capturar esta|posso pegar essa?",
			"Ana tem"},
	} {
		for text := range strings.SplitSeq(all.texts, "|") {
			asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {"11-15", ""},
				{text, all.has}}.hold(t)
		}
	}
}

// Words that call the game hard never make it harder, and words that call it easy never make it easier.
func TestHardIsMadeEasier(t *testing.T) {
	for lang, all := range map[string]struct{ hard, easy, level string }{
		"en": {"this is hard|it's hard|that's too hard|it is difficult", "this is easy|it's easy|that's too easy", "level"},
		"es": {"está difícil|esto está difícil|es muy difícil|esta dificil", "está fácil|esto es muy fácil|esta facil",
			"nivel"},
		"pt": {"está difícil|tá difícil|isto esta dificil|é muito difícil|isso tá dificil", "está fácil|tá fácil|isto é fácil demais",
			"nível"},
	} {
		for wants, texts := range map[string]string{" 4)": all.hard, " 8)": all.easy} {
			for text := range strings.SplitSeq(texts, "|") {
				asked{{"/language " + lang, ""}, {"/play damas house level=6 colour=white", ""},
					{text, "Bot (" + all.level + wants}}.hold(t)
			}
		}
	}
}

// Whoever names the game again that has just begun is shown it, and no second one begins.
func TestGameNamedTwiceIsOne(t *testing.T) {
	for lang, texts := range map[string]string{
		"en": "Portuguese draughts|I want to play Portuguese draughts", "es": "quiero jugar a las damas portuguesas|damas portuguesas",
		"pt": "quero jogar damas|jogar damas|damas portuguesas|damas|gostava de jogar damas clássicas",
	} {
		one := map[string]string{"en": "One match", "es": "Una partida", "pt": "Uma partida"}[lang]
		for text := range strings.SplitSeq(texts, "|") {
			asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {text, ""}, {"/games", one}}.hold(t)
		}
	}
}

// Whoever asks why the bot has made its move is told how it chooses, or that there was no other one.
func TestAskedWhyItPlayed(t *testing.T) {
	for lang, c := range map[string]struct{ texts, chooses, only string }{
		"en": {"why did you play that?|why did you do that|why that move?|why did you move there", "I look ahead",
			"only move"},
		"es": {"¿por qué jugaste eso?|por qué jugaste esa?|por qué hiciste eso?|por qué moviste ahí|por que jugo eso",
			"Miro", "única jugada"},
		"pt": {"porque jogaste isso?|PQ JOGOU ISSO|pq vc jogou isso|pq vc fez isso|porque é que fizeste isso", "Olho para",
			"único lance"},
	} {
		for text := range strings.SplitSeq(c.texts, "|") {
			asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=black", ""}, {text, c.chooses}}.hold(t)
			asked{{"/language " + lang, ""}, {"/play damas house level=1 colour=white", ""}, {"11-15", ""}, {text, ""}}.hold(t)
		}
	}
}
