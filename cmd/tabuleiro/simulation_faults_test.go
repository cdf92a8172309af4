package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
)

// weather is the set of current faults.
type weather struct {
	telegram, store string // kinds of faults, "" if all is well
	fuse            int    // calls of Telegram and writes of the store until the bot dies; 0: it does not
	way             int    // how
}

// roll returns the random source for the next occurrence of a named thing. It depends on nothing else, so that a seed
// gives the same run on any machine.
func (w *world) roll(name string) *rand.Rand {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rolls[name]++
	h := fnv.New64a()
	fmt.Fprint(h, name, " ", w.rolls[name])
	return rand.New(rand.NewPCG(w.seed, h.Sum64()))
}

// drawn returns a random duration between two.
func drawn(r *rand.Rand, from, to time.Duration) time.Duration {
	return from + time.Duration(r.Int64N(int64(to-from)))
}

// change changes the weather.
func (w *world) change(change func(*weather)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.weather)
}

// fate makes things fail, one after another, until the end; then there are no faults.
func (w *world) fate() {
	for next := time.Now(); next.Before(w.end); {
		r := w.roll("fate")
		next = next.Add(drawn(r, 10*time.Minute, 4*time.Hour))
		if time.Until(next) < 0 {
			continue // the one before took longer
		}
		time.Sleep(time.Until(next))
		switch from := time.Now(); r.IntN(8) {
		case 0:
			w.storm(r, func(x *weather) *string { return &x.telegram }, "cut", "status", "hang", "flood", "slow", "slow")
		case 1:
			w.storm(r, func(x *weather) *string { return &x.telegram }, "lose", "truncate", "garble")
		case 2:
			w.storm(r, func(x *weather) *string { return &x.store }, "full", "broken", "lost", "conflict", "slow")
			w.missing(from)
		case 3:
			w.live().stop()
			w.count("stopped")
			w.absence(r, from)
		case 4, 5:
			w.kill(r)
			w.absence(r, from)
		case 6:
			w.shake(r)
		case 7:
			w.hang(r)
		}
	}
	w.change(func(x *weather) { *x = weather{} })
}

// storm has faults of one kind for a while.
func (w *world) storm(r *rand.Rand, at func(*weather) *string, kinds ...string) {
	kind := kinds[r.IntN(len(kinds))]
	w.count(kind)
	w.change(func(x *weather) { *at(x) = kind })
	time.Sleep(drawn(r, time.Second, 90*time.Minute))
	w.change(func(x *weather) { *at(x) = "" })
}

// kill kills the bot at one of its next calls, or after a while if it makes none.
func (w *world) kill(r *rand.Rand) {
	l, fuse, way := w.live(), 1+r.IntN(10), r.IntN(manners)
	w.change(func(x *weather) { x.fuse, x.way = fuse, way })
	select {
	case <-l.ended:
	case <-time.After(drawn(r, time.Minute, 3*time.Hour)):
		l.die()
		<-l.ended
	}
	w.change(func(x *weather) { x.fuse = 0 })
}

// absence restarts the bot after a while.
func (w *world) absence(r *rand.Rand, from time.Time) {
	time.Sleep(drawn(r, time.Second, []time.Duration{time.Minute, time.Hour, 12 * time.Hour}[r.IntN(3)]))
	w.begin()
	w.missing(from)
}

// missing notes that the bot could do nothing from a moment until now.
func (w *world) missing(from time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.absent = append(w.absent, span{from, time.Now()})
}

// shake breaks something between the bot and Discord.
func (w *world) shake(r *rand.Rand) {
	w.count("shaken")
	d := w.discord
	switch r.IntN(10) {
	case 0:
		d.AskToReconnect()
	case 1:
		d.Invalidate(r.IntN(2) == 0)
	case 2:
		d.Mute()
	case 3:
		d.Forget()
		d.Drop()
	case 4:
		d.Drop()
	case 5:
		d.Close([]int{1000, 1001, 4000, 4001, 4007, 4008, 4009}[r.IntN(7)])
	case 6:
		d.Reject(true)
		d.Drop()
		time.Sleep(drawn(r, time.Second, time.Hour))
		d.Reject(false)
	case 7:
		d.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Status: 500, Times: 1 + r.IntN(9)})
	case 8:
		d.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Lose: true, Times: 1 + r.IntN(3)})
	case 9:
		d.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Delay: drawn(r, time.Second, time.Minute)})
	}
}

// hang delays all messages of a room of Telegram for a while.
func (w *world) hang(r *rand.Rand) {
	until := make(chan struct{})
	if room, ok := w.tables[r.IntN(len(w.tables))].room.(*groupRoom); ok {
		w.count("hangs")
		room.chat.Hold(until)
		time.Sleep(drawn(r, time.Minute, 3*time.Hour))
		room.chat.Hold(nil)
	}
	close(until)
}

// burn reports whether the bot dies at this call, and in which way.
func (w *world) burn() (way int, dies bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.weather.fuse == 0 {
		return 0, false
	}
	w.weather.fuse--
	return w.weather.way, w.weather.fuse == 0
}

// now returns the weather.
func (w *world) now() weather {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.weather
}

// onTelegramCall handles a call, or has it fail by the weather.
func (w *world) onTelegramCall(s *telegramtest.Server, rw http.ResponseWriter, r *http.Request,
	real func(http.ResponseWriter)) {
	l, chat, lost := w.live(), addressee(r), true // the answer
	defer func() {
		if lost || l.isDead() {
			w.mark(chat)
		}
	}()
	if way, dies := w.burn(); dies {
		switch way {
		case between:
			real(httptest.NewRecorder())
		case after:
			real(rw)
		}
		l.die()
		panic(http.ErrAbortHandler)
	}
	roll := w.roll(fmt.Sprint(r.URL.Path, chat))
	kind := w.now().telegram
	if roll.IntN(3) == 0 {
		kind = ""
	}
	fault := map[string]telegramtest.Fault{
		"cut": telegramtest.Cut, "hang": telegramtest.Hang, "lose": telegramtest.Lose, "truncate": telegramtest.Truncate,
		"garble": telegramtest.Garble, "status": telegramtest.Status(502), "flood": telegramtest.Flood(1 + roll.IntN(100)),
	}[kind]
	if fault != nil && (!strings.HasSuffix(r.URL.Path, "getUpdates") || kind != "flood") {
		fault(s, rw, r, real)
		return
	}
	if kind == "slow" {
		time.Sleep(drawn(roll, 0, 20*time.Second))
	}
	real(rw)
	if kind == "slow" {
		time.Sleep(drawn(roll, 0, 20*time.Second))
	}
	lost = r.Context().Err() != nil // the bot has waited long enough
}

// addressed matches the chat in a request.
var addressed = regexp.MustCompile(`chat_id(?:=|"\r\n\r\n)(-?[0-9]+)`)

// addressee returns the chat of a request, -1 if it has none.
func addressee(r *http.Request) int64 {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	found := addressed.FindSubmatch(body)
	if found == nil {
		return -1
	}
	id, _ := strconv.ParseInt(string(found[1]), 10, 64)
	return id
}

// onStoreCall returns the fault of a call of the store.
func (l *life) onStoreCall(c faultytest.Call) faultytest.Fault {
	if l.isDead() {
		return faultytest.Fault{Err: errDied}
	}
	w := l.w
	if c.Writes() {
		if way, dies := w.burn(); dies {
			l.die()
			return faultytest.Fault{Err: errDied, Done: way != before}
		}
	}
	kind := w.now().store
	if kind == "" {
		return faultytest.Fault{}
	}
	roll := w.roll(c.Method + c.Of)
	if roll.IntN(4) > 0 {
		return faultytest.Fault{}
	}
	switch {
	case kind == "broken":
		return faultytest.Fault{Err: errors.New("the disk is broken")}
	case kind == "slow":
		over := make(chan struct{})
		time.AfterFunc(drawn(roll, 0, 10*time.Second), func() { close(over) })
		return faultytest.Fault{Until: over, Deaf: true}
	case kind == "full" && c.Writes():
		return faultytest.Fault{Err: storage.ErrFull}
	case kind == "lost" && c.Writes():
		return faultytest.Fault{Err: errors.New("the connection broke"), Done: true}
	case kind == "conflict" && slices.Contains([]string{"Append", "Finish", "Rewrite"}, c.Method):
		return faultytest.Fault{Err: storage.ErrConflict}
	}
	return faultytest.Fault{}
}

// mark notes that the last message in a chat of Telegram, or with 0 in all chats, may be repeated.
func (w *world) mark(chat int64) {
	for _, p := range w.tables {
		p.mark(chat)
	}
}

// excused returns the end of the absences that include a moment, or the moment itself if the bot could act then.
func (w *world) excused(at time.Time) (until time.Time) {
	for changed := true; changed; {
		changed = false
		for _, a := range w.absent {
			if !at.Before(a.from) && at.Before(a.to) {
				at, changed = a.to, true
			}
		}
	}
	return at
}

// plain removes Discord's formatting from a text.
var plain = strings.NewReplacer("**", "", `\`, "")
