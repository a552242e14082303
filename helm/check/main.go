// Checks the manifests on its standard input as far as that is possible without a cluster: every document must be of a kind that the
// chart uses, have no field that its type does not have, obey the level "restricted" of Kubernetes' pod security, and name only what
// is there. Knative's own validation looks at its Services.
//
// Prints the documents as a JSON array and ends with 0; or prints one line for each thing that is wrong to standard error and ends
// with 1.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

func main() {
	text, err := io.ReadAll(io.LimitReader(os.Stdin, 16<<20))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	objects, wrong := decode(text)
	if len(wrong) == 0 {
		wrong = check(objects)
	}
	for _, each := range wrong {
		fmt.Fprintln(os.Stderr, each)
	}
	if len(wrong) > 0 {
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(objects); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
