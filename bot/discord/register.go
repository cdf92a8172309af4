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

// register registers the commands in the background, and retries after a minute at first, an hour at most, until it
// succeeds or ctx ends.
func (d *Discord) register(ctx context.Context, app string) {
	d.queue.Go(func() {
		if !d.registering.TryLock() {
			return
		}
		defer d.registering.Unlock()
		wait := backoff.NewExponentialBackOff()
		wait.InitialInterval, wait.MaxInterval = time.Minute, time.Hour
		for !d.update(app) && client.Sleep(ctx, wait.NextBackOff()) == nil {
		}
	})
}

// update registers the commands unless the Settings have their hash and ids, "HASH NAME=ID NAME=ID"; it reports whether
// Discord has them. An existing entry point is kept, as Discord rejects a list without it (50240).
func (d *Discord) update(app string) bool {
	key, url := "discord/commands/"+app, discordgo.EndpointApplicationGlobalCommands(app)
	text, err := json.Marshal(d.words.Definitions)
	sum := sha256.Sum256(text)
	hash := hex.EncodeToString(sum[:])
	before, listed, _ := strings.Cut(d.noted(d.life, key), " ")
	d.words.Learn(listed)
	if before == hash {
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
	for _, c := range d.words.Definitions {
		list = append(list, c)
	}
	if err == nil {
		err = d.client.Do(d.life, client.Call{What: "register commands", Method: "PUT", URL: url, Route: "commands",
			Body: list}, &now)
	}
	if err != nil {
		d.Log.Error("the commands cannot be registered", "error", err)
		return false
	}
	d.Log.Info("commands registered")
	listed = ""
	for _, c := range now {
		if c.Type == discordgo.ChatApplicationCommand {
			listed += " " + c.Name + "=" + c.ID
		}
	}
	d.words.Learn(listed)
	d.note(d.life, key, hash+listed)
	return true
}

// registered is a command as Discord returns it. An entry point has the fields needed to send it back.
type registered struct {
	ID      string                           `json:"id"`
	Name    string                           `json:"name"`
	Type    discordgo.ApplicationCommandType `json:"type"`
	Handler int                              `json:"handler,omitempty"`
}

// entryPoint is the type of the command that opens an application's Activity.
const entryPoint = 4
