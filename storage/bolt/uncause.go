package bolt

import (
	"bytes"
	"context"
	"errors"
	"time"

	"go.etcd.io/bbolt"

	"tabuleiro/storage"
)

// uncausedKey is where it is kept, in the bucket about, up to when causes have been let go of, as a stamp: Check looks
// for those only that have to be there.
const uncausedKey = "uncaused"

// expiredKeys is that stamp, "" if none have been.
func expiredKeys(tx *bbolt.Tx) string {
	return string(tx.Bucket([]byte(about)).Get([]byte(uncausedKey)))
}

// pieceKeys is the number of keys of the index that ExpireKeys looks at in a transaction.
const pieceKeys = 200

// ExpireKeys implements storage.Store.
func (s *Store) ExpireKeys(ctx context.Context, before time.Time) (err error) {
	defer storage.Wrap(&err, "let go of causes")
	return storage.InSteps(ctx, func(from string) (next string, err error) {
		err = s.write(ctx, func(u *update) (refused error) {
			next, refused = u.uncause(before, from)
			return refused
		})
		if errors.Is(err, errNothing) {
			err = nil
		}
		return next, err
	})
}

// uncause lets go of the causes, among pieceKeys of them from one on, of matches with nothing new since a time. It
// returns the one to go on from, "" at the end.
func (u *update) uncause(before time.Time, from string) (next string, refused error) {
	var old []string
	at := u.Bucket([]byte(byCause)).Cursor()
	k, _ := at.Seek([]byte(from))
	for n := 0; n < pieceKeys && k != nil; n++ {
		_, id, _ := bytes.Cut(k, []byte{0})
		h, err := headOf(u.Tx, id)
		if err != nil {
			return "", err
		}
		if h.Latest.Before(before) {
			old = append(old, string(k))
		}
		k, _ = at.Next()
	}
	next = string(k)
	if len(old) == 0 {
		return next, errNothing
	}
	for _, cause := range old {
		u.delete(byCause, cause)
	}
	u.put(about, uncausedKey, []byte(max(stamp(before), expiredKeys(u.Tx))))
	return next, nil
}
