package main

import (
	"fmt"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	admission "k8s.io/pod-security-admission/policy"
)

// Looks for names that lead nowhere, for names that are given twice, and for pods that ask for more rights than they need.
func check(objects []meta.Object) (wrong []string) {
	evaluator, err := admission.NewEvaluator(admission.DefaultChecks())
	if err != nil {
		return []string{err.Error()}
	}
	all := workloads(objects)
	for _, each := range all {
		wrong = append(wrong, each.check(evaluator)...)
	}
	names := map[string]bool{}
	for _, object := range objects {
		name := fmt.Sprintf("%T %s", object, object.GetName())
		if object.GetName() == "" || names[name] {
			wrong = append(wrong, name+" has no name, or is there twice")
		}
		names[name] = true
	}
	for _, object := range objects {
		wrong = append(wrong, checkReferences(object, all)...)
		if monitor, is := object.(*monitoring.ServiceMonitor); is {
			wrong = append(wrong, checkMonitor(monitor, objects)...)
		}
	}
	return wrong
}

// What a monitor chooses is a Service, and has the port that Prometheus is to ask.
func checkMonitor(monitor *monitoring.ServiceMonitor, objects []meta.Object) (wrong []string) {
	selector, err := meta.LabelSelectorAsSelector(&monitor.Spec.Selector)
	if err != nil {
		return []string{"ServiceMonitor " + monitor.Name + ": " + err.Error()}
	}
	found := 0
	for _, object := range objects {
		service, is := object.(*core.Service)
		if !is || !selector.Matches(labels.Set(service.Labels)) {
			continue
		}
		found++
		for _, endpoint := range monitor.Spec.Endpoints {
			if !serves(service, endpoint.Port) {
				wrong = append(wrong, fmt.Sprintf("ServiceMonitor %s: the Service %s has no port %s", monitor.Name, service.Name, endpoint.Port))
			}
		}
	}
	if found == 0 {
		wrong = append(wrong, "ServiceMonitor "+monitor.Name+" is about no Service")
	}
	return wrong
}

func serves(service *core.Service, name string) bool {
	for _, port := range service.Spec.Ports {
		if port.Name == name {
			return true
		}
	}
	return false
}

func checkReferences(object meta.Object, all []workload) (wrong []string) {
	switch it := object.(type) {
	case *core.Service:
		wrong = checkService(it, all)
	case *policy.PodDisruptionBudget:
		wrong = requireSelected("PodDisruptionBudget "+it.Name, it.Spec.Selector, all)
	case *networking.NetworkPolicy:
		wrong = requireSelected("NetworkPolicy "+it.Name, &it.Spec.PodSelector, all)
		for _, rule := range it.Spec.Ingress {
			wrong = append(wrong, checkPorts(it, rule, all)...)
		}
	case *autoscaling.HorizontalPodAutoscaler:
		target := it.Spec.ScaleTargetRef
		for _, each := range all {
			if each.name == target.Kind+" "+target.Name {
				return nil
			}
		}
		wrong = []string{"HorizontalPodAutoscaler " + it.Name + " scales nothing"}
	}
	return wrong
}

func requireSelected(name string, selector *meta.LabelSelector, all []workload) []string {
	for _, each := range all {
		if each.isSelectedBy(selector) {
			return nil
		}
	}
	return []string{name + " is about no pods"}
}

// Each port of a Service leads to one that the containers of its pods have.
func checkService(service *core.Service, all []workload) (wrong []string) {
	found := 0
	for _, each := range all {
		if !each.isSelectedBy(&meta.LabelSelector{MatchLabels: service.Spec.Selector}) {
			continue
		}
		found++
		for _, port := range service.Spec.Ports {
			if !portOf(each.spec.Containers[0], port.TargetPort.String()) {
				wrong = append(wrong, fmt.Sprintf("Service %s: %s has no port %s", service.Name, each.name, port.TargetPort.String()))
			}
		}
	}
	if found != 1 {
		wrong = append(wrong, fmt.Sprintf("Service %s leads to %d workloads instead of one", service.Name, found))
	}
	return wrong
}

// A port that a policy opens is one that the containers of its pods have.
func checkPorts(networkPolicy *networking.NetworkPolicy, rule networking.NetworkPolicyIngressRule, all []workload) (wrong []string) {
	for _, each := range all {
		if !each.isSelectedBy(&networkPolicy.Spec.PodSelector) {
			continue
		}
		for _, port := range rule.Ports {
			if !portOf(each.spec.Containers[0], port.Port.String()) {
				wrong = append(wrong, fmt.Sprintf("NetworkPolicy %s: %s has no port %s", networkPolicy.Name, each.name, port.Port.String()))
			}
		}
	}
	return wrong
}
