package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
)

// A token given as an argument or as a file name is not repeated.
func TestSecret_AsArgument(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, token := range []string{"123456789:AAEhBOweik9ai2o01J2kLmNoPqRsTuVhidn",
		"MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7hidn"} {
		for _, args := range [][]string{{token}, {"--token", token}, {"--" + token}, {"--config", token}, {"check", token},
			{"backup", "to/" + token}, {"export", "--all", "to/" + token}} {
			var out, diagnostics bytes.Buffer
			if status := do(args, strings.NewReader(""), &out, &diagnostics); status == 0 {
				t.Errorf("%q: done", args)
			}
			if said := out.String() + diagnostics.String(); strings.Contains(said, "hidn") {
				t.Errorf("%q: %s", args, said)
			}
		}
		var log bytes.Buffer
		newLog(&log, config.Log{Level: "info", Format: "text"}, false).Info("read "+token, "database", token, "error",
			errors.New("open "+token))
		if strings.Contains(log.String(), "hidn") {
			t.Errorf("logged: %s", &log)
		}
	}
}

// A database file that takes long to open is named in the log, once; one that opens in time is not.
func TestWarnLate(t *testing.T) {
	for took, want := range map[time.Duration]int{openingTimeout - 1: 0, openingTimeout + 1: 1, time.Hour: 1} {
		synctest.Test(t, func(t *testing.T) {
			var log bytes.Buffer
			opened := warnLate(newLog(&log, config.Log{Level: "info", Format: "text"}, true), "data/tabuleiro.db")
			time.Sleep(took)
			opened()
			if got := strings.Count(log.String(), "still opening the database"); got != want ||
				strings.Count(log.String(), "database=data/tabuleiro.db") != want {
				t.Errorf("after %s: %q", took, &log)
			}
		})
	}
}

// A line of the log is short enough to read, whatever is in it.
func TestLog_Short(t *testing.T) {
	long := strings.Repeat("ã", 80_000)
	for _, format := range []string{"text", "json"} {
		var log bytes.Buffer
		newLog(&log, config.Log{Level: "info", Format: format}, false).With("with", long).WithGroup("group").
			Info("message "+long, "text", long, "error", errors.New(long), "bytes", []byte(long), "secret", config.Secret(long),
				"short", "whole")
		line := log.String()
		if strings.Count(line, "\n") != 1 || len(line) > 6*longestLogged || !strings.Contains(line, "(160000 bytes)") ||
			!strings.Contains(line, "whole") || !strings.Contains(line, "(secret)") {
			t.Errorf("%s: %d bytes: %.300s", format, len(line), line)
		}
	}
}
