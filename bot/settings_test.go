package bot_test

import (
	"bytes"
	"image/gif"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/storage/memorytest"
)

// Only administrators change what one of them has chosen for a group, and only they say who may begin.
func TestAdministrators(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.admins = map[string]bool{ana.ID: true}
		h, _ := start(t, memorytest.New(), d)
		for _, c := range []struct {
			who        chat.User
			text, want string
		}{
			{rui, "/theme slate", "Look: slate."},
			{ana, "/theme paper", "Look: paper."},
			{rui, "/theme slate", "only an administrator"},
			{rui, "/settings", "Look: paper (chosen by an administrator)"},
			{rui, "/settings start admins", "only an administrator"},
			{ana, "/settings start admins", "Who starts games: administrators."},
			{rui, "/play damas @ana", "Only administrators start games"},
			{ana, "/play damas @rui", "Ana challenges Rui"},
			{rui, "/accept", "Rui accepts"},
			{ana, "/theme default", "Look: wood."},
			{rui, "/theme slate", "Look: slate."},
			{rui, "/theme por defecto", "Look: wood."},
			{rui, "/theme slate", "Look: slate."},
			{rui, "/theme Predefinição", "Look: wood."},
		} {
			says(h, c.who, c.text)
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, c.want) {
				t.Errorf("%s: %s: %q does not tell %q", c.who.Name, c.text, got, c.want)
			}
		}
	})
}

// A change of a group's setting by a member is told to all there, and anybody takes it back, once; within a minute only
// its author and administrators change the same again.
func TestChangeForAll(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.admins = map[string]bool{eva.ID: true}
		h, _ := start(t, memorytest.New(), d, limit(bot.Limits{Commands: 1e6}))
		for _, c := range []struct {
			who   chat.User
			text  string
			after time.Duration
			want  string
			undo  bool
		}{
			{ana, "/theme slate", 0, "Ana has changed this for everybody here: Look: slate.", true},
			{ana, "/theme paper", 0, "Ana has changed this for everybody here: Look: paper.", true},
			{rui, "/theme dark", 20 * time.Second, "Look: somebody has just changed that here. Again in 40 s.", false},
			{rui, "/settings undo", 0, "Rui has changed this for everybody here: Look: slate.", false},
			{rui, "/settings undo", 0, "There is nothing to take back here.", false},
			{ana, "/theme paper", 0, "Look: somebody has just changed that here. Again in 40 s.", false},
			{rui, "/language pt", 0, "Rui mudou isto para todos aqui: Língua: Português.", true},
			{ana, "/settings undo", 0, "Ana has changed this for everybody here: Language: English.", false},
			{ana, "/settings theme paper", time.Minute, "Ana has changed this for everybody here: Look: paper.", true},
			{eva, "/theme wood", 0, "Look: wood.", false},
			{rui, "/settings undo", 0, "Look: only an administrator can change that here.", false},
		} {
			later(c.after)
			says(h, c.who, c.text)
			m := d.last(t).m
			undo := len(m.Buttons) == 1 && m.Buttons[0][0].Says == "/settings undo"
			if strings.HasPrefix(c.want, "Rui mudou") {
				undo = len(m.Buttons) == 1 && m.Buttons[0][0].Label == "Desfazer"
			}
			if got := chat.Plain(m.Text); got != c.want || undo != c.undo || m.Private && c.undo {
				t.Errorf("%s: %s: %q, can be taken back: %t; want %q, %t", c.who.Name, c.text, got, undo, c.want, c.undo)
			}
		}
		says(h, ana, "/theme slate")
		taps(h, "desk:group", rui, "/settings undo")
	})
}

// Boards are what was chosen: pictures, text, or both; seen from one side, or from that of who moves.
func TestShownAs(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white @rui")
		says(h, rui, "/accept")
		board := func(setting string) chat.Message {
			t.Helper()
			says(h, ana, "/settings "+setting)
			says(h, ana, "/board")
			return d.last(t).m
		}
		if m := board("show text"); m.Board.PNG != nil || m.Board.Text == "" {
			t.Error("a picture, and not text")
		}
		if m := board("show both"); m.Board.PNG == nil || !strings.Contains(chat.Plain(m.Text), m.Board.Text) {
			t.Error("not both")
		} else if got := chat.Plain(m.Text); !strings.Contains(got, "Ana (O)") {
			t.Errorf("the text board is of other signs than the names have: %s", got)
		}
		if m := board("show picture"); m.Board.PNG == nil || strings.Contains(chat.Plain(m.Text), m.Board.Text) {
			t.Error("not a picture alone")
		}
		if m := board("board words"); m.Board.PNG != nil || !m.Board.Told ||
			!strings.Contains(m.Board.Text, "12 men on 1 to 12") || !strings.Contains(chat.Plain(m.Text), "(white)") {
			t.Errorf("not in words: %+v", m.Board)
		}
		if says(h, ana, "/rules damas 1"); !d.last(t).m.Board.Told {
			t.Error("a diagram is not in words")
		}
		if m := board("show picture"); m.Board.PNG == nil {
			t.Error("no picture any more")
		}
		white := board("side first").Board.Text
		if black := board("side second").Board.Text; white == black {
			t.Error("the board is not turned")
		}
		if turn := board("side turn").Board.Text; turn != white {
			t.Error("White moves, and is not at the bottom")
		}
		says(h, ana, "11-15")
		if turn := d.last(t).m.Board.Text; !strings.HasPrefix(turn, " +------------------------+") ||
			!strings.Contains(turn, "> X <") {
			t.Errorf("Black moves, and is not at the bottom:\n%s", turn)
		}
	})
}

// The lower side is the one that the choice names: in backgammon, where Black is the first side, red is not black.
func TestLowerSide(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play backgammon colour=black @rui")
		says(h, rui, "/accept")
		for setting, want := range map[string]string{"white or red": "X", "black or blue": "O"} {
			says(h, ana, "/settings show text")
			says(h, ana, "/settings side "+setting)
			says(h, ana, "/board")
			lines := strings.Split(strings.TrimSpace(d.last(t).m.Board.Text), "\n")
			if last := strings.TrimLeft(lines[len(lines)-1], " >"); !strings.HasPrefix(last, want) {
				t.Errorf("%s: at the bottom is %q", setting, last)
			}
		}
	})
}

// Captures that must be made are pointed out.
func TestHints(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white @rui")
		says(h, rui, "/accept")
		says(h, ana, "11-15")
		says(h, rui, "22-19")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "15x22") {
			t.Errorf("told %s", got)
		}
	})
}

// A moving picture is as fast as is said.
func TestPaceOfReplays(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		says(h, ana, "11-15")
		says(h, rui, "22-18")
		hundredths := func(said string) int {
			t.Helper()
			says(h, ana, said)
			m := d.last(t).m
			if m.File == nil {
				t.Fatalf("%s: %s", said, chat.Plain(m.Text))
			}
			film, err := gif.DecodeAll(bytes.NewReader(m.File.Data))
			if err != nil || len(film.Delay) != 3 {
				t.Fatalf("%s: %v", said, err)
			}
			return film.Delay[1]
		}
		for said, want := range map[string]int{
			"/replay": 100, "/replay fast": 50, "/replay devagar": 200, "/replay public 1,5": 150, "/replay 0.1s": 10,
			"/replay default": 100,
		} {
			if got := hundredths(said); got != want {
				t.Errorf("%s: %d, want %d", said, got, want)
			}
		}
		for _, wrong := range []string{"0.05", "11", "NaN", "-1", "quickly"} {
			says(h, ana, "/replay "+wrong)
			if got := d.last(t).m; got.File != nil || !strings.Contains(chat.Plain(got.Text), "normal, slow or fast") {
				t.Errorf("%s: %s", wrong, chat.Plain(got.Text))
			}
		}
	})
}

// The lines of the page of settings can be typed: "/settings Time: no limit".
func TestSettingsAsShown(t *testing.T) {
	// what has a sentence of its own
	small := []string{"Ana mudou isto para todos aqui: Imagens pequenas.", "Ana cambió esto para todos aquí: Imágenes pequeñas.",
		"Ana has changed this for everybody here: Small pictures."}
	inTime(t, func(t *testing.T) {
		for _, lang := range speech.Languages {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/language "+lang)
			says(h, ana, "/settings puzzle 9:00")
			says(h, ana, "/settings more")
			lines := strings.Split(chat.Plain(d.last(t).m.Text), "\n")
			shown := 0
			for _, line := range lines {
				name, value, ok := strings.Cut(line, ": ")
				if !ok || strings.Contains(value, "/") {
					continue
				}
				shown++
				says(h, ana, "/settings "+line)
				if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, name+": ") && !slices.Contains(small, got) || strings.Contains(got, "“") ||
					strings.Contains(got, "«") {
					t.Errorf("%s: %q is answered with %q", lang, line, got)
				}
			}
			if shown < 8 {
				t.Errorf("%s: only %d settings are shown: %q", lang, shown, lines)
			}
			says(h, ana, "/play damas time: none @rui")
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Rui") || strings.Contains(got, "@") {
				t.Errorf("%s: a challenge without a limit: %q", lang, got)
			}
		}
	})
}

// The page of settings has the four that most people change, those of a group and one's own, and [More] the others;
// words that are typed for the others are understood as before.
func TestFourSettings(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.caps.Rows = 8
		h, _ := start(t, memorytest.New(), d)
		names := func() (list []string) {
			for line := range strings.Lines(chat.Plain(d.last(t).m.Text)) {
				if name, value, ok := strings.Cut(line, ": "); ok && !strings.Contains(value, "/") {
					list = append(list, name)
				}
			}
			return list
		}
		for text, want := range map[string]string{
			"/settings":    "Language, Look, Boards as, Time",
			"/settings me": "Language, Look, Confirm moves, Time zone",
		} {
			says(h, ana, text)
			if got := strings.Join(names(), ", "); got != want {
				t.Errorf("%s shows %s, want %s", text, got, want)
			}
			tap(t, h, d, ana, "More")
			if n := len(names()); n < 8 || n > 12 {
				t.Errorf("%s and More shows %q", text, names())
			}
			tap(t, h, d, ana, "‹")
			if got := strings.Join(names(), ", "); got != want {
				t.Errorf("back from all it shows %s, want %s", got, want)
			}
		}
		says(h, ana, "/settings size desktop")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Big pictures.") {
			t.Errorf("a setting that is not among the four: %q", got)
		}
	})
}
