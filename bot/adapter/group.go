package adapter

import "sync"

// Group counts goroutines. Unlike those of a sync.WaitGroup its goroutines may begin others, and others may be begun,
// while somebody waits, also when none is left at that moment. The zero Group is ready for use.
type Group struct {
	mu      sync.Mutex
	running int
	none    chan struct{} // closed when none runs any more
}

// Go does something beside what is done already.
func (g *Group) Go(do func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running++; g.running == 1 {
		g.none = make(chan struct{})
	}
	go func() {
		defer g.done()
		do()
	}()
}

func (g *Group) done() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running--; g.running == 0 {
		close(g.none)
	}
}

// Wait waits until none runs.
func (g *Group) Wait() {
	g.mu.Lock()
	none, running := g.none, g.running
	g.mu.Unlock()
	if running > 0 {
		<-none
	}
}
