package rules

// Shots implements engine.Shooter.
func (p Position) Shots() (n int) {
	b := p.Board()
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			for _, m := range p.Rules.Plays(b, high, low, nil) {
				if m.Hits != 0 {
					n += 2
					if high == low {
						n--
					}
					break
				}
			}
		}
	}
	return n
}
