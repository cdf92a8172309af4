package bolt

import (
	"slices"

	"tabuleiro/storage"
)

// people checks the people, and that each identity leads to its person and to nobody else.
func (c *check) people() error {
	identities := map[string]string{}
	err := c.each(people, func(k, v []byte) error {
		p, err := decode[storage.Person](v)
		switch {
		case err != nil:
			c.problem("", "the person %.40q cannot be read: %w", k, err)
			return nil
		case p.ID != string(k) || !slices.Contains(p.Identities, p.ID):
			c.problem("", "the person %.40q is %.40q, with the identities %.200q", k, p.ID, p.Identities)
		}
		for _, identity := range p.Identities {
			identities[identity] = p.ID
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = c.each(byIdentity, func(k, v []byte) error {
		if of, ok := identities[string(k)]; !ok || of != string(v) {
			c.problem("", "the identity %.40q leads to %.40q, whose it is not", k, v)
		}
		delete(identities, string(k))
		return nil
	})
	for identity := range identities {
		c.problem("", "the identity %.40q leads nowhere", identity)
	}
	return err
}

// ratings checks the ratings.
func (c *check) ratings() error {
	return c.each(ratingsOf, func(k, v []byte) error {
		r, err := decode[storage.Rating](v)
		switch {
		case err != nil:
			c.problem("", "the rating %.80q cannot be read: %w", k, err)
			c.blind = true
			return nil
		case ratingKey(r.Person, r.Game) != string(k):
			c.problem("", "the rating %.80q is that of %.40q at %.40q", k, r.Person, r.Game)
			c.blind = true
			return nil
		}
		c.indexed("", entry{byGame, byGameKey(r.Person, r.Game)}, false)
		if c.tell.Rating != nil {
			c.tell.Rating(r)
		}
		return nil
	})
}
