package adapter

import "sync"

// Group counts goroutines. Unlike those of a sync.WaitGroup its goroutines may begin others, and others may be begun,
// while somebody waits, also when none is left at that moment. The zero Group is ready for use.
type Group struct {
	mu      sync.Mutex
	running int
	none    []chan struct{} // closed when none runs any more
}

// Go does something beside what is done already.
func (g *Group) Go(do func()) {
	g.mu.Lock()
	g.running++
	g.mu.Unlock()
	go func() {
		defer g.done()
		do()
	}()
}

func (g *Group) done() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running--; g.running == 0 {
		for _, none := range g.none {
			close(none)
		}
		g.none = nil
	}
}

// Wait waits until none runs.
func (g *Group) Wait() {
	g.mu.Lock()
	if g.running == 0 {
		g.mu.Unlock()
		return
	}
	none := make(chan struct{})
	g.none = append(g.none, none)
	g.mu.Unlock()
	<-none
}
