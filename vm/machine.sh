# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the script that sources this
# Part of vm/run: the machine, its start and its end.
boot_seconds=${PLUMB_VM_BOOT_SECONDS:-180}

# /dev/kvm alone proves nothing: on a host that is itself a paravirtual guest it opens, and a stock kernel hangs on it.
accelerated() {
  [ "$arch" = "$(host_arch)" ] && [ -w /dev/kvm ] && { [ "$arch" != amd64 ] || grep -qwE 'vmx|svm' /proc/cpuinfo; }
}

# Serves a folder to the guest, through memory that virtiofsd and the guest share.
share() { # tag folder
  local socket=$scratch/$1.socket daemon tries=0
  # The one in C came with QEMU up to 7.2; the one in Rust is a package of its own.
  if [ -x /usr/libexec/virtiofsd ]; then
    daemon=(/usr/libexec/virtiofsd --socket-path "$socket" --shared-dir "$2" --cache always --sandbox chroot)
  else
    daemon=(/usr/lib/qemu/virtiofsd --socket-path="$socket" -o source="$2" -o cache=always -o sandbox=chroot)
  fi
  setpriv --pdeathsig KILL "${daemon[@]}" > "$scratch/$1.log" 2>&1 &
  helpers+=($!)
  until [ -S "$socket" ]; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || fail "virtiofsd does not serve $2: $(tail -n 3 "$scratch/$1.log")" '' 125
    sleep 0.1
  done
  machine+=(-chardev "socket,id=$1,path=$socket" -device "vhost-user-fs-pci,chardev=$1,tag=$1")
}

# Sets the array machine: QEMU and its arguments.
describe_machine() {
  local console accelerator=(-accel kvm -cpu host) default_cpus=2
  if ! accelerated; then
    # Emulated processors slow each other down. The fullest one is best, but for Arm's: its pointer authentication costs
    # more to emulate than all the rest.
    default_cpus=1
    accelerator=(-accel 'tcg,thread=multi,tb-size=512')
    case $arch in amd64) accelerator+=(-cpu max) ;; arm64) accelerator+=(-cpu cortex-a72) ;; esac
  fi
  cpus=${cpus:-$default_cpus}
  # Two more processors are possible but not online, since that is what per-CPU code gets wrong. A test may start them.
  case $arch in
    amd64) machine=(qemu-system-x86_64 -machine q35 -smp "$((cpus + 2))") console=ttyS0 ;;
    arm64) machine=(qemu-system-aarch64 -machine virt -smp "$((cpus + 2))") console=ttyAMA0 ;;
    *) fail "vm/run cannot describe a machine for '$arch'" "teach describe_machine in vm/machine.sh" ;;
  esac
  # A panic or an oops ends the machine. On a busy host an emulated timer is late, which the kernel must not take for a
  # broken one (no_timer_check).
  # shellcheck disable=SC2054 # the commas are QEMU's
  machine+=("${accelerator[@]}" -name plumb-vm -nodefaults -no-user-config -display none -no-reboot -m "$memory"
    -object "memory-backend-memfd,id=memory,size=${memory}M,share=on" -numa node,memdev=memory
    -kernel "$image" -initrd "$scratch/initramfs.cpio"
    -append "console=$console maxcpus=$cpus loglevel=4 panic=-1 oops=panic mitigations=off no_timer_check")
  share host /
  [ -z "$root" ] || share root "$root"
}

port() { # name path: a stream from the guest
  machine+=(-chardev "file,id=$1,path=$2,append=on" -device "virtserialport,chardev=$1,name=$1")
}

# Sets word to the next line of the status port; "gone" if the machine ended, "late" if it took too long.
await() { # seconds
  local result=0
  read -r -t "$1" -u "$status" word || result=$?
  [ $result -le 128 ] || word=late
  [ $result -ne 1 ] || word=gone
}

# Starts the machine and follows its status port, which says "up" and then "exit N".
boot() {
  local out err status word console
  # QEMU opens the streams by name, which would truncate a file: it gets pipes. If nobody reads any more, the run ends.
  exec {out}> >(cat || kill -PIPE $$)
  copiers=($!)
  exec {err}> >(cat >&2 || kill -PIPE $$)
  copiers+=($!)
  : > "$scratch/console"
  console=file,id=console,append=on,path=$scratch/console
  [ -z "$verbose" ] || console=file,id=console,append=on,path=/dev/fd/$err,logfile=$scratch/console,logappend=on
  machine+=(-chardev "$console" -serial chardev:console -device virtio-serial-pci)
  port out "/dev/fd/$out"
  port err "/dev/fd/$err"
  port status /dev/stdout
  exec {status}< <(exec setpriv --pdeathsig KILL "${machine[@]}" < /dev/null 2>> "$scratch/console")
  qemu=$!
  helpers+=("$qemu")
  exec {out}>&- {err}>&-
  await "$boot_seconds"
  case $word in
    up) ;;
    late) crashed 125 "the guest did not come up within $boot_seconds s" ;;
    *) crashed 125 "the guest did not come up" ;;
  esac
  await "$seconds"
  case $word in
    exit*) power_off && return "${word#exit }" ;;
    late) crashed 124 "the command was still running after $seconds s" ;;
    *) crashed 125 "the guest crashed" ;;
  esac
}

# Ends the machine at once, since nothing in it is kept, and waits for what it had already said.
power_off() {
  kill -KILL "$qemu" 2> /dev/null || true
  wait "${copiers[@]}" || true
}

crashed() { # status message
  power_off
  printf 'error: kernel %s: %s; the last of its console:\n' "$name" "$2" >&2
  tail -n 80 "$scratch/console" | tr -d '\r' | sed 's/^/  | /' >&2
  exit "$1"
}
