package judgetest

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// tableRow is a line of the table that is shown.
var tableRow = regexp.MustCompile(`(?m)^ *(\d+) (.+?) +([\d½]+) +([\d½]+)$`)

// atEnd compares the table that was shown with the one that the games make.
func (j *judging) atEnd(now time.Time) {
	scores, open := j.scores(now)
	if open > 0 {
		j.wrong("standing: it ends with %d boards open", open)
	}
	type row struct{ who, points, buchholz, berger, direct, lot, stage int }
	rows := make([]row, len(j.order))
	for who := range rows {
		r := row{who: who, points: scores[who], lot: j.lots[who]}
		for round, boards := range j.rounds {
			against, made := scores[who], 0
			for at, b := range boards {
				for i, one := range b.who {
					if one != who {
						continue
					}
					points, _ := j.result(b, round, at, now)
					made = points[i]
					if b.who[1] != nobody && (b.decided == nil || b.played) {
						against = scores[b.who[1-i]]
					}
				}
			}
			r.buchholz += against
			r.berger += against * made
		}
		rows[who] = r
	}
	j.stages(func(who, stage int) { rows[who].stage = stage }, now)
	for i := range rows {
		for round, boards := range j.rounds {
			for at, b := range boards {
				for side, one := range b.who {
					if one != i || b.who[1] == nobody || b.decided != nil && !b.played {
						continue
					}
					other := rows[b.who[1-side]]
					if other.points == rows[i].points && other.buchholz == rows[i].buchholz && other.berger == rows[i].berger {
						points, _ := j.result(b, round, at, now)
						rows[i].direct += points[side]
					}
				}
			}
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(b.stage-a.stage, b.points-a.points, b.buchholz-a.buchholz, b.berger-a.berger, b.direct-a.direct,
			a.lot-b.lot)
	})
	shown := tableRow.FindAllStringSubmatch(j.Table, -1)
	if len(shown) != len(rows) {
		j.wrong("standing: a table of %d lines is shown for %d people: %q", len(shown), len(rows), j.Table)
		return
	}
	for i, r := range rows {
		name := j.names[j.order[r.who]]
		if s := shown[i]; s[1] != strconv.Itoa(i+1) || plainName.MatchString(s[2]) && name != "" && s[2] != name ||
			s[3] != strconv.Itoa(r.points) || s[4] != strconv.Itoa(r.buchholz) {
			j.wrong("standing: place %d is shown as %q, the games make it %s with %d and %d", i+1, s[0], name, r.points,
				r.buchholz)
		}
	}
}

// stages tells how far everybody has come in a cup.
func (j *judging) stages(tell func(who, stage int), now time.Time) {
	if j.system != "cup" {
		return
	}
	last := len(j.rounds) - 1
	champion, _ := j.through(last, 0, now)
	tell(champion, 1000)
	for round := range j.rounds {
		for at := range len(j.rounds[0]) >> round {
			if _, loser := j.through(round, at, now); loser != nobody {
				tell(loser, 2*round)
			}
		}
	}
	if len(j.rounds[last]) == 2 && last > 0 {
		third, _ := j.through(last, 1, now)
		tell(third, 2*last-1)
	}
}
