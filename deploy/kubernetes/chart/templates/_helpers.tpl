{{- define "agent-host.topology" -}}
{{ .Files.Get "files/topology.yaml" }}
{{- end -}}

{{/* (dict "root" $ "name" "event-gateway") */}}
{{- define "agent-host.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{- define "agent-host.labels" -}}
{{ include "agent-host.selector" . }}
app.kubernetes.io/part-of: agent-host
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}

{{- define "agent-host.image" -}}
{{ .root.Values.image.registry }}/{{ .name }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end -}}

{{- define "agent-host.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "agent-host.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "agent-host.spread" -}}
- maxSkew: 1
  topologyKey: topology.kubernetes.io/zone
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels: {{- include "agent-host.selector" . | nindent 6 }}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels: {{- include "agent-host.selector" . | nindent 6 }}
{{- end -}}

{{/* The path as an anchored regular expression: "*" is one segment, and whatever stands below the path belongs to it. */}}
{{- define "agent-host.pathRegex" -}}
{{- if eq . "/" }}/{{ else }}{{ replace "*" "[^/]+" . }}(/.*)?${{ end -}}
{{- end -}}
