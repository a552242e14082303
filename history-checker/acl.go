package main

import (
	"sort"
	"strings"
)

// The kinds of entries of an access control list, in their order.
const (
	ofUser = iota
	ofGroup
	ofMask
	ofOther
)

var kinds = []string{"user", "group", "mask", "other"}

// aclEntry is one entry of an access control list. An entry of the scope "default" is inherited by what is made in its directory.
type aclEntry struct {
	inherited bool
	kind      int
	name      string
	bits      int32
}

// parseACL reads entries as the shell writes them: user:alice:r-x,default:group::rwx.
func parseACL(text string) []aclEntry {
	var entries []aclEntry
	for _, one := range strings.Split(text, ",") {
		entry := aclEntry{inherited: strings.HasPrefix(one, "default:")}
		fields := strings.Split(strings.TrimPrefix(one, "default:"), ":")
		if len(fields) != 3 || len(fields[2]) != 3 {
			return nil
		}
		entry.kind = -1
		for kind, word := range kinds {
			if word == fields[0] {
				entry.kind = kind
			}
		}
		if entry.kind < 0 {
			return nil
		}
		entry.name = fields[1]
		for _, letter := range fields[2] {
			entry.bits <<= 1
			if letter != '-' {
				entry.bits |= 1
			}
		}
		entries = append(entries, entry)
	}
	return entries
}

func (e aclEntry) String() string {
	text := kinds[e.kind] + ":" + e.name + ":"
	if e.inherited {
		text = "default:" + text
	}
	for i, letter := range "rwx" {
		if e.bits>>(2-i)&1 == 1 {
			text += string(letter)
		} else {
			text += "-"
		}
	}
	return text
}

func (e aclEntry) sameSubject(o aclEntry) bool {
	return e.inherited == o.inherited && e.kind == o.kind && e.name == o.name
}

func (e aclEntry) before(o aclEntry) bool {
	switch {
	case e.inherited != o.inherited:
		return o.inherited
	case e.kind != o.kind:
		return e.kind < o.kind
	}
	return e.name < o.name
}

func scope(entries []aclEntry, inherited bool) []aclEntry {
	var some []aclEntry
	for _, e := range entries {
		if e.inherited == inherited {
			some = append(some, e)
		}
	}
	return some
}

// rights is all entries of a node, with those for which its mode stands: the mode's group is the mask, where there is one.
func (n *node) rights() []aclEntry {
	access := scope(n.acl, false)
	all := []aclEntry{{kind: ofUser, bits: n.mode >> 6 & 7}}
	group := aclEntry{kind: ofGroup, bits: n.mode >> 3 & 7}
	if len(access) > 0 {
		all = append(all, access...)
		group.kind = ofMask
	}
	all = append(all, group, aclEntry{kind: ofOther, bits: n.mode & 7})
	return append(all, scope(n.acl, true)...)
}

// setRights makes these entries the mode and the list of the node. They are sorted, and have a mask if they have names.
func (n *node) setRights(all []aclEntry) {
	access := scope(all, false)
	last := len(access) - 1
	n.mode = n.mode&^0777 | access[0].bits<<6 | access[last-1].bits<<3 | access[last].bits
	n.acl = nil
	if len(access) > 3 {
		n.acl = append(n.acl, access[1:last-1]...)
	}
	n.acl = append(n.acl, scope(all, true)...)
}

// completed adds the entries that nobody gave: for the owner, group and others of what is inherited those of the access, and in
// each changed scope a mask that is the union of what it limits. The requests of a history give no mask.
func completed(entries []aclEntry, changed map[bool]bool) []aclEntry {
	if len(scope(entries, true)) > 0 {
		for _, e := range scope(entries, false) {
			e.inherited = true
			if e.name == "" && e.kind != ofMask && !has(entries, e) {
				entries = append(entries, e)
			}
		}
	}
	for _, inherited := range []bool{false, true} {
		mask := aclEntry{inherited: inherited, kind: ofMask}
		if !changed[inherited] && has(entries, mask) {
			continue
		}
		var kept []aclEntry
		needed := has(entries, mask)
		for _, e := range entries {
			if e.inherited == inherited && (e.name != "" || e.kind == ofGroup) {
				mask.bits |= e.bits
				needed = needed || e.name != ""
			}
			if !e.sameSubject(mask) {
				kept = append(kept, e)
			}
		}
		entries = kept
		if needed {
			entries = append(entries, mask)
		}
	}
	sort.Slice(entries, func(i, j int) bool { return entries[i].before(entries[j]) })
	return entries
}

func has(entries []aclEntry, wanted aclEntry) bool {
	for _, e := range entries {
		if e.sameSubject(wanted) {
			return true
		}
	}
	return false
}

// inherit gives a new node, which has the mode that was asked for, what its directory hands down.
func (n *node) inherit(parent *node) {
	handed := scope(parent.acl, true)
	if len(handed) == 0 {
		return
	}
	asked := []int32{n.mode >> 6 & 7, 7, n.mode >> 3 & 7, n.mode & 7}
	var all []aclEntry
	for _, e := range handed {
		e.inherited = false
		if e.name == "" {
			e.bits &= asked[e.kind]
		}
		all = append(all, e)
	}
	if n.dir {
		all = append(all, handed...)
	}
	n.setRights(all)
}

// permits says whether a user who owns nothing and is in no group has this access.
func (n *node) permits(user string, wanted int32) bool {
	for _, e := range scope(n.acl, false) {
		if e.kind == ofUser && e.name == user {
			return e.bits&(n.mode>>3&7)&wanted == wanted
		}
	}
	return n.mode&wanted == wanted
}

// setACL replaces the entries of each scope that the request has entries of.
func setACL(root *node, r *Record) (*node, reply) {
	return changeACL(root, r, func(present, asked aclEntry) bool { return present.inherited == asked.inherited })
}

// modifyACL adds entries, or replaces those about the same subject.
func modifyACL(root *node, r *Record) (*node, reply) {
	return changeACL(root, r, aclEntry.sameSubject)
}

func changeACL(root *node, r *Record, replaces func(present, asked aclEntry) bool) (*node, reply) {
	asked := parseACL(r.Value)
	changed := map[bool]bool{}
	for _, e := range asked {
		changed[e.inherited] = true
	}
	if p := at(root, r.Path); p.exists() && !p.last().dir && changed[true] {
		return refused(root, aclRefused)
	}
	return change(root, r, func(n *node) {
		entries := append([]aclEntry(nil), asked...)
		for _, present := range n.rights() {
			kept := true
			for _, e := range asked {
				kept = kept && !replaces(present, e)
			}
			if kept {
				entries = append(entries, present)
			}
		}
		n.setRights(completed(entries, changed))
	})
}

// removeACL leaves the mode alone, with the group's own bits where those of the mask were.
func removeACL(root *node, r *Record) (*node, reply) {
	return change(root, r, func(n *node) {
		for _, e := range scope(n.acl, false) {
			if e.kind == ofGroup {
				n.mode = n.mode&^070 | e.bits<<3
			}
		}
		n.acl = nil
	})
}

func getACL(root *node, r *Record) (*node, reply) {
	return read(root, r, func(n *node) []string {
		var texts []string
		for _, e := range n.acl {
			texts = append(texts, e.String())
		}
		return append(texts, modeText(n.mode))
	})
}

// access is checkAccess by a user who owns nothing: it passes through each directory above.
func access(root *node, r *Record) (*node, reply) {
	p := at(root, r.Path)
	for depth := 1; depth < len(p.chain) && depth < len(p.path); depth++ {
		if above := p.chain[depth]; above.dir && !above.permits(r.User, 1) {
			return refused(root, accessDenied)
		}
	}
	switch {
	case p.throughFile():
		return refused(root, accessDenied)
	case !p.exists():
		return refused(root, notFound)
	case !p.last().permits(r.User, r.Mode):
		return refused(root, accessDenied)
	}
	return root, reply{}
}
