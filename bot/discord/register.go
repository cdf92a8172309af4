package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/commands"
)

// registrar tells Discord the commands.
type registrar struct {
	client *client.Client
	notes  notes
	words  *commands.Set
	guild  string // a test server; "": everywhere
	life   context.Context
	log    *slog.Logger
}

// register tells Discord the commands if they are not the ones that it was told before: everywhere, or on the test
// server only. Where they were before and are not to be now they are taken away, so that nobody sees them twice.
func (r *registrar) register(app string) {
	key := "discord/commands/" + app
	before := r.notes.get(r.life, key+"/server")
	if before != "" && before != r.guild && r.put(key+"/"+before, discordgo.EndpointApplicationGuildCommands(app, before),
		nothing) {
		r.notes.put(r.life, key+"/"+before, "")
		r.notes.put(r.life, key+"/server", "")
	}
	body, err := json.Marshal(r.words.Definitions)
	if err != nil {
		r.log.Error("register commands", "error", err)
		return
	}
	everywhere := discordgo.EndpointApplicationGlobalCommands(app)
	defer r.recall(app)
	if r.guild == "" {
		r.put(key, everywhere, body)
		return
	}
	r.notes.put(r.life, key+"/server", r.guild)
	r.put(key+"/"+r.guild, discordgo.EndpointApplicationGuildCommands(app, r.guild), body)
	if r.notes.get(r.life, key) != "" {
		r.put(key, everywhere, nothing)
	}
}

// nothing is a list without commands.
var nothing = []byte("[]")

// recall has texts mention the commands as they are noted to be registered, by this process or another one.
func (r *registrar) recall(app string) {
	key := "discord/commands/" + app
	if r.guild != "" {
		key += "/" + r.guild
	}
	ids := map[string]string{}
	_, listed, _ := strings.Cut(r.notes.get(r.life, key), " ")
	for _, c := range strings.Fields(listed) {
		if name, id, ok := strings.Cut(c, "="); ok {
			ids[name] = id
		}
	}
	r.words.Learn(ids)
}

// put registers commands at an address unless they are known to be there, and notes that, with their ids: "HASH NAME=ID
// NAME=ID". It is false if it failed.
func (r *registrar) put(key, url string, commands []byte) bool {
	sum := sha256.Sum256(commands)
	hash := hex.EncodeToString(sum[:])
	if before, listed, _ := strings.Cut(r.notes.get(r.life, key), " "); before == hash &&
		(listed != "" || len(commands) == len(nothing)) {
		return true
	}
	var there []struct {
		ID, Name string
		Type     discordgo.ApplicationCommandType
	}
	err := r.client.Do(r.life, client.Call{What: "register commands", Method: "PUT", URL: url, Route: "commands",
		Body: json.RawMessage(commands)}, &there)
	if err != nil {
		r.log.Error("the commands are not registered", "error", err)
		return false
	}
	r.log.Info("commands registered", "at", key)
	for _, c := range there {
		if c.Type == discordgo.ChatApplicationCommand {
			hash += " " + c.Name + "=" + c.ID
		}
	}
	r.notes.put(r.life, key, hash)
	return true
}
