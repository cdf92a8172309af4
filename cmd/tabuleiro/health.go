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

func (healthCommand) Run(ctx context.Context, settings config.Config, out *bufio.Writer) error {
	at, err := control.SocketOf(settings.Database)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no bot is running here: there is no database %s", settings.Database.File())
	}
	if err != nil {
		return err
	}
	return control.Health(ctx, at, out)
}
