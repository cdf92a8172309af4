package telegram

import "context"

// Places keeps a few values from one run to the next; "" is what was never put.
type Places interface {
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
}
