#!/usr/bin/env bash
# Finds a tool that the build can do without, or has Debian's package manager install it where that may be done:
#
#   .mvn/tool.sh go      the Go toolchain, for the checker of histories
#   .mvn/tool.sh spin    the model checker, with the C compiler that its verifiers need
#   .mvn/tool.sh helm    Helm 3, for the tests of the chart; built from its sources, which needs Go and some minutes
#   .mvn/tool.sh promtool       Prometheus' checker of rules, for the tests of the alerts; built from its sources like Helm
#   .mvn/tool.sh prometheus     Prometheus itself, without its pages, to read what a running system exposes; built likewise
#   .mvn/tool.sh kube           Kubernetes' API server, with etcd beside it, for the tests of the chart; a quarter of an hour, 2 GB
#   .mvn/tool.sh hdfs-native    a Python with this client library for HDFS, in a virtual environment of its own
#   .mvn/tool.sh chromium       a browser that needs no screen, for the tests of the console
#
# Prints the tool's path and ends with 0. Where there is none it says so in one line on stderr and ends with 3: the caller
# then leaves out what needs it. LAMBDAFS_TOOLS=found installs nothing.
set -uo pipefail

readonly HELM=v3.22.0
readonly HDFS_NATIVE=0.14.7
readonly PROMTOOL_MODULE="${BASH_SOURCE[0]%/*}/promtool"
readonly KUBE_MODULE="${BASH_SOURCE[0]%/*}/kube"
readonly CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/lambdafs"

# required MODULE NAME: the version of it that a module of ours requires. By bash alone: there may be no other program.
required() {
  local file
  file="$(<"$1/go.mod")"
  [[ "$file" =~ $2\ (v[0-9.]+) ]] && echo "${BASH_REMATCH[1]}"
}

tool="${1:-}"
case "$tool" in
  go) needs=(go) packages=(golang-go) places=(/usr/local/go/bin /usr/lib/go/bin) ;;
  spin) needs=(spin cc) packages=(spin gcc libc6-dev) places=() ;;
  helm) needs=(helm) packages=(helm) places=("$CACHE/helm-$HELM") ;;
  kube) needs=(kube-apiserver etcd) packages=(kube-apiserver etcd) places=("$CACHE/kube-$(required "$KUBE_MODULE" k8s.io/kubernetes)") ;;
  promtool) needs=(promtool) packages=(prometheus) places=("$CACHE/promtool-$(required "$PROMTOOL_MODULE" github.com/prometheus/prometheus)") ;;
  prometheus)
    # Not the name of Debian's package, which is too old for native histograms.
    needs=(prometheus-3) packages=(golang-go) places=("$CACHE/prometheus-$(required "$PROMTOOL_MODULE" github.com/prometheus/prometheus)")
    ;;
  hdfs-native)
    needs=(python-with-hdfs-native) packages=(python3 python3-venv) places=("$CACHE/hdfs-native-$HDFS_NATIVE/bin")
    ;;
  chromium)
    needs=(chromium-headless-shell) packages=(chromium-headless-shell fonts-dejavu-core) places=()
    for browser in chromium chromium-browser google-chrome; do
      ! command -v "$browser" >/dev/null || needs=("$browser")
    done
    ;;
  *)
    echo "usage: .mvn/tool.sh go|spin|helm|promtool|prometheus|kube|hdfs-native|chromium" >&2
    exit 2
    ;;
esac
for place in "${places[@]}"; do PATH="$PATH:$place"; done

left_out() {
  echo "$tool is not there ($1): what needs it is left out; install ${packages[*]} to have it" >&2
  exit 3
}

missing() {
  local command
  for command in "${needs[@]}"; do
    command -v "$command" >/dev/null || return 0
  done
  return 1
}

# Two tests that want a tool at once would have it made twice, at the same place. Fails if there is nothing to do any more.
claim() {
  mkdir -p "$1" && exec 9>"$1/lock" || return
  ! command -v flock >/dev/null || flock -w 1800 9
  missing
}

# No release of Debian has it. Go's module proxy has its sources.
build_helm() {
  local go
  go="$("$0" go)" && claim "${places[0]}" || return
  GOBIN="${places[0]}" GOFLAGS=-buildvcs=false timeout 1800 "$go" install "helm.sh/helm/v3/cmd/helm@$HELM" 9>&-
}

# Its module replaces others, so Go installs it only from a module that names it. That one also pins what it is made of. The tag
# leaves out how Prometheus finds what it reads, which is most of the program.
build_of_prometheus() {
  local go
  go="$("$0" go)" && claim "${places[0]}" || return
  GOFLAGS="-buildvcs=false -mod=readonly" timeout 1800 "$go" -C "$PROMTOOL_MODULE" build -tags remove_all_sd \
    -o "${places[0]}/${needs[0]}" "github.com/prometheus/prometheus/cmd/$tool" 9>&-
}

# Kubernetes' module names its own parts by a version that nobody serves. The module here names the released ones. One package at a
# time, because two of the largest would need more memory than many machines have. The name that is looked for first comes last.
build_kube() {
  local go build
  go="$("$0" go)" && claim "${places[0]}" || return
  build=(timeout 2700 "$go" -C "$KUBE_MODULE" build -p 1 -ldflags "-s -w")
  export GOFLAGS="-buildvcs=false -mod=readonly" GOMEMLIMIT=3GiB
  "${build[@]}" -o "${places[0]}/etcd" go.etcd.io/etcd/server/v3 9>&- &&
    "${build[@]}" -o "${places[0]}/kube-apiserver" k8s.io/kubernetes/cmd/kube-apiserver 9>&-
}

# Python's package index has it for the usual machines. The name that is looked for comes last, when all else is there.
make_hdfs_native() {
  local environment="${places[0]%/bin}"
  claim "$environment" || return
  timeout 120 python3 -m venv "$environment" 9>&- &&
    timeout 300 "$environment/bin/python" -m pip install --disable-pip-version-check --only-binary :all: \
      "hdfs-native==$HDFS_NATIVE" 9>&- &&
    ln -sf python "${places[0]}/${needs[0]}"
}

# Bounded, so that neither a mirror that hangs nor another run of the package manager holds up the build.
install() {
  local apt=(apt-get -q -o Acquire::http::Timeout=30 -o Acquire::Retries=1 -o DPkg::Lock::Timeout=120)
  local add=(timeout 300 "${apt[@]}" install -y --no-install-recommends "${packages[@]}")
  export DEBIAN_FRONTEND=noninteractive
  "${add[@]}" || { timeout 120 "${apt[@]}" update && "${add[@]}"; }
}

if missing; then
  [[ "${LAMBDAFS_TOOLS:-}" != found ]] || left_out "LAMBDAFS_TOOLS=found"
  case "$tool" in
    helm) install=build_helm ;;
    promtool | prometheus) install=build_of_prometheus ;;
    kube) install=build_kube ;;
    hdfs-native) install=make_hdfs_native ;;
    *)
      install=install
      command -v apt-get >/dev/null || left_out "no apt-get to install it with"
      [[ "$(id -u)" == 0 ]] || left_out "not root, so it cannot be installed"
      ;;
  esac
  log="$(mktemp "${TMPDIR:-/tmp}/lambdafs-install-$tool.XXXXXX")" || left_out "no room for a log in ${TMPDIR:-/tmp}"
  "$install" </dev/null >"$log" 2>&1
  missing && left_out "it could not be installed, see $log"
  rm -f "$log"
fi
command -v "${needs[0]}"
