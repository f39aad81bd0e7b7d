# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the script that sources this
# Shared by the scripts of this folder: messages, the matrix, and packages that are unpacked but never installed.
# Expects $home, the project's folder.
cache=${PLUMB_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/plumb-vm}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

fail() { # message [hint [status]]
  printf 'error: %s\n' "$1" >&2
  [ -z "${2:-}" ] || printf ' hint: %s\n' "$2" >&2
  exit "${3:-1}"
}

# Prints the comment that the script begins with.
usage() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
  exit 2
}

lines() { grep -Ev '^(#|$)' "$home/vm/$1"; } # of a file of this folder, without its comments

# Prints kernels by name: "check" stands for those that ./check runs, "all" for the whole matrix.
kernel_names() { # name...
  local name
  for name in "$@"; do
    case $name in
      check | all) lines matrix | awk -v group="$name" 'group == "all" || $5 == group { print $1 }' ;;
      *) echo "$name" ;;
    esac
  done
}

# For a name of the matrix, sets suite, metapackage, arch, kernel (the folder it is unpacked in) and root (the folder of
# its root filesystem; nothing where this machine's own will do).
select_kernel() {
  local line
  line=$(lines matrix | awk -v name="$1" '$1 == name')
  [ -n "$line" ] || fail "no kernel '$1' in vm/matrix" "it has $(kernel_names all | paste -sd' ')" 2
  read -r _ suite metapackage arch _ <<< "$line"
  kernel=$cache/kernel/$suite-$metapackage
  root=
  [ "$arch" = "$(host_arch)" ] || root=$cache/root/$suite-$arch-$(cat "$home"/vm/{root-packages,fetch} | cksum | cut -d' ' -f1)
}

host_arch() { dpkg --print-architecture; }

# The URI of a mirror that this machine's own packages come from, so that a local mirror or proxy is used here too.
configured_mirror() { # ["-security"]
  local suites='bullseye|bookworm|trixie|forky|sid|(old)*stable|testing|unstable'
  apt-get update --print-uris 2> /dev/null | sed -nE "s,^'(.*)/dists/($suites)${1:-}/(In)?Release'.*,\1,p" | sed -n 1p
}

mirror_of() { # suite -> URI
  local part='' uri=''
  case $1 in *-security) part=-security ;; esac
  [ -n "${PLUMB_VM_MIRROR:-}" ] || uri=$(configured_mirror "$part")
  if [ -z "$uri" ]; then
    uri=${PLUMB_VM_MIRROR:-$(configured_mirror)}
    [ -n "$uri" ] || fail "this machine's apt has no Debian mirror" \
      "set PLUMB_VM_MIRROR to the URI of one (the folder that holds 'dists')"
    uri=$uri$part
  fi
  echo "$uri"
}

# Sets the array apt: options that make apt work on one suite and architecture only, with nothing installed and
# no trace outside the cache.
private_apt() { # suite arch
  local state=$cache/apt/$1-$2 mirror
  [ -r "$keyring" ] || fail "$keyring is missing" "install the package debian-archive-keyring"
  mkdir -p "$state"/{lists,archives}/partial "$state"/etc/{sources.list.d,preferences.d}
  mirror=$(mirror_of "$1")
  printf 'deb [arch=%s signed-by=%s] %s %s main\n' "$2" "$keyring" "$mirror" "$1" > "$state/etc/sources.list"
  : > "$state/status"
  apt=(-qq -o Dir::Etc="$state/etc" -o Dir::State="$state" -o Dir::State::Status="$state/status" -o Dir::Cache="$state"
    -o Dir::Cache::PkgCache= -o Dir::Cache::SrcPkgCache= -o APT::Architecture="$2" -o APT::Architectures="$2"
    -o APT::Sandbox::User=root -o Acquire::Languages=none -o Acquire::Check-Valid-Until=false -o Acquire::Retries=3)
  apt-get "${apt[@]}" update || fail "cannot read the package index of $1 ($2)"
}

# Says which packages are missing on this machine, and how to get them.
require_packages() { # kernel
  local package missing=()
  command -v dpkg-query apt-get > /dev/null || fail "vm/run needs a Debian or Ubuntu machine (apt and dpkg)"
  for package in $("$home/vm/packages" "$1"); do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] || fail "vm/run needs packages that are not installed: ${missing[*]}" \
    "apt-get install --no-install-recommends ${missing[*]}"
}
