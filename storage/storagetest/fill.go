package storagetest

import (
	"fmt"
	"testing"

	"tabuleiro/storage"
)

// Fill stores 30 matches of different lengths, three settings, and people with ratings in an empty store.
func Fill(t testing.TB, s storage.Store) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for n := range 30 {
		h := NewHead(fmt.Sprintf("m%02d", n), n%4+1)
		h.Began = Noon.Add(1)
		must(s.Append(t.Context(), h, NewEvents(1, h.N)...))
	}
	for _, key := range []string{"preferences/telegram:42", "preferences/telegram:43", "telegram/heard"} {
		must(s.Put(t.Context(), key, "value of "+key))
	}
	for person, games := range map[string][]string{"telegram:42": {"cage", "eximo"}, "telegram:43": {"cage"}} {
		var ratings []storage.Rating
		for _, game := range games {
			ratings = append(ratings, NewRating(person, game, 5))
		}
		must(s.SetRatings(t.Context(), person, ratings))
	}
	ana := storage.Person{ID: "telegram:42", Identities: []string{"telegram:42", "discord:7"}, Version: 1}
	must(s.PutPerson(t.Context(), ana))
	ana.Version++ // the version counts the changes of a person in this store
	must(s.PutPerson(t.Context(), ana))
}
