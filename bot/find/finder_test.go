package find_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/find"
	"tabuleiro/bot/request"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// finder makes a finder for the matches of a store.
func finder(h *Host) find.Finder {
	return find.New(archive.New(h.Store, Games, slog.New(slog.DiscardHandler)))
}

// from makes a request of somebody in the group.
func from(t *testing.T, u chat.User) *request.Request {
	req := request.New(t.Context(), chat.Event{Room: "desk:group", From: u})
	req.Author = view.Player(u)
	return req
}

// ids returns the ids of matches, in order.
func ids(list []*match.Match) (all []string) {
	for _, m := range list {
		all = append(all, m.ID)
	}
	return all
}

// Live returns the live matches of a room, newest first, Mine those in which the author plays, and LastOver one that
// was played to its end.
func TestFinder_Lists(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		var made []string
		begin := func(u chat.User, text string, moves ...string) {
			Says(h, u, text)
			made = append(made, newest(t, h.Store))
			for i, move := range moves {
				Says(h, []chat.User{Rui, u}[i%2], move)
			}
			Later(time.Minute)
		}
		begin(Ana, "/play damas @rui colour=white", "/accept", "11-15", "21-18", "/resign yes")
		begin(Ana, "/play damas @rui colour=white", "/accept")
		begin(Eva, "/play cage @rui", "/accept")
		begin(Ana, "/play eximo @rui", "/decline")
		begin(Ana, "/play eximo @rui colour=white", "/accept")
		f, ana := finder(h), from(t, Ana)
		live, err := f.Live(ana)
		mine, failed := f.Mine(ana)
		if want := []string{made[4], made[2], made[1]}; err != nil || failed != nil || !slices.Equal(ids(live), want) ||
			!slices.Equal(ids(mine), []string{made[4], made[1]}) {
			t.Errorf("live are %q, want %q; of Ana %q", ids(live), want, ids(mine))
		}
		playing := func(game string) func(*match.Match) bool {
			return func(m *match.Match) bool { return m.Game.Name == game }
		}
		if !f.AnyMine(ana, playing("eximo")) || f.AnyMine(ana, playing("cage")) || f.AnyMine(ana, playing("backgammon")) {
			t.Error("other matches are Ana's")
		}
		over, rest, err := f.LastOver(ana, storage.Query{Room: "desk:group", Player: Ana.ID}, "")
		if err != nil || over == nil || over.ID != made[0] || rest != "" {
			t.Errorf("over is %+v, %q, %v", over, rest, err)
		}
		if over, _, err := f.LastOver(from(t, Eva), storage.Query{Room: "desk:group", Player: Eva.ID}, ""); over != nil || err != nil {
			t.Errorf("over is %+v, %v", over, err)
		}
	})
}

// A reply to a message of the bot answers the board stored for that message, else the one named in its text; a button
// names its match itself.
func TestFinder_Board(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		var made, refs []string
		for _, game := range []string{"damas", "cage"} {
			Says(h, Ana, "/play "+game+" @rui")
			Says(h, Rui, "/accept #"+newest(t, h.Store))
			made = append(made, newest(t, h.Store))
			head, err := h.Store.Head(t.Context(), made[len(made)-1])
			if err != nil || len(head.Places) == 0 {
				t.Fatalf("%+v, %v", head, err)
			}
			refs = append(refs, head.Places[0].Ref)
		}
		first, second := "Portuguese draughts: #"+made[0]+"\nAna", "Cage: #"+made[1]
		for name, c := range map[string]struct {
			room              chat.Room
			text, quoted, ref string
			tap               bool
			want              string
		}{
			"by its text":                {"", "11-15", first, "", false, made[0]},
			"of no match":                {"", "11-15", "Hello!", "", false, ""},
			"of a message that is noted": {"", "11-15", "", refs[1], false, made[1]},
			"noted otherwise":            {"", "11-15", first, refs[1], false, made[1]},
			"not noted":                  {"", "11-15", second, "m999", false, made[1]},
			"noted elsewhere":            {"desk:other", "11-15", first, refs[1], false, made[0]},
			"a button of it":             {"", "/move #" + made[0] + ":0 11", first, refs[0], true, made[0]},
			"a button of an older text":  {"", "/move #" + made[1] + ":0 11", first, refs[1], true, made[1]},
			"a button of another board":  {"", "/move #" + made[0] + ":0 11", second, refs[1], true, made[1]},
			"a button without a number":  {"", "/help", second, refs[0], true, made[1]},
			"words with a number":        {"", "#" + made[0] + " 11-15", second, refs[1], false, made[1]},
		} {
			if c.room == "" {
				c.room = "desk:group"
			}
			e := chat.Event{Room: c.room, From: Ana, Text: c.text, Quoted: c.quoted, QuotedRef: chat.Ref(c.ref), Tap: c.tap}
			if got := finder(h).Board(t.Context(), e); got != c.want {
				t.Errorf("%s: it is %q, want %q of %q", name, got, c.want, made)
			}
		}
	})
}

// A person who has opened a challenge to anyone by its link in a private chat can see it there by its id, and accept it
// without the id, for a day; nobody else can.
func TestFind_OpenedByLink(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		said := func(u chat.User, text string) string { return d.Asks(h, u, text) }
		Privately(h, Ana, "/play damas")
		_, link, _ := strings.Cut(chat.PlainText(d.Last(t).M.Text), "start=")
		link = strings.Fields(link)[0]
		id, _, _ := strings.Cut(link, "-")
		if got := said(Eva, "/board #"+id); !strings.Contains(got, "There is no match #"+id+" here.") {
			t.Errorf("not opened: %q", got)
		}
		for _, u := range []chat.User{Eva, Rui} {
			if got := said(u, "/start "+link); !strings.Contains(got, "Portuguese draughts #"+id) {
				t.Errorf("opened: %q", got)
			}
		}
		Later(24*time.Hour - time.Minute)
		if got := said(Eva, "/board #"+id); !strings.Contains(got, "Portuguese draughts #"+id) {
			t.Errorf("a day later: %q", got)
		}
		if got := said(Zulmira, "/accept"); !strings.Contains(got, "You have no game going on here.") {
			t.Errorf("not opened, accepted: %q", got)
		}
		if got := said(Rui, "/accept"); !strings.Contains(got, "Rui accepts.") {
			t.Errorf("accepted: %q", got)
		}
		if got := said(Eva, "/accept"); !strings.Contains(got, "You have no game going on here.") {
			t.Errorf("accepted after somebody else: %q", got)
		}
		Later(24 * time.Hour)
		if got := said(Eva, "/board #"+id); !strings.Contains(got, "There is no match #"+id+" here.") {
			t.Errorf("more than a day later: %q", got)
		}
	})
}

// A room takes the language of the first person who begins something there, if it is known, and keeps it.
func TestKeepLanguage(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for i, c := range []struct{ locale, want string }{{"", ""}, {"pt-BR", "pt-BR"}, {"es", "pt-BR"}} {
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/play " + []string{"damas", "cage", "eximo"}[i], Locale: c.locale,
				Addressed: true})
			a := archive.New(h.Store, Games, slog.New(slog.DiscardHandler))
			if got := a.Preferences(t.Context(), archive.OfRoom("desk:group"))["language"].Value; got != c.want {
				t.Errorf("after somebody in %q the language is %q, want %q", c.locale, got, c.want)
			}
		}
	})
}
