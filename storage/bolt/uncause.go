package bolt

import (
	"bytes"
	"context"
	"errors"
	"time"

	"go.etcd.io/bbolt"

	"tabuleiro/storage"
)

// uncausedKey is the key, in the bucket about, of the latest time given to ExpireKeys, as a stamp. Check expects
// index keys only of matches with events since then.
const uncausedKey = "uncaused"

// expiredKeys returns that stamp, "" if no keys have expired.
func expiredKeys(tx *bbolt.Tx) string {
	return string(tx.Bucket([]byte(about)).Get([]byte(uncausedKey)))
}

// pieceKeys is the number of index keys that ExpireKeys looks at in one transaction.
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

// uncause looks at pieceKeys idempotency keys from a key on, and removes from the index those of matches with no
// event since before. It returns the key to continue from, "" at the end.
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
