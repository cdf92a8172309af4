package discord_test

import (
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
)

// Those who may manage a server look after its rooms and threads: the owner, and those with a role for it. Discord is
// asked once, and not at all about those who have just given a command.
func TestAdministers(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t)
		owner, admin, manager, helper, stranger := w.User("owner"), w.User("admin"), w.User("manager"), w.User("helper"),
			w.User("stranger")
		g := w.Guild(owner, admin, manager, helper)
		g.Owner(owner)
		g.Role(discordtest.Administrator, admin)
		g.Role(discordtest.AttachFiles, admin, manager, helper)
		g.Role(discordtest.ManageGuild|discordtest.SendMessages, manager)
		c := g.Channel("general")
		is := func(u *discordtest.User, room chat.Room, want bool) {
			t.Helper()
			got, err := w.bot.Administers(t.Context(), room, "discord:"+u.ID)
			if err != nil || got != want {
				t.Errorf("%s in %s: %v, %v", u.Handle, room, got, err)
			}
		}
		everybody := func() {
			t.Helper()
			for u, want := range map[*discordtest.User]bool{owner: true, admin: true, manager: true, helper: false,
				stranger: false} {
				is(u, roomOf(c), want)
			}
		}
		asked := func() int { return w.Calls("GET channels") + w.Calls("GET guilds") + w.Calls("GET members") }
		everybody()
		first := asked()
		everybody()
		if n := asked() - first; n != 0 {
			t.Errorf("Discord was asked %d times about what it had told", n)
		}

		// a role that is new counts with the next command, or when some minutes are over
		g.Role(discordtest.ManageGuild, helper)
		is(helper, roomOf(c), false)
		helper.Command(c, "help")
		<-heard
		is(helper, roomOf(c), true)
		if n := asked() - first; n != 0 {
			t.Errorf("Discord was asked %d times about what an interaction had told", n)
		}
		g.Role(discordtest.Administrator) // everybody's
		g.Leave(manager)
		time.Sleep(discord.RankTTL)
		is(helper, roomOf(c), true)
		is(manager, roomOf(c), false)
		is(stranger, roomOf(c), false)

		before := asked()
		is(stranger, roomOf(stranger.Direct()), true)
		is(stranger, roomOf(stranger.Direct()), true)
		if n := asked() - before; n != 1 {
			t.Errorf("Discord was asked %d times about a direct talk", n)
		}
		for _, id := range []string{"", "discord:", "telegram:" + owner.ID} {
			if got, err := w.bot.Administers(t.Context(), roomOf(c), id); got || err != nil {
				t.Errorf("%q: %v, %v", id, got, err)
			}
		}
	})
}

// A question that Discord does not answer is an error, and asked again.
func TestAdministers_Unknown(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.run(listener{})
		ana := w.User("ana")
		g := w.Guild(ana)
		g.Owner(ana)
		c := g.Channel("general")
		for _, path := range []string{"/channels/", "/guilds/"} {
			w.Fail(discordtest.Fault{Method: "GET", Path: path, Status: 403, Code: 50001})
			if got, err := w.bot.Administers(t.Context(), roomOf(c), "discord:"+ana.ID); got || err == nil {
				t.Errorf("without %s: %v, %v", path, got, err)
			}
			time.Sleep(discord.RankTTL) // what was refused is not asked again at once
		}
		w.Fail(discordtest.Fault{Method: "GET", Path: "/guilds/", Status: 502})
		if got, err := w.bot.Administers(t.Context(), roomOf(c), "discord:"+ana.ID); !got || err != nil {
			t.Errorf("the owner: %v, %v", got, err)
		}
		rui := w.User("rui")
		w.Fail(discordtest.Fault{Method: "GET", Path: "/members/", Status: 403, Code: 50001})
		if got, err := w.bot.Administers(t.Context(), roomOf(c), "discord:"+rui.ID); got || err == nil {
			t.Errorf("without members: %v, %v", got, err)
		}
		if got, err := w.bot.Administers(t.Context(), "discord:1", "discord:"+ana.ID); got || err == nil {
			t.Errorf("in an unknown channel: %v, %v", got, err)
		}
	})
}
