#!/usr/bin/env bash
# Checks a Promela model within bounds:   .mvn/check-model.sh docs/protocols/coherence.pml -DALONE -DWRITES=2
#
# Ends with 0 where nothing is violated, with 1 where something is, with 3 where spin or a C compiler is not there, and with
# 2 on anything else. Prints the verifier's summary.
set -uo pipefail

model="$(realpath "${1:?which model?}")"
shift
"$(dirname "$0")/tool.sh" spin >/dev/null || exit 3
work="$(mktemp -d "${TMPDIR:-/tmp}/lambdafs-model.XXXXXX")" || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
spin "$@" -a "$model" || exit 2
# The compiler takes longer than most checks: -O2 would cost more than it saves. Where a rule is taken away, the first violation
# ends the check soon, and even -O1 would.
optimize=-O1
case " $* " in *" -DNO_"*) optimize=-O0 ;; esac
cc -w "$optimize" -DSAFETY -DVECTORSZ=2048 -DCOLLAPSE -DMEMLIM=6000 -o pan pan.c || exit 2
timeout 900 ./pan -m2000000 >pan.out 2>&1 || exit 2
grep -E '^pan:|errors:|states, stored' pan.out
grep -q 'errors: 0' pan.out && ! grep -q 'max search depth too small\|out of memory' pan.out && exit 0
grep -q 'assertion violated' pan.out && exit 1
exit 2
