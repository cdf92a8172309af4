package bot_test

import (
	"bytes"
	"context"
	"image/png"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/render"
	"tabuleiro/storage/memorytest"
)

func TestSuggest(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		for _, c := range []struct {
			who   chat.User
			typed string
			want  []string
		}{
			{ana, "/mo", []string{"/move", "/moves"}},
			{ana, "11", []string{"11-14", "11-15"}},
			{ana, "/move 12", []string{"/move 12-15", "/move 12-16"}},
			{ana, "/lance 12-16", []string{"/lance 12-16"}},
			{ana, "/play ", []string{"/play draughts", "/play chilean", "/play eximo", "/play cage", "/play backgammon"}},
			{ana, "/play ga", []string{"/play gamao"}},
			{ana, "/rules damas-ch", []string{"/rules damas-chilenas"}},
			{ana, "/play xy", nil},
			{ana, "/play damas level=", []string{"/play damas level=1", "/play damas level=2", "/play damas level=3",
				"/play damas level=4", "/play damas level=5", "/play damas level=6", "/play damas level=7", "/play damas level=8",
				"/play damas level=9", "/play damas level=10", "/play damas level=max"}},
			// the values would be too many
			{ana, "/play backgammon ", behind("/play backgammon ",
				"rules= opening= roll= dice= bear-off= doubling= cube= gammons= jacoby= points= crawford= colour= time= bot level= rated= hints= from= @rui")},
			{ana, "/play backgammon jac", behind("/play backgammon ", "jacoby=by-the-rules jacoby=yes jacoby=no")},
			{ana, "/play damas fr", []string{"/play damas from="}},
			{ana, "/board ", []string{"/board flip"}},
			{ana, "/texto ", []string{"/texto symbols", "/texto flip"}},
			{ana, "/text flip ", []string{"/text flip symbols"}},
			{ana, "/board flip ", nil},
			{ana, "/log a", []string{"/log all"}},
			{ana, "/confirm o", []string{"/confirm off", "/confirm on"}},
			{ana, "/replay f", []string{"/replay fast"}},
			{ana, "/export pdn", []string{"/export pdn", "/export pdn24"}},
			{ana, "/ranking ex", []string{"/ranking eximo"}},
			{ana, "/block ", []string{"/block @rui"}},
			{ana, "/versus @rui ", nil},
			{ana, "/play damas @", []string{"/play damas @rui"}},
			{ana, "/play @r", []string{"/play @rui"}},
			{ana, "/versus @", []string{"/versus @rui"}},
			{ana, "/jogar @rui cage ra", []string{"/jogar @rui cage rated=no"}},
			{ana, "/play cage size=", []string{"/play cage size=10", "/play cage size=8", "/play cage size=6"}},
			{ana, "/play chilenas capture=", []string{"/play chilenas capture=compulsory", "/play chilenas capture=huffing"}},
			{ana, "/play damas col", []string{"/play damas colour=white", "/play damas colour=black", "/play damas colour=lot",
				"/play damas colour=theirs"}},
			{ana, "/jogar cage time=3", []string{"/jogar cage time=3d"}},
			{ana, "/play cage b", []string{"/play cage bot"}},
			{ana, "/rules damas Cap", []string{"/rules damas Captures"}},
			{ana, "/rules damas our own", []string{"/rules damas Our own choices"}},
			{ana, "/manual tim", []string{"/manual Time and pauses"}},
			{ana, "/manual a ga", nil},
			{ana, "/manual ending a", []string{"/manual Ending a game"}},
			{ana, "/help mo", []string{"/help more", "/help move", "/help moves"}},
			{ana, "/settings the", []string{"/settings theme"}},
			{ana, "/settings pict", []string{"/settings picture size"}},
			{ana, "/settings theme da", []string{"/settings theme dark"}},
			{ana, "/settings theme sl", []string{"/settings theme slate"}},
			{ana, "/settings tema sl", []string{"/settings tema slate"}},
			{ana, "/settings me co", []string{"/settings me confirm"}},
			{ana, "/settings puz", []string{"/settings puzzle"}},
			{ana, "/settings puzzle of the", []string{"/settings puzzle of the day"}},
			{ana, "/settings puzzle of the day 1",
				[]string{"/settings puzzle of the day 12:00", "/settings puzzle of the day 18:00"}},
			{ana, "/settings boards as=pict", []string{"/settings boards as=pictures", "/settings boards as=pictures and text"}},
			{ana, "/settings ", []string{
				"/settings language", "/settings look", "/settings size", "/settings board", "/settings draughts",
				"/settings squares",
				"/settings plays", "/settings at the bottom", "/settings after", "/settings time",
				"/settings starting", "/settings threads", "/settings puzzle", "/settings digest", "/settings me",
			}},
			{ana, "/settings me time z", []string{"/settings me time zone"}},
			{ana, "/theme pa", []string{"/theme paper"}},
			{ana, "/language ", []string{"/language en", "/language es", "/language es-CL", "/language pt", "/language pt-BR"}},
			{ana, "xyz", nil},
			{rui, "11", nil},
			{rui, "", nil},
		} {
			got := h.Suggest(context.Background(), chat.Event{Room: "desk:group", From: c.who, Text: c.typed})
			if !slices.Equal(got, c.want) {
				t.Errorf("%s types %q: %q, want %q", c.who.Name, c.typed, got, c.want)
			}
		}
	})
}

// behind are words behind what stands before them.
func behind(head, words string) (all []string) {
	for word := range strings.FieldsSeq(words) {
		all = append(all, head+word)
	}
	return all
}

// With several matches a suggested move names its match, and each has some.
func TestSuggestSeveral(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		var ids []string
		for range 5 {
			says(h, ana, "/play damas @rui")
			says(h, rui, "/accept")
			board := chat.Plain(d.last(t).m.Text)
			ids = append(ids, board[strings.Index(board, "#"):][:5])
		}
		list := h.Suggest(context.Background(), chat.Event{Room: "desk:group", From: ana, Text: "/move "})
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
			if got := h.Suggest(context.Background(), chat.Event{Room: "desk:group", From: ana, Text: typed}); !slices.Equal(got,
				want) {
				t.Errorf("%s: %q, want %q", typed, got, want)
			}
		}
	})
}

// A board is described in words.
func TestAlt(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for game, want := range map[string]string{
			"damas":       "Black to move. Last move: from 11 to 15. Black: 12 men on 21 to 32. White: 12 men on 1 to 10, 12, 15. 7 moves are possible.",
			"cage size=6": "Red to move. Red: 18 checkers on a1, c1, e1",
		} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/play "+game+" @rui")
			says(h, rui, "/accept")
			says(h, ana, "11-15")
			if got := d.last(t).m.Board.Alt; !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", game, got, want)
			}
		}
	})
}

// To roll, to double, to demand or to huff is none of the moves that a description counts.
func TestAltCountsMoves(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, `/play chilenas capture=huff colour=white from="W:W37,38,50:B1,32" @rui`)
		says(h, rui, "/accept")
		says(h, ana, "50-44")
		if got := d.last(t).m.Board.Alt; !strings.HasSuffix(got, " 4 moves are possible.") {
			t.Errorf("huffing: %q", got)
		}
		says(h, rui, "/resign yes")
		says(h, ana, "/play gamao points=0 colour=red from=XGID=-A--A--------------eee----:0:0:1:00:0:0:0:0:10 @rui")
		says(h, rui, "/accept")
		if got := d.last(t).m.Board.Alt; !strings.HasPrefix(got, "Red to roll or double.") ||
			strings.Contains(got, "possible") {
			t.Errorf("before the throw: %q", got)
		}
	})
}

// The description of the last board tells how the match ended.
func TestAltOfTheEnd(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		says(h, rui, "/resign yes")
		if got := d.last(t).m.Board.Alt; !strings.HasPrefix(got, "Ana wins: Rui resigns. White: 12 men") {
			t.Errorf("%q", got)
		}
	})
}

// A list of moves comes with the pieces marked that can make them.
func TestMovesShown(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		pictures := map[string]bool{string(d.last(t).m.Board.PNG): true}
		for _, text := range []string{"/moves", "/moves 11", "/moves 9"} {
			says(h, ana, text)
			board := d.last(t).m.Board
			if board == nil || pictures[string(board.PNG)] {
				t.Fatalf("%s marks nothing, or what another one marks", text)
			}
			pictures[string(board.PNG)] = true
		}
	}, drawing)
}

// A room chooses how its boards look, and keeps that.
func TestTheme(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, stop := start(t, store, d, drawing)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		board := func(h chat.Handler, d *desk) []byte {
			says(h, ana, "/board")
			return d.last(t).m.Board.PNG
		}
		wood := board(h, d)
		says(h, ana, "/tema")
		if got := d.last(t).m.Buttons; len(slices.Concat(got...)) != len(render.Themes)+2 || len(got[len(got)-1]) != 2 {
			t.Errorf("looks offered: %+v", got)
		}
		says(h, ana, "/theme desktop")
		if c, err := png.DecodeConfig(bytes.NewReader(board(h, d))); err != nil || c.Width <= render.DefaultSize {
			t.Errorf("a large picture is %d wide, %v", c.Width, err)
		}
		says(h, ana, "/tema telemóvel")
		says(h, ana, "/tabuleiro virar")
		if bytes.Equal(wood, d.last(t).m.Board.PNG) {
			t.Error("the board is not turned")
		}
		says(h, ana, "/text symbols")
		if got := d.last(t).m.Board.Text; !strings.Contains(got, "○") || strings.Contains(got, "O") {
			t.Errorf("no symbols:\n%s", got)
		}
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "12 men on 1 to 12") {
			t.Errorf("a text without a description in words:\n%s", got)
		}
		says(h, ana, "/tema ardósia")
		slate := board(h, d)
		if bytes.Equal(wood, slate) {
			t.Error("both looks look the same")
		}
		says(h, ana, "/theme plaid")
		stop()
		d = newDesk()
		h, _ = start(t, store, d, drawing)
		if !bytes.Equal(slate, board(h, d)) {
			t.Error("another look after a restart")
		}
	})
}

// /words calls the pieces what they are on the pictures that the others see.
func TestWordsInTheColoursOfTheLook(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/theme paper")
		says(h, ana, "/play cage colour=red @rui")
		says(h, rui, "/accept")
		if alt := d.last(t).m.Board.Alt; !strings.HasPrefix(alt, "Hatched to move.") {
			t.Errorf("the picture: %q", alt)
		}
		says(h, rui, "/words")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "\nHatched to move.\n") ||
			strings.Contains(got, "Red") {
			t.Errorf("in words: %q", got)
		}
	})
}

// The board of a match that has ended is told as text with its result once.
func TestTextTellsResultOnce(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, lang := range speech.Languages {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/language "+lang)
			says(h, ana, "/play damas @rui")
			says(h, rui, "/accept")
			says(h, rui, "/resign yes")
			result := strings.Split(chat.Plain(d.last(t).m.Text), "\n")[1]
			says(h, ana, "/text")
			if got := chat.Plain(d.last(t).m.Text); strings.Count(got, result) != 1 {
				t.Errorf("%s: %q is not there once: %q", lang, result, got)
			}
		}
	})
}

// A board as text says once whose turn it is, and what has to be done, and puts the pieces into words.
func TestTurnOnce(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, `/play damas @rui colour=white from="W:W11:B15"`)
		says(h, rui, "/accept")
		says(h, ana, "/text")
		got := chat.Plain(d.last(t).m.Text)
		for _, once := range []string{"to move", "compulsory", "11", "15"} {
			if n := strings.Count(got, once); n != 1 && !(once == "11" || once == "15") || n == 0 {
				t.Errorf("%q is said %d times: %q", once, n, got)
			}
		}
	})
}

// The first board against the bot says what has to be known, and not that the bot takes part. Where two people play,
// the challenge has said how the dice are sealed.
func TestFirstBoard(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for lang, words := range map[string][3]string{
			"en": {"challenges", "accepts", "Verifiable"}, "pt": {"desafia", "aceita", "verificáveis"},
			"es": {"desafía", "acepta", "verificables"},
		} {
			hear(h, chat.Event{Room: "desk:ana", From: ana, Text: "/language " + lang, Private: true, Addressed: true})
			d.heard()
			hear(h, chat.Event{Room: "desk:ana", From: ana, Text: "/play gamao house level=2", Private: true, Addressed: true})
			got := strings.Join(d.heard(), "\n")
			if strings.Contains(got, words[0]) || strings.Contains(got, words[1]) || strings.Count(got, words[2]) != 1 ||
				!strings.Contains(got, "Bot, ") {
				t.Errorf("%s: told %q", lang, got)
			}
			says(h, ana, "/language "+lang)
			d.heard()
			says(h, ana, "/play gamao @rui")
			says(h, rui, "/accept")
			got = strings.Join(d.heard(), "\n")
			if !strings.Contains(got, words[0]) || !strings.Contains(got, words[1]) || strings.Count(got, words[2]) != 1 {
				t.Errorf("%s: two people are told %q", lang, got)
			}
		}
	})
}
