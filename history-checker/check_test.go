package main

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// script builds a history by hand. Each operation takes the next tick unless it is given times of its own.
type script struct {
	tick    int64
	records []*Record
}

func (s *script) add(r Record) *Record {
	if r.Call == 0 {
		s.tick += 10
		r.Call, r.Return = s.tick, s.tick+5
	}
	r.CallMillis, r.ReturnMillis = 1_000_000+r.Call, 1_000_000+r.Return
	if r.Outcome == "" {
		r.Outcome = "ok"
	}
	s.records = append(s.records, &r)
	return &r
}

func (s *script) mkdir(path string) { s.add(Record{Op: "mkdir", Path: path, Mode: 0755, Answer: true}) }

// create makes a closed file of this number.
func (s *script) create(path string, id int64) *Attributes {
	now := 1_000_000 + s.tick + 12
	told := &Attributes{ID: id, Mode: 0644, Mtime: now, Atime: now}
	s.add(Record{Op: "create", Path: path, Mode: 0644, Holder: "h", Status: told})
	return told
}

func file(id int64, millis int64) *Attributes {
	return &Attributes{ID: id, Mode: 0644, Mtime: millis, Atime: millis}
}

func (s *script) expect(t *testing.T, want porcupine.CheckResult) {
	t.Helper()
	if got := checkPart(s.records, 10*time.Second); got != want {
		t.Errorf("%v, expected %v", got, want)
		for _, r := range s.records {
			t.Logf("%d..%d %s", r.Call, r.Return, describe(r))
		}
	}
}

func TestSequentialHistory_isLinearizable(t *testing.T) {
	s := new(script)
	s.mkdir("/p")
	a := s.create("/p/a", 7)
	s.add(Record{Op: "open", Path: "/p/a", Open: true})
	s.add(Record{Op: "create", Path: "/p/a", Holder: "i", Outcome: "refused", Error: beingCreated})
	s.add(Record{Op: "complete", Path: "/p/a", ID: 7, Holder: "h", Answer: true})
	s.add(Record{Op: "open", Path: "/p/a"})
	s.add(Record{Op: "create", Path: "/p/a", Holder: "i", Outcome: "refused", Error: alreadyExists})
	s.add(Record{Op: "setTimes", Path: "/p/a", Time: 3})
	s.add(Record{Op: "chmod", Path: "/p/a", Mode: 0600})
	told := Attributes{ID: a.ID, Mode: 0600, Mtime: 3, Atime: 3}
	s.add(Record{Op: "stat", Path: "/p/a", Status: &told})
	s.add(Record{Op: "move", Path: "/p/a", To: "/p/b"})
	s.add(Record{Op: "stat", Path: "/p/a"})
	told.Name = "b"
	s.add(Record{Op: "ls", Path: "/p", Found: true, Entries: []Attributes{told}})
	s.add(Record{Op: "delete", Path: "/p", Outcome: "refused", Error: notEmpty})
	s.add(Record{Op: "delete", Path: "/p", Recursive: true, Answer: true})
	s.add(Record{Op: "complete", Path: "/p/a", ID: 7, Holder: "h", Outcome: "refused", Error: notFound})
	s.add(Record{Op: "ls", Path: "/p"})
	s.expect(t, porcupine.Ok)
}

func TestRefusals_areThoseOfHdfs(t *testing.T) {
	s := new(script)
	s.mkdir("/p")
	s.mkdir("/p/s")
	s.mkdir("/p/s/t")
	s.create("/p/a", 7)
	refused := func(op, path, to, err string) {
		s.add(Record{Op: op, Path: path, To: to, Outcome: "refused", Error: err})
	}
	refused("create", "/p/s", "", alreadyExists)
	refused("create", "/p/x/y", "", notFound)
	refused("create", "/p/a/y", "", parentNoDir)
	refused("mkdir", "/p/a", "", alreadyExists)
	refused("mkdir", "/p/a/y", "", parentNoDir)
	refused("mkdir", "/p/x/y", "", notFound)
	refused("open", "/p/x", "", notFound)
	refused("open", "/p/s", "", notFound)
	refused("open", "/p/a/x", "", notFound)
	refused("chmod", "/p/x", "", notFound)
	refused("setTimes", "/p/a/x", "", accessDenied)
	refused("move", "/p/x", "/p/y", notFound)
	refused("move", "/p/a", "/p/a", alreadyExists)
	refused("move", "/p/s", "/p/s/t/u", otherIO)
	refused("move", "/p/a", "/p/s", otherIO)
	refused("move", "/p/s/t", "/p/s", alreadyExists)
	refused("move", "/p/a", "/p/x/y", notFound)
	refused("move", "/p/s", "/p/a/y", parentNoDir)
	s.add(Record{Op: "rename", Path: "/p/x", To: "/p/y"})
	s.add(Record{Op: "rename", Path: "/p/a", To: "/p/a", Answer: true})
	s.add(Record{Op: "rename", Path: "/p/s", To: "/p/s"})
	s.add(Record{Op: "rename", Path: "/p/a", To: "/p/s", Answer: true})
	s.add(Record{Op: "stat", Path: "/p/s/a", Status: file(7, 1_000_042)})
	s.add(Record{Op: "stat", Path: "/p/s/a/b"})
	s.add(Record{Op: "delete", Path: "/p/x"})
	s.expect(t, porcupine.Ok)
}

func TestConcurrentOperations_mayTakeEffectInAnyOrder(t *testing.T) {
	s := new(script)
	s.mkdir("/p")
	s.create("/p/a", 7)
	s.add(Record{Op: "delete", Path: "/p/a", Answer: true, Call: 100, Return: 200})
	s.add(Record{Op: "stat", Path: "/p/a", Call: 110, Return: 120})
	s.add(Record{Op: "stat", Path: "/p/a", Call: 105, Return: 115, Status: file(7, 1_000_000+22)})
	s.expect(t, porcupine.Ok)
}

func TestStaleReads_areFound(t *testing.T) {
	for name, stale := range map[string]Record{
		"stat of the old name after a rename": {Op: "stat", Path: "/p/a", Status: file(7, 1_000_022)},
		"absent name after a rename":          {Op: "stat", Path: "/p/b"},
		"ls from before the rename":           {Op: "ls", Path: "/p", Found: true, Entries: []Attributes{{Name: "a", ID: 7, Mode: 0644, Mtime: 1_000_022, Atime: 1_000_022}}},
		"empty ls":                            {Op: "ls", Path: "/p", Found: true},
		"ls of a directory that is not there": {Op: "ls", Path: "/p"},
		"open under the old name":             {Op: "open", Path: "/p/a", Open: true},
		"another inode":                       {Op: "stat", Path: "/p/b", Status: file(8, 1_000_022)},
		"another time":                        {Op: "stat", Path: "/p/b", Status: file(7, 1_000_021)},
		"another mode":                        {Op: "stat", Path: "/p/b", Status: &Attributes{ID: 7, Mode: 0600, Mtime: 1_000_022, Atime: 1_000_022}},
		"closed file":                         {Op: "open", Path: "/p/b"},
		"refusal for the old name":            {Op: "move", Path: "/p/b", To: "/p/c", Outcome: "refused", Error: notFound},
	} {
		t.Run(name, func(t *testing.T) {
			s := new(script)
			s.mkdir("/p")
			s.create("/p/a", 7)
			s.add(Record{Op: "move", Path: "/p/a", To: "/p/b"})
			s.add(stale)
			s.expect(t, porcupine.Illegal)
		})
	}
}

func TestStaleTimeOfDirectory_isFound(t *testing.T) {
	s := new(script)
	s.mkdir("/p")
	s.tick = 5000
	s.create("/p/a", 7)
	dir := &Attributes{Dir: true, ID: 3, Mode: 0755, Mtime: 1_000_012}
	s.add(Record{Op: "stat", Path: "/p", Status: dir})
	s.expect(t, porcupine.Illegal)
	dir.Mtime = 1_005_012
	s.expect(t, porcupine.Ok)
	s.add(Record{Op: "stat", Path: "/p", Status: &Attributes{Dir: true, ID: 3, Mode: 0755, Mtime: 1_005_011}})
	s.expect(t, porcupine.Illegal)
}

func TestReadsThatDisagreeOnTheOrder_areFound(t *testing.T) {
	s := new(script)
	s.mkdir("/p")
	s.create("/p/a", 7)
	// The delete lasts; one reader has seen it, a later one has not.
	s.add(Record{Op: "delete", Path: "/p/a", Answer: true, Call: 100, Return: 200})
	s.add(Record{Op: "stat", Path: "/p/a", Call: 110, Return: 120})
	s.add(Record{Op: "stat", Path: "/p/a", Call: 130, Return: 140, Status: file(7, 1_000_022)})
	s.expect(t, porcupine.Illegal)
}

func TestWritesExecutedTwice_areFound(t *testing.T) {
	for name, twice := range map[string]Record{
		"create": {Op: "create", Path: "/p/b", Mode: 0644, Holder: "h", Outcome: "refused", Error: beingCreated},
		"rename": {Op: "move", Path: "/p/a", To: "/p/b", Outcome: "refused", Error: notFound},
		"delete": {Op: "delete", Path: "/p/a"},
	} {
		t.Run(name, func(t *testing.T) {
			s := new(script)
			s.mkdir("/p")
			s.create("/p/a", 7)
			s.add(twice)
			s.expect(t, porcupine.Illegal)
		})
	}
	t.Run("create with another number", func(t *testing.T) {
		s := new(script)
		s.mkdir("/p")
		s.create("/p/a", 7)
		s.add(Record{Op: "stat", Path: "/p/a", Status: file(9, 1_000_022)})
		s.expect(t, porcupine.Illegal)
	})
	t.Run("one inode under two names", func(t *testing.T) {
		s := new(script)
		s.mkdir("/p")
		s.mkdir("/p/s")
		s.mkdir("/p/t")
		s.add(Record{Op: "stat", Path: "/p/s", Status: &Attributes{Dir: true, ID: 4, Mode: 0755, Mtime: 1_000_022}})
		s.add(Record{Op: "stat", Path: "/p/t", Status: &Attributes{Dir: true, ID: 4, Mode: 0755, Mtime: 1_000_032}})
		s.expect(t, porcupine.Illegal)
	})
}

func TestUnknownOutcome_mayHaveHappenedLaterOrNever(t *testing.T) {
	for _, found := range []*Attributes{nil, file(7, 1_000_030)} {
		s := new(script)
		s.mkdir("/p")
		s.add(Record{Op: "create", Path: "/p/a", Mode: 0644, Holder: "h", Outcome: "unknown"})
		s.add(Record{Op: "stat", Path: "/p/a"})
		s.add(Record{Op: "stat", Path: "/p/a", Status: found})
		s.expect(t, porcupine.Ok)
	}
	s := new(script)
	s.mkdir("/p")
	s.add(Record{Op: "create", Path: "/p/a", Mode: 0644, Holder: "h", Outcome: "unknown"})
	s.add(Record{Op: "stat", Path: "/p/a", Status: file(7, 1_000_025)})
	s.add(Record{Op: "stat", Path: "/p/a"})
	s.expect(t, porcupine.Illegal) // once seen, it stays
}

func TestLostWrite_isToldFromAStaleRead(t *testing.T) {
	s := new(script)
	s.mkdir("/p")
	s.create("/p/a", 7)
	s.add(Record{Op: "ls", Path: "/p", Found: true, Final: true})
	finding, worst := check(s.records, time.Second)
	if finding.Result != "violation" || finding.Lost != 1 || len(worst) == 0 {
		t.Errorf("%+v", finding)
	}
}

func TestPartitions_areJoinedByRenamesOnly(t *testing.T) {
	s := new(script)
	for _, path := range []string{"/p", "/q", "/r", "/s"} {
		s.mkdir(path)
	}
	s.mkdir("/p/d")
	s.add(Record{Op: "move", Path: "/p/d", To: "/r/d"})
	s.add(Record{Op: "move", Path: "/q/x", To: "/q/y", Outcome: "refused", Error: notFound})
	var sizes []int
	for _, part := range partition(s.records) {
		sizes = append(sizes, len(part))
	}
	if got := fmt.Sprint(sizes); got != "[4 2 1]" && got != "[2 4 1]" && got != "[2 1 4]" {
		t.Errorf("%v", got)
	}
}

func TestViolation_isCutShortAndShown(t *testing.T) {
	s := new(script)
	s.mkdir("/p")
	s.create("/p/a", 7)
	s.add(Record{Op: "stat", Path: "/p/a"})
	for i := int64(0); i < 50; i++ {
		s.create(fmt.Sprintf("/p/x%d", i), 100+i)
	}
	finding, worst := check(s.records, 10*time.Second)
	if len(worst) != 3 {
		t.Errorf("%d operations are shown", len(worst))
	}
	prefix := filepath.Join(t.TempDir(), "violation")
	if err := finding.show(worst, prefix); err != nil {
		t.Fatal(err)
	}
	if finding.Culprit != "stat /p/a → nothing" {
		t.Error(finding.Culprit)
	}
	again, err := ReadHistory([]string{prefix + ".jsonl"})
	if err != nil || checkPart(again, time.Second) != porcupine.Illegal {
		t.Errorf("%v: the file that is written does not show the violation", err)
	}
	if page, err := os.ReadFile(prefix + ".html"); err != nil || !strings.Contains(string(page), "stat /p/a") {
		t.Errorf("no picture: %v", err)
	}
}

func TestUndecided_isNoSuccess(t *testing.T) {
	if (&Finding{Result: "undecided"}).exit() != exitUndecided {
		t.Error("undecided must not end with 0")
	}
}

func TestBadLines_areRefused(t *testing.T) {
	for _, line := range []string{
		"x", `{"op":"fly","path":"/","outcome":"ok"}`, `{"op":"stat","path":"/","outcome":"maybe"}`,
		`{"op":"stat","path":"p","outcome":"ok"}`, `{"op":"stat","path":"/","outcome":"ok","call":5,"return":4}`,
		`{"op":"stat","path":"/","outcome":"ok","surprise":1}`,
	} {
		if _, err := readRecords(strings.NewReader(line)); err == nil {
			t.Error(line)
		}
	}
}

// A random run of the model itself, with clients that overlap, is in order; with one answer falsified it is not.
func TestRandomHistories_ofTheModelPassAndFalsifiedOnesDoNot(t *testing.T) {
	for seed := int64(1); seed <= 20; seed++ {
		history := simulate(rand.New(rand.NewSource(seed)), 2000, filesAlone)
		finding, _ := check(history, 30*time.Second)
		if finding.Result != "ok" {
			t.Fatalf("seed %d: %+v", seed, finding)
		}
		falsify(rand.New(rand.NewSource(seed)), history)
		finding, _ = check(history, 30*time.Second)
		if finding.Result != "violation" {
			t.Fatalf("seed %d, falsified: %+v", seed, finding)
		}
	}
}

var filesAlone = []string{
	"stat", "stat", "ls", "open", "create", "mkdir", "move", "rename", "delete", "chmod", "setTimes",
}

var features = []string{
	"setXAttr", "removeXAttr", "getXAttrs", "setAcl", "modifyAcl", "removeAcl", "getAcl", "access",
	"setQuota", "usage", "allowSnapshot", "createSnapshot", "deleteSnapshot", "snapshots",
}

// simulate lets eight clients call one tree, each operation taking effect at some time between its call and its return.
func simulate(random *rand.Rand, count int, ops []string) []*Record {
	root := newRoot()
	var history []*Record
	nextID := int64(1000)
	names := []string{"a", "b", "s", "s/a", "s/b", "t", "t/a"}
	pick := func() string { return "/p/" + names[random.Intn(len(names))] }
	history = append(history, &Record{Op: "mkdir", Path: "/p", Mode: 0755, Outcome: "ok", Answer: true, Return: 1})
	root, _ = operations["mkdir"](root, history[0])
	for i := 1; i < count; i++ {
		effect := int64(i) * 10
		r := &Record{
			Client: i % 8, Path: pick(), Mode: int32(0600 + random.Intn(64)), Time: effect,
			Overwrite: random.Intn(2) == 0, Recursive: random.Intn(2) == 0, Holder: "h", Outcome: "ok",
			Call: effect - random.Int63n(35), Return: effect + random.Int63n(35),
		}
		// The clock of this world is the time of the effect.
		r.CallMillis, r.ReturnMillis = effect+clockSlackMillis, effect-clockSlackMillis
		r.Op = ops[random.Intn(len(ops))]
		if len(ops) > len(filesAlone) {
			feature(random, r)
		}
		if r.Op == "move" || r.Op == "rename" {
			r.To = pick()
		}
		if r.Op == "create" {
			nextID++
			r.Status = &Attributes{ID: nextID}
		}
		next, answer := operations[r.Op](root, r)
		r.Answer, r.Texts = answer.answer, answer.texts
		if answer.err != "" {
			r.Outcome, r.Error = "refused", answer.err
		} else if n := answer.node; n != nil {
			switch {
			case r.Op == "ls" && n.dir:
				for _, child := range n.children {
					r.Entries = append(r.Entries, tell(child, child.name, &nextID))
				}
			case r.Op == "ls":
				r.Entries = []Attributes{tell(n, "", &nextID)}
			case r.Op == "open":
				r.Open = n.writer != ""
			default:
				told := tell(n, "", &nextID)
				r.Status = &told
			}
			r.Found = r.Op == "ls"
		}
		root = next
		r.CallMillis, r.ReturnMillis = effect, effect
		history = append(history, r)
	}
	return history
}

// feature adds what operations of features ask for. Snapshots are of one directory, and some reads are in one of them.
func feature(random *rand.Rand, r *Record) {
	r.Name, r.Value = fmt.Sprint("user.", random.Intn(3)), fmt.Sprint(random.Intn(100))
	r.User, r.Quota = "alice", int64(random.Intn(8)-1)
	if strings.HasSuffix(strings.ToLower(r.Op), "acl") {
		r.Value = []string{"user:alice:r-x", "user:alice:-wx", "default:user:alice:rwx"}[random.Intn(3)]
		if r.Op == "setAcl" {
			r.Value = "user::rwx,group::r-x,other::--x," + r.Value
		}
	}
	if strings.Contains(strings.ToLower(r.Op), "snapshot") {
		r.Path, r.Name = "/p", fmt.Sprint("s", random.Intn(3))
	} else if r.isRead() && r.Op != "open" && r.Op != "access" && random.Intn(4) == 0 {
		r.Path = fmt.Sprint("/p/.snapshot/s", random.Intn(3), r.Path[2:])
	} else if strings.HasSuffix(strings.ToLower(r.Op), "quota") || r.Op == "usage" {
		r.Path = "/p"
	}
	if r.Op == "access" {
		r.Mode = int32(1 << random.Intn(3))
	}
}

// tell makes known what is not known of a node yet; the simulated tree is nobody else's.
func tell(n *node, name string, nextID *int64) Attributes {
	if n.id == anyID {
		*nextID++
		n.id = *nextID
	}
	n.mtime, n.atime = exactly(n.mtime.from), exactly(n.atime.from)
	return Attributes{Name: name, Dir: n.dir, ID: n.id, Mode: n.mode, Mtime: n.mtime.from, Atime: n.atime.from}
}

// falsify changes one answer into one that cannot be.
func falsify(random *rand.Rand, history []*Record) {
	for {
		r := history[len(history)/2+random.Intn(len(history)/4)]
		if r.Op == "stat" && r.Status != nil {
			r.Status.Mode ^= 0111
			return
		}
	}
}
