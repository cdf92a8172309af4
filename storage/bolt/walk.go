package bolt

import (
	"bytes"
	"iter"

	"go.etcd.io/bbolt"

	"tabuleiro/storage"
)

// indexOf is the index that is likely to hold the fewest among which are all matches that fit a query, with the prefix
// of its keys, which ends in a zero byte or is empty.
func indexOf(q storage.Query) entry {
	all, player, room := byBegan, byPlayer, byRoom
	if q.Live {
		all, player, room = byLive, byPlayerLive, byRoomLive
	}
	switch {
	case q.Cause != "":
		return entry{byCause, q.Cause + "\x00"}
	case !q.Due.IsZero():
		return entry{byDeadline, ""}
	case q.Unsaid:
		return entry{byUnsaid, ""}
	case q.Player != "":
		return entry{player, q.Player + "\x00"}
	case q.Room != "":
		return entry{room, q.Room + "\x00"}
	}
	return entry{all, ""}
}

// candidates walks through the ids of the matches in the index of a query, in its order but for a Cause.
func candidates(tx *bbolt.Tx, q storage.Query) iter.Seq[[]byte] {
	i, begin, last := indexOf(q), stampLen, ""
	walk := newest
	switch i.bucket {
	case byCause:
		walk, begin = below, 0
	case byDeadline:
		walk, last = below, stamp(q.Due)
	}
	return func(yield func([]byte) bool) {
		for k := range walk(tx, i.bucket, i.key) {
			if last != "" && string(k[:stampLen]) > last || !yield(k[begin:]) {
				return
			}
		}
	}
}

// has reports whether a bucket has a key.
func has(tx *bbolt.Tx, e entry) bool {
	k, _ := tx.Bucket([]byte(e.bucket)).Cursor().Seek([]byte(e.key))
	return string(k) == e.key
}

// newest is below backwards, without the values.
func newest(tx *bbolt.Tx, bucket, prefix string) iter.Seq2[[]byte, []byte] {
	return func(yield func(rest, value []byte) bool) {
		c := tx.Bucket([]byte(bucket)).Cursor()
		for k := before(c, prefix); len(k) > 0 && bytes.HasPrefix(k, []byte(prefix)); k, _ = c.Prev() {
			if !yield(k[len(prefix):], nil) {
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
