package gateway

import (
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// packet is what goes over a connection.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

// connection is one socket. It is read by one goroutine and written to by several.
type connection struct {
	*websocket.Conn
	seq   atomic.Int64 // of the latest event
	acked atomic.Bool  // the latest heartbeat was answered
	asked chan struct{}
	over  chan struct{}
	once  sync.Once

	writing sync.Mutex
}

func newConnection(c *websocket.Conn) *connection {
	c.SetReadLimit(largestPacket)
	c.SetCloseHandler(func(int, string) error { return nil }) // the code is read from the error
	return &connection{Conn: c, asked: make(chan struct{}, 1), over: make(chan struct{})}
}

func (c *connection) read() (packet, error) {
	for {
		_, text, err := c.ReadMessage()
		if err != nil {
			return packet{}, err
		}
		var p packet
		if err := json.Unmarshal(text, &p); err != nil {
			continue // what is no packet says nothing
		}
		return p, nil
	}
}

// hello waits for the first word of the gateway, which says how often it wants to hear a heartbeat.
func (c *connection) hello() (every time.Duration, err error) {
	p, err := c.read()
	if err != nil {
		return 0, err
	}
	var h struct {
		Interval float64 `json:"heartbeat_interval"`
	}
	if p.Op != opHello || json.Unmarshal(p.Data, &h) != nil || h.Interval < 1 || h.Interval > 1e7 {
		return 0, errors.New("no HELLO")
	}
	return time.Duration(h.Interval * float64(time.Millisecond)), nil
}

func (c *connection) write(op int, data any) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if err := c.SetWriteDeadline(time.Now().Add(longestWrite)); err != nil {
		return err
	}
	return c.WriteJSON(map[string]any{"op": op, "d": data})
}

// close ends the connection, which can be resumed, once. It does not wait for the other side.
func (c *connection) close() {
	c.once.Do(func() {
		close(c.over)
		_ = c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(closeResumable, ""),
			time.Now().Add(time.Second))
		c.Conn.Close()
	})
}

// askBeat has a heartbeat sent at once.
func (c *connection) askBeat() {
	select {
	case c.asked <- struct{}{}:
	default:
	}
}

// A heartbeat is sent at least so often, and again when it is not answered for so long; after as long again the
// connection is dead. So the bot is deaf for 25 seconds at the most, where the intervals that Discord asks for would
// let it be for more than a minute.
const (
	mostBetween = 15 * time.Second
	longestAck  = 5 * time.Second
)

// beat sends heartbeats, the first one somewhere within the interval, and closes a connection on which two were not
// answered: so that its session can be resumed.
func (c *connection) beat(every time.Duration, log *slog.Logger) {
	every = min(every, mostBetween)
	ack := min(longestAck, every/2)
	timer := time.NewTimer(rand.N(every))
	defer timer.Stop()
	c.acked.Store(true)
	unanswered := 0 // heartbeats that were sent and may still be
	for {
		select {
		case <-c.over:
			return
		case <-c.asked:
		case <-timer.C:
			switch acked := c.acked.Load(); {
			case acked && unanswered > 0:
				unanswered = 0
				timer.Reset(every - ack)
				continue
			case unanswered == 2:
				log.Warn("Discord does not answer: the connection is dropped")
				c.close()
				return
			}
			c.acked.Store(false)
			unanswered++
			timer.Reset(ack)
		}
		var seq any // null before the first event
		if n := c.seq.Load(); n > 0 {
			seq = n
		}
		if c.write(opHeartbeat, seq) != nil {
			c.close()
			return
		}
	}
}
