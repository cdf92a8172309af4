package bolt

import (
	"bytes"
	"iter"

	"go.etcd.io/bbolt"

	"tabuleiro/storage"
)

// indexOf returns the index that probably has the fewest entries among those that hold every match of the query, with
// the prefix of its keys, which is empty or ends in a zero byte.
func indexOf(q storage.Query) entry {
	all, player, room := byBegan, byPlayer, byRoom
	if q.Live {
		all, player, room = byLive, byPlayerLive, byRoomLive
	}
	switch {
	case q.IdempotencyKey != "":
		return entry{byCause, q.IdempotencyKey + "\x00"}
	case !q.Due.IsZero():
		return entry{byDeadline, ""}
	case q.Undelivered:
		return entry{byUnsaid, ""}
	case q.Player != "":
		return entry{player, q.Player + "\x00"}
	case q.Room != "":
		return entry{room, q.Room + "\x00"}
	}
	return entry{all, ""}
}

// candidates iterates over the match ids in the index of a query, in the query's order unless it has an
// IdempotencyKey.
func candidates(tx *bbolt.Tx, q storage.Query) iter.Seq[[]byte] {
	i, begin, last, back := indexOf(q), stampLen, "", true
	switch i.bucket {
	case byCause:
		begin, back = 0, false
	case byDeadline:
		last, back = stamp(q.Due), false
	}
	return func(yield func([]byte) bool) {
		for k := range walk(tx, i.bucket, i.key, back) {
			if last != "" && string(k[:stampLen]) > last || !yield(k[begin:]) {
				return
			}
		}
	}
}

// seekBefore moves a cursor to the last key with a prefix, or to some other key if there is none.
func seekBefore(c *bbolt.Cursor, prefix string) (key, value []byte) {
	if prefix != "" {
		after := []byte(prefix)
		after[len(after)-1]++
		if k, _ := c.Seek(after); k != nil {
			return c.Prev()
		}
	}
	return c.Last()
}

// below iterates over the keys of a bucket with a prefix, yielding the rest of each key and its value.
func below(tx *bbolt.Tx, bucket, prefix string) iter.Seq2[[]byte, []byte] {
	return walk(tx, bucket, prefix, false)
}

// walk does the same as below, or backwards.
func walk(tx *bbolt.Tx, bucket, prefix string, back bool) iter.Seq2[[]byte, []byte] {
	return func(yield func(rest, value []byte) bool) {
		c := tx.Bucket([]byte(bucket)).Cursor()
		k, v := c.Seek([]byte(prefix))
		next := c.Next
		if back {
			k, v = seekBefore(c, prefix)
			next = c.Prev
		}
		for ; len(k) > 0 && bytes.HasPrefix(k, []byte(prefix)); k, v = next() {
			if !yield(k[len(prefix):], v) {
				return
			}
		}
	}
}
