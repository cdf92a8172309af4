package bolt

import (
	"bytes"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"tabuleiro/storage"
)

// indexes are those that together say which matches fit a query without Cause and Due, each with the prefix of its keys,
// behind which stands a when. They are in all of in, of which the first one is likely to hold the fewest, and those that
// have ended are not in byLive. A prefix ends in a zero byte or is empty.
func indexes(q storage.Query) (in []entry) {
	player, room := byPlayer, byRoom
	if q.Live {
		player, room = byPlayerLive, byRoomLive
	}
	if q.Unsaid {
		in = append(in, entry{byUnsaid, ""})
	}
	if q.Player != "" {
		in = append(in, entry{player, q.Player + "\x00"})
	}
	if q.Room != "" {
		in = append(in, entry{room, q.Room + "\x00"})
	}
	switch {
	case q.Live && q.Player == "" && q.Room == "":
		in = append(in, entry{byLive, ""})
	case len(in) == 0:
		in = append(in, entry{byBegan, ""})
	}
	return in
}

// fitting walks through the matches that fit a query without Cause and Due, newest first, and yields the when of each.
func fitting(tx *bbolt.Tx, q storage.Query) iter.Seq[[]byte] {
	in := indexes(q)
	return func(yield func([]byte) bool) {
		for when := range newest(tx, in[0]) {
			lacks := func(i entry) bool { return !has(tx, entry{i.bucket, i.key + string(when)}) }
			if slices.ContainsFunc(in[1:], lacks) || q.Ended && !lacks(entry{byLive, ""}) {
				continue
			}
			if !yield(when) {
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

// newest walks backwards through an index.
func newest(tx *bbolt.Tx, i entry) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		c := tx.Bucket([]byte(i.bucket)).Cursor()
		for k := before(c, i.key); len(k) > 0 && bytes.HasPrefix(k, []byte(i.key)); k, _ = c.Prev() {
			if !yield(k[len(i.key):]) {
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

// few walks through the ids of the matches with an event of a Cause, or else with a deadline up to Due.
func few(tx *bbolt.Tx, q storage.Query) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if q.Cause != "" {
			for id := range below(tx, byCause, q.Cause+"\x00") {
				if !yield(id) {
					return
				}
			}
			return
		}
		until := stamp(q.Due)
		for k := range below(tx, byDeadline, "") {
			if string(k[:stampLen]) > until || !yield(k[stampLen:]) {
				return
			}
		}
	}
}
