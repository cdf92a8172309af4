package main

import (
	"bufio"
	"context"
	"fmt"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
)

type healthCommand struct{}

func (healthCommand) Run(ctx context.Context, file config.File, out *bufio.Writer) error {
	settings, err := file.Read()
	if err != nil {
		return err
	}
	at, err := control.Of(settings.Database)
	if err != nil {
		return fmt.Errorf("health: %w", err)
	}
	if err := control.Health(ctx, at, out); err != nil {
		return fmt.Errorf("health: %w", err)
	}
	return nil
}
