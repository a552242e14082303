package main

import (
	"fmt"
	"sort"
	"strings"
)

// Below this name of a directory are its snapshots.
const snapshotsName = ".snapshot"

// read is an operation that tells of what is at a path.
func read(root *node, r *Record, texts func(*node) []string) (*node, reply) {
	p := at(root, r.Path)
	switch {
	case p.throughFile():
		return refused(root, accessDenied)
	case !p.exists():
		return refused(root, notFound)
	}
	return root, reply{texts: texts(p.last())}
}

func modeText(mode int32) string { return fmt.Sprintf("mode=%03o", mode&0777) }

// An attribute is kept as name=value, in the order of names.
func attribute(n *node, name string) int {
	for i, text := range n.xattrs {
		if strings.HasPrefix(text, name+"=") {
			return i
		}
	}
	return -1
}

func (n *node) withoutAttribute(name string) []string {
	var kept []string
	for _, text := range n.xattrs {
		if !strings.HasPrefix(text, name+"=") {
			kept = append(kept, text)
		}
	}
	return kept
}

// setXAttr refuses to replace a value if it is to make a new one.
func setXAttr(root *node, r *Record) (*node, reply) {
	if p := at(root, r.Path); r.Fresh && p.exists() && attribute(p.last(), r.Name) >= 0 {
		return refused(root, otherIO)
	}
	return change(root, r, func(n *node) {
		n.xattrs = append(n.withoutAttribute(r.Name), r.Name+"="+r.Value)
		sort.Strings(n.xattrs)
	})
}

func removeXAttr(root *node, r *Record) (*node, reply) {
	if p := at(root, r.Path); p.exists() && attribute(p.last(), r.Name) < 0 {
		return refused(root, otherIO)
	}
	return change(root, r, func(n *node) { n.xattrs = n.withoutAttribute(r.Name) })
}

func getXAttrs(root *node, r *Record) (*node, reply) {
	return read(root, r, func(n *node) []string { return n.xattrs })
}

// count is how many files and directories there are, this one included. What snapshots keep is not counted.
func (n *node) count() int64 {
	count := int64(1)
	for _, child := range n.children {
		count += child.count()
	}
	return count
}

// exceeds says whether so many more names below the last of these directories are more than one of them has room for.
func exceeds(chain []*node, more int64) bool {
	for _, n := range chain {
		if more > 0 && n.quota > 0 && n.count()+more > n.quota {
			return true
		}
	}
	return false
}

// exceedsByMove counts for the directories above the new place that are not above the old one.
func exceedsByMove(from, to place) bool {
	shared := 1
	for shared < len(to.path) && shared < len(from.path) && to.path[shared-1] == from.path[shared-1] {
		shared++
	}
	more := from.last().count()
	if to.exists() {
		more -= to.last().count()
	}
	return exceeds(to.chain[shared:len(to.path)], more)
}

// setQuota limits names, to any number or to none.
func setQuota(root *node, r *Record) (*node, reply) {
	if p := at(root, r.Path); p.exists() && !p.last().dir {
		return refused(root, notDirectory)
	}
	return change(root, r, func(n *node) { n.quota = r.Quota })
}

// usage tells how many names there are below a directory with a quota. Without a quota nobody counts at one moment.
func usage(root *node, r *Record) (*node, reply) {
	return read(root, r, func(n *node) []string {
		if n.quota <= 0 {
			return []string{"unlimited"}
		}
		return []string{fmt.Sprintf("quota=%d", n.quota), fmt.Sprintf("names=%d", n.count())}
	})
}

func allowSnapshot(root *node, r *Record) (*node, reply) {
	return atRootOfSnapshots(root, r, func(n *node) string {
		if n.snapshots == nil {
			n.snapshots = &node{name: snapshotsName, dir: true, mode: anyMode, mtime: anyTime, atime: anyTime}
		}
		return ""
	})
}

// createSnapshot keeps the tree as it is at this moment.
func createSnapshot(root *node, r *Record) (*node, reply) {
	return atRootOfSnapshots(root, r, func(n *node) string {
		if n.snapshots == nil || n.snapshots.child(r.Name) != nil {
			return snapshotRefused
		}
		n.mtime = r.now()
		taken := n.with(func(c *node) { c.name, c.snapshots = r.Name, nil })
		n.snapshots = n.snapshots.withChild(taken)
		return ""
	})
}

func deleteSnapshot(root *node, r *Record) (*node, reply) {
	return atRootOfSnapshots(root, r, func(n *node) string {
		if n.snapshots == nil || n.snapshots.child(r.Name) == nil {
			return snapshotRefused
		}
		n.mtime = r.now()
		n.snapshots = n.snapshots.withoutChild(r.Name)
		return ""
	})
}

// snapshots lists the names of a directory's snapshots.
func snapshots(root *node, r *Record) (*node, reply) {
	p := at(root, r.Path)
	if !p.exists() || p.last().snapshots == nil {
		return refused(root, snapshotRefused)
	}
	var names []string
	for _, one := range p.last().snapshots.children {
		names = append(names, one.name)
	}
	return root, reply{texts: names}
}

func atRootOfSnapshots(root *node, r *Record, how func(*node) string) (*node, reply) {
	p := at(root, r.Path)
	if !p.exists() {
		return refused(root, notFound)
	}
	err := ""
	changed := root.update(p.path, func(n *node) *node { return n.with(func(c *node) { err = how(c) }) })
	if err != "" {
		return refused(root, err)
	}
	return changed, reply{}
}

// same says whether two lists have the same elements.
func same[E comparable](a, b []E) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// inSnapshot says whether the path leads into a snapshot.
func inSnapshot(path []string) bool {
	for _, name := range path {
		if name == snapshotsName {
			return true
		}
	}
	return false
}
