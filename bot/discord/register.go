package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"

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
	busy   sync.Mutex
}

// register tells Discord the commands, and tries again until it takes them or ctx ends: after a minute first, after an
// hour at most.
func (r *registrar) register(ctx context.Context, app string) {
	if !r.busy.TryLock() {
		return
	}
	defer r.busy.Unlock()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(r.life, stop)()
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = time.Minute, time.Hour
	for !r.update(app) && client.Sleep(ctx, wait.NextBackOff()) == nil {
	}
}

// update reports whether Discord has the commands, and tells it if they are not the ones that it was told before:
// everywhere, or on the test server only. Where they are not to be any more they are taken away, lest people see two.
func (r *registrar) update(app string) bool {
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
		return true
	}
	everywhere := discordgo.EndpointApplicationGlobalCommands(app)
	defer r.recall(app)
	if r.guild == "" {
		return r.put(key, everywhere, body)
	}
	r.notes.put(r.life, key+"/server", r.guild)
	if !r.put(key+"/"+r.guild, discordgo.EndpointApplicationGuildCommands(app, r.guild), body) {
		return false
	}
	return r.notes.get(r.life, key) == "" || r.put(key, everywhere, nothing)
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
	var there []registered
	commands, err := r.withEntryPoint(url, commands)
	if err == nil {
		err = r.client.Do(r.life, client.Call{What: "register commands", Method: "PUT", URL: url, Route: "commands",
			Body: json.RawMessage(commands)}, &there)
	}
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
func (r *registrar) withEntryPoint(url string, commands []byte) ([]byte, error) {
	var there []registered
	err := r.client.Do(r.life, client.Call{What: "list commands", Method: "GET", URL: url, Route: "commands"}, &there)
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
