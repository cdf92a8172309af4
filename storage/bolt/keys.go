package bolt

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"tabuleiro/storage"
)

// The buckets. "when" is the stamp of Head.Began followed by the match id; a name before a zero byte holds none
// itself.
const (
	about    = "tabuleiro" // "schema": number of the schema, decimal; expiredKeys
	events   = "events"    // id 0 number (4 bytes, from 1): event
	heads    = "heads"     // id: head
	settings = "settings"  // key: setting

	people    = "people"  // id: person
	ratingsOf = "ratings" // id of the person 0 game: rating

	// The indexes. All but the last have empty values.
	byBegan      = "began"       // when
	byLive       = "live"        // when, of matches that have not ended
	byRoom       = "room"        // room 0 when
	byRoomLive   = "room-live"   // room 0 when, of matches that have not ended
	byPlayer     = "player"      // player 0 when
	byPlayerLive = "player-live" // player 0 when, of matches that have not ended
	byUnsaid     = "unsaid"      // when, of matches not announced everywhere
	byDeadline   = "deadline"    // stamp of Head.Deadline, id
	byCause      = "cause"       // idempotency key 0 id
	byGame       = "rating-game" // game 0 id of the person

	byIdentity = "identity" // identity: id of the person
)

// expiredKeys is a key of the bucket about. Older versions deleted the idempotency keys of matches without events since
// a time from the index; this is the latest such time, as a stamp.
const expiredKeys = "uncaused"

var buckets = []string{about, events, heads, settings, people, ratingsOf, byIdentity, byGame,
	byBegan, byLive, byRoom, byRoomLive, byPlayer, byPlayerLive, byUnsaid, byDeadline, byCause}

// stampLen is the length of a stamp.
const stampLen = 12

// stamp encodes a time as text that sorts in order of time.
func stamp(t time.Time) string {
	b := make([]byte, 0, stampLen)
	b = binary.BigEndian.AppendUint64(b, uint64(t.Unix())^1<<63)
	b = binary.BigEndian.AppendUint32(b, uint32(t.Nanosecond()))
	return string(b)
}

// eventKey returns the key of the nth event, counted from 1.
func eventKey(id string, n int) string {
	return string(binary.BigEndian.AppendUint32([]byte(id+"\x00"), uint32(n)))
}

// entry is one key of a bucket.
type entry struct{ bucket, key string }

// entries returns the index keys of a head; some may occur twice.
func entries(h storage.Head) (list []entry) {
	when := stamp(h.Began) + h.ID
	add := func(bucket, ofLive, key string) {
		list = append(list, entry{bucket, key})
		if !h.Status.Ended() {
			list = append(list, entry{ofLive, key})
		}
	}
	add(byBegan, byLive, when)
	for _, p := range h.Places {
		add(byRoom, byRoomLive, p.Room+"\x00"+when)
	}
	for _, p := range h.Players {
		add(byPlayer, byPlayerLive, p+"\x00"+when)
	}
	if h.Undelivered() {
		list = append(list, entry{byUnsaid, when})
	}
	if !h.Deadline.IsZero() {
		list = append(list, entry{byDeadline, stamp(h.Deadline) + h.ID})
	}
	return list
}

// valueVersion is the version of all values. When the form of a value changes it gets a new number, and either decode
// still reads the old one or a migration rewrites it.
const valueVersion = 1

// versionField is the start of every value.
var versionField = fmt.Appendf(nil, `{"v":%d,`, valueVersion)

// setting is the stored form of a setting.
type setting struct {
	Value string `json:"value"`
}

// encode returns a struct as JSON with the version as its first field.
func encode(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return append(bytes.Clone(versionField), b[1:]...), nil
}

func decode[T any](b []byte) (v T, err error) {
	if err := json.Unmarshal(b, &v); err != nil {
		return v, fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	if !bytes.HasPrefix(b, versionField) {
		return v, fmt.Errorf("%w (a value is not of version %d)", ErrNewerSchema, valueVersion)
	}
	return v, nil
}

// load reads a value, or returns storage.ErrNotFound.
func load[T any](tx *bbolt.Tx, bucket, key string) (v T, err error) {
	b := tx.Bucket([]byte(bucket)).Get([]byte(key))
	if b == nil {
		return v, storage.ErrNotFound
	}
	return decode[T](b)
}
