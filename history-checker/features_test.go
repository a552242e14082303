package main

import (
	"math/rand"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

func (s *script) done(r Record) { s.add(r) }

func (s *script) refused(r Record, err string) {
	r.Outcome, r.Error = "refused", err
	s.add(r)
}

func (s *script) told(op, path string, texts ...string) {
	s.add(Record{Op: op, Path: path, Texts: texts})
}

// featured is a history with every feature, all in order.
func featured() *script {
	s := new(script)
	s.mkdir("/p")
	s.mkdir("/p/s")
	s.create("/p/s/a", 7)
	s.done(Record{Op: "setXAttr", Path: "/p/s/a", Name: "user.b", Value: "2"})
	s.done(Record{Op: "setXAttr", Path: "/p/s/a", Name: "user.a", Value: "1", Fresh: true})
	s.done(Record{Op: "setAcl", Path: "/p/s", Value: "user::rwx,group::r-x,other::---,user:alice:rwx"})
	s.done(Record{Op: "setQuota", Path: "/p", Quota: 4})
	s.done(Record{Op: "allowSnapshot", Path: "/p"})
	s.done(Record{Op: "createSnapshot", Path: "/p", Name: "s0"})
	return s
}

func TestAttributes_areThoseThatWereSetLast(t *testing.T) {
	s := featured()
	s.told("getXAttrs", "/p/s/a", "user.a=1", "user.b=2")
	s.refused(Record{Op: "setXAttr", Path: "/p/s/a", Name: "user.a", Value: "3", Fresh: true}, otherIO)
	s.done(Record{Op: "setXAttr", Path: "/p/s/a", Name: "user.a", Value: "3"})
	s.done(Record{Op: "removeXAttr", Path: "/p/s/a", Name: "user.b"})
	s.refused(Record{Op: "removeXAttr", Path: "/p/s/a", Name: "user.b"}, otherIO)
	s.refused(Record{Op: "setXAttr", Path: "/p/x", Name: "user.b"}, notFound)
	s.done(Record{Op: "move", Path: "/p/s", To: "/p/t"})
	s.told("getXAttrs", "/p/t/a", "user.a=3")
	s.told("getXAttrs", "/p/.snapshot/s0/s/a", "user.a=1", "user.b=2")
	s.refused(Record{Op: "getXAttrs", Path: "/p/s/a"}, notFound)
	s.expect(t, porcupine.Ok)
}

func TestLists_followTheRulesOfPosix(t *testing.T) {
	s := featured()
	s.told("getAcl", "/p/s", "user:alice:rwx", "group::r-x", "mode=770")
	s.done(Record{Op: "chmod", Path: "/p/s", Mode: 0751})
	s.told("getAcl", "/p/s", "user:alice:rwx", "group::r-x", "mode=751")
	s.done(Record{Op: "access", Path: "/p/s", User: "alice", Mode: 4})
	s.refused(Record{Op: "access", Path: "/p/s", User: "alice", Mode: 2}, accessDenied)
	s.done(Record{Op: "modifyAcl", Path: "/p/s", Value: "default:user:alice:r-x"})
	inherited := []string{"default:user::rwx", "default:user:alice:r-x", "default:group::r-x", "default:mask::r-x", "default:other::--x"}
	s.told("getAcl", "/p/s", append([]string{"user:alice:rwx", "group::r-x"}, append(inherited, "mode=751")...)...)
	s.add(Record{Op: "mkdir", Path: "/p/s/d", Mode: 0777, Answer: true})
	s.told("getAcl", "/p/s/d", append([]string{"user:alice:r-x", "group::r-x"}, append(inherited, "mode=751")...)...)
	s.done(Record{Op: "setQuota", Path: "/p", Quota: -1})
	s.create("/p/s/d/f", 8).Mode = 0640
	s.told("getAcl", "/p/s/d/f", "user:alice:r-x", "group::r-x", "mode=640")
	s.done(Record{Op: "access", Path: "/p/s/d/f", User: "alice", Mode: 4})
	s.refused(Record{Op: "access", Path: "/p/s/d/f", User: "alice", Mode: 1}, accessDenied)
	s.refused(Record{Op: "modifyAcl", Path: "/p/s/d/f", Value: "default:user:alice:r-x"}, aclRefused)
	s.done(Record{Op: "removeAcl", Path: "/p/s"})
	s.told("getAcl", "/p/s", "mode=751")
	s.done(Record{Op: "modifyAcl", Path: "/p/s", Value: "user:alice:---"})
	s.told("getAcl", "/p/s", "user:alice:---", "group::r-x", "mode=751")
	s.refused(Record{Op: "access", Path: "/p/s/d/f", User: "alice", Mode: 4}, accessDenied)
	s.told("getAcl", "/p/.snapshot/s0/s", "user:alice:rwx", "group::r-x", "mode=770")
	s.refused(Record{Op: "access", Path: "/p/x", User: "alice", Mode: 4}, notFound)
	s.expect(t, porcupine.Ok)
}

func TestQuotas_stopGrowthAlone(t *testing.T) {
	s := featured()
	s.told("usage", "/p", "quota=4", "names=3")
	s.told("usage", "/p/s", "unlimited")
	s.refused(Record{Op: "mkdir", Path: "/p/x/y", Mode: 0755, Parents: true}, namesExceeded)
	s.mkdir("/p/x")
	s.refused(Record{Op: "create", Path: "/p/b", Holder: "h"}, namesExceeded)
	over := *s.create("/p/s/a", 9)
	s.records[len(s.records)-1].Overwrite = true
	s.add(Record{Op: "stat", Path: "/p/s/a", Status: &over})
	s.done(Record{Op: "setQuota", Path: "/p/x", Quota: 1})
	s.refused(Record{Op: "move", Path: "/p/s/a", To: "/p/x/a"}, namesExceeded)
	s.refused(Record{Op: "rename", Path: "/p/s", To: "/p/x"}, namesExceeded)
	s.done(Record{Op: "move", Path: "/p/s/a", To: "/p/b"})
	s.done(Record{Op: "setQuota", Path: "/p", Quota: 1})
	s.told("usage", "/p", "quota=1", "names=4")
	s.refused(Record{Op: "setQuota", Path: "/p/b", Quota: 1}, notDirectory)
	s.add(Record{Op: "delete", Path: "/p/b", Answer: true})
	s.refused(Record{Op: "mkdir", Path: "/p/z", Mode: 0755}, namesExceeded)
	s.done(Record{Op: "setQuota", Path: "/p", Quota: -1})
	s.mkdir("/p/z")
	s.expect(t, porcupine.Ok)
}

func TestSnapshot_showsOneMoment(t *testing.T) {
	s := featured()
	told := file(7, 1_000_032)
	s.add(Record{Op: "stat", Path: "/p/.snapshot/s0/s/a", Status: told})
	s.add(Record{Op: "delete", Path: "/p/s", Recursive: true, Answer: true})
	s.add(Record{Op: "stat", Path: "/p/.snapshot/s0/s/a", Status: told})
	s.add(Record{Op: "stat", Path: "/p/.snapshot/s1/s/a"})
	s.add(Record{Op: "ls", Path: "/p", Found: true})
	s.refused(Record{Op: "createSnapshot", Path: "/p", Name: "s0"}, snapshotRefused)
	s.done(Record{Op: "createSnapshot", Path: "/p", Name: "s1"})
	s.add(Record{Op: "ls", Path: "/p/.snapshot/s1", Found: true})
	s.told("snapshots", "/p", "s0", "s1")
	s.done(Record{Op: "deleteSnapshot", Path: "/p", Name: "s0"})
	s.refused(Record{Op: "deleteSnapshot", Path: "/p", Name: "s0"}, snapshotRefused)
	s.add(Record{Op: "ls", Path: "/p/.snapshot/s0"})
	s.expect(t, porcupine.Ok)

	unallowed := new(script)
	unallowed.mkdir("/p")
	unallowed.refused(Record{Op: "createSnapshot", Path: "/p", Name: "s0"}, snapshotRefused)
	unallowed.refused(Record{Op: "snapshots", Path: "/p"}, snapshotRefused)
	unallowed.expect(t, porcupine.Ok)
}

// Each history ends with one answer that cannot be.
func TestViolationsOfFeatures_areFound(t *testing.T) {
	refused := func(r Record, err string) Record {
		r.Outcome, r.Error = "refused", err
		return r
	}
	for name, history := range map[string][]Record{
		"attribute that was replaced": {
			{Op: "setXAttr", Path: "/p/s/a", Name: "user.a", Value: "3"},
			{Op: "getXAttrs", Path: "/p/s/a", Texts: []string{"user.a=1", "user.b=2"}}},
		"attribute that was removed": {
			{Op: "removeXAttr", Path: "/p/s/a", Name: "user.a"},
			{Op: "getXAttrs", Path: "/p/s/a", Texts: []string{"user.a=1", "user.b=2"}}},
		"attribute that is lost": {{Op: "getXAttrs", Path: "/p/s/a", Texts: []string{"user.b=2"}}},
		"attribute that is removed twice": {
			refused(Record{Op: "removeXAttr", Path: "/p/s/a", Name: "user.a"}, otherIO)},
		"list that was removed": {
			{Op: "removeAcl", Path: "/p/s"},
			{Op: "getAcl", Path: "/p/s", Texts: []string{"user:alice:rwx", "group::r-x", "mode=770"}}},
		"access that was withdrawn": {
			{Op: "modifyAcl", Path: "/p/s", Value: "user:alice:---"},
			{Op: "access", Path: "/p/s", User: "alice", Mode: 4}},
		"access below a directory that is closed": {
			{Op: "removeAcl", Path: "/p/s"},
			{Op: "access", Path: "/p/s/a", User: "alice", Mode: 4}},
		"access that is refused after it was granted": {
			refused(Record{Op: "access", Path: "/p/s", User: "alice", Mode: 4}, accessDenied)},
		"file that does not inherit": {
			{Op: "modifyAcl", Path: "/p/s", Value: "default:user:alice:rwx"},
			{Op: "mkdir", Path: "/p/s/d", Mode: 0755, Answer: true},
			{Op: "getAcl", Path: "/p/s/d", Texts: []string{"mode=755"}}},
		"names above a quota": {
			{Op: "mkdir", Path: "/p/x", Mode: 0755, Answer: true},
			{Op: "mkdir", Path: "/p/y", Mode: 0755, Answer: true}},
		"refusal while there is room": {
			refused(Record{Op: "mkdir", Path: "/p/x", Mode: 0755}, namesExceeded)},
		"refusal after the quota was cleared": {
			{Op: "setQuota", Path: "/p", Quota: -1},
			refused(Record{Op: "mkdir", Path: "/p/x/y", Mode: 0755, Parents: true}, namesExceeded)},
		"count that leaves a name out": {
			{Op: "usage", Path: "/p", Texts: []string{"quota=4", "names=2"}}},
		"quota that was cleared": {
			{Op: "setQuota", Path: "/p", Quota: -1},
			{Op: "usage", Path: "/p", Texts: []string{"quota=4", "names=3"}}},
		"snapshot that shows what came later": {
			{Op: "mkdir", Path: "/p/x", Mode: 0755, Answer: true},
			{Op: "stat", Path: "/p/.snapshot/s0/x", Status: &Attributes{Dir: true, ID: 9, Mode: 0755, Mtime: 1_000_102}}},
		"snapshot that loses what was deleted": {
			{Op: "delete", Path: "/p/s", Recursive: true, Answer: true},
			{Op: "stat", Path: "/p/.snapshot/s0/s"}},
		"snapshot that shows a later mode": {
			{Op: "chmod", Path: "/p/s/a", Mode: 0600},
			{Op: "stat", Path: "/p/.snapshot/s0/s/a", Status: &Attributes{ID: 7, Mode: 0600, Mtime: 1_000_032, Atime: 1_000_032}}},
		"snapshot that shows a later attribute": {
			{Op: "setXAttr", Path: "/p/s/a", Name: "user.a", Value: "3"},
			{Op: "getXAttrs", Path: "/p/.snapshot/s0/s/a", Texts: []string{"user.a=3", "user.b=2"}}},
		"snapshot that was deleted": {
			{Op: "deleteSnapshot", Path: "/p", Name: "s0"},
			{Op: "snapshots", Path: "/p", Texts: []string{"s0"}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := featured()
			for _, r := range history[:len(history)-1] {
				s.add(r)
			}
			s.expect(t, porcupine.Ok)
			s.add(history[len(history)-1])
			s.expect(t, porcupine.Illegal)
		})
	}
}

// A snapshot that is taken beside two writes has the first of them if it has the second one.
func TestSnapshotOfTwoMoments_isFound(t *testing.T) {
	for _, first := range []bool{true, false} {
		s := new(script)
		s.mkdir("/p")
		s.done(Record{Op: "allowSnapshot", Path: "/p"})
		s.add(Record{Op: "createSnapshot", Path: "/p", Name: "s0", Call: 100, Return: 200})
		s.add(Record{Op: "mkdir", Path: "/p/x", Mode: 0755, Answer: true, Call: 110, Return: 120})
		s.add(Record{Op: "mkdir", Path: "/p/y", Mode: 0755, Answer: true, Call: 130, Return: 140})
		dir := func(name string, id int64) Attributes {
			return Attributes{Name: name, Dir: true, ID: id, Mode: 0755, Mtime: 1_000_115 + 20*(id-8)}
		}
		shown := Record{Op: "ls", Path: "/p/.snapshot/s0", Found: true, Entries: []Attributes{dir("y", 9)}, Call: 300, Return: 310}
		want := porcupine.Illegal
		if first {
			shown.Entries = []Attributes{dir("x", 8)}
			want = porcupine.Ok
		}
		s.add(shown)
		s.expect(t, want)
	}
}

// Random histories of the features pass, and do not if what was told of one is falsified. They are short: that there is no order
// is known only after all orders have been tried.
func TestRandomHistoriesOfFeatures_passAndFalsifiedOnesDoNot(t *testing.T) {
	falsified := map[string]int{}
	for seed := int64(1); seed <= 5; seed++ {
		for _, op := range []string{"", "getXAttrs", "getAcl", "usage", "snapshots"} {
			history := simulate(rand.New(rand.NewSource(seed)), 300, append(filesAlone, features...))
			want := "ok"
			if op != "" && falsifyTexts(rand.New(rand.NewSource(seed)), history, op) {
				falsified[op]++
				want = "violation"
			}
			if finding, _ := check(history, 30*time.Second); finding.Result != want {
				t.Fatalf("seed %d, falsified %q: %+v", seed, op, finding)
			}
		}
	}
	if len(falsified) != 4 {
		t.Errorf("falsified: %v", falsified)
	}
}

// falsifyTexts changes what one of these operations told, if one did.
func falsifyTexts(random *rand.Rand, history []*Record, op string) bool {
	var told []*Record
	for _, r := range history {
		if r.Op == op && r.Outcome == "ok" {
			told = append(told, r)
		}
	}
	if len(told) == 0 {
		return false
	}
	r := told[random.Intn(len(told))]
	r.Texts = append([]string{"never told"}, r.Texts...)
	return true
}
