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

// enqueue tells a match in rooms after what is to be told there already. It is told in none before it waits in all of
// them: what comes of telling it in one of them, as that somebody cannot be reached, comes after it in the others.
func (s *Speaker) enqueue(id string, cause Cause, rooms ...chat.Room) (told []<-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, room := range rooms {
		told = append(told, s.lineUp(room, task{match: id, cause: cause}))
	}
	return told
}

// queue has a task done in a room after those that wait in its lane already.
func (s *Speaker) queue(room chat.Room, t task) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lineUp(room, t)
}

// lineUp is queue while s.mu is held.
func (s *Speaker) lineUp(room chat.Room, t task) <-chan struct{} {
	t.done = make(chan struct{})
	at := laneOf(s.Adapter(room.Service()), room, t.match)
	waiting, busy := s.lanes[at]
	s.lanes[at] = append(waiting, t)
	if !busy {
		s.tasks.Go(func() { s.work(at) })
	}
	return t.done
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
		s.try(at.room, t)
		close(t.done)
	}
}
