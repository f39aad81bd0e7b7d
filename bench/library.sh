#!/usr/bin/env bash
# Ring read throughput and program load time of the library, and the start-up of ./plumb beside that of an empty JVM
# and, where it is installed, of bpftrace. Needs root and a built project (./plumb --version). Times mean nothing
# across machines; the ratios of one run do.
set -euo pipefail
home=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
. "$home/build/lib.sh"
find_jdk
ensure_built
runs=${RUNS:-15}

classpath=$(printf '%s:' "$app"/*.jar)
"$JAVA_HOME/bin/java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp "$classpath" "$home/bench/RingBench.java"

best() { # command... -> best and median wall time in ms
  local i
  for ((i = 0; i < runs; i++)); do
    local from=${EPOCHREALTIME/./}
    "$@" > /dev/null 2>&1
    echo $((${EPOCHREALTIME/./} - from))
  done | sort -n | awk '{ t[NR] = $1 } END { printf "best %.0f ms, median %.0f ms", t[1] / 1000, t[int((NR + 1) / 2)] / 1000 }'
}

printf 'start-up, %d runs each\n' "$runs"
printf '  %-22s %s\n' 'java -version' "$(best "$JAVA_HOME/bin/java" -version)"
printf '  %-22s %s\n' './plumb --version' "$(best "$home/plumb" --version)"
printf '  %-22s %s\n' './plumb doctor' "$(best "$home/plumb" doctor)"
if command -v bpftrace > /dev/null; then
  printf '  %-22s %s\n' 'bpftrace --version' "$(best bpftrace --version)"
  printf '  %-22s %s\n' 'bpftrace, one probe' "$(best bpftrace -e 'BEGIN { exit(); }')"
else
  echo '  bpftrace is not installed'
fi
