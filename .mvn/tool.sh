#!/usr/bin/env bash
# Finds a tool that the build can do without, or has Debian's package manager install it where that may be done:
#
#   .mvn/tool.sh go      the Go toolchain, for the checker of histories
#   .mvn/tool.sh spin    the model checker, with the C compiler that its verifiers need
#
# Prints the tool's path and ends with 0. Where there is none it says so in one line on stderr and ends with 3: the caller
# then leaves out what needs it. LAMBDAFS_TOOLS=found installs nothing.
set -uo pipefail

tool="${1:-}"
case "$tool" in
  go) needs=(go) packages=(golang-go) places=(/usr/local/go/bin /usr/lib/go/bin) ;;
  spin) needs=(spin cc) packages=(spin gcc libc6-dev) places=() ;;
  *)
    echo "usage: .mvn/tool.sh go|spin" >&2
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

# Bounded, so that neither a mirror that hangs nor another run of the package manager holds up the build.
install() {
  local apt=(apt-get -q -o Acquire::http::Timeout=30 -o Acquire::Retries=1 -o DPkg::Lock::Timeout=120)
  local add=(timeout 300 "${apt[@]}" install -y --no-install-recommends "${packages[@]}")
  export DEBIAN_FRONTEND=noninteractive
  "${add[@]}" || { timeout 120 "${apt[@]}" update && "${add[@]}"; }
}

if missing; then
  [[ "${LAMBDAFS_TOOLS:-}" != found ]] || left_out "LAMBDAFS_TOOLS=found"
  command -v apt-get >/dev/null || left_out "no apt-get to install it with"
  [[ "$(id -u)" == 0 ]] || left_out "not root, so it cannot be installed"
  log="$(mktemp "${TMPDIR:-/tmp}/lambdafs-install-$tool.XXXXXX")" || left_out "no room for a log in ${TMPDIR:-/tmp}"
  install </dev/null >"$log" 2>&1
  missing && left_out "apt-get could not install it, see $log"
  rm -f "$log"
fi
command -v "${needs[0]}"
