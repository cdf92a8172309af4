package bot_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A word of regret alone takes no move back, but offers that; where there is none it is only heard.
func TestOopsOnlyOffers(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, offered, heard, words string }{
			{"en", "Did you mean “undo”", "No harm done", "oops|sorry|whoops|oops sorry|my bad"},
			{"pt", "«desfazer»", "Não faz mal", "ups|desculpa|perdão|ops|oops"},
			{"es", "«deshacer»", "No pasa nada", "ups|perdón|perdona|lo siento|oops"},
		} {
			for said := range strings.SplitSeq(lang.words, "|") {
				d, store := newDesk(), memorytest.New()
				h, stop := start(t, store, d)
				privately(h, ana, "/language "+lang.tongue)
				d.tells(t, h, privately, ana, said, lang.heard)
				privately(h, ana, "/play damas house level=1 colour=white")
				privately(h, ana, "11-15")
				d.tells(t, h, privately, ana, said, lang.offered)
				if m := only(t, store, storage.Query{Live: true}); m.Moves() != 2 {
					t.Errorf("%s: %d moves are left", said, m.Moves())
				}
				privately(h, ana, "yes")
				if m := only(t, store, storage.Query{Live: true}); m.Moves() != 0 {
					t.Errorf("%s: after a yes %d moves are left", said, m.Moves())
				}
				stop()
			}
		}
	})
}

// "Never mind" cancels nothing: it leaves open what was asked, and a challenge of one's own is only offered back.
func TestNeverMind(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, left, words string }{
			{"en", "everything stays as it is", "never mind|forget it|nvm|it doesn't matter"},
			{"pt", "fica tudo como está", "deixa estar|esquece|não importa|deixa lá"},
			{"es", "todo queda como está", "olvídalo|déjalo|no importa|olvida eso"},
		} {
			for said := range strings.SplitSeq(lang.words, "|") {
				d, store := newDesk(), memorytest.New()
				h, stop := start(t, store, d)
				privately(h, ana, "/language "+lang.tongue)
				d.tells(t, h, privately, ana, said, lang.left)
				privately(h, ana, "/play damas house level=1 colour=white")
				d.tells(t, h, privately, ana, said, lang.left)
				privately(h, ana, "/resign")
				if d.heard(); said != "no importa" && said != "não importa" { // these begin with a no
					d.tells(t, h, privately, ana, said, lang.left)
				} else {
					privately(h, ana, said)
				}
				privately(h, ana, "yes")
				if m := only(t, store, storage.Query{Live: true}); m.Status != match.Playing {
					t.Errorf("%s: the match is %s", said, m.Status)
				}
				stop()
			}
		}
		d, store := newDesk(), memorytest.New()
		h, _ := start(t, store, d)
		says(h, ana, "/play damas @rui")
		d.tells(t, h, mentioned, ana, "never mind", "Did you mean “cancel #")
		if live, err := store.Find(context.Background(), storage.Query{Live: true}); err != nil || len(live) != 1 {
			t.Errorf("live are %v, %v", live, err)
		}
	})
}

// A person stuck in a puzzle is offered a hint for it, which costs nothing before a yes.
func TestStuckInAPuzzle(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for lang, words := range map[string]string{
			"en": "im stuck|no idea|I'm stuck!|I have no idea", "pt": "estou encravado|não faço ideia|nem ideia",
			"es": "estoy atascado|ni idea|no tengo idea",
		} {
			for said := range strings.SplitSeq(words, "|") {
				d := newDesk()
				h, stop := start(t, memorytest.New(), d)
				privately(h, ana, "/language "+lang)
				privately(h, ana, "/puzzle damas")
				d.heard()
				privately(h, ana, said)
				if got := strings.Join(d.heard(), "\n"); !strings.Contains(got,
					map[string]string{"en": "A hint makes", "pt": "Com uma dica", "es": "Con una pista"}[lang]) {
					t.Errorf("%s: told %q", said, got)
				}
				privately(h, ana, "yes")
				got := strings.Join(d.heard(), "\n")
				if want := map[string]string{"en": "Look at", "pt": "Repare", "es": "Fíjate"}[lang]; !strings.Contains(got, want) {
					t.Errorf("%s: told %q", said, got)
				}
				stop()
			}
		}
	})
}

// Whether one may double is answered by yes or no, also where advice is asked for after the throw.
func TestMayDouble(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, yes, turn, thrown, may, should string }{
			{"en", "Yes, you may double now", "Rui's turn", "the dice have fallen", "can I double?", "should I double?"},
			{"pt", "Sim, agora pode dobrar", "Agora joga Rui", "os dados já saíram", "posso dobrar?", "devo dobrar?"},
			{"es", "Sí, ahora puedes doblar", "Ahora juega Rui", "los dados ya salieron", "¿puedo doblar?", "¿debo doblar?"},
		} {
			d := newDesk()
			h, stop := start(t, memorytest.New(), d)
			h.grants = d
			says(h, ana, "/play gamao colour=black @rui points=5 from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10")
			says(h, rui, "/accept")
			says(h, ana, "/language "+lang.tongue)
			d.tells(t, h, mentioned, rui, lang.may, lang.yes)
			d.tells(t, h, mentioned, ana, lang.may, lang.turn)
			says(h, ana, "/language en")
			d.heard()
			says(h, rui, "roll")
			says(h, ana, "/language "+lang.tongue)
			d.tells(t, h, mentioned, rui, lang.may, lang.thrown)
			d.tells(t, h, mentioned, rui, lang.should, lang.thrown)
			stop()
		}
		d := newDesk()
		h, _ := start(t, memorytest.New(), d)
		h.grants = d
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		d.tells(t, h, mentioned, ana, "can I double?", "No, not now. This game is played without doubling.")
	})
}

// A player who asks after a match why it was won or lost is told what decided it, and how long it took.
func TestWhyDidIWin(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, going, took, why, long string }{
			{"en", "I am going through", "It took 2 moves, in",
				"why did I win?|why did I lose?|how did I win that|why did you lose?",
				"how long did that game last|how many moves was it|how long did it take?"},
			{"pt", "Estou a rever", "Teve 2 lances e durou", "porque perdi?|porque ganhei?|como é que ganhei?",
				"quanto tempo durou?|quantos lances foram?|quantas jogadas teve a partida?"},
			{"es", "Estoy revisando", "Tuvo 2 jugadas y duró", "¿por qué perdí?|¿por qué gané?|cómo gané",
				"¿cuánto duró la partida?|¿cuántas jugadas fueron?|cuánto duró"},
		} {
			for said := range strings.SplitSeq(lang.why+"|"+lang.long, "|") {
				d := newDesk()
				h, stop := start(t, memorytest.New(), d)
				h.grants = d
				says(h, ana, "/play damas @rui colour=white")
				says(h, rui, "/accept")
				says(h, ana, "11-15")
				says(h, rui, "21-17")
				says(h, rui, "/resign yes")
				says(h, ana, "/language "+lang.tongue)
				d.heard()
				want := lang.going
				if strings.Contains(lang.long, said) {
					want = lang.took
				}
				mentioned(h, ana, said)
				if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, want) {
					t.Errorf("%s: told %q", said, got)
				}
				stop()
			}
		}
	})
}

// Of several matches the one is shown that the author has just played in.
func TestShowsTheOneJustPlayed(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, words string }{
			{"en", "board|show the board|moves|what are my moves"}, {"pt", "tabuleiro|mostra o tabuleiro|lances"},
			{"es", "tablero|muestra el tablero|jugadas"},
		} {
			for said := range strings.SplitSeq(lang.words, "|") {
				d := newDesk()
				h, stop := start(t, memorytest.New(), d)
				privately(h, ana, "/language "+lang.tongue)
				for _, game := range []string{"damas", "cage", "eximo"} {
					privately(h, ana, "/play "+game+" house level=1 colour=first")
				}
				privately(h, ana, "11-15")
				d.heard()
				privately(h, ana, said)
				if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Ana") || strings.Count(got, "#") > 1 {
					t.Errorf("%s: told %q", said, got)
				}
				stop()
			}
		}
	})
}

// A second match by "again" beside one that runs with the same player is only offered.
func TestAgainWhileOneRuns(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, runs, another, words string }{
			{"en", "is still being played", "Another match", "again|rematch|one more game"},
			{"pt", "ainda está a ser jogada", "Outra partida", "outra vez|desforra|mais uma partida"},
			{"es", "todavía se está jugando", "Otra partida", "otra vez|revancha|otra partida"},
		} {
			for said := range strings.SplitSeq(lang.words, "|") {
				d, store := newDesk(), memorytest.New()
				h, stop := start(t, store, d)
				privately(h, ana, "/language "+lang.tongue)
				privately(h, ana, "/play damas house level=1 colour=white")
				privately(h, ana, "11-15")
				running := func() int {
					live, err := store.Find(context.Background(), storage.Query{Live: true})
					if err != nil {
						t.Error(err)
					}
					return len(live)
				}
				privately(h, ana, said)
				m := d.last(t).m
				if got := chat.Plain(m.Text); !strings.Contains(got, lang.runs) {
					t.Fatalf("%s: told %q", said, got)
				}
				privately(h, ana, pressed(t, m, lang.another))
				if n := running(); n != 2 {
					t.Errorf("%s: %d are played", said, n)
				}
				live, err := store.Find(context.Background(), storage.Query{Live: true})
				for _, m := range live {
					privately(h, ana, "/resign #"+m.ID+" yes")
				}
				if err != nil {
					t.Fatal(err)
				}
				if n := running(); n != 0 {
					t.Fatalf("%s: %d are played, told %q", said, n, d.heard())
				}
				privately(h, ana, "/rematch")
				privately(h, ana, "/moves")
				privately(h, ana, "23-20")
				privately(h, ana, "11-15")
				privately(h, ana, said)
				if m = d.last(t).m; !strings.Contains(chat.Plain(m.Text), lang.runs) || running() != 1 {
					t.Fatalf("%s: told %q", said, chat.Plain(m.Text))
				}
				privately(h, ana, pressed(t, m, lang.another))
				if n := running(); n != 2 {
					t.Errorf("%s: %d are played, told %q", said, n, d.heard())
				}
				stop()
			}
		}
	})
}

// The words that a Brazilian is told to type are Brazilian, and are understood.
func TestTypedInBrazil(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		privately(h, ana, "/language pt-BR")
		privately(h, ana, "/play gamao house level=1 points=3 colour=black from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10")
		d.heard()
		privately(h, ana, "/move xyz")
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "jogar os dados ou dobrar?") {
			t.Errorf("told %q", got)
		}
		privately(h, ana, "/help rematch")
		if got := strings.Join(d.heard(), "\n"); strings.Contains(got, "/desforra") {
			t.Errorf("told %q", got)
		}
		d.heard()
		privately(h, ana, "jogar os dados")
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Ana") {
			t.Errorf("told %q", got)
		}
		d = newDesk()
		h, _ = start(t, memorytest.New(), d)
		privately(h, ana, "/language pt-BR")
		privately(h, ana, "/play brazilian-draughts house level=1 time=3d")
		d.tells(t, h, privately, ana, "/lembrar 1h", "lembro você")
	})
}

// The bot is called in the language of whoever reads, whatever the language in which the match was begun.
func TestBotNamedInEachLanguage(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		privately(h, ana, "/language es")
		privately(h, ana, "/play damas house level=3 colour=white")
		privately(h, ana, "/play cage house level=3 colour=first")
		for tongue, want := range map[string]string{"en": "Bot, level 3", "pt": "Bot, nível 3", "es": "Bot, nivel 3"} {
			privately(h, ana, "/language "+tongue)
			d.heard()
			privately(h, ana, "/games")
			privately(h, ana, "/resign")
			asked := d.last(t).m
			got := strings.Join(d.heard(), "\n")
			if strings.Count(got, want) < 4 || strings.Count(got, "Bot, ") != strings.Count(got, want) {
				t.Errorf("%s: told %q", tongue, got)
			}
			for _, row := range asked.Buttons {
				if label := row[0].Label; strings.Contains(label, "Bot (") && !strings.Contains(label, want) {
					t.Errorf("%s: a button is labelled %q", tongue, label)
				}
			}
		}
	})
}
