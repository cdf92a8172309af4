package wire

import (
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Permissions lists what the bot may lack, with the keys of the names.
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

// Lacks returns those of the needed permissions that the bot lacks where the interaction comes from. It returns 0 where
// none are required or reported.
func (i *Interaction) Lacks(needed uint64) uint64 {
	has, err := strconv.ParseUint(i.Permissions, 10, 64)
	if i.GuildID == "" || i.IsOutsideServer() || err != nil || has&discordgo.PermissionAdministrator != 0 {
		return 0
	}
	return needed &^ has
}

// Sending returns the permission to write where the interaction comes from.
func (i *Interaction) Sending() uint64 {
	if i.Channel.IsThread() {
		return discordgo.PermissionSendMessagesInThreads
	}
	return discordgo.PermissionSendMessages
}

// IsOutsideServer reports whether the bot is not a member where an interaction comes from.
func (i *Interaction) IsOutsideServer() bool {
	_, member := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return i.Context == discordgo.InteractionContextPrivateChannel || i.Context == discordgo.InteractionContextGuild &&
		i.GuildID != "" && len(i.AuthorizingIntegrationOwners) > 0 && !member
}

// Visiting reports whether the bot can only answer where an interaction comes from: it is not a member, or may not
// write.
func (i *Interaction) Visiting() bool {
	return i.IsOutsideServer() || i.Lacks(i.Sending()|discordgo.PermissionViewChannel) != 0
}

// IsDirect reports whether an interaction comes from a DM with the bot.
func (i *Interaction) IsDirect() bool { return i.GuildID == "" && !i.IsOutsideServer() }

// Manages reports whether permissions include managing the server.
func Manages(permissions int64) bool {
	return permissions&(discordgo.PermissionAdministrator|discordgo.PermissionManageGuild) != 0
}
