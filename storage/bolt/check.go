package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// ErrOlderSchema is returned for a file that Open would migrate.
var ErrOlderSchema = errors.New("the database is of an older tabuleiro")

// Schema returns the number of the schema that this program writes and migrates older files to.
func Schema() int { return 1 + len(migrations) }

// Inspector receives what Check finds.
type Inspector struct {
	Match   func(storage.Head, []match.Event) // a match that can be read, with all its events
	Setting func(key, value string)           // a setting that can be read
	Rating  func(storage.Rating)              // a rating that can be read; may be nil
	Problem func(id string, err error)        // a problem; id names the match, "" if it concerns none
}

// Contents counts what Check found in a file.
type Contents struct {
	Schema   int
	Matches  int
	Events   int
	Settings int
}

// Check reads everything in a database that no process has open for writing, without changing it: it checks that the
// pages are in order, keys and values can be read, each match has the events its head counts, and the indexes are
// exact. It fails as Open does, and with ErrOlderSchema after checking the pages if the content is of an older
// schema.
func Check(ctx context.Context, path string, o Options, tell Inspector) (Contents, error) {
	var found Contents
	s, size, err := openToRead(path, o.lockTimeout())
	if err != nil {
		return found, err
	}
	defer s.db.Close()
	c := &check{ctx: ctx, tell: tell, found: &found}
	whole, err := c.pages(path, size)
	if err == nil && !whole {
		_, err = c.child(contentTask, path, size)
	}
	switch {
	// A damaged file is no error: all that can still be read has been reported.
	case errors.Is(err, ErrDamaged):
		c.damaged(err)
		return found, nil
	case err != nil:
		return found, fmt.Errorf("check %s: %w", path, err)
	}
	err = c.content(s)
	return found, err
}

// pages checks the pages of the file in a child process and reports the problems; whole is false if there were any.
func (c *check) pages(path string, size int64) (whole bool, err error) {
	lines, err := c.child(pagesTask, path, size)
	for _, line := range lines {
		c.damaged(fmt.Errorf("%w (%s)", ErrDamaged, line))
	}
	if errors.Is(err, ErrDamaged) {
		c.damaged(err)
		return false, nil
	}
	return len(lines) == 0, err
}

// content checks all that the file holds. It fails if the file has another schema.
func (c *check) content(s *Store) (err error) {
	if c.found.Schema, err = s.schema(); err != nil {
		return err
	}
	switch schema := c.found.Schema; {
	case schema > Schema():
		return fmt.Errorf("check %s: %w: it has schema %d, this program knows up to %d; use a newer tabuleiro", s.path,
			ErrNewerSchema, schema, Schema())
	case schema < Schema():
		return fmt.Errorf("check %s: %w: it has schema %d, and gets %d when it is opened", s.path, ErrOlderSchema, schema,
			Schema())
	}
	err = s.db.View(func(tx *bbolt.Tx) error {
		c.tx = tx
		// Damage found in one step does not keep the next steps from reporting what can be read.
		for _, step := range []func() error{c.names, c.matches, c.orphans, c.people, c.ratings, c.indexes, c.settings} {
			if err := guard(step); errors.Is(err, ErrDamaged) {
				c.damaged(err)
			} else if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("check %s: %w", s.path, err)
	}
	return nil
}

// check is a check in progress.
type check struct {
	ctx    context.Context
	tx     *bbolt.Tx
	tell   Inspector
	found  *Contents
	index  map[entry]indexed
	torn   bool     // something is damaged, so indexes may be incomplete
	blind  bool     // something cannot be read, so its index keys are unknown
	damage []string // damage already reported
}

// indexed is what a key of an index belongs to.
type indexed struct {
	match string // "" if it belongs to none
	value string // of the key
	let   bool   // the key may have expired
}

// damaged reports damage, each message once.
func (c *check) damaged(err error) {
	c.torn = true
	if s := err.Error(); !slices.Contains(c.damage, s) {
		c.damage = append(c.damage, s)
		c.tell.Problem("", fmt.Errorf("%w; put a backup in its place", err))
	}
}

func (c *check) problem(id, format string, args ...any) {
	c.tell.Problem(id, fmt.Errorf(format, args...))
}

func (c *check) each(bucket string, visit func(k, v []byte) error) error {
	return c.tx.Bucket([]byte(bucket)).ForEach(func(k, v []byte) error {
		return cmp.Or(c.ctx.Err(), visit(k, v))
	})
}

// names checks that all buckets exist, and reports those it does not know.
func (c *check) names() (missing error) {
	for _, name := range buckets {
		if c.tx.Bucket([]byte(name)) == nil {
			missing = errors.Join(missing, fmt.Errorf("%w (it has no bucket %q)", ErrDamaged, name))
		}
	}
	_ = c.tx.ForEach(func(name []byte, _ *bbolt.Bucket) error {
		if !slices.Contains(buckets, string(name)) {
			c.problem("", "the bucket %.40q is not known", name)
		}
		return nil
	})
	return missing
}

// matches checks the heads, each with its events.
func (c *check) matches() error {
	c.index = map[entry]indexed{}
	return c.each(heads, func(k, v []byte) error {
		c.found.Matches++
		err := guard(func() error { return c.match(string(k), v) })
		if errors.Is(err, ErrDamaged) {
			c.torn = true
			c.problem(string(k), "%w", err)
			return nil
		}
		return err
	})
}

func (c *check) match(id string, v []byte) error {
	list, torn := eventsOf(c.tx, id)
	if torn != nil {
		c.problem(id, "%w", torn)
	}
	c.found.Events += len(list)
	h, err := decode[storage.Head](v)
	let := err == nil && stamp(h.Latest) < string(c.tx.Bucket([]byte(about)).Get([]byte(expiredKeys)))
	for _, e := range list {
		if e.IdempotencyKey != "" {
			c.index[entry{byCause, e.IdempotencyKey + "\x00" + id}] = indexed{match: id, let: let}
		}
	}
	c.blind = c.blind || err != nil || h.ID != id || torn != nil
	switch {
	case err != nil:
		c.problem(id, "the head cannot be read: %w", err)
		return nil
	case h.ID != id:
		c.problem(id, "the head is that of match %.40q", h.ID)
		return nil
	}
	for _, e := range entries(h) {
		c.index[e] = indexed{match: id}
	}
	switch {
	case torn != nil:
	case h.N != len(list):
		c.problem(id, "the head counts %d events, and there are %d", h.N, len(list))
	default:
		c.tell.Match(h, list)
	}
	return nil
}

// orphans reports events without a head.
func (c *check) orphans() error {
	last := ""
	return c.each(events, func(k, _ []byte) error {
		if len(k) < 5 || k[len(k)-5] != 0 {
			c.problem("", "an event has the key %.40q", k)
			return nil
		}
		id := string(k[:len(k)-5])
		if id != last && c.tx.Bucket([]byte(heads)).Get([]byte(id)) == nil {
			c.problem(id, "there are events, and no head")
		}
		last = id
		return nil
	})
}

// indexes reports index keys that belong to nothing, and those that are missing.
func (c *check) indexes() error {
	if c.torn {
		return nil
	}
	for _, name := range buckets {
		if slices.Contains([]string{about, events, heads, settings, people, ratingsOf}, name) {
			continue
		}
		err := c.each(name, func(k, v []byte) error {
			e := entry{name, string(k)}
			of, known := c.index[e]
			if delete(c.index, e); !c.blind && (!known || of.value != string(v)) {
				c.problem("", "the index %q holds %.80q, which belongs to nothing", name, k)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for e, of := range c.index {
		if !of.let {
			c.problem(of.match, "the index %q lacks %.80q", e.bucket, e.key)
		}
	}
	return nil
}

// inspectAll visits the values of a bucket, and reports those that cannot be read.
func inspectAll[T any](c *check, bucket, what string, visit func(k string, value T)) error {
	return c.each(bucket, func(k, v []byte) error {
		value, err := decode[T](v)
		if err != nil {
			c.problem("", "the %s %.80q cannot be read: %w", what, k, err)
			c.blind = c.blind || bucket == ratingsOf
			return nil
		}
		visit(string(k), value)
		return nil
	})
}

func (c *check) people() error {
	return inspectAll(c, people, "person", func(k string, p storage.Person) {
		if p.ID != k || !slices.Contains(p.Identities, p.ID) {
			c.problem("", "the person %.40q is %.40q, with the identities %.200q", k, p.ID, p.Identities)
		}
		for _, identity := range p.Identities {
			c.index[entry{byIdentity, identity}] = indexed{value: p.ID}
		}
	})
}

func (c *check) ratings() error {
	return inspectAll(c, ratingsOf, "rating", func(k string, r storage.Rating) {
		if ratingKey(r.Person, r.Game) != k {
			c.problem("", "the rating %.80q is that of %.40q at %.40q", k, r.Person, r.Game)
			c.blind = true
			return
		}
		c.index[entry{byGame, byGameKey(r.Person, r.Game)}] = indexed{}
		if c.tell.Rating != nil {
			c.tell.Rating(r)
		}
	})
}

func (c *check) settings() error {
	return inspectAll(c, settings, "setting", func(k string, s setting) {
		c.found.Settings++
		c.tell.Setting(k, s.Value)
	})
}
