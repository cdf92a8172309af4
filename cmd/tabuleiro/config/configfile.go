package config

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// readFile takes the settings from a YAML text and returns what is wrong with it. A file that says nothing is in order.
//
// The library's own strict decoding stops at the first mistake and quotes the lines around it, secrets included. So the
// tree is walked here, along the struct, and the library decodes single values.
func readFile(c *Config, name string, text []byte) []string {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return []string{name + ": is not UTF-8 text: save it with that encoding"}
	}
	r := configReader{name: name}
	file, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		r.syntax(err)
		return r.wrong
	}
	for i, document := range file.Docs {
		switch {
		case document.Body == nil || document.Body.Type() == ast.NullType:
		case i > 0:
			r.mistake(document.Body, "is a second document: keep all settings in one, without a line of ---")
		default:
			r.section("", document.Body, reflect.ValueOf(c).Elem())
		}
	}
	return r.wrong
}

var quoted = regexp.MustCompile(`"(\\.|[^"\\])*"`)

type configReader struct {
	name  string
	wrong []string
}

func (r *configReader) mistake(at ast.Node, format string, args ...any) {
	position := ""
	if token := at.GetToken(); token != nil && token.Position != nil {
		position = fmt.Sprintf(":%d:%d", token.Position.Line, token.Position.Column)
	}
	r.wrong = append(r.wrong, r.name+position+": "+fmt.Sprintf(format, args...))
}

func (r *configReader) syntax(err error) {
	var e yaml.Error
	if !errors.As(err, &e) {
		r.wrong = append(r.wrong, r.name+": is not YAML")
		return
	}
	position := ""
	if token := e.GetToken(); token != nil && token.Position != nil {
		position = fmt.Sprintf(":%d:%d", token.Position.Line, token.Position.Column)
	}
	// Some of these messages quote the file.
	r.wrong = append(r.wrong, fmt.Sprintf("%s%s: is not YAML: %s", r.name, position, quoted.ReplaceAllString(e.GetMessage(), "(this)")))
}

// section reads the keys of a struct. The name is "" for the whole file, else "log".
func (r *configReader) section(name string, node ast.Node, to reflect.Value) {
	fields := keys(to.Type())
	pairs, ok := node.(ast.MapNode)
	switch {
	case ok:
	case node.Type() == ast.NullType && name != "": // a section of which every line is commented out
		return
	case name == "":
		r.mistake(node, "the file has to consist of lines like %q: known are %s", "key: value", strings.Join(settings("", to.Type()), ", "))
		return
	default:
		r.mistake(node, "%s is a section: write %s below it, indented", name, strings.Join(fields, ", "))
		return
	}
	lines := make(map[string]int)
	for each := pairs.MapRange(); each.Next(); {
		token := each.Key().GetToken()
		key := token.Value
		full := strings.TrimPrefix(name+"."+key, ".")
		field := fieldOf(to, key)
		if !field.IsValid() || each.Key().Type() == ast.MergeKeyType {
			if !harmless(key) {
				full = "a key that is not repeated here, as it may be a secret,"
			}
			r.mistake(each.Key(), "%s is not known%s", full, r.allowed(name, key, fields))
			continue
		}
		if line, twice := lines[key]; twice {
			r.mistake(each.Key(), "%s is set a second time, after line %d: keep one", full, line)
			continue
		}
		lines[key] = token.Position.Line
		if field.Kind() == reflect.Struct {
			r.section(full, each.Value(), field)
		} else {
			r.value(full, each.Value(), field)
		}
	}
}

// allowed says what may stand here instead of an unknown key, and what was probably meant: a key of this section, or one
// that belongs to another.
func (r *configReader) allowed(section, key string, here []string) string {
	where := "here"
	if section != "" {
		where = "in " + section
	}
	known := fmt.Sprintf(": allowed %s are %s", where, strings.Join(here, ", "))
	meant, ok := nearest(key, here)
	if ok {
		meant = strings.TrimPrefix(section+"."+meant, ".")
	} else if meant, ok = nearest(key, settings("", reflect.TypeFor[Config]())); !ok {
		return known
	}
	return fmt.Sprintf("%s; did you mean %s?", known, meant)
}

// value reads one setting. It does not repeat what stands in the file: only the setting knows whether that is a secret.
func (r *configReader) value(name string, node ast.Node, to reflect.Value) {
	switch node.Type() {
	case ast.NullType:
		r.mistake(node, "%s has no value: write one behind the colon, or take the line out", name)
		return
	case ast.AliasType, ast.AnchorType, ast.TagType:
		r.mistake(node, "%s uses an anchor, an alias or a tag: write the value itself", name)
		return
	}
	if to.Kind() == reflect.Slice {
		r.list(name, node, to)
		return
	}
	if text := node.Type() == ast.StringType || node.Type() == ast.LiteralType; to.Kind() == reflect.String && !text {
		r.mistake(node, "%s has to be a text, not a %s", name, kind(node))
		return
	}
	// Decoded apart, so that nothing half read is left behind.
	read := reflect.New(to.Type())
	if err := yaml.NodeToValue(node, read.Interface(), yaml.Strict()); err != nil {
		var library yaml.Error
		if errors.As(err, &library) {
			r.mistake(node, "%s cannot be a %s", name, kind(node))
			return
		}
		r.mistake(node, "%s %v", name, err)
		return
	}
	to.Set(read.Elem())
}

// list reads a setting of which there may be several: a list of values, or one.
func (r *configReader) list(name string, node ast.Node, to reflect.Value) {
	values := []ast.Node{node}
	if list, ok := node.(*ast.SequenceNode); ok {
		values = list.Values
	}
	for _, value := range values {
		item, mistakes := reflect.New(to.Type().Elem()).Elem(), len(r.wrong)
		if r.value(name, value, item); len(r.wrong) == mistakes {
			to.Set(reflect.Append(to, item))
		}
	}
}

// kind calls the type of a value what people call it.
func kind(node ast.Node) string {
	switch node.Type() {
	case ast.MappingType, ast.MappingValueType:
		return "section"
	case ast.SequenceType:
		return "list"
	case ast.IntegerType, ast.FloatType, ast.InfinityType, ast.NanType:
		return "number"
	case ast.BoolType:
		return "boolean"
	}
	return "text"
}

// keys are those of one section, in order.
func keys(section reflect.Type) []string {
	var keys []string
	for i := range section.NumField() {
		keys = append(keys, section.Field(i).Tag.Get("yaml"))
	}
	return keys
}

// settings are the full names of all settings, sections left out: "database", "log.level".
func settings(prefix string, section reflect.Type) []string {
	var names []string
	for i := range section.NumField() {
		field := section.Field(i)
		name := prefix + field.Tag.Get("yaml")
		if field.Type.Kind() == reflect.Struct {
			names = append(names, settings(name+".", field.Type)...)
		} else {
			names = append(names, name)
		}
	}
	return names
}

// fieldOf is the field with a key, or the zero Value.
func fieldOf(section reflect.Value, key string) reflect.Value {
	for i, k := range keys(section.Type()) {
		if k == key {
			return section.Field(i)
		}
	}
	return reflect.Value{}
}
