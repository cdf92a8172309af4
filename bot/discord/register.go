package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"

	"tabuleiro/bot/discord/client"
)

// register tells Discord the commands, and tries again until it takes them or ctx ends: after a minute first, after an
// hour at most.
func (d *Discord) register(ctx context.Context, app string) {
	if !d.registering.TryLock() {
		return
	}
	defer d.registering.Unlock()
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = time.Minute, time.Hour
	for !d.update(app) && client.Sleep(ctx, wait.NextBackOff()) == nil {
	}
}

// update reports whether Discord has the commands, and tells it if they are not the ones that it was told before:
// everywhere, or on the test server only. Where they are not to be any more they are taken away, lest people see two.
func (d *Discord) update(app string) bool {
	key := "discord/commands/" + app
	before := d.noted(d.life, key+"/server")
	if before != "" && before != d.Guild && d.put(key+"/"+before, discordgo.EndpointApplicationGuildCommands(app, before),
		nothing) {
		d.note(d.life, key+"/"+before, "")
		d.note(d.life, key+"/server", "")
	}
	everywhere := discordgo.EndpointApplicationGlobalCommands(app)
	defer d.recall(app)
	if d.Guild == "" {
		return d.put(key, everywhere, d.words.Definitions)
	}
	d.note(d.life, key+"/server", d.Guild)
	if !d.put(key+"/"+d.Guild, discordgo.EndpointApplicationGuildCommands(app, d.Guild), d.words.Definitions) {
		return false
	}
	return d.noted(d.life, key) == "" || d.put(key, everywhere, nothing)
}

// nothing is a list without commands.
var nothing = []*discordgo.ApplicationCommand{}

// recall has texts mention the commands as they are noted to be registered, by this process or another one.
func (d *Discord) recall(app string) {
	key := "discord/commands/" + app
	if d.Guild != "" {
		key += "/" + d.Guild
	}
	ids := map[string]string{}
	_, listed, _ := strings.Cut(d.noted(d.life, key), " ")
	for _, c := range strings.Fields(listed) {
		if name, id, ok := strings.Cut(c, "="); ok {
			ids[name] = id
		}
	}
	d.words.Learn(ids)
}

// put registers commands at an address unless they are known to be there, and notes that, with their ids: "HASH NAME=ID
// NAME=ID". An entry point that is there stays, as Discord refuses a list without it (50240). It is false if it failed.
func (d *Discord) put(key, url string, commands []*discordgo.ApplicationCommand) bool {
	text, err := json.Marshal(commands)
	sum := sha256.Sum256(text)
	hash := hex.EncodeToString(sum[:])
	before, listed, _ := strings.Cut(d.noted(d.life, key), " ")
	if before == hash && (listed != "" || len(commands) == 0) {
		return true
	}
	var there, now []registered
	if err == nil {
		err = d.client.Do(d.life, client.Call{What: "list commands", Method: "GET", URL: url, Route: "commands"}, &there)
	}
	list := []any{}
	for _, c := range there {
		if c.Type == entryPoint {
			list = append(list, c)
		}
	}
	for _, c := range commands {
		list = append(list, c)
	}
	if err == nil {
		err = d.client.Do(d.life, client.Call{What: "register commands", Method: "PUT", URL: url, Route: "commands",
			Body: list}, &now)
	}
	if err != nil {
		d.Log.Error("the commands are not registered", "error", err)
		return false
	}
	d.Log.Info("commands registered", "at", key)
	for _, c := range now {
		if c.Type == discordgo.ChatApplicationCommand {
			hash += " " + c.Name + "=" + c.ID
		}
	}
	d.note(d.life, key, hash)
	return true
}

// registered is a command as Discord has it. An entry point has what it needs to be sent back.
type registered struct {
	ID      string                           `json:"id"`
	Name    string                           `json:"name"`
	Type    discordgo.ApplicationCommandType `json:"type"`
	Handler int                              `json:"handler,omitempty"`
}

// entryPoint is the type of the command that opens an application's Activity.
const entryPoint = 4
