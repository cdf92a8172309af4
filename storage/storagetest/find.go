package storagetest

import (
	"math"
	"testing"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

func testFind(t *testing.T, s storage.Store) {
	finds(t, s, storage.Query{})

	add := func(id string, began int, status match.Status, rooms, players []string, said, deadline int, causes ...string) {
		h := storage.Head{ID: id, N: len(causes), Status: status, Players: players,
			Began: Noon.Add(time.Duration(began)), Latest: Noon}
		for _, r := range rooms {
			h.Places = append(h.Places, storage.Place{Room: r, Delivered: h.N})
		}
		h.Places[len(rooms)-1].Delivered = said
		if deadline != 0 {
			h.Deadline = Noon.Add(time.Duration(deadline))
		}
		events := NewEvents(2, 1+h.N)
		for i := range events {
			events[i].IdempotencyKey = causes[i]
		}
		mustAppend(t, s, h, events...)
	}
	// Added out of order of their beginnings; c and d began together.
	add("d", 3, match.Playing, []string{"r"}, []string{"p", "q"}, 1, 30, "u1")
	add("a", 1, match.Over, []string{"r", "r2"}, []string{"p", "@eva"}, 2, 0, "u2", "u3")
	add("b", 2, match.Open, []string{"r2"}, []string{"p"}, 1, 10, "u4", "u1")
	add("c", 3, match.Void, []string{"r", "r"}, []string{"q", "q"}, 0, 20, "u5")
	add("e", 9, match.Playing, []string{"r\x01"}, []string{"p\x01"}, 1, 0, "u1\x01")
	add("f", -1, match.Playing, []string{"rr"}, []string{"pp"}, 1, -5, "u")

	for _, c := range found {
		finds(t, s, c.q, c.want...)
	}
}

// found lists queries with the matches of testFind that each should return.
var found = []struct {
	q    storage.Query
	want []string
}{
	{storage.Query{}, []string{"e", "d", "c", "b", "a", "f"}},
	{storage.Query{Limit: 3}, []string{"e", "d", "c"}},
	{storage.Query{Limit: 9}, []string{"e", "d", "c", "b", "a", "f"}},
	{storage.Query{Limit: math.MaxInt}, []string{"e", "d", "c", "b", "a", "f"}},
	{storage.Query{Live: true}, []string{"e", "d", "b", "f"}},
	{storage.Query{Live: true, Limit: 2}, []string{"e", "d"}},
	{storage.Query{Ended: true}, []string{"c", "a"}},
	{storage.Query{Ended: true, Limit: 1}, []string{"c"}},
	{storage.Query{Ended: true, Live: true}, nil},
	{storage.Query{Room: "r"}, []string{"d", "c", "a"}},
	{storage.Query{Room: "r", Limit: 1}, []string{"d"}},
	{storage.Query{Room: "r", Live: true}, []string{"d"}},
	{storage.Query{Room: "r", Ended: true}, []string{"c", "a"}},
	{storage.Query{Room: "r2"}, []string{"b", "a"}},
	{storage.Query{Room: "none"}, nil},
	{storage.Query{Room: "r\x00"}, nil},
	{storage.Query{Room: "\x00r"}, nil},
	{storage.Query{Player: "p"}, []string{"d", "b", "a"}},
	{storage.Query{Player: "p", Live: true}, []string{"d", "b"}},
	{storage.Query{Player: "p", Live: true, Limit: 1}, []string{"d"}},
	{storage.Query{Player: "p", Ended: true}, []string{"a"}},
	{storage.Query{Player: "p", Ended: true, Room: "r"}, []string{"a"}},
	{storage.Query{Player: "q"}, []string{"d", "c"}},
	{storage.Query{Player: "@eva"}, []string{"a"}},
	{storage.Query{Player: "@none"}, nil},
	{storage.Query{Player: "p\x00"}, nil},
	{storage.Query{Player: "p", Room: "r2"}, []string{"b", "a"}},
	{storage.Query{Player: "p", Room: "r2", Live: true}, []string{"b"}},
	{storage.Query{Player: "p", Room: "r2", Limit: 1}, []string{"b"}},
	{storage.Query{Player: "p", Room: "r", Limit: 2}, []string{"d", "a"}},
	{storage.Query{Undelivered: true, Live: true, Limit: 1}, []string{"b"}},
	{storage.Query{Undelivered: true}, []string{"c", "b"}},
	{storage.Query{Undelivered: true, Live: true}, []string{"b"}},
	{storage.Query{Undelivered: true, Ended: true}, []string{"c"}},
	{storage.Query{Undelivered: true, Player: "p"}, []string{"b"}},
	{storage.Query{Undelivered: true, Room: "r"}, []string{"c"}},
	{storage.Query{Undelivered: true, Limit: 1}, []string{"c"}},
	{storage.Query{Due: due(-6)}, nil},
	{storage.Query{Due: due(9)}, []string{"f"}},
	{storage.Query{Due: due(10)}, []string{"f", "b"}},
	{storage.Query{Due: due(29)}, []string{"f", "b", "c"}},
	{storage.Query{Due: due(99)}, []string{"f", "b", "c", "d"}},
	{storage.Query{Due: due(99), Limit: 2}, []string{"f", "b"}},
	{storage.Query{Due: due(99), Ended: true}, []string{"c"}},
	{storage.Query{Due: due(99), Live: true}, []string{"f", "b", "d"}},
	{storage.Query{Due: due(99), Undelivered: true, Player: "q"}, []string{"c"}},
	{storage.Query{IdempotencyKey: "u1"}, []string{"d", "b"}},
	{storage.Query{IdempotencyKey: "u1", Due: due(99), Limit: 1}, []string{"b"}},
	{storage.Query{IdempotencyKey: "u1", Limit: 1}, []string{"d"}},
	{storage.Query{IdempotencyKey: "u1", Room: "r2"}, []string{"b"}},
	{storage.Query{IdempotencyKey: "u3"}, []string{"a"}},
	{storage.Query{IdempotencyKey: "u3", Live: true}, nil},
	{storage.Query{IdempotencyKey: "none"}, nil},
	{storage.Query{IdempotencyKey: "u1\x00"}, nil},
}

// due returns a time n nanoseconds from Noon, in another time zone.
func due(n int) time.Time { return Noon.Add(time.Duration(n)).In(time.FixedZone("", 7200)) }

// testChanges changes everything a match is found by, one field at a time.
func testChanges(t *testing.T, s storage.Store) {
	h := NewHead("m", 1)
	mustAppend(t, s, h, NewEvents(1, 1)...)
	other := NewHead("a", 1)
	mustAppend(t, s, other, NewEvents(1, 1)...)

	h.Places = []storage.Place{{Room: "telegram:-200", Delivered: 1}, {Room: "discord:7", Delivered: 1}}
	mustAppend(t, s, h)
	finds(t, s, storage.Query{Room: "telegram:-100"}, "a")
	finds(t, s, storage.Query{Room: "telegram:-200"}, "m")
	finds(t, s, storage.Query{Room: "discord:7", Live: true}, "m")

	h.N, h.Players = 2, []string{"telegram:rui", "telegram:ivo"}
	mustAppend(t, s, h, NewEvents(2, 2)...)
	finds(t, s, storage.Query{Player: "telegram:eva"}, "a")
	finds(t, s, storage.Query{Player: "telegram:ivo", Live: true}, "m")
	finds(t, s, storage.Query{Player: "telegram:rui"}, "m", "a")
	finds(t, s, storage.Query{Undelivered: true}, "m")

	h.Deadline = Noon.Add(time.Hour)
	mustAppend(t, s, h)
	finds(t, s, storage.Query{Due: Noon.Add(time.Hour)}, "m")
	h.Deadline = Noon.Add(2 * time.Hour)
	mustAppend(t, s, h)
	finds(t, s, storage.Query{Due: Noon.Add(time.Hour)})
	finds(t, s, storage.Query{Due: Noon.Add(3 * time.Hour)}, "m")
	h.Deadline = time.Time{}
	mustAppend(t, s, h)
	finds(t, s, storage.Query{Due: Noon.Add(3 * time.Hour)})

	h.N, h.Status = 3, match.Over
	mustAppend(t, s, h, NewEvents(3, 3)...)
	finds(t, s, storage.Query{Live: true}, "a")
	finds(t, s, storage.Query{Live: true, Player: "telegram:ivo"})
	finds(t, s, storage.Query{Live: true, Room: "discord:7"})
	finds(t, s, storage.Query{Room: "discord:7"}, "m")
	finds(t, s, storage.Query{Player: "telegram:ivo"}, "m")
	finds(t, s, storage.Query{}, "m", "a")
	finds(t, s, storage.Query{IdempotencyKey: "update:1"}, "m", "a")
	holds(t, s, h, NewEvents(1, 3))
	holds(t, s, other, NewEvents(1, 1))
}
