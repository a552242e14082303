# What the examples share: the command, a volume that lives as long as the example, and what a function is.
lambdafs="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/bin/lambdafs"

for tool in cc "$@"; do
  command -v "$tool" >/dev/null || { echo "This example needs $tool, which is not on the PATH: install it" >&2; exit 1; }
done
volume="$("$lambdafs" volume create)"
trap '"$lambdafs" volume delete "$volume"' EXIT

# Runs a program as a function, whose files are below /mnt/volume.
function_of() {
  "$lambdafs" faas run --volume "$volume" -- "$@"
}
