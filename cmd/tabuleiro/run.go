package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"tabuleiro/bot"
	"tabuleiro/bot/account"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
	"tabuleiro/cmd/tabuleiro/database"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
)

type runCommand struct {
	Pictures string `placeholder:"DIR" help:"In the terminal: also write every board to this folder, as a picture."`
	Files    string `placeholder:"DIR" help:"In the terminal: write files to this folder (default: the current one)."`
}

func (c *runCommand) Run(settings config.Config) (err error) {
	if err := makeFolders(c.Pictures, c.Files); err != nil {
		return err
	}
	count, wrong := meter.New(time.Now), make(chan struct{})
	console := consoleOf(settings)
	log := slog.New(count.Log(console.log(settings).Handler(), sync.OnceFunc(func() { close(wrong) })))
	slog.SetDefault(log)

	before := restoring(int(os.Stdin.Fd()))
	stopped, stop := untilStopped(context.Background(), before)
	defer stop()
	ctx, cancel := context.WithCancelCause(stopped)
	defer cancel(nil)

	store, err := hold(ctx, &standby{settings: settings, log: log, failed: cancel}, before)
	if err != nil {
		return failure(err, context.Cause(ctx))
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	cache := archive.NewCache(store)
	language := settings.Language.Spoken(os.Getenv)
	chats, err := services(settings, language, cache, log)
	if err != nil {
		return err
	}
	if len(chats) == 0 {
		here, err := atTerminal(console.interactive, *c, settings.Database, language, log)
		if err != nil {
			return err
		}
		if console.among && settings.Database.Log() != "" {
			go func() { // in the background, as the logging goroutine may hold a lock that Tell needs
				<-wrong
				here.Tell("terminal-log")
			}()
		}
		chats = append(chats, here)
	}
	if err := failure(serve(ctx, settings, store, cache, chats, log, count), context.Cause(ctx)); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

// console is the terminal in which the program runs.
type console struct {
	interactive bool // people play in it
	among       bool // the log would mix with their lines
}

// consoleOf returns the console for some settings.
func consoleOf(settings config.Config) console {
	isTerminal := func(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
	here := settings.Telegram.Token == "" && settings.Discord.Token == "" && isTerminal(os.Stdout)
	return console{here && isTerminal(os.Stdin), here && isTerminal(os.Stderr)}
}

// log returns the log; it goes to a file if its lines would mix with those of players.
func (c console) log(settings config.Config) *slog.Logger {
	var to io.Writer = os.Stderr
	if file := settings.Database.Log(); c.among && file != "" {
		if opened, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			to = opened // never closed
		}
	}
	return newLog(to, settings.Log, c.among)
}

// hold opens the database, or waits for it as a standby. Once another process may have taken it, the program calls last
// and exits.
func hold(ctx context.Context, waiting *standby, last func()) (storage.Store, error) {
	if file := waiting.settings.Database.File(); file != "" {
		defer warnLate(waiting.log, file)()
	}
	store, err := database.Open(ctx, waiting.settings.Database, waiting.wait)
	waiting.end()
	if err != nil {
		return nil, err
	}
	leaveWhenLost(store, waiting.log, last)
	if err := database.CheckComplete(ctx, store); err != nil {
		return nil, errors.Join(fmt.Errorf("database %s: %w", waiting.settings.Database, err), store.Close())
	}
	return store, nil
}

// openingTimeout is how long a database file may take to open before the log says that it is waited for.
const openingTimeout = 10 * time.Second

// warnLate logs that a database file is still waited for after openingTimeout, unless the caller calls opened before.
func warnLate(log *slog.Logger, file string) (opened func() bool) {
	return time.AfterFunc(openingTimeout, func() {
		log.Warn("still opening the database: its disk is slow or hangs, or an old file is being converted", "database", file)
	}).Stop
}

// serve runs the bot on a store, through its cache, until its context ends or no adapter is left.
func serve(ctx context.Context, settings config.Config, store, cache storage.Store, chats []chat.Adapter,
	log *slog.Logger, count *meter.Meter) error {
	b, err := bot.New(bot.Config{
		Store:          cache,
		Games:          table.Games,
		Language:       settings.Language.Set(os.Getenv),
		Log:            log,
		Now:            time.Now,
		Random:         rand.Reader,
		Owners:         settings.Owner,
		Ranking:        settings.Ranking,
		Version:        version(),
		ComputerYields: true,
		Operator:       account.Operator(settings.Operator),
		Meter:          count,
		Served:         settings.Database.File() == "",
	})
	if err != nil {
		return fmt.Errorf("start the bot: %w", err)
	}
	end, err := control.Process{Health: b.Health, Figures: control.Figures(b), Store: store}.Offer(settings, log)
	if err != nil {
		return err
	}
	defer end()
	log.Info("running", "database", settings.Database, "games", len(table.Games), "chats", names(chats))
	if err = b.Run(ctx, chats...); err != nil {
		return fmt.Errorf("run the bot: %w", err)
	}
	return nil
}

// failure returns why the program ends, from its error and the cause of its context; nil if it was stopped on request.
func failure(err, cause error) error {
	switch {
	case cause != nil && !errors.Is(cause, context.Canceled):
		return cause
	case errors.Is(err, context.Canceled):
		return nil
	}
	return err
}

// restoring returns a function that restores the current state of a terminal; without a terminal it does nothing.
func restoring(fd int) func() {
	before, err := term.GetState(fd)
	if err != nil {
		return func() {}
	}
	return func() { _ = term.Restore(fd, before) }
}

// makeFolders creates the folders for pictures and files; "" is none.
func makeFolders(folders ...string) error {
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return fmt.Errorf("make the folder for pictures or files: %w", err)
		}
	}
	return nil
}

func names(chats []chat.Adapter) string {
	var all []string
	for _, a := range chats {
		all = append(all, a.Name())
	}
	return strings.Join(all, ", ")
}

// newLog makes the log; amongPlayers restricts it to problems.
func newLog(to io.Writer, c config.Log, amongPlayers bool) *slog.Logger {
	o := &slog.HandlerOptions{Level: c.LogsFrom(amongPlayers), ReplaceAttr: readable}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(to, o))
	}
	return slog.New(slog.NewTextHandler(to, o))
}

// longestLogged is the maximum length of a message or value in the log, in bytes. Stack traces are shorter; texts from
// outside may be longer.
const longestLogged = 4 << 10

// readable masks secrets in the log, and truncates long values.
func readable(_ []string, a slog.Attr) slog.Attr {
	text := a.Value.String()
	if bytes, ok := a.Value.Any().([]byte); ok {
		text = string(bytes)
	}
	shown := config.Masked(text)
	if len(shown) > longestLogged {
		shown = fmt.Sprintf("%s... (%d bytes)", strings.ToValidUTF8(shown[:longestLogged], ""), len(text))
	}
	if shown == text {
		return a
	}
	return slog.String(a.Key, shown)
}

// errStandby is the health error of a process that waits for the database.
var errStandby = errors.New("waiting as standby: another process has the database")

// standby is a process that waits for the database. Requests and webhook calls are answered with 503.
type standby struct {
	settings config.Config
	log      *slog.Logger
	failed   context.CancelCauseFunc
	ends     []func() // stop the servers; nil before it waits
}

// wait logs the reason for waiting, and on its first call starts to answer requests. It ends the program if an address
// is in use.
func (s *standby) wait(reason string) {
	s.log.Info("waiting as standby", "database", s.settings.Database, "reason", reason)
	if s.ends != nil {
		return
	}
	health := func(context.Context) error { return errStandby }
	end, err := control.Process{Health: health, Figures: control.Figures(nil)}.Offer(s.settings, s.log)
	if err == nil {
		s.ends = []func(){end}
		err = s.refuseCalls()
	}
	if err != nil {
		s.failed(err)
	}
}

// refuseCalls answers the webhook calls of Telegram with 503, so that it repeats them later.
func (s *standby) refuseCalls() error {
	hook := s.settings.Telegram.Webhook
	if hook.URL == "" || s.settings.Telegram.Token == "" {
		return nil
	}
	listener, err := net.Listen("tcp", string(hook.Listen))
	if err != nil {
		return fmt.Errorf("telegram: webhook: %w: choose another address (telegram.webhook.listen)", err)
	}
	end := control.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, errStandby.Error(), http.StatusServiceUnavailable)
	}), s.log, listener)
	s.log.Info("answering Telegram's webhook with 503", "at", listener.Addr())
	s.ends = append(s.ends, end)
	return nil
}

// end stops answering, before the bot takes over.
func (s *standby) end() {
	for _, end := range s.ends {
		end()
	}
}

// leaveWhenLost exits, after calling last, when another process may have taken the database. An orderly shutdown could
// store nothing, and would report that in rooms that another bot serves.
func leaveWhenLost(store storage.Store, log *slog.Logger, last func()) {
	holder, ok := store.(storage.Holder)
	if !ok {
		return
	}
	context.AfterFunc(holder.Held(), func() {
		last()
		log.Error("stopping: the database is lost", "error", context.Cause(holder.Held()))
		os.Exit(1)
	})
}
