package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/view"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Another puzzle is asked for in few words, of a game that is named, too, and none of them begins a game.
func TestWords_AnotherPuzzle(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/language pt")
		Privately(h, Ana, "/puzzle brazilian")
		Privately(h, Ana, "/puzzle solution")
		for _, said := range []string{"outro", "quero outro de brasileira", "outro"} {
			d.Heard()
			Privately(h, Ana, said)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "🧩") || !strings.Contains(got, "Brasileiras") {
				t.Errorf("%q is answered with %q", said, got)
			}
			Privately(h, Ana, "/puzzle solution")
		}
	})
}

// A person who is back without having been away is shown the matches that go on.
func TestWords_BackFromNowhere(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/play damas house level=1 colour=white time=4d")
		for _, said := range []string{"voltei", "I'm back", "ya volví"} {
			d.Tells(t, h, Privately, Ana, said, "Ana (⚪) to move")
		}
	})
}

// Right after a hint "another one" asks for more of it, and for no other game.
func TestWords_AnotherHint(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, all := range map[string][]string{
			"pt": {"outra", "mais uma", "de novo", "diz mais", "e mais?"},
			"es": {"otra", "otra más", "de nuevo", "otra vez", "dime más"},
			"en": {"another one", "one more", "again", "tell me more", "more please"},
		} {
			for _, said := range all {
				d := NewDesk()
				h, stop := Start(t, memorytest.New(), d)
				Privately(h, Ana, "/language "+lang)
				Privately(h, Ana, "/play damas house level=1 colour=white")
				Privately(h, Ana, "/hint")
				d.Heard()
				Privately(h, Ana, said)
				want := map[string]string{"pt": "Dicas usadas: 2", "es": "Pistas usadas: 2", "en": "Hints used: 2"}[lang]
				if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
					t.Errorf("%q is answered with %q", said, got)
				}
				stop()
			}
		}
	})
}

// A pupil who has had enough of a lesson leaves it in words, and later texts are not for it.
func TestWords_LeavesLesson(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for lang, said := range map[string][3]string{
			"pt": {"sair da lição", "chega de lições", "Lição interrompida"},
			"es": {"salir de la lección", "no quiero más lecciones", "Lección interrumpida"},
			"en": {"leave the lesson", "stop the lesson", "Lesson closed"},
		} {
			Privately(h, Ana, "/language "+lang)
			for _, words := range said[:2] {
				Privately(h, Ana, "/learn damas")
				d.Tells(t, h, Privately, Ana, words, said[2])
				d.Heard()
				Privately(h, Ana, "11-15")
				if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, view.LessonSign) {
					t.Errorf("the lesson goes on: %q", got)
				}
			}
		}
	})
}

// The number of a match is understood without its sign, too.
func TestWords_NumberWithoutSign(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/play damas house level=1 colour=white")
		first := Only(t, h.Store, storage.Query{}).ID
		Privately(h, Ana, "/play cage house level=1")
		for _, said := range []string{"a hint for " + first, "hint " + first, "mostra o tabuleiro de " +
			first} {
			d.Heard()
			Privately(h, Ana, said)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "#"+first) || strings.Contains(got, "Which") {
				t.Errorf("%q is answered with %q", said, got)
			}
		}
	})
}

// A question why a move cannot be made makes none, be it possible or not.
func TestWords_WhyIsNoMove(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, said := range []string{"por qué no me deja jugar 10-14", "porque é que não posso jogar 10-14?",
			"why can't I play 10-14"} {
			d, store := NewDesk(), memorytest.New()
			h, stop := Start(t, store, d)
			Privately(h, Ana, "/play damas house level=1 colour=white")
			Privately(h, Ana, said)
			if m := Only(t, store, storage.Query{}); m.Moves() != 0 {
				t.Errorf("%q plays %v", said, m.Line.Position())
			}
			stop()
		}
	})
}

// Asked why nothing else can be moved the bot tells what has to be taken.
func TestWords_WhyNothingElse(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/play damas @house:1 colour=white from=W:W1,15:B20,31,32")
		d.Heard()
		for _, said := range []string{"por qué no puedo mover otra?", "why can't I move another piece", "/why"} {
			Privately(h, Ana, said)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Capture is compulsory") {
				t.Errorf("%q is answered with %q", said, got)
			}
		}
	})
}

// People who only think about something, or say how it was, are not taken at their word.
func TestWords_ThinksAloud(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, said := range []string{
			"what if i play 10-14", "what happens if I play 10-14", "e se eu jogar 10-14?", "qué pasa si juego 10-14",
			"should i resign", "should i offer a draw", "devo propor empate?", "era fácil?", "isto é fácil demais",
			"this is too easy", "esto es demasiado fácil",
		} {
			d, store := NewDesk(), memorytest.New()
			h, stop := Start(t, store, d)
			Privately(h, Ana, "/play damas house level=1 colour=white")
			before := Only(t, store, storage.Query{})
			Privately(h, Ana, said)
			if now := Only(t, store, storage.Query{}); now.ID != before.ID || now.N != before.N {
				t.Errorf("%q does something: %q", said, chat.PlainText(d.Last(t).M.Text))
			}
			stop()
		}
	})
}

// A match that is named by its number is the one that is looked back on, and shown.
func TestWords_NumberIsMeant(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		var all []string
		for range 2 {
			Privately(h, Ana, "/play damas house level=1 colour=white")
			all = append(all, Only(t, h.Store, storage.Query{Live: true}).ID)
			Privately(h, Ana, "11-15")
			Privately(h, Ana, "/resign yes")
		}
		for _, said := range []string{"o que decidiu a partida #", "what decided #", "analyse #"} {
			d.Heard()
			Privately(h, Ana, said+all[0])
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "#"+all[0]) || strings.Contains(got, "#"+all[1]) {
				t.Errorf("%q is answered with %q", said, got)
			}
		}
		Privately(h, Ana, "/play cage house level=1")
		now := Only(t, h.Store, storage.Query{Live: true}).ID
		Privately(h, Ana, "play my cage game #"+now)
		if Only(t, h.Store, storage.Query{Live: true}).ID != now {
			t.Error("another match is begun")
		}
	})
}
