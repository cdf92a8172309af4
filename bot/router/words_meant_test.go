package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A game that is not played here is answered with those that are, one button for each, whatever it was asked with.
func TestWords_UnplayedGame(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, text := range []string{"chess", "/chess", "/play chess", "jugamos al ajedrez?", "xadrez",
			"há jogos de cartas?"} {
			Says(h, Ana, text)
			Mentioned(h, Ana, text)
			m := d.Last(t).M
			if got := chat.PlainText(m.Text); !strings.Contains(got, "I do not play that") || !strings.Contains(got, "Eximo") {
				t.Fatalf("%s: told %q", text, got)
			}
			if says := Pressed(t, m, "Eximo"); !strings.HasPrefix(says, "/play eximo") {
				t.Errorf("%s: the button says %q", text, says)
			}
			d.Heard()
		}
	})
}

// A person who asks in a room how it ended is told of the last match there that did, be it an own one or not.
func TestWords_WhoWon(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		d.Tells(t, h, Mentioned, eva, "who won?", "No match has ended here yet.")
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		Says(h, Rui, "/resign yes")
		Says(h, Ana, "/play cage @rui")
		Says(h, Ana, "/cancel")
		for _, text := range []string{"who won", "quem é que ganhou?", "quién ganó la última partida?", "did I win?"} {
			d.Tells(t, h, Mentioned, eva, text, "Ana wins: Rui resigns.")
		}
	})
}

// An author who names a person and the bot as the opponent is told to name only one.
func TestWords_PersonOrBot(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, text := range []string{"/play @rui house", "/play damas @rui level=4 colour=white", "/play house @rui max"} {
			d.Heard()
			Says(h, Ana, text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "“@rui” and “bot” do not go together") {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// A person who wants to join is entered in the tournament that waits for people, else takes the only challenge, else is
// shown what is going on.
func TestWords_WantsToJoin(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"I want to join", "me anoto", "quiero participar", "quero entrar", "inscreve-me"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			d.Tells(t, h, Mentioned, Rui, text, "No match is going on here.")
			Says(h, Ana, "/play damas friend")
			d.Tells(t, h, Mentioned, Rui, text, "Rui accepts.")
			Says(h, Ana, "/play cage friend")
			Says(h, Ana, "/tournament damas")
			d.Tells(t, h, Mentioned, Rui, text, "you are in tournament #")
		}
	})
}

// A draw that is not offered is not accepted, and none is offered by it; "ok" to one that is asks, and "yes" agrees.
func TestWords_AcceptsDraw(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"I accept the draw", "acepto las tablas", "aceito o empate"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			d.Heard()
			Mentioned(h, Rui, text)
			m := d.Last(t).M
			if got := chat.PlainText(m.Text); !strings.Contains(got, "There is no offer to answer") {
				t.Errorf("%s, with none offered: told %q", text, got)
			}
			if says := Pressed(t, m, "Offer a draw"); !strings.HasPrefix(says, "/draw #") {
				t.Errorf("%s: the button says %q", text, says)
			}
			Says(h, Ana, "/undo")
			d.Tells(t, h, Mentioned, Rui, text, "There is no offer to answer")
			Says(h, Rui, "22-18")
			Says(h, Ana, "/draw")
			d.Heard()
			Mentioned(h, Rui, text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "draw") || strings.Contains(got, "no offer") {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// A word that tells no more than that something was heard agrees to nothing by itself.
func TestWords_OkToAnOffer(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"ok", "Ok!", "dale", "ya", "bueno"} {
			d := NewDesk()
			d.Can.Together = true
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			Says(h, Ana, "/draw")
			d.Heard()
			Mentioned(h, Rui, text)
			got := strings.Join(d.Heard(), "\n")
			if !strings.Contains(got, "do you agree to a draw?") {
				t.Fatalf("%s: told %q", text, got)
			}
			Mentioned(h, Rui, "yes")
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Rui agrees") && !strings.Contains(got, "drawn") &&
				!strings.Contains(got, "Draw") {
				t.Errorf("%s, then yes: told %q", text, got)
			}
		}
	})
}

// A goodbye is answered by one.
func TestWords_Goodbye(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, text := range []string{"bye", "chao", "adiós", "tchau", "adeus, até amanhã"} {
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: text, Private: true, Addressed: true})
			if got := strings.Join(d.Heard(), "\n"); got != "See you!" {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// A tournament is called off, and left, by the button of the question, and by a yes.
func TestWords_TournamentCalledOff(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, typed := range []bool{false, true} {
			d := NewDesk()
			d.Can.Together = true
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			Says(h, Ana, "/tournament damas")
			d.Heard()
			Mentioned(h, Ana, "cancela o torneio")
			asked := d.Last(t).M
			if typed {
				Mentioned(h, Ana, "sim")
			} else {
				e := EventOf(Ana, Pressed(t, asked, "Cancel the tournament"))
				e.Tap, e.Addressed, e.Quoted = true, true, chat.PlainText(asked.Text)
				Hear(h, e)
			}
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Tournament cancelled.") {
				t.Errorf("typed %v: told %q", typed, got)
			}
		}
	})
}

// The rules of a game with boards of several sizes name them all, whatever is played.
func TestWords_RulesOfAllSizes(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play cage @rui size=6")
		Says(h, Rui, "/accept")
		for _, size := range []string{"6x6", "8x8", "10x10"} {
			d.Tells(t, h, SaysText, Ana, "/rules cage", size)
		}
	})
}

// Nothing is done by a yes that comes when its question counts no more, whatever else the author has said since.
func TestQuestion_Lapsed(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Together = true
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Ana, "/resign")
		Says(h, Ana, "11-15")
		d.Tells(t, h, Mentioned, Ana, "sim", "not waiting for an answer")
	})
}

// The text of a position or a game behind /import counts as a file with it.
func TestWords_ImportPasted(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for text, want := range map[string]string{
			"/import damas W:W1,2,3,K10:B31,32 @rui": "Ana challenges Rui.", "/import damas 1. 11-15 22-18 *": "2 moves have been played",
			"/import 1. 11-15 22-18 *": "it can be read as",
			"/import rubbish":          "I do not know this kind of file", "/import": "write its text there",
		} {
			d.Heard()
			Says(h, Ana, text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// A possible meaning of a text is asked about with buttons, and by a yes it is done.
func TestWords_YesToAGuess(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, text := range []string{"/abort", "/abort now"} {
			if got := d.Asks(h, Ana, text); !strings.Contains(got, "Did you mean “cancel”") {
				t.Fatalf("%s: told %q", text, got)
			}
			if got := d.Asks(h, Ana, "yes"); !strings.Contains(got, "You have no game going on here") {
				t.Errorf("%s: a yes is told %q", text, got)
			}
			d.Asks(h, Ana, text)
			if got := d.Asks(h, Ana, "no"); !strings.Contains(got, "against me or a friend") {
				t.Errorf("%s: a no is told %q", text, got)
			}
		}
	})
}

// A level that is asked for in a match is one of the same game: before it counts that takes its place, later it is
// asked about.
func TestWords_LevelInAMatch(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		h.Grants = d
		d.Asks(h, Ana, "/play cage house level=3 colour=red")
		if got := d.Asks(h, Ana, "raise the level to 5"); !strings.Contains(got, "level 5") || !strings.Contains(got,
			"Cage") {
			t.Errorf("told %q", got)
		}
		Says(h, Rui, "/play cage @ana")
		Says(h, Ana, "/accept")
		for range match.Serious {
			m := Only(t, h.Store, storage.Query{Room: "desk:group"})
			for move := range m.Line.Position().Moves() {
				Says(h, map[bool]chat.User{true: Ana, false: Rui}[m.Side(Ana.ID) == m.Turn()], string(move))
				break
			}
		}
		d.Tells(t, h, Mentioned, Ana, "raise the level to 5", "level 5")
	})
}

// A question about the rules is answered by the section on it, of the game that is named or else played here.
func TestWords_RulesAsked(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play chilean @rui")
		Says(h, Rui, "/accept")
		for text, want := range map[string]string{
			"how do you win at cage?":                   "Cage · End",
			"is capturing compulsory in backgammon?":    "Backgammon · Hits and the bar",
			"explain the cube in backgammon":            "Backgammon · The cube",
			"can men capture backwards?":                "Chilean draughts · Captures",
			"como se ganha no eximo?":                   "Eximo · End",
			"as damas comem para trás?":                 "Chilean draughts · Captures",
			"¿es obligatorio comer?":                    "Chilean draughts · Which capture",
			"¿cuándo puedo sacar fichas en backgammon?": "Backgammon · Bearing off",
		} {
			d.Tells(t, h, Mentioned, Ana, text, want)
		}
	})
}

// A move that has to be confirmed is so by a yes, and dropped by a no.
func TestWords_Confirm(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/confirm on")
		Privately(h, Ana, "/play damas @house:1 colour=white")
		for moves, answer := range []string{"no", "yes"} {
			Privately(h, Ana, "11-15")
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "confirm?") {
				t.Fatalf("told %q", got)
			}
			Privately(h, Ana, answer)
			if m := Only(t, h.Store, storage.Query{}); m.Moves() < moves || moves == 0 && m.Moves() > 0 {
				t.Errorf("%s: %d moves have been made", answer, m.Moves())
			}
		}
	})
}

// Signs that name nobody begin no match against the bot: the author is asked what is meant.
func TestWords_OpponentNotUnderstood(t *testing.T) {
	for _, text := range []string{"/jogar damas 👨\u200d👩\u200d👧\u200d👦", "/play damas 🙂", "/play damas \u200b?"} {
		Subtest(t, text, func(t *testing.T) {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Privately(h, Ana, text)
			heads, err := h.Store.Find(t.Context(), storage.Query{Live: true})
			if len(heads) > 0 || err != nil {
				t.Errorf("%d matches, %v: said %q", len(heads), err, chat.PlainText(d.Last(t).M.Text))
			}
			if len(d.All()) == 0 {
				t.Error("nothing was said")
			}
		})
	}
}
