# Shared by plumb and check: finds a JDK, builds what is stale, runs the program. Expects $home.
min_jdk=25
app=$home/cli/target/app

fail() { printf 'error: %s\n' "$1" >&2; [ $# -lt 2 ] || printf ' hint: %s\n' "$2" >&2; exit 1; }

jdk_version() { # folder -> major version, or nothing
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# Sets JAVA_HOME to the first JDK that is new enough: JAVA_HOME itself, then the usual places, then the one on the PATH.
find_jdk() {
  local candidate version on_path
  on_path=$(readlink -f "$(command -v java 2>/dev/null || echo /)") || on_path=/
  for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/java/* /opt/jdk* "$HOME"/.sdkman/candidates/java/* \
      "$HOME"/.jdks/* "${on_path%/bin/java}"; do
    version=$(jdk_version "$candidate")
    if [ "${version:-0}" -ge "$min_jdk" ]; then export JAVA_HOME=$candidate; return; fi
  done
  fail "no JDK $min_jdk or newer found (looked at JAVA_HOME, /usr/lib/jvm, /opt, ~/.sdkman, ~/.jdks and the PATH)" \
    "install one, such as Temurin $min_jdk or the package openjdk-$min_jdk-jdk, or set JAVA_HOME"
}

sources_newer_than() { # file -> whether a source, a pom or the build itself is newer
  [ ! -e "$1" ] || [ -n "$(find "$home"/pom.xml "$home"/*/pom.xml "$home"/*/src/main "$home"/build -newer "$1" -type f -print -quit)" ]
}

maven() {
  command -v mvn > /dev/null || fail "Maven is not installed, and plumb is not built yet" "install the package maven"
  (cd "$home" && mvn -B -ntp -Dorg.slf4j.simpleLogger.defaultLogLevel=warn "$@" 2> >(grep -v '^WARNING: .*sun.misc.Unsafe\|^WARNING: Please consider' >&2))
}

ensure_built() {
  sources_newer_than "$app/.built" || return 0
  [ -w "$home" ] || fail "plumb is not built and $home is not writable" "run ./plumb --version once as its owner"
  exec 9> "$home/.build.lock"
  flock 9
  if sources_newer_than "$app/.built"; then
    printf 'plumb: building (once; about a minute on a fresh machine)\n' >&2
    local log started=$SECONDS
    log=$(mktemp)
    rm -rf "$app"
    if ! maven -pl cli -am -Dmaven.test.skip=true -Dspotless.check.skip package > "$log" 2>&1; then
      cat "$log" >&2
      rm -f "$log"
      fail "the build failed"
    fi
    rm -f "$log"
    touch "$app/.built"
    train > /dev/null 2>&1 || true
    printf 'plumb: built in %d s\n' $((SECONDS - started)) >&2
  fi
  exec 9>&-
}

java_options() {
  options=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xmx512m
    --enable-native-access=dev.plumb.ebpf --illegal-native-access=deny
    -p "$app" -m dev.plumb.cli/dev.plumb.cli.Main)
}

# Records a run, so that later ones start from a cache of loaded and linked classes.
train() {
  local options
  java_options
  "$JAVA_HOME/bin/java" -XX:AOTCacheOutput="$app/plumb.aot" "${options[@]}" doctor
}

exec_plumb() {
  local options cache=()
  java_options
  # A cache from another JDK is passed over; without the logs off, the JVM would say so on standard output.
  [ ! -r "$app/plumb.aot" ] || cache=(-XX:AOTCache="$app/plumb.aot" -Xlog:disable)
  exec "$JAVA_HOME/bin/java" "${cache[@]}" "${options[@]}" "$@"
}
