package main

import (
	"os"
	"strings"
	"testing"
)

// Each change of a manifest that is in order must be noticed, by the sentence that is there for it.
func TestNotices(t *testing.T) {
	text, err := os.ReadFile("testdata/good.yaml")
	if err != nil {
		t.Fatal(err)
	}
	good := string(text)
	if wrong := problems(good); len(wrong) > 0 {
		t.Fatalf("the manifest should be in order: %v", wrong)
	}
	for _, each := range []struct{ from, to, notice string }{
		{"progressDeadlineSeconds:", "progressDeadline:", "progressDeadline"},
		{"replicas: 2", "replicas: two", "replicas"},
		{"kind: Deployment", "kind: Deploy", "unknown kind apps/v1 Deploy"},
		{"component: a # pod", "component: b # pod", "does not take its own pods"},
		{"enableServiceLinks: false", "enableServiceLinks: true", "enableServiceLinks"},
		{"automountServiceAccountToken: false", "automountServiceAccountToken: true", "token"},
		{"runAsNonRoot: true", "runAsNonRoot: false", "runAsNonRoot"},
		{"allowPrivilegeEscalation: false", "allowPrivilegeEscalation: true", "allowPrivilegeEscalation"},
		{"readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "can be written"},
		{"memory: 1Gi", "cpu: 1", "no limit of memory"},
		{"- name: tmp # volume", "- name: temp # volume", "mounts the volume tmp"},
		{"port: http # probe", "port: https # probe", "asks at a port"},
		{"targetPort: http", "targetPort: web", "has no port web"},
		{"component: a # service", "component: b # service", "leads to 0 workloads"},
		{"component: a # budget", "component: b # budget", "is about no pods"},
		{"component: a # policy", "component: b # policy", "is about no pods"},
		{"- port: 8080 # policy", "- port: 8081 # policy", "has no port 8081"},
		{"name: a # scaled", "name: b # scaled", "scales nothing"},
		{"name: b # another", "name: a # another", "is there twice"},
		{"value: \"2\" # b", "value: \"2\" # b\n            - name: A\n              value: \"3\"", "has the variable A twice"},
		{"port: web # monitored", "port: http # monitored", "has no port http"},
		{"component: a # monitor", "component: b # monitor", "is about no Service"},
		{"relabelings: []", "relabelling: []", "relabelling"},
		{"containerConcurrency: 8", "containerConcurrency: -1", "Knative refuses"},
	} {
		changed := strings.Replace(good, each.from, each.to, 1)
		if changed == good {
			t.Errorf("%q is not in the manifest", each.from)
		}
		if wrong := strings.Join(problems(changed), "\n"); !strings.Contains(wrong, each.notice) {
			t.Errorf("%q instead of %q should be noticed by %q, but: %s", each.to, each.from, each.notice, wrong)
		}
	}
}

func problems(text string) []string {
	objects, wrong := decode([]byte(text))
	if len(wrong) > 0 {
		return wrong
	}
	return check(objects)
}
