package bolt

import (
	"bytes"
	"iter"

	"go.etcd.io/bbolt"

	"tabuleiro/storage"
)

// index is the keys of a bucket that begin with a prefix, and go on with a when. A prefix ends in a zero byte or is
// empty.
type index struct{ bucket, prefix string }

// indexes are those that together say which matches fit a query without Cause and Due: they are in all of in, of which
// the first one is likely to hold the fewest, and in none of out.
func indexes(q storage.Query) (in, out []index) {
	player, room := byPlayer, byRoom
	if q.Live {
		player, room = byPlayerLive, byRoomLive
	}
	if q.Unsaid {
		in = append(in, index{byUnsaid, ""})
	}
	if q.Player != "" {
		in = append(in, index{player, q.Player + "\x00"})
	}
	if q.Room != "" {
		in = append(in, index{room, q.Room + "\x00"})
	}
	switch {
	case q.Live && q.Player == "" && q.Room == "":
		in = append(in, index{byLive, ""})
	case len(in) == 0:
		in = append(in, index{byBegan, ""})
	}
	if q.Ended {
		out = append(out, index{byLive, ""})
	}
	return in, out
}

// fitting walks through the matches that fit a query without Cause and Due, newest first, and yields the when of each.
func fitting(tx *bbolt.Tx, q storage.Query) iter.Seq[[]byte] {
	in, out := indexes(q)
	var conditions []*condition
	for _, i := range in[1:] {
		conditions = append(conditions, newCondition(tx, i, true))
	}
	for _, i := range out {
		conditions = append(conditions, newCondition(tx, i, false))
	}
	return func(yield func([]byte) bool) {
	next:
		for when := range newest(tx, in[0]) {
			for _, c := range conditions {
				if !c.holds(when) {
					continue next
				}
			}
			if !yield(when) {
				return
			}
		}
	}
}

// condition is that a match is in an index, or that it is not.
type condition struct {
	cursor *bbolt.Cursor
	in     bool
	key    []byte // the prefix of the index, then what was looked for last
	prefix int    // its length
}

func newCondition(tx *bbolt.Tx, i index, in bool) *condition {
	return &condition{tx.Bucket([]byte(i.bucket)).Cursor(), in, []byte(i.prefix), len(i.prefix)}
}

func (c *condition) holds(when []byte) bool {
	c.key = append(c.key[:c.prefix], when...)
	k, _ := c.cursor.Seek(c.key)
	return bytes.Equal(k, c.key) == c.in
}

// newest walks backwards through an index.
func newest(tx *bbolt.Tx, i index) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		c := tx.Bucket([]byte(i.bucket)).Cursor()
		for k := before(c, i.prefix); len(k) > 0 && bytes.HasPrefix(k, []byte(i.prefix)); k, _ = c.Prev() {
			if !yield(k[len(i.prefix):]) {
				return
			}
		}
	}
}

// before moves a cursor to the last key that begins with a prefix, or to one that does not if there is none.
func before(c *bbolt.Cursor, prefix string) (key []byte) {
	if prefix != "" {
		after := []byte(prefix)
		after[len(after)-1]++
		if k, _ := c.Seek(after); k != nil {
			key, _ = c.Prev()
			return key
		}
	}
	key, _ = c.Last()
	return key
}

// below walks through the keys of a bucket that begin with a prefix: what comes behind it, and the value.
func below(tx *bbolt.Tx, bucket, prefix string) iter.Seq2[[]byte, []byte] {
	return func(yield func(rest, value []byte) bool) {
		c := tx.Bucket([]byte(bucket)).Cursor()
		for k, v := c.Seek([]byte(prefix)); k != nil && bytes.HasPrefix(k, []byte(prefix)); k, v = c.Next() {
			if !yield(k[len(prefix):], v) {
				return
			}
		}
	}
}

// due walks through the deadlines up to and including a stamp.
func due(tx *bbolt.Tx, until string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		c := tx.Bucket([]byte(byDeadline)).Cursor()
		for k, _ := c.First(); k != nil && string(k[:stampLen]) <= until; k, _ = c.Next() {
			if !yield(k[stampLen:]) {
				return
			}
		}
	}
}

// caused walks through the matches with an event of a cause.
func caused(tx *bbolt.Tx, cause string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for id := range below(tx, byCause, cause+"\x00") {
			if !yield(id) {
				return
			}
		}
	}
}
