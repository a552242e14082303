package main

import (
	"bytes"
	"context"
	"fmt"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	serving "knative.dev/serving/pkg/apis/serving/v1"
	"sigs.k8s.io/yaml"
)

// The types of the kinds that the chart uses.
var kinds = map[string]func() meta.Object{
	"apps/v1 Deployment":                      func() meta.Object { return &apps.Deployment{} },
	"apps/v1 StatefulSet":                     func() meta.Object { return &apps.StatefulSet{} },
	"autoscaling/v2 HorizontalPodAutoscaler":  func() meta.Object { return &autoscaling.HorizontalPodAutoscaler{} },
	"batch/v1 Job":                            func() meta.Object { return &batch.Job{} },
	"monitoring.coreos.com/v1 ServiceMonitor": func() meta.Object { return &monitoring.ServiceMonitor{} },
	"networking.k8s.io/v1 NetworkPolicy":      func() meta.Object { return &networking.NetworkPolicy{} },
	"policy/v1 PodDisruptionBudget":           func() meta.Object { return &policy.PodDisruptionBudget{} },
	"serving.knative.dev/v1 Service":          func() meta.Object { return &serving.Service{} },
	"v1 ConfigMap":                            func() meta.Object { return &core.ConfigMap{} },
	"v1 Secret":                               func() meta.Object { return &core.Secret{} },
	"v1 Service":                              func() meta.Object { return &core.Service{} },
}

// Reads each document as the type of its kind. A field that the type does not have is wrong, and so is one that is there twice.
func decode(text []byte) (objects []meta.Object, wrong []string) {
	for number, document := range bytes.Split(append([]byte("\n"), text...), []byte("\n---")) {
		var any map[string]interface{}
		if err := yaml.UnmarshalStrict(document, &any); err != nil {
			wrong = append(wrong, fmt.Sprintf("document %d: %v", number, err))
			continue
		}
		if len(any) == 0 {
			continue
		}
		kind := fmt.Sprintf("%v %v", any["apiVersion"], any["kind"])
		made, known := kinds[kind]
		if !known {
			wrong = append(wrong, fmt.Sprintf("document %d: unknown kind %s", number, kind))
			continue
		}
		object := made()
		if err := yaml.UnmarshalStrict(document, object, yaml.DisallowUnknownFields); err != nil {
			wrong = append(wrong, fmt.Sprintf("%s %v: %v", kind, object.GetName(), err))
			continue
		}
		wrong = append(wrong, validate(object)...)
		objects = append(objects, object)
	}
	return objects, wrong
}

// What Knative says of its Services; Kubernetes' validation of its own kinds is no library.
func validate(object meta.Object) (wrong []string) {
	service, ok := object.(*serving.Service)
	if !ok {
		return nil
	}
	defaulted := service.DeepCopy()
	defaulted.SetDefaults(context.Background())
	if err := defaulted.Validate(context.Background()); err != nil {
		wrong = append(wrong, fmt.Sprintf("Knative refuses %s: %v", service.Name, err))
	}
	return wrong
}
