#!/usr/bin/env bash
# Assembling and loading the largest program of the examples. Needs root. Times mean nothing across machines.
set -euo pipefail
home=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
. "$home/build/lib.sh"
find_jdk
out=$home/bench/target
mkdir -p "$out"
maven -pl examples -am -Dmaven.test.skip=true -Dspotless.check.skip compile > "$out/build.log" 2>&1 || fail "the build failed; see $out/build.log"
classpath=$(printf '%s:' "$home"/{ebpf,elf,symbols,examples}/target/classes)
"$JAVA_HOME/bin/javac" -proc:none -Xlint:-options -d "$out" -cp "$classpath" "$home/bench/AssembleBench.java"
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp "$classpath$out" AssembleBench
