{{- define "lambdafs.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "lambdafs.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "lambdafs.labels" -}}
{{ include "lambdafs.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "lambdafs.domain" -}}
{{- printf "%s.svc.%s" .Release.Namespace .Values.clusterDomain -}}
{{- end -}}

{{/* Of a dictionary "image" and "value", the name of the latter. */}}
{{- define "lambdafs.image" -}}
{{- if or (not .image.repository) (not .image.tag) -}}
{{- fail (printf "set %s.repository and %s.tag: %s" .value .value .made) -}}
{{- end -}}
{{- $join := hasPrefix "sha256:" .image.tag | ternary "@" ":" -}}
{{- printf "%s%s%s" .image.repository $join .image.tag -}}
{{- end -}}

{{- define "lambdafs.functionImage" -}}
{{- include "lambdafs.image" (dict "image" .Values.functions.image "value" "functions.image" "made" "the image that 'lambdafs image' makes (docs/deploy/kubernetes.md)") -}}
{{- end -}}

{{- define "lambdafs.servicesImage" -}}
{{- include "lambdafs.image" (dict "image" .Values.services.image "value" "services.image" "made" "the image that helm/services-image makes (docs/deploy/kubernetes.md)") -}}
{{- end -}}

{{- define "lambdafs.httpSecret" -}}
{{- default (printf "%s-http" (include "lambdafs.fullname" .)) .Values.functions.secret.existingSecret -}}
{{- end -}}

{{- define "lambdafs.storeSecret" -}}
{{- if .Values.store.existingSecret -}}
{{- .Values.store.existingSecret -}}
{{- else if eq .Values.store.kind "engine" -}}
{{- printf "%s-store" (include "lambdafs.fullname" .) -}}
{{- end -}}
{{- end -}}

{{- define "lambdafs.storeUrl" -}}
{{- if eq .Values.store.kind "engine" -}}
{{- printf "rocks://%s-store.%s:25432" (include "lambdafs.fullname" .) (include "lambdafs.domain" .) -}}
{{- else -}}
{{- .Values.store.url -}}
{{- end -}}
{{- end -}}

{{- define "lambdafs.hasZooKeeper" -}}
{{- if and (eq .Values.coordinator "zookeeper") .Values.zookeeper.enabled -}}true{{- end -}}
{{- end -}}

{{- define "lambdafs.zooKeeper" -}}
{{- if .Values.zookeeper.enabled -}}
{{- printf "%s-zookeeper.%s:2181" (include "lambdafs.fullname" .) (include "lambdafs.domain" .) -}}
{{- else -}}
{{- .Values.zookeeper.connectString -}}
{{- end -}}
{{- end -}}

{{/* Replicas of a block: as many as there are DataNodes, 3 at most. */}}
{{- define "lambdafs.replication" -}}
{{- $count := int .Values.datanodes.count -}}
{{- if eq $count 0 -}}3{{- else -}}{{- min $count 3 -}}{{- end -}}
{{- end -}}

{{/* How to reach the store, for functions and DataNodes. */}}
{{- define "lambdafs.storeEnvironment" -}}
- name: LAMBDAFS_STORE_URL
  value: {{ include "lambdafs.storeUrl" . | quote }}
{{- $secret := include "lambdafs.storeSecret" . }}
{{- if $secret }}
{{- if ne .Values.store.kind "engine" }}
- name: LAMBDAFS_STORE_USER
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ .Values.store.userKey }}
{{- end }}
- name: LAMBDAFS_STORE_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ .Values.store.passwordKey }}
{{- end }}
{{- end -}}

{{/* The settings of all functions that are neither secret nor about the protocol. */}}
{{- define "lambdafs.settings" -}}
{{- $functions := .Values.functions -}}
- name: LAMBDAFS_COORDINATOR
  value: {{ .Values.coordinator }}
{{- if eq .Values.coordinator "zookeeper" }}
- name: LAMBDAFS_ZOOKEEPER
  value: {{ include "lambdafs.zooKeeper" . | quote }}
{{- end }}
- name: LAMBDAFS_CLUSTER
  value: {{ include "lambdafs.fullname" . }}
- name: LAMBDAFS_MODE
  value: {{ $functions.mode }}
- name: LAMBDAFS_SUPERUSER
  value: {{ $functions.superuser | quote }}
- name: LAMBDAFS_REPLICATION
  value: {{ include "lambdafs.replication" . | quote }}
- name: LAMBDAFS_DATANODE_DEAD_AFTER_MILLIS
  value: {{ mul .Values.datanodes.deadAfterSeconds 1000 | quote }}
{{- range $name, $value := $functions.settings }}
- name: {{ $name }}
  {{- /* A large number of a values file would be written as 1e+06. */}}
  value: {{ kindIs "float64" $value | ternary (int64 $value) $value | quote }}
{{- end }}
{{- end -}}

{{/* The environment of function number .number of the release .root. */}}
{{- define "lambdafs.functionEnvironment" -}}
{{- $root := .root -}}
{{- $functions := $root.Values.functions -}}
- name: LAMBDAFS_PROTOCOL
  value: http
- name: LAMBDAFS_FUNCTION
  value: namenode{{ .number }}
- name: LAMBDAFS_DEPLOYMENTS
  value: {{ $functions.deployments | quote }}
- name: LAMBDAFS_HTTP_SECRET_FILE
  value: /etc/lambdafs/secret/http
- name: LAMBDAFS_HTTP_CONCURRENCY
  value: {{ $functions.concurrency | quote }}
- name: LAMBDAFS_HTTP_GRACE_MILLIS
  value: {{ $functions.graceMillis | int64 | quote }}
{{ include "lambdafs.storeEnvironment" $root }}
{{ include "lambdafs.settings" $root }}
{{- end -}}

{{/* What `lambdafs deploy` is told about OpenWhisk, besides what it is to do there. */}}
{{- define "lambdafs.openwhiskArguments" -}}
- --platform=openwhisk
- --url={{ .Values.openwhisk.url }}
- --auth-file=/etc/lambdafs/openwhisk/auth
{{- end -}}

{{/* The pod of a Job that runs `lambdafs deploy`: .root, and its .arguments. */}}
{{- define "lambdafs.deployPod" -}}
{{- $root := .root -}}
{{- $secret := include "lambdafs.storeSecret" $root -}}
{{- include "lambdafs.pod" $root }}
restartPolicy: OnFailure
securityContext:
  {{- include "lambdafs.podSecurity" $root | nindent 2 }}
containers:
  - name: deploy
    image: {{ include "lambdafs.servicesImage" $root | quote }}
    imagePullPolicy: {{ $root.Values.services.image.pullPolicy }}
    command: [java, "@/lambdafs/deploy.args"]
    args:
      {{- .arguments | nindent 6 }}
    {{- if and $secret (ne $root.Values.store.kind "engine") }}
    env:
      - name: STORE_USER
        valueFrom:
          secretKeyRef:
            name: {{ $secret }}
            key: {{ $root.Values.store.userKey }}
    {{- end }}
    resources:
      {{- toYaml $root.Values.openwhisk.resources | nindent 6 }}
    securityContext:
      {{- include "lambdafs.containerSecurity" $root | nindent 6 }}
    volumeMounts:
      - name: openwhisk
        mountPath: /etc/lambdafs/openwhisk
        readOnly: true
      {{- if $secret }}
      - name: store
        mountPath: /etc/lambdafs/store
        readOnly: true
      {{- end }}
      - name: tmp
        mountPath: /tmp
volumes:
  - name: openwhisk
    secret:
      secretName: {{ $root.Values.openwhisk.existingSecret }}
      defaultMode: 0440
  {{- if $secret }}
  - name: store
    secret:
      secretName: {{ $secret }}
      defaultMode: 0440
      items:
        - key: {{ $root.Values.store.passwordKey }}
          path: password
  {{- end }}
  - name: tmp
    emptyDir:
      sizeLimit: 64Mi
{{- end -}}

{{- define "lambdafs.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "lambdafs.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* What all pods of the chart have: no token of the API, no variables that other Services bring (LAMBDAFS_…_PORT, which an instance
     would refuse as an unknown setting), not root. */}}
{{- define "lambdafs.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "lambdafs.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* A claim for a volume of a StatefulSet: .storage, .labels. */}}
{{- define "lambdafs.claim" -}}
- metadata:
    name: data
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .storageClassName }}
    storageClassName: {{ . | quote }}
    {{- end }}
    resources:
      requests:
        storage: {{ .size | quote }}
{{- end -}}
