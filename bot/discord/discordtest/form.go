package discordtest

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// requests is Discord's own description of valid requests.
//
//go:embed testdata/discord-requests.json
var requests []byte

// form is the schema of a kind of call.
type form struct {
	known bool
	body  *jsonschema.Schema // nil if there is no body
	query map[string]*jsonschema.Schema
}

// forms returns all schemas by method and path, in Discord's notation.
var forms = sync.OnceValue(func() map[string]form {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(requests))
	if err != nil {
		panic(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("discord.json", document); err != nil {
		panic(err)
	}
	pointer := strings.NewReplacer("~", "~0", "/", "~1", " ", "%20", "{", "%7B", "}", "%7D")
	all := map[string]form{}
	for name, r := range document.(map[string]any)["requests"].(map[string]any) {
		at := "discord.json#/requests/" + pointer.Replace(name)
		f, parts := form{known: true, query: map[string]*jsonschema.Schema{}}, r.(map[string]any)
		if parts["body"] != nil {
			f.body = c.MustCompile(at + "/body")
		}
		if q, ok := parts["query"].(map[string]any); ok {
			for key := range q {
				f.query[key] = c.MustCompile(at + "/query/" + key)
			}
		}
		all[name] = f
	}
	return all
})

var formNames = strings.NewReplacer("{channel}", "{channel_id}", "{message}", "{message_id}", "{user}", "{user_id}",
	"{guild}", "{guild_id}",
	"{app}/{token}", "{webhook_id}/{webhook_token}", "{app}", "{application_id}", "{id}/{token}",
	"{interaction_id}/{interaction_token}")

// formOf returns the schema of a route.
func formOf(route string) form { return forms()[formNames.Replace(route)] }

// check validates a call.
func (f form) check(c *call) *problem {
	for key, values := range c.URL.Query() {
		if f.query[key] == nil {
			return invalid("query: %s is unknown", key)
		}
		for _, v := range values {
			if err := f.query[key].Validate(value(v)); err != nil {
				if err := f.query[key].Validate(v); err != nil {
					return invalid("query: %s: %v", key, err)
				}
			}
		}
	}
	if f.body == nil {
		if len(c.payload) > 0 {
			return invalid("a body where none is known")
		}
		return nil
	}
	this := taken{f.body, sha256.Sum256(c.payload)}
	if _, again := valid.Load(this); again {
		return nil
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(c.payload))
	if err != nil {
		return invalid("the body is no JSON: %v", err)
	}
	if err := f.body.Validate(body); err != nil {
		return invalid("%v", err)
	}
	valid.Store(this, nil)
	return nil
}

// taken is the hash of a body, and the schema that it was valid for.
type taken struct {
	form *jsonschema.Schema
	sum  [sha256.Size]byte
}

// valid caches valid bodies: all commands are sent at every start, and validating them is slow.
var valid sync.Map

// value parses a query value.
func value(text string) any {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return n
	}
	if b, err := strconv.ParseBool(text); err == nil {
		return b
	}
	return text
}
