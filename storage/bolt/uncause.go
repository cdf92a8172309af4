package bolt

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"go.etcd.io/bbolt"
)

// uncausedKey is where it is kept, in the bucket about, up to when causes have been let go of, as a stamp: Check looks
// for those only that have to be there.
var uncausedKey = []byte("uncaused")

// uncaused is that stamp, "" if none have been.
func uncaused(tx *bbolt.Tx) string { return string(tx.Bucket([]byte(about)).Get(uncausedKey)) }

// Uncause implements storage.Store. It goes through the index a piece at a time, so that appends get their turns.
func (s *Store) Uncause(ctx context.Context, before time.Time) error {
	const piece = 2000
	var from []byte
	for {
		var old [][]byte
		err := s.read(ctx, func(tx *bbolt.Tx) (err error) {
			old, from, err = causedBefore(tx, before, from, piece)
			return err
		})
		if err == nil && len(old) > 0 {
			err = s.write(ctx, func(tx *bbolt.Tx) (refused, failed error) { return nil, drop(tx, before, old) })
		}
		if err != nil {
			return fmt.Errorf("let go of causes: %w", err)
		}
		if from == nil {
			return nil
		}
	}
}

// causedBefore are at most n keys of causes, from one on, of matches with nothing new since a time; and the key to go
// on from, nil at the end.
func causedBefore(tx *bbolt.Tx, before time.Time, from []byte, n int) (old [][]byte, next []byte, err error) {
	at := tx.Bucket([]byte(byCause)).Cursor()
	for k, _ := at.Seek(from); k != nil; k, _ = at.Next() {
		if len(old) == n {
			return old, bytes.Clone(k), nil
		}
		is, err := rests(tx, k, before)
		if err != nil {
			return nil, nil, err
		}
		if is {
			old = append(old, bytes.Clone(k))
		}
	}
	return old, nil, nil
}

// rests tells whether the match of a key in the index of causes has nothing new since a time.
func rests(tx *bbolt.Tx, key []byte, before time.Time) (bool, error) {
	_, id, _ := bytes.Cut(key, []byte{0})
	h, err := decodeHead(tx.Bucket([]byte(heads)).Get(id))
	return h.Latest.Before(before), err
}

// drop takes keys out of the index of causes, but for those whose matches have gone on meanwhile.
func drop(tx *bbolt.Tx, before time.Time, keys [][]byte) error {
	for _, k := range keys {
		is, err := rests(tx, k, before)
		if err == nil && is {
			err = tx.Bucket([]byte(byCause)).Delete(k)
		}
		if err != nil {
			return err
		}
	}
	if mark := stamp(before); mark > uncaused(tx) {
		return tx.Bucket([]byte(about)).Put(uncausedKey, []byte(mark))
	}
	return nil
}
