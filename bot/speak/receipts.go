package speak

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// receipt is what a service has taken. It is written down in the same instant, while the store learns of it only when
// its disk has it: what a program has said that is killed in between is not said again. The system keeps what was
// written when the process dies; when the machine does it may be said twice.
type receipt struct {
	Number uint64    `json:"number"` // of all, in their order
	Room   chat.Room `json:"room"`
	Match  string    `json:"match"`
	N      int       `json:"n"`            // events that the room was told
	At     time.Time `json:"at"`           // of the last of these: a database from before may have another one there
	Ref    chat.Ref  `json:"ref,omitzero"` // the message
	Quiet  bool      `json:"quiet,omitzero"`
}

// receipts are the last ones, in a file of lines that all have one length. Each takes the place of the oldest in one
// write, which is done or not done, since no line lies on two pages of the system. They are more by far than what is
// said at one time.
type receipts struct {
	log  *slog.Logger
	left map[attempt]receipt // by the runs before

	mu   sync.Mutex
	file *os.File // nil: nothing is noted
	next uint64
}

const (
	mostReceipts   = 1024
	receiptsLength = 256 // of a line, with its end
)

// openReceipts reads what was noted by earlier runs. Without a path nothing is noted.
func openReceipts(path string, log *slog.Logger) *receipts {
	r := &receipts{log: log, left: map[attempt]receipt{}}
	if path == "" {
		return r
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		var text []byte
		if text, err = io.ReadAll(io.LimitReader(f, mostReceipts*receiptsLength)); err == nil {
			r.file = f
			r.read(text)
			return r
		}
		f.Close()
	}
	log.Warn("a message that is said when the program is killed may be said twice", "error", err)
	return r
}

// read takes over what is in a file, and leaves out what is no receipt.
func (r *receipts) read(text []byte) {
	damaged := 0
	for line := range bytes.SplitAfterSeq(text, []byte("\n")) {
		var is receipt
		switch err := json.Unmarshal(line, &is); {
		case len(line) == 0:
		case err != nil || len(line) != receiptsLength:
			damaged++
		default:
			at := attempt{is.Room, is.Match}
			if was, ok := r.left[at]; !ok || was.Number < is.Number {
				r.left[at] = is
			}
			r.next = max(r.next, is.Number+1)
		}
	}
	if damaged > 0 {
		r.log.Warn("lines that are no receipts are left out", "file", r.file.Name(), "lines", damaged)
	}
}

// of is what notes that a room has been told a match by a message, the first time that it is called.
func (r *receipts) of(room chat.Room, m *match.Match, quiet bool) func(chat.Ref) {
	var once sync.Once
	return func(ref chat.Ref) {
		once.Do(func() { r.put(receipt{Room: room, Match: m.ID, N: m.N, At: m.Latest, Ref: ref, Quiet: quiet}) })
	}
}

func (r *receipts) put(is receipt) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return
	}
	is.Number = r.next
	r.next++
	text, err := json.Marshal(is)
	if err == nil && len(text) >= receiptsLength {
		err = errors.New("it is too long")
	}
	if err == nil {
		line := fmt.Appendf(nil, "%-*s\n", receiptsLength-1, text)
		_, err = r.file.WriteAt(line, int64(is.Number%mostReceipts)*receiptsLength)
	}
	if err != nil {
		r.log.Warn("that a service has taken a message is not noted", "match", is.Match, "room", is.Room, "error", err)
	}
}

// before is what was noted by earlier runs of a match in a room.
func (r *receipts) before(at attempt) (is receipt, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	is, ok = r.left[at]
	return is, ok
}

// forget wipes the receipts of rooms: the room of a private talk may tell who talks there.
func (r *receipts) forget(rooms []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.left, func(at attempt, _ receipt) bool { return slices.Contains(rooms, string(at.room)) })
	if r.file == nil {
		return
	}
	for n := range int64(mostReceipts) {
		var is receipt
		line := make([]byte, receiptsLength)
		if _, err := r.file.ReadAt(line, n*receiptsLength); err != nil {
			return // the end
		}
		if json.Unmarshal(line, &is) != nil || !slices.Contains(rooms, string(is.Room)) {
			continue
		}
		nothing := fmt.Appendf(nil, "%-*s\n", receiptsLength-1, fmt.Sprintf(`{"number":%d}`, is.Number))
		if _, err := r.file.WriteAt(nothing, n*receiptsLength); err != nil {
			r.log.Warn("a receipt is not wiped", "error", err)
		}
	}
}

// close ends noting. The file goes when the store knows all that is in it.
func (r *receipts) close(known func() bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return
	}
	err := r.file.Close()
	if known() {
		err = errors.Join(err, os.Remove(r.file.Name()))
	}
	if err != nil {
		r.log.Warn("the receipts are not put away", "error", err)
	}
	r.file = nil
}

// allNoted tells whether the store knows that everything is said.
func (s *Speaker) allNoted() bool {
	unsaid, err := s.Archive.Find(context.Background(), storage.Query{Unsaid: true})
	return err == nil && len(unsaid) == 0
}

// toldBefore is what a place was told and the store does not know: by this run, or by one that was killed. Zero if
// there is nothing.
func (s *Speaker) toldBefore(ctx context.Context, p storage.Place, head storage.Head) told {
	at := attempt{chat.Room(p.Room), head.ID}
	if is := s.rest.unnoted(ctx, at); is.n > 0 {
		return is
	}
	is, ok := s.receipts.before(at)
	if !ok || is.N <= p.Said || is.N > head.N {
		return told{}
	}
	if m, err := s.Archive.After(ctx, head.ID, is.N); err != nil || !m.Latest.Equal(is.At) {
		return told{}
	}
	return told{n: is.N, ref: is.Ref, quiet: is.Quiet}
}
