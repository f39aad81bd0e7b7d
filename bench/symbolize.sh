#!/usr/bin/env bash
# Names the same random addresses with plumb, addr2line and llvm-symbolizer, in one run, and prints
# addresses a second and peak memory. Cold: a new process, start-up included. Warm: a second pass in the same process.
# Usage: bench/symbolize.sh [ADDRESSES]      Needs binutils, llvm, g++, python3; the JDK's libjvm.so is the large library.
set -euo pipefail
home=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
count=${1:-100000}
. "$home/build/lib.sh"
find_jdk
"$home/plumb" --version > /dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat > "$work/templates.cc" <<'CC'
#include <algorithm>
#include <iostream>
#include <map>
#include <regex>
#include <string>
#include <vector>
template <class T> struct Cart {
  std::map<std::string, std::vector<T>> items;
  void add(const std::string &k, T v) { items[k].push_back(std::move(v)); }
};
int main(int argc, char **argv) {
  Cart<int> c; Cart<std::string> s;
  for (int i = 0; i < argc * 100; i++) { c.add(std::to_string(i % 7), i); s.add(argv[0], std::to_string(i)); }
  std::regex re("(a+)(b|c)*[0-9]{2,3}"); std::smatch m; std::string in = "xxaab12";
  std::cout << std::regex_search(in, m, re) << c.items.size() << s.items.size();
}
CC
g++ -O2 -g -std=c++20 -o "$work/templates" "$work/templates.cc"

addresses() { # file, count: random addresses in its code
  python3 - "$1" "$2" <<'PY'
import random, re, subprocess, sys
text = subprocess.run(["readelf", "-SW", sys.argv[1]], capture_output=True, text=True).stdout
start, size = re.search(r"\.text\s+PROGBITS\s+([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)", text).groups()
random.seed(1)
for _ in range(int(sys.argv[2])):
    print(hex(int(start, 16) + random.randrange(int(size, 16))))
PY
}

run() { # label, addresses file, number of addresses, command...
  local label=$1 input=$2 number=$3 seconds memory
  shift 3
  /usr/bin/env time -f '%e %M' -o "$work/time" "$@" < "$input" > /dev/null
  read -r seconds memory < "$work/time"
  awk -v l="$label" -v n="$number" -v s="$seconds" -v m="$memory" \
    'BEGIN { printf "  %-34s %12.0f addresses/s %8.0f MiB\n", l, n / (s > 0.01 ? s : 0.01), m / 1024 }'
}

warm() { # label, source, addresses file: the last of five passes in one process
  local rate
  rate=$("$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$home/cli/target/app/*" \
    "$home/bench/SymbolizeBench.java" "$2" "$3")
  awk -v l="$1" '/^1 /{first = $2} /^5 /{last = $2} /^heap/{heap = $2}
    END { printf "  %-34s %12.0f addresses/s (first pass %.0f), heap %.0f MiB\n", l, last, first, heap / 1024 }' <<< "$rate"
}

twice() { # label, addresses file, number, command...: what a second pass costs, as two passes less one
  local label=$1 input=$2 number=$3 once both
  shift 3
  cat "$input" "$input" > "$work/both"
  /usr/bin/env time -f '%e' -o "$work/time" "$@" < "$input" > /dev/null; once=$(< "$work/time")
  /usr/bin/env time -f '%e' -o "$work/time" "$@" < "$work/both" > /dev/null; both=$(< "$work/time")
  awk -v l="$label" -v n="$number" -v a="$once" -v b="$both" \
    'BEGIN { d = b - a; printf "  %-34s %12.0f addresses/s\n", l, n / (d > 0.01 ? d : 0.01) }'
}

compare() { # title, file
  local title=$1 file=$2 few=$((count / 20))
  addresses "$file" "$count" > "$work/addresses"
  head -n "$few" "$work/addresses" > "$work/few"
  echo "$title, $count addresses (addr2line: $few)"
  run 'plumb, cold' "$work/addresses" "$count" "$home/plumb" symbolize --inlines -e "$file"
  run 'llvm-symbolizer, cold' "$work/addresses" "$count" llvm-symbolizer -e "$file"
  run 'addr2line -fiC, cold' "$work/few" "$few" addr2line -fiCe "$file"
  warm 'plumb library, warm' "$file" "$work/addresses"
  twice 'llvm-symbolizer, warm' "$work/addresses" "$count" llvm-symbolizer -e "$file"
}

compare 'symbol table only: libjvm' "$JAVA_HOME/lib/server/libjvm.so"
compare 'DWARF with inlined calls: C++ templates' "$work/templates"
if [ "$(awk '$1 !~ /^0+$/ { print 1; exit }' /proc/kallsyms)" = 1 ]; then
  awk '$2 ~ /[tT]/ { print $1 }' /proc/kallsyms | shuf -r -n "$count" --random-source=<(yes) > "$work/kernel"
  echo "kernel, $count addresses"
  run 'plumb, cold' "$work/kernel" "$count" "$home/plumb" symbolize -k
  warm 'plumb library, warm' kernel "$work/kernel"
fi
