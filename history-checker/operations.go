package main

// The names under which clients report errors: HDFS's exceptions, without their package.
const (
	notFound      = "FileNotFoundException"
	alreadyExists = "FileAlreadyExistsException"
	parentNoDir   = "ParentNotDirectoryException"
	notEmpty      = "PathIsNotEmptyDirectoryException"
	accessDenied  = "AccessControlException"
	beingCreated  = "AlreadyBeingCreatedException"
	leaseExpired  = "LeaseExpiredException"
	otherIO       = "IOException"
	notDirectory  = "PathIsNotDirectoryException"
	ownerMayPass  = 0300

	aclRefused      = "AclException"
	namesExceeded   = "NSQuotaExceededException"
	snapshotRefused = "SnapshotException"
)

// reply is what the sequential file system answers to one operation.
type reply struct {
	err    string // one of the names above, or none
	answer bool
	node   *node // what a stat, ls or open is about; nil if there is nothing
	texts  []string
}

// operation is one call of the file system, executed in one step: from a tree to the next one and the answer.
type operation func(root *node, r *Record) (*node, reply)

var operations = map[string]operation{}

func init() {
	operations["stat"] = stat
	operations["ls"] = list
	operations["open"] = open
	operations["create"] = create
	operations["complete"] = complete
	operations["mkdir"] = mkdir
	operations["move"] = move
	operations["rename"] = rename
	operations["delete"] = remove
	operations["chmod"] = chmod
	operations["setTimes"] = setTimes
	operations["setXAttr"] = setXAttr
	operations["removeXAttr"] = removeXAttr
	operations["getXAttrs"] = getXAttrs
	operations["setAcl"] = setACL
	operations["modifyAcl"] = modifyACL
	operations["removeAcl"] = removeACL
	operations["getAcl"] = getACL
	operations["access"] = access
	operations["setQuota"] = setQuota
	operations["usage"] = usage
	operations["allowSnapshot"] = allowSnapshot
	operations["createSnapshot"] = createSnapshot
	operations["deleteSnapshot"] = deleteSnapshot
	operations["snapshots"] = snapshots
}

func refused(root *node, err string) (*node, reply) { return root, reply{err: err} }

// place is a path with what there is on it.
type place struct {
	path  []string
	chain []*node
}

func at(root *node, path string) place {
	names := splitPath(path)
	return place{names, root.chain(names)}
}

func (p place) last() *node { return p.chain[len(p.chain)-1] }

func (p place) exists() bool { return len(p.chain) == len(p.path)+1 }

// throughFile says whether the path leads on below a file.
func (p place) throughFile() bool { return !p.exists() && !p.last().dir }

func (p place) hasParent() bool { return len(p.chain) >= len(p.path) }

func (p place) under(above place) bool {
	if len(p.path) < len(above.path) {
		return false
	}
	for i, name := range above.path {
		if p.path[i] != name {
			return false
		}
	}
	return true
}

// getFileInfo: a superuser is told that nothing is there, even below a file.
func stat(root *node, r *Record) (*node, reply) {
	p := at(root, r.Path)
	if !p.exists() {
		return root, reply{}
	}
	return root, reply{node: p.last()}
}

func list(root *node, r *Record) (*node, reply) {
	p := at(root, r.Path)
	switch {
	case p.throughFile():
		return refused(root, accessDenied)
	case !p.exists():
		return root, reply{}
	}
	return root, reply{node: p.last()}
}

// open is getBlockLocations, for which what lies below a file is missing, as in a directory.
func open(root *node, r *Record) (*node, reply) {
	p := at(root, r.Path)
	if !p.exists() || p.last().dir {
		return refused(root, notFound)
	}
	return root, reply{node: p.last()}
}

func create(root *node, r *Record) (*node, reply) {
	p := at(root, r.Path)
	switch {
	case p.throughFile():
		return refused(root, parentNoDir)
	case p.exists() && p.last().dir:
		return refused(root, alreadyExists)
	case !p.hasParent():
		return refused(root, notFound)
	case p.exists() && !r.Overwrite && p.last().writer != "":
		return refused(root, beingCreated)
	case p.exists() && !r.Overwrite:
		return refused(root, alreadyExists)
	case !p.exists() && exceeds(p.chain, 1):
		return refused(root, namesExceeded)
	}
	file := &node{id: anyID, mode: r.Mode, mtime: r.now(), atime: r.now(), writer: r.Holder}
	file.inherit(p.chain[len(p.path)-1])
	if r.Status != nil {
		file.id = r.Status.ID
	}
	return root.put(p.path, file, r.now()), reply{node: file}
}

// complete closes the file that the caller has created, wherever it is by now.
func complete(root *node, r *Record) (*node, reply) {
	path, file := root.find(r.ID)
	switch {
	case file == nil:
		return refused(root, notFound)
	case file.writer == "":
		return root, reply{answer: true}
	case file.writer != r.Holder:
		return refused(root, leaseExpired)
	}
	return root.update(path, func(n *node) *node {
		return n.with(func(c *node) { c.writer, c.mtime = "", r.now() })
	}), reply{answer: true}
}

func mkdir(root *node, r *Record) (*node, reply) {
	p := at(root, r.Path)
	switch {
	case p.throughFile():
		return refused(root, parentNoDir)
	case p.exists() && p.last().dir:
		return root, reply{answer: true}
	case p.exists():
		return refused(root, alreadyExists)
	case !p.hasParent() && !r.Parents:
		return refused(root, notFound)
	case exceeds(p.chain, int64(len(p.path)+1-len(p.chain))):
		return refused(root, namesExceeded)
	}
	parent := p.last()
	for depth := len(p.chain); depth <= len(p.path); depth++ {
		made := &node{dir: true, mode: r.Mode, mtime: r.now(), atime: exactly(0)}
		if depth < len(p.path) {
			made.mode |= ownerMayPass
		}
		made.inherit(parent)
		parent = made
		root = root.put(p.path[:depth], made, r.now())
	}
	return root, reply{answer: true}
}

// move is rename2, which says why it cannot.
func move(root *node, r *Record) (*node, reply) {
	from, to := at(root, r.Path), at(root, r.To)
	switch {
	case from.throughFile():
		return refused(root, accessDenied)
	case to.throughFile():
		return refused(root, parentNoDir)
	case !from.exists():
		return refused(root, notFound)
	case r.Path == r.To:
		return refused(root, alreadyExists)
	case to.under(from):
		return refused(root, otherIO)
	case to.exists() && to.last().dir != from.last().dir:
		return refused(root, otherIO)
	case to.exists() && !r.Overwrite:
		return refused(root, alreadyExists)
	case to.exists() && len(to.last().children) > 0:
		return refused(root, otherIO)
	case !to.hasParent():
		return refused(root, notFound)
	case exceedsByMove(from, to):
		return refused(root, namesExceeded)
	}
	return moved(root, from, to, r), reply{}
}

// rename is the old one, which moves into a directory and answers false where it cannot.
func rename(root *node, r *Record) (*node, reply) {
	from, to := at(root, r.Path), at(root, r.To)
	if to.exists() && to.last().dir && len(from.path) > 0 {
		to = at(root, r.To+"/"+from.path[len(from.path)-1])
	}
	switch {
	case from.throughFile():
		return refused(root, accessDenied)
	case to.throughFile():
		return refused(root, parentNoDir)
	case !from.exists():
		return root, reply{}
	case len(from.path) == len(to.path) && to.under(from):
		return root, reply{answer: true}
	case to.under(from) || to.exists() || !to.hasParent():
		return root, reply{}
	case exceedsByMove(from, to):
		return refused(root, namesExceeded)
	}
	return moved(root, from, to, r), reply{answer: true}
}

func moved(root *node, from, to place, r *Record) *node {
	return root.remove(from.path, r.now()).put(to.path, from.last(), r.now())
}

func remove(root *node, r *Record) (*node, reply) {
	p := at(root, r.Path)
	switch {
	case p.throughFile():
		return refused(root, accessDenied)
	case !p.exists():
		return root, reply{}
	case len(p.last().children) > 0 && !r.Recursive:
		return refused(root, notEmpty)
	}
	return root.remove(p.path, r.now()), reply{answer: true}
}

func chmod(root *node, r *Record) (*node, reply) {
	return change(root, r, func(n *node) { n.mode = r.Mode })
}

func setTimes(root *node, r *Record) (*node, reply) {
	return change(root, r, func(n *node) { n.mtime, n.atime = exactly(r.Time), exactly(r.Time) })
}

func change(root *node, r *Record, how func(*node)) (*node, reply) {
	p := at(root, r.Path)
	switch {
	case p.throughFile():
		return refused(root, accessDenied)
	case !p.exists():
		return refused(root, notFound)
	}
	return root.update(p.path, func(n *node) *node { return n.with(how) }), reply{}
}
