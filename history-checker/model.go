package main

import (
	"fmt"
	"strings"

	"github.com/anishathalye/porcupine"
)

// model is the file system as a sequential object: a tree, and what each operation does to it and answers.
//
// Numbers of inodes, and times that the system takes from its clock, are not known until somebody is told them. A state holds
// what is known of them, and an answer that tells one makes it known: the same must be told from then on.
func model() porcupine.Model {
	return porcupine.Model{
		Init: func() interface{} { return newRoot() },
		Step: func(state, input, _ interface{}) (bool, interface{}) {
			next, fits := step(state.(*node), input.(*Record))
			if !fits {
				return false, state
			}
			return true, next
		},
		Equal:             func(a, b interface{}) bool { return a.(*node).equal(b.(*node)) },
		Hash:              func(state interface{}) uint64 { return state.(*node).sum() },
		DescribeOperation: func(input, _ interface{}) string { return describe(input.(*Record)) },
		DescribeState:     func(state interface{}) string { return state.(*node).String() },
	}
}

// step executes what the record says on the tree, and says whether the recorded outcome fits.
func step(root *node, r *Record) (*node, bool) {
	next, answer := operations[r.Op](root, r)
	switch r.Outcome {
	case "unknown":
		return next, true
	case "refused":
		return root, answer.err == r.Error
	}
	if answer.err != "" {
		return root, false
	}
	switch r.Op {
	case "stat":
		if r.Status == nil || answer.node == nil {
			return root, r.Status == nil && answer.node == nil
		}
		return told(root, splitPath(r.Path), answer.node, r.Status)
	case "ls":
		return listed(root, answer.node, r)
	case "open":
		return root, r.Open == (answer.node.writer != "")
	case "create":
		return told(next, splitPath(r.Path), answer.node, r.Status)
	case "complete", "mkdir", "rename", "delete":
		return next, r.Answer == answer.answer
	case "getXAttrs", "getAcl", "usage", "snapshots":
		return root, same(r.Texts, answer.texts)
	}
	return next, true
}

func listed(root *node, dir *node, r *Record) (*node, bool) {
	if !r.Found || dir == nil {
		return root, !r.Found && dir == nil
	}
	path := splitPath(r.Path)
	if !dir.dir {
		if len(r.Entries) != 1 || r.Entries[0].Name != "" {
			return root, false
		}
		return told(root, path, dir, &r.Entries[0])
	}
	if len(r.Entries) != len(dir.children) {
		return root, false
	}
	for i, child := range dir.children {
		if r.Entries[i].Name != child.name {
			return root, false
		}
		var fits bool
		if root, fits = told(root, append(path[:len(path):len(path)], child.name), child, &r.Entries[i]); !fits {
			return root, false
		}
	}
	return root, true
}

// told compares what a client was told of a node with what is known of it, and makes known what was not.
func told(root *node, path []string, n *node, a *Attributes) (*node, bool) {
	switch {
	case a == nil || n.dir != a.Dir,
		n.id != anyID && n.id != a.ID,
		n.mode != anyMode && n.mode != a.Mode,
		!n.mtime.holds(a.Mtime) || !n.atime.holds(a.Atime):
		return root, false
	}
	if n.id == a.ID && n.mode == a.Mode && n.mtime == exactly(a.Mtime) && n.atime == exactly(a.Atime) {
		return root, true
	}
	if n.id == anyID && !inSnapshot(path) {
		if _, other := root.find(a.ID); other != nil {
			return root, false // two inodes of one number
		}
	}
	return root.update(path, func(n *node) *node {
		return n.with(func(c *node) {
			c.id, c.mode, c.mtime, c.atime = a.ID, a.Mode, exactly(a.Mtime), exactly(a.Atime)
		})
	}), true
}

func (s span) holds(millis int64) bool { return s.from <= millis && millis <= s.to }

func describe(r *Record) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s", r.Op, r.Path)
	if r.To != "" {
		fmt.Fprintf(&text, " %s", r.To)
	}
	for _, flag := range []struct {
		set  bool
		name string
	}{{r.Fresh, "fresh"}, {r.Overwrite, "overwrite"}, {r.Recursive, "recursive"}, {r.Parents, "parents"}} {
		if flag.set {
			text.WriteString(" " + flag.name)
		}
	}
	switch r.Op {
	case "create", "mkdir", "chmod":
		fmt.Fprintf(&text, " %o", r.Mode)
	case "setTimes":
		fmt.Fprintf(&text, " %d", r.Time)
	case "access":
		fmt.Fprintf(&text, " %o by %s", r.Mode, r.User)
	case "setQuota":
		fmt.Fprintf(&text, " %d", r.Quota)
	case "setXAttr", "removeXAttr", "setAcl", "modifyAcl", "createSnapshot", "deleteSnapshot":
		text.WriteString(strings.TrimRight(" "+r.Name+" "+r.Value, " "))
	case "complete":
		fmt.Fprintf(&text, " id=%d", r.ID)
	}
	text.WriteString(" → " + outcome(r))
	return text.String()
}

func outcome(r *Record) string {
	switch r.Outcome {
	case "unknown":
		return "unknown (" + r.Reason + ")"
	case "refused":
		return r.Error
	}
	switch r.Op {
	case "stat", "create":
		if r.Status == nil {
			return "nothing"
		}
		return r.Status.String()
	case "ls":
		if !r.Found {
			return "nothing"
		}
		entries := make([]string, len(r.Entries))
		for i := range r.Entries {
			entries[i] = r.Entries[i].String()
		}
		return "[" + strings.Join(entries, ", ") + "]"
	case "open":
		return fmt.Sprintf("written=%v", r.Open)
	case "complete", "mkdir", "rename", "delete":
		return fmt.Sprint(r.Answer)
	case "getXAttrs", "getAcl", "usage", "snapshots":
		return fmt.Sprint(r.Texts)
	}
	return "done"
}

func (a *Attributes) String() string {
	kind := "file"
	if a.Dir {
		kind = "dir"
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s id=%d %o mtime=%d atime=%d", a.Name, kind, a.ID, a.Mode, a.Mtime, a.Atime))
}
