package intent

import (
	"testing"

	"tabuleiro/bot/speech"
	"tabuleiro/engine/table"
)

func newReader(t testing.TB) *Reader {
	t.Helper()
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	return New(book, table.Games)
}

// Slots are read from the text itself, in any language.
func TestSlots(t *testing.T) {
	r := newReader(t)
	for _, c := range []struct{ class, said, want string }{
		{"play house", "backgammon against the bot, level 4, 5 points", "play backgammon house level=4 points=5"},
		{"play house", "damas contra o bot no nível sete", "play damas house level=7"},
		{"play house", "backgammon to 5 level 4", "play backgammon house level=4 points=5"},
		{"play person", "una de chilenas contra @ana a 3 días por jugada", "play chilean @ana time=3d"},
		{"play house", "damas contra el bot con reloj de 5 minutos", "play damas house time=5m+0"},
		{"play house", "I have ten minutes, draughts against the bot", "play damas house"},
		{"remind in", "remind me in two hours", "remind in 2h"},
		{"remind in", "remind me in 2 and a half hours", "remind in 2h30m"},
		{"remind in", "recuérdame en 2h30", "remind in 2h30m"},
		{"remind in", "daqui um bocadinho, uns vinte e cinco minutos", "remind in 25m"},
		{"remind", "lembra-me às 20h30", "remind"},
		{"away", "vou estar fora duas semanas", "away 14d"},
		{"remind in", "avísame en media hora", "remind in 30m"},
		{"remind in", "me avisa daqui a meia hora", "remind in 30m"},
		{"remind 0", "no me recuerdes a las 2h", "remind 0"},
		{"why", "why not 9-13", "why 9-13"},
		{"play friend", "quiero jugar con un amigo", "play friend"},
		{"block", "bloqueia @chato", "block @chato"},
		{"rules", "rules of international draughts", "rules international"},
		{"rules", "do I have to capture?", "rules which/captures/jumps/hits"},
		{"rules", "para qué sirve el cubo", "rules cube"},
		{"play person", "I want to play with my friend bob", "play ~bob"},
		{"play house", "quero jogar gamão com o Zé", "play backgammon ~Zé"},
		{"play", "quero jogar com o Zé", "play ~Zé"},
		{"board square", "what stands on b4?", "board square b4"},
		{"board square", "what stands there?", "board"},
		{"board row", "what is on row 3", "board row 3"},
		{"play house", "I want black against the bot at cage", "play cage house colour=black"},
		{"play house", "an unrated game of cage against the bot", "play cage house rated=no"},
		{"play house", "best of 3 at backgammon against the bot", "play backgammon house best=3"},
		{"play house", "two games of cage against the bot", "play cage house games=2"},
		{"play house", "backgammon against the bot until 7", "play backgammon house points=7"},
		{"play level=hard", "set it to 7", "play level=7"},
		{"play level=hard", "cage with level 5 please", "play cage level=5"},
		{"language", "another language", "language"},
		{"remind in", "remind me in 90 minutes", "remind in 90m"},
		{"remind in", "remind me in an hour and a half", "remind in 1h30m"},
		{"remind in", "remind me in 45min", "remind in 45m"},
		{"remind in", "remind me in half of an hour", "remind in 30m"},
		{"remind in", "half my time is gone, remind me in one hour", "remind in 1h"},
		{"remind in", "in 3 or so more hours", "remind in 3h"},
		{"remind in", "2 of you wait, remind me in hours", "remind in"},
		{"play house", "best out of 5 at cage against the bot", "play cage house best=5"},
		{"play house", "my best game is cage, level 5 against the bot", "play cage house level=5"},
		{"play level=hard", "the level should be 6", "play level=6"},
		{"play level=hard", "what level will it have, 6", "play level=hard"},
		{"play house", "backgammon until 2 hours from now against the bot", "play backgammon house time=2h"},
		{"away", "I am away for a week", "away 7d"},
		{"away", "I am away for 1 day", "away 1d"},
		{"pause", "pause for three days #k7q2!", "pause 3d #k7q2"},
		{"if", "if 21-18, then 11-15", "if 21-18 11-15"},
		{"board", "show me #k7q2.", "board #k7q2"},
		{"versus", "me against @rui!", "versus @rui"},
		{"puzzle next", "another one of chilean", "puzzle chilean next"},
		{"rules", "what is the cube in backgammon", "rules backgammon cube"},
		{"play house", "quiero jugar con dama voladora", "play damas house"},
		{"play house", "jogar com damas voadoras", "play damas house"},
		{"play house", "play with flying kings", "play house"},
		{"play house", "I don't want to play", "never"},
		{"play", "let's not play cage", "never"},
		{"play house", "não me apetece jogar", "never"},
		{"play house", "no, juguemos", "never"},
		{"rematch", "revanche já, não vou dormir", "rematch"},
		{"play friend", "cage with @rui, I take red", "play cage @rui colour=red"},
	} {
		s := r.Slots(c.said, func(word string) bool { return word != "bob" && word != "ze" })
		if got := s.Fill(c.class); got != c.want {
			t.Errorf("%q is %q, want %q", c.said, got, c.want)
		}
	}
}

// A binding command is never run from a guess: it is offered, unless a fully specified match is begun.
func TestDecide(t *testing.T) {
	named := Slots{"game": "cage", "house": "house"}
	for _, c := range []struct {
		command string
		slots   Slots
		p       float64
		state   State
		want    Action
	}{
		{"board", Slots{}, 0.95, State{}, Do}, {"board", Slots{}, 0.5, State{}, Offer}, {"board", Slots{}, 0.3, State{}, Ask},
		{Talk, Slots{}, 1, State{}, Ask}, {"resign", Slots{}, 0.5, State{Match: true}, Offer},
		{"accept", Slots{}, 1, State{}, Offer}, {"undo", Slots{}, 1, State{Match: true}, Offer},
		{"cancel", Slots{}, 1, State{}, Offer}, {"cancel offer", Slots{}, 1, State{}, Do},
		{"play cage house", named, 0.98, State{}, Do}, {"play cage house", named, 0.98, State{Match: true}, Offer},
		{"play cage house", named, 0.95, State{}, Offer}, {"play cage house", Slots{"game": "cage"}, 1, State{}, Offer},
		{"play house", Slots{"house": "house"}, 0.98, State{}, Offer}, {"play cage ??", Slots{"game": "cage"}, 0.95, State{}, Do},
		{"tournament #k7q2 join", Slots{}, 1, State{}, Do}, {"tournament", Slots{}, 1, State{}, Do},
		{"tournament cage", Slots{"game": "cage"}, 1, State{}, Offer}, {"tournament #k7q2", Slots{}, 1, State{}, Do},
		{"hint", Slots{}, 0.95, State{}, Do}, {"hint", Slots{}, 0.95, State{Priced: true}, Offer},
		{"thanks", Slots{}, 0.7, State{}, Do}, {"thanks", Slots{}, 0.5, State{}, Ask},
	} {
		if got := Decide(c.command, c.slots, c.p, c.state); got != c.want {
			t.Errorf("%q with %v in %+v is dealt with by %d, want %d", c.command, c.p, c.state, got, c.want)
		}
	}
}

// A text is read in its own language, if that is clearly not its reader's.
func TestLanguage(t *testing.T) {
	r := newReader(t)
	for said, want := range map[string]string{"quero jogar gamão contra o computador": "pt",
		"muéstrame el tablero por favor": "es", "show me the board please": "en"} {
		for _, reader := range speech.Languages {
			if reading := r.Read(said, reader); reading.Language != want {
				t.Errorf("%q is read as %s for a reader of %s", said, reading.Language, reader)
			}
		}
	}
}
