package bot_test

import (
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

// Questions about playing begin nothing, and a person who asks whether something may be done, or has to be, has not
// done it.
func TestQuestionsBindNobody(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
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
			privately(h, ana, said)
			if found, err := h.store.Find(t.Context(), storage.Query{}); len(found) > 0 || err != nil {
				t.Fatalf("%q begins a match: %q, %v", said, chat.Plain(d.last(t).m.Text), err)
			}
		}
		says(h, ana, "/play gamao rules=manual colour=black @rui from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
		says(h, rui, "/accept")
		before := only(t, h.store, storage.Query{}).N
		for _, said := range []string{"puedo doblar?", "posso dobrar?", "can I double?", "may I double now",
			"posso dobrar agora?",
			"I might double", "maybe double", "double?", "dobro?", "acho que vou dobrar", "roll?", "I might roll", "lanço?"} {
			mentioned(h, rui, said)
			if after := only(t, h.store, storage.Query{}).N; after != before {
				t.Fatalf("%q does something: %q", said, chat.Plain(d.last(t).m.Text))
			}
		}
		says(h, rui, "/move double")
		before = only(t, h.store, storage.Query{}).N
		for _, said := range []string{"tengo que aceptar?", "tenho de aceitar?", "do I have to take it?",
			"do I have to accept", "must I take the double?",
			"preciso aceitar?", "take?", "I might take", "I could drop", "maybe drop", "aceito?", "acho que aceito",
			"não quero recusar", "do I accept"} {
			mentioned(h, ana, said)
			if after := only(t, h.store, storage.Query{}).N; after != before {
				t.Fatalf("%q does something: %q", said, chat.Plain(d.last(t).m.Text))
			}
		}
	})
}

// A command that binds is not given by a question.
func TestAskedOnly(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for _, said := range []string{"pause?", "away 3d?", "block @rui?", "tournament damas?"} {
			d.tells(t, h, mentioned, ana, said, "Did you mean")
		}
		d.tells(t, h, mentioned, ana, "bloquear @rui?", "Did you mean")
		d.tells(t, h, mentioned, ana, "bloquea a @rui?", "Did you mean")
		d.tells(t, h, mentioned, ana, "block @rui", "is blocked")
	})
}

// A wish not to do something does not do it.
func TestNotWantedIsNotDone(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for _, said := range []string{"no quiero jugar contra el bot", "não quero jogar contra o bot",
			"I don't want to play the bot"} {
			privately(h, ana, said)
			if found, err := h.store.Find(t.Context(), storage.Query{}); len(found) > 0 || err != nil {
				t.Fatalf("%q begins a match: %q, %v", said, chat.Plain(d.last(t).m.Text), err)
			}
		}
		privately(h, ana, "/play damas @house:1 colour=white")
		privately(h, ana, "11-15")
		before := only(t, h.store, storage.Query{}).N
		for _, said := range []string{"no quiero deshacer", "não quero desfazer", "I don't want to undo",
			"no voy a ofrecer tablas", "I won't offer a draw",
			"I might undo", "I might play 6-11", "I could play 10-14", "10-14?", "I was going to play 10-14",
			"I might offer a draw"} {
			privately(h, ana, said)
			if after := only(t, h.store, storage.Query{}).N; after != before {
				t.Fatalf("%q does something: %q", said, chat.Plain(d.last(t).m.Text))
			}
		}
	})
}

// A no with a word more is one, and a thought about a rematch begins none.
func TestNoWait(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		privately(h, ana, "/play damas @house:1 colour=white")
		privately(h, ana, "11-15")
		before := only(t, h.store, storage.Query{}).N
		privately(h, ana, "resign")
		d.tells(t, h, privately, ana, "no wait", "the match goes on")
		if after := only(t, h.store, storage.Query{}).N; after != before {
			t.Fatalf("told %q", chat.Plain(d.last(t).m.Text))
		}
		privately(h, ana, "/resign yes")
		for _, said := range []string{"no rematch", "sem revanche", "maybe a rematch later", "I might want a rematch",
			"talvez uma revanche depois"} {
			privately(h, ana, said)
			if found, err := h.store.Find(t.Context(), storage.Query{}); len(found) != 1 || err != nil {
				t.Fatalf("%q begins a match: %q, %v", said, chat.Plain(d.last(t).m.Text), err)
			}
		}
	})
}
