package archive

import (
	"context"

	"tabuleiro/bot/kv"
	"tabuleiro/engine/match"
)

// absences has when people are away.
var absences = kv.New[match.Absences](kv.Schema{Name: "away/", Owner: kv.Person,
	Bound: "absences that are over for long go"})

// Absences are when somebody was and is away, as far as it still counts.
func (a *Archive) Absences(ctx context.Context, person string) (match.Absences, error) {
	list, _, err := absences.Get(ctx, a, person)
	return list, err
}

// SetAbsences keeps them.
func (a *Archive) SetAbsences(ctx context.Context, person string, list match.Absences) error {
	if len(list) == 0 {
		return absences.Delete(ctx, a, person)
	}
	return absences.Put(ctx, a, person, list)
}
