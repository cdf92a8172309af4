package wire

// Membership is a change of the bot's place in a chat. Matches do not end because of it: where it may not write, they
// wait; where it may again, they are shown.
type Membership struct {
	Chat Place    `json:"chat"`
	By   User     `json:"from"`
	Old  Standing `json:"old_chat_member"`
	New  Standing `json:"new_chat_member"`
}

// Standing is what Telegram says of a person in a group.
type Standing struct {
	Status string `json:"status"`
	In     bool   `json:"is_member,omitempty"`         // of those who are restricted
	Writes bool   `json:"can_send_messages,omitempty"` // of those, too
}

// IsPresent reports whether somebody is in a chat.
func (s Standing) IsPresent() bool {
	return s.Status == "restricted" && s.In || s.Status != "restricted" && s.Status != "left" && s.Status != "kicked"
}

// MayWrite reports whether somebody may write in a chat.
func (s Standing) MayWrite() bool { return s.IsPresent() && (s.Status != "restricted" || s.Writes) }
