package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
)

type healthCommand struct{}

func (healthCommand) Run(ctx context.Context, file config.File, out *bufio.Writer) error {
	settings, err := file.Read()
	if err != nil {
		return err
	}
	at, err := control.SocketOf(settings.Database)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("health: no bot is running here: there is no database %s", settings.Database.File())
	}
	if err != nil {
		return fmt.Errorf("health: %w", err)
	}
	if err := control.Health(ctx, at, out); err != nil {
		return fmt.Errorf("health: %w", err)
	}
	return nil
}
