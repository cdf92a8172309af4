package client

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// The library has one logger for all sessions, so the adapter that was made last logs for it.
var library atomic.Pointer[libraryLog]

type libraryLog struct {
	log   *slog.Logger
	token string
}

func init() {
	discordgo.Logger = func(level, _ int, format string, args ...any) {
		if l := library.Load(); l != nil {
			l.write(level, fmt.Sprintf(format, args...))
		}
	}
}

// write passes on what the library has to say. The caller deals with the errors it speaks of, and logs them.
func (l *libraryLog) write(level int, text string) {
	to := slog.LevelDebug
	if level == discordgo.LogError {
		to = slog.LevelInfo
	}
	if l.token != "" {
		text = strings.ReplaceAll(text, l.token, "[token]")
	}
	l.log.Log(context.Background(), to, "discord library: "+strings.TrimSpace(text))
}
