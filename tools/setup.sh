#!/bin/sh
# Sees to it that the programs named are there: sh tools/setup.sh PROGRAM...
# (without arguments: what a build needs). Installs what is missing with apt-get
# when it may, and says what it does. Exit code 1 if something is still missing.
set -u
[ $# -gt 0 ] || set -- cc meson ninja

have() {
  case $1 in
  gcc-m32) # a compiler's option: the 32-bit C library must be there too
    printf '#include <stdlib.h>\nint main(void) { return abs(0); }\n' |
      gcc -m32 -x c - -o /dev/null 2>/dev/null
    ;;
  libfuzzer) # clang's run-time library of fuzz targets and sanitizers
    echo 'int LLVMFuzzerTestOneInput(const char *b, long n) { return !b && n; }' |
      clang -fsanitize=fuzzer,address -x c - -o /dev/null 2>/dev/null
    ;;
  lua5.4-dev) [ -e /usr/include/lua5.4/lua.h ] ;;
  sdl2) pkg-config --exists sdl2 2>/dev/null ;;
  s390x-libc) [ -e /usr/s390x-linux-gnu/include/stdio.h ] ;;
  aarch64-libc) [ -e /usr/aarch64-linux-gnu/include/stdio.h ] ;;
  riscv64-libc) [ -e /usr/riscv64-linux-gnu/include/stdio.h ] ;;
  numpy) python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null ;;
  *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

package() {
  case $1 in
  cc) echo gcc libc6-dev ;;
  c++) echo g++ ;;
  ninja) echo ninja-build ;;
  x86_64-w64-mingw32-gcc) echo gcc-mingw-w64-x86-64-posix ;;
  # gcc-multilib would do, but it can't be installed beside another cross compiler.
  gcc-m32) echo "lib32gcc-$(gcc -dumpversion)-dev" libc6-dev-i386 ;;
  s390x-linux-gnu-gcc) echo gcc-s390x-linux-gnu ;;
  s390x-libc) echo libc6-dev-s390x-cross ;;
  aarch64-linux-gnu-gcc) echo gcc-aarch64-linux-gnu ;;
  aarch64-libc) echo libc6-dev-arm64-cross ;;
  riscv64-linux-gnu-gcc) echo gcc-riscv64-linux-gnu ;;
  riscv64-libc) echo libc6-dev-riscv64-cross ;;
  qemu-i386 | qemu-s390x | qemu-aarch64 | qemu-riscv64) echo qemu-user ;;
  libfuzzer) echo clang "libclang-rt-$(clang -dumpversion 2>/dev/null | cut -d. -f1)-dev" ;;
  llvm-cov | llvm-profdata) echo llvm ;;
  lua5.4-dev) echo liblua5.4-dev ;;
  sdl2) echo libsdl2-dev ;;
  xvfb-run) echo xvfb xauth ;;
  wasm-ld) echo lld ;;
  xz) echo xz-utils ;;
  node) echo nodejs ;;
  numpy) echo python3-numpy ;;
  slurmctld | slurmd) echo slurm-wlm ;;
  munged) echo munge ;;
  mono) echo mono-runtime libmono-system-core4.0-cil ;;
  mcs) echo mono-mcs ;;
  man) echo man-db groff ;;
  *) echo "$1" ;;
  esac
}

missing=""
packages=""
for program in "$@"; do
  have "$program" && continue
  missing="$missing $program"
  packages="$packages $(package "$program")"
done
[ -n "$missing" ] || exit 0

echo "setup: missing:$missing" >&2
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "setup: install them, on Debian as root: apt-get install$packages" >&2
  exit 1
fi
echo "setup: installing with apt-get:$packages" >&2
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
# shellcheck disable=SC2086
install_all() { apt-get install -y --no-install-recommends $packages </dev/null >"$log" 2>&1; }
if ! install_all; then
  apt-get update </dev/null >>"$log" 2>&1
  install_all || tail -n 5 "$log" >&2
fi
rm -f "$log"

code=0
for program in $missing; do
  have "$program" && continue
  echo "setup: $program is still missing" >&2
  code=1
done
exit $code
