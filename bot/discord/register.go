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
	body, err := json.Marshal(d.words.Definitions)
	if err != nil {
		d.Log.Error("register commands", "error", err)
		return true
	}
	everywhere := discordgo.EndpointApplicationGlobalCommands(app)
	defer d.recall(app)
	if d.Guild == "" {
		return d.put(key, everywhere, body)
	}
	d.note(d.life, key+"/server", d.Guild)
	if !d.put(key+"/"+d.Guild, discordgo.EndpointApplicationGuildCommands(app, d.Guild), body) {
		return false
	}
	return d.noted(d.life, key) == "" || d.put(key, everywhere, nothing)
}

// nothing is a list without commands.
var nothing = []byte("[]")

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
// NAME=ID". It is false if it failed.
func (d *Discord) put(key, url string, commands []byte) bool {
	sum := sha256.Sum256(commands)
	hash := hex.EncodeToString(sum[:])
	if before, listed, _ := strings.Cut(d.noted(d.life, key), " "); before == hash &&
		(listed != "" || len(commands) == len(nothing)) {
		return true
	}
	var there []registered
	commands, err := d.withEntryPoint(url, commands)
	if err == nil {
		err = d.client.Do(d.life, client.Call{What: "register commands", Method: "PUT", URL: url, Route: "commands",
			Body: json.RawMessage(commands)}, &there)
	}
	if err != nil {
		d.Log.Error("the commands are not registered", "error", err)
		return false
	}
	d.Log.Info("commands registered", "at", key)
	for _, c := range there {
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

// withEntryPoint adds the entry point that Discord has at an address to a list of commands. Discord refuses a list
// without it (50240).
func (d *Discord) withEntryPoint(url string, commands []byte) ([]byte, error) {
	var there []registered
	err := d.client.Do(d.life, client.Call{What: "list commands", Method: "GET", URL: url, Route: "commands"}, &there)
	if err != nil {
		return nil, err
	}
	var list []any
	for _, c := range there {
		if c.Type == entryPoint {
			list = append(list, c)
		}
	}
	if list == nil {
		return commands, nil
	}
	var own []json.RawMessage
	if err := json.Unmarshal(commands, &own); err != nil {
		return nil, err
	}
	for _, c := range own {
		list = append(list, c)
	}
	return json.Marshal(list)
}
