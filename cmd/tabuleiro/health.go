package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
)

type healthCommand struct{}

func (healthCommand) Run(line *commandLine, out *bufio.Writer) error {
	settings, err := config.Read(line.Config, os.Environ())
	if err != nil {
		return err
	}
	at, err := control.Of(settings.Database)
	if err != nil {
		return fmt.Errorf("health: %w", err)
	}
	ctx, stop := untilStopped(context.Background())
	defer stop()
	if err := control.Health(ctx, at, out); err != nil {
		return fmt.Errorf("health: %w", err)
	}
	return nil
}
