package config

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// readFile takes the settings from a YAML text and returns what is wrong with it. A file that says nothing is in order.
//
// The library's own strict decoding stops at the first mistake and quotes the lines around it, secrets included. So the
// tree is walked here.
func (c *Config) readFile(name string, text []byte) []string {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return []string{name + ": is not UTF-8 text: save it with that encoding"}
	}
	if line := deepLine(string(text)); line > 0 { // the library takes the longer the deeper
		return []string{fmt.Sprintf("%s:%d: is nested deeper than any setting: at most, a section has a list", name, line)}
	}
	r := configReader{name: name, settings: c.settings()}
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
			r.section("", document.Body)
		}
	}
	return r.wrong
}

// Bounds of nesting, in brackets that are open and in columns before a text begins.
const (
	maxBrackets = 50
	maxIndent   = 200
)

// deepLine is the number of the first line that is nested beyond all that a configuration needs, 0 if none is.
func deepLine(text string) int {
	number, open := 0, 0
	for line := range strings.Lines(text) {
		number++
		if len(line)-len(strings.TrimLeft(line, " \t-?:")) > maxIndent {
			return number
		}
		line, _, _ = strings.Cut(line, "#")
		for _, c := range line {
			switch c {
			case '[', '{':
				open++
			case ']', '}':
				open = max(0, open-1)
			}
			if open > maxBrackets {
				return number
			}
		}
	}
	return 0
}

var quoted = regexp.MustCompile(`"(\\.|[^"\\])*"`)

type configReader struct {
	name     string
	settings []setting
	wrong    []string
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
	r.wrong = append(r.wrong, fmt.Sprintf("%s%s: is not YAML: %s", r.name, position,
		quoted.ReplaceAllString(e.GetMessage(), "(this)")))
}

// keys are what may stand in a section, in order. The name of that is "" for the whole file, else "log".
func (r *configReader) keys(section string) (keys []string) {
	for _, s := range r.settings {
		if rest, ok := strings.CutPrefix("."+s.name, strings.TrimSuffix("."+section, ".")+"."); ok {
			key, _, _ := strings.Cut(rest, ".")
			keys = append(keys, key)
		}
	}
	return slices.Compact(keys)
}

// names are those of all settings.
func (r *configReader) names() (names []string) {
	for _, s := range r.settings {
		names = append(names, s.name)
	}
	return names
}

// section reads what stands in one.
func (r *configReader) section(name string, node ast.Node) {
	here := r.keys(name)
	pairs, ok := node.(ast.MapNode)
	switch {
	case ok:
	case node.Type() == ast.NullType && name != "": // a section of which every line is commented out
		return
	case name == "":
		r.mistake(node, "the file has to consist of lines like %q: known are %s", "key: value", strings.Join(r.names(), ", "))
		return
	default:
		r.mistake(node, "%s is a section: write %s below it, indented", name, strings.Join(here, ", "))
		return
	}
	lines := make(map[string]int)
	for each := pairs.MapRange(); each.Next(); {
		token := each.Key().GetToken()
		key := token.Value
		full := strings.TrimPrefix(name+"."+key, ".")
		if slices.Contains(unused, full) {
			continue
		}
		if !slices.Contains(here, key) || each.Key().Type() == ast.MergeKeyType {
			if !harmless(key) {
				full = "a key that is not repeated here, as it may be a secret,"
			}
			r.mistake(each.Key(), "%s is not known%s", full, r.allowed(name, key, here))
			continue
		}
		if line, twice := lines[key]; twice {
			r.mistake(each.Key(), "%s is set a second time, after line %d: keep one", full, line)
			continue
		}
		lines[key] = token.Position.Line
		if at := slices.Index(r.names(), full); at >= 0 {
			r.value(r.settings[at], each.Value())
		} else {
			r.section(full, each.Value())
		}
	}
}

// allowed says what may stand here instead of an unknown key, and what was probably meant: a key of this section, or
// one that belongs to another.
func (r *configReader) allowed(section, key string, here []string) string {
	where := "here"
	if section != "" {
		where = "in " + section
	}
	known := fmt.Sprintf(": allowed %s are %s", where, strings.Join(here, ", "))
	meant, ok := nearest(key, here)
	if ok {
		meant = strings.TrimPrefix(section+"."+meant, ".")
	} else if meant, ok = nearest(key, r.names()); !ok {
		return known
	}
	return fmt.Sprintf("%s; did you mean %s?", known, meant)
}

// value reads a setting, people from a list or one.
func (r *configReader) value(s setting, node ast.Node) {
	set, values := s.to.UnmarshalText, []ast.Node{node}
	if several, ok := s.to.(*people); ok {
		set = several.add
		if list, ok := node.(*ast.SequenceNode); ok {
			values = list.Values
		}
	}
	for _, value := range values {
		r.scalar(s, value, set)
	}
}

// scalar reads one value. It does not repeat what stands in the file: only the setting knows whether that is a secret.
func (r *configReader) scalar(s setting, node ast.Node, set func(text []byte) error) {
	text := ""
	switch n := node.(type) {
	case *ast.NullNode:
		r.mistake(node, "%s has no value: write one behind the colon, or take the line out", s.name)
		return
	case *ast.AliasNode, *ast.AnchorNode, *ast.TagNode:
		r.mistake(node, "%s uses an anchor, an alias or a tag: write the value itself", s.name)
		return
	case *ast.StringNode:
		text = n.Value
	case *ast.LiteralNode:
		text = n.Value.Value
	default:
		switch s.to.(type) {
		case *yesNo:
		default:
			r.mistake(node, "%s has to be a text, not a %s", s.name, kind(node))
			return
		}
		if _, ok := node.(ast.ScalarNode); !ok {
			r.mistake(node, "%s cannot be a %s", s.name, kind(node))
			return
		}
		text = node.GetToken().Value
	}
	if err := set([]byte(text)); err != nil {
		r.mistake(node, "%s %v", s.name, err)
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
