package discordtest

import "slices"

func (s *Server) followUp(r *call) (any, *problem) {
	i, wrong := s.answered(r)
	if wrong != nil {
		return nil, wrong
	}
	if i.channel.away() && i.followUps == mostFollowUps {
		return nil, tooManyFollowUps
	}
	if i.thinks() {
		return s.editOriginal(r) // the first follow-up replaces a deferred response and keeps its visibility
	}
	m := s.newMessage(s.Bot, i.channel)
	b, wrong := s.message(m, r, true)
	if wrong != nil {
		return nil, wrong
	}
	m.Secret = b.Flags&64 != 0
	i.followUps++
	i.shows(m)
	return s.messageWire(m), nil
}

// mostFollowUps is the limit of follow-ups to an interaction where the bot is not a member.
const mostFollowUps = 5

// shows displays an answer to the author of the interaction only, or in the channel. The caller holds mu.
func (i *Interaction) shows(m *Message) {
	if m.Secret {
		i.answers = append(i.answers, m)
		i.bell.ring()
		return
	}
	i.public, m.answers = append(i.public, m), true
	i.bell.ring()
	i.s.messages[m.ID] = m
	i.channel.said = append(i.channel.said, m)
	i.channel.texts = append(i.channel.texts, m.Content)
	i.channel.bell.ring()
}

// original returns the message of @original: the initial response, or the message with the button. The caller holds mu.
func (s *Server) original(r *call) (*Interaction, *Message, *problem) {
	i, wrong := s.answered(r)
	if wrong != nil {
		return nil, nil, wrong
	}
	m := i.source
	if i.first == 4 || i.first == 5 {
		m = i.waiting
	}
	if m == nil || m.deleted {
		return nil, nil, unknownMessage
	}
	return i, m, nil
}

func (s *Server) editOriginal(r *call) (any, *problem) {
	i, m, wrong := s.original(r)
	if wrong != nil {
		return nil, wrong
	}
	filled := i.thinks()
	if m, wrong = s.change(m, r); wrong != nil {
		return nil, wrong
	}
	if m.Secret || filled {
		i.shows(m)
	}
	return s.messageWire(m), nil
}

func (s *Server) editFollowUp(r *call) (any, *problem) {
	i, wrong := s.answered(r)
	if wrong != nil {
		return nil, wrong
	}
	told := slices.Concat(i.answers, i.public)
	at := slices.IndexFunc(told, func(m *Message) bool { return m.ID == r.PathValue("message") && !m.deleted })
	if at < 0 {
		return nil, unknownMessage
	}
	m, wrong := s.change(told[at], r)
	if wrong != nil {
		return nil, wrong
	}
	return s.messageWire(m), nil
}

func (s *Server) deleteOriginal(r *call) (any, *problem) {
	i, m, wrong := s.original(r)
	if wrong != nil {
		return nil, wrong
	}
	m.deleted, i.ended = true, true
	i.bell.ring()
	i.channel.bell.ring()
	return nil, nil
}
