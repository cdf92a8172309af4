package discordtest

import "strconv"

// kind returns Discord's number for the channel's type.
func (c *Channel) kind() int {
	switch {
	case c.group:
		return 3
	case c.guild == nil:
		return 1
	case c.Thread:
		return 11
	}
	return 0
}

func (s *Server) getChannel(r *call) (any, *problem) {
	c, wrong := s.open(r.PathValue("channel"))
	if wrong != nil {
		return nil, wrong
	}
	return c.wire(), nil
}

// wire returns a channel as Discord describes it.
func (c *Channel) wire() map[string]any {
	w := map[string]any{"id": c.ID, "type": c.kind(), "name": c.Name}
	if c.guild != nil {
		w["guild_id"] = c.guild.ID
	}
	if c.parent != nil {
		w["parent_id"] = c.parent.ID
	}
	if c.Thread {
		w["thread_metadata"] = map[string]any{"archived": c.archived, "locked": c.locked}
	}
	return w
}

func (s *Server) getGuild(r *call) (any, *problem) {
	g := s.guilds[r.PathValue("guild")]
	if g == nil {
		return nil, unknownGuild
	}
	roles := []any{}
	for _, x := range g.roles {
		roles = append(roles, map[string]any{"id": x.id, "permissions": strconv.FormatUint(x.permissions, 10)})
	}
	w := map[string]any{"id": g.ID, "roles": roles, "owner_id": "1"}
	if g.owner != nil {
		w["owner_id"] = g.owner.ID
	}
	return w, nil
}

func (s *Server) getMember(r *call) (any, *problem) {
	g, u := s.guilds[r.PathValue("guild")], s.users[r.PathValue("user")]
	if g == nil {
		return nil, unknownGuild
	}
	if u == nil {
		return nil, unknownMember
	}
	if _, there := g.members[u.ID]; !there {
		return nil, unknownMember
	}
	return g.memberWire(u, false), nil
}

// getMe returns the bot's account.
func (s *Server) getMe(*call) (any, *problem) {
	return map[string]any{"id": s.Bot.ID, "username": s.Bot.Handle, "discriminator": "0", "bot": true}, nil
}

// getApplication returns the application, with a flag for the Message Content intent.
func (s *Server) getApplication(*call) (any, *problem) {
	flags := 0
	if s.granted {
		flags = 1 << 19
	}
	return map[string]any{"id": s.App, "name": s.Bot.Handle, "flags": flags, "bot_public": true}, nil
}
