package archive

import (
	"context"
	"encoding/json"
	"fmt"

	"tabuleiro/engine/match"
)

// AwayKey begins the keys under which is kept when people are away.
const AwayKey = "away/"

// Absences are when somebody was and is away, as far as it still counts.
func (a *Archive) Absences(ctx context.Context, person string) (list match.Absences, err error) {
	text, err := a.Get(ctx, AwayKey+person)
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &list)
	}
	if err != nil {
		return nil, fmt.Errorf("when somebody is away: %w", err)
	}
	return list, nil
}

// SetAbsences keeps them.
func (a *Archive) SetAbsences(ctx context.Context, person string, list match.Absences) error {
	if len(list) == 0 {
		return a.Put(ctx, AwayKey+person, "")
	}
	text, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("when somebody is away: %w", err)
	}
	return a.Put(ctx, AwayKey+person, string(text))
}
