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
{{- $authorities := "/etc/lambdafs/security/ca.crt" -}}
{{- if eq .Values.store.kind "engine" -}}
{{- $place := printf "%s-store.%s:25432" (include "lambdafs.fullname" .) (include "lambdafs.domain" .) -}}
{{- if .Values.security.enabled -}}
{{- printf "rocks+tls://%s?authorities=%s" $place $authorities -}}
{{- else -}}
{{- printf "rocks://%s" $place -}}
{{- end -}}
{{- else if and .Values.security.enabled (eq .Values.store.kind "postgresql") -}}
{{- printf "%s?sslmode=verify-full&sslrootcert=%s" .Values.store.url $authorities -}}
{{- else -}}
{{- .Values.store.url -}}
{{- end -}}
{{- end -}}

{{/* Whether DataNodes have a role of their own in the store, and another process does the housekeeping. */}}
{{- define "lambdafs.dataNodesReport" -}}
{{- if and .Values.security.enabled (eq .Values.store.kind "engine") -}}true{{- end -}}
{{- end -}}

{{/* What all processes of a release in secure mode are told. */}}
{{- define "lambdafs.secureEnvironment" -}}
- name: LAMBDAFS_SECURE
  value: "true"
{{- end -}}

{{/* The authorities by which processes know the store, as a volume and where it is mounted. */}}
{{- define "lambdafs.authoritiesVolume" -}}
- name: security
  secret:
    secretName: {{ .Values.security.existingSecret }}
    defaultMode: 0440
    items:
      - key: ca.crt
        path: ca.crt
{{- end -}}

{{- define "lambdafs.authoritiesMount" -}}
- name: security
  mountPath: /etc/lambdafs/security
  readOnly: true
{{- end -}}

{{/* Whether there are gateways. In secure mode they need the service key, certificates and a keytab. */}}
{{- define "lambdafs.hasGateway" -}}
{{- if and (gt (int .Values.gateway.count) 0) (or (not .Values.security.enabled) .Values.gateway.kerberos.principal) -}}true{{- end -}}
{{- end -}}

{{/* Whether gateways know users by Kerberos. */}}
{{- define "lambdafs.hasKerberos" -}}
{{- if and .Values.security.enabled (include "lambdafs.hasGateway" .) -}}true{{- end -}}
{{- end -}}

{{/* Where clients call gateways. */}}
{{- define "lambdafs.gatewayAddress" -}}
{{- printf "%s-gateway.%s:8020" (include "lambdafs.fullname" .) (include "lambdafs.domain" .) -}}
{{- end -}}

{{/* What clients with the plugin and without it need where gateways know users by Kerberos. */}}
{{- define "lambdafs.kerberosProperties" -}}
{{- $principal := .Values.gateway.kerberos.principal -}}
<property><name>hadoop.security.authentication</name><value>kerberos</value></property>
<property><name>hadoop.rpc.protection</name><value>privacy</value></property>
<property><name>dfs.namenode.kerberos.principal</name><value>{{ $principal }}</value></property>
<property><name>dfs.namenode.kerberos.principal.pattern</name><value>{{ regexReplaceAll "/[^@]+@" $principal "/*@" }}</value></property>
{{- end -}}

{{/* The gateways as somebody whom a NetworkPolicy lets in, if there are any. */}}
{{- define "lambdafs.gatewayPeer" -}}
{{- if include "lambdafs.hasGateway" . -}}
- podSelector:
    matchLabels:
      {{- include "lambdafs.selector" . | nindent 6 }}
      app.kubernetes.io/component: gateway
{{- end -}}
{{- end -}}

{{/* The files of Hadoop's configuration for a client with the plugin, as the data of a ConfigMap. */}}
{{- define "lambdafs.clientConfiguration" -}}
{{- $port := eq .Values.functions.kind "knative" | ternary "" ":8080" -}}
core-site.xml: |
  <?xml version="1.0"?>
  <configuration>
    <property><name>fs.defaultFS</name><value>hdfs://lambdafs</value></property>
    <property><name>dfs.nameservices</name><value>lambdafs</value></property>
    <property>
      <name>dfs.client.failover.proxy.provider.lambdafs</name>
      <value>io.lambdafs.client.LambdaFailoverProxyProvider</value>
    </property>
{{- if eq .Values.functions.kind "openwhisk" }}
    <property><name>lambdafs.client.platform</name><value>openwhisk</value></property>
    <property><name>lambdafs.client.openwhisk.url</name><value>{{ trimSuffix "/" .Values.openwhisk.url }}</value></property>
{{- else }}
    <property><name>lambdafs.client.platform</name><value>http</value></property>
    <property>
      <name>lambdafs.client.function-url</name>
      <value>http://{{ include "lambdafs.fullname" . }}-{function}.{{ include "lambdafs.domain" . }}{{ $port }}/</value>
    </property>
    <property><name>lambdafs.client.function-secret-file</name><value>/etc/lambdafs/secret/http</value></property>
{{- end }}
{{- if .Values.security.enabled }}
    <property><name>lambdafs.client.secure</name><value>true</value></property>
{{- end }}
{{- if include "lambdafs.hasKerberos" . }}
    <property><name>dfs.ha.namenodes.lambdafs</name><value>gateway0</value></property>
    <property><name>dfs.namenode.rpc-address.lambdafs.gateway0</name><value>{{ include "lambdafs.gatewayAddress" . }}</value></property>
    {{- include "lambdafs.kerberosProperties" . | nindent 4 }}
{{- end }}
    <property><name>lambdafs.client.deployments</name><value>{{ .Values.functions.deployments }}</value></property>
  </configuration>
hdfs-site.xml: |
  <?xml version="1.0"?>
  <configuration>
    <property><name>dfs.replication</name><value>{{ include "lambdafs.replication" . }}</value></property>
{{- if .Values.security.enabled }}
    <property><name>dfs.encrypt.data.transfer.cipher.suites</name><value>AES/CTR/NoPadding</value></property>
{{- end }}
  </configuration>
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
{{- if .Values.security.enabled }}
{{ include "lambdafs.secureEnvironment" . }}
- name: LAMBDAFS_ZOOKEEPER_SECRET
  valueFrom:
    secretKeyRef:
      name: {{ .Values.security.existingSecret }}
      key: zookeeper
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
