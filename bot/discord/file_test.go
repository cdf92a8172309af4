package discord_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
)

func record(name, text string) *chat.File {
	return &chat.File{Name: name, Data: []byte(text), Size: len(text)}
}

// A file goes with the words: in the channel, in a direct talk, and to one person only.
func TestFile_Said(t *testing.T) {
	virtually(t, func(t *testing.T) {
		gif := record("k7q2.gif", "GIF89a…")
		w := prepare(t)
		ana, _, c := w.people()
		w.run(listener{hear: func(ctx context.Context, e chat.Event) {
			for _, f := range []*chat.File{record("k7q2.pdn", "1. 11-15"), gif} {
				m := say("take this")
				m.Answers, m.Private, m.File = e.Reply, true, f
				if _, err := w.bot.Send(ctx, e.Room, m); err != nil {
					t.Error(err)
				}
			}
		}})
		w.Connected(1)
		check := func(m *discordtest.Message, want *chat.File) {
			t.Helper()
			if m.File == nil || m.File.Name != want.Name || !bytes.Equal(m.File.Data, want.Data) || m.Content != "take this" {
				t.Errorf("said: %q with %+v, not with %s", m.Content, m.File, want.Name)
			}
		}
		for _, where := range []*discordtest.Channel{c, ana.Direct()} {
			m := say("take this")
			m.File = gif
			if _, err := w.bot.Send(t.Context(), roomOf(where), m); err != nil {
				t.Fatal(err)
			}
			check(where.Next(), gif)
		}
		i := ana.Command(c, "export")
		for _, want := range []*chat.File{record("k7q2.pdn", "1. 11-15"), gif} {
			m := i.Private()
			if check(m, want); !m.Secret {
				t.Errorf("everybody sees %s", want.Name)
			}
		}
		w.quiet(c)
	})
}

// Where files are not permitted the words are said, and why there is no file.
func TestFile_NotPermitted(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		_, _, c := w.people()
		w.run(listener{})
		c.Deny(discordtest.AttachFiles)
		m := say("take this")
		m.File = record("k7q2.pdn", "1. 11-15")
		if _, err := w.bot.Send(t.Context(), roomOf(c), m); err != nil {
			t.Fatal(err)
		}
		if got, want := c.Next().Content, "take this\n missing-permission:  missing-permissions.attach"; got != want {
			t.Errorf("said: %q, not %q", got, want)
		}
	})
}

// A file that is meant for the bot goes with the event, whichever way it was sent; others are left alone.
func TestFile_Heard(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t, importing)
		ana, rui, c := w.people()
		board, _ := w.sends(c, say("a board"))
		file := func() *discordtest.File { return &discordtest.File{Name: "k7q2.pdn", Data: []byte("1. 11-15")} }
		for name, x := range map[string]struct {
			do   func()
			text string
		}{
			"direct message":            {func() { ana.Uploads(ana.Direct(), "", file()) }, ""},
			"direct message with words": {func() { ana.Uploads(ana.Direct(), "import", file()) }, "import"},
			"mention":                   {func() { ana.Uploads(c, w.Bot.Mention(), file()) }, ""},
			"reply":                     {func() { ana.RepliesWith(board, "this one", file()) }, "this one"},
			"typed command":             {func() { ana.Uploads(c, "/import "+rui.Mention(), file()) }, "/import @rui"},
			"slash command":             {func() { ana.Command(c, "import", discordtest.With("file", file())) }, "/import"},
			"slash command with a rival": {func() {
				ana.Command(c, "import", discordtest.With("file", file()),
					discordtest.With("opponent", rui))
			}, "/import @rui"},
		} {
			x.do()
			e := <-heard
			if e.Text != x.text || e.File == nil || e.File.Name != "k7q2.pdn" || string(e.File.Data) != "1. 11-15" ||
				e.File.Size != 8 {
				t.Errorf("%s: heard %q with %+v", name, e.Text, e.File)
			}
		}
		calls := w.Calls("GET attachments")
		ana.Uploads(c, "", file()) // not heard at all
		ana.Uploads(c, "look at this", file())
		if e := <-heard; e.Text != "look at this" || e.File != nil {
			t.Errorf("heard %q with %+v", e.Text, e.File)
		}
		ana.Uploads(ana.Direct(), "", &discordtest.File{Name: `..\holiday/k7q2.pdn`, Data: []byte{}})
		if e := <-heard; e.File.Name != "k7q2.pdn" || e.File.Data == nil || e.File.Size != 0 {
			t.Errorf("heard %+v", e.File)
		}
		if n := w.Calls("GET attachments") - calls; n != 1 {
			t.Errorf("%d files were fetched, not one", n)
		}
	})
}

// Without the intent, files in other people's talk are kept from the bot, and a reply is not.
func TestFile_HeardWithoutContent(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t, func(c *discord.Config) { c.Content = false })
		ana, _, c := w.people()
		board, _ := w.sends(c, say("a board"))
		ana.Uploads(c, "/import", &discordtest.File{Name: "kept.pdn", Data: []byte("x")})
		ana.RepliesWith(board, "", &discordtest.File{Name: "k7q2.pdn", Data: []byte("x")})
		if e := <-heard; e.File == nil || e.File.Name != "k7q2.pdn" {
			t.Errorf("heard %q with %+v", e.Text, e.File)
		}
	})
}

// A file that cannot be had, or is too large, is heard of all the same: with its name and size, and a line in the log
// that does not tell the way to the file.
func TestFile_NotHad(t *testing.T) {
	large := bytes.Repeat([]byte("x"), chat.LargestFile+1)
	type scene struct {
		file  discordtest.File
		fault *discordtest.Fault
		log   string // "": nothing is wrong
		size  int
		had   bool
	}
	servertest.Each(t, map[string]scene{
		"as large as can be":  {file: discordtest.File{Data: large[1:]}, size: chat.LargestFile, had: true},
		"too large":           {file: discordtest.File{Data: large}, size: chat.LargestFile + 1},
		"larger than it says": {file: discordtest.File{Data: large, Declared: 100}, size: 100, log: "too large"},
		"gone": {file: discordtest.File{Data: large[:5]}, fault: &discordtest.Fault{Status: 404}, size: 5,
			log: "404"},
		"broken off": {file: discordtest.File{Data: large[:5]}, fault: &discordtest.Fault{Lose: true, Times: 10}, size: 5,
			log: "cannot be downloaded"},
		"does not come": {file: discordtest.File{Data: large[:5]}, fault: &discordtest.Fault{Hang: true}, size: 5,
			log: "deadline"},
		"elsewhere": {file: discordtest.File{Data: large[:5]},
			fault: &discordtest.Fault{Status: 302, Header: map[string]string{"Location": "/elsewhere"}}, size: 5, log: "302"},
		"not encrypted": {file: discordtest.File{Data: large[:5], URL: "http://127.0.0.1:1/hm=secret"}, size: 5,
			log: "begins with"},
		"not by way of the net": {file: discordtest.File{Data: large[:5], URL: "file:///etc/hm=secret"}, size: 5,
			log: "begins with"},
		"an address that is none": {file: discordtest.File{Data: large[:5], URL: "://hm=secret"}, size: 5, log: "none"},
		"a negative size":         {file: discordtest.File{Data: large[:5], Declared: -1}, size: 0, had: true},
		"nobody is at the address": {file: discordtest.File{Data: large[:5], URL: "https://127.0.0.1:1/hm=secret"}, size: 5,
			log: "cannot be downloaded"},
	}, func(t *testing.T, x scene) {
		w := prepare(t)
		heard := make(chan chat.Event, 10)
		w.run(listener{hear: func(_ context.Context, e chat.Event) { heard <- e }})
		w.Connected(1)
		ana, _, _ := w.people()
		if x.fault != nil {
			x.fault.Method, x.fault.Path = "GET", "/attachments"
			w.Fail(*x.fault)
		}
		x.file.Name = "k7q2.pdn"
		ana.Uploads(ana.Direct(), "import", &x.file)
		e := <-heard
		if e.File == nil || e.File.Name != "k7q2.pdn" || e.File.Size != x.size || (e.File.Data != nil) != x.had {
			t.Errorf("heard %+v", e.File)
		}
		if log := w.log.String(); !strings.Contains(log, x.log) ||
			strings.Contains(log, "cannot be downloaded") != (x.log != "") || strings.Contains(log, "hm=") {
			t.Errorf("the log does not tell of %q, or too much: %s", x.log, log)
		}
	})
}

// While a file does not come, other rooms are heard and hearts beat, its sender has been told to wait, and later
// messages of its room stay after it.
func TestFile_IsSlow(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.Heartbeat(400 * time.Millisecond)
		heard := make(chan chat.Event, 1000)
		w.run(listener{hear: func(_ context.Context, e chat.Event) { heard <- e }}, importing)
		w.Connected(1)
		ana, rui, c := w.people()
		const many = 80 // more than the rooms that can be busy at a time
		hang := w.Fail(discordtest.Fault{Method: "GET", Path: "/attachments", Hang: true, Times: many + 1})
		file := &discordtest.File{Name: "k7q2.pdn", Data: []byte("1. 11-15")}
		i := ana.Command(c, "import", discordtest.With("file", file))
		ana.Types(c, "after the file")
		g := w.Guild(ana)
		for range many {
			ana.Uploads(g.Channel("other"), w.Bot.Mention(), file)
		}
		if kind := i.Acknowledged(); kind != 5 {
			t.Errorf("acknowledged with type %d", kind)
		}
		hang.Met(1)
		rui.Types(rui.Direct(), "elsewhere")
		w.hears(heard, "elsewhere")
		w.Beat(2)
		if len(heard) > 0 {
			t.Errorf("a file was not waited for: %+v", <-heard)
		}
		hang.End()
		var here []string
		for len(here) < 2 {
			if e := <-heard; e.Room == roomOf(c) {
				here = append(here, e.Text)
			}
		}
		if here[0] != "/import" || here[1] != "after the file" {
			t.Errorf("heard %q", here)
		}
	})
}

// An interaction is acknowledged before its file is asked for.
func TestFile_AfterAcknowledgement(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t, importing)
		ana, _, c := w.people()
		lost := w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Status: 500, Times: 1000})
		i := ana.Command(c, "import", discordtest.With("file", &discordtest.File{Name: "k7q2.pdn", Data: []byte("x")}))
		lost.Met(2)
		if n := w.Calls("GET attachments"); n != 0 {
			t.Errorf("%d files were fetched before an answer", n)
		}
		lost.End()
		i.Acknowledged()
		if e := <-heard; e.File == nil || e.File.Data == nil {
			t.Errorf("heard %+v", e.File)
		}
	})
}
