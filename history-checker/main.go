// Command history-checker decides whether a recorded history of file system operations is linearizable: whether there is an order
// of all operations that respects real time and in which a file system on one machine would have given the same answers.
//
//	history-checker [-timeout 60s] [-report PREFIX] FILE...
//
// The files, with one JSON object in each line, are one history. It prints a JSON object with its finding and ends with 0 if the
// history is linearizable, 1 if not, 2 if that could not be decided in the time, 3 if there was nothing to decide. On a violation,
// PREFIX.jsonl is the shortest part of the history that shows it, and PREFIX.html a picture of that.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

const (
	exitOK = iota
	exitViolation
	exitUndecided
	exitUnusable
)

// Finding is what is printed.
type Finding struct {
	Result     string `json:"result"` // ok, violation, undecided
	Operations int    `json:"operations"`
	Unknown    int    `json:"unknown"`
	Partitions int    `json:"partitions"`
	Largest    int    `json:"largest"`
	Millis     int64  `json:"millis"`
	Illegal    int    `json:"illegal"`
	Undecided  int    `json:"undecided"`
	// Lost is how many partitions only the final state speaks against: what was acknowledged is not there.
	Lost    int      `json:"lost"`
	Culprit string   `json:"culprit,omitempty"`
	Files   []string `json:"files,omitempty"`
}

func main() {
	limit := flag.Duration("timeout", time.Minute, "for each partition")
	report := flag.String("report", "violation", "prefix of the files that show a violation")
	flag.Parse()
	history, err := ReadHistory(flag.Args())
	if err == nil && len(history) == 0 {
		err = fmt.Errorf("no operations")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "history-checker:", err)
		os.Exit(exitUnusable)
	}
	finding, worst := check(history, *limit)
	if worst != nil {
		if err := finding.show(worst, *report); err != nil {
			fmt.Fprintln(os.Stderr, "history-checker:", err)
		}
	}
	json.NewEncoder(os.Stdout).Encode(finding)
	os.Exit(finding.exit())
}

// check returns the finding and the smallest partition that cannot be linearized, cut short, if there is one.
func check(history []*Record, limit time.Duration) (*Finding, []*Record) {
	begin := time.Now()
	finding := &Finding{Result: "ok", Operations: len(history)}
	for _, r := range history {
		if r.unknown() {
			finding.Unknown++
		}
	}
	var worst []*Record
	for _, part := range partition(history) {
		finding.Partitions++
		if len(part) > finding.Largest {
			finding.Largest = len(part)
		}
		switch checkPart(part, limit) {
		case porcupine.Illegal:
			finding.Illegal++
			if checkPart(withoutFinal(part), limit) == porcupine.Ok {
				finding.Lost++
			}
			if worst == nil || len(part) < len(worst) {
				worst = part
			}
		case porcupine.Unknown:
			finding.Undecided++
		}
	}
	switch {
	case finding.Illegal > 0:
		finding.Result = "violation"
		worst = shortest(worst, limit)
	case finding.Undecided > 0:
		finding.Result = "undecided"
	}
	finding.Millis = time.Since(begin).Milliseconds()
	return finding, worst
}

func (f *Finding) exit() int {
	switch f.Result {
	case "ok":
		return exitOK
	case "violation":
		return exitViolation
	}
	return exitUndecided
}

// show writes the files about the violation.
func (f *Finding) show(part []*Record, prefix string) error {
	for _, r := range part {
		if !r.unknown() && (f.Culprit == "" || r.Return > 0) {
			last := r
			for _, other := range part {
				if !other.unknown() && other.Return > last.Return {
					last = other
				}
			}
			f.Culprit = describe(last)
			break
		}
	}
	file, err := os.Create(prefix + ".jsonl")
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	lines := json.NewEncoder(out)
	for _, r := range part {
		if err := lines.Encode(r); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	f.Files = append(f.Files, prefix+".jsonl")
	fsModel := model()
	_, info := porcupine.CheckOperationsVerbose(fsModel, toOperations(part), time.Minute)
	if err := porcupine.VisualizePath(fsModel, info, prefix+".html"); err != nil {
		return err
	}
	f.Files = append(f.Files, prefix+".html")
	return nil
}
