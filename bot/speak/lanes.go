package speak

import "tabuleiro/bot/chat"

// lane is what is said one after the other: all that a room is told or, where the service has answers go a way of their
// own, what it is told of one match.
type lane struct {
	room  chat.Room
	match string
}

// laneOf is the lane of a match in a room.
func laneOf(a chat.Adapter, room chat.Room, id string) lane {
	if a == nil || !a.Caps().Apart {
		id = ""
	}
	return lane{room, id}
}

// queue has tasks done, each in its room after those that wait in its lane already. None is begun before all wait: what
// comes of telling a match in one room, as that somebody cannot be reached, comes after it in the others.
func (s *Speaker) queue(tasks ...task) (done []<-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range tasks {
		t.done = make(chan struct{})
		done = append(done, t.done)
		at := laneOf(s.Adapter(t.room.Service()), t.room, t.match)
		waiting, busy := s.lanes[at]
		s.lanes[at] = append(waiting, t)
		if !busy {
			s.tasks.Go(func() { s.work(at) })
		}
	}
	return done
}

// work says what waits in a lane until nothing does.
func (s *Speaker) work(at lane) {
	for {
		s.mu.Lock()
		waiting := s.lanes[at]
		if len(waiting) == 0 {
			delete(s.lanes, at)
			s.mu.Unlock()
			return
		}
		t := waiting[0]
		s.lanes[at] = waiting[1:]
		s.mu.Unlock()
		s.try(t)
		close(t.done)
	}
}
