package wire

import "strconv"

// Bits of permissions.
const (
	ViewChannel   = 1 << 10
	SendMessages  = 1 << 11
	AttachFiles   = 1 << 15
	CreateThreads = 1 << 35
	SendInThreads = 1 << 38
	Administrator = 1 << 3
	ManageGuild   = 1 << 5
)

// Permissions are what the bot may lack, and the keys of their names.
var Permissions = []struct {
	Bit uint64
	Key string
}{
	{ViewChannel, "missing-permissions.view"},
	{SendMessages, "missing-permissions.send"},
	{SendInThreads, "missing-permissions.threads-send"},
	{AttachFiles, "missing-permissions.attach"},
	{CreateThreads, "missing-permissions.threads"},
}

// Lacks is which of the permissions needed the bot does not have where the interaction comes from; 0 where nobody needs
// any, or none are told.
func (i *Interaction) Lacks(needed uint64) uint64 {
	has, err := strconv.ParseUint(i.Permissions, 10, 64)
	if i.GuildID == "" || i.Abroad() || err != nil || has&Administrator != 0 {
		return 0
	}
	return needed &^ has
}

// InThread reports whether the interaction comes from a thread.
func (i *Interaction) InThread() bool { return IsThread(i.Channel.Type) }

// IsThread reports whether a channel of a type is a thread: types 10 to 12.
func IsThread(kind int) bool { return kind >= 10 && kind <= 12 }

// Sending is the permission to write where the interaction comes from.
func (i *Interaction) Sending() uint64 {
	if i.InThread() {
		return SendInThreads
	}
	return SendMessages
}

// Contexts of interactions.
const (
	contextGuild = 0
	contextGroup = 2 // a talk of people in which the bot is not
)

// Abroad reports whether the bot is no member where an interaction comes from.
func (i *Interaction) Abroad() bool {
	_, member := i.Owners["0"]
	return i.Context == contextGroup || i.Context == contextGuild && i.GuildID != "" && len(i.Owners) > 0 && !member
}

// Visiting reports whether the bot can only answer where an interaction comes from: it is no member, or may not write.
func (i *Interaction) Visiting() bool { return i.Abroad() || i.Lacks(i.Sending()|ViewChannel) != 0 }

// Alone reports whether nobody but its author and the bot is where an interaction comes from.
func (i *Interaction) Alone() bool { return i.GuildID == "" && !i.Abroad() }

// Manages reports whether permissions, as Discord writes them, are those of somebody who runs the server.
func Manages(permissions string) bool {
	bits, err := strconv.ParseUint(permissions, 10, 64)
	return err == nil && bits&(Administrator|ManageGuild) != 0
}
