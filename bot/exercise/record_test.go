package exercise

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tabuleiro/engine/match"
)

// verify returns what is wrong with a record.
func (r Record) verify() error {
	for i, a := range r.Answers {
		if _, err := time.Parse(dateForm, a.Date); err != nil {
			return err
		}
		if i > 0 && r.Answers[i-1].compare(a) >= 0 {
			return fmt.Errorf("the answers of %s are in no order", a.Date)
		}
	}
	return nil
}

// solvedOn returns a record of a person who has solved the puzzles of some days.
func solvedOn(days ...int) (r Record) {
	for _, day := range days {
		r = r.put(Answer{Date: date(day), Game: "portuguese", Took: time.Minute})
	}
	return r
}

// date returns that of the nth day of the year 2026, from 1.
func date(n int) string {
	return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC).Format(dateForm)
}

func TestStreak(t *testing.T) {
	for _, test := range []struct {
		days []int // of the year
		upto int
		want int
	}{
		{nil, 10, 0},
		{[]int{10}, 10, 1},
		{[]int{8, 9, 10}, 10, 3},
		{[]int{7, 8, 10}, 10, 1},            // the ninth was missed
		{[]int{7, 8, 9}, 10, 3},             // the day itself is still to come
		{[]int{6, 7, 8}, 10, 0},             // a day was missed
		{[]int{29, 30, 31, 32}, 32, 4},      // the end of January and the beginning of February
		{[]int{8, 9, 10, 11, 12, 13}, 9, 2}, // what comes later does not count
	} {
		if got := solvedOn(test.days...).streak(date(test.upto)); got != test.want {
			t.Errorf("%v up to %d: %d, want %d", test.days, test.upto, got, test.want)
		}
	}
	seen := solvedOn(9, 10).put(Answer{Date: date(8), Game: "portuguese", Seen: true}).put(Answer{Date: date(10),
		Game: "cage", Took: 1})
	if got := seen.streak(date(10)); got != 2 {
		t.Errorf("with a solution that was seen, and a day of two: %d", got)
	}
}

// A streak ends with the last day that was not solved.
func TestStreak_Law(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 1))
		var days []int
		missed := 0
		for day := 1; day <= 90; day++ {
			if day == 90 || random.IntN(10) > 0 {
				days = append(days, day)
			} else {
				missed = day
			}
		}
		if got := solvedOn(days...).streak(date(90)); got != 90-missed {
			t.Fatalf("seed %d: %d days in a row, want %d", seed, got, 90-missed)
		}
	}
}

// A record keeps one answer to each puzzle, in order, and of two linked people the finished one.
func TestRecord(t *testing.T) {
	var r Record
	for n := range mostAnswers + 10 {
		r = r.put(Answer{Date: date(1 + (n*7)%(mostAnswers+10)), Game: "cage"})
	}
	if err := r.verify(); err != nil || len(r.Answers) != mostAnswers {
		t.Errorf("%d answers are kept: %v", len(r.Answers), err)
	}
	both := solvedOn(1, 2).merge(solvedOn(2, 3).put(Answer{Date: date(1), Game: "portuguese", Seen: true}))
	if both.streak(date(3)) != 3 || both.verify() != nil {
		t.Errorf("of two: %+v", both)
	}
	ana, rui := Record{Who: match.Player{Name: "Ana"}}, Record{Who: match.Player{Name: "Rui"}}
	if new, own := (Record{}).merge(ana), ana.merge(rui); new.Who.Name != "Ana" || own.Who.Name != "Ana" {
		t.Errorf("they are called %q and %q", new.Who.Name, own.Who.Name)
	}
}

// A linked person replaces the other one in all records of a room, once in each table; a forgotten one is removed.
func TestSet_Renamed(t *testing.T) {
	set := func() Set {
		return Set{Task: Task{Solver: "a"}, Asker: "a", Day: &Day{Solvers: []string{"a", "b"}}, Past: &Day{Solvers: []string{"c", "a"}}}
	}
	for _, c := range []struct {
		person, into               string
		was                        bool
		asker, solver, today, past string
	}{
		{"a", "b", true, "b", "b", "b", "c b"}, {"a", "", true, "", "*", "b", "c"}, {"b", "d", true, "a", "a", "a d", "c a"},
		{"c", "", true, "a", "a", "a b", "a"}, {"d", "b", false, "a", "a", "a b", "c a"},
	} {
		s := set()
		was := s.rename(c.person, c.into)
		if today, past := strings.Join(s.Day.Solvers, " "), strings.Join(s.Past.Solvers, " "); was != c.was || s.Asker != c.asker ||
			s.Solver != c.solver || today != c.today || past != c.past {
			t.Errorf("%s into %q: %v, asked by %q, solved by %q, today %q, before %q", c.person, c.into, was, s.Asker, s.Solver, today, past)
		}
	}
	for name, s := range map[string]Set{"asker": {Asker: "a"}, "solver": {Task: Task{Solver: "a"}}, "nobody": {}} {
		if was := s.rename("a", "b"); was != (name != "nobody") {
			t.Errorf("%s: %v", name, was)
		}
	}
}
