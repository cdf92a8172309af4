package account_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// The end of a match changes both ratings and says so; people may ask for all results.
func TestRated(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/profile")
		d.Expect(t, "before", "No match has been played to its end yet.")
		Says(h, Ana, "/ranking")
		d.Expect(t, "before", "No rated match has been played here yet.")
		PlaysMoves(h, d, "", 4)
		Says(h, Ana, "/resign yes")
		d.Expect(t, "the end", "Rui wins: Ana resigns.\nAna: 1500 → 1338\nRui: 1500 → 1662")
		if got := Rated(t, h.Store); len(got) != 2 || got[0].Person != Ana.ID || got[0].Lost != 1 || got[1].Won != 1 {
			t.Errorf("stored: %+v", got)
		}
		Later(14 * 24 * time.Hour)
		PlaysMoves(h, d, "", 4)
		Says(h, Rui, "/draw")
		Says(h, Ana, "/draw")
		d.Heard()
		Rated(t, h.Store)
		Says(h, Ana, "/profile @rui")
		text := strings.Join(d.Heard(), "")
		for _, want := range []string{"Rui\n", "Portuguese draughts: 1 won, 1 drawn, 0 lost (1", "provisional)",
			"Most often against Ana: 2 matches."} {
			if !strings.Contains(text, want) {
				t.Errorf("the profile lacks %q: %q", want, text)
			}
		}
		rating := regexp.MustCompile(`\(1[^)]*\)`).FindString(text)
		Says(h, Ana, "/versus @rui")
		d.Expect(t, "versus", "Ana against Rui\nPortuguese draughts: 0 won, 1 drawn, 1 lost")
		Says(h, Ana, "/versus")
		d.Expect(t, "against whom", "Say against whom")
		Says(h, Eva, "/ranking")
		text = strings.Join(d.Heard(), "")
		if !strings.Contains(text, "Ranking: Portuguese draughts\n1. Rui "+rating) || !strings.Contains(text, "\n2. Ana (1") {
			t.Errorf("ranking: %q", text)
		}
		Says(h, Eva, "/ranking cage")
		d.Expect(t, "another game", "Ranking: Cage\nNo rated match")
		SaysIn(h, "desk:other", Eva, "/ranking")
		d.Expect(t, "elsewhere", "No rated match")
		Says(h, Rui, "/settings me profile private")
		d.Heard()
		Says(h, Ana, "/profile @rui")
		d.Expect(t, "private", "That profile is private.")
		Says(h, Ana, "/ranking")
		if text := strings.Join(d.Heard(), ""); strings.Contains(text, "Rui") {
			t.Errorf("ranking with a private one: %q", text)
		}
		Says(h, Rui, "/profile")
		d.Expect(t, "one's own", "Rui\n")
		Says(h, Ana, "/profile @nobody")
		d.Expect(t, "somebody else", "I do not know that person")

		// A forgotten person has no rating any more, and the others keep theirs.
		before := Rated(t, h.Store)
		Privately(h, Rui, "/play damas house level=1")
		Privately(h, Rui, "/resign yes")
		for _, count := range []string{"/profile", "/versus bot"} {
			d.Heard()
			Privately(h, Rui, count)
			d.Expect(t, count, "Portuguese draughts: 0 won, 0 drawn, 1 lost")
		}
		Privately(h, Ana, "/forget yes")
		Later(time.Hour)
		if after := Rated(t, h.Store); len(before) != 2 || len(after) != 1 || after[0] != before[1] {
			t.Errorf("forgotten: %+v", after)
		}
	})
}

// Unrated matches leave the ratings unchanged.
func TestRated_Not(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for name, play := range map[string]func(h chat.Handler, d *Desk){
			"casual":  func(h chat.Handler, d *Desk) { PlaysMoves(h, d, "rated=no", 4); Says(h, Ana, "/resign yes") },
			"helped":  func(h chat.Handler, d *Desk) { PlaysMoves(h, d, "hints=yes", 4); Says(h, Ana, "/resign yes") },
			"early":   func(h chat.Handler, d *Desk) { PlaysMoves(h, d, "", 3); Says(h, Ana, "/resign yes") },
			"void":    func(h chat.Handler, d *Desk) { PlaysMoves(h, d, "", 1); Says(h, Ana, "/cancel yes") },
			"goes on": func(h chat.Handler, d *Desk) { PlaysMoves(h, d, "", 4) },
			"a position": func(h chat.Handler, d *Desk) {
				Says(h, Ana, `/play damas colour=white from="W:WK1,5:BK29" @rui`)
				Says(h, Rui, "/accept")
				for i, move := range []string{"5-9", "29-25", "9-13", "25-29"} {
					Says(h, []chat.User{Ana, Rui}[i%2], move)
				}
				Says(h, Ana, "/resign yes")
			},
		} {
			store, d := memorytest.New(), NewDesk()
			h, stop := Start(t, store, d)
			play(h, d)
			if said := strings.Join(d.Heard(), ""); strings.Contains(said, "→") || strings.Contains(said, "five matches") {
				t.Errorf("%s: a rating is told: %q", name, said)
			}
			if got := Rated(t, store); got != nil {
				t.Errorf("%s: %+v", name, got)
			}
			stop()
		}
	})
}

// Matches against the computer are shown apart from those between people, in profiles, in its own, and in /versus.
func TestProfile_OfTheBot(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, _ := Start(t, store, NamedDesk{Desk: d}, Limit(bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6}))
		for _, level := range []string{"1", "max"} {
			Says(h, Ana, "/play cage house level="+level)
			Later(time.Minute)
			Says(h, Ana, "/resign yes")
		}
		Says(h, Rui, "/play damas house level=1 colour=white")
		Later(time.Minute)
		Says(h, Rui, "/resign yes")
		PlaysMoves(h, d, "", 4)
		Says(h, Rui, "/resign yes")
		Later(time.Minute)
		d.Heard()
		for _, c := range []struct{ text, want string }{
			{"/profile", "Ana\nPortuguese draughts: 1 won, 0 drawn, 0 lost (1662 ±290, provisional)\nMost often against Rui: 1 match.\nAgainst the bot:\nCage: 0 won, 0 drawn, 2 lost"},
			{"/profile @tabuleiro_bot", "Bot\nPortuguese draughts: 1 won, 0 drawn, 0 lost\nCage: 2 won, 0 drawn, 0 lost"},
			{"/profile @house", "Bot\nPortuguese draughts: 1 won, 0 drawn, 0 lost\nCage: 2 won, 0 drawn, 0 lost"},
			{"/versus @tabuleiro_bot", "Ana against Bot\nCage: 0 won, 0 drawn, 2 lost"},
			{"/versus the bot", "I do not know that person"},
			{"/versus bot", "Ana against Bot\nCage: 0 won, 0 drawn, 2 lost"},
			{"/versus RUÍ", "Ana against Rui\nPortuguese draughts: 1 won, 0 drawn, 0 lost"},
			{"/profile rui", "Rui\nPortuguese draughts: 0 won, 0 drawn, 1 lost"},
			{"/versus @rui", "Ana against Rui\nPortuguese draughts: 1 won, 0 drawn, 0 lost"},
			{"/dice stats @tabuleiro_bot", "How the dice fell for Ana"},
		} {
			Says(h, Ana, c.text)
			if got := strings.Join(d.Heard(), "|"); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: said %q, want %q", c.text, got, c.want)
			}
		}
		Says(h, Eva, "/versus @tabuleiro_bot")
		d.Expect(t, "no match", "Eva against Bot\nNo match has been played")
		Says(h, Ana, "/language pt")
		d.Heard()
		Says(h, Ana, "/perfil")
		d.Expect(t, "in Portuguese", "Contra o bot:\nCage: vitórias 0, empates 0, derrotas 2")
		Says(h, Ana, "/language es")
		d.Heard()
		Says(h, Ana, "/perfil")
		d.Expect(t, "in Spanish", "Contra el bot:\nCage: victorias 0, tablas 0, derrotas 2")
	})
}

// A match against the computer, won or lost, is not rated.
func TestRated_NotAgainstTheBot(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas house level=1 colour=white")
		Later(time.Minute)
		for range 2 {
			Says(h, Ana, string(FirstMove(Only(t, h.Store, storage.Query{}))))
			Later(time.Minute)
		}
		Says(h, Ana, "/resign yes")
		Later(time.Minute)
		if head, _ := OnlyStored(t, h.Store, storage.Query{}); head.Status != match.Over || head.Rated {
			t.Errorf("%+v", head)
		}
		if got := Rated(t, h.Store); got != nil {
			t.Errorf("%+v", got)
		}
	})
}

// An unrated challenge says so, and so does one with hints; the option must be yes or no.
func TestRated_NotAsChallenged(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas rated=no @rui")
		d.Expect(t, "casual", "The match is not rated.")
		Says(h, Ana, "/play cage hints=yes @rui")
		d.Expect(t, "helped", "Either of you may ask for hints, so the match is not rated.")
		Says(h, Ana, "/play gamao hints=some @rui")
		d.Expect(t, "neither", "Write hints=yes or hints=no.")
	})
}

// Five matches a day are rated between two people; the next one is a day later.
func TestRated_TooOften(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for n := range 8 {
			if n == 7 {
				Later(24 * time.Hour)
			}
			PlaysMoves(h, d, "", 4)
			Says(h, Ana, "/resign yes")
			counts := n < 5 || n == 7
			said := strings.Join(d.Heard(), "")
			if told := strings.Contains(said, "→"); told != counts {
				t.Errorf("match %d: a rating is told: %v", n+1, told)
			}
			if told := strings.Contains(said, "five matches a day count"); told == counts {
				t.Errorf("match %d: why it is not rated is told: %v", n+1, told)
			}
		}
		if got := Rated(t, h.Store); len(got) != 2 || got[0].Lost != 6 {
			t.Errorf("%+v", got)
		}
	})
}

// Cancelled challenges in between do not matter: five rated matches a day count between two people.
func TestRated_TooOftenAmongOthers(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for n := range 6 {
			PlaysMoves(h, d, "", 4)
			Says(h, Ana, "/resign yes")
			d.Heard()
			for range 105 * (n / 4) {
				Says(h, Ana, "/play damas @rui")
				Says(h, Ana, "/cancel yes")
			}
			Later(time.Minute)
		}
		if got := Rated(t, h.Store); len(got) != 2 || got[0].Lost != 5 {
			t.Errorf("%+v", got)
		}
	})
}

// If the end of a match cannot be stored it has not happened, and no rating has changed; after a conflict the decision
// is made again.
func TestRated_AllOrNothing(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := faultytest.New(memorytest.New()), NewDesk()
		h, _ := Start(t, store, d)
		PlaysMoves(h, d, "", 4)
		store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrFull}, "Finish"))
		Says(h, Ana, "/resign yes")
		d.Expect(t, "a full disk", "Something went wrong")
		if got := Rated(t, store); got != nil {
			t.Errorf("half stored: %+v", got)
		}
		conflicts := 0
		store.Plan(func(c faultytest.Call) faultytest.Fault {
			if c.Method == "Finish" && conflicts < 3 {
				conflicts++
				return faultytest.Fault{Err: storage.ErrConflict}
			}
			return faultytest.Fault{}
		})
		Says(h, Ana, "/resign yes")
		d.Expect(t, "conflicts", "Rui wins: Ana resigns.")
		if got := Rated(t, store); len(got) != 2 || conflicts != 3 {
			t.Errorf("after %d conflicts: %+v", conflicts, got)
		}
	})
}

// A rating that does not follow from the matches is found.
func TestRecount(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		PlaysMoves(h, d, "", 4)
		Says(h, Ana, "/resign yes")
		stop()
		right := Rated(t, store)
		head, events := OnlyStored(t, store, storage.Query{})
		raised := right[1]
		raised.Record = raised.Add(match.Period(time.Now()), rating.Result{Rating: 2000, Deviation: 50, Score: 1})
		for name, stored := range map[string][]storage.Rating{
			"missing": right[:1], "raised": {right[0], raised},
			"too many": {right[0], right[1], {Person: "desk:eva", Game: "cage", Record: raised.Record}},
		} {
			var recount bot.Recount
			recount.Match(Games, head, events)
			if wrong := recount.Problems(stored); len(wrong) != 1 ||
				!strings.Contains(errors.Join(wrong...).Error(), "the rating of desk:") {
				t.Errorf("%s: %v", name, wrong)
			}
		}
	})
}
