package config

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxFileBytes is how long a file may be: the library takes the longer the deeper a text is nested.
const maxFileBytes = 32 << 10

// readFile reads the settings from a YAML text and returns its mistakes; an empty file is valid. It walks the tree
// itself, as the library's strict decoding stops at the first mistake and quotes the lines around it, secrets included.
func (c *Config) readFile(name string, text []byte) []string {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	r := fileReader{file: name, settings: c.settings(), lines: map[string]int{}}
	if len(text) > maxFileBytes {
		r.mistake(nil, "is longer than %d kB: take out what is no setting", maxFileBytes>>10)
		return r.wrong
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		r.mistake(nil, "is not UTF-8 text: save it with that encoding")
		return r.wrong
	}
	file, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	switch e, ok := errors.AsType[yaml.Error](err); {
	case ok: // some of these messages quote the file
		r.mistake(e.GetToken(), "is not YAML: %s", quoted.ReplaceAllString(e.GetMessage(), "(this)"))
	case err != nil:
		r.mistake(nil, "is not YAML")
	default:
		for _, document := range file.Docs {
			r.section("", document.Body)
		}
	}
	return r.wrong
}

var quoted = regexp.MustCompile(`"(\\.|[^"\\])*"`)

// fileReader reads the settings of a file.
type fileReader struct {
	file     string
	settings settings
	lines    map[string]int // of what was read, by its name
	wrong    []string
}

func (r *fileReader) mistake(at *token.Token, format string, args ...any) {
	position := ""
	if at != nil && at.Position != nil {
		position = fmt.Sprintf(":%d:%d", at.Position.Line, at.Position.Column)
	}
	r.wrong = append(r.wrong, r.file+position+": "+fmt.Sprintf(format, args...))
}

// section reads what stands in one, the names of which begin with a prefix: "" for the whole file, else "log.".
func (r *fileReader) section(prefix string, node ast.Node) {
	if node == nil || node.Type() == ast.NullType { // every line is commented out
		return
	}
	pairs, ok := node.(ast.MapNode)
	if !ok {
		where := strings.TrimSuffix(prefix, ".")
		if prefix == "" {
			where = "the file"
		}
		r.mistake(node.GetToken(), "%s has to consist of lines like %q: known are %s", where, "key: value", r.settings.names(prefix))
		return
	}
	for each := pairs.MapRange(); each.Next(); {
		key := each.Key().GetToken()
		name := prefix + key.Value
		before, twice := r.lines[name]
		r.lines[name] = key.Position.Line
		s, known := r.settings.find(name)
		section := r.settings.names(name+".") != ""
		switch {
		case !known && !section:
			r.mistake(key, "%s is not known: known are %s", prefix+harmless(key.Value), r.settings.names(prefix))
		case twice:
			r.mistake(key, "%s is set a second time, after line %d: keep one", name, before)
		case section:
			r.section(name+".", each.Value())
		case s.to != nil:
			if err := s.read(each.Value()); err != nil {
				r.mistake(each.Value().GetToken(), "%s %v", name, err)
			}
		}
	}
}

// read takes the value from a file, people from a list or one. Its error does not repeat what stands there: only the
// setting knows whether that is a secret.
func (s setting) read(node ast.Node) error {
	values := []ast.Node{node}
	list, ok := node.(*ast.SequenceNode)
	if _, several := s.to.(*[]string); ok && several {
		values = list.Values
	}
	var texts []string
	for _, value := range values {
		switch n := value.(type) {
		case *ast.NullNode:
			return errors.New("has no value: write one behind the colon, or take the line out")
		case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
			texts = append(texts, n.GetToken().Value)
		case *ast.LiteralNode:
			texts = append(texts, n.Value.Value)
		default:
			return errors.New("has to be a value written out: no list, section, anchor, alias or tag")
		}
	}
	return s.set(strings.Join(texts, ","))
}
