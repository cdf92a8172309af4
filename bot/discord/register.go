package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// register tells Discord the commands if they are not the ones that it was told before: everywhere, or on the test server
// only. Where they were before and are not to be now they are taken away, so that nobody sees them twice.
func (d *Discord) register() {
	app := *d.app.Load()
	key := "discord/commands/" + app
	before := d.known(key + "/server")
	if before != "" && before != d.Guild && d.put(key+"/"+before, discordgo.EndpointApplicationGuildCommands(app, before), nothing) {
		d.keep(key+"/"+before, "")
		d.keep(key+"/server", "")
	}
	body, err := json.Marshal(d.definitions)
	if err != nil {
		d.Log.Error("register commands", "error", err)
		return
	}
	everywhere := discordgo.EndpointApplicationGlobalCommands(app)
	if d.Guild == "" {
		d.put(key, everywhere, body)
		return
	}
	d.keep(key+"/server", d.Guild)
	d.put(key+"/"+d.Guild, discordgo.EndpointApplicationGuildCommands(app, d.Guild), body)
	if d.known(key) != "" {
		d.put(key, everywhere, nothing)
	}
}

// nothing is a list without commands.
var nothing = []byte("[]")

// put registers commands at an address unless they are known to be there, and notes that. It is false if it failed.
func (d *Discord) put(key, url string, commands []byte) bool {
	sum := sha256.Sum256(commands)
	hash := hex.EncodeToString(sum[:])
	if d.known(key) == hash {
		return true
	}
	err := d.do(d.life, call{what: "register commands", method: "PUT", url: url, route: "commands", body: json.RawMessage(commands)}, nil)
	if err != nil {
		d.Log.Error("the commands are not registered", "error", err)
		return false
	}
	d.Log.Info("commands registered", "at", key)
	d.keep(key, hash)
	return true
}

// known is what is noted under a key, "" if nothing is.
func (d *Discord) known(key string) string {
	text, err := d.Settings.Get(d.life, key)
	if err != nil {
		d.Log.Warn("which commands were registered is not known", "error", err)
	}
	return text
}

func (d *Discord) keep(key, value string) {
	if err := d.Settings.Put(context.WithoutCancel(d.life), key, value); err != nil {
		d.Log.Warn("that the commands are registered could not be noted", "error", err)
	}
}
