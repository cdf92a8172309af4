package account_test

import (
	"bytes"
	"image/gif"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/speech"
	"tabuleiro/storage/memorytest"
)

// Only administrators change what one of them has chosen for a group, and only they choose who may begin matches.
func TestSettings_Administrators(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Admins = map[string]bool{Ana.ID: true}
		h, _ := Start(t, memorytest.New(), d)
		for _, c := range []struct {
			who        chat.User
			text, want string
		}{
			{Rui, "/theme slate", "Look: slate."},
			{Ana, "/theme paper", "Look: paper."},
			{Rui, "/theme slate", "only an administrator"},
			{Rui, "/settings", "Look: paper (chosen by an administrator)"},
			{Rui, "/settings start admins", "only an administrator"},
			{Ana, "/settings start admins", "Who starts games: administrators."},
			{Rui, "/play damas @ana", "Only administrators start games"},
			{Ana, "/play damas @rui", "Ana challenges Rui"},
			{Rui, "/accept", "Rui accepts"},
			{Ana, "/theme default", "Look: wood."},
			{Rui, "/theme slate", "Look: slate."},
			{Rui, "/theme por defecto", "Look: wood."},
			{Rui, "/theme slate", "Look: slate."},
			{Rui, "/theme Predefinição", "Look: wood."},
		} {
			Says(h, c.who, c.text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, c.want) {
				t.Errorf("%s: %s: %q does not tell %q", c.who.Name, c.text, got, c.want)
			}
		}
	})
}

// A member's change of a group setting is announced to all there, with a button that restores it; administrators'
// choices stay.
func TestSettings_ForAll(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Admins = map[string]bool{Eva.ID: true}
		h, _ := Start(t, memorytest.New(), d, Limit(bot.Limits{Commands: 1e6}))
		for _, c := range []struct {
			who        chat.User
			text       string // "": the button of the message before
			want, undo string
		}{
			{Ana, "/theme slate", "Ana has changed this for everybody here: Look: slate.", "/settings undo look default"},
			{Ana, "/theme paper", "Ana has changed this for everybody here: Look: paper.", "/settings undo look slate"},
			{Rui, "", "Rui has changed this for everybody here: Look: slate.", "/settings undo look paper"},
			{Ana, "", "Ana has changed this for everybody here: Look: paper.", "/settings undo look slate"},
			{Rui, "/language pt", "Rui mudou isto para todos aqui: Língua: Português.", "/definições desfazer língua predefinido"},
			{Ana, "", "Ana has changed this for everybody here: Language: English.", "/settings undo language português"},
			{Eva, "/theme wood", "Look: wood.", ""},
			{Rui, "/settings look slate", "Look: only an administrator can change that here.", ""},
		} {
			if c.text != "" {
				Says(h, c.who, c.text)
			} else {
				told := d.Last(t).M
				Hear(h, chat.Event{Room: "desk:group", From: c.who, Text: told.Buttons[0][0].Says, Tap: true, Opener: Eva})
			}
			m, undo := d.Last(t).M, ""
			if len(m.Buttons) == 1 {
				undo = m.Buttons[0][0].Says
			}
			if got := chat.PlainText(m.Text); got != c.want || undo != c.undo || m.Private && c.undo != "" {
				t.Errorf("%s: %s: %q, taken back by %q; want %q, %q", c.who.Name, c.text, got, undo, c.want, c.undo)
			}
		}
	})
}

// Boards are shown as chosen: pictures, text, or both; from one side, or from that of the player on turn.
func TestSettings_ShownAs(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		board := func(setting string) chat.Message {
			t.Helper()
			Says(h, Ana, "/settings "+setting)
			Says(h, Ana, "/board")
			return d.Last(t).M
		}
		if m := board("show text"); m.Board.PNG != nil || m.Board.Text == "" {
			t.Error("a picture, and not text")
		}
		if m := board("show both"); m.Board.PNG == nil || !strings.Contains(chat.PlainText(m.Text), m.Board.Text) {
			t.Error("not both")
		} else if got := chat.PlainText(m.Text); !strings.Contains(got, "Ana (O)") {
			t.Errorf("the text board is of other signs than the names have: %s", got)
		}
		if m := board("show picture"); m.Board.PNG == nil || strings.Contains(chat.PlainText(m.Text), m.Board.Text) {
			t.Error("not a picture alone")
		}
		if m := board("board words"); m.Board.PNG != nil || !m.Board.Told ||
			!strings.Contains(m.Board.Text, "12 men on 1 to 12") || !strings.Contains(chat.PlainText(m.Text), "(white)") {
			t.Errorf("not in words: %+v", m.Board)
		}
		if Says(h, Ana, "/rules damas 1"); !d.Last(t).M.Board.Told {
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
		Says(h, Ana, "11-15")
		if turn := d.Last(t).M.Board.Text; !strings.HasPrefix(turn, " +------------------------+") ||
			!strings.Contains(turn, "> X <") {
			t.Errorf("Black moves, and is not at the bottom:\n%s", turn)
		}
	})
}

// The lower side is the one chosen: in backgammon, where Black is the first side, red is not black.
func TestSettings_LowerSide(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play backgammon colour=black @rui")
		Says(h, Rui, "/accept")
		for setting, want := range map[string]string{"white or red": "X", "black or blue": "O"} {
			Says(h, Ana, "/settings show text")
			Says(h, Ana, "/settings side "+setting)
			Says(h, Ana, "/board")
			lines := strings.Split(strings.TrimSpace(d.Last(t).M.Board.Text), "\n")
			if last := strings.TrimLeft(lines[len(lines)-1], " >"); !strings.HasPrefix(last, want) {
				t.Errorf("%s: at the bottom is %q", setting, last)
			}
		}
	})
}

// Compulsory captures are pointed out.
func TestSettings_Hints(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		Says(h, Rui, "22-19")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "15x22") {
			t.Errorf("told %s", got)
		}
	})
}

// A film has the pace asked for.
func TestSettings_PaceOfReplays(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		Says(h, Rui, "22-18")
		hundredths := func(said string) int {
			t.Helper()
			Says(h, Ana, said)
			m := d.Last(t).M
			if m.File == nil {
				t.Fatalf("%s: %s", said, chat.PlainText(m.Text))
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
			Says(h, Ana, "/replay "+wrong)
			if got := d.Last(t).M; got.File != nil || !strings.Contains(chat.PlainText(got.Text), "normal, slow or fast") {
				t.Errorf("%s: %s", wrong, chat.PlainText(got.Text))
			}
		}
	})
}

// The lines of the settings page can be typed: "/settings Time: no limit".
func TestSettings_AsShown(t *testing.T) {
	// settings with a sentence of their own
	small := []string{"Ana mudou isto para todos aqui: Imagens pequenas.", "Ana cambió esto para todos aquí: Imágenes pequeñas.",
		"Ana has changed this for everybody here: Small pictures."}
	InTime(t, func(t *testing.T) {
		for _, lang := range speech.Languages {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/language "+lang)
			Says(h, Ana, "/settings puzzle 9:00")
			Says(h, Ana, "/settings more")
			lines := strings.Split(chat.PlainText(d.Last(t).M.Text), "\n")
			shown := 0
			for _, line := range lines {
				name, value, ok := strings.Cut(line, ": ")
				if !ok || strings.Contains(value, "/") {
					continue
				}
				shown++
				Says(h, Ana, "/settings "+line)
				if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, name+": ") && !slices.Contains(small, got) || strings.Contains(got, "“") ||
					strings.Contains(got, "«") {
					t.Errorf("%s: %q is answered with %q", lang, line, got)
				}
			}
			if shown < 8 {
				t.Errorf("%s: only %d settings are shown: %q", lang, shown, lines)
			}
			Says(h, Ana, "/play damas time: none @rui")
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Rui") || strings.Contains(got, "@") {
				t.Errorf("%s: a challenge without a limit: %q", lang, got)
			}
		}
	})
}

// The settings page has the four most common settings, for a group and for oneself, and [More] the others; all are
// understood when typed.
func TestSettings_Four(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Rows = 8
		h, _ := Start(t, memorytest.New(), d)
		names := func() (list []string) {
			for line := range strings.Lines(chat.PlainText(d.Last(t).M.Text)) {
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
			Says(h, Ana, text)
			if got := strings.Join(names(), ", "); got != want {
				t.Errorf("%s shows %s, want %s", text, got, want)
			}
			Tap(t, h, d, Ana, "More")
			if n := len(names()); n < 8 || n > 12 {
				t.Errorf("%s and More shows %q", text, names())
			}
			Tap(t, h, d, Ana, "‹")
			if got := strings.Join(names(), ", "); got != want {
				t.Errorf("back from all it shows %s, want %s", got, want)
			}
		}
		Says(h, Ana, "/settings size desktop")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Big pictures.") {
			t.Errorf("a setting that is not among the four: %q", got)
		}
	})
}
