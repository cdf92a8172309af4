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

// requests is Discord's own description of what it takes.
//
//go:embed testdata/discord-requests.json
var requests []byte

// form is what a kind of call has to look like.
type form struct {
	known bool
	body  *jsonschema.Schema // nil: there is none
	query map[string]*jsonschema.Schema
}

// forms are all of them by method and path, as Discord writes it.
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

// formOf is what calls of a route have to look like.
func formOf(route string) form { return forms()[formNames.Replace(route)] }

// check holds a call against its form.
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

// taken is a body by its sum, and the form that it has.
type taken struct {
	form *jsonschema.Schema
	sum  [sha256.Size]byte
}

// valid are those that have come before: all commands are sent at every start, and holding them against their form is
// long.
var valid sync.Map

// value is what a part of a query stands for.
func value(text string) any {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return n
	}
	if b, err := strconv.ParseBool(text); err == nil {
		return b
	}
	return text
}
