package bot

import (
	"context"
	"errors"
	"fmt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Census is how many there are.
type Census struct {
	Challenges int // not answered yet
	Matches    int // being played
	Rooms      int // where there is a challenge or a match
	Waiting    int // matches, ended ones too, of which something is still to be announced
}

// Census counts what is stored. It reads the heads of all matches that have not ended.
func (b *Bot) Census(ctx context.Context) (Census, error) {
	live, err := b.Store.Find(ctx, storage.Query{Live: true})
	if err != nil {
		return Census{}, fmt.Errorf("count matches: %w", err)
	}
	unsaid, err := b.Store.Find(ctx, storage.Query{Unsaid: true})
	if err != nil {
		return Census{}, fmt.Errorf("count announcements: %w", err)
	}
	c := Census{Waiting: len(unsaid)}
	rooms := map[string]bool{}
	for _, h := range live {
		if h.Status == match.Open {
			c.Challenges++
		} else {
			c.Matches++
		}
		for _, p := range h.Places {
			rooms[p.Room] = true
		}
	}
	c.Rooms = len(rooms)
	return c, nil
}

// Services are those that Run was given, in that order.
func (b *Bot) Services() []Service { return b.services.list() }

// Health tells why the bot cannot do its work: the store does not answer before ctx ends, or a service does not listen. It
// is nil if all is well.
func (b *Bot) Health(ctx context.Context) error {
	var ill []error
	if err := b.storeAnswers(ctx); err != nil {
		ill = append(ill, err)
	}
	services := b.Services()
	if len(services) == 0 {
		ill = append(ill, errors.New("no service has begun to listen"))
	}
	for _, s := range services {
		if s.Trouble != "" {
			ill = append(ill, fmt.Errorf("%s %s", s.Name, s.Trouble))
		}
	}
	return errors.Join(ill...)
}

// storeAnswers reads something. A disk that hangs does not know contexts, so that is done aside, once at a time.
func (b *Bot) storeAnswers(ctx context.Context) error {
	late := errors.New("the store does not answer")
	select {
	case b.probing <- struct{}{}:
	case <-ctx.Done():
		return late
	}
	answered := make(chan error, 1)
	go func() {
		defer func() { <-b.probing }()
		_, err := b.Store.Get(context.WithoutCancel(ctx), "health")
		answered <- err
	}()
	select {
	case err := <-answered:
		if err != nil {
			return fmt.Errorf("the store fails: %w", err)
		}
		return nil
	case <-ctx.Done():
		return late
	}
}
