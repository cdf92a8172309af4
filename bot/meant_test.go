package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// mentioned says a text to the bot in the group, as with a mention.
func mentioned(h chat.Handler, who chat.User, text string) {
	e := eventOf(who, text)
	e.Addressed = true
	hear(h, e)
}

// asks says a text to the bot privately, and returns all that is told then.
func (d *desk) asks(h chat.Handler, who chat.User, text string) string {
	d.heard()
	hear(h, chat.Event{Room: chat.Room(who.ID), From: who, Text: text, Private: true, Addressed: true})
	return strings.Join(d.heard(), "\n")
}

// tells says a text to the bot in a way, mentioned or privately, and wants a part of what is told then.
func (d *desk) tells(t *testing.T, h chat.Handler, way func(chat.Handler, chat.User, string), who chat.User,
	text, want string) {
	t.Helper()
	d.heard()
	way(h, who, text)
	if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, want) {
		t.Errorf("%s: told %q", text, got)
	}
}

// A game that is not played here is answered with those that are, one button for each, whatever it was asked with.
func TestUnplayed(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for _, text := range []string{"chess", "/chess", "/play chess", "jugamos al ajedrez?", "xadrez",
			"há jogos de cartas?"} {
			says(h, ana, text)
			mentioned(h, ana, text)
			m := d.last(t).m
			if got := chat.Plain(m.Text); !strings.Contains(got, "I do not play that") || !strings.Contains(got, "Eximo") {
				t.Fatalf("%s: told %q", text, got)
			}
			if says := pressed(t, m, "Eximo"); !strings.HasPrefix(says, "/play eximo") {
				t.Errorf("%s: the button says %q", text, says)
			}
			d.heard()
		}
	})
}

// A person who asks in a room how it ended is told of the last match there that did, be it an own one or not.
func TestWhoWon(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		d.tells(t, h, mentioned, eva, "who won?", "No match has ended here yet.")
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		says(h, ana, "11-15")
		says(h, rui, "/resign yes")
		says(h, ana, "/play cage @rui")
		says(h, ana, "/cancel")
		for _, text := range []string{"who won", "quem é que ganhou?", "quién ganó la última partida?", "did I win?"} {
			d.tells(t, h, mentioned, eva, text, "Ana wins: Rui resigns.")
		}
	})
}

// An author who names a person and the bot as the opponent is asked which of them, with a button for each.
func TestPersonOrBot(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, rui, "/help")
		for _, text := range []string{"/play @rui house", "/play damas @rui level=4 colour=white", "/play house @rui max"} {
			d.heard()
			says(h, ana, text)
			m := d.last(t).m
			if got := chat.Plain(m.Text); !strings.HasPrefix(got, "Did you mean /play") || len(m.Buttons) != 2 {
				t.Fatalf("%s: told %q", text, got)
			}
			for i, want := range []string{"challenges Rui", " · ⚫ Bot, level"} {
				says(h, ana, m.Buttons[i][0].Says)
				if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, want) && !strings.Contains(got, "Which game?") {
					t.Errorf("%s, %s: told %q", text, m.Buttons[i][0].Says, got)
				}
			}
		}
	})
}

// A person who wants to join is entered in the tournament that waits for people, else takes the only challenge, else is
// shown what is going on.
func TestWantsToJoin(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"I want to join", "me anoto", "quiero participar", "quero entrar", "inscreve-me"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			h.grants = d
			d.tells(t, h, mentioned, rui, text, "No match is going on here.")
			says(h, ana, "/play damas friend")
			d.tells(t, h, mentioned, rui, text, "Rui accepts.")
			says(h, ana, "/play cage friend")
			says(h, ana, "/tournament damas")
			d.tells(t, h, mentioned, rui, text, "you are in tournament #")
		}
	})
}

// A draw that is not offered is not accepted, and none is offered by it; "ok" to one that is asks, and "yes" agrees.
func TestAcceptsDraw(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"I accept the draw", "acepto las tablas", "aceito o empate"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			h.grants = d
			says(h, ana, "/play damas @rui colour=white")
			says(h, rui, "/accept")
			says(h, ana, "11-15")
			d.heard()
			mentioned(h, rui, text)
			m := d.last(t).m
			if got := chat.Plain(m.Text); !strings.Contains(got, "There is no offer to answer") {
				t.Errorf("%s, with none offered: told %q", text, got)
			}
			if says := pressed(t, m, "Offer a draw"); !strings.HasPrefix(says, "/draw #") {
				t.Errorf("%s: the button says %q", text, says)
			}
			says(h, ana, "/undo")
			d.tells(t, h, mentioned, rui, text, "There is no offer to answer")
			says(h, rui, "22-18")
			says(h, ana, "/draw")
			d.heard()
			mentioned(h, rui, text)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "draw") || strings.Contains(got, "no offer") {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// A word that tells no more than that something was heard agrees to nothing by itself.
func TestOkToAnOffer(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"ok", "Ok!", "dale", "ya", "bueno"} {
			d := newDesk()
			d.caps.Together = true
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/play damas @rui colour=white")
			says(h, rui, "/accept")
			says(h, ana, "11-15")
			says(h, ana, "/draw")
			d.heard()
			mentioned(h, rui, text)
			got := strings.Join(d.heard(), "\n")
			if !strings.Contains(got, "do you agree to a draw?") {
				t.Fatalf("%s: told %q", text, got)
			}
			mentioned(h, rui, "yes")
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Rui agrees") && !strings.Contains(got, "drawn") &&
				!strings.Contains(got, "Draw") {
				t.Errorf("%s, then yes: told %q", text, got)
			}
		}
	})
}

// A goodbye is answered by one.
func TestGoodbye(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for _, text := range []string{"bye", "chao", "adiós", "tchau", "adeus, até amanhã"} {
			hear(h, chat.Event{Room: "desk:ana", From: ana, Text: text, Private: true, Addressed: true})
			if got := strings.Join(d.heard(), "\n"); got != "See you!" {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// A tournament is called off, and left, by the button of the question, and by a yes.
func TestTournamentCalledOff(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, typed := range []bool{false, true} {
			d := newDesk()
			d.caps.Together = true
			h, _ := start(t, memorytest.New(), d)
			h.grants = d
			says(h, ana, "/tournament damas")
			d.heard()
			mentioned(h, ana, "cancela o torneio")
			asked := d.last(t).m
			if typed {
				mentioned(h, ana, "sim")
			} else {
				e := eventOf(ana, pressed(t, asked, "Cancel the tournament"))
				e.Tap, e.Addressed, e.Quoted = true, true, chat.Plain(asked.Text)
				hear(h, e)
			}
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Tournament cancelled.") {
				t.Errorf("typed %v: told %q", typed, got)
			}
		}
	})
}

// The rules that are shown while a match is on tell of a board of its size, and elsewhere of the usual one.
func TestRulesOfChosenSize(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play cage @rui size=6")
		says(h, rui, "/accept")
		for who, want := range map[chat.User]string{ana: "6x6", {ID: "desk:eva", Handle: "eva", Name: "Eva"}: "10x10"} {
			for _, text := range []string{"/rules cage", "/rules cage 1"} {
				d.heard()
				says(h, who, text)
				m := d.last(t).m
				if got := chat.Plain(m.Text); !strings.Contains(got, want) {
					t.Errorf("%s, %s: told %q", who.Name, text, got)
				}
				if rows := strings.Count(m.Board.Text, "\n"); (rows < 10) != (want == "6x6") {
					t.Errorf("%s, %s: shown\n%s", who.Name, text, m.Board.Text)
				}
			}
		}
	})
}

// Nothing is done by a yes that comes when its question counts no more, whatever else the author has said since.
func TestQuestionLapsed(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.caps.Together = true
		h, _ := start(t, memorytest.New(), d)
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		says(h, ana, "/resign")
		says(h, ana, "11-15")
		d.tells(t, h, mentioned, ana, "sim", "not waiting for an answer")
	})
}

// The text of a position or a game behind /import counts as a file with it.
func TestImportPasted(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for text, want := range map[string]string{
			"/import damas W:W1,2,3,K10:B31,32 @rui": "Ana challenges Rui.", "/import damas 1. 11-15 22-18 *": "2 moves have been played",
			"/import 1. 11-15 22-18 *": "it can be read as",
			"/import rubbish":          "I do not know this kind of file", "/import": "write its text there",
		} {
			d.heard()
			says(h, ana, text)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// A possible meaning of a text is asked about with buttons, and by a yes it is done.
func TestYesToAGuess(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for _, text := range []string{"/hepl", "/ehlp"} {
			if got := d.asks(h, ana, text); !strings.Contains(got, "Did you mean /help") {
				t.Fatalf("%s: told %q", text, got)
			}
			if got := d.asks(h, ana, "yes"); !strings.Contains(got, "/play  begin a match") {
				t.Errorf("%s: a yes is told %q", text, got)
			}
			d.asks(h, ana, text)
			if got := d.asks(h, ana, "no"); !strings.Contains(got, "against me or a friend") {
				t.Errorf("%s: a no is told %q", text, got)
			}
		}
	})
}

// A level that is asked for in a match is one of the same game: before it counts that takes its place, later it is
// asked about.
func TestLevelInAMatch(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		h.grants = d
		d.asks(h, ana, "/play cage house level=3 colour=red")
		if got := d.asks(h, ana, "raise the level to 5"); !strings.Contains(got, "level 5") || !strings.Contains(got,
			"Cage") {
			t.Errorf("told %q", got)
		}
		says(h, rui, "/play cage @ana")
		says(h, ana, "/accept")
		for range match.Serious {
			m := only(t, h.store, storage.Query{Room: "desk:group"})
			for move := range m.Line.Position().Moves() {
				says(h, map[bool]chat.User{true: ana, false: rui}[m.Side(ana.ID) == m.Turn()], string(move))
				break
			}
		}
		d.tells(t, h, mentioned, ana, "raise the level to 5", "level 5")
	})
}

// A question about the rules is answered by the section on it, of the game that is named or else played here.
func TestRulesAsked(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play chilean @rui")
		says(h, rui, "/accept")
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
			d.tells(t, h, mentioned, ana, text, want)
		}
	})
}

// A move that has to be confirmed is so by a yes, and dropped by a no.
func TestConfirmInWords(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		privately(h, ana, "/confirm on")
		privately(h, ana, "/play damas @house:1 colour=white")
		for moves, answer := range []string{"no", "yes"} {
			privately(h, ana, "11-15")
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "confirm?") {
				t.Fatalf("told %q", got)
			}
			privately(h, ana, answer)
			if m := only(t, h.store, storage.Query{}); m.Moves() < moves || moves == 0 && m.Moves() > 0 {
				t.Errorf("%s: %d moves have been made", answer, m.Moves())
			}
		}
	})
}

// Signs that name nobody begin no match against the bot: the author is asked what is meant.
func TestOpponentNotUnderstood(t *testing.T) {
	for _, text := range []string{"/jogar damas 👨\u200d👩\u200d👧\u200d👦", "/play damas 🙂", "/play damas \u200b?"} {
		subtest(t, text, func(t *testing.T) {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			privately(h, ana, text)
			heads, err := h.store.Find(t.Context(), storage.Query{Live: true})
			if len(heads) > 0 || err != nil {
				t.Errorf("%d matches, %v: said %q", len(heads), err, chat.Plain(d.last(t).m.Text))
			}
			if len(d.all()) == 0 {
				t.Error("nothing was said")
			}
		})
	}
}
