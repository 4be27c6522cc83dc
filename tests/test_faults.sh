#!/bin/sh
# Commands whose system fails under them: calls that fail one by one, full disks, inputs that are cut
# while they are read, kills, and power that fails. Outputs are old or new and never half. With --long
# every call fails, and 1,000 commands are killed.
. "$(dirname "$0")/checks.sh"
overland=$checked
cd "$work" || exit 1

seed=$$
most=2 kills=25
[ -n "$long" ] && most=1000 kills=1000
export ASAN_OPTIONS="detect_leaks=0:verify_asan_link_order=0" # strace holds what would look for leaks

# fault NAME SCRIPT ARGUMENT...: one of tests/faults.
fault() {
  fault_name=$1 script=$2
  shift 2
  check "$fault_name, seed $seed" python3 "$root/tests/faults/$script.py" "$overland" $seed "$@"
}

fault "killed" kill_commands $kills
set -- 4
[ -n "$long" ] && set -- 100
[ -e "$build/overland_cut.so" ] && set -- "$@" "$build/overland_cut.so"
fault "full disks and inputs that are cut" fill_disk "$@"
sh "$root/tools/setup.sh" strace >/dev/null 2>&1
if strace -o "$work/log" true 2>/dev/null; then
  fault "calls that fail" fail_calls $most
  fault "power that fails" lose_power $((3 * most))
else
  ok "strace is not here, or may not trace"
fi
finish
