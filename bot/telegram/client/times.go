package client

import (
	"cmp"
	"time"
)

// Times are how long things may take. Zero means a default that is good for Telegram.
type Times struct {
	Poll     time.Duration // how long Telegram holds a request for news (50 s); whole seconds
	Request  time.Duration // for one request, beyond what it is held (30 s)
	Retry    time.Duration // before the first repetition of what failed; later ones wait longer (500 ms)
	Send     time.Duration // for saying or changing something, repetitions and waiting as told included (2 min)
	Edit     time.Duration // for small things: taking buttons off, asking who somebody is (15 s)
	Fetch    time.Duration // for getting a file that somebody posted, repetitions included (20 s)
	Press    time.Duration // until a button that was pressed stops turning, even if there is nothing to say yet (2 s)
	Settle   time.Duration // waiting for updates to be dealt with before writing them down to go on (250 ms)
	Trust    time.Duration // how long it is believed who looks after a group (5 min)
	Grace    time.Duration // for finishing what was begun when the context ends (5 s)
	Farewell time.Duration // for telling Telegram after that what has been dealt with (5 s)
	Second   time.Duration // what Telegram's seconds are, in which it says how long to wait (1 s)
}

// Complete fills in what is zero.
func (t Times) Complete() Times {
	return Times{
		Poll:     cmp.Or(t.Poll, 50*time.Second),
		Request:  cmp.Or(t.Request, 30*time.Second),
		Retry:    cmp.Or(t.Retry, 500*time.Millisecond),
		Send:     cmp.Or(t.Send, 2*time.Minute),
		Edit:     cmp.Or(t.Edit, 15*time.Second),
		Fetch:    cmp.Or(t.Fetch, 20*time.Second),
		Press:    cmp.Or(t.Press, 2*time.Second),
		Settle:   cmp.Or(t.Settle, 250*time.Millisecond),
		Trust:    cmp.Or(t.Trust, 5*time.Minute),
		Grace:    cmp.Or(t.Grace, 5*time.Second),
		Farewell: cmp.Or(t.Farewell, 5*time.Second),
		Second:   cmp.Or(t.Second, time.Second),
	}
}
