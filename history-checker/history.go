package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
)

// Attributes is what a client was told of a file or directory.
type Attributes struct {
	Name  string `json:"name,omitempty"`
	Dir   bool   `json:"dir,omitempty"`
	ID    int64  `json:"id"`
	Mode  int32  `json:"mode"`
	Mtime int64  `json:"mtime"`
	Atime int64  `json:"atime"`
}

// Record is one line of a history: what a client asked, and what it was told.
//
// Nanoseconds are of the machine's monotonic clock, milliseconds of its wall clock. An outcome that is unknown has no return:
// the operation may have taken effect at any time after its call, or never.
type Record struct {
	Client       int    `json:"client"`
	Op           string `json:"op"`
	Path         string `json:"path"`
	To           string `json:"to,omitempty"`
	Mode         int32  `json:"mode,omitempty"`
	Time         int64  `json:"time,omitempty"`
	Overwrite    bool   `json:"overwrite,omitempty"`
	Recursive    bool   `json:"recursive,omitempty"`
	Parents      bool   `json:"parents,omitempty"`
	Fresh        bool   `json:"fresh,omitempty"`
	Name         string `json:"name,omitempty"`
	Value        string `json:"value,omitempty"`
	User         string `json:"user,omitempty"`
	Quota        int64  `json:"quota,omitempty"`
	ID           int64  `json:"id,omitempty"`
	Holder       string `json:"holder,omitempty"`
	Call         int64  `json:"call"`
	CallMillis   int64  `json:"callMillis"`
	Return       int64  `json:"return,omitempty"`
	ReturnMillis int64  `json:"returnMillis,omitempty"`
	// Final marks the reads by a fresh client after all others have ended.
	Final bool `json:"final,omitempty"`

	Outcome string       `json:"outcome"` // ok, refused, unknown
	Error   string       `json:"error,omitempty"`
	Answer  bool         `json:"answer,omitempty"`
	Open    bool         `json:"open,omitempty"`
	Found   bool         `json:"found,omitempty"`
	Status  *Attributes  `json:"status,omitempty"`
	Entries []Attributes `json:"entries,omitempty"`
	Texts   []string     `json:"texts,omitempty"`
	Reason  string       `json:"reason,omitempty"`
}

func (r *Record) unknown() bool { return r.Outcome == "unknown" }

// The longest that the wall clock of a machine is allowed to differ from itself while it is adjusted.
const clockSlackMillis = 20

// now is the time that the system may have given to what this operation changed.
func (r *Record) now() span {
	if r.unknown() {
		return span{r.CallMillis - clockSlackMillis, math.MaxInt64}
	}
	return span{r.CallMillis - clockSlackMillis, r.ReturnMillis + clockSlackMillis}
}

func (r *Record) isRead() bool {
	switch r.Op {
	case "stat", "ls", "open", "getXAttrs", "getAcl", "access", "usage", "snapshots":
		return true
	}
	return false
}

// ReadHistory reads the files of one history, one per recording process. Reads without an answer say nothing and are left out.
func ReadHistory(files []string) ([]*Record, error) {
	var records []*Record
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		some, err := readRecords(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		records = append(records, some...)
	}
	return records, nil
}

func readRecords(from io.Reader) ([]*Record, error) {
	var records []*Record
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 16<<20)
	for number := 1; lines.Scan(); number++ {
		record := new(Record)
		decoder := json.NewDecoder(strings.NewReader(lines.Text()))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(record); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if err := record.check(); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if !(record.unknown() && record.isRead()) {
			records = append(records, record)
		}
	}
	return records, lines.Err()
}

func (r *Record) check() error {
	if _, known := operations[r.Op]; !known {
		return fmt.Errorf("no operation %q", r.Op)
	}
	if !strings.HasPrefix(r.Path, "/") || (r.To != "" && !strings.HasPrefix(r.To, "/")) {
		return errors.New("a path that does not begin with /")
	}
	switch r.Outcome {
	case "ok", "refused":
		if r.Return < r.Call {
			return errors.New("returned before it was called")
		}
	case "unknown":
	default:
		return fmt.Errorf("no outcome %q", r.Outcome)
	}
	return nil
}
