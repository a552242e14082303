package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

// span is what is known of a time in milliseconds: it is one of these, both ends included. Telling it makes it exact.
type span struct{ from, to int64 }

func exactly(millis int64) span { return span{millis, millis} }

var anyTime = span{math.MinInt64, math.MaxInt64}

const (
	anyID   = int64(0)
	anyMode = int32(-1)
)

// node is a file or directory. Immutable: whoever changes one makes another, and others for all above it.
type node struct {
	name     string
	dir      bool
	id       int64 // anyID until somebody was told
	mode     int32 // anyMode until somebody was told
	mtime    span
	atime    span
	writer   string  // who has the file open
	children []*node // in the order of their names

	xattrs    []string   // name=value, in their order
	acl       []aclEntry // without those for which the mode stands
	quota     int64      // of names; none if not positive
	snapshots *node      // a directory of them; nil if they are not allowed

	hash uint64 // of all of the above; 0 until asked for
}

func newRoot() *node {
	return &node{dir: true, id: anyID, mode: anyMode, mtime: anyTime, atime: anyTime}
}

func splitPath(path string) []string {
	if path == "/" {
		return nil
	}
	return strings.Split(path[1:], "/")
}

func (n *node) index(name string) (int, bool) {
	at := sort.Search(len(n.children), func(i int) bool { return n.children[i].name >= name })
	return at, at < len(n.children) && n.children[at].name == name
}

func (n *node) child(name string) *node {
	if name == snapshotsName {
		return n.snapshots
	}
	if at, found := n.index(name); found {
		return n.children[at]
	}
	return nil
}

// with is this node after a change to its own fields.
func (n *node) with(change func(*node)) *node {
	changed := *n
	changed.hash = 0
	change(&changed)
	return &changed
}

// withChild is this directory with the child in the place of the one of its name.
func (n *node) withChild(child *node) *node {
	if child.name == snapshotsName {
		return n.with(func(c *node) { c.snapshots = child })
	}
	at, found := n.index(child.name)
	var children []*node
	if found {
		children = append(children, n.children...)
		children[at] = child
	} else {
		children = make([]*node, 0, len(n.children)+1)
		children = append(children, n.children[:at]...)
		children = append(children, child)
		children = append(children, n.children[at:]...)
	}
	return n.with(func(c *node) { c.children = children })
}

func (n *node) withoutChild(name string) *node {
	at, found := n.index(name)
	if !found {
		return n
	}
	children := make([]*node, 0, len(n.children)-1)
	children = append(children, n.children[:at]...)
	children = append(children, n.children[at+1:]...)
	return n.with(func(c *node) { c.children = children })
}

// chain is what there is on the path, the root first; it ends early at a name that is not there, or after a file.
func (n *node) chain(path []string) []*node {
	found := []*node{n}
	for _, name := range path {
		next := found[len(found)-1].child(name)
		if next == nil {
			break
		}
		found = append(found, next)
	}
	return found
}

// update is the tree with what is at the path changed. The path exists.
func (n *node) update(path []string, change func(*node) *node) *node {
	if len(path) == 0 {
		return change(n)
	}
	return n.withChild(n.child(path[0]).update(path[1:], change))
}

// put is the tree with the node at this path, whose parent exists, and with the parent's time changed.
func (n *node) put(path []string, child *node, now span) *node {
	child = child.with(func(c *node) { c.name = path[len(path)-1] })
	return n.update(path[:len(path)-1], func(parent *node) *node {
		return parent.withChild(child).with(func(c *node) { c.mtime = now })
	})
}

// remove is the tree without what is at the path, and with the parent's time changed.
func (n *node) remove(path []string, now span) *node {
	return n.update(path[:len(path)-1], func(parent *node) *node {
		return parent.withoutChild(path[len(path)-1]).with(func(c *node) { c.mtime = now })
	})
}

// find is the path of the node with this number.
func (n *node) find(id int64) ([]string, *node) {
	if n.id == id {
		return nil, n
	}
	for _, child := range n.children {
		if path, found := child.find(id); found != nil {
			return append([]string{child.name}, path...), found
		}
	}
	return nil, nil
}

func (n *node) sum() uint64 {
	if n.hash == 0 {
		h := newHash()
		h.text(n.name)
		h.flag(n.dir)
		h.number(uint64(n.id))
		h.number(uint64(n.mode))
		h.number(uint64(n.mtime.from))
		h.number(uint64(n.mtime.to))
		h.number(uint64(n.atime.from))
		h.number(uint64(n.atime.to))
		h.text(n.writer)
		for _, child := range n.children {
			h.number(child.sum())
		}
		for _, attribute := range n.xattrs {
			h.text(attribute)
		}
		for _, entry := range n.acl {
			h.text(entry.String())
		}
		h.number(uint64(n.quota))
		if n.snapshots != nil {
			h.number(n.snapshots.sum())
		}
		n.hash = uint64(h) | 1
	}
	return n.hash
}

func (n *node) equal(o *node) bool {
	if n == o {
		return true
	}
	if n.sum() != o.sum() || n.name != o.name || n.dir != o.dir || n.id != o.id || n.mode != o.mode ||
		n.mtime != o.mtime || n.atime != o.atime || n.writer != o.writer || len(n.children) != len(o.children) ||
		n.quota != o.quota || !same(n.xattrs, o.xattrs) || !same(n.acl, o.acl) ||
		(n.snapshots == nil) != (o.snapshots == nil) || (n.snapshots != nil && !n.snapshots.equal(o.snapshots)) {
		return false
	}
	for i := range n.children {
		if !n.children[i].equal(o.children[i]) {
			return false
		}
	}
	return true
}

func (n *node) String() string {
	var text strings.Builder
	n.describe("", &text)
	return text.String()
}

func (n *node) describe(parent string, text *strings.Builder) {
	path := parent + "/" + n.name
	if parent == "" && n.name == "" {
		path = ""
	} else {
		fmt.Fprintf(text, "%s id=%d mode=%o mtime=%v atime=%v", path, n.id, n.mode, n.mtime, n.atime)
		if n.writer != "" {
			fmt.Fprintf(text, " open by %s", n.writer)
		}
		if len(n.xattrs) > 0 || len(n.acl) > 0 {
			fmt.Fprintf(text, " %v %v", n.xattrs, n.acl)
		}
		if n.quota > 0 {
			fmt.Fprintf(text, " quota %d", n.quota)
		}
		text.WriteString("; ")
	}
	for _, child := range n.children {
		child.describe(path, text)
	}
	if n.snapshots != nil {
		n.snapshots.describe(path, text)
	}
}

func (s span) String() string {
	switch {
	case s == anyTime:
		return "?"
	case s.from == s.to:
		return fmt.Sprint(s.from)
	case s.to == math.MaxInt64:
		return fmt.Sprintf("%d..", s.from)
	}
	return fmt.Sprintf("%d..%d", s.from, s.to)
}

// hash is FNV-1a over words.
type hash uint64

func newHash() hash { return 14695981039346656037 }

func (h *hash) number(value uint64) {
	for shift := 0; shift < 64; shift += 16 {
		*h = (*h ^ hash(value>>shift&0xffff)) * 1099511628211
	}
}

func (h *hash) flag(value bool) {
	if value {
		h.number(1)
	} else {
		h.number(0)
	}
}

func (h *hash) text(value string) {
	for i := 0; i < len(value); i++ {
		*h = (*h ^ hash(value[i])) * 1099511628211
	}
	h.number(uint64(len(value)))
}
