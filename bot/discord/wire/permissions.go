package wire

import (
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Permissions are what the bot may lack, and the keys of their names.
var Permissions = []struct {
	Bit uint64
	Key string
}{
	{discordgo.PermissionViewChannel, "missing-permissions.view"},
	{discordgo.PermissionSendMessages, "missing-permissions.send"},
	{discordgo.PermissionSendMessagesInThreads, "missing-permissions.threads-send"},
	{discordgo.PermissionAttachFiles, "missing-permissions.attach"},
	{discordgo.PermissionCreatePublicThreads, "missing-permissions.threads"},
}

// Lacks is which of the permissions needed the bot does not have where the interaction comes from; 0 where nobody needs
// any, or none are told.
func (i *Interaction) Lacks(needed uint64) uint64 {
	has, err := strconv.ParseUint(i.Permissions, 10, 64)
	if i.GuildID == "" || i.IsOutsideServer() || err != nil || has&discordgo.PermissionAdministrator != 0 {
		return 0
	}
	return needed &^ has
}

// Sending is the permission to write where the interaction comes from.
func (i *Interaction) Sending() uint64 {
	if i.Channel.IsThread() {
		return discordgo.PermissionSendMessagesInThreads
	}
	return discordgo.PermissionSendMessages
}

// IsOutsideServer reports whether the bot is no member where an interaction comes from.
func (i *Interaction) IsOutsideServer() bool {
	_, member := i.Owners["0"]
	return i.Context == discordgo.InteractionContextPrivateChannel || i.Context == discordgo.InteractionContextGuild &&
		i.GuildID != "" && len(i.Owners) > 0 && !member
}

// Visiting reports whether the bot can only answer where an interaction comes from: it is no member, or may not write.
func (i *Interaction) Visiting() bool {
	return i.IsOutsideServer() || i.Lacks(i.Sending()|discordgo.PermissionViewChannel) != 0
}

// IsDirect reports whether nobody but its author and the bot is where an interaction comes from.
func (i *Interaction) IsDirect() bool { return i.GuildID == "" && !i.IsOutsideServer() }

// Manages reports whether permissions are those of somebody who runs the server.
func Manages(permissions int64) bool {
	return permissions&(discordgo.PermissionAdministrator|discordgo.PermissionManageGuild) != 0
}
