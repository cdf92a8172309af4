package bot_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// plays begins a match in which Ana has White, and plays some of four moves.
func playsMoves(h chat.Handler, d *desk, words string, moves int) {
	says(h, ana, "/play damas colour=white "+words+" @rui")
	says(h, rui, "/accept")
	for i, move := range []string{"11-15", "21-18", "15-20", "24x15"}[:moves] {
		says(h, []chat.User{ana, rui}[i%2], move)
	}
	d.heard()
}

// rated are all ratings of a store; they have to be those that follow from its matches.
func rated(t *testing.T, store storage.Store) []storage.Rating {
	t.Helper()
	all, err := store.(storage.People).Ratings(t.Context(), storage.RatingQuery{})
	if err != nil {
		t.Fatal(err)
	}
	var recount bot.Recount
	heads, err := store.Find(t.Context(), storage.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heads {
		events, err := store.Events(t.Context(), h.ID)
		if err != nil {
			t.Fatal(err)
		}
		recount.Match(games, h, events)
	}
	for _, err := range recount.Problems(all) {
		t.Error(err)
	}
	return all
}

// The end of a match changes both ratings, and it is told; people who ask are shown how all stand.
func TestRated(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/profile")
		d.expect(t, "before", "No match has been played to its end yet.")
		says(h, ana, "/ranking")
		d.expect(t, "before", "No rated match has been played here yet.")
		playsMoves(h, d, "", 4)
		says(h, ana, "/resign yes")
		d.expect(t, "the end", "Rui wins: Ana resigns.\nAna: 1500 → 1338\nRui: 1500 → 1662")
		if got := rated(t, h.store); len(got) != 2 || got[0].Person != ana.ID || got[0].Lost != 1 || got[1].Won != 1 {
			t.Errorf("stored: %+v", got)
		}
		later(14 * 24 * time.Hour)
		playsMoves(h, d, "", 4)
		says(h, rui, "/draw")
		says(h, ana, "/draw")
		d.heard()
		rated(t, h.store)
		says(h, ana, "/profile @rui")
		text := strings.Join(d.heard(), "")
		for _, want := range []string{"Rui\n", "Portuguese draughts: 1 won, 1 drawn, 0 lost (1", "provisional)",
			"Most often against Ana: 2 matches."} {
			if !strings.Contains(text, want) {
				t.Errorf("the profile lacks %q: %q", want, text)
			}
		}
		rating := regexp.MustCompile(`\(1[^)]*\)`).FindString(text)
		says(h, ana, "/versus @rui")
		d.expect(t, "versus", "Ana against Rui\nPortuguese draughts: 0 won, 1 drawn, 1 lost")
		says(h, ana, "/versus")
		d.expect(t, "against whom", "Say against whom")
		says(h, eva, "/ranking")
		text = strings.Join(d.heard(), "")
		if !strings.Contains(text, "Ranking: Portuguese draughts\n1. Rui "+rating) || !strings.Contains(text, "\n2. Ana (1") {
			t.Errorf("ranking: %q", text)
		}
		says(h, eva, "/ranking cage")
		d.expect(t, "another game", "Ranking: Cage\nNo rated match")
		says0(h, "desk:other", eva, "/ranking")
		d.expect(t, "elsewhere", "No rated match")
		says(h, rui, "/settings me profile private")
		d.heard()
		says(h, ana, "/profile @rui")
		d.expect(t, "private", "That profile is private.")
		says(h, ana, "/ranking")
		if text := strings.Join(d.heard(), ""); strings.Contains(text, "Rui") {
			t.Errorf("ranking with a private one: %q", text)
		}
		says(h, rui, "/profile")
		d.expect(t, "one's own", "Rui\n")
		says(h, ana, "/profile @nobody")
		d.expect(t, "somebody else", "I do not know that person")

		// A person who is forgotten has no rating any more, and the others keep theirs.
		before := rated(t, h.store)
		privately(h, rui, "/play damas house level=1")
		privately(h, rui, "/resign yes")
		for _, count := range []string{"/profile", "/versus bot"} {
			d.heard()
			privately(h, rui, count)
			d.expect(t, count, "Portuguese draughts: 0 won, 0 drawn, 1 lost")
		}
		privately(h, ana, "/forget yes")
		later(time.Hour)
		if after := rated(t, h.store); len(before) != 2 || len(after) != 1 || after[0] != before[1] {
			t.Errorf("forgotten: %+v", after)
		}
	})
}

// Matches that do not count leave the ratings as they are.
func TestUnrated(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for name, play := range map[string]func(h chat.Handler, d *desk){
			"casual":  func(h chat.Handler, d *desk) { playsMoves(h, d, "rated=no", 4); says(h, ana, "/resign yes") },
			"helped":  func(h chat.Handler, d *desk) { playsMoves(h, d, "hints=yes", 4); says(h, ana, "/resign yes") },
			"early":   func(h chat.Handler, d *desk) { playsMoves(h, d, "", 3); says(h, ana, "/resign yes") },
			"void":    func(h chat.Handler, d *desk) { playsMoves(h, d, "", 1); says(h, ana, "/cancel yes") },
			"goes on": func(h chat.Handler, d *desk) { playsMoves(h, d, "", 4) },
			"a position": func(h chat.Handler, d *desk) {
				says(h, ana, `/play damas colour=white from="W:WK1,5:BK29" @rui`)
				says(h, rui, "/accept")
				for i, move := range []string{"5-9", "29-25", "9-13", "25-29"} {
					says(h, []chat.User{ana, rui}[i%2], move)
				}
				says(h, ana, "/resign yes")
			},
		} {
			store, d := memorytest.New(), newDesk()
			h, stop := start(t, store, d)
			play(h, d)
			if said := strings.Join(d.heard(), ""); strings.Contains(said, "→") || strings.Contains(said, "five matches") {
				t.Errorf("%s: a rating is told: %q", name, said)
			}
			if got := rated(t, store); got != nil {
				t.Errorf("%s: %+v", name, got)
			}
			stop()
		}
	})
}

// Matches of people against the house are shown apart from those against each other, in their profiles, in its own, and
// where they stand against it.
func TestProfileOfHouse(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, _ := start(t, store, namedDesk{d}, limit(bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6}))
		for _, level := range []string{"1", "max"} {
			says(h, ana, "/play cage house level="+level)
			later(time.Minute)
			says(h, ana, "/resign yes")
		}
		says(h, rui, "/play damas house level=1 colour=white")
		later(time.Minute)
		says(h, rui, "/resign yes")
		playsMoves(h, d, "", 4)
		says(h, rui, "/resign yes")
		later(time.Minute)
		d.heard()
		for _, c := range []struct{ text, want string }{
			{"/profile", "Ana\nPortuguese draughts: 1 won, 0 drawn, 0 lost (1662 ±290, provisional)\nMost often against Rui: 1 match.\nAgainst the bot:\nCage: 0 won, 0 drawn, 2 lost"},
			{"/profile @tabuleiro_bot", "Bot\nPortuguese draughts: 1 won, 0 drawn, 0 lost\nCage: 2 won, 0 drawn, 0 lost"},
			{"/profile @house", "Bot\nPortuguese draughts: 1 won, 0 drawn, 0 lost\nCage: 2 won, 0 drawn, 0 lost"},
			{"/versus @tabuleiro_bot", "Ana against Bot\nCage: 0 won, 0 drawn, 2 lost"},
			{"/versus the bot", "I do not know that person"},
			{"/versus bot", "Ana against Bot\nCage: 0 won, 0 drawn, 2 lost"},
			{"/versus @rui", "Ana against Rui\nPortuguese draughts: 1 won, 0 drawn, 0 lost"},
			{"/dice stats @tabuleiro_bot", "How the dice fell for Ana"},
		} {
			says(h, ana, c.text)
			if got := strings.Join(d.heard(), "|"); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: said %q, want %q", c.text, got, c.want)
			}
		}
		says(h, eva, "/versus @tabuleiro_bot")
		d.expect(t, "no match", "Eva against Bot\nNo match has been played")
		says(h, ana, "/language pt")
		d.heard()
		says(h, ana, "/perfil")
		d.expect(t, "in Portuguese", "Contra o bot:\nCage: vitórias 0, empates 0, derrotas 2")
		says(h, ana, "/language es")
		d.heard()
		says(h, ana, "/perfil")
		d.expect(t, "in Spanish", "Contra el bot:\nCage: victorias 0, tablas 0, derrotas 2")
	})
}

// A match against the house, won or lost, gives no rating.
func TestHouseIsUnrated(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas house level=1 colour=white")
		later(time.Minute)
		for range 2 {
			says(h, ana, string(firstMove(only(t, h.store, storage.Query{}))))
			later(time.Minute)
		}
		says(h, ana, "/resign yes")
		later(time.Minute)
		if head, _ := onlyStored(t, h.store, storage.Query{}); head.Status != match.Over || head.Rated {
			t.Errorf("%+v", head)
		}
		if got := rated(t, h.store); got != nil {
			t.Errorf("%+v", got)
		}
	})
}

// A challenge for no rating says so, and one with hints; whether it is one has to be yes or no.
func TestUnratedChallenge(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas rated=no @rui")
		d.expect(t, "casual", "The match is not rated.")
		says(h, ana, "/play cage hints=yes @rui")
		d.expect(t, "helped", "Either of you may ask for hints, so the match is not rated.")
		says(h, ana, "/play gamao hints=some @rui")
		d.expect(t, "neither", "Write hints=yes or hints=no.")
	})
}

// Five matches a day count between the same two, and after a day the next one does.
func TestRatedTooOften(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for n := range 8 {
			if n == 7 {
				later(24 * time.Hour)
			}
			playsMoves(h, d, "", 4)
			says(h, ana, "/resign yes")
			counts := n < 5 || n == 7
			said := strings.Join(d.heard(), "")
			if told := strings.Contains(said, "→"); told != counts {
				t.Errorf("match %d: a rating is told: %v", n+1, told)
			}
			if told := strings.Contains(said, "five matches a day count"); told == counts {
				t.Errorf("match %d: why it is not rated is told: %v", n+1, told)
			}
		}
		if got := rated(t, h.store); len(got) != 2 || got[0].Lost != 6 {
			t.Errorf("%+v", got)
		}
	})
}

// However many challenges are taken back between them, five rated matches a day count between two.
func TestRatedTooOftenAmongOthers(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for n := range 6 {
			playsMoves(h, d, "", 4)
			says(h, ana, "/resign yes")
			d.heard()
			for range 105 * (n / 4) {
				says(h, ana, "/play damas @rui")
				says(h, ana, "/cancel yes")
			}
			later(time.Minute)
		}
		if got := rated(t, h.store); len(got) != 2 || got[0].Lost != 5 {
			t.Errorf("%+v", got)
		}
	})
}

// If the end of a match cannot be stored it has not come, and no rating has changed; a conflict is decided again.
func TestRatedAllOrNothing(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := faultytest.New(memorytest.New()), newDesk()
		h, _ := start(t, store, d)
		playsMoves(h, d, "", 4)
		store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrFull}, "Finish"))
		says(h, ana, "/resign yes")
		d.expect(t, "a full disk", "Something went wrong")
		if got := rated(t, store); got != nil {
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
		says(h, ana, "/resign yes")
		d.expect(t, "conflicts", "Rui wins: Ana resigns.")
		if got := rated(t, store); len(got) != 2 || conflicts != 3 {
			t.Errorf("after %d conflicts: %+v", conflicts, got)
		}
	})
}

// A rating that does not follow from the matches is found.
func TestRecount(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, stop := start(t, store, d)
		playsMoves(h, d, "", 4)
		says(h, ana, "/resign yes")
		stop()
		right := rated(t, store)
		head, events := onlyStored(t, store, storage.Query{})
		raised := right[1]
		raised.Record = raised.Add(match.Period(time.Now()), rating.Result{Rating: 2000, Deviation: 50, Score: 1})
		for name, stored := range map[string][]storage.Rating{
			"missing": right[:1], "raised": {right[0], raised},
			"too many": {right[0], right[1], {Person: "desk:eva", Game: "cage", Record: raised.Record}},
		} {
			var recount bot.Recount
			recount.Match(games, head, events)
			if wrong := recount.Problems(stored); len(wrong) != 1 ||
				!strings.Contains(errors.Join(wrong...).Error(), "the rating of desk:") {
				t.Errorf("%s: %v", name, wrong)
			}
		}
	})
}
