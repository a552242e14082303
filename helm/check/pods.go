package main

import (
	"fmt"

	apps "k8s.io/api/apps/v1"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/pod-security-admission/api"
	admission "k8s.io/pod-security-admission/policy"
	serving "knative.dev/serving/pkg/apis/serving/v1"
)

// What a workload makes pods of.
type workload struct {
	name     string
	labels   map[string]string
	spec     core.PodSpec
	selector *meta.LabelSelector
	claims   []core.PersistentVolumeClaim
	// Whether what makes the pods finds them without a selector that somebody writes: Knative and Jobs.
	finds bool
}

func workloads(objects []meta.Object) (all []workload) {
	for _, object := range objects {
		switch it := object.(type) {
		case *apps.Deployment:
			all = append(all, workload{"Deployment " + it.Name, it.Spec.Template.Labels, it.Spec.Template.Spec, it.Spec.Selector, nil, false})
		case *apps.StatefulSet:
			all = append(all, workload{"StatefulSet " + it.Name, it.Spec.Template.Labels, it.Spec.Template.Spec, it.Spec.Selector,
				it.Spec.VolumeClaimTemplates, false})
		case *batch.Job:
			all = append(all, workload{"Job " + it.Name, it.Spec.Template.Labels, it.Spec.Template.Spec, nil, nil, true})
		case *serving.Service:
			all = append(all, workload{"Knative Service " + it.Name, it.Spec.Template.Labels, it.Spec.Template.Spec.PodSpec, nil, nil, true})
		}
	}
	return all
}

// Whether a selector takes pods of this workload.
func (w workload) isSelectedBy(selector *meta.LabelSelector) bool {
	matcher, err := meta.LabelSelectorAsSelector(selector)
	return err == nil && matcher.Matches(labels.Set(w.labels))
}

func (w workload) check(evaluator admission.Evaluator) (wrong []string) {
	say := func(format string, arguments ...interface{}) {
		wrong = append(wrong, w.name+": "+fmt.Sprintf(format, arguments...))
	}
	if !w.finds && !w.isSelectedBy(w.selector) {
		say("its selector does not take its own pods")
	}
	if w.spec.EnableServiceLinks == nil || *w.spec.EnableServiceLinks {
		say("Kubernetes would add variables such as LAMBDAFS_STORE_PORT, which instances refuse: enableServiceLinks must be false")
	}
	if w.spec.AutomountServiceAccountToken == nil || *w.spec.AutomountServiceAccountToken {
		say("it gets a token of the API, which it does not need")
	}
	level := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	for _, result := range evaluator.EvaluatePod(level, &meta.ObjectMeta{Labels: w.labels}, &w.spec) {
		if !result.Allowed {
			say("not restricted: %s: %s", result.ForbiddenReason, result.ForbiddenDetail)
		}
	}
	volumes := map[string]bool{}
	for _, volume := range w.spec.Volumes {
		volumes[volume.Name] = true
	}
	for _, claim := range w.claims {
		volumes[claim.Name] = true
	}
	for _, container := range append(append([]core.Container{}, w.spec.InitContainers...), w.spec.Containers...) {
		checkContainer(container, volumes, say)
	}
	return wrong
}

func checkContainer(container core.Container, volumes map[string]bool, say func(string, ...interface{})) {
	security := container.SecurityContext
	if security == nil || security.ReadOnlyRootFilesystem == nil || !*security.ReadOnlyRootFilesystem {
		say("the root file system of %s can be written", container.Name)
	}
	if container.Resources.Requests.Cpu().IsZero() || container.Resources.Limits.Memory().IsZero() {
		say("%s has no request of CPU or no limit of memory", container.Name)
	}
	for _, mount := range container.VolumeMounts {
		if !volumes[mount.Name] {
			say("%s mounts the volume %s, which is not there", container.Name, mount.Name)
		}
	}
	names := map[string]bool{}
	for _, variable := range container.Env {
		if names[variable.Name] {
			say("%s has the variable %s twice", container.Name, variable.Name)
		}
		names[variable.Name] = true
	}
	for _, probe := range []*core.Probe{container.StartupProbe, container.LivenessProbe, container.ReadinessProbe} {
		if probe != nil && !hasPort(container, probe) {
			say("a probe of %s asks at a port that it does not have", container.Name)
		}
	}
}

func hasPort(container core.Container, probe *core.Probe) bool {
	var port string
	switch {
	case probe.HTTPGet != nil:
		port = probe.HTTPGet.Port.String()
	case probe.TCPSocket != nil:
		port = probe.TCPSocket.Port.String()
	}
	// Knative takes the container's port if none is named.
	return port == "0" || portOf(container, port)
}

func portOf(container core.Container, port string) bool {
	for _, each := range container.Ports {
		if each.Name == port || fmt.Sprint(each.ContainerPort) == port {
			return true
		}
	}
	return false
}
