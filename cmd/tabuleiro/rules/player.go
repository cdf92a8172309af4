package rules

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
)

// player reads how a player of a duel thinks. The other function ends it.
func (c *Duel) player(ctx context.Context, g *engine.Game, options engine.Options,
	how string) (duel.Player, func(), error) {
	task, program := engine.Task{Seed: c.Seed}, ""
	for field := range strings.SplitSeq(how, ",") {
		key, value, _ := strings.Cut(field, "=")
		number, err := strconv.Atoi(value)
		level, named := engine.LevelNamed(value)
		switch {
		case key == "program" && value != "":
			program = value
		case key == "level" && named:
			task.Level = level
		case key == "nodes" && err == nil && number > 0:
			task.Nodes = number
		default:
			return nil, nil, fmt.Errorf("%q is none of level=1 to level=%d, level=max, nodes=20000, program=FILE", field,
				engine.Levels)
		}
	}
	if program == "" {
		return duel.Of(g.Brain, task), func() {}, nil
	}
	args := []string{"best", g.Name, "--seed", strconv.FormatUint(task.Seed, 10)}
	for name, value := range options {
		args = append(args, "--option", name+"="+value)
	}
	if task.Level != 0 {
		args = append(args, "--level", engine.LevelName(task.Level))
	}
	if task.Nodes != 0 {
		args = append(args, "--nodes", strconv.Itoa(task.Nodes))
	}
	return otherProgram(ctx, program, args)
}

// otherProgram is a player that asks a program as the command best answers.
func otherProgram(ctx context.Context, program string, args []string) (duel.Player, func(), error) {
	command := exec.CommandContext(ctx, program, args...)
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := command.Start(); err != nil {
		return nil, nil, err
	}
	answers := bufio.NewReader(out)
	ask := func(_ context.Context, l engine.Line) (engine.Move, error) {
		question := l.At(0).String() + "\t"
		for n := range l.Len() {
			question += strings.ReplaceAll(string(l.Move(n)), " ", "_") + " "
		}
		if _, err := fmt.Fprintln(in, question); err != nil {
			return "", fmt.Errorf("ask %s: %w", program, err)
		}
		answer, err := answers.ReadString('\n')
		if err != nil {
			return "", fmt.Errorf("hear %s: %w", program, err)
		}
		move, _, _ := strings.Cut(answer, "\t")
		return engine.Move(move), nil
	}
	return ask, func() { in.Close(); command.Wait() }, nil
}
