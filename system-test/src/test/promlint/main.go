// Checks files in Prometheus's exposition format as "promtool check metrics" does: with the same library.
//
// Ends with 0 if nothing is wrong, with 3 after a line for each problem, and with 1 if a file cannot be read.
package main

import (
	"fmt"
	"os"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

func main() {
	wrong := false
	for _, name := range os.Args[1:] {
		file, err := os.Open(name)
		if err != nil {
			fail(name, err)
		}
		problems, err := promlint.New(file).Lint()
		if err != nil {
			fail(name, err)
		}
		for _, problem := range problems {
			fmt.Printf("%s: %s %s\n", name, problem.Metric, problem.Text)
			wrong = true
		}
	}
	if wrong {
		os.Exit(3)
	}
}

func fail(name string, err error) {
	fmt.Fprintf(os.Stderr, "%s cannot be read: %v\n", name, err)
	os.Exit(1)
}
