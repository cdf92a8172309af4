package postgres_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"tabuleiro/storage/postgres/postgrestest"
	"tabuleiro/storage/storagetest"
)

var stored = flag.Int("stored", 1_000_000, "how many matches there are in the larger store of BenchmarkMoveAmong")

// BenchmarkMoveAmong measures the store's part of a move in one of many matches, most of them ended: the head, the
// append, the note of delivery.
func BenchmarkMoveAmong(b *testing.B) {
	for _, n := range []int{1000, *stored} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			where := postgrestest.New(b)
			s := open(b, where)
			fill(b, where, n)
			for i := 0; b.Loop(); i++ {
				id, move := fmt.Sprint("live", i%100), i/100+1
				head := storagetest.NewHead(id, move)
				if _, err := s.Head(b.Context(), id); err != nil && move > 1 {
					b.Fatal(err)
				}
				if err := s.Append(b.Context(), head, storagetest.NewEvents(move, move)...); err != nil {
					b.Fatal(err)
				}
				if err := s.Append(b.Context(), head); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fill stores ended matches of two events each, of ten thousand players in a thousand rooms.
func fill(b *testing.B, where string, n int) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, where)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(ctx)
	head, err := json.Marshal(storagetest.NewHead("m", 2))
	if err != nil {
		b.Fatal(err)
	}
	event, err := json.Marshal(storagetest.NewEvents(1, 1)[0])
	if err != nil {
		b.Fatal(err)
	}
	do := func(sql string, args ...any) {
		if _, err := conn.Exec(ctx, sql, args...); err != nil {
			b.Fatal(err)
		}
	}
	do(`INSERT INTO matches SELECT 'x' || md5(g::text), 2, $2, 1700000000 + g, 0, true, false, NULL, NULL FROM generate_series(1, $1::integer) g`, n, string(head))
	do(`INSERT INTO events SELECT 'x' || md5(g::text), k, $2 FROM generate_series(1, $1::integer) g, generate_series(1, 2) k`, n, string(event))
	do(`INSERT INTO concerns SELECT name, 'x' || md5(g::text), 1700000000 + g, 0, true FROM generate_series(1, $1::integer) g,
		unnest(ARRAY['ptelegram:' || g % 10000, 'ptelegram:' || (g * 7 + 1) % 10000, 'rtelegram:-' || g % 1000]) name ON CONFLICT DO NOTHING`, n)
	do(`ANALYZE`)
}
