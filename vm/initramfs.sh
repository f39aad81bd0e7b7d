# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the script that sources this
# Part of vm/run: the initial RAM filesystem, with vm/init, the modules it needs to find its files, and the command.

# Copies a module and, before it, those it needs. One that is built in, or that this kernel has not, is not listed.
add_module() { # name
  local line file
  line=$(grep -m 1 -E "(^|/)$1\.ko[^:]*:" "$modules/modules.dep") || return 0
  for file in $(tac -s ' ' <<< "${line#*:} ") ${line%%:*}; do
    compgen -G "$tree/modules/*-$(basename "${file%%.ko*}").ko" > /dev/null || copy_module "$file"
  done
}

copy_module() { # file
  local target
  module_count=$((module_count + 1))
  target=$tree/modules/$(printf '%02d-%s.ko' "$module_count" "$(basename "${1%%.ko*}")")
  case $1 in
    *.xz) xz -dc "$modules/$1" > "$target" ;;
    *.zst) zstd -qdc "$modules/$1" > "$target" ;;
    *) cp "$modules/$1" "$target" ;;
  esac
}

# The folders of this machine that a root filesystem of another architecture shows too.
binds() {
  echo "$home"
  [ ! -d "$HOME/.m2" ] || echo "$HOME/.m2"
  case $PWD/ in "$home"/* | //) ;; *) echo "$PWD" ;; esac
}

command_script() { # argument...
  local variable JAVA_HOME=${JAVA_HOME:-}
  [ -z "$root" ] || JAVA_HOME=/usr/lib/jvm/default-java
  for variable in HOME LANG LC_ALL PATH JAVA_HOME "${!PLUMB_@}"; do
    [ -z "${!variable:-}" ] || printf 'export %s=%q\n' "$variable" "${!variable}"
  done
  printf 'export USER=root TERM=dumb\ncd %q || exit 125\nexec' "$PWD"
  printf ' %q' "$@"
  echo
}

build_initramfs() { # argument...
  local tree=$scratch/initramfs module_count=0 name
  mkdir -p "$tree"/{bin,dev,proc,sys,modules}
  cp "${root:-}/bin/busybox" "$tree/bin/"
  cp "$home/vm/init" "$tree/init"
  for name in virtio_pci virtio_console virtiofs overlay; do add_module "$name"; done
  printf 'foreign=%q\nmodules=%q\n' "${root:+yes}" "$(readlink -f "$modules")" > "$tree/settings"
  cp "$config" "$tree/kernel-config"
  if [ -n "$root" ]; then binds; fi > "$tree/binds"
  command_script "$@" > "$tree/command"
  (cd "$tree" && find . | cpio -o -H newc --quiet) > "$scratch/initramfs.cpio"
}
