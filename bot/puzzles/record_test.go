package puzzles

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// solvedOn is a record of somebody who has solved the puzzles of some days.
func solvedOn(days ...int) (r Record) {
	for _, day := range days {
		r = r.with(Answer{Date: date(day), Game: "portuguese", Took: time.Minute})
	}
	return r
}

// date is that of the nth day of the year 2026, from 1.
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
		{[]int{7, 8, 10}, 10, 3},            // the ninth is given
		{[]int{5, 7, 8, 10}, 10, 1},         // two of a month are not
		{[]int{7, 8, 9}, 10, 3},             // the day itself is given
		{[]int{6, 8, 9}, 10, 0},             // unless another one is
		{[]int{7, 10}, 10, 1},               // nor two in a row
		{[]int{29, 30, 33, 34}, 34, 4},      // the last of January and the first of February are
		{[]int{28, 29, 33}, 33, 1},          // three in a row never are
		{[]int{3, 7, 8, 9, 11}, 11, 4},      // what was broken takes nothing away
		{[]int{1, 3, 10, 11, 13}, 13, 1},    // but what was given stays given
		{[]int{8, 9, 10, 11, 12, 13}, 9, 2}, // what comes later does not count
	} {
		if got := solvedOn(test.days...).streak(date(test.upto)); got != test.want {
			t.Errorf("%v up to %d: %d, want %d", test.days, test.upto, got, test.want)
		}
	}
	seen := solvedOn(9, 10).with(Answer{Date: date(8), Game: "portuguese", Seen: true}).with(Answer{Date: date(10),
		Game: "cage", Took: 1})
	if got := seen.streak(date(10)); got != 2 {
		t.Errorf("with a solution that was seen, and a day of two: %d", got)
	}
}

// A streak counts days that were solved, and gives one day of a month at most.
func TestStreakLaw(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 1))
		solved := map[int]bool{}
		var days []int
		for day := 1; day <= 90; day++ {
			if solved[day] = random.IntN(10) > 0; solved[day] {
				days = append(days, day)
			}
		}
		got := solvedOn(days...).streak(date(90))
		given, count := map[string]int{}, 0
		for day := 90; day > 0 && count < got; day-- {
			if solved[day] {
				count++
			} else {
				given[date(day)[:7]]++
			}
		}
		for month, n := range given {
			if n > 1 || count != got {
				t.Fatalf("seed %d: %d days in a row, %d of %s are given", seed, got, n, month)
			}
		}
	}
}

// A record keeps one answer to each puzzle, in order, and of two people who are one the answer that is done.
func TestRecord(t *testing.T) {
	var r Record
	for n := range mostAnswers + 10 {
		r = r.with(Answer{Date: date(1 + (n*7)%(mostAnswers+10)), Game: "cage"})
	}
	if err := r.verify(); err != nil || len(r.Answers) != mostAnswers {
		t.Errorf("%d answers are kept: %v", len(r.Answers), err)
	}
	both := solvedOn(1, 2).and(solvedOn(2, 3).with(Answer{Date: date(1), Game: "portuguese", Seen: true}))
	if solved, tries, took := both.month("2026-01", "portuguese"); fmt.Sprint(solved, tries, took) != "3 3 3m0s" ||
		both.verify() != nil {
		t.Errorf("of two: %+v", both)
	}
}
