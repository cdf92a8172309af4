package router_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A word of regret alone takes no move back, but offers that; where there is none it is only heard.
func TestWords_OopsOnlyOffers(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, offered, heard, words string }{
			{"en", "Did you mean “undo”", "No harm done", "oops|sorry|whoops|oops sorry|my bad"},
			{"pt", "«desfazer»", "Não faz mal", "ups|desculpa|perdão|ops|oops"},
			{"es", "«deshacer»", "No pasa nada", "ups|perdón|perdona|lo siento|oops"},
		} {
			for said := range strings.SplitSeq(lang.words, "|") {
				d, store := NewDesk(), memorytest.New()
				h, stop := Start(t, store, d)
				Privately(h, Ana, "/language "+lang.tongue)
				d.Tells(t, h, Privately, Ana, said, lang.heard)
				Privately(h, Ana, "/play damas house level=1 colour=white")
				Privately(h, Ana, "11-15")
				d.Tells(t, h, Privately, Ana, said, lang.offered)
				if m := Only(t, store, storage.Query{Live: true}); m.Moves() != 2 {
					t.Errorf("%s: %d moves are left", said, m.Moves())
				}
				Privately(h, Ana, "yes")
				if m := Only(t, store, storage.Query{Live: true}); m.Moves() != 0 {
					t.Errorf("%s: after a yes %d moves are left", said, m.Moves())
				}
				stop()
			}
		}
	})
}

// "Never mind" cancels nothing: it leaves open what was asked, and a challenge of one's own is only offered back.
func TestWords_NeverMind(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, left, words string }{
			{"en", "everything stays as it is", "never mind|forget it|nvm|it doesn't matter"},
			{"pt", "fica tudo como está", "deixa estar|esquece|não importa|deixa lá"},
			{"es", "todo queda como está", "olvídalo|déjalo|no importa|olvida eso"},
		} {
			for said := range strings.SplitSeq(lang.words, "|") {
				d, store := NewDesk(), memorytest.New()
				h, stop := Start(t, store, d)
				Privately(h, Ana, "/language "+lang.tongue)
				d.Tells(t, h, Privately, Ana, said, lang.left)
				Privately(h, Ana, "/play damas house level=1 colour=white")
				d.Tells(t, h, Privately, Ana, said, lang.left)
				Privately(h, Ana, "/resign")
				if d.Heard(); said != "no importa" && said != "não importa" { // these begin with a no
					d.Tells(t, h, Privately, Ana, said, lang.left)
				} else {
					Privately(h, Ana, said)
				}
				Privately(h, Ana, "yes")
				if m := Only(t, store, storage.Query{Live: true}); m.Status != match.Playing {
					t.Errorf("%s: the match is %s", said, m.Status)
				}
				stop()
			}
		}
		d, store := NewDesk(), memorytest.New()
		h, _ := Start(t, store, d)
		Says(h, Ana, "/play damas @rui")
		d.Tells(t, h, Mentioned, Ana, "never mind", "everything stays as it is")
		if live, err := store.Find(context.Background(), storage.Query{Live: true}); err != nil || len(live) != 1 {
			t.Errorf("live are %v, %v", live, err)
		}
	})
}

// A person stuck in a puzzle is offered a hint for it, which costs nothing before a yes.
func TestWords_StuckInPuzzle(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, words := range map[string]string{
			"en": "im stuck|no idea|I'm stuck!|I have no idea", "pt": "estou encravado|não faço ideia|nem ideia",
			"es": "estoy atascado|ni idea|no tengo idea",
		} {
			for said := range strings.SplitSeq(words, "|") {
				d := NewDesk()
				h, stop := Start(t, memorytest.New(), d)
				Privately(h, Ana, "/language "+lang)
				Privately(h, Ana, "/puzzle damas")
				d.Heard()
				Privately(h, Ana, said)
				if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got,
					map[string]string{"en": "A hint makes", "pt": "Com uma dica", "es": "Con una pista"}[lang]) {
					t.Errorf("%s: told %q", said, got)
				}
				Privately(h, Ana, "yes")
				got := strings.Join(d.Heard(), "\n")
				if want := map[string]string{"en": "Look at", "pt": "Repare", "es": "Fíjate"}[lang]; !strings.Contains(got, want) {
					t.Errorf("%s: told %q", said, got)
				}
				stop()
			}
		}
	})
}

// Whether one may double is answered by yes or no, also where advice is asked for after the throw.
func TestWords_MayDouble(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, yes, turn, thrown, may, should string }{
			{"en", "Yes, you may double now", "Rui's turn", "the dice have fallen", "can I double?", "should I double?"},
			{"pt", "Sim, agora pode dobrar", "Agora joga Rui", "os dados já saíram", "posso dobrar?", "devo dobrar?"},
			{"es", "Sí, ahora puedes doblar", "Ahora juega Rui", "los dados ya salieron", "¿puedo doblar?", "¿debo doblar?"},
		} {
			d := NewDesk()
			h, stop := Start(t, memorytest.New(), d)
			h.Grants = d
			Says(h, Ana, "/play gamao colour=black @rui points=5 from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10")
			Says(h, Rui, "/accept")
			Says(h, Ana, "/language "+lang.tongue)
			d.Tells(t, h, Mentioned, Rui, lang.may, lang.yes)
			d.Tells(t, h, Mentioned, Ana, lang.may, lang.turn)
			Says(h, Ana, "/language en")
			d.Heard()
			Says(h, Rui, "roll")
			Says(h, Ana, "/language "+lang.tongue)
			d.Tells(t, h, Mentioned, Rui, lang.may, lang.thrown)
			d.Tells(t, h, Mentioned, Rui, lang.should, lang.thrown)
			stop()
		}
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d)
		h.Grants = d
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		d.Tells(t, h, Mentioned, Ana, "can I double?", "No, not now. This game is played without doubling.")
	})
}

// A player who asks after a match why it was won or lost is told what decided it, and how long it took.
func TestWords_WhyDidIWin(t *testing.T) {
	InTime(t, func(t *testing.T) {
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
				d := NewDesk()
				h, stop := Start(t, memorytest.New(), d)
				h.Grants = d
				Says(h, Ana, "/play damas @rui colour=white")
				Says(h, Rui, "/accept")
				Says(h, Ana, "11-15")
				Says(h, Rui, "21-17")
				Says(h, Rui, "/resign yes")
				Says(h, Ana, "/language "+lang.tongue)
				d.Heard()
				want := lang.going
				if strings.Contains(lang.long, said) {
					want = lang.took
				}
				Mentioned(h, Ana, said)
				if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
					t.Errorf("%s: told %q", said, got)
				}
				stop()
			}
		}
	})
}

// Of several matches the one is shown that the author has just played in.
func TestWords_ShowsTheOneJustPlayed(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, words string }{
			{"en", "board|show the board|moves|what are my moves"}, {"pt", "tabuleiro|mostra o tabuleiro|lances"},
			{"es", "tablero|muestra el tablero|jugadas"},
		} {
			for said := range strings.SplitSeq(lang.words, "|") {
				d := NewDesk()
				h, stop := Start(t, memorytest.New(), d)
				Privately(h, Ana, "/language "+lang.tongue)
				for _, game := range []string{"damas", "cage", "eximo"} {
					Privately(h, Ana, "/play "+game+" house level=1 colour=first")
				}
				Privately(h, Ana, "11-15")
				d.Heard()
				Privately(h, Ana, said)
				if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Ana") || strings.Count(got, "#") > 1 {
					t.Errorf("%s: told %q", said, got)
				}
				stop()
			}
		}
	})
}

// A second match by "again" beside one that runs with the same player is only offered.
func TestWords_AgainWhileOneRuns(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, lang := range []struct{ tongue, runs, another, words string }{
			{"en", "is still being played", "Another match", "again|rematch|one more game"},
			{"pt", "ainda está a ser jogada", "Outra partida", "outra vez|desforra|mais uma partida"},
			{"es", "todavía se está jugando", "Otra partida", "otra vez|revancha|otra partida"},
		} {
			for said := range strings.SplitSeq(lang.words, "|") {
				d, store := NewDesk(), memorytest.New()
				h, stop := Start(t, store, d)
				Privately(h, Ana, "/language "+lang.tongue)
				Privately(h, Ana, "/play damas house level=1 colour=white")
				Privately(h, Ana, "11-15")
				running := func() int {
					live, err := store.Find(context.Background(), storage.Query{Live: true})
					if err != nil {
						t.Error(err)
					}
					return len(live)
				}
				Privately(h, Ana, said)
				m := d.Last(t).M
				if got := chat.PlainText(m.Text); !strings.Contains(got, lang.runs) {
					t.Fatalf("%s: told %q", said, got)
				}
				Privately(h, Ana, Pressed(t, m, lang.another))
				if n := running(); n != 2 {
					t.Errorf("%s: %d are played", said, n)
				}
				live, err := store.Find(context.Background(), storage.Query{Live: true})
				for _, m := range live {
					Privately(h, Ana, "/resign #"+m.ID+" yes")
				}
				if err != nil {
					t.Fatal(err)
				}
				if n := running(); n != 0 {
					t.Fatalf("%s: %d are played, told %q", said, n, d.Heard())
				}
				Privately(h, Ana, "/rematch")
				Privately(h, Ana, "/moves")
				Privately(h, Ana, "23-20")
				Privately(h, Ana, "11-15")
				Privately(h, Ana, said)
				if m = d.Last(t).M; !strings.Contains(chat.PlainText(m.Text), lang.runs) || running() != 1 {
					t.Fatalf("%s: told %q", said, chat.PlainText(m.Text))
				}
				Privately(h, Ana, Pressed(t, m, lang.another))
				if n := running(); n != 2 {
					t.Errorf("%s: %d are played, told %q", said, n, d.Heard())
				}
				stop()
			}
		}
	})
}

// The words that a Brazilian is told to type are Brazilian, and are understood.
func TestWords_TypedInBrazil(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/language pt-BR")
		Privately(h, Ana, "/play gamao house level=1 points=3 colour=black from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10")
		d.Heard()
		Privately(h, Ana, "/move xyz")
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "jogar os dados ou dobrar?") {
			t.Errorf("told %q", got)
		}
		Privately(h, Ana, "/help rematch")
		if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, "/desforra") {
			t.Errorf("told %q", got)
		}
		d.Heard()
		Privately(h, Ana, "jogar os dados")
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Ana") {
			t.Errorf("told %q", got)
		}
		d = NewDesk()
		h, _ = Start(t, memorytest.New(), d)
		Privately(h, Ana, "/language pt-BR")
		Privately(h, Ana, "/play brazilian-draughts house level=1 time=3d")
		d.Tells(t, h, Privately, Ana, "/lembrar 1h", "lembro você")
	})
}

// The bot is called in the language of the reader, whatever the language in which the match was begun.
func TestWords_BotNamedInEachLanguage(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/language es")
		Privately(h, Ana, "/play damas house level=3 colour=white")
		Privately(h, Ana, "/play cage house level=3 colour=first")
		for tongue, want := range map[string]string{"en": "Bot, level 3", "pt": "Bot, nível 3", "es": "Bot, nivel 3"} {
			Privately(h, Ana, "/language "+tongue)
			d.Heard()
			Privately(h, Ana, "/games")
			Privately(h, Ana, "/resign")
			asked := d.Last(t).M
			got := strings.Join(d.Heard(), "\n")
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
