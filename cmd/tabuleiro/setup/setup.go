// Package setup asks an operator for what the bot needs, tries it, and writes the configuration.
package setup

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"golang.org/x/term"

	"tabuleiro/cmd/tabuleiro/config"
)

// Command is the command that does this. The addresses of the services are those that are configured.
type Command struct{}

// Run writes a configuration that is not there yet, which nobody but its owner can read.
func (Command) Run(ctx context.Context, file config.File, in io.Reader, out *bufio.Writer) error {
	name := cmp.Or(string(file), config.DefaultFile)
	if _, err := os.Lstat(name); err == nil {
		return config.Mistakef("there is a %s already: change it by hand, move it away, or name another file (tabuleiro --config FILE setup)", name)
	}
	services, err := config.Read(os.DevNull, os.Environ())
	if err != nil {
		return err
	}
	s := &setup{ctx: ctx, in: in, out: out, lines: bufio.NewReader(in), services: services}
	if err := s.ask(); err != nil {
		return err
	}
	if err := write(name, s.answers); err != nil {
		return err
	}
	start := "tabuleiro"
	if file != "" {
		start += " --config " + name
	}
	s.say("\n%s is written; nobody but you can read it. Start the bot with: %s\nIt gives the services its commands and descriptions in each language itself. "+
		"Say /status to it: to those who are not its owner it tells their id, which belongs into the file as owner.", name,
		start)
	return nil
}

// setup is one under way.
type setup struct {
	ctx      context.Context
	in       io.Reader
	out      *bufio.Writer
	lines    *bufio.Reader
	services config.Config // where the services are
	answers  answers
}

// answers are what the file will hold; what is empty is left out.
type answers struct {
	Operator struct {
		Name    string `yaml:",omitempty"`
		Contact string `yaml:",omitempty"`
	} `yaml:",omitempty"`
	Telegram struct {
		Token string
	} `yaml:",omitempty"`
	Discord struct {
		Token   string
		Content bool `yaml:",omitempty"` // the Message Content intent is ticked
	} `yaml:",omitempty"`
}

func (s *setup) say(format string, args ...any) {
	fmt.Fprintf(s.out, format+"\n", args...)
	_ = s.out.Flush() // the end of the run reports what cannot be printed
}

// line asks for a line; "" where nothing is answered. A secret is not shown while it is typed.
func (s *setup) line(question string, secret bool) (string, error) {
	fmt.Fprint(s.out, question+" ")
	_ = s.out.Flush()
	if f, ok := s.in.(*os.File); secret && ok && term.IsTerminal(int(f.Fd())) {
		text, err := term.ReadPassword(int(f.Fd()))
		s.say("")
		return strings.TrimSpace(string(text)), err
	}
	text, err := s.lines.ReadString('\n')
	if errors.Is(err, io.EOF) {
		if text == "" {
			return "", errors.New("the input ended: nothing is written")
		}
		err = nil
	}
	return strings.TrimSpace(text), err
}

// ask asks for everything.
func (s *setup) ask() error {
	s.say("What is not wanted may be left empty. Nothing is written before the end.")
	if err := s.service("Telegram", "Talk to @BotFather in Telegram, send /newbot, and copy the token that comes.",
		s.telegram); err != nil {
		return err
	}
	if err := s.service("Discord", "At https://discord.com/developers/applications make a New Application; under Bot press Reset Token, and copy it.", s.discord); err != nil {
		return err
	}
	if s.answers == (answers{}) {
		return errors.New("without a token there is nothing to write: tabuleiro alone plays in this terminal")
	}
	var err error
	s.say("\nEverybody may read with /privacy what the bot keeps about people, and who answers for it.")
	if s.answers.Operator.Name, err = s.line("Your name, or that of an organisation:", false); err == nil {
		s.answers.Operator.Contact, err = s.line("A mail address, a page or a handle for questions:", false)
	}
	return err
}

// tries is how often a token may be wrong.
const tries = 3

// serviceTimeout is how long a service may take to answer.
const serviceTimeout = 20 * time.Second

// service asks for the token of a service until it is one, or none is given.
func (s *setup) service(name, how string, try func(context.Context, string) error) error {
	s.say("\n%s: %s", name, how)
	for left := tries; ; left-- {
		token, err := s.line("Token of "+name+":", true)
		if err != nil || token == "" {
			return err
		}
		ctx, cancel := context.WithTimeout(s.ctx, serviceTimeout)
		err = try(ctx, token)
		cancel()
		if err == nil || left == 1 || s.ctx.Err() != nil {
			return err
		}
		s.say("%v", err)
	}
}

// write makes the file, for this user alone. It does not take the place of another one.
func write(name string, a answers) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s has come into being meanwhile, and stays as it is", name)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString("# Made by tabuleiro setup; config.example.yaml explains every setting.\n")
	if err == nil {
		err = yaml.NewEncoder(f).Encode(a)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}
