package view_test

import (
	"bytes"
	"context"
	"image/png"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/speech"
	"tabuleiro/render"
	"tabuleiro/storage/memorytest"
)

func TestSuggest(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		for _, c := range []struct {
			who   chat.User
			typed string
			want  []string
		}{
			{Ana, "/mo", []string{"/move", "/moves"}},
			{Ana, "11", []string{"11-14", "11-15"}},
			{Ana, "/move 12", []string{"/move 12-15", "/move 12-16"}},
			{Ana, "/lance 12-16", []string{"/lance 12-16"}},
			{Ana, "/play ", []string{"/play draughts", "/play chilean", "/play eximo", "/play cage", "/play backgammon"}},
			{Ana, "/play xy", nil},
			{Ana, "/play damas level=", []string{"/play damas level=1", "/play damas level=2", "/play damas level=3",
				"/play damas level=4", "/play damas level=5", "/play damas level=6", "/play damas level=7", "/play damas level=8",
				"/play damas level=9", "/play damas level=10", "/play damas level=max"}},
			// the values would be too many
			{Ana, "/play backgammon ", behind("/play backgammon ",
				"rules= opening= roll= dice= bear-off= doubling= cube= gammons= jacoby= points= crawford= colour= rated= hints= time= bot level= from= @rui")},
			{Ana, "/play backgammon jac", behind("/play backgammon ", "jacoby=by-the-rules jacoby=yes jacoby=no")},
			{Ana, "/play damas fr", []string{"/play damas from="}},
			{Ana, "/board ", []string{"/board flip"}},
			{Ana, "/texto ", []string{"/texto flip"}},
			{Ana, "/board flip ", nil},
			{Ana, "/log a", []string{"/log all"}},
			{Ana, "/confirm o", []string{"/confirm off", "/confirm on"}},
			{Ana, "/ranking ex", []string{"/ranking eximo"}},
			{Ana, "/block ", []string{"/block @rui"}},
			{Ana, "/versus @rui ", nil},
			{Ana, "/play damas @", []string{"/play damas @rui"}},
			{Ana, "/play @r", []string{"/play @rui"}},
			{Ana, "/versus @", []string{"/versus @rui"}},
			{Ana, "/jogar @rui cage ra", []string{"/jogar @rui cage rated=no"}},
			{Ana, "/play cage size=", []string{"/play cage size=10", "/play cage size=8", "/play cage size=6"}},
			{Ana, "/play chilenas capture=", []string{"/play chilenas capture=compulsory", "/play chilenas capture=huffing"}},
			{Ana, "/play damas col", []string{"/play damas colour=white", "/play damas colour=black", "/play damas colour=lot",
				"/play damas colour=theirs"}},
			{Ana, "/jogar cage time=3", []string{"/jogar cage time=3d"}},
			{Ana, "/play cage b", []string{"/play cage bot"}},
			{Ana, "/rules damas Cap", []string{"/rules damas Captures"}},
			{Ana, "/rules damas our own", []string{"/rules damas Our own choices"}},
			{Ana, "/manual tim", []string{"/manual Time and pauses"}},
			{Ana, "/manual a ga", nil},
			{Ana, "/manual ending a", []string{"/manual Ending a game"}},
			{Ana, "/help mo", []string{"/help more", "/help move", "/help moves"}},
			{Ana, "/settings the", []string{"/settings theme"}},
			{Ana, "/settings pict", []string{"/settings picture size"}},
			{Ana, "/settings theme da", []string{"/settings theme dark"}},
			{Ana, "/settings theme sl", []string{"/settings theme slate"}},
			{Ana, "/settings tema sl", []string{"/settings tema slate"}},
			{Ana, "/settings me co", []string{"/settings me confirm"}},
			{Ana, "/settings puz", []string{"/settings puzzle"}},
			{Ana, "/settings puzzle of the", []string{"/settings puzzle of the day"}},
			{Ana, "/settings puzzle of the day 1",
				[]string{"/settings puzzle of the day 12:00", "/settings puzzle of the day 18:00"}},
			{Ana, "/settings boards as=pict", []string{"/settings boards as=pictures", "/settings boards as=pictures and text"}},
			{Ana, "/settings ", []string{
				"/settings language", "/settings look", "/settings size", "/settings board", "/settings draughts",
				"/settings squares",
				"/settings plays", "/settings at the bottom", "/settings after", "/settings time",
				"/settings starting", "/settings threads", "/settings puzzle", "/settings digest", "/settings me",
			}},
			{Ana, "/settings me time z", []string{"/settings me time zone"}},
			{Ana, "/theme pa", []string{"/theme paper"}},
			{Ana, "/language ", []string{"/language en", "/language es", "/language es-CL", "/language pt", "/language pt-BR"}},
			{Ana, "xyz", nil},
			{Rui, "11", nil},
			{Rui, "", nil},
		} {
			got := h.Suggest(context.Background(), chat.Event{Room: "desk:group", From: c.who, Text: c.typed})
			if !slices.Equal(got, c.want) {
				t.Errorf("%s types %q: %q, want %q", c.who.Name, c.typed, got, c.want)
			}
		}
	})
}

// behind returns words, each after a prefix.
func behind(head, words string) (all []string) {
	for word := range strings.FieldsSeq(words) {
		all = append(all, head+word)
	}
	return all
}

// With several matches a suggested move names its match, and each has some.
func TestSuggest_Several(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		var ids []string
		for range 5 {
			Says(h, Ana, "/play damas @rui")
			Says(h, Rui, "/accept")
			board := chat.PlainText(d.Last(t).M.Text)
			ids = append(ids, board[strings.Index(board, "#"):][:5])
		}
		list := h.Suggest(context.Background(), chat.Event{Room: "desk:group", From: Ana, Text: "/move "})
		for _, id := range ids {
			if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, "/move "+id) }) {
				t.Errorf("no move of %s in %q", id, list)
			}
		}
		var each []string
		for _, id := range slices.Backward(ids) {
			each = append(each, "/move "+id+" 12-15")
		}
		for typed, want := range map[string][]string{
			"/move 12-15":                each,
			"/move " + ids[0] + " 12-15": {"/move " + ids[0] + " 12-15"},
		} {
			if got := h.Suggest(context.Background(), chat.Event{Room: "desk:group", From: Ana, Text: typed}); !slices.Equal(got,
				want) {
				t.Errorf("%s: %q, want %q", typed, got, want)
			}
		}
	})
}

// A board is described in words.
func TestAlt(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for game, want := range map[string]string{
			"damas":       "Black to move. Last move: from 11 to 15. Black: 12 men on 21 to 32. White: 12 men on 1 to 10, 12, 15. 7 moves are possible.",
			"cage size=6": "Red to move. Red: 18 checkers on a1, c1, e1",
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play "+game+" @rui")
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			if got := d.Last(t).M.Board.Alt; !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", game, got, want)
			}
		}
	})
}

// Rolling, doubling, demanding and huffing are not counted as moves in a description.
func TestAlt_CountsMoves(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, `/play chilenas capture=huff colour=white from="W:W37,38,50:B1,32" @rui`)
		Says(h, Rui, "/accept")
		Says(h, Ana, "50-44")
		if got := d.Last(t).M.Board.Alt; !strings.HasSuffix(got, " 4 moves are possible.") {
			t.Errorf("huffing: %q", got)
		}
		Says(h, Rui, "/resign yes")
		Says(h, Ana, "/play gamao points=0 colour=red from=XGID=-A--A--------------eee----:0:0:1:00:0:0:0:0:10 @rui")
		Says(h, Rui, "/accept")
		if got := d.Last(t).M.Board.Alt; !strings.HasPrefix(got, "Red to roll or double.") ||
			strings.Contains(got, "possible") {
			t.Errorf("before the throw: %q", got)
		}
	})
}

// The description of the last board includes the result.
func TestAlt_OfTheEnd(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Rui, "/resign yes")
		if got := d.Last(t).M.Board.Alt; !strings.HasPrefix(got, "Ana wins: Rui resigns. White: 12 men") {
			t.Errorf("%q", got)
		}
	})
}

// A list of moves is shown with their pieces marked.
func TestBoard_MovesShown(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		pictures := map[string]bool{string(d.Last(t).M.Board.PNG): true}
		for _, text := range []string{"/moves", "/moves 11", "/moves 9"} {
			Says(h, Ana, text)
			board := d.Last(t).M.Board
			if board == nil || pictures[string(board.PNG)] {
				t.Fatalf("%s marks nothing, or what another one marks", text)
			}
			pictures[string(board.PNG)] = true
		}
	}, Drawing)
}

// A room chooses the theme of its boards, and keeps it.
func TestBoard_Theme(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d, Drawing)
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		board := func(h chat.Handler, d *Desk) []byte {
			Says(h, Ana, "/board")
			return d.Last(t).M.Board.PNG
		}
		wood := board(h, d)
		Says(h, Ana, "/tema")
		if got := d.Last(t).M.Buttons; len(slices.Concat(got...)) != len(render.Themes)+2 || len(got[len(got)-1]) != 2 {
			t.Errorf("looks offered: %+v", got)
		}
		Says(h, Ana, "/theme desktop")
		if c, err := png.DecodeConfig(bytes.NewReader(board(h, d))); err != nil || c.Width <= render.DefaultSize {
			t.Errorf("a large picture is %d wide, %v", c.Width, err)
		}
		Says(h, Ana, "/tema telemóvel")
		Says(h, Ana, "/tabuleiro virar")
		if bytes.Equal(wood, d.Last(t).M.Board.PNG) {
			t.Error("the board is not turned")
		}
		Says(h, Ana, "/text")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "12 men on 1 to 12") {
			t.Errorf("a text without a description in words:\n%s", got)
		}
		Says(h, Ana, "/tema ardósia")
		slate := board(h, d)
		if bytes.Equal(wood, slate) {
			t.Error("both looks look the same")
		}
		Says(h, Ana, "/theme plaid")
		stop()
		d = NewDesk()
		h, _ = Start(t, store, d, Drawing)
		if !bytes.Equal(slate, board(h, d)) {
			t.Error("another look after a restart")
		}
	})
}

// /words names the pieces by their colours in the pictures that others see.
func TestBoard_WordsInItsColours(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/theme paper")
		Says(h, Ana, "/play cage colour=red @rui")
		Says(h, Rui, "/accept")
		if alt := d.Last(t).M.Board.Alt; !strings.HasPrefix(alt, "Hatched to move.") {
			t.Errorf("the picture: %q", alt)
		}
		Says(h, Rui, "/words")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "\nHatched to move.\n") ||
			strings.Contains(got, "Red") {
			t.Errorf("in words: %q", got)
		}
	})
}

// The board of a finished match, as text, has its result once.
func TestBoard_TextTellsResultOnce(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, lang := range speech.Languages {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/language "+lang)
			Says(h, Ana, "/play damas @rui")
			Says(h, Rui, "/accept")
			Says(h, Rui, "/resign yes")
			result := strings.Split(chat.PlainText(d.Last(t).M.Text), "\n")[1]
			Says(h, Ana, "/text")
			if got := chat.PlainText(d.Last(t).M.Text); strings.Count(got, result) != 1 {
				t.Errorf("%s: %q is not there once: %q", lang, result, got)
			}
		}
	})
}

// A board as text says once whose turn it is and what must be done, and lists the pieces in words.
func TestBoard_TurnOnce(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, `/play damas @rui colour=white from="W:W11:B15"`)
		Says(h, Rui, "/accept")
		Says(h, Ana, "/text")
		got := chat.PlainText(d.Last(t).M.Text)
		for _, once := range []string{"to move", "compulsory", "11", "15"} {
			if n := strings.Count(got, once); n != 1 && !(once == "11" || once == "15") || n == 0 {
				t.Errorf("%q is said %d times: %q", once, n, got)
			}
		}
	})
}

// The first board against the bot explains what is needed, and not that the bot plays. Between two people the challenge
// has explained how the dice are sealed.
func TestBoard_First(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for lang, words := range map[string][3]string{
			"en": {"challenges", "accepts", "Verifiable"}, "pt": {"desafia", "aceita", "verificáveis"},
			"es": {"desafía", "acepta", "verificables"},
		} {
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: "/language " + lang, Private: true, Addressed: true})
			d.Heard()
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: "/play gamao house level=2", Private: true, Addressed: true})
			got := strings.Join(d.Heard(), "\n")
			if strings.Contains(got, words[0]) || strings.Contains(got, words[1]) || strings.Count(got, words[2]) != 1 ||
				!strings.Contains(got, "Bot, ") {
				t.Errorf("%s: told %q", lang, got)
			}
			Says(h, Ana, "/language "+lang)
			d.Heard()
			Says(h, Ana, "/play gamao @rui")
			Says(h, Rui, "/accept")
			got = strings.Join(d.Heard(), "\n")
			if !strings.Contains(got, words[0]) || !strings.Contains(got, words[1]) || strings.Count(got, words[2]) != 1 {
				t.Errorf("%s: two people are told %q", lang, got)
			}
		}
	})
}
