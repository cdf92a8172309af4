package share

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"tabuleiro/storage"
)

// retry is how long a process waits before it asks again for what another one has.
const retry = 50 * time.Millisecond

// Alone waits until this process has a lease with one of some names, which no process has then but this one, and in
// this one nobody but the caller, until leave is called. Writes in the context inside are fenced by it. It is for work
// that begins anywhere and is over soon, unlike that of Hold.
func (s *Share) Alone(ctx context.Context, names ...string) (inside context.Context, leave func(), err error) {
	if s == nil {
		return ctx, func() {}, nil
	}
	for {
		name := names[rand.N(len(names))]
		l, ok, err := s.tryAlone(ctx, name)
		if err != nil {
			return nil, nil, err
		}
		if ok {
			return storage.Under(ctx, l), func() { s.endAlone(ctx, l) }, nil
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(retry):
		}
	}
}

// tryAlone acquires a lease, if it is free. From before that until the end it is known as this process's, so that it is
// renewed.
func (s *Share) tryAlone(ctx context.Context, name string) (storage.Lease, bool, error) {
	s.countAlone(name, 1)
	ctx, cancel := context.WithTimeout(ctx, s.Times.Lease/2)
	defer cancel()
	got, err := s.Store.Acquire(ctx, s.Name, s.Times.Lease, name)
	if err == nil && len(got) == 1 {
		return got[0], true, nil
	}
	s.countAlone(name, -1)
	if err != nil {
		err = fmt.Errorf("wait for other processes: %w", err)
	}
	return storage.Lease{}, false, err
}

func (s *Share) countAlone(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.alone[name] += n; s.alone[name] == 0 {
		delete(s.alone, name)
	}
}

func (s *Share) endAlone(ctx context.Context, l storage.Lease) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.Times.Lease/2)
	defer cancel()
	s.fails(s.Store.Release(ctx, l)) // what is not released is over soon
	s.countAlone(l.Name, -1)
}

// Seat waits until this process may use one more core of its machine for thinking. The processes of a machine, which is
// what their names begin with, think on so many cores together; one that is alone there may always. leave gives the
// core back.
func (s *Share) Seat(ctx context.Context, cores int) (leave func(), err error) {
	if s == nil || s.neighbours() == 0 {
		return func() {}, nil
	}
	var seats []string
	for n := range cores {
		seats = append(seats, fmt.Sprintf("think/%s/%d", machine(s.Name), n))
	}
	for {
		_, leave, err := s.Alone(ctx, seats...)
		if err == nil {
			return leave, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(s.Times.Beat): // the store does not answer: nothing could be done with a thought
		}
	}
}

// machine is that of a process, by its name.
func machine(process string) string {
	host, _, _ := strings.Cut(process, "/")
	return host
}

// neighbours are the other processes of this machine, as last seen.
func (s *Share) neighbours() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.beside
}
