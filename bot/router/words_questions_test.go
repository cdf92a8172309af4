package router_test

import (
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
)

// Questions about playing begin nothing, and a person who asks whether something may be done, or has to be, has not
// done it.
func TestWords_QuestionsBindNobody(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, said := range []string{
			"cómo puedo jugar con un amigo?", "puede jugar mi hermana también?", "eres una persona?", "el bot juega bien?",
			"cuánto dura una partida de cage?", "qué juego es más fácil?", "puedo jugar contra el bot con tiempo?",
			"puedo jugar dos partidas a la vez?", "cómo juegan dos personas en el mismo teclado?",
			"como posso jogar com um amigo?", "o bot joga bem?", "quanto dura um jogo de cage?", "qual é o jogo mais fácil?",
			"posso jogar contra o bot com tempo?", "és uma pessoa?", "a minha irmã também pode jogar?",
			"how can I play with a friend?", "is the bot good at draughts?", "how long does a game of eximo take?",
			"draughts is boring", "my dad plays draughts", "I used to play draughts with you", "meu pai joga damas",
			"las damas son aburridas",
			"which game is easier for my kids?", "can two people play at this computer?",
		} {
			Privately(h, Ana, said)
			if found, err := h.Store.Find(t.Context(), storage.Query{}); len(found) > 0 || err != nil {
				t.Fatalf("%q begins a match: %q, %v", said, chat.PlainText(d.Last(t).M.Text), err)
			}
		}
		Says(h, Ana, "/play gamao rules=manual colour=black @rui from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
		Says(h, Rui, "/accept")
		before := Only(t, h.Store, storage.Query{}).N
		for _, said := range []string{"puedo doblar?", "posso dobrar?", "can I double?", "may I double now",
			"posso dobrar agora?",
			"I might double", "maybe double", "double?", "dobro?", "acho que vou dobrar", "roll?", "I might roll", "lanço?"} {
			Mentioned(h, Rui, said)
			if after := Only(t, h.Store, storage.Query{}).N; after != before {
				t.Fatalf("%q does something: %q", said, chat.PlainText(d.Last(t).M.Text))
			}
		}
		Says(h, Rui, "/move double")
		before = Only(t, h.Store, storage.Query{}).N
		for _, said := range []string{"tengo que aceptar?", "tenho de aceitar?", "do I have to take it?",
			"do I have to accept", "must I take the double?",
			"preciso aceitar?", "take?", "I might take", "I could drop", "maybe drop", "aceito?", "acho que aceito",
			"não quero recusar", "do I accept"} {
			Mentioned(h, Ana, said)
			if after := Only(t, h.Store, storage.Query{}).N; after != before {
				t.Fatalf("%q does something: %q", said, chat.PlainText(d.Last(t).M.Text))
			}
		}
	})
}

// A command that binds is not given by a question.
func TestWords_AskedOnly(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, said := range []string{"pause?", "away 3d?", "block @rui?", "tournament damas?"} {
			d.Tells(t, h, Mentioned, Ana, said, "Did you mean")
		}
		d.Tells(t, h, Mentioned, Ana, "bloquear @rui?", "Did you mean")
		d.Tells(t, h, Mentioned, Ana, "bloquea a @rui?", "Did you mean")
		d.Tells(t, h, Mentioned, Ana, "block @rui", "is blocked")
	})
}

// A wish not to do something does not do it.
func TestWords_NotWanted(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, said := range []string{"no quiero jugar contra el bot", "não quero jogar contra o bot",
			"I don't want to play the bot"} {
			Privately(h, Ana, said)
			if found, err := h.Store.Find(t.Context(), storage.Query{}); len(found) > 0 || err != nil {
				t.Fatalf("%q begins a match: %q, %v", said, chat.PlainText(d.Last(t).M.Text), err)
			}
		}
		Privately(h, Ana, "/play damas @house:1 colour=white")
		Privately(h, Ana, "11-15")
		before := Only(t, h.Store, storage.Query{}).N
		for _, said := range []string{"no quiero deshacer", "não quero desfazer", "I don't want to undo",
			"no voy a ofrecer tablas", "I won't offer a draw",
			"I might undo", "I might play 6-11", "I could play 10-14", "10-14?", "I was going to play 10-14",
			"I might offer a draw"} {
			Privately(h, Ana, said)
			if after := Only(t, h.Store, storage.Query{}).N; after != before {
				t.Fatalf("%q does something: %q", said, chat.PlainText(d.Last(t).M.Text))
			}
		}
	})
}

// A no with a word more is one, and a thought about a rematch begins none.
func TestWords_NoWait(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/play damas @house:1 colour=white")
		Privately(h, Ana, "11-15")
		before := Only(t, h.Store, storage.Query{}).N
		Privately(h, Ana, "resign")
		d.Tells(t, h, Privately, Ana, "no wait", "the match goes on")
		if after := Only(t, h.Store, storage.Query{}).N; after != before {
			t.Fatalf("told %q", chat.PlainText(d.Last(t).M.Text))
		}
		Privately(h, Ana, "/resign yes")
		for _, said := range []string{"no rematch", "sem revanche", "maybe a rematch later", "I might want a rematch",
			"talvez uma revanche depois"} {
			Privately(h, Ana, said)
			if found, err := h.Store.Find(t.Context(), storage.Query{}); len(found) != 1 || err != nil {
				t.Fatalf("%q begins a match: %q, %v", said, chat.PlainText(d.Last(t).M.Text), err)
			}
		}
	})
}
