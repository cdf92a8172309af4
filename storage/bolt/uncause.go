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

// Uncause goes through the index in pieces of so many keys, and pauses after each for so many times as long as it took:
// moves are not to feel it.
const (
	pieceKeys  = 200
	pauseTimes = 9
)

// Uncause implements storage.Store.
func (s *Store) Uncause(ctx context.Context, before time.Time) error {
	var from []byte
	for {
		var old [][]byte
		began := time.Now()
		err := s.read(ctx, func(tx *bbolt.Tx) (err error) {
			old, from, err = causedBefore(tx, before, from, pieceKeys)
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
		select {
		case <-ctx.Done():
		case <-time.After(pauseTimes * time.Since(began)):
		}
	}
}

// causedBefore are those of n keys of causes, from one on, that are of matches with nothing new since a time; and the
// key to go on from, nil at the end.
func causedBefore(tx *bbolt.Tx, before time.Time, from []byte, n int) (old [][]byte, next []byte, err error) {
	at := tx.Bucket([]byte(byCause)).Cursor()
	for k, _ := at.Seek(from); k != nil; k, _ = at.Next() {
		if n--; n < 0 {
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

// rests reports whether the match of a key in the index of causes has nothing new since a time.
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
