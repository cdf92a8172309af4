package discord_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"testing"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/storage/memorytest"
)

// FuzzEvent: whatever the gateway sends, nothing panics, and what is passed on is in order.
func FuzzEvent(f *testing.F) {
	for _, data := range []string{
		`{"id":"1","channel_id":"2","guild_id":"3","content":"<@5> 11-15 <@!6>","type":19,"author":{"id":"4","username":"a b","global_name":"A"},
			"member":{"nick":"N"},"mentions":[{"id":"6","username":"rui","member":{"nick":"R"}}],
			"attachments":[{"filename":"../a.pdn","size":9223372036854775807,"url":"https://x/y"},{"size":-1}],
			"referenced_message":{"id":"7","content":"**x** #k7q2","author":{"id":"5"}}}`,
		`{"id":"1","channel_id":"2","content":"","author":{"id":"4"},"attachments":[{"size":1e999}],"mentions":[null],"referenced_message":{}}`,
		`{"id":"1","token":"t","type":2,"channel_id":"2","guild_id":"3","app_permissions":"99999999999999999999","locale":"pt-BR",
			"member":{"user":{"id":"4"},"permissions":"-1"},"guild":{"locale":"es","features":["COMMUNITY"]},
			"data":{"name":"tabuleiro","type":1,"options":[{"name":"step","type":1,"options":[{"name":"step","value":1e300},{"name":"match","value":null}]}]}}`,
		`{"id":"1","token":"t","type":2,"channel_id":"2","user":{"id":"4"},"data":{"name":"Challenge to a game","type":2,"target_id":"9",
			"resolved":{"users":{"9":{"username":"x","bot":true}},"members":{"9":null}}}}`,
		`{"id":"1","token":"t","type":2,"channel_id":"2","user":{"id":"4"},"data":{"name":"play","options":[{"name":"opponent","value":"9"}],"resolved":{"users":{"9":null}}}}`,
		`{"id":"1","token":"t","type":3,"channel_id":"2","user":{"id":"4"},"message":{"id":"8","flags":64},"data":{"custom_id":"/x","component_type":3,"values":[]}}`,
		`{"id":"1","token":"t","type":4,"channel_id":"2","user":{"id":"4"},"data":{"name":"move","options":[{"name":"move","value":{},"focused":true}]}}`,
		`{"user":{"id":"5"},"guilds":[1],"application":{"id":7}}`, `{"user":null}`, `[]`, `null`, ``, `{"type":1e400}`,
		`"` + strings.Repeat("x", 5000),
	} {
		for kind := range kinds {
			f.Add(byte(kind), data)
		}
	}
	f.Fuzz(func(t *testing.T, kind byte, data string) {
		log := &servertest.Log{}
		d, err := discord.New(discord.Config{
			Token: discordtest.Token, Content: true, Commands: discordtest.Commands(), Settings: memorytest.New(),
			Log:  slog.New(slog.NewTextHandler(log, nil)),
			Say:  func(_, key string, _ map[string]string) string { return key },
			Dial: func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("there is no net") },
		})
		if err != nil {
			t.Fatal(err)
		}
		d.Hears(listener{suggest: func(chat.Event) []string { return nil }, hear: func(_ context.Context, e chat.Event) {
			if len(e.ID) <= len("discord:") || len(e.Room) <= len("discord:") || len(e.From.ID) <= len("discord:") ||
				e.Reply == nil {
				t.Errorf("heard %+v", e)
			}
			if e.File != nil && (e.File.Size < 0 || e.File.Name == "" || strings.ContainsAny(e.File.Name, `/\`)) {
				t.Errorf("with a file %+v", e.File)
			}
		}}, "READY", `{"user":{"id":"5"}}`)
		d.Hears(nil, kinds[int(kind)%len(kinds)], data)
		if text := log.String(); strings.Contains(text, "panic") {
			t.Error(text)
		}
	})
}

var kinds = []string{"MESSAGE_CREATE", "INTERACTION_CREATE", "READY", "RESUMED", "SOMETHING_NEW"}
