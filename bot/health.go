package bot

import (
	"context"
	"errors"
	"fmt"

	"tabuleiro/bot/services"
)

// Services are those that Run was given, in that order.
func (b *Bot) Services() []services.Service { return b.services.List() }

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

// storeAnswers reads something that no memory before the store has. A disk that hangs does not know contexts, so that is
// done aside, once at a time.
func (b *Bot) storeAnswers(ctx context.Context) error {
	answered := b.probe.DoChan("", func() (any, error) { return b.Store.Keys(context.WithoutCancel(ctx), "health") })
	select {
	case is := <-answered:
		if is.Err != nil {
			return fmt.Errorf("the store fails: %w", is.Err)
		}
		return nil
	case <-ctx.Done():
		return errors.New("the store does not answer")
	}
}
