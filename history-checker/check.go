package main

import (
	"math"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// partition splits a history into parts that have no top-level directory in common: a file system is linearizable if each of
// its independent subtrees is. A rename from one top-level directory to another joins the two.
func partition(history []*Record) [][]*Record {
	joined := map[string]string{}
	var find func(string) string
	find = func(name string) string {
		above, known := joined[name]
		if !known || above == name {
			joined[name] = name
			return name
		}
		above = find(above)
		joined[name] = above
		return above
	}
	for _, r := range history {
		if r.To != "" {
			joined[find(top(r.To))] = find(top(r.Path))
		}
	}
	parts := map[string][]*Record{}
	var names []string
	for _, r := range history {
		name := find(top(r.Path))
		if _, known := parts[name]; !known {
			names = append(names, name)
		}
		parts[name] = append(parts[name], r)
	}
	sort.Strings(names)
	partitions := make([][]*Record, len(names))
	for i, name := range names {
		partitions[i] = parts[name]
	}
	return partitions
}

func top(path string) string {
	names := splitPath(path)
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// toOperations gives an operation without a known outcome the end of time as its return: it may have taken effect at any time.
func toOperations(records []*Record) []porcupine.Operation {
	operations := make([]porcupine.Operation, len(records))
	pending := 0
	for _, r := range records {
		if r.Client >= pending {
			pending = r.Client + 1
		}
	}
	for i, r := range records {
		operation := porcupine.Operation{ClientId: r.Client, Input: r, Call: r.Call, Return: r.Return}
		if r.unknown() {
			operation.Return = math.MaxInt64
			operation.ClientId = pending // a line of its own in the picture: its client went on
			pending++
		}
		operations[i] = operation
	}
	return operations
}

func checkPart(records []*Record, limit time.Duration) porcupine.CheckResult {
	return porcupine.CheckOperationsTimeout(model(), toOperations(records), limit)
}

// shortest cuts a history that cannot be linearized as early as possible: after the first return without which there is nothing
// wrong yet. What was under way then is kept without its outcome. A cut that cannot be decided in a tenth of the time counts as in
// order: there are about ten of them, and a violation that is known is not to get lost over making it short.
func shortest(records []*Record, limit time.Duration) []*Record {
	var returns []int64
	for _, r := range records {
		if !r.unknown() {
			returns = append(returns, r.Return)
		}
	}
	sort.Slice(returns, func(i, j int) bool { return returns[i] < returns[j] })
	first := sort.Search(len(returns), func(i int) bool {
		return checkPart(until(records, returns[i]), limit/10) == porcupine.Illegal
	})
	if first == len(returns) {
		return records
	}
	return until(records, returns[first])
}

func until(records []*Record, end int64) []*Record {
	var kept []*Record
	for _, r := range records {
		switch {
		case !r.unknown() && r.Return <= end:
			kept = append(kept, r)
		case r.Call <= end && !r.isRead():
			open := *r
			open.Outcome, open.Reason = "unknown", "under way when the cut was made"
			open.Status = nil
			kept = append(kept, &open)
		}
	}
	return kept
}

func withoutFinal(records []*Record) []*Record {
	var kept []*Record
	for _, r := range records {
		if !r.Final {
			kept = append(kept, r)
		}
	}
	return kept
}
