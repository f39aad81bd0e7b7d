#!/usr/bin/env bash
# One BTF field lookup in a fresh JVM beside a bpftool dump of the same BTF, alternating in one run.
#   bench/btf.sh [RUNS]          default 20; compare the ratios, the times are this machine's
set -euo pipefail
home=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
. "$home/build/lib.sh"
find_jdk
runs=${1:-20}
btf=/sys/kernel/btf/vmlinux
command -v bpftool > /dev/null || fail "bpftool is not installed" "install the package bpftool"
[ -r "$btf" ] || fail "there is no $btf"
out=$home/bench/target
mkdir -p "$out"
maven -pl ebpf -am -Dmaven.test.skip=true -Dspotless.check.skip compile > "$out/build.log" 2>&1 || fail "the build failed; see $out/build.log"
"$JAVA_HOME/bin/javac" -proc:none -d "$out" -cp "$home/ebpf/target/classes" "$home/bench/BtfLookup.java" 2> "$out/javac.log" ||
  fail "javac failed; see $out/javac.log"

java=("$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xmx64m -cp "$home/ebpf/target/classes:$out" BtfLookup)
TIMEFORMAT='%R %U %S'
timed() { # name, where its output goes, command -> appends milliseconds by the clock and of CPU
  local name=$1 output=$2; shift 2
  { time "$@" > "$output"; } 2>&1 | awk -v clock="$out/$name.clock" -v cpu="$out/$name.cpu" \
    '{ print $1 * 1000 >> clock; print ($2 + $3) * 1000 >> cpu }'
}
rm -f "$out"/*.clock "$out"/*.cpu "$out"/lookup.*
for ((i = 0; i < runs; i++)); do
  timed bpftool /dev/null bpftool btf dump file "$btf"
  timed empty "$out/output" "${java[@]}" none
  awk '{ print $4 }' "$out/output" >> "$out/lookup.emptykib"
  timed process "$out/output" "${java[@]}" file f_path.dentry.d_name.name
  awk -v out="$out/lookup" '{ print $1 / 1e6 >> out ".clock"; print $2 / 1e6 >> out ".cpu"
    print $3 >> out ".bytes"; print $4 >> out ".kib" }' "$out/output"
done
cut -d' ' -f5- "$out/output"

best() { sort -n "$out/$1" | head -1; }
median() { sort -n "$out/$1" | sed -n "$(((runs + 1) / 2))p"; }
row() { printf '%-46s %9.1f %9.1f %9.1f %9.1f\n' "$1" "$(best "$2.clock")" "$(median "$2.clock")" "$(best "$2.cpu")" "$(median "$2.cpu")"; }
printf '%s, %d runs, BTF of %d bytes\n' "$(uname -r)" "$runs" "$(stat -c %s "$btf")"
printf '%-46s %9s %9s %9s %9s\n' 'milliseconds' 'best' 'median' 'best CPU' 'median'
row 'bpftool btf dump, whole process' bpftool
row 'fresh JVM that looks up nothing' empty
row 'fresh JVM, open and one lookup, whole process' process
row 'of that: open and lookup' lookup
ratio() { awk -v a="$(median "$1")" -v b="$(median "$2")" 'BEGIN { printf "%.2f", a / b }'; }
echo "ratio to bpftool by the clock (medians): lookup $(ratio lookup.clock bpftool.clock), whole process $(ratio process.clock bpftool.clock)"
echo "ratio to bpftool in CPU time (medians): lookup $(ratio lookup.cpu bpftool.cpu), whole process $(ratio process.cpu bpftool.cpu)"
awk -v b="$(median lookup.bytes)" 'BEGIN { printf "heap allocated by open and lookup: %.1f MiB\n", b / 1048576 }'
awk -v k="$(median lookup.kib)" -v e="$(median lookup.emptykib)" \
  'BEGIN { printf "peak memory of the process: %.0f MiB, %.0f MiB more than the JVM that looks up nothing\n", k / 1024, (k - e) / 1024 }'
